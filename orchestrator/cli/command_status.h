/* command_status.h -- sweep --status: the progress of studies and of their shards. */
#pragma once

#include "orchestrator/cli/command_study.h"

enum st_code command_status(const struct command_context *c, struct status *st);

/* Print the heading, and a line for a study and for each of its points that failed. */
void command_print_heading(FILE *out);
void command_print_progress(const struct study_table *t, FILE *out);
