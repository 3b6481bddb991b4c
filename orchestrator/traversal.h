/* traversal.h -- how kernels are to walk the tree for a GPU. */
#ifndef ORCHESTRATOR_TRAVERSAL_H
#define ORCHESTRATOR_TRAVERSAL_H

#include "sim/functional/traverse.h"
#include "sim/timing/config.h"

struct traversal_options traversal_of(const struct gpu_config *gpu);

#endif
