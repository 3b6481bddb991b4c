/* warp_profiles.h -- the interval profiles of a kernel's warps (GPUMech, section III) on a GPU: the
 * instructions of its trace with the latencies from the input collector.
 *
 * All executions of an instruction have the same latency (section V-B): the configuration's for
 * arithmetic; for a load the mean over the levels of its data, AMAT, plus the cycles in which its
 * sectors enter the L1D after the first. Executions of a trace_ray vary by more than their mean, so
 * each has its own latency: that of the records of its longest lane one after the other, each with
 * the mean of its kind.
 *
 * If there are many warps, only some go through the interval algorithm, one from each of
 * WARP_PROFILES_EXACT equal parts of the grid. The others stall at each instruction for the mean of
 * these, and on their traces for the same part of them. */
#pragma once

#include "sim/gpumech/collector.h"
#include "sim/gpumech/latency.h"

enum { WARP_PROFILES_EXACT = 64 };

/* A trace_ray that is alone in the unit. */
struct warp_trace {
    double cycles;             /* cycles of the longest lane */
    double requests;           /* cycles in which the unit sends a request or a store */
    double records, far, dram; /* records of the longest lane: all, beyond the L1D, in DRAM */
};

struct warp_profiles {
    const struct digest *digest; /* borrowed */
    double issue_rate;
    struct warp_profiles_inst {
        double latency; /* for trace_ray: added to the cycles of the trace */
        struct interval_access access;
        bool accesses;         /* whether it uses memory or the RT unit */
    } * insts;                 /* by number of the instruction */
    struct warp_trace *traces; /* in the order of the digest's traces */
};

enum st_code warp_profiles_create(struct warp_profiles *out, const struct gpu_config *config,
                                  const struct digest *digest, const struct collected *collected,
                                  const struct interval_latency *latency, struct status *st);
void warp_profiles_free(struct warp_profiles *p); /* leaves it empty */

/* The sums over a warp's traces. */
struct warp_trace warp_profiles_traces(const struct warp_profiles *p, uint32_t warp);

/* The stalls at an instruction: sums, and number of issues. */
struct warp_stalls {
    struct interval_stalls stalls;
    uint64_t n;
};

/* Makes the profile of a warp; keep: with its intervals. The builder belongs to the calling thread.
 * Adds the stalls at each instruction to stalls[] unless that is NULL. */
enum st_code warp_profiles_make(const struct warp_profiles *p, struct interval_builder *b,
                                uint32_t warp, bool keep, struct warp_stalls *stalls,
                                struct interval_profile *out, struct status *st);
/* Makes the profiles of all warps, without intervals, on `threads` threads. */
enum st_code warp_profiles_all(const struct warp_profiles *p, uint32_t threads,
                               struct interval_profile *out, double *helpers_cpu_s,
                               struct status *st);
