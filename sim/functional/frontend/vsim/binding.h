/* binding.h -- sets which shaders the miss indices and hit groups of a pipeline have. */
#pragma once

#include "sim/functional/frontend/vsim/pipeline.h"

/* Sets the bindings of the application that has this uniform block, as far as they are known. */
void vsim_bind_memory(struct vsim_pipeline *p, enum vsim_block block);

/* Sets miss shaders and hit groups from `pipeline.cfg` in the folder; without that file in the
 * layout of LumiBench's pipelines. The stages must be known. */
enum st_code vsim_bind(struct vsim_pipeline *p, const char *folder, struct status *st);
