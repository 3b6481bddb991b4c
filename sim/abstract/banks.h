/* banks.h -- in which cycles the LDST unit uses the banks of an SM's L1D, where the RT unit shares
 * them (sim/config/rt_unit_params.h, l1_port): the LDST unit goes first. */
#pragma once

#include "sim/abstract/slots.h"
#include "sim/timing/sm/ldst.h"

#include <stdbool.h>

enum { BANKS_MOST = 32, BANKS_WORDS = 64 };

struct banks {
    bool shared;
    const struct ldst_config *config;
    struct slots_word words[BANKS_MOST][BANKS_WORDS];
};

static inline uint32_t banks_bank_of(const struct ldst_config *c, uint64_t addr)
{
    return c->bank == BANK_SHIFT_32 ? 0 : (uint32_t)(addr / SECTOR_B % c->l1_banks);
}

static inline void banks_use(struct banks *b, uint32_t bank, uint64_t at)
{
    struct slots_word *w = slots_word(b->words[bank], BANKS_WORDS, at / 64);
    if (w)
        w->taken |= UINT64_C(1) << at % 64;
}

static inline bool banks_used(struct banks *b, uint64_t addr, uint64_t at)
{
    const struct slots_word *w = &b->words[banks_bank_of(b->config, addr)][at / 64 % BANKS_WORDS];
    return w->number == (uint32_t)(at / 64) + 1 && w->taken >> at % 64 & 1;
}
