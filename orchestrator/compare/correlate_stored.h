/* correlate_stored.h -- the runs of a correlation as a study, whose results a file keeps. */
#pragma once

#include "orchestrator/compare/correlate.h"
#include "orchestrator/study/store.h"
#include "orchestrator/study/study.h"

/* The study of the rows that have not failed already, each frame once; nothing is predicted. The
 * rows' settings say that results are to have every counter. ST_FAILED where all have failed. */
enum st_code correlate_study(struct study *out, const struct correlation *c,
                             const struct settings *settings, struct status *st);

/* Fills in what is kept of the rows, and the summary. A row whose result is there without counters,
 * as it is where a sweep made it, has failed with a reason that says so. */
enum st_code correlate_take(struct correlation *c, const struct store *store, struct status *st);
