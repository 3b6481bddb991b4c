/* traversal.h -- the walk through the tree that a GPU's RT units make. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

struct traversal_options traversal_of(const struct gpu_config *gpu);
