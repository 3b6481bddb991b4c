/* memory.h -- the L1D of an SM in GATSim's timing model: the use of its banks, and the arrival of
 * the sectors that are looked up.
 *
 * With perfect memory every look-up hits. Else, as in GATSim (Section II-E.3), hits depend on tags
 * alone: fully or set associative, least recently used; a write goes through to memory and
 * drops the sector that it hits. That is the paper's policy for global memory. It has another one
 * for local memory, which does not exist here: function variables are in global memory
 * (docs/model.md, "Shader programs"), and constants always hit. A miss waits for one of `l1d.mshrs`
 * MSHRs, and costs one request per cycle, the path in l2.h, and one reply. */
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
    struct gatsim_l2 *l2; /* NULL: memory is perfect */
    struct tags *tags;
    struct clocks clocks;
    struct calendar replies;
    struct outstanding mshrs;     /* sectors in flight */
    uint64_t sends[MEMORY_QUEUE]; /* ring: when the last requests left the miss queue */
    uint32_t sent;
    uint32_t l1_banks;
    bool perfect[2]; /* by enum l1d_client */
    bool shift_32;
    bool shared; /* the RT unit gets the banks that the load/store unit leaves free */
    uint32_t cycle[MEMORY_BANK_CYCLES]; /* the cycle of an entry of `banks`, modulo 2^32 */
    uint32_t banks[MEMORY_BANK_CYCLES]; /* banks used by the load/store unit, a bit each */
    struct l1d_counters count;
};

/* Initialises a zeroed struct. `l2` is borrowed; NULL if both clients have perfect memory. */
enum st_code memory_open(struct gatsim_memory *m, const struct gpu_config *config,
                         struct gatsim_l2 *l2, struct status *st);
void memory_close(struct gatsim_memory *m);

/* Looks up the sector at addr in cycle *at. On a miss *at becomes the cycle in which it has an MSHR
 * and the miss queue takes it. Returns the cycle of its arrival: *at if it hits. */
uint64_t memory_read(struct gatsim_memory *m, enum l1d_client client, uint64_t addr, uint64_t *at);
/* The same for a write of `bytes` (a bit each): returns the cycle of its acknowledgement. */
uint64_t memory_write(struct gatsim_memory *m, enum l1d_client client, uint64_t addr,
                      uint32_t bytes, uint64_t *at);

/* The same for an atomic, which bypasses the L1D: returns the cycle of its reply. */
uint64_t memory_atomic(struct gatsim_memory *m, uint64_t addr, uint32_t bytes, uint64_t *at);

static inline void memory_use_banks(struct gatsim_memory *m, uint64_t cycle, uint32_t banks)
{
    uint32_t i = (uint32_t)cycle % MEMORY_BANK_CYCLES;
    m->cycle[i] = (uint32_t)cycle;
    m->banks[i] = banks;
}

/* Whether the load/store unit uses addr's bank in that cycle. */
static inline bool memory_bank_taken(const struct gatsim_memory *m, uint64_t cycle, uint64_t addr)
{
    uint32_t i = (uint32_t)cycle % MEMORY_BANK_CYCLES;
    if (!m->shared || m->cycle[i] != (uint32_t)cycle)
        return false;
    uint32_t bank = m->shift_32 ? 0 : (uint32_t)(addr / SECTOR_B % m->l1_banks);
    return m->banks[i] >> bank & 1;
}
