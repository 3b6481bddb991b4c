/* resolve.h -- adds runs to a comparison until it is certain which GPU is faster.
 *
 * A GPU's ratio of frame time to the first GPU is open where the prediction's interval does not
 * tell which is faster. Whole frames are then simulated on both, in rounds: 2, 4, 8, 16, 32 and 48
 * runs in total. Run i of one GPU has the perturbation of run i of the other (predict/repeat.h),
 * and the ratio comes from Student's t on the paired logarithms (ratios.h). The runs are kept in
 * the store like any other results: none is made twice. */
#pragma once

#include "orchestrator/compare/comparison.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/sweep.h"

struct resolve {
    const struct study *study;       /* the study that is compared */
    const struct study_table *table; /* table of the study */
    double error;                    /* percent; a ratio with an interval this narrow is not open */
    struct sweep_options how;
    void (*say)(void *context, const char *line); /* called with a line about each round before it
                                                   */
    void *context;
};

struct resolve_end {
    size_t open;      /* ratios that are neither certain nor as narrow as `error` */
    bool interrupted; /* a signal ended it; the finished runs are in the comparison */
};

/* Adds runs to the cells and updates the comparison. */
enum st_code comparison_resolve(struct comparison *c, struct store *store, const struct resolve *r,
                                struct resolve_end *end, struct status *st);
