/* combine.h -- from the groups to the frame (paper, III-H).
 *
 * Both modes: IPC is summed, since the groups' GPUs are parts of one GPU that run side by side;
 * cycles are the mean of the groups' extrapolated cycles.
 * counters (default)  every rate is computed from the counters summed over the groups; with
 *                     exponential extrapolation that rate is itself fitted over the percentages.
 * paper               every rate is the plain mean of the groups' rates.
 *
 * Groups without a pixel (an image plane smaller than K chunks) were not run and count nowhere. */
#ifndef ORCHESTRATOR_COMBINE_H
#define ORCHESTRATOR_COMBINE_H

#include "orchestrator/result.h"

/* Fills r->counters and r->metrics from the groups, which extrapolate_groups has completed; may
 * append fits. */
enum st_code combine_groups(struct result *r, struct status *st);

/* The counters of all groups at a level, merged in the order of the groups. */
void combine_counters(const struct result *r, uint32_t level, struct gpu_counters *out);

#endif
