/* contention.h -- delays of warps by contention for resources (GPUMech, section IV-B).
 *
 * Delays are cycles by which an interval of the representative warp becomes longer. All W warps of
 * the core go through it and all are delayed, so that the time in which the core executes W N
 * instructions (multithreading.h) grows by the sum of the delays:
 *
 *   CPI_rc_contention = sum of the delays / (W N)                                  (eq. 17)
 *
 * The paper prints a division by the warp's N alone, which is the CPI of a warp and cannot be added
 * to CPI_multithreading, which is the core's (eq. 3). An example that tells them apart: W warps
 * whose load has one request each, M MSHRs, W much larger than M. The MSHRs give back M requests
 * per miss latency L, so that the core cannot be faster than W L / M cycles per interval, which is
 * L / (M N) cycles per instruction however many warps there are. Eq. 19 gives about L W / (2 M)
 * cycles per interval: over W N that is half the bound, the mean of requests that wait from 0 to W
 * L / M; over N it would grow with the number of warps without end.
 *
 * Numbers of requests are expectations and need not be whole. */
#pragma once

#include "sim/gpumech/multithreading.h"

#include <stdint.h>

struct interval_resources {
    uint32_t cores;
    uint32_t mshrs;      /* of a core's L1D; 0: unlimited */
    double miss_cycles;  /* avg_miss_latency: latency of an L1D miss, without queueing for MSHRs */
    double line_cycles;  /* s: core cycles in which all DRAM channels together move one line */
    uint32_t rt_warps;   /* traces that a core's RT unit holds; 0: unlimited */
    double trace_cycles; /* of a trace alone in the unit; > 0 if there are traces */
    double trace_requests; /* cycles in which the unit sends a request for a trace, at most
                              trace_cycles */
};

/* The s of eq. 22: freq_core * L / B. */
double interval_line_cycles(double core_hz, double line_B, double bytes_per_second);

/* How often one of n requests that arrive at once waits until a place is free, on average. There
 * are `places` places, each of which serves one request at a time: request j waits ceil(j / places)
 * - 1 service times. For n that are not whole, the sum over j becomes the integral over x of ceil(x
 * / places), which is equal at whole n. 0 if there is room for all, or n is 0. */
double interval_rounds_waited(double n, uint32_t places);

/* The delay of an interval by MSHRs: eq. 18 to 20. */
double interval_mshr_delay(const struct interval *i, const struct interval_core *core,
                           const struct interval_resources *has);

/* The delay of an interval by DRAM bandwidth: eq. 21 to 23. The interval lasts `warp_cycles` in a
 * warp alone, and the n requests of all cores arrive in that time, so lambda = n / warp_cycles and
 * rho = lambda s. Returns the smaller of an M/D/1 queue's wait, lambda s^2 / (2 (1 - rho)), and the
 * cap, s n / 2; from rho = 1 on, where the queue has no steady state, the cap. */
double interval_bandwidth_delay(const struct interval *i, double warp_cycles,
                                const struct interval_core *core,
                                const struct interval_resources *has);

/* The RT unit, which the paper's GPU lacks: a resource with places that are held for long, like the
 * MSHRs ("the approach can be generalized").
 *
 * A place is one of the unit's `rt_warps` warps. With k of them taken, a trace needs its own walk,
 * trace_cycles (the longest lane: records one after the other, each its fetch and its test); and
 * the unit sends one request per cycle for all of them, so none of k traces of Q requests, which
 * take turns, ends before k Q cycles. So a trace holds its place for
 *
 *   S(k) = max(trace_cycles, k Q),  k = min(n, rt_warps)
 *
 * where n is the number of the core's concurrent traces: those of the interval times the warps, at
 * most one per warp, because a warp's next trace waits for the one before. Trace j of n waits
 * ceil(j / rt_warps) - 1 times S(k). The delay per trace is that wait plus S(k) - S(1); the
 * interval's stall contains the rest. */
double interval_trace_service(const struct interval_resources *has, double residents);
double interval_rt_delay(const struct interval *i, const struct interval_core *core,
                         const struct interval_resources *has);

/* A prediction, in cycles per instruction of a core. */
struct interval_prediction {
    double cpi; /* eq. 3: the sum of the parts below */
    double multithreading;
    double mshr, queue; /* delays by MSHRs, and by DRAM */
    double rt;
};

/* Predicts the CPI of a core: eq. 3 and 17. Delays by MSHRs and the RT unit are part of
 * INTERVAL_MT_MSHR and INTERVAL_MT_MSHR_BAND, delays by DRAM of the latter only; other delays are
 * 0. All is 0 for a profile without instructions. */
void interval_predict(struct interval_prediction *out, const struct interval_profile *p,
                      const struct interval_core *core, const struct interval_resources *has,
                      enum interval_model model);
