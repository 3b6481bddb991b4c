/* command_submit.h -- a study handed to a cluster's scheduler. */
#pragma once

#include "orchestrator/cli/command_study.h"

/* --submit: the missing runs of the study become jobs of Slurm, or with --dry-run are printed as
 * such. `jobs` are those of the whole study. */
enum st_code command_submit(const struct command_context *c, const struct study *study,
                            struct jobs *jobs, struct status *st);
