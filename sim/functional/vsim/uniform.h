/* uniform.h -- which version of LumiBench's uniform block a raygen shader was compiled for.
 *
 * A dump has no size of the block, but it reads words at fixed distances. Of the versions that had
 * no light (LumiBench before its shadow rays, and RayTracingInVulkan) the random seed is at 280;
 * now the heatmap's scale is there, the seed at 300, and at 316 whether there is a heatmap. A
 * shader that reads 280 and neither of these would take the scale of a heatmap that it never draws:
 * it is one of the older ones, whose number of bounces, at 276, would be the bits of the focus
 * distance. */
#pragma once

#include "sim/functional/vsim/parse.h"

/* ST_FAILED with the line that reads the seed where the shader is of such a version. */
enum st_code vsim_check_uniform(const struct vsim_dump *raygen, struct status *st);
