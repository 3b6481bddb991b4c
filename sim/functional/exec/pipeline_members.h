/* pipeline_members.h -- which members of a pipeline's buffers get a value, for reports. */
#pragma once

#include "sim/functional/frontend/spirv/pipeline.h"

enum { PIPELINE_MEMBERS_TEXT = 800 };

/* The names of the members that stay zero, as their names say nothing, with commas between them;
 * cut if there is no room. "" if all have a value, or the buffer is no structure. */
void pipeline_unknown_members(const struct spirv_resource *r, char out[PIPELINE_MEMBERS_TEXT]);
