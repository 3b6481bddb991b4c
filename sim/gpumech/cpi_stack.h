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

/* X(part, name, what happens in its cycles): Table III; RT and the parts behind it are not in the
 * paper. */
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

/* cpi_stack_alone makes the stack of the cycles of warps alone. cpi_stack_scale multiplies all
 * parts by `by`. */
void cpi_stack_alone(struct cpi_stack *out, double issue_cycles,
                     const struct interval_stalls *stalls);
void cpi_stack_scale(struct cpi_stack *s, double by);

/* Makes the stack of a prediction; `p` is the predicted profile, with its intervals. All parts are
 * 0 without instructions. */
void cpi_stack_make(struct cpi_stack *out, const struct interval_profile *p,
                    const struct interval_prediction *predicted);
double cpi_stack_sum(const struct cpi_stack *s);
