/* combine.h -- from the groups to the frame (paper, III-H).
 *
 * Both modes: IPC is summed, since the groups' GPUs are parts of one GPU that run side by side;
 * cycles are the mean of the groups' extrapolated cycles.
 * counters (default)  every rate is computed from the counters summed over the groups; with
 *                     exponential extrapolation that rate is itself fitted over the percentages.
 * paper               every rate is the plain mean of the groups' rates.
 *
 * Groups that are not finished do not count; where only n of K groups with pixels are, IPC is the
 * sum times K/n. Groups without a pixel (an image plane smaller than K chunks) were not run and are
 * no groups here.
 *
 * Intervals: the finished groups are replicates (interval.h), each a sample of its own on a scale
 * model of its own; the error that all scale models have in common is in the row of the sample. One
 * whole frame on the whole GPU is exact. One group of a part of the pixels has no interval. */
#pragma once

#include "orchestrator/result/result.h"

/* Fills r->counters and r->metrics from the finished groups, at least one, after extrapolate_groups
 * has completed them; may append fits. */
enum st_code combine_groups(struct result *r, struct status *st);

/* The counters of the finished groups at a level, merged in the order of the groups. */
void combine_counters(const struct result *r, uint32_t level, struct gpu_counters *out);
