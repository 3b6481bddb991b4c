/* combine.h -- from the groups to the frame (paper, III-H).
 *
 * In both modes, IPC is summed, since the groups' GPUs are parts of one GPU that run side by side;
 * cycles are the mean of the groups' extrapolated cycles. The modes differ in the rates:
 * counters (default)  every rate is computed from the counters summed over the groups; with
 *                     exponential extrapolation that rate is itself fitted over the percentages.
 * paper               every rate is the plain mean of the groups' rates.
 *
 * Groups that are not finished do not count; where only n of the K groups that have pixels are
 * finished, IPC is the sum times K/n. Groups without a pixel, which occur where the image plane is
 * smaller than K chunks, were not run and are no groups here.
 *
 * Intervals: the finished groups are replicates (interval.h), each a sample of its own on a scale
 * model of its own; the error that all scale models have in common is in the row of the sample in
 * errors.h. One whole frame on the whole GPU is exact. A single group that is only a part of the
 * pixels has no interval. */
#pragma once

#include "orchestrator/result/result.h"

/* Fills r->counters and r->metrics from the finished groups, one or more, after
 * extrapolate_groups has filled their metrics; may append to r->fits. */
enum st_code combine_groups(struct result *r, struct status *st);

/* Merges the counters that the finished groups have at a level, in the order of the groups. */
void combine_counters(const struct result *r, uint32_t level, struct gpu_counters *out);
