/* interval_model.h -- `--model interval`: applies GPUMech to a kernel's trace, and computes the
 * cycles of the grid from a core's CPI.
 *
 * 1. The kernel is executed once and its trace is kept (sim/trace), unless the caller has a trace.
 * 2. The input collector (collector.h) finds each instruction's cache hits and misses, and the
 *    interval algorithm (warp_profiles.h) computes every warp's time alone.
 * 3. Levels from naive to band: the representative warp's CPI on a core of k warps, k from 1 to as
 *    many as an SM holds, is a slowdown: k such warps go once through their N instructions in
 *    k N CPI(k) cycles instead of T. Every warp of the grid has its own T, and is slowed down
 *    by the number of warps beside it (frame_time.h).
 *    Level network: each warp has its own demands, which queue behind the others' (frame_time.h);
 *    there is no representative warp.
 * 4. The launch latency is added.
 *
 * Not modelled: instruction fetch, operand collectors, barriers (a warp of a CTA does not wait for
 * the others), the crossbar's queues, rows of DRAM banks. */
#pragma once

#include "sim/gpumech/representative.h"
#include "sim/model/model.h"

enum interval_level_of_detail {
    LEVEL_NETWORK, /* not in the paper: a queueing network */
    LEVEL_BAND,    /* GPUMech: multithreading, MSHRs, DRAM bandwidth */
    LEVEL_MSHR,
    LEVEL_MT,
    LEVEL_MARKOV,
    LEVEL_NAIVE,
};
#define INTERVAL_LEVEL_NAMES "network", "band", "mshr", "mt", "markov", "naive"
#define REPRESENTATIVE_NAMES "cluster", "max", "min" /* by enum representative_choice */

/* Packs the choices into the variant of struct model_options; 0: the network, and the digest's
 * default rate. `rate` is below 256. */
static inline uint32_t interval_variant(enum interval_level_of_detail level,
                                        enum representative_choice choice, uint32_t rate)
{
    return rate << 16 | (uint32_t)level << 8 | (uint32_t)choice;
}

model_simulate interval_model;
/* Frees the digest that the model has kept for a trace (digest.h). */
model_forget interval_forget;
/* Whether the model counts this counter: it counts only cycles and instructions. */
bool interval_counts(const struct counter_table *table, const struct counter *counter);
