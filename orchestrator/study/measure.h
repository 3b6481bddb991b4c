/* measure.h -- the number of a row that a figure or table shows, which study files name. */
#pragma once

#include "orchestrator/study/table.h"

enum measure_kind {
    MEASURE_VALUE,      /* a metric's value in its unit, with its interval */
    MEASURE_ERROR,      /* signed error, in percent of the reference; the ends of the interval in
                           the same way */
    MEASURE_ABS_ERROR,  /* absolute error, in percent; no interval */
    MEASURE_NORMALIZED, /* value over that of the same point on the study's first GPU; the interval
                           has the least and the greatest quotient of the two intervals */
    MEASURE_MAE,        /* mean of the seven metrics' absolute errors, in percent */
    MEASURE_SPEEDUP,
    MEASURE_SPEEDUP_WITH_PROFILE,
    MEASURE_SIMULATE_CPU, /* processor time of the simulation, in seconds */
    MEASURE_FRAME_TIME,   /* frame time in milliseconds, with its interval */
    MEASURE_KINDS
};

struct measure_kind_row {
    const char *name;           /* in study files */
    const char *label;          /* title of an axis where the measure has no metric */
    const char *before, *after; /* texts around the metric's title where there is a metric; VALUE
                                   also shows the unit */
    bool of_metric;             /* whether it needs a metric */
    bool of_reference;          /* whether references have it, too */
};
extern const struct measure_kind_row measure_kinds[MEASURE_KINDS];

struct measure {
    enum measure_kind kind;
    int metric; /* enum metric_id; -1: none */
};

/* Short names of the seven metrics, for headings and categories. */
extern const char *const measure_short_names[METRIC_SEVEN];

/* Reads a name such as "value.cycles", "abs_error" or "mae"; false: there is no such measure. */
bool measure_parse(struct measure *out, const char *text);
/* Makes the title of an axis, such as "|error| of GPU Simulation Cycles, %"; with metric -1 a title
 * for metrics in general. */
void measure_label(const struct measure *m, char *out, size_t n);

/* Returns the number of a row; `metric` is used where the measure names none. The value is NAN
 * where the row is not done or does not have the number. */
struct estimate measure_row(const struct study_table *t, size_t row, const struct measure *m,
                            int metric);

/* Returns the number of the row's reference; NAN where references do not have it. */
struct estimate measure_reference(const struct study_table *t, size_t row, const struct measure *m,
                                  int metric);
