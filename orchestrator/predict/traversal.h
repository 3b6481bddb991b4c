/* traversal.h -- how kernels are to walk the tree for a GPU. */
#ifndef ORCHESTRATOR_PREDICT_TRAVERSAL_H
#define ORCHESTRATOR_PREDICT_TRAVERSAL_H

#include "sim/config/gpu_config.h"
#include "sim/functional/traverse.h"

struct traversal_options traversal_of(const struct gpu_config *gpu);

#endif
