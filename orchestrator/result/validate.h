/* validate.h -- the numbers of a result that tables and figures show, and a prediction's compared
 * with its reference's: errors, coverage of intervals, speedups. */
#pragma once

#include "orchestrator/result/result.h"

/* The numbers of a result, without the counters and runs behind them. */
struct result_values {
    struct estimate metrics[METRIC_COUNT], time_ms; /* low, high: NAN where there are none */
    double percent;                                 /* of the pixels, traced */
    bool exact;                                     /* a prediction that estimates nothing */
    double
        fills; /* sampling units: how often those that were run fill the GPU; 0 for other samples */
    uint32_t runs;                  /* whose mean it is; 1 for predictions */
    double deviation[METRIC_COUNT]; /* of a single run; 0 where there is one */
    struct cost cost;               /* of all of them */
};

void result_values(struct result_values *out, const struct result *r);

enum coverage {
    COVERED_NOTHING, /* there is no interval */
    COVERED_INSIDE,  /* it holds the reference */
    COVERED_OUTSIDE,
};

/* The times of a speedup. Setup, which both sides need alike, is in neither. For a reference
 * that is the mean of several runs one run counts, on the clock with as many threads as the
 * prediction. */
enum speedup {
    SPEEDUP_CPU,              /* processor time: simulate of the reference over the prediction's */
    SPEEDUP_CPU_WITH_PROFILE, /* the same, over profile + simulate */
    SPEEDUP_WALL,             /* both again on the clock */
    SPEEDUP_WALL_WITH_PROFILE,
    SPEEDUPS
};
struct speedup_row {
    const char *name;   /* in JSON documents */
    const char *column; /* in tables of runs */
    const char *title;  /* for people */
};
extern const struct speedup_row speedup_rows[SPEEDUPS];

struct validation {
    double error[METRIC_COUNT]; /* signed fraction of the reference; NAN where that is 0 and the
                                   prediction is not */
    double mae;                 /* mean of the absolute errors of the seven; NAN if one is */
    enum coverage covered[METRIC_COUNT]; /* COVERED_NOTHING where the prediction is exact */
    uint32_t inside, intervals;          /* intervals that hold, and all intervals */
    double speedup[SPEEDUPS];            /* NAN where the prediction took no time */
};

void validate_compare(struct validation *out, const struct result_values *prediction,
                      const struct result_values *reference);
void validate_nothing(struct validation *out); /* all NAN, no coverage */

/* The cost of a prediction and its reference, which share their setup. */
struct cost validation_cost(const struct cost *prediction, const struct cost *reference);
