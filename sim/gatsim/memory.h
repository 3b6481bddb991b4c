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
    struct outstanding mshrs;     /* limits the sectors in flight */
    uint64_t sends[MEMORY_QUEUE]; /* ring: when requests left the miss queue, the last ones */
    uint32_t sent;
    uint32_t l1_banks;
    bool perfect[2]; /* by enum l1d_client: all accesses hit */
    bool shift_32;
    bool shared; /* the RT unit gets only the banks that the load/store unit leaves free */
    uint32_t cycle[MEMORY_BANK_CYCLES]; /* cycle (modulo 2^32) to which the entry of `banks` at the
                                           same index belongs */
    uint32_t banks[MEMORY_BANK_CYCLES]; /* bit per bank: the load/store unit uses it */
    struct l1d_counters count;
};

/* Initialises a zeroed struct. `l2` is borrowed; it is NULL if both clients have perfect memory. */
enum st_code memory_open(struct gatsim_memory *m, const struct gpu_config *config,
                         struct gatsim_l2 *l2, struct status *st);
void memory_close(struct gatsim_memory *m);

/* Reads the sector at addr in cycle *at. On a miss *at becomes the cycle in which the sector has an
 * MSHR and the miss queue takes the request. Returns the cycle of its arrival: *at if it hits. */
uint64_t memory_read(struct gatsim_memory *m, enum l1d_client client, uint64_t addr, uint64_t *at);
/* Writes `bytes` (a bit each) of the sector at addr in cycle *at, which becomes the cycle in which
 * the miss queue takes the request. Returns the cycle of its acknowledgement. */
uint64_t memory_write(struct gatsim_memory *m, enum l1d_client client, uint64_t addr,
                      uint32_t bytes, uint64_t *at);

/* Sends an atomic past the L1D in cycle *at, which becomes the cycle in which the miss queue takes
 * it. Returns the cycle of its reply. */
uint64_t memory_atomic(struct gatsim_memory *m, uint64_t addr, uint32_t bytes, uint64_t *at);

static inline void memory_use_banks(struct gatsim_memory *m, uint64_t cycle, uint32_t banks)
{
    uint32_t i = (uint32_t)cycle % MEMORY_BANK_CYCLES;
    m->cycle[i] = (uint32_t)cycle;
    m->banks[i] = banks;
}

/* Whether the load/store unit uses addr's bank in cycle `cycle`. */
static inline bool memory_bank_taken(const struct gatsim_memory *m, uint64_t cycle, uint64_t addr)
{
    uint32_t i = (uint32_t)cycle % MEMORY_BANK_CYCLES;
    if (!m->shared || m->cycle[i] != (uint32_t)cycle)
        return false;
    uint32_t bank = m->shift_32 ? 0 : (uint32_t)(addr / SECTOR_B % m->l1_banks);
    return m->banks[i] >> bank & 1;
}
