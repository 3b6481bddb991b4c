/* command_submit.h -- submits a study to a cluster's scheduler. */
#pragma once

#include "orchestrator/cli/command_study.h"

/* Runs --submit: submits the missing runs of the study as jobs of Slurm or, with --dry-run, prints
 * the scripts. `jobs` are those of the whole study. */
enum st_code command_submit(const struct command_context *c, const struct study *study,
                            struct jobs *jobs, struct status *st);
