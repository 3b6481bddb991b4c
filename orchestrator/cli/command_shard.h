/* command_shard.h -- runs a share of a study in place of the whole study. */
#pragma once

#include "orchestrator/cli/command_study.h"
#include "orchestrator/study/shard.h"

/* Finds the shard: that of --shard or, where there is a file to keep results in, of a Slurm array;
 * `of` becomes 0 for the whole study. */
enum st_code command_shard(const struct command_context *c, struct shard *out, struct status *st);

/* Runs the missing jobs of the shard into a new file and prints the shard's progress. `jobs` are
 * those of the whole study. */
enum st_code command_run_shard(const struct command_context *c, const struct study *study,
                               struct jobs *jobs, struct shard shard, struct status *st);

/* Converts the study to the form in which stores keep it; the caller frees out->definition
 * (mem_free). */
enum st_code command_stored_study(const struct study *study, const struct jobs *jobs,
                                  struct store_study *out, struct status *st);
