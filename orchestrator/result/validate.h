/* validate.h -- the numbers of a result that tables and figures show, and the comparison of a
 * prediction with its reference: errors, coverage of intervals, speedups. */
#pragma once

#include "orchestrator/result/result.h"

/* The numbers of a result, without the counters and runs behind them. */
struct result_values {
    struct estimate metrics[METRIC_COUNT], time_ms; /* low and high are NAN without an interval */
    double percent;                                 /* percentage of the pixels that were traced */
    bool exact;                                     /* the result is the whole frame by the cycle
                                                       model: nothing is estimated */
    double fills; /* how often the sampling units that were run fill the GPU; 0 for other samples */
    uint32_t runs;                  /* number of runs that the values are the mean of; 1 for
                                       predictions */
    double deviation[METRIC_COUNT]; /* standard deviation of one run; 0 if it is alone */
    struct cost cost;               /* of all runs */
};

void result_values(struct result_values *out, const struct result *r);

enum coverage {
    COVERED_NOTHING, /* there is no interval */
    COVERED_INSIDE,  /* the interval holds the reference */
    COVERED_OUTSIDE,
};

/* The ratios of times, reference over prediction. Neither time includes setup, which both sides
 * need alike. Of a reference that is the mean of several runs one run counts; its wall-clock time
 * is that with as many threads as the prediction has. */
enum speedup {
    SPEEDUP_CPU,              /* processor time: simulate of the reference over simulate of the
                                 prediction */
    SPEEDUP_CPU_WITH_PROFILE, /* processor time: simulate of the reference over profile + simulate
                                 of the prediction */
    SPEEDUP_WALL,             /* the same two ratios of wall-clock time */
    SPEEDUP_WALL_WITH_PROFILE,
    SPEEDUPS
};
struct speedup_row {
    const char *name;   /* key in JSON documents */
    const char *column; /* in tables of runs */
    const char *title;  /* for people */
};
extern const struct speedup_row speedup_rows[SPEEDUPS];

struct validation {
    double error[METRIC_COUNT]; /* signed fraction of the reference; NAN where the reference is 0
                                   and the prediction is not */
    double mae;                 /* mean of the seven metrics' absolute errors; NAN if one of them is
                                 */
    enum coverage covered[METRIC_COUNT]; /* COVERED_NOTHING where the prediction is exact */
    uint32_t inside, intervals;          /* intervals that hold the reference, and all intervals */
    double speedup[SPEEDUPS];            /* NAN where the prediction took no time */
};

void validate_compare(struct validation *out, const struct result_values *prediction,
                      const struct result_values *reference);
void validate_nothing(struct validation *out); /* all NAN, and no intervals */

/* Returns the cost of a prediction together with its reference, which share their setup. */
struct cost validation_cost(const struct cost *prediction, const struct cost *reference);
