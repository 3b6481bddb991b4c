/* sequence.h -- the frames of a camera path, predicted one after the other.
 *
 * Scene and acceleration structures are opened once. Each frame is predicted exactly as it is
 * alone, so that neither their order nor their number changes a result; a frame's memory is
 * released before the next.
 *
 * Intervals of the summary. The errors of the frames of a path are not independent: they share
 * scene, GPU model, estimator and seed. So no errors are assumed to cancel. The mean's bounds are
 * the means of the frames' bounds: whatever the dependence, the standard error of a mean is at most
 * the mean of the standard errors. Slowest frame and percentile have the same statistic of the
 * frames' lower and of their upper bounds: both grow with every frame's time, so they lie between
 * these whenever every frame's time lies in its interval. That is as likely as for one frame where
 * all frames err alike, and the less likely the less they do; never less than 1 - n a, with a the
 * chance that one interval misses. A summary of which one frame has no bounds has none. */
#pragma once

#include "orchestrator/result/validate.h"
#include "orchestrator/settings/range.h"
#include "orchestrator/study/job.h"

#include <stdio.h>

struct sequence_frame {
    uint32_t number;
    struct result_values values;
};

struct sequence {
    struct settings settings; /* texts borrowed from the caller's */
    char *scene;              /* name */
    struct gpu_config gpu;
    struct frame frame; /* the first; all share it, except for its number */
    struct range range;
    struct sequence_frame *frames; /* the done ones, in the range's order */
    size_t n, asked;
    bool interrupted;         /* a signal ended it */
    enum st_code code;        /* of the frame that failed and ended it; else ST_OK */
    char reason[STATUS_TEXT]; /* of that frame's failure */
    uint32_t failed;          /* number of that frame */
    struct cost cost;         /* summed; the scene is in the first frame's */
    size_t profiles_cached;   /* frames whose profile was found in the cache */
};

/* Predicts the frames of settings->command.frames. A signal (common/interrupt.h) or a frame that
 * fails ends it; *out has the frames before it. Fails where there is none, and where `visit` fails
 * for the first frame. `dump` as in predict_frame. */
enum st_code sequence_run(struct sequence *out, const struct settings *settings, job_visit visit,
                          void *context, FILE *dump, struct status *st);
void sequence_free(struct sequence *s); /* leaves it empty */

/* ST_USAGE where the scene's camera path does not have all of these frames. */
enum st_code sequence_check_frames(const struct range *frames, const struct settings *settings,
                                   const struct scene *scene, struct status *st);

/* Frames from which on the 99th percentile differs from the slowest. */
enum { SEQUENCE_PERCENTILE_FROM = 101 };

struct sequence_summary {
    struct estimate mean_ms, slowest_ms, percentile_ms; /* percentile: the 99th by nearest rank, NAN
                                                           below SEQUENCE_PERCENTILE_FROM frames */
    struct estimate frames_per_second;                  /* of the whole: 1000 / mean_ms */
    uint32_t slowest;                                   /* its number: the first of equals */
    struct estimate metrics[METRIC_COUNT];              /* means over the frames */
};
/* Summarizes at least one frame. ST_NOMEM. */
enum st_code sequence_summarize(struct sequence_summary *out, const struct sequence *s,
                                struct status *st);
