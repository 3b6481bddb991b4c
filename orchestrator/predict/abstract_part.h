/* abstract_part.h -- the frame on the whole GPU by the abstract timing model: all of it, or windows
 * of it (partition/part.h) that fill the GPU --waves times, completed to all of it.
 *
 * A run that an interrupt ends is completed, too, once a warp has ended. */
#pragma once

#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

/* What the run is of; all borrowed, but for `part`. */
struct abstract_part {
    struct frame_job job;
    const struct pipeline *pipeline;
    struct result *result; /* gets `abstract` */
    struct part part;
    uint64_t slots; /* warps that the GPU holds */
    enum st_code code;
    struct status st;
};

/* Chooses what is run: windows that fill the GPU `waves` times, 0 for all of the frame. */
enum st_code abstract_part_create(struct abstract_part *out, const struct frame_job *job,
                                  const struct pipeline *p, uint32_t waves, struct result *r,
                                  struct status *st);
void abstract_part_release(struct abstract_part *a); /* leaves it empty */
/* Runs it; a failure is left in `code` and `st`. `context` is the abstract_part. */
void abstract_part_run(void *context, struct progress *progress);
/* The heatmap came with what the warps of the frame execute, the same in every model; from a sample
 * of them it is an estimate with errors of its own. */
bool abstract_part_profiled(const struct frame_job *job, const struct pipeline *p);
