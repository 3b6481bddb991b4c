/* sm.h -- an SM of GATSim's abstract timing model: Algorithm 1 of Punniyamurthy, Boroujerdian,
 * Gerstlauer, "GATSim: Abstract Timing Simulation of GPUs", DATE 2017, with its extensions of
 * Section II-E (several CTAs and schedulers) and II-D (special instructions).
 *
 * In each cycle each scheduler issues the first of its ready warps whose functional unit is free;
 * the warp is then ready again after the gap to its next instruction, which is known in advance
 * (precharacterise.h). If no warp is ready, time advances until one is. Delays by contention are
 * added to that: functional units are occupied for an instruction's initiation interval, the
 * load/store unit for as many cycles as a warp's sectors need banks, the RT unit as in rt.h, and
 * instructions wait for results that are late. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/gatsim/l2.h"
#include "sim/gatsim/paths.h"
#include "sim/gatsim/precharacterise.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdbool.h>
#include <stdint.h>

struct gatsim_sm; /* opaque */

/* The data that all SMs read; all borrowed. */
struct gatsim_program {
    const struct gpu_config *config;
    const struct kernel_trace *trace;
    const struct paths *paths;
    const struct timing_table *table;
    uint32_t cta_warps;
};

/* Creates SM `id`, which holds `ctas` CTAs at once. `l2` is borrowed; NULL: memory is perfect. */
enum st_code gatsim_sm_create(struct gatsim_sm **out, const struct gatsim_program *program,
                              struct gatsim_l2 *l2, uint32_t id, uint32_t ctas, struct status *st);
void gatsim_sm_free(struct gatsim_sm *s); /* NULL is a no-op */

bool gatsim_sm_has_room(const struct gatsim_sm *s); /* whether a CTA fits */
uint32_t gatsim_sm_ctas(const struct gatsim_sm *s); /* resident CTAs */
/* Takes a CTA in cycle `now`, up to which the SM has been run. */
enum st_code gatsim_sm_launch(struct gatsim_sm *s, uint32_t cta, uint64_t now, struct status *st);

/* Runs the cycles before `until`; unless `to_the_end`, stops after the first cycle in which a CTA
 * leaves. *ended is the last cycle in which one has left; UINT64_MAX: none has. Fails if memory
 * runs out, or nothing moves for the watchdog's time. */
enum st_code gatsim_sm_run(struct gatsim_sm *s, uint64_t until, bool to_the_end, uint64_t *ended,
                           struct status *st);

/* Adds the SM's counters to *into. */
void gatsim_sm_count(const struct gatsim_sm *s, struct gpu_counters *into);
