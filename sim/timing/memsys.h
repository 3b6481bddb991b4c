/* memsys.h -- everything behind the SMs: crossbar, L2 slices, DRAM channels.
 *
 * SMs meet it only through queues with a latency of at least one cycle. One request and one reply
 * per SM and core cycle. */
#ifndef SIM_TIMING_MEMSYS_H
#define SIM_TIMING_MEMSYS_H

#include "common/status.h"
#include "sim/timing/clock.h"
#include "sim/timing/config.h"
#include "sim/timing/counters.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SECTOR_B = 32 };

/* A sector read or write on its way; the reply to it is the same struct. */
struct mem_request {
    uint64_t addr; /* multiple of SECTOR_B */
    uint32_t sm;
    uint32_t tag;  /* the requester's own; comes back unchanged */
    bool write;    /* 32 bytes; the reply to a write is its acknowledgement */
};

struct memsys; /* opaque */

enum st_code memsys_create(struct memsys **out, const struct gpu_config *config,
                           struct status *st);
void memsys_free(struct memsys *m);

/* The SM's side, in core cycles. Ask before sending; a refusal is not an error. */
bool memsys_can_send(const struct memsys *m, uint32_t sm);
void memsys_send(struct memsys *m, const struct mem_request *request, cycle_t now);
/* The next reply that has arrived at the SM by `now`, without taking it; false if none. */
bool memsys_peek(const struct memsys *m, uint32_t sm, cycle_t now, struct mem_request *reply);
void memsys_pop(struct memsys *m, uint32_t sm);

#endif
