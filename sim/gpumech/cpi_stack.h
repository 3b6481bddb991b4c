/* cpi_stack.h -- the CPI stack of a core (GPUMech, section VII).
 *
 * 1. The stack of the representative warp alone: its issue cycles, and each interval's stall under
 *    its cause; a load's by the level of its data. Divided by the warp's instructions.
 * 2. Each part times CPI_multithreading / CPI_repres_warp, so the parts add up to
 *    CPI_multithreading.
 * 3. The delays of contention, in separate parts; waits for the RT unit are added to the stalls on
 *    traces. */
#pragma once

#include "sim/gpumech/contention.h"

/* part, name, meaning of the cycles (Table III; from RT on ours) */
#define CPI_PARTS(X)                                                                               \
    X(BASE, "BASE", "instructions are issued")                                                     \
    X(DEP, "DEP", "results of arithmetic are waited for")                                          \
    X(L1, "L1", "loads that hit in the L1D")                                                       \
    X(L2, "L2", "loads that hit in the L2")                                                        \
    X(DRAM, "DRAM", "loads from DRAM, without queueing")                                           \
    X(MSHR, "MSHR", "queueing for MSHRs")                                                          \
    X(QUEUE, "QUEUE", "queueing for DRAM")                                                         \
    X(RT, "RT", "traces, and queueing for the RT unit")                                            \
    X(PORT, "PORT", "queueing for schedulers and the L1D's port")                                  \
    X(SLICE, "SLICE", "queueing for L2 slices")                                                    \
    X(IDLE, "IDLE", "SMs without a warp: launch, and the others' last warps")

enum cpi_part {
#define X(part, name, doc) CPI_##part,
    CPI_PARTS(X)
#undef X
        CPI_PART_COUNT
};

/* Cycles per instruction; the parts add up to the prediction's cpi. */
struct cpi_stack {
    double part[CPI_PART_COUNT];
};

const char *cpi_part_name(enum cpi_part part);
const char *cpi_part_doc(enum cpi_part part);

/* Makes the stack of cycles of warps alone; multiplies all parts by `by`. */
void cpi_stack_alone(struct cpi_stack *out, double issue_cycles,
                     const struct interval_stalls *stalls);
void cpi_stack_scale(struct cpi_stack *s, double by);

/* `p` is the profile of the prediction, with its intervals. All is 0 without instructions. */
void cpi_stack_make(struct cpi_stack *out, const struct interval_profile *p,
                    const struct interval_prediction *predicted);
double cpi_stack_sum(const struct cpi_stack *s);
