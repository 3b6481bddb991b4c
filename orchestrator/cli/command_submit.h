/* command_submit.h -- a study handed to a cluster's scheduler. */
#pragma once

#include "orchestrator/cli/command_study.h"

/* Of --submit: what is missing of the study becomes jobs, or with --dry-run is printed as such.
 * `jobs` are those of the whole study. */
enum st_code command_submit(const struct command_context *c, const struct study *study,
                            struct jobs *jobs, struct status *st);
