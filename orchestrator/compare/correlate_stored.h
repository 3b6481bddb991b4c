/* correlate_stored.h -- the runs of a correlation as a study, whose results are kept in a file. */
#pragma once

#include "orchestrator/compare/correlate.h"
#include "orchestrator/study/store.h"
#include "orchestrator/study/study.h"

/* Makes a study of the rows that have not failed already, each frame once and without predictions.
 * The rows' settings request every counter in the results. ST_FAILED where all rows have failed. */
enum st_code correlate_study(struct study *out, const struct correlation *c,
                             const struct settings *settings, struct status *st);

/* Fills in the stored results of the rows and makes the summary. A row whose result has no
 * counters, which is how sweep stores results, fails with that reason. */
enum st_code correlate_take(struct correlation *c, const struct store *store, struct status *st);
