/* sm_array.h -- all SMs of a GPU, simulated in quanta of core cycles, and the dispatch of CTAs to
 * them.
 *
 * SMs are independent, so each goes through a quantum alone, on any thread, with two exceptions.
 * Which CTA an SM gets depends on the others, so an SM with room for a CTA stops until all have
 * reached its cycle. Whether an SM with a full queue may send depends on the others too, so it
 * stops until the crossbar has reached its cycle. */
#pragma once

#include "common/team.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/inst_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/memsys.h"

#include <stdio.h>

struct sm_array; /* opaque */

/* All pointers are borrowed. `first_sm` gets CTA 0. `every_cycle`: tick an SM in every cycle from
 * its first CTA on, which changes no result. `timeline` records when CTAs run; may be NULL. */
enum st_code sm_array_create(struct sm_array **out, const struct gpu_config *config,
                             struct kernel *kernel, struct memsys *mem, uint32_t first_sm,
                             bool every_cycle, struct timeline *timeline, struct status *st);
void sm_array_free(struct sm_array *a); /* NULL is a no-op */

/* The first core cycle in which an SM has work, a reply to take, or room for one of the remaining
 * CTAs; CYCLE_NEVER if there is none. */
cycle_t sm_array_next(const struct sm_array *a);
/* Simulates the SMs' cycles before `until`; all earlier calls' cycles are complete. Fails with the
 * error of the first warp that fails, by cycle and SM. `team` may be NULL. `beside` runs
 * concurrently. */
enum st_code sm_array_run(struct sm_array *a, struct team *team, cycle_t until,
                          const struct team_task *beside, struct status *st);

/* Counts each of the program's n instructions; to be called before the run. */
enum st_code sm_array_count_insts(struct sm_array *a, uint32_t n, struct status *st);
/* Adds those counts, once sm_array_count() has been called. */
void sm_array_insts(const struct sm_array *a, struct inst_counters *into);

uint32_t sm_array_launched(const struct sm_array *a); /* CTAs */
uint32_t sm_array_finished(const struct sm_array *a);
bool sm_array_sends(const struct sm_array *a);       /* some SM has a request to send */
cycle_t sm_array_last_end(const struct sm_array *a); /* cycle in which a CTA ended last */
uint64_t sm_array_retired(const struct sm_array *a); /* warp instructions, for the watchdog */
/* Adds the counters of the kernel's `cycles` cycles. The array is not run afterwards. */
enum st_code sm_array_count(struct sm_array *a, cycle_t cycles, struct gpu_counters *into,
                            struct status *st);
/* Adds the counts of every SM to a sample at core cycle `at`; all cycles before it are complete. */
void sm_array_sample(const struct sm_array *a, cycle_t at, struct timeline *t);
void sm_array_dump(const struct sm_array *a, FILE *out);
