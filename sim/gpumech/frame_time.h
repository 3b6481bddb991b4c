/* frame_time.h -- computes the time of a whole grid from its warps alone: the warps of all SMs run
 * side by side, each delayed by the others' demands for the same resources.
 *
 * GPUMech predicts the CPI of a core on which W warps like the representative one run for ever. A
 * frame differs: its warps' work varies by more than ten times, an SM gets the next CTA when one
 * has ended, and the last warps run nearly alone. So the simulation advances from one end of a warp
 * to the next. In between every resident warp runs at its own rate, 1 / slow of its rate alone; all
 * rates are solved together.
 *
 * Rates. The resources are stations of a closed queueing network, solved by approximate mean value
 * analysis (Bard, "Some Extensions to Multiclass Queueing Network Analysis", 1979; Schweitzer,
 * 1979): an arrival at a station finds there, on average, the others that are in it at any time,
 *
 *   slow_w T_w = T_w + sum over stations k of D_wk q_wk,
 *   q_wk = sum over the other warps v of x_vk,   x_vk = D_vk (1 + q_vk) / (slow_v T_v)
 *
 * with T_w the cycles of warp w alone, D_wk its demand for station k in that time and x_vk the part
 * of its time that v is at k, waiting or served. No station is used for more than all of the time,
 * for any demands: eq. 21's M/D/1 queue needs a cap because its arrivals come as if no warp were
 * delayed; here delayed warps arrive later.
 *
 * The stations, and the source of a demand:
 *
 *   issue      a scheduler issues an instruction per cycle
 *   port       sectors of loads and stores enter the L1D, one a bank and cycle
 *   requests   the RT unit makes one request or store a cycle, in a cycle in which the port leaves
 *              it the bank: each takes 1 / (1 - utilisation of the port)
 *   rt         the RT unit holds rt.max_warps traces, each as long as its longest lane with its
 *              waits: a station of m servers, modelled as one server of D / m and a delay
 *              (Seidmann, Schweitzer, Shalev-Oren, 1987)
 *   mshr       an MSHR of the L1D is held by a sector read from the miss to its reply: a
 *              station of l1d.mshrs servers, modelled as one of latency / l1d.mshrs
 *   rt_mshr    the same for the RT unit's sectors, if rt.mshrs limits them
 *   l2         of all SMs: a slice passes one sector a cycle, in, out, from and to DRAM
 *   dram       of all SMs: a channel's bus moves a sector in so many cycles
 *
 * A trace waits only for the requests of its longest lane; its other requests (`beside`) use the
 * station's time, so waits are longer by 1 / (1 - its utilisation). Instructions wait for stores
 * and write-backs (`posted`) only if the queue in front of the station is full: with the
 * probability u^places at a utilisation u, that of as many customers in an M/M/1 queue. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

enum station {
    STATION_ISSUE,
    STATION_PORT,
    STATION_REQUESTS,
    STATION_MSHR,
    STATION_RT_MSHR,
    STATION_L2,
    STATION_DRAM,
    STATIONS
};

/* The work of a warp alone. Times are core cycles. A demand for a station with several servers is
 * for one of them, divided as if all were one server that is as fast as all. */
struct warp_work {
    uint64_t insts;
    double cycles;           /* T: above 0 if there are instructions */
    double wants[STATIONS];  /* demand for which the warp waits */
    double beside[STATIONS]; /* demand for which the warp does not wait, and which delays only
                                others */
    double posted[STATIONS]; /* demand for which the warp waits only if the queue is full */
    double traced[STATIONS]; /* the part of `wants` that arises in traces */
    double trace_cycles;     /* the part of T that the warp spends in traces */
};

struct frame_machine {
    uint32_t sms;
    uint32_t resident_ctas, cta_warps; /* CTAs that an SM holds; warps of a CTA */
    uint32_t rt_warps;                 /* traces that an RT unit holds; 0: unlimited */
    uint32_t posted_places;            /* places of a queue of posted requests */
    bool own_port; /* the RT unit has its own port: its requests do not wait for loads */
    /* slowdown of a warp, by the number of other warps on its SM. It is used instead of the
     * queueing network; NULL: the network is solved */
    const double *slow;
};

/* The time of a frame. All but `cycles` are sums over warps or SMs: cycles that warps spent alone,
 * and cycles that they lost by cause. */
struct frame_time {
    double cycles; /* from the first CTA to the end of the last */
    double alone, waits[STATIONS], rt;
    double warp_cycles; /* residency of all warps: the sum of alone, waits and rt */
    double busy;        /* cycles with a warp, summed over SMs */
};

/* Finds the time of a grid of n warps. CTA c begins at works[c * cta_warps]; n must be a multiple
 * of cta_warps. */
enum st_code frame_time_find(struct frame_time *out, const struct frame_machine *machine,
                             const struct warp_work *works, uint32_t n, struct status *st);
