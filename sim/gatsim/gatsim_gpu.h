/* gatsim_gpu.h -- all SMs of GATSim's abstract timing model, and the dispatch of CTAs to them. */
#pragma once

#include "common/status.h"
#include "sim/gatsim/sm.h"
#include "sim/model/model.h"

/* Runs all CTAs of the program's trace. Fills the counters that gatsim_counts() names. */
enum st_code gatsim_gpu_simulate(const struct gatsim_program *program,
                                 const struct model_options *options, struct gpu_counters *out,
                                 struct status *st);
