/* extrapolate.h -- from the traced pixels of a group to all of them (paper, III-G).
 *
 * linear       absolute metrics (cycles) are divided by the traced fraction; IPC and rates stay as
 *              they are. The launch latency is part of the cycles and is divided too, as in the
 *              paper.
 * exponential  the linear predictions at three percentages are fitted with a + b exp(-c p), as
 * their error falls exponentially with the percentage; the prediction is the fit's value at 100 %.
 * Where the fit is no good, the linear prediction stands.
 *
 * A group that was traced wholly needs neither: its measurement stands. */
#pragma once

#include "orchestrator/result/result.h"

/* The shares of --percent at which a group runs: 1, 3/4, 1/2, which for the paper's 40 % are its
 * 40, 30 and 20. */
extern const double extrapolate_shares[RESULT_LEVELS];

/* Linear prediction of every metric from one run; 0 pixels give zeros. */
void extrapolate_linear(const struct gpu_counters *counters, uint64_t traced, uint64_t pixels,
                        double out[METRIC_COUNT]);

/* The group's run at a level: a wholly traced group has only one. */
const struct run *extrapolate_run(const struct result_group *group, uint32_t level);

/* Fills the metrics of every finished group from its runs and, where r->n_levels is 3, appends one
 * fit per group and metric to r->fits. */
enum st_code extrapolate_groups(struct result *r, struct status *st);

/* Fits one metric: `percent` and `value` at falling percentages, as the levels are. *prediction is
 * the fit's or, where that is no good, value[0]. */
enum st_code extrapolate_fit(struct metric_fit *out, enum metric_id metric,
                             const double percent[RESULT_LEVELS], const double value[RESULT_LEVELS],
                             double *prediction, struct status *st);
/* Appends a copy to r->fits. */
enum st_code extrapolate_append(struct result *r, const struct metric_fit *fit, struct status *st);
