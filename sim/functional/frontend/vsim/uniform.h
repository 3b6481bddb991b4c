/* uniform.h -- detects the uniform block for which a raygen shader was compiled, and its binding.
 *
 * A dump does not contain the size of the block, but it reads words at fixed offsets. Versions
 * without a light (LumiBench before its shadow rays, and RayTracingInVulkan) have the random seed
 * at 280; now the heatmap's scale is there, the seed is at 300, and the heatmap flag at 316. A
 * shader that reads 280 and neither of these would use the scale of a heatmap that it never draws,
 * so it is one of the older ones. A block at binding 2 is that of the examples of Willems. */
#pragma once

#include "sim/functional/frontend/vsim/parse.h"
#include "sim/functional/frontend/vsim/pipeline.h"

/* Finds the block that a raygen shader reads. Fails only if memory runs out. */
enum st_code vsim_find_uniform(const struct vsim_dump *raygen, enum vsim_block *out,
                               struct status *st);
