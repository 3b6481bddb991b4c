/* pipeline_list.h -- what a folder of a pipeline in GLSL or SPIR-V holds: stages, binding table,
 * resources and where their contents come from. */
#pragma once

#include "orchestrator/cli/command.h"

/* Prints it, as tables or as JSON. Fails as the pipeline does where it does not run. */
enum st_code pipeline_list(const struct command_context *c, const char *folder, struct status *st);
