/* rt_port.h -- the port of an RT unit to memory in GATSim's timing model: one request per cycle, if
 * the sector's bank is free (docs/model.md, "RT unit: choosing requests", "RT unit: L1D access and
 * delivery"), and at most as many sectors in flight as it has MSHRs. The times of calls increase,
 * except within one record. */
#pragma once

#include "sim/approximate/outstanding.h"
#include "sim/approximate/resource_calendar.h"
#include "sim/config/gpu_config.h"
#include "sim/gatsim/memory.h"
#include "sim/gatsim/walks.h"

#include <stdbool.h>
#include <stdint.h>

struct rt_port {
    const struct rt_config *config;
    struct gatsim_memory *memory;
    struct calendar cycles;
    uint64_t from; /* the unit sends nothing before this cycle, because the miss queue is full */
    struct outstanding outstanding;
};

/* Initialises a port. Config and memory are borrowed. False if memory runs out; then there is
 * nothing to free. */
bool rt_port_open(struct rt_port *p, const struct rt_config *config, struct gatsim_memory *memory);
void rt_port_close(struct rt_port *p);

/* Takes the first cycle from `from` on in which the unit may send a request for addr's sector;
 * returns it. */
static inline uint64_t rt_port_take(struct rt_port *p, uint64_t addr, uint64_t from)
{
    uint64_t at = calendar_take(&p->cycles, calendar_later(from, p->from));
    while (memory_bank_taken(p->memory, at, addr))
        at = calendar_take(&p->cycles, at + 1);
    return at;
}

/* Sends a store in cycle `from` or later; returns when it is acknowledged. */
uint64_t rt_port_store(struct rt_port *p, uint64_t addr, uint64_t from);
/* Requests a record from cycle *at on; *at becomes the cycle in which its first sector is
 * requested. If that sector is refused, the others are requested first (sim/timing/rt/requests.c).
 * Returns when the whole record has arrived. */
uint64_t rt_port_request(struct rt_port *p, const struct walk_record *r, uint64_t *at);
