/* sequence.h -- the frames of a camera path, predicted one after the other.
 *
 * Scene and acceleration structures are opened once. Each frame is predicted exactly as it is
 * alone, so neither the order nor the number of frames changes a result; a frame's memory is
 * released before the next.
 *
 * Intervals of the summary. The errors of the frames of a path are not independent: they share
 * scene, GPU model, estimator and seed. So no errors are assumed to cancel. The mean's bounds are
 * the means of the frames' bounds: whatever the dependence, the standard error of a mean is at most
 * the mean of the standard errors. For the slowest frame and the percentile, each bound is the same
 * statistic of the frames' lower or upper bounds. Both statistics grow with every frame's time, so
 * they lie between their bounds whenever every frame's time lies in its interval. Where all frames
 * err alike, that is as likely as for one frame; the less alike they err, the less likely it is,
 * but never less than 1 - n a, where a is the chance that one interval misses. The summary has no
 * bounds where one frame has none. */
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
    struct settings settings; /* texts are borrowed from the caller's settings */
    char *scene;              /* the scene's name */
    struct gpu_config gpu;
    struct frame frame; /* that of the first frame; the others differ only in their number */
    struct range range;
    struct sequence_frame *frames; /* the finished frames, in the order of the range */
    size_t n, asked;
    bool interrupted;         /* whether a signal ended the sequence */
    enum st_code code;        /* code of the frame whose failure ended the sequence; else ST_OK */
    char reason[STATUS_TEXT]; /* reason of that failure */
    uint32_t failed;          /* number of that frame */
    struct cost cost;         /* sum over the frames; the scene's cost is in the first frame's */
    size_t profiles_cached;   /* frames whose profile was found in the cache */
};

/* Predicts the frames of settings->command.frames. A signal (common/interrupt.h) or a frame that
 * fails ends the sequence; *out then has the frames before. Fails where there are none, and where
 * `visit` fails for the first frame. `dump` is that of predict_frame. */
enum st_code sequence_run(struct sequence *out, const struct settings *settings, job_visit visit,
                          void *context, FILE *dump, struct status *st);
void sequence_free(struct sequence *s); /* leaves it empty */

/* Checks that the scene's camera path has all of these frames; else ST_USAGE. */
enum st_code sequence_check_frames(const struct range *frames, const struct settings *settings,
                                   const struct scene *scene, struct status *st);

/* The least number of frames with which the 99th percentile is not the slowest frame. */
enum { SEQUENCE_PERCENTILE_FROM = 101 };

struct sequence_summary {
    struct estimate mean_ms, slowest_ms, percentile_ms; /* percentile_ms is the 99th by nearest
                                                           rank; NAN for fewer frames than
                                                           SEQUENCE_PERCENTILE_FROM */
    struct estimate frames_per_second;                  /* of the whole sequence: 1000 / mean_ms */
    uint32_t slowest;                                   /* number of the slowest frame; the first of
                                                           equals */
    struct estimate metrics[METRIC_COUNT];              /* means over the frames */
};
/* Summarizes one or more frames. ST_NOMEM. */
enum st_code sequence_summarize(struct sequence_summary *out, const struct sequence *s,
                                struct status *st);
