/* command_shard.h -- a share of a study in place of the whole. */
#pragma once

#include "orchestrator/cli/command_study.h"
#include "orchestrator/study/shard.h"

/* The shard of --shard or, with a file to keep results in, of a Slurm array; `of` 0: the whole
 * study. */
enum st_code command_shard(const struct command_context *c, struct shard *out, struct status *st);

/* Runs the missing jobs of the shard into a file of its own, and prints its progress. `jobs` are
 * those of the whole study. */
enum st_code command_run_shard(const struct command_context *c, const struct study *study,
                               struct jobs *jobs, struct shard shard, struct status *st);

/* The study in the form of a store; `definition` is to be freed (mem_free). */
enum st_code command_stored_study(const struct study *study, const struct jobs *jobs,
                                  struct store_study *out, struct status *st);
