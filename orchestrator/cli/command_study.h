/* command_study.h -- shared by the commands that run a study: sweep, compare, correlate, predict
 * --frames, models, isa and roofline. */
#pragma once

#include "orchestrator/cli/command.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/sweep.h"
#include "orchestrator/study/table.h"

/* Shows the study when it is complete. `context` is that of command_run_study. */
typedef enum st_code (*study_show)(const struct command_context *c, struct store *store,
                                   const struct study *study, const struct study_table *table,
                                   void *context, struct status *st);

/* Checks, for commands that compare only scenes and GPUs, that no other axis has several values;
 * else ST_USAGE. */
enum st_code command_check_axes(const struct command_context *c, const struct grid *g,
                                struct status *st);

/* Whether results are kept in a file, here or by a cluster: with --output, --shard or --submit.
 * Running the study refuses the last two without --output. */
bool command_keeps(const struct command_context *c);

/* Takes the options of the sweep from the command line. */
struct sweep_options command_sweep_options(const struct command_context *c);

/* Runs the missing jobs of the study, or of its shard (command_shard.h), into the file of --output
 * or in memory, and shows the study. An interruption is ST_FAILED; with a file the finished results
 * are kept. */
enum st_code command_run_study(const struct command_context *c, const struct study *study,
                               study_show show, void *context, struct status *st);
