/* frame_estimate.h -- what estimates from runs on the whole GPU have in common: metrics that follow
 * from others, and bounds from what errors of each metric stay below. */
#pragma once

#include "heatmap/sample.h"
#include "orchestrator/result/result.h"

/* What all of the frame executes. */
struct frame_counting {
    bool known; /* from the same program, not by this estimate */
    struct sample_error error;
};

/* Sets r->metrics. `values`: each metric's, of which IPC, known from the frame's instructions and
 * cycles, and bandwidth, at most DRAM efficiency, are set here. `allowances`: what
 * CALIBRATION_CONFIDENCE percent of the errors of such frames stay below, on the metric's scale.
 */
void frame_estimate(struct result *r, uint64_t thread_instructions,
                    const struct frame_counting *counting, double values[METRIC_COUNT],
                    const double allowances[METRIC_COUNT]);
