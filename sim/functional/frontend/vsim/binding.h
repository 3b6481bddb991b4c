/* binding.h -- which shaders a pipeline's miss index and hit groups mean. */
#pragma once

#include "sim/functional/frontend/vsim/pipeline.h"

/* The bindings of the application that has this block, as far as they are known. */
void vsim_bind_memory(struct vsim_pipeline *p, enum vsim_block block);

/* Fills miss and groups from `pipeline.cfg` in the folder, or as LumiBench lays its pipelines out.
 * The stages must be known. */
enum st_code vsim_bind(struct vsim_pipeline *p, const char *folder, struct status *st);
