/* census.h -- counts the instructions, rays and accesses of a frame without timing: those figures
 * of
 * Vulkan-Sim's logs that do not depend on when anything happens.
 *
 * Every warp is stepped to its end through sim/functional/warp.h. All numbers are sums and maxima
 * of integers, so they are the same for any number of threads. */
#pragma once

#include "sim/functional/exec/launch.h"
#include "sim/timing/counters/gpu_counters.h"

/* Counts of one instruction of the program. */
struct census_line {
    uint64_t warps;    /* times that a warp issued the instruction */
    uint64_t active;   /* sum of active lanes, whether or not the guard held: the first number of
                          Vulkan-Sim's inst_stats.txt */
    uint64_t executed; /* sum of lanes whose guard held */
};

struct census {
    struct gpu_counters counters; /* those that census_has() lists have values; the rest are zero */
    uint64_t hits;                /* rays that met a triangle within their range: Vulkan-Sim's
                                     rt_num_hits */
    const struct micromaps *micromaps; /* the scene's, borrowed; NULL: it has none */
    uint32_t n_lines, n_functions;
    struct census_line *lines; /* one per instruction of the launch */
    uint64_t *calls;           /* one per function of the launch: lanes that entered it by a call */
};

/* Runs every warp of the launch; its rays walk as in `traversal`. The caller frees *out with
 * census_free; it is left empty where the census fails. */
enum st_code census_take(struct census *out, const struct launch *launch,
                         const struct traversal_options *traversal, bool quiet, struct status *st);
void census_free(struct census *c); /* leaves it empty */

/* Whether a census has this counter of the cycle model. */
bool census_has(const struct counter_table *table, const struct counter *counter);
