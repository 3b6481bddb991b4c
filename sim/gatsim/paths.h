/* paths.h -- what the timing model reads of the functional run: for every warp the sequence of its
 * basic blocks (as edges, blocks.h), and of its special instructions, one behind the other, what
 * depends on the run: how many sectors a load touches, what rays visit, and which instruction is
 * the first to wait for the result.
 *
 * Made once from a trace, for GPUs that have the L1D banks for which it was made. */
#pragma once

#include "common/status.h"
#include "sim/config/ldst_params.h"
#include "sim/gatsim/blocks.h"
#include "sim/gatsim/walks.h"
#include "sim/trace/kernel_trace.h"

#include <stdbool.h>
#include <stdint.h>

/* Nothing waits for it. */
#define PATHS_NO_USE UINT32_MAX

/* Whether an instruction is one of those that the timing model handles by themselves: memory
 * accesses, traces, barriers, and what the SFUs do, whose results take long. */
bool paths_special(const struct warp_inst *inst);
/* Of an access: whether its sectors enter the banks of the L1D. */
static inline bool paths_enters_l1d(const struct warp_inst *inst)
{
    return inst->op == OP_LOAD || inst->op == OP_STORE;
}

/* A special instruction that a warp has executed. */
struct special {
    uint32_t use;   /* number of the warp's instruction that waits first; PATHS_NO_USE: none does */
    uint32_t ref;   /* of a trace: its walks; of an access: where its addresses are in the record */
    uint32_t banks; /* of an access: the banks that it enters in its first cycles, a bit for each
                       bank, the first cycle lowest; cycles beyond the 32 bits: all */
    uint8_t cycles; /* of an access, at least 1: in which its sectors enter the L1D's banks, its
                       words are at those of shared memory, an atomic's requests are sent */
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
    struct ldst_config ldst; /* that of the GPU for which it was made */
};

enum st_code paths_make(struct paths *out, const struct kernel_trace *t,
                        const struct ldst_config *ldst, struct status *st);
void paths_release(struct paths *p);
