/* binding.h -- the shaders of a pipeline's miss indices and hit groups. */
#pragma once

#include "sim/functional/frontend/vsim/pipeline.h"

/* Sets the bindings of the application with this block, as far as they are known. */
void vsim_bind_memory(struct vsim_pipeline *p, enum vsim_block block);

/* Sets miss and groups from `pipeline.cfg` in the folder, or in the layout of LumiBench's
 * pipelines. The stages must be known. */
enum st_code vsim_bind(struct vsim_pipeline *p, const char *folder, struct status *st);
