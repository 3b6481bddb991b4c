/* frame_part.h -- the frame on the whole GPU by one of the two timing models: all of it, or windows
 * of it (partition/part.h) that fill the GPU --waves times, completed to all of it.
 *
 * A run that an interrupt ends is completed, too. */
#pragma once

#include "orchestrator/predict/frame_estimate.h"
#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

/* What the runs are of; all borrowed, but for `part` and `ends`. */
struct frame_part {
    struct frame_job job;
    const struct pipeline *pipeline;
    struct result *result; /* gets `windows`, or `approximate` and `approximate_repeats` */
    bool cycle;            /* the cycle model runs it, once; else the approximate one */
    struct run *run;       /* of the result: the first */
    struct part part;
    uint64_t slots; /* warps that the GPU holds */
    uint32_t runs;  /* all of the same, each perturbed (repeat.h) but the first */
    struct status *ends;
};

/* Chooses what is run: windows that fill the GPU `waves` times, which is as --waves is given. The
 * result's approximate_repeats become new ones. `cycle`: by the cycle model. */
enum st_code frame_part_create(struct frame_part *out, const struct frame_job *job,
                               const struct pipeline *p, uint32_t waves, bool cycle,
                               struct result *r, struct status *st);
void frame_part_release(struct frame_part *a); /* leaves it empty */
/* Run i of a->runs, which may go on side by side; each a task of `beside`. `context` is the
 * frame_part. */
void frame_part_run(void *context, uint32_t i, struct progress *progress);
struct beside frame_part_beside(struct frame_part *a);
/* What became of the runs: of those that failed the first. */
enum st_code frame_part_end(const struct frame_part *a, struct status *st);
/* The heatmap came with what the warps of the frame execute, the same in every model; from a sample
 * of them it is an estimate with errors of its own. */
bool frame_part_profiled(const struct frame_job *job, const struct pipeline *p);
/* Where `traced` pixels of it were run. */
struct frame_counting frame_part_counting(const struct frame_job *job, const struct pipeline *p,
                                          uint64_t traced);
