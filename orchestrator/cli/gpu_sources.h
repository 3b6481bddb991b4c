/* gpu_sources.h -- gpus --sources: where each value of a GPU's configuration comes from. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/config/load/sources.h"

#include <stdio.h>

/* Prints a line for each parameter, the share of each kind of source, and the references that
 * values name, as text or as a document. ST_NOMEM. */
enum st_code gpu_sources_show(const struct gpu_config *gpu, const struct config_sources *sources,
                              bool json, FILE *out, struct status *st);
