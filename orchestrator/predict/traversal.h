/* traversal.h -- how the RT units of a GPU walk through the tree. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

struct traversal_options traversal_of(const struct gpu_config *gpu);
