/* memsys.h -- everything behind the SMs: crossbar, L2 slices, DRAM channels.
 *
 * SMs meet it only through queues with a latency of at least one cycle. One request and one reply
 * per SM and core cycle.
 *
 * Time: ticks of the configuration's clocks. One step does what is due at a time, in the order of
 * the reference model's section 5.1: replies enter the crossbar, DRAM, L2, the crossbar moves. The
 * SMs' core cycle at the same time comes after it. */
#ifndef SIM_TIMING_MEMSYS_H
#define SIM_TIMING_MEMSYS_H

#include "common/status.h"
#include "sim/timing/clock.h"
#include "sim/timing/config.h"
#include "sim/timing/counters.h"
#include "sim/timing/mem_port.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct memsys; /* opaque */

/* The configuration is borrowed. `every_cycle`: call every component in every cycle of its clock,
 * which changes no result. */
enum st_code memsys_create(struct memsys **out, const struct gpu_config *config, bool every_cycle,
                           struct status *st);
void memsys_free(struct memsys *m);

/* The SMs' side; borrowed, valid as long as the memory system. An SM's cycle comes after the step
 * at its time, so memsys_step must have been called for that time. */
const struct mem_port *memsys_port(struct memsys *m);

/* The first time at which something is to be done; CYCLE_NEVER: only a request will change that. */
ticks_t memsys_next(const struct memsys *m);
/* Goes to time `now`, not before the last step's and not after memsys_next(), and does what is due
 * there, if anything. */
void memsys_step(struct memsys *m, ticks_t now);
/* By SM: the core cycle at which its first reply is there, CYCLE_NEVER if none is on its last way.
 * Borrowed; changes with every step and pop. */
const cycle_t *memsys_reply_cycles(const struct memsys *m);

/* An SM for which a reply came since it was last named here, that is one whose reply cycle may be
 * earlier than before; false when there is none any more. */
bool memsys_new_reply(struct memsys *m, uint32_t *sm);

/* Nothing is under way: no packet between an SM's send and pop. */
bool memsys_idle(const struct memsys *m);
/* When the last packet went so far: if it is idle, since when, which may be before the last step.
 */
ticks_t memsys_last_free(const struct memsys *m);
/* Packets moved from one queue to the next so far, for the watchdog. */
uint64_t memsys_moved(const struct memsys *m);
/* Packets that exist: sent and not yet popped, fetches and write-backs. */
uint32_t memsys_packets(const struct memsys *m);

/* Adds what was counted before time `end` to *into. */
void memsys_count(struct memsys *m, ticks_t end, struct gpu_counters *into);
void memsys_dump(const struct memsys *m, FILE *out); /* what every part waits for */

#endif
