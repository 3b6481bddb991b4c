/* sequence_stored.h -- a camera path as a study, whose results are kept in a file: all its frames,
 * or shares of them that are merged later. */
#pragma once

#include "orchestrator/study/sequence.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/table.h"

/* The study whose points are the frames of settings->command.frames. ST_USAGE where the camera path
 * does not have them all. */
enum st_code sequence_study(struct study *out, const struct settings *settings, struct status *st);

/* Makes the result of sequence_run with the same settings, except for costs, from the study's rows.
 * Of failed frames the first is reported; all others are in *out. Fails where none is done. */
enum st_code sequence_of_table(struct sequence *out, const struct settings *settings,
                               const struct study_table *table, struct status *st);

/* The documents of the frames that are done, in their order, as predict prints them; the caller's
 * (json_decref). */
enum st_code sequence_documents(json_t **out, const struct settings *settings,
                                const struct study_table *table, const struct store *store,
                                struct status *st);
