/* multithreading.h -- from a warp alone to all warps of a core (GPUMech, section IV-A).
 *
 * What CPI means. While the representative warp goes once through its N instructions, each of the
 * core's W warps goes through as many. That takes C cycles: those of the warp alone, T (eq. 5), and
 * those in which instructions of the others are issued that hide none of its stalls, X / r with X
 * non-overlapped instructions and r instructions issued per cycle. So the core executes W N
 * instructions in C cycles, and
 *
 *   CPI_multithreading = (T + X / r) / (W N)                                       (eq. 7)
 *
 * in cycles per instruction of the core. Printed is the inverse, #warps * sum of #interval_insts
 * over the cycles, which is the core's IPC: Fig. 8 (a) has 4 warps of 3 instructions and 6 stall
 * cycles, X = 6, and shows 15 cycles in which 12 instructions are issued; the formula as printed
 * gives 12/15, which is below 1 on a core that issues one instruction per cycle. That the core's
 * instructions are meant and not one warp's follows from section VII, where the stack of the warp
 * alone is "shrunk" by CPI_multithreading / CPI_repres_warp "based on the performance improvement
 * of multithreading".
 *
 * Schedulers. The paper's core has one. A core with S of them deals them its warps: S' = min(S, W)
 * have W / S' each, and each goes its C cycles beside the others. Eq. 9 to 16 are of one scheduler,
 * so
 * "#warps - 1" there is W / S' - 1; W N instructions in C cycles is still the core's CPI.
 *
 * A bound that the paper lacks. Nothing in eq. 1 and 7 to 11 keeps a core from issuing more than
 * its schedulers can: round robin counts Fig. 8's case as 12 instructions in 11 cycles, and
 * intervals of one instruction have no waiting slot at all. CPI is at least 1 / (S' r) unless
 * `unbounded`. */
#pragma once

#include "sim/gpumech/profile.h"

#include <stdbool.h>
#include <stdint.h>

enum interval_policy { INTERVAL_ROUND_ROBIN, INTERVAL_GREEDY_THEN_OLDEST };

/* The models of Table II, each of which is a level of detail. */
enum interval_model {
    INTERVAL_NAIVE,  /* eq. 1 */
    INTERVAL_MARKOV, /* section VIII-A */
    INTERVAL_MT,     /* eq. 7 to 16 */
    INTERVAL_MT_MSHR,
    INTERVAL_MT_MSHR_BAND, /* GPUMech */
    INTERVAL_MODELS
};

struct interval_core {
    double warps; /* that a core holds, >= 1; may be a mean */
    uint32_t schedulers;
    enum interval_policy policy;
    bool unbounded; /* as printed: above */
};

/* S' and W / S'. */
double interval_busy_schedulers(const struct interval_core *core);
double interval_scheduler_warps(const struct interval_core *core);

/* eq. 9: the chance that a warp can issue in a cycle; the same as eq. 5. */
double interval_issue_prob(const struct interval_profile *p);

/* Of one of the profile's intervals. Instructions of the scheduler's other warps that are issued
 * without hiding a stall of this one: eq. 10 and 11, or eq. 12 to 16.
 *
 * Eq. 15 is printed as max(issue_prob * stall_cycles, 1) and eq. 16 as min(insts - stalls, 0). The
 * text has it the other way round, and is right: a probability is at most 1, and there are
 * non-overlapped instructions "if the number of issued instructions is more than the stall cycles".
 * So it is min(..., 1) and max(..., 0) here; both are what Fig. 8 (b) shows. */
double interval_nonoverlapped(const struct interval_profile *p, const struct interval *i,
                              const struct interval_core *core);

/* The Markov chain (Chen and Aamodt, HPCA 2009, as GPUMech describes it). A warp that is activated
 * becomes suspended with chance p in a cycle and is activated again with chance 1 / M, M being the
 * mean length of a stall. In the steady state as many go one way as the other,
 * a p = (1 - a) / M, so that a = 1 / (1 + p M); and the scheduler issues where at least one of its
 * warps is activated. Returns that chance, 1 - (1 - a)^warps. */
double interval_markov_busy(double p, double suspended_cycles, double warps);

/* CPI_multithreading of the core by eq. 1, the Markov chain or, for all other models, eq. 7. Those
 * need the profile's intervals. 0 of a profile without instructions. */
double interval_multithreading_cpi(const struct interval_profile *p,
                                   const struct interval_core *core, enum interval_model model);
