/* measure.h -- the number of a row that a figure or table shows, by the name that study files use.
 */
#pragma once

#include "orchestrator/study/table.h"

enum measure_kind {
    MEASURE_VALUE,      /* of a metric, in its unit, with its interval */
    MEASURE_ERROR,      /* signed, in percent of the reference; the interval's ends likewise */
    MEASURE_ABS_ERROR,  /* without sign; no interval */
    MEASURE_NORMALIZED, /* over the same point's on the study's first GPU; the interval reaches from
                           the least to the greatest quotient of the two intervals */
    MEASURE_MAE,        /* mean of the seven absolute errors, percent */
    MEASURE_SPEEDUP,
    MEASURE_SPEEDUP_WITH_PROFILE,
    MEASURE_SIMULATE_CPU, /* seconds */
    MEASURE_FRAME_TIME,   /* milliseconds, with its interval */
    MEASURE_KINDS
};

struct measure_kind_row {
    const char *name;           /* in study files */
    const char *label;          /* title of an axis without a metric */
    const char *before, *after; /* around the metric's title where there is one; VALUE adds its
                                   unit */
    bool of_metric;             /* needs one */
    bool of_reference;          /* a reference has it, too */
};
extern const struct measure_kind_row measure_kinds[MEASURE_KINDS];

struct measure {
    enum measure_kind kind;
    int metric; /* enum metric_id; -1: none */
};

/* The names of the seven metrics, for headings and categories. */
extern const char *const measure_short_names[METRIC_SEVEN];

/* Reads "value.cycles", "abs_error", "mae", ...; false: there is no such measure. */
bool measure_parse(struct measure *out, const char *text);
/* The title of an axis: "|error| of GPU Simulation Cycles, %"; `metric` -1: for metrics in
 * general. */
void measure_label(const struct measure *m, char *out, size_t n);

/* The number of a row; `metric` is used where the measure names none. The value is NAN where the
 * row is not done or does not have it. */
struct estimate measure_row(const struct study_table *t, size_t row, const struct measure *m,
                            int metric);

/* The same number of the row's reference, for measures that a reference has. */
struct estimate measure_reference(const struct study_table *t, size_t row, const struct measure *m,
                                  int metric);
