/* gpu_sources.h -- gpus --sources: the source of each value of a GPU's configuration. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/config/load/sources.h"

#include <stdio.h>

/* Prints a line for each parameter, then the number of parameters by kind of source, then the named
 * references. */
void gpu_sources_print(const struct gpu_config *gpu, const struct config_sources *sources,
                       FILE *out);
/* The same as a document. ST_NOMEM. */
enum st_code gpu_sources_json(const struct gpu_config *gpu, const struct config_sources *sources,
                              FILE *out, struct status *st);
