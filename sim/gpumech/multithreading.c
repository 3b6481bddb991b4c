#include "sim/gpumech/multithreading.h"

#include <math.h>

double interval_busy_schedulers(const struct interval_core *core)
{
    if (!(core->warps >= 1) || !core->schedulers)
        BUG("interval: a core of %g warps and %u schedulers", core->warps, core->schedulers);
    return fmin(core->schedulers, core->warps);
}

double interval_scheduler_warps(const struct interval_core *core)
{
    return core->warps / interval_busy_schedulers(core);
}

double interval_issue_prob(const struct interval_profile *p)
{
    return interval_warp_perf(p);
}

/* Round robin: between two instructions of the warp every other warp gets one turn. */
static double nonoverlapped_round_robin(const struct interval_profile *p, const struct interval *i,
                                        double others)
{
    double waiting_slots = (double)i->insts - 1;            /* eq. 10 */
    return interval_issue_prob(p) * others * waiting_slots; /* eq. 11 */
}

/* Greedy then oldest: during the warp's stall each other warp gets at most one turn, in which it
 * issues an interval. */
static double nonoverlapped_greedy(const struct interval_profile *p, const struct interval *i,
                                   double others)
{
    double prob_in_stall = fmin(interval_issue_prob(p) * i->stall_cycles, 1); /* eq. 15 */
    double warps_in_stall = prob_in_stall * others;                           /* eq. 14 */
    double avg_insts = (double)p->insts / p->n_intervals;                     /* eq. 13 */
    double insts_in_stall = avg_insts * warps_in_stall;                       /* eq. 12 */
    return fmax(insts_in_stall - i->stall_cycles * p->issue_rate, 0);         /* eq. 16 */
}

double interval_nonoverlapped(const struct interval_profile *p, const struct interval *i,
                              const struct interval_core *core)
{
    double others = interval_scheduler_warps(core) - 1;
    return core->policy == INTERVAL_GREEDY_THEN_OLDEST ? nonoverlapped_greedy(p, i, others)
                                                       : nonoverlapped_round_robin(p, i, others);
}

double interval_markov_busy(double p, double suspended_cycles, double warps)
{
    double activated = 1 / (1 + p * suspended_cycles);
    return 1 - pow(1 - activated, warps);
}

/* The CPI of a core by eq. 1: its IPC is that of a warp alone times the number of warps. */
static double cpi_naive(const struct interval_profile *p, const struct interval_core *core)
{
    return 1 / (interval_warp_perf(p) * core->warps);
}

static double cpi_markov(const struct interval_profile *p, const struct interval_core *core)
{
    double issue_cycles = (double)p->insts / p->issue_rate;
    double chance = (double)p->n_stalls / issue_cycles;
    double suspended = p->n_stalls ? p->stall_cycles / (double)p->n_stalls : 0;
    double busy = interval_markov_busy(chance, suspended, interval_scheduler_warps(core));
    return 1 / (busy * p->issue_rate * interval_busy_schedulers(core));
}

/* The CPI of a core by eq. 7 and 8. */
static double cpi_multithreading(const struct interval_profile *p, const struct interval_core *core)
{
    if (!p->n_intervals)
        BUG("interval: a profile whose intervals were not kept");
    double nonoverlapped = 0;
    for (uint32_t i = 0; i < p->n_intervals; i++)
        nonoverlapped += interval_nonoverlapped(p, &p->intervals[i], core);
    double cycles = interval_profile_cycles(p) + nonoverlapped / p->issue_rate;
    return cycles / (core->warps * (double)p->insts);
}

double interval_multithreading_cpi(const struct interval_profile *p,
                                   const struct interval_core *core, enum interval_model model)
{
    if (!p->insts)
        return 0;
    double least = core->unbounded ? 0 : 1 / (interval_busy_schedulers(core) * p->issue_rate);
    double cpi = model == INTERVAL_NAIVE    ? cpi_naive(p, core)
                 : model == INTERVAL_MARKOV ? cpi_markov(p, core)
                                            : cpi_multithreading(p, core);
    return fmax(cpi, least);
}
