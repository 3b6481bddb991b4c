/* ranking.h -- compares estimates: ratios, means of several, and places in a ranking.
 *
 * Where the correlation of the errors of two estimates is not known, the interval of their ratio
 * goes from the least to the largest that their intervals allow. If their logarithms are jointly
 * normal, it holds the true value at least as often as each interval does, whatever the
 * correlation, since the standard deviation of a sum is at most the sum of standard deviations.
 * Where the error of the ratio itself is known, that is its interval, most often a far narrower
 * one: so ratios, and not the overlap of intervals, decide which order is certain. */
#pragma once

#include "orchestrator/statistics/survey.h"

#include <stddef.h>

/* The source of a ratio's error. */
enum ratio_kind {
    RATIO_ENDS,      /* from the intervals of the two, if they have any */
    RATIO_EXACT,     /* it has none */
    RATIO_PAIRS,     /* calibrated on pairs */
    RATIO_SIMULATED, /* by the spread of simulated pairs */
};
extern const char *const ratio_kind_names[]; /* for JSON: "ends", ... */

struct ratio {
    struct estimate estimate; /* NAN: there is none */
    enum ratio_kind kind;
};

/* The ratio a / b of numbers that are not negative. The value is NAN where b is 0; the upper bound
 * is infinite where b may be 0; without bounds where a or b has none. */
struct estimate ranking_ratio(const struct estimate *a, const struct estimate *b);

/* The geometric mean, without bounds where one of n >= 1 has none; NAN where a number is not above
 * 0. */
struct estimate ranking_geometric_mean(const struct estimate *estimates, size_t n);

/* The ratio whose logarithm has an error of at most half_width. */
struct ratio ranking_ratio_within(double value, double half_width, enum ratio_kind kind);

/* The geometric mean of n >= 1 ratios of the same two on several scenes. Errors of RATIO_PAIRS are
 * correlated from scene to scene by `shared`, those of RATIO_SIMULATED not at all; where one is
 * RATIO_ENDS, whose correlation is not known, all errors are assumed to go the same way. */
struct ratio ranking_mean_ratio(const struct ratio *ratios, size_t n, double shared);

/* Whether both bounds are on one side of 1. */
bool ranking_certain(const struct estimate *ratio);

/* A place in the order from the least: `index` is that of the number; its rank is between `first`
 * and `last` (from 1) when only certain ratios count. */
struct place {
    size_t index, first, last;
};

/* Orders n numbers from the least; of equal ones the earlier comes first. ratios[i * n + j] is that
 * of number i to number j. Those without a value (NAN) come last and are not compared further:
 * their places are all those after the others. */
void ranking_order(const double *values, const struct ratio *ratios, size_t n, struct place *out);
