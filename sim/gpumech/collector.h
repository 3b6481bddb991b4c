/* collector.h -- the input collector (GPUMech, section V): what an execution of each instruction
 * finds in the caches of a GPU, without time.
 *
 * The accesses of a digest (digest.h) go through the tags of every SM's L1D and of the L2 slices,
 * of the size that the digest's rate leaves of them. As nothing says when an instruction is issued,
 * the order is stated:
 *
 *   Time goes in turns, and every resident warp does its next memory instruction in each. A
 * trace_ray takes a turn for each step of the walk, all lanes at the same step, and is one of at
 * most rt.max_warps in the SM's RT unit, the longest waiting first. Where a CTA's warps have ended
 * the next one of the grid takes its place. What is done in a turn is done in the order in which it
 * was known that it would be.
 *
 * An SM holds as many CTAs as the cycle model's does. A sector that is asked for is there from then
 * on: what joins a fetch under way is a hit here.
 *
 * Of loads the level of an execution is that of its farthest sector (section V-B), of those in the
 * sample; of a record that lanes fetch together likewise. Executions of which the sample has none
 * are taken for the mean of all, which also counts as one more of each instruction. Writes go
 * through the L1D, dropping what they hit, and stay in the L2 until their line has to go; its dirty
 * sectors are then charged to the instruction that made it go. Atomics pass the L1D by. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/gpumech/digest.h"
#include "sim/gpumech/profile.h"

struct collected {
    struct interval_access *insts; /* by number: of an execution */
    uint32_t n_insts;
    double record[RECORD_KINDS][INTERVAL_LEVELS]; /* shares of a record's fetches; add up to 1 */
    double misses, fetches; /* sectors read that the L1D, and the L2 lacked, in all */
};

/* Warps that an SM holds at once: of a full one, whole CTAs; at most the grid's share. */
uint32_t collector_resident(const struct gpu_config *config, const struct kernel_trace *trace);

/* ST_USAGE where an SM has no room for a CTA. *out is the caller's. */
enum st_code collector_run(struct collected *out, const struct gpu_config *config,
                           const struct digest *digest, struct status *st);
void collected_free(struct collected *c); /* leaves it empty */
