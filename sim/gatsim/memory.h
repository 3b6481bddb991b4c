/* memory.h -- the L1D of an SM as the approximate timing model knows it: which banks it serves
 * when, and in which cycle what is looked up is there.
 *
 * With perfect memory all is there when it is looked up. Else, as GATSim does (Section II-E.3), a
 * store of tags alone says what hits: fully or set associative, least recently used, a write goes
 * through to memory and drops the sector that it hits. That is the paper's policy for global
 * memory; it has another one for local memory, of which there is none here: function variables lie
 * in global memory (docs/model.md, "Shader programs"), and constants always hit. What misses waits
 * for one of `l1d.mshrs` MSHRs and pays what l2.h says, one request a cycle, and one reply. */
#pragma once

#include "common/status.h"
#include "sim/approximate/outstanding.h"
#include "sim/approximate/resource_calendar.h"
#include "sim/approximate/tags.h"
#include "sim/config/gpu_config.h"
#include "sim/gatsim/l2.h"
#include "sim/timing/counters/l1d_counters.h"
#include "sim/timing/memory/l1d.h"

#include <stdbool.h>
#include <stdint.h>

enum { MEMORY_BANK_CYCLES = 4096, MEMORY_QUEUE = 4096 };

struct gatsim_memory {
    const struct gpu_config *config;
    struct gatsim_l2 *l2; /* NULL: all is perfect */
    struct tags *tags;
    struct clocks clocks;
    struct calendar replies;
    struct outstanding mshrs;     /* sectors that the L1D has asked for */
    uint64_t sends[MEMORY_QUEUE]; /* ring: when the last requests left the miss queue */
    uint32_t sent;
    uint32_t l1_banks;
    bool perfect[2]; /* by enum l1d_client */
    bool shift_32;
    bool shared; /* the RT unit has the banks that the load/store unit leaves */
    uint32_t cycle[MEMORY_BANK_CYCLES]; /* of which `banks` says something, modulo 2^32 */
    uint32_t banks[MEMORY_BANK_CYCLES]; /* those that the load/store unit uses, a bit each */
    struct l1d_counters count;
};

/* Of a struct that is {0}. `l2` is borrowed, NULL where both clients have perfect memory. */
enum st_code memory_open(struct gatsim_memory *m, const struct gpu_config *config,
                         struct gatsim_l2 *l2, struct status *st);
void memory_close(struct gatsim_memory *m);

/* The sector at addr is looked up in cycle *at, which becomes the one in which it has an MSHR and
 * the miss queue takes it where it misses. Returns the cycle in which it is there: *at where it
 * hits. */
uint64_t memory_read(struct gatsim_memory *m, enum l1d_client client, uint64_t addr, uint64_t *at);
/* The same of a write of `bytes` (a bit each): the cycle in which it is acknowledged. */
uint64_t memory_write(struct gatsim_memory *m, enum l1d_client client, uint64_t addr,
                      uint32_t bytes, uint64_t *at);

/* The same of an atomic, which goes past the L1D: the cycle in which its reply comes. */
uint64_t memory_atomic(struct gatsim_memory *m, uint64_t addr, uint32_t bytes, uint64_t *at);

static inline void memory_use_banks(struct gatsim_memory *m, uint64_t cycle, uint32_t banks)
{
    uint32_t i = (uint32_t)cycle % MEMORY_BANK_CYCLES;
    m->cycle[i] = (uint32_t)cycle;
    m->banks[i] = banks;
}

/* Whether the load/store unit looks up something in addr's bank in that cycle. */
static inline bool memory_bank_taken(const struct gatsim_memory *m, uint64_t cycle, uint64_t addr)
{
    uint32_t i = (uint32_t)cycle % MEMORY_BANK_CYCLES;
    if (!m->shared || m->cycle[i] != (uint32_t)cycle)
        return false;
    uint32_t bank = m->shift_32 ? 0 : (uint32_t)(addr / SECTOR_B % m->l1_banks);
    return m->banks[i] >> bank & 1;
}
