#include "sim/gatsim/rt_port.h"

enum { MOST_SECTORS = 4 /* most sectors of a record */ };

bool rt_port_open(struct rt_port *p, const struct rt_config *config, struct gatsim_memory *memory)
{
    p->config = config;
    p->memory = memory;
    return outstanding_create(&p->outstanding, config->mshrs, MOST_SECTORS);
}

void rt_port_close(struct rt_port *p)
{
    outstanding_release(&p->outstanding);
}

uint64_t rt_port_store(struct rt_port *p, uint64_t addr, uint64_t from)
{
    uint64_t at = rt_port_take(p, addr, from);
    return memory_write(p->memory, L1D_RT, addr, UINT32_MAX, &at);
}

/* Requests a sector in cycle `at`; returns when it arrives. */
static inline uint64_t read_sector(struct rt_port *p, uint64_t addr, uint64_t at)
{
    uint64_t looked_up = at;
    if (p->config->perfect_mem)
        return at + p->config->hit_latency;
    uint64_t comes = memory_read(p->memory, L1D_RT, addr, &looked_up);
    if (comes == looked_up)
        return at + p->config->hit_latency;
    if (looked_up > at)
        p->from = looked_up;
    if (p->config->mshrs)
        outstanding_add(&p->outstanding, comes);
    return comes;
}

/* Requests the sectors from addr to `end`, one request per cycle, each for as many sectors as a
 * request may have and whose banks are free. *next is the cycle after the last request. Returns
 * when all have arrived. */
static uint64_t read_sectors(struct rt_port *p, uint64_t addr, uint64_t end, uint64_t *next)
{
    uint64_t comes = 0;
    while (addr < end) {
        uint64_t now = rt_port_take(p, addr, outstanding_wait_and_drop(&p->outstanding, *next));
        do {
            comes = calendar_later(comes, read_sector(p, addr, now));
            addr += SECTOR_B;
        } while (addr < end && addr & (p->config->request_B - 1) &&
                 !memory_bank_taken(p->memory, now, addr));
        *next = now + 1;
    }
    return comes;
}

uint64_t rt_port_request(struct rt_port *p, const struct walk_record *r, uint64_t *at)
{
    uint64_t addr = r->addr & ~(uint64_t)(SECTOR_B - 1), comes = 0;
    uint32_t bytes = record_bytes(record_make((enum record_kind)r->kind, 0));
    uint64_t end = addr + (bytes + SECTOR_B - 1) / SECTOR_B * SECTOR_B;
    uint64_t next = calendar_later(outstanding_wait_and_drop(&p->outstanding, *at), p->from);
    if (end - addr > SECTOR_B && memory_bank_taken(p->memory, next, addr)) {
        next = calendar_take(&p->cycles, next) + 1;
        comes = read_sectors(p, addr + SECTOR_B, end, &next);
        end = addr + SECTOR_B;
    }
    *at = next;
    return calendar_later(comes, read_sectors(p, addr, end, &next));
}
