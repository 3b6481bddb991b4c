/* memsys.h -- everything behind the SMs: crossbar, L2 slices, DRAM channels.
 *
 * SMs are connected to it only by queues with a latency of at least one cycle. One request and one
 * reply per SM and core cycle; an SM takes a reply in the cycle of its arrival.
 *
 * Time: ticks of the configuration's clocks. The work due at one time is done in this order
 * (docs/model.md, "Order of a step"): replies enter the crossbar, DRAM, requests enter the L2, L2,
 * the crossbar moves. The SMs' core cycle at the same time comes after it.
 *
 * It runs either step by step, or in quanta of core cycles, in which each part goes alone through
 * the whole quantum (gpu.c); the results are the same. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/mem_port.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct memsys; /* opaque */

/* Creates the memory system. The configuration is borrowed. `every_cycle`: call every component in
 * every cycle of its clock, which changes no result. */
enum st_code memsys_create(struct memsys **out, const struct gpu_config *config, bool every_cycle,
                           struct status *st);
void memsys_free(struct memsys *m);
/* Enables allocation, before any other call: memory from `from` on is allocated while the kernel
 * runs, and each address from `once` on is used once (allocator.h). */
enum st_code memsys_allocate(struct memsys *m, uint64_t from, uint64_t once, struct status *st);

/* The interface for the SMs; borrowed, valid as long as the memory system. An SM's cycle comes
 * after the step at its time. Different SMs may use it from different threads. */
const struct mem_port *memsys_port(struct memsys *m);
/* The core cycle in which the SM's first reply arrives; CYCLE_NEVER if none is in the last
 * queue. */
cycle_t memsys_reply_cycle(const struct memsys *m, uint32_t sm);

/* --- step by step --- */

/* The first time with work; CYCLE_NEVER: only a request brings work. */
ticks_t memsys_next(const struct memsys *m);
/* Advances to time `now`, not before the last step's and not after memsys_next(), and does the work
 * due there, if any. */
enum st_code memsys_step(struct memsys *m, ticks_t now, struct status *st);

/* --- quanta ---
 * A quantum from core cycle `first` to before `until` covers these cycles of the SMs, and in the
 * memory system the time after first's up to and including until's, because requests of an SM take
 * effect only then. Its parts are, in this order:
 *     memsys_run_partition()  each partition, by any thread: requests become replies
 *     memsys_run_replies()    the replies get the core cycles at which SMs take them
 *     SMs                     each SM, by any thread; an SM with a request stops if it is not yet
 *                             determined whether there is room, and memsys_run_known() takes the
 *                             requests as far as they are determined
 *     memsys_run_requests()   slices take the SMs' requests; before the next quantum's partitions
 *                             or concurrently with its replies
 * In the latter case the next quantum may be chosen, and its partitions be run, before or
 * concurrently with the SMs of this one. */

/* The most core cycles of a quantum; 0: quanta are impossible. `beside`: its requests run
 * concurrently with the next quantum's replies. */
cycle_t memsys_longest(const struct memsys *m, bool beside);
/* Chooses the end of the quantum that begins at `first`, at most `most` cycles later, and reserves
 * memory for it. *until is `first` if there can be no quantum; then memsys_run_steps() must do the
 * work. */
enum st_code memsys_quantum(struct memsys *m, cycle_t first, cycle_t most, cycle_t *until,
                            struct status *st);
uint32_t memsys_partitions(const struct memsys *m);
void memsys_run_partition(struct memsys *m, uint32_t partition, cycle_t until);
void memsys_run_requests(struct memsys *m, cycle_t until);
void memsys_run_replies(struct memsys *m, cycle_t until);
/* Whether it is known if an SM that has reached core cycle `now` may send: either its queue has
 * room in any case, or all packets that have left the queue by then are determined. To be called
 * before the cycle in which it sends, on the SM's thread. */
bool memsys_room_known(struct memsys *m, uint32_t sm, cycle_t now);
/* Lets slices take requests while all SMs of a quantum stand still: those requests that are
 * determined by what SM i sends before core cycle known[i], up to cycle `until` at most. Afterwards
 * memsys_room_known() holds for every SM at the least cycle of `known`, and mostly for later
 * ones. */
void memsys_run_known(struct memsys *m, const cycle_t *known, cycle_t until);
/* Does the work of the memory system in a quantum of one core cycle, instead of the functions
 * above; to be called after the SMs. */
enum st_code memsys_run_steps(struct memsys *m, cycle_t until, struct status *st);
/* The last core cycle, `first` or later, such that a quantum from `first` to it has no work in the
 * memory system; CYCLE_NEVER: only a request brings work. All quanta before must be complete. */
cycle_t memsys_rests(const struct memsys *m, cycle_t first);

/* --- at any time --- */

/* Whether the memory system is idle: no packet exists between an SM's send and its take. */
bool memsys_idle(const struct memsys *m);
/* The time at which the last packet was freed: since then an idle memory system has been idle. */
ticks_t memsys_last_free(const struct memsys *m);
/* Packets moved from one queue to the next so far, for the watchdog. */
uint64_t memsys_moved(const struct memsys *m);
/* Packets that exist: sent and not yet popped, fetches and write-backs. */
uint32_t memsys_packets(const struct memsys *m);

/* Adds the counts before time `end` to *into. */
void memsys_count(struct memsys *m, ticks_t end, struct gpu_counters *into);
/* Adds the parts of all partitions to a sample at time `end`, to which all have been run. */
void memsys_sample(const struct memsys *m, ticks_t end, struct timeline *t);
/* memsys_warm() calls l2_slice_warm() for the address's slice; only between two quanta.
 * memsys_warmed() must follow when all sectors are warm. */
void memsys_warm(struct memsys *m, uint64_t addr);
void memsys_warmed(struct memsys *m);
/* The lines and sectors of all slices' caches. */
struct cache_left memsys_left(const struct memsys *m);
void memsys_dump(const struct memsys *m, FILE *out); /* the state of each part */
