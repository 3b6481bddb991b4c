/* correlate_stored.h -- the runs of a correlation as a study, whose results are kept in a file. */
#pragma once

#include "orchestrator/compare/correlate.h"
#include "orchestrator/study/store.h"
#include "orchestrator/study/study.h"

/* Makes the study of the rows that have not failed already, each frame once; nothing is predicted.
 * The rows' settings request every counter in the results. ST_FAILED where all have failed. */
enum st_code correlate_study(struct study *out, const struct correlation *c,
                             const struct settings *settings, struct status *st);

/* Fills in the stored results of the rows, and the summary. A row whose result has no counters, as
 * a sweep makes it, has failed with that reason. */
enum st_code correlate_take(struct correlation *c, const struct store *store, struct status *st);
