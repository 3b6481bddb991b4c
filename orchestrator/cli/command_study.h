/* command_study.h -- shared by the commands that run a study: sweep, compare, correlate, predict
 * --frames, models, isa and roofline. */
#pragma once

#include "orchestrator/cli/command.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/sweep.h"
#include "orchestrator/study/table.h"

/* Shows the study when it is complete; `context` as given to command_run_study. */
typedef enum st_code (*study_show)(const struct command_context *c, struct store *store,
                                   const struct study *study, const struct study_table *table,
                                   void *context, struct status *st);

/* For commands that compare scenes and GPUs only: ST_USAGE where another axis has several
 * values. */
enum st_code command_check_axes(const struct command_context *c, const struct grid *g,
                                struct status *st);

/* Whether results go to a file, here or by a cluster: --output, --shard or --submit is given. The
 * last two without the first are refused where the study is run. */
bool command_keeps(const struct command_context *c);

/* The options of the sweep, from the command line. */
struct sweep_options command_sweep_options(const struct command_context *c);

/* Runs the missing jobs of the study, or of its shard (command_shard.h), into the file of --output
 * or in memory, and shows it. An interruption is ST_FAILED; the finished results are kept where
 * there is a file. */
enum st_code command_run_study(const struct command_context *c, const struct study *study,
                               study_show show, void *context, struct status *st);
