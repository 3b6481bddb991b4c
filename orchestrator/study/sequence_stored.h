/* sequence_stored.h -- a camera path as a study whose results are kept in a file: all its frames,
 * or shares of them that are merged later. */
#pragma once

#include "orchestrator/study/sequence.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/table.h"

/* Makes the study whose points are the frames of settings->command.frames. ST_USAGE where the
 * camera path lacks one of them. */
enum st_code sequence_study(struct study *out, const struct settings *settings, struct status *st);

/* Makes, from the rows of the study, the result that sequence_run gives for the same settings,
 * apart from costs. Of the failed frames only the first is reported; all others are left out of
 * *out. Fails where no frame is done. */
enum st_code sequence_of_table(struct sequence *out, const struct settings *settings,
                               const struct study_table *table, struct status *st);

/* Makes an array of the documents of the done frames, in order, as predict prints them. The caller
 * frees it (json_decref). */
enum st_code sequence_documents(json_t **out, const struct settings *settings,
                                const struct study_table *table, const struct store *store,
                                struct status *st);
