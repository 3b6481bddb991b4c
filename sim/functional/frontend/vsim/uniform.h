/* uniform.h -- which uniform block a raygen shader was compiled for, and at which binding.
 *
 * A dump has no size of the block, but it reads words at fixed distances. Of the versions that had
 * no light (LumiBench before its shadow rays, and RayTracingInVulkan) the random seed is at 280;
 * now the heatmap's scale is there, the seed at 300, and at 316 whether there is a heatmap. A
 * shader that reads 280 and neither of these would take the scale of a heatmap that it never draws:
 * it is one of the older ones. A block at binding 2 is that of the examples of Willems. */
#pragma once

#include "sim/functional/frontend/vsim/parse.h"
#include "sim/functional/frontend/vsim/pipeline.h"

/* Fails where memory runs out alone. */
enum st_code vsim_find_uniform(const struct vsim_dump *raygen, enum vsim_block *out,
                               struct status *st);
