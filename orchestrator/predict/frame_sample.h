/* frame_sample.h -- runs a frame on the whole GPU: all of it, or sampling units of it
 * (partition/cta_sample.h) that fill the GPU --fills times and whose counters are completed to the
 * whole frame. */
#pragma once

#include "orchestrator/predict/frame_estimate.h"
#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

/* A run of one frame. All members but `part` are borrowed. */
struct frame_sample {
    struct frame_job job;
    const struct pipeline *pipeline;
    struct result *result; /* gets the evidence, except its sample and model */
    struct cta_sample part;
    uint64_t slots; /* warps that the GPU holds */
};

/* Chooses the sampling units that fill the GPU `fills` times; 0: all of the frame. */
enum st_code frame_sample_choose(struct cta_sample *out, const struct pipeline *p,
                                 const struct frame *frame, uint32_t fills, struct status *st);
/* Makes ready to run them. */
enum st_code frame_sample_create(struct frame_sample *out, const struct frame_job *job,
                                 const struct pipeline *p, uint32_t fills, struct result *r,
                                 struct status *st);
void frame_sample_release(struct frame_sample *a); /* leaves it empty */
/* Runs the part by r->evidence.model on all threads. A run that an interrupt ends is completed too
 * where the model is the cycle or the approximate one; other models give no estimate then. */
enum st_code frame_sample_run(struct frame_sample *a, struct progress *progress, struct status *st);
/* Tells how the frame's instruction count is known where `traced` of its pixels were run. */
struct frame_counting frame_sample_counting(const struct frame_job *job, const struct pipeline *p,
                                            uint64_t traced);
