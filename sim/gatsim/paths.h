/* paths.h -- the functional run in the form that GATSim's timing model reads: for every warp the
 * sequence of its basic blocks (as edges, blocks.h) and of its special instructions, with the
 * properties that depend on the run: the number of sectors that a load accesses, the records that
 * rays visit, and the first instruction that waits for the result.
 *
 * Paths are made once from a trace and serve all GPUs with the same banks of the L1D. */
#pragma once

#include "common/status.h"
#include "sim/config/ldst_params.h"
#include "sim/gatsim/blocks.h"
#include "sim/gatsim/walks.h"
#include "sim/trace/kernel_trace.h"

#include <stdbool.h>
#include <stdint.h>

/* Stands for a use if no instruction waits for the result. */
#define PATHS_NO_USE UINT32_MAX

/* Whether an instruction is special: the timing model handles it individually, because it accesses
 * memory, traces, is a barrier, or has a late result of the SFUs. */
bool paths_special(const struct warp_inst *inst);
/* Whether the sectors of an access enter the banks of the L1D. */
static inline bool paths_enters_l1d(const struct warp_inst *inst)
{
    return inst->op == OP_LOAD || inst->op == OP_STORE;
}

/* A special instruction that a warp has executed. */
struct special {
    uint32_t use;    /* number, in the warp, of the first instruction that waits for its result;
                        PATHS_NO_USE: none */
    uint32_t ref;    /* trace: its walk; access: position of its addresses in the record */
    uint32_t banks;  /* access: banks that it uses in its first cycles, a bit per bank, the first
                        cycle lowest; in cycles beyond the 32 bits it uses all banks */
    uint8_t cycles;  /* access: cycles, at least 1, in which its sectors enter the L1D's banks, its
                        words are at the banks of shared memory, or an atomic sends its requests */
    uint8_t sectors; /* access: number of distinct sectors; atomic: of requests */
    uint32_t executed; /* mask of lanes that execute it */
};

struct path {
    uint32_t first_edge, n_edges;
    uint32_t first_special, n_specials;
    uint32_t n; /* number of instructions */
    uint64_t thread_instructions;
};

struct paths {
    struct blocks blocks;
    struct path *warps;
    uint32_t *edges;
    struct special *specials;
    struct walks walks;
    uint32_t n_warps, n_edges, room_edges, n_specials, room_specials;
    struct ldst_config ldst; /* parameters for which the paths were made */
};

enum st_code paths_make(struct paths *out, const struct kernel_trace *t,
                        const struct ldst_config *ldst, struct status *st);
void paths_release(struct paths *p);
