/* dram_scheduler.h -- first-ready, first-come first-served: which request a free bank gets.
 *
 * A bank gets its oldest request to the row that is open, else its oldest request; at most one bank
 * per DRAM cycle gets one, banks taking turns (reference model, section 5.5). */
#ifndef SIM_TIMING_DRAM_SCHEDULER_H
#define SIM_TIMING_DRAM_SCHEDULER_H

#include "sim/timing/packet.h"

enum { DRAM_MAX_BANKS = 256, DRAM_BANK_WORDS = DRAM_MAX_BANKS / 64 };

/* A set of banks. */
struct bank_set {
    uint64_t words[DRAM_BANK_WORDS];
};

static inline void bank_set_add(struct bank_set *s, uint32_t b)
{
    s->words[b / 64] |= UINT64_C(1) << b % 64;
}

static inline void bank_set_remove(struct bank_set *s, uint32_t b)
{
    s->words[b / 64] &= ~(UINT64_C(1) << b % 64);
}

static inline bool bank_set_has(const struct bank_set *s, uint32_t b)
{
    return s->words[b / 64] >> b % 64 & 1;
}

/* First bank of the set at or after `from`, below `end`; `end` if there is none. */
static inline uint32_t bank_set_next(const struct bank_set *s, uint32_t from, uint32_t end)
{
    while (from < end) {
        uint64_t word = s->words[from / 64] >> from % 64;
        if (word) {
            from += (uint32_t)__builtin_ctzll(word);
            return from < end ? from : end;
        }
        from = (from / 64 + 1) * 64;
    }
    return end;
}

struct dram_scheduler {
    struct packet_pool *pool;
    struct packet_queue waiting[DRAM_MAX_BANKS]; /* in order of arrival */
    struct bank_set banks;                       /* those with waiting requests */
    uint32_t pending, limit;
};

void dram_scheduler_init(struct dram_scheduler *s, struct packet_pool *pool, uint32_t limit);
bool dram_scheduler_full(const struct dram_scheduler *s);
/* The packet's bank and row are set. */
void dram_scheduler_add(struct dram_scheduler *s, uint32_t packet);
/* Takes the request that bank `b` should work on next. `row` is the row that is open there;
 * *row_hit says whether the request is to it (never where !open). PACKET_NONE if none waits. */
uint32_t dram_scheduler_take(struct dram_scheduler *s, uint32_t b, bool open, uint32_t row,
                             bool *row_hit);

#endif
