/* memory.h -- the way of a sector through L1D, crossbar, L2 and DRAM, when it is asked for: tags
 * are kept as the cycle model keeps them, waiting is what the resources on the way cost.
 *
 * An access is followed to its end at once, so that accesses come only about in the order of time.
 * Limits of queues are kept where they make others wait: the L1D's miss queue, an SM's and a
 * slice's buffer at the crossbar, a slice's request queue, the queues of a DRAM channel. Limits of
 * MSHRs are left out, but for the RT unit's own. */
#pragma once

#include "common/status.h"
#include "sim/abstract/complete.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/memory/l1d.h"

#include <stdint.h>

struct abstract_memory; /* opaque */
struct abstract_l1d;    /* opaque */

/* Which sectors below `watched_end` the slices are asked for is kept for abstract_memory_end(). */
enum st_code abstract_memory_create(struct abstract_memory **out, const struct gpu_config *config,
                                    uint64_t watched_end, struct status *st);
void abstract_memory_free(struct abstract_memory *m); /* NULL is a no-op */

/* The L1D of an SM, by which all of the following is asked. */
struct abstract_l1d *abstract_memory_l1d(struct abstract_memory *m, uint32_t sm);

/* Whoever asks from now on is of that half, 0 or 1, of the warps. */
void abstract_memory_asks(struct abstract_l1d *l, uint32_t half);

/* Addr's sector is about to be read: brings its place into the host's cache; changes nothing. */
void abstract_memory_prefetch(const struct abstract_l1d *l, uint64_t addr);

/* The L1D is asked in cycle *now for addr's sector. Returns when it is in the SM: *now where the
 * L1D has it. Else *now becomes the cycle in which the miss queue takes it. */
uint64_t abstract_memory_read(struct abstract_l1d *l, enum l1d_client client, uint64_t addr,
                              uint64_t *now);
/* Writes `bytes` (bit i: byte i) of addr's sector from cycle *now on, which becomes the one in
 * which the miss queue takes it; returns when the SM has the acknowledgement. */
uint64_t abstract_memory_write(struct abstract_l1d *l, enum l1d_client client, uint64_t addr,
                               uint32_t bytes, uint64_t *now);

/* Adds what was counted in a run that ended in core cycle `end` - 1. */
void abstract_memory_count(const struct abstract_memory *m, uint64_t end,
                           struct gpu_counters *into);
/* The same of DRAM alone. */
void abstract_memory_count_dram(const struct abstract_memory *m, uint64_t end,
                                struct gpu_counters *into);
/* Fills what *out says of the memory. Fails where it was watched and memory ran out. */
enum st_code abstract_memory_end(const struct abstract_memory *m, struct abstract_end *out,
                                 struct status *st);
