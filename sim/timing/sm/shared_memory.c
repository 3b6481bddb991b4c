#include "sim/timing/sm/shared_memory.h"

#include "common/memory.h"

#include <string.h>

enum { WORD_B = 4, MOST_BANKS = 64, MOST_WORDS = WARP_LANES * 16 / WORD_B, NO_WORD = UINT8_MAX };

/* Distinct words met so far, in a list per bank. */
struct words {
    uint64_t word[MOST_WORDS];
    uint8_t next[MOST_WORDS];
    uint8_t first[MOST_BANKS], count[MOST_BANKS];
    uint32_t n;
};

static bool met(const struct words *w, uint32_t bank, uint64_t word)
{
    for (uint32_t i = w->first[bank]; i != NO_WORD; i = w->next[i])
        if (w->word[i] == word)
            return true;
    return false;
}

uint32_t shared_memory_cycles(const uint64_t addr[WARP_LANES], uint32_t lanes, uint32_t size_B,
                              uint32_t banks, bool atomic)
{
    struct words w = {.n = 0};
    uint32_t most = 1;
    memset(w.first, NO_WORD, sizeof w.first);
    for (; lanes; lanes &= lanes - 1) {
        uint64_t first = addr[__builtin_ctz(lanes)] / WORD_B;
        uint64_t last = (addr[__builtin_ctz(lanes)] + size_B - 1) / WORD_B;
        for (uint64_t word = first; word <= last; word++) {
            uint32_t bank = (uint32_t)(word % banks);
            if (!atomic && met(&w, bank, word))
                continue;
            w.word[w.n] = word;
            w.next[w.n] = w.first[bank];
            w.first[bank] = (uint8_t)w.n++;
            if (++w.count[bank] > most)
                most = w.count[bank];
        }
    }
    return most;
}

enum st_code shared_pipe_create(struct shared_pipe *p, uint32_t latency, struct status *st)
{
    *p = (struct shared_pipe){.latency = latency};
    if (!MEM_ARRAYS(MEM_ARRAY(p->ops, latency), MEM_ARRAY(p->at, latency)))
        return status_no_memory(st, "shared memory");
    return ST_OK;
}

void shared_pipe_release(struct shared_pipe *p)
{
    MEM_FREE(p->ops, p->at);
}

void shared_pipe_push(struct shared_pipe *p, struct issued *op, cycle_t now)
{
    uint32_t at = p->head + p->n++;
    if (at >= p->latency)
        at -= p->latency;
    p->ops[at] = op;
    p->at[at] = now + p->latency;
}

cycle_t shared_pipe_next(const struct shared_pipe *p)
{
    return p->n ? p->at[p->head] : CYCLE_NEVER;
}

struct issued *shared_pipe_pop(struct shared_pipe *p)
{
    struct issued *op = p->ops[p->head];
    p->head = p->head + 1 == p->latency ? 0 : p->head + 1;
    p->n--;
    return op;
}
