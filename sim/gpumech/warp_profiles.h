/* warp_profiles.h -- the interval profiles of a kernel's warps (GPUMech, section III) on a GPU: the
 * instructions of its trace with the latencies that the input collector has found.
 *
 * The latency of an instruction is that of all its executions (section V-B): of arithmetic the
 * configuration's, of a load the mean over where its executions found their data, AMAT, and the
 * cycles in which its sectors enter the L1D behind the first. A trace_ray differs from one
 * execution to the next by more than its mean: it has that of the very execution, the records of
 * its longest lane one after the other, each with the mean of its kind.
 *
 * Of many warps some go through the interval algorithm, one of each of WARP_PROFILES_EXACT equal
 * parts of the grid. The others stall at each of their instructions for as long as these do at that
 * instruction on average, and on their traces as much of them. */
#pragma once

#include "sim/gpumech/collector.h"
#include "sim/gpumech/latency.h"

enum { WARP_PROFILES_EXACT = 64 };

/* A trace_ray alone in the unit. */
struct warp_trace {
    double cycles;             /* of the longest lane */
    double requests;           /* cycles in which the unit asks for something or stores it */
    double records, far, dram; /* of the longest lane: all, not in the L1D, from DRAM */
};

struct warp_profiles {
    const struct digest *digest; /* borrowed */
    double issue_rate;
    struct warp_profiles_inst {
        double latency; /* of trace_ray: what is added to that of the execution */
        struct interval_access access;
        bool accesses;         /* memory or the RT unit */
    } * insts;                 /* by number */
    struct warp_trace *traces; /* as the digest's */
};

enum st_code warp_profiles_create(struct warp_profiles *out, const struct gpu_config *config,
                                  const struct digest *digest, const struct collected *collected,
                                  const struct interval_latency *latency, struct status *st);
void warp_profiles_free(struct warp_profiles *p); /* leaves it empty */

/* The sum of a warp's traces. */
struct warp_trace warp_profiles_traces(const struct warp_profiles *p, uint32_t warp);

/* What instructions stall for, by number: sums, and how often each was issued. */
struct warp_stalls {
    struct interval_stalls stalls;
    uint64_t n;
};

/* The profile of a warp; keep: with its intervals. The builder is the calling thread's own. Adds to
 * stalls[], which may be NULL. */
enum st_code warp_profiles_make(const struct warp_profiles *p, struct interval_builder *b,
                                uint32_t warp, bool keep, struct warp_stalls *stalls,
                                struct interval_profile *out, struct status *st);
/* Those of all warps, without their intervals, on `threads` threads. */
enum st_code warp_profiles_all(const struct warp_profiles *p, uint32_t threads,
                               struct interval_profile *out, double *helpers_cpu_s,
                               struct status *st);
