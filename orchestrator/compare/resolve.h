/* resolve.h -- goes on with a comparison until it can say which GPU is faster.
 *
 * Where predictions leave the ratio of a GPU's frame time to the first GPU's open, whole frames are
 * simulated on both, in rounds: 2, 4, 8, 16, 32 and 48 runs in all. Run i of one GPU is perturbed
 * as run i of the other (predict/repeat.h), and Student's t on the paired logarithms says the ratio
 * (ratios.h). A round's runs are results of the store as any other: none is made twice. */
#pragma once

#include "orchestrator/compare/comparison.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/sweep.h"

struct resolve {
    const struct study *study;       /* whose points the comparison is of */
    const struct study_table *table; /* of it */
    double error;                    /* percent: a ratio known within that is not open */
    struct sweep_options how;
    void (*say)(void *context, const char *line); /* of a round, beforehand */
    void *context;
};

struct resolve_end {
    size_t open;      /* ratios that are neither certain nor known within the error */
    bool interrupted; /* by a signal; the finished runs are in the comparison */
};

/* Adds runs to the cells and updates the comparison. */
enum st_code comparison_resolve(struct comparison *c, struct store *store, const struct resolve *r,
                                struct resolve_end *end, struct status *st);
