/* amber_print.h -- runs an Amber script and shows which of its expectations hold. */
#pragma once

#include "orchestrator/cli/command.h"

/* Whether an operand is an Amber script, by its ending. */
bool amber_is_script(const char *operand);
/* ST_FAILED if an expectation does not hold, or the script cannot be run. */
enum st_code amber_print(const struct command_context *c, const char *path, struct status *st);
