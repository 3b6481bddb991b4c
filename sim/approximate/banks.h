/* banks.h -- the cycles in which the LDST unit uses the banks of an SM's L1D, where the RT unit
 * shares them (sim/config/rt_unit_params.h, l1_port): the LDST unit has priority. */
#pragma once

#include "sim/approximate/resource_calendar.h"
#include "sim/timing/sm/ldst.h"

#include <stdbool.h>

enum { BANKS_MOST = 32, BANKS_WORDS = 64 };

struct banks {
    bool shared;
    uint32_t n, mask; /* mask: n - 1 if n is a power of two, else 0 */
    struct calendar_word words[BANKS_MOST][BANKS_WORDS];
};

/* Initialises a zeroed struct. */
static inline void banks_init(struct banks *b, const struct ldst_config *config, bool shared)
{
    b->shared = shared;
    b->n = config->bank == BANK_SHIFT_32 ? 1 : config->l1_banks;
    b->mask = b->n & (b->n - 1) ? 0 : b->n - 1;
}

static inline uint32_t banks_bank_of(const struct banks *b, uint64_t addr)
{
    uint32_t sector = (uint32_t)(addr / SECTOR_B), bank = sector & b->mask;
    return b->mask || b->n == 1 ? bank : (uint32_t)(addr / SECTOR_B % b->n);
}

static inline void banks_use(struct banks *b, uint32_t bank, uint64_t at)
{
    struct calendar_word *w = calendar_word(b->words[bank], BANKS_WORDS, at / 64);
    if (w)
        w->taken |= UINT64_C(1) << at % 64;
}

static inline bool banks_used(struct banks *b, uint64_t addr, uint64_t at)
{
    const struct calendar_word *w = &b->words[banks_bank_of(b, addr)][at / 64 % BANKS_WORDS];
    return w->number == (uint32_t)(at / 64) + 1 && w->taken >> at % 64 & 1;
}
