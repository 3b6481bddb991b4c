/* approximate_gpu.h -- an approximate timing model of the GPU of sim/timing: the same programs,
 * warps, addresses and tags, but time goes from instruction to instruction of a warp and from test
 * to test of a ray, and what has to wait waits for the resources it needs instead of for every
 * queue on its way (after Punniyamurthy, Boroujerdian, Gerstlauer, "GATSim: Abstract Timing
 * Simulation of GPUs", DATE 2017, and Genbrugge, Eyerman, Eeckhout, "Interval Simulation", HPCA
 * 2010). */
#pragma once

#include "sim/model/model.h"

/* Runs all CTAs of the kernel. *out: what metrics_compute() needs; other counters are 0. Of a run
 * that ends early: until then, warps under way included. ST_USAGE where a CTA has no room in an
 * SM, and for machine code and rt.reorder_warps, which the model does not know. `options` may be
 * NULL; its work, every_cycle, dump, timeline, trace, kept and variant are not used. */
enum st_code approximate_gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                                      const struct model_options *options, struct gpu_counters *out,
                                      struct status *st);
