/* gpu_sources.h -- gpus --sources: where each value of a GPU's configuration is from. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/config/load/sources.h"

#include <stdio.h>

/* A line for each parameter, then how many of them each kind of source has, then the references
 * that are named. */
void gpu_sources_print(const struct gpu_config *gpu, const struct config_sources *sources,
                       FILE *out);
/* The same as a document. ST_NOMEM. */
enum st_code gpu_sources_json(const struct gpu_config *gpu, const struct config_sources *sources,
                              FILE *out, struct status *st);
