/* paths.h -- the functional run in the form that GATSim's timing model reads: for every warp the
 * sequence of its basic blocks (as edges, blocks.h) and of its special instructions, with the
 * properties that depend on the run: the number of sectors that a load accesses, the records that
 * rays visit, and the first instruction that waits for the result.
 *
 * Made once from a trace, for GPUs with the L1D banks for which it was made. */
#pragma once

#include "common/status.h"
#include "sim/config/ldst_params.h"
#include "sim/gatsim/blocks.h"
#include "sim/gatsim/walks.h"
#include "sim/trace/kernel_trace.h"

#include <stdbool.h>
#include <stdint.h>

/* No instruction waits for the result. */
#define PATHS_NO_USE UINT32_MAX

/* Whether the timing model handles an instruction individually: memory accesses, traces, barriers,
 * and instructions of the SFUs, whose results take long. */
bool paths_special(const struct warp_inst *inst);
/* Whether the sectors of an access enter the banks of the L1D. */
static inline bool paths_enters_l1d(const struct warp_inst *inst)
{
    return inst->op == OP_LOAD || inst->op == OP_STORE;
}

/* A special instruction that a warp has executed. */
struct special {
    uint32_t use; /* number of the warp's first instruction that waits for it; PATHS_NO_USE: none */
    uint32_t ref; /* of a trace: its walks; of an access: position of its addresses in the record */
    uint32_t banks; /* of an access: the banks that it uses in its first cycles, a bit per bank, the
                       first cycle lowest; in cycles beyond the 32 bits: all */
    uint8_t cycles; /* of an access, at least 1: cycles in which its sectors enter the L1D's banks,
                       its words are at the banks of shared memory, or an atomic sends its
                       requests */
    uint8_t sectors;   /* of an access: distinct ones; of an atomic: requests */
    uint32_t executed; /* lanes */
};

struct path {
    uint32_t first_edge, n_edges;
    uint32_t first_special, n_specials;
    uint32_t n; /* instructions */
    uint64_t thread_instructions;
};

struct paths {
    struct blocks blocks;
    struct path *warps;
    uint32_t *edges;
    struct special *specials;
    struct walks walks;
    uint32_t n_warps, n_edges, room_edges, n_specials, room_specials;
    struct ldst_config ldst; /* of the GPU for which it was made */
};

enum st_code paths_make(struct paths *out, const struct kernel_trace *t,
                        const struct ldst_config *ldst, struct status *st);
void paths_release(struct paths *p);
