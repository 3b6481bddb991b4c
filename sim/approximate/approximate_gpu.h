/* approximate_gpu.h -- an approximate timing model of the GPU of sim/timing: the same programs,
 * warps, addresses and tags, but time advances from instruction to instruction of a warp and from
 * test to test of a ray. Requests wait for the resources that they need instead of for every queue
 * on their path (after Punniyamurthy, Boroujerdian, Gerstlauer, "GATSim: Abstract Timing Simulation
 * of GPUs", DATE 2017, and Genbrugge, Eyerman, Eeckhout, "Interval Simulation", HPCA 2010). */
#pragma once

#include "sim/model/model.h"

/* Runs all CTAs of the kernel. *out receives the counters that metrics_compute() needs; others are
 * 0. If the run ends early, they cover the cycles up to the stop and include unfinished warps.
 * ST_USAGE if a CTA does not fit into an SM, and for machine code and rt.reorder_warps, which the
 * model does not support. `options` may be NULL; its members work, every_cycle, dump, timeline,
 * trace, kept and variant are not used. */
enum st_code approximate_gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                                      const struct model_options *options, struct gpu_counters *out,
                                      struct status *st);
