/* multithreading.h -- the CPI of all warps of a core, from that of a warp alone (GPUMech, section
 * IV-A).
 *
 * Definition of CPI. While the representative warp executes its N instructions once, each of the
 * core's W warps executes as many. That takes C cycles: those of the warp alone, T (eq. 5), and
 * those in which instructions of the others are issued that hide none of its stalls, X / r with X
 * non-overlapped instructions and r instructions issued per cycle. So the core executes W N
 * instructions in C cycles, and
 *
 *   CPI_multithreading = (T + X / r) / (W N)                                       (eq. 7)
 *
 * in cycles per instruction of the core. The paper prints the inverse, #warps * sum of
 * #interval_insts over the cycles, which is the core's IPC: Fig. 8 (a) has 4 warps of 3
 * instructions and 6 stall cycles, X = 6, and shows 15 cycles in which 12 instructions are issued;
 * the formula as printed gives 12/15, which is below 1 on a core that issues one instruction per
 * cycle. That CPI counts the core's instructions and not one warp's follows from section VII, where
 * the stack of the warp alone is "shrunk" by CPI_multithreading / CPI_repres_warp "based on the
 * performance improvement of multithreading".
 *
 * Schedulers. The paper's core has one. A core with S of them distributes its warps: S' = min(S, W)
 * have W / S' each, and each runs its C cycles beside the others. Eq. 9 to 16 are of one scheduler,
 * so "#warps - 1" there is W / S' - 1; W N instructions in C cycles is still the core's CPI.
 *
 * A bound that the paper lacks. Eq. 1 and 7 to 11 allow a core to issue more than its schedulers
 * can: round robin counts Fig. 8's case as 12 instructions in 11 cycles, and intervals of one
 * instruction have no waiting slot at all. CPI is at least 1 / (S' r) unless `unbounded`. */
#pragma once

#include "sim/gpumech/profile.h"

#include <stdbool.h>
#include <stdint.h>

enum interval_policy { INTERVAL_ROUND_ROBIN, INTERVAL_GREEDY_THEN_OLDEST };

/* The models of Table II; each is a level of detail. */
enum interval_model {
    INTERVAL_NAIVE,  /* eq. 1 */
    INTERVAL_MARKOV, /* section VIII-A */
    INTERVAL_MT,     /* eq. 7 to 16 */
    INTERVAL_MT_MSHR,
    INTERVAL_MT_MSHR_BAND, /* GPUMech */
    INTERVAL_MODELS
};

struct interval_core {
    double warps; /* resident warps of a core, >= 1; may be a mean */
    uint32_t schedulers;
    enum interval_policy policy;
    bool unbounded; /* without the bound of CPI above, as in the paper */
};

/* interval_busy_schedulers: S'. interval_scheduler_warps: W / S'. */
double interval_busy_schedulers(const struct interval_core *core);
double interval_scheduler_warps(const struct interval_core *core);

/* The probability that a warp alone can issue in a cycle: eq. 9, equal to eq. 5. */
double interval_issue_prob(const struct interval_profile *p);

/* The instructions of the scheduler's other warps that are issued without hiding the stall of an
 * interval of the profile: eq. 10 and 11, or eq. 12 to 16.
 *
 * Eq. 15 is printed as max(issue_prob * stall_cycles, 1) and eq. 16 as min(insts - stalls, 0). The
 * text has it the other way round, and is right: a probability is at most 1, and there are
 * non-overlapped instructions "if the number of issued instructions is more than the stall cycles".
 * So it is min(..., 1) and max(..., 0) here; both agree with Fig. 8 (b). */
double interval_nonoverlapped(const struct interval_profile *p, const struct interval *i,
                              const struct interval_core *core);

/* The probability that a scheduler of `warps` warps issues in a cycle, by the Markov chain (Chen
 * and Aamodt, HPCA 2009, as GPUMech describes it). An activated warp becomes suspended with
 * probability p per cycle and activated again with probability 1 / M, where M is the mean length of
 * a stall. In the steady state both transitions balance, a p = (1 - a) / M, so a = 1 / (1 + p M).
 * The scheduler issues if at least one of its warps is activated: 1 - (1 - a)^warps. */
double interval_markov_busy(double p, double suspended_cycles, double warps);

/* CPI_multithreading of the core: by eq. 1, by the Markov chain or, for all other models, by eq. 7,
 * which needs the profile's intervals. 0 for a profile without instructions. */
double interval_multithreading_cpi(const struct interval_profile *p,
                                   const struct interval_core *core, enum interval_model model);
