/* sm.h -- one streaming multiprocessor: warps, schedulers, scoreboard, operand collector, execution
 * units, LDST unit, RT unit, L1D. Talks to memory only through a mem_port. */
#ifndef SIM_TIMING_SM_H
#define SIM_TIMING_SM_H

#include "common/status.h"
#include "sim/functional/warp.h"
#include "sim/timing/clock.h"
#include "sim/timing/config.h"
#include "sim/timing/counters.h"
#include "sim/timing/mem_port.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct sm; /* opaque */

/* `config` and `mem` are borrowed and must outlive the SM. `registers` is the kernel's per thread.
 */
enum st_code sm_create(struct sm **out, const struct gpu_config *config, uint32_t id,
                       uint32_t registers, const struct mem_port *mem, struct status *st);
void sm_free(struct sm *s); /* ends the warps that are still resident */

bool sm_can_launch(const struct sm *s);
/* Takes a warp; it is the SM's until it has finished, which ends it. */
void sm_launch(struct sm *s, struct warp *w, cycle_t now);

/* One core cycle. *next is the first later cycle at which the SM has something to do by itself
 * (CYCLE_NEVER: only a reply or a launch will wake it); cycles skipped that way are charged to the
 * reason that held when it was last called. Fails where a warp fails. */
enum st_code sm_tick(struct sm *s, cycle_t now, cycle_t *next, struct status *st);

uint32_t sm_resident(const struct sm *s); /* warps on it */
uint64_t sm_retired(const struct sm *s);  /* warp instructions retired, for the watchdog */
/* Adds what this SM counted up to `end` (the kernel's last cycle) to *into. */
void sm_count(struct sm *s, cycle_t end, struct gpu_counters *into);
void sm_dump(const struct sm *s, FILE *out); /* what each resident warp waits for */

#endif
