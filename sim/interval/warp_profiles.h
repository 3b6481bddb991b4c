/* warp_profiles.h -- the interval profiles of a kernel's warps (GPUMech, section III) on a GPU: the
 * instructions of its trace with the latencies that the input collector has found.
 *
 * The latency of an instruction is that of all its executions (section V-B): of arithmetic the
 * configuration's, of a load the mean over where its executions found their data, AMAT, and the
 * cycles in which its sectors enter the L1D behind the first. A trace_ray differs from one
 * execution to the next by more than its mean: it has the latency of the very execution, its
 * longest lane's. */
#pragma once

#include "sim/interval/collector.h"

struct warp_profiles {
    const struct kernel_trace *trace; /* borrowed, as the next one */
    const struct collected *collected;
    double issue_rate;
    struct warp_profiles_inst {
        double latency; /* of trace_ray: what is added to that of the execution */
        struct interval_access access;
        bool accesses; /* memory or the RT unit */
    } * insts;         /* by number */
};

enum st_code warp_profiles_create(struct warp_profiles *out, const struct gpu_config *config,
                                  const struct kernel_trace *trace,
                                  const struct collected *collected,
                                  const struct interval_latency *latency, struct status *st);
void warp_profiles_free(struct warp_profiles *p); /* leaves it empty */

/* The profile of a warp; keep: with its intervals. The builder is the calling thread's own. */
enum st_code warp_profiles_make(const struct warp_profiles *p, struct interval_builder *b,
                                uint32_t warp, bool keep, struct interval_profile *out,
                                struct status *st);
/* Those of all warps, without their intervals, on `threads` threads. */
enum st_code warp_profiles_all(const struct warp_profiles *p, uint32_t threads,
                               struct interval_profile *out, double *helpers_cpu_s,
                               struct status *st);
