/* extrapolate.h -- from the traced pixels of a group to all of its pixels (paper, III-G).
 *
 * linear       absolute metrics (cycles) are divided by the traced fraction; IPC and rates stay as
 *              they are. The launch latency is part of the cycles and is divided too, as in the
 *              paper.
 * exponential  the linear predictions at three percentages are fitted with a + b exp(-c p), as
 * their error falls exponentially with the percentage; the prediction is the fit's value at 100 %.
 * Where the fit fails, the linear prediction stands.
 *
 * A group of which all pixels were traced needs neither: its measured metrics stand. */
#pragma once

#include "orchestrator/result/result.h"

/* The shares of --percent at which each group runs: 1, 3/4 and 1/2, which make the paper's 40, 30
 * and 20 % of --percent 40. */
extern const double extrapolate_shares[RESULT_LEVELS];

/* Predicts every metric linearly from one run that traced `traced` of the group's `pixels`; 0
 * traced pixels give zeros. */
void extrapolate_linear(const struct gpu_counters *counters, uint64_t traced, uint64_t pixels,
                        double out[METRIC_COUNT]);

/* Returns the group's run at a level (an index of extrapolate_shares). A wholly traced group has
 * only one run, which is its run at every level. */
const struct run *extrapolate_run(const struct result_group *group, uint32_t level);

/* Fills the metrics of every finished group from its runs and, where r->n_levels is 3, appends one
 * fit per group and metric to r->fits. */
enum st_code extrapolate_groups(struct result *r, struct status *st);

/* Fits one metric to `value` at `percent`, which fall from level to level. *prediction is the fit's
 * value or, where the fit fails, value[0]. */
enum st_code extrapolate_fit(struct metric_fit *out, enum metric_id metric,
                             const double percent[RESULT_LEVELS], const double value[RESULT_LEVELS],
                             double *prediction, struct status *st);
/* Appends a copy of *fit to r->fits. */
enum st_code extrapolate_append(struct result *r, const struct metric_fit *fit, struct status *st);
