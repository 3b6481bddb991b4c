/* traversal.h -- how kernels are to walk the tree for a GPU. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

struct traversal_options traversal_of(const struct gpu_config *gpu);
