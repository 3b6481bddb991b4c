/* gpu_sources.h -- gpus --sources: the source of each value of a GPU's configuration. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/config/load/sources.h"

#include <stdio.h>

/* Prints a line for each parameter, the shares of the kinds of source and the references that
 * values name, as text or as a document. ST_NOMEM. */
enum st_code gpu_sources_show(const struct gpu_config *gpu, const struct config_sources *sources,
                              bool json, FILE *out, struct status *st);
