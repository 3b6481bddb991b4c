/* memory.h -- the L1D of an SM as the abstract timing model knows it: which banks it serves when,
 * and how long what is looked up takes. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/memory/mem_port.h"

#include <stdbool.h>
#include <stdint.h>

enum { MEMORY_BANK_CYCLES = 4096 };

/* Banks that the load/store unit looks up in a cycle, for who shares their port. */
struct gatsim_memory {
    uint32_t l1_banks;
    bool shift_32;
    bool shared;                        /* the RT unit has what the load/store unit leaves */
    uint32_t cycle[MEMORY_BANK_CYCLES]; /* of which `banks` says something, modulo 2^32 */
    uint32_t banks[MEMORY_BANK_CYCLES]; /* a bit each */
};

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
