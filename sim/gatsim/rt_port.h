/* rt_port.h -- the way of an RT unit to memory in the approximate timing model: one request a
 * cycle, where the sector's bank is free (docs/model.md, "RT unit: choosing requests", "RT unit:
 * L1D access and delivery"), and so many sectors on their way as it has MSHRs. Times that it is
 * asked for go up, but for those of one record. */
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
    uint64_t from; /* the miss queue takes nothing before */
    struct outstanding outstanding;
};

/* Config and memory are borrowed. False where memory runs out; then nothing is held. */
bool rt_port_open(struct rt_port *p, const struct rt_config *config, struct gatsim_memory *memory);
void rt_port_close(struct rt_port *p);

/* The first cycle from `from` on in which the unit may ask for addr's sector; it is then taken. */
static inline uint64_t rt_port_take(struct rt_port *p, uint64_t addr, uint64_t from)
{
    uint64_t at = calendar_take(&p->cycles, calendar_later(from, p->from));
    while (memory_bank_taken(p->memory, at, addr))
        at = calendar_take(&p->cycles, at + 1);
    return at;
}

/* Returns when the store, which may go from cycle `from` on, is acknowledged. */
uint64_t rt_port_store(struct rt_port *p, uint64_t addr, uint64_t from);
/* A record is asked for from cycle *at on, which becomes that of its first sector. Where that is
 * refused, the others are asked for first (sim/timing/rt/requests.c). Returns when all of it has
 * come. */
uint64_t rt_port_request(struct rt_port *p, const struct walk_record *r, uint64_t *at);
