/* collector.h -- the input collector (GPUMech, section V): the cache hits and misses of each
 * instruction's executions on a GPU, without time.
 *
 * The accesses of a digest (digest.h) go through the tags of every SM's L1D and of the L2 slices,
 * reduced in size by the digest's rate. Without time there are no issue cycles, so the order is
 * defined here:
 *
 * Time advances in turns, and every resident warp does its next memory instruction in each. A
 * trace_ray takes a turn for each step of the walk, all lanes at the same step. The SM's RT unit
 * holds at most rt.max_warps traces; the one that has waited longest enters first. When a CTA's
 * warps have ended, the next one of the grid takes its place. Accesses of one turn are made in the
 * order in which they were scheduled.
 *
 * An SM holds as many CTAs as in the cycle model. A requested sector is present from then on: an
 * access that would join a fetch in flight is a hit here.
 *
 * The level of a load's execution is that of its farthest sector in the sample (section V-B);
 * likewise for a record that lanes fetch together. Executions without an access in the sample count
 * as the mean of all, which also counts as one additional execution of each instruction. Writes go
 * through the L1D, drop the sectors that they hit, and stay in the L2 until their line is evicted;
 * its dirty sectors are then charged to the instruction that evicted it. Atomics bypass the L1D. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/gpumech/digest.h"
#include "sim/gpumech/profile.h"

struct collected {
    struct interval_access *insts; /* per execution, by number of the instruction */
    uint32_t n_insts;
    double record[RECORD_KINDS][INTERVAL_LEVELS]; /* by kind of record: shares of its fetches at
                                                     each level, which add up to 1 */
    double misses, fetches; /* totals of sectors read that miss the L1D, and the L2 */
};

/* The warps that an SM holds at once: it takes whole CTAs, as many as it has room for, at most its
 * share of the grid. */
uint32_t collector_resident(const struct gpu_config *config, const struct kernel_trace *trace);

/* Collects the accesses of a digest. ST_USAGE if a CTA does not fit into an SM. The caller owns
 * *out. */
enum st_code collector_run(struct collected *out, const struct gpu_config *config,
                           const struct digest *digest, struct status *st);
void collected_free(struct collected *c); /* leaves it empty */
