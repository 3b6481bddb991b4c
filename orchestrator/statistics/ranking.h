/* ranking.h -- compares estimates: ratios, means of several, and places in a ranking.
 *
 * Where the correlation of the errors of two estimates is not known, the interval of their ratio
 * goes from the least to the largest ratio that their intervals allow. If their logarithms are
 * jointly normal, it holds the true value at least as often as each interval does, whatever the
 * correlation, since the standard deviation of a sum is at most the sum of standard deviations.
 * Where the error of the ratio itself is known, the ratio has the interval of that error, which is
 * mostly far narrower. So ratios, and not the overlap of intervals, decide which order is certain.
 */
#pragma once

#include "orchestrator/statistics/survey.h"

#include <stddef.h>

/* Where the error of a ratio comes from. */
enum ratio_kind {
    RATIO_ENDS,      /* from the intervals of both numbers, if they have any */
    RATIO_EXACT,     /* the ratio has no error */
    RATIO_PAIRS,     /* calibrated on pairs of GPUs */
    RATIO_SIMULATED, /* from the spread of pairs of simulated runs */
};
extern const char *const ratio_kind_names[]; /* names in JSON: "ends", ... */

struct ratio {
    struct estimate estimate; /* its value is NAN where there is no ratio */
    enum ratio_kind kind;
};

/* Returns the ratio a / b of numbers that are 0 or more. The value is NAN where b is 0; the upper
 * bound is infinite where b may be 0. Where a or b has no bounds, the ratio has none. */
struct estimate ranking_ratio(const struct estimate *a, const struct estimate *b);

/* Returns the geometric mean of n >= 1 numbers: without bounds where one of them has none, NAN
 * where one is not above 0. */
struct estimate ranking_geometric_mean(const struct estimate *estimates, size_t n);

/* Returns a ratio whose logarithm errs by at most half_width. */
struct ratio ranking_ratio_within(double value, double half_width, enum ratio_kind kind);

/* Returns the geometric mean of n >= 1 ratios of the same two GPUs on several scenes. `shared` is
 * the correlation of RATIO_PAIRS errors between scenes; RATIO_SIMULATED errors are independent.
 * Where a ratio is RATIO_ENDS, whose correlation is not known, all errors are assumed to have the
 * same sign. */
struct ratio ranking_mean_ratio(const struct ratio *ratios, size_t n, double shared);

/* Whether both bounds are on the same side of 1. */
bool ranking_certain(const struct estimate *ratio);

/* A place in the order from the least number on: `index` is that of the number in the input. The
 * number's rank, counted from 1, is between `first` and `last` if only certain ratios count. */
struct place {
    size_t index, first, last;
};

/* Orders n numbers from the least on; equal ones keep their order. ratios[i * n + j] is the ratio
 * of number i to number j. Numbers that are NAN come last and are not compared: they share all
 * places after the others. */
void ranking_order(const double *values, const struct ratio *ratios, size_t n, struct place *out);
