/* peaks.h -- the peak rates of a GPU, measured by micro-benchmarks (Table 3 of the quantitative
 * roofline model, sim/roofline/roofline.h). */
#pragma once

#include "common/status.h"
#include "microbench/microbench.h"
#include "sim/roofline/roofline.h"

/* Runs the benchmarks and computes rates of the whole GPU from their rows. A rate of one SM is
 * multiplied by the number of SMs, because these benchmarks use nothing that SMs share:
 *
 *   sp, dp, integer, add   throughput.fp_mad, .dp_mad, .int_mad, .int_add
 *   ldst                   coalescing.cycles_stride_4: consecutive words, data in the L1D. The
 *                          paper loads from shared memory, which has the same port
 *   bandwidth              stream.dram_read
 *   steps                  rt_full.same: all lanes of every warp visit the same nodes; if the unit
 *                          holds as many warps as the SM, its places over rt.world_missed_latency
 *   l2_ns, dram_ns         chase.l2_hit and chase.dram_row_miss, less chase.l1_hit
 *
 * The unit's places for warps, and its requests (one per core cycle), are parameters of the GPU. */
enum st_code peaks_measure(struct roofline_gpu *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct status *st);
