/* ranking.h -- estimates against each other: ratios, means of several, and who comes first.
 *
 * An interval of what is made of several estimates goes from the least to the largest that their
 * intervals allow. That needs no word on how their errors hang together (two predictions of one
 * frame share its pixels): if their logarithms are normal together, the result holds the true value
 * at least as often as each interval does, whatever the correlation, since the standard deviation
 * of a sum is at most the sum of standard deviations. Independent errors make it wider than need
 * be. And it says the same as a look at the two: a ratio may be 1 where the intervals overlap. */
#pragma once

#include "orchestrator/statistics/survey.h"

#include <stddef.h>

/* a / b of numbers that are not negative. The value is NAN where b is 0; the upper bound is
 * infinite where b may be 0; without bounds where a or b has none. */
struct estimate ranking_ratio(const struct estimate *a, const struct estimate *b);

/* Without bounds where one of n >= 1 has none; NAN where a number is not above 0. */
struct estimate ranking_geometric_mean(const struct estimate *estimates, size_t n);

/* Both have bounds and no number is in both intervals. */
bool ranking_certain(const struct estimate *a, const struct estimate *b);

/* A place in the order from the least: `index` is that of the estimate, and it comes `first` to
 * `last` (from 1) when only what is certain counts. */
struct place {
    size_t index, first, last;
};

/* Orders n estimates from the least; of equal ones the earlier comes first. Those without a value
 * (NAN) come last and are no more compared with: their places are all those behind the others. */
void ranking_order(const struct estimate *estimates, size_t n, struct place *out);
