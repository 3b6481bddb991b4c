/* estimator.h -- estimates that are refined part by part.
 *
 * An estimator simulates a frame part by part and has an estimate after each. estimator_run stops
 * when the interval is as narrow as --target-error, when all parts are simulated, or when the user
 * interrupts. */
#pragma once

#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

struct progress;
struct estimator;

struct estimator_ops {
    /* Simulates the next part into *r and sets *left to whether parts remain. The first part must
     * be enough for an interval where there can be one; without a target in r->settings the first
     * part is everything. The parts must not depend on the number of threads. An interrupt ends a
     * part early; its unfinished runs do not count. */
    enum st_code (*next_batch)(struct estimator *e, struct result *r, bool *left,
                               struct status *st);
    /* Fills the counters, the metrics and the fields that belong to them from all parts so far.
     * ST_FAILED where an interrupt left nothing to estimate from. */
    enum st_code (*estimate)(struct estimator *e, struct result *r, struct status *st);
    void (*free)(struct estimator *e);
};

/* An estimator: the first member of every estimator's own structure. */
struct estimator {
    const struct estimator_ops *ops;
    struct progress *progress; /* owned by the estimator, may be NULL; shows how the interval
                                  narrows */
};

/* Makes the estimator of a sample (orchestrator/settings/samples.h) for the frame of *p. The
 * estimator will fill *r. All arguments are borrowed. */
typedef enum st_code estimator_create(struct estimator **out, const struct frame_job *job,
                                      const struct pipeline *p, const struct result *r,
                                      struct status *st);
estimator_create frame_estimator_create, group_estimator_create;
extern estimator_create *const estimator_creators[SAMPLE_KINDS];

/* Checks that a group is finished: ST_FAILED where an interrupt left none to estimate from. */
enum st_code estimator_need_group(const struct result *r, struct status *st);

/* Fills r's estimate where r->evidence.run is the whole frame by the cycle model, which needs no
 * estimation. */
void estimator_exact(struct result *r);

/* Shows the target's metric and its interval on a progress line; NULL is a no-op. */
void estimator_show(const struct result *r, struct progress *progress);

/* Simulates parts and estimates until the interval is narrow enough; sets r->interrupted. The
 * caller keeps the estimator. */
enum st_code estimator_run(struct estimator *e, struct result *r, struct status *st);
