#include "sim/timing/wake.h"

#include "common/memory.h"

enum st_code wake_create(struct wake *w, uint32_t n, struct status *st)
{
    *w = (struct wake){.n = n, .words = (n + 63) / 64, .beyond_at = CYCLE_NEVER};
    w->at = mem_calloc(n, sizeof *w->at);
    w->near = mem_calloc((size_t)WAKE_SPAN * w->words, sizeof *w->near);
    w->beyond = mem_calloc(w->words, sizeof *w->beyond);
    w->due = mem_calloc(w->words, sizeof *w->due);
    if (!w->at || !w->near || !w->beyond || !w->due) {
        wake_release(w);
        return status_no_memory(st, "wake times");
    }
    for (uint32_t i = 0; i < n; i++)
        w->at[i] = CYCLE_NEVER;
    return ST_OK;
}

void wake_release(struct wake *w)
{
    mem_free(w->at);
    mem_free(w->near);
    mem_free(w->beyond);
    mem_free(w->due);
    *w = (struct wake){.beyond_at = CYCLE_NEVER};
}

void wake_put(struct wake *w, uint32_t i, cycle_t at)
{
    w->at[i] = at;
    if (at - w->base < WAKE_SPAN) {
        uint32_t place = at % WAKE_SPAN;
        w->near[place * w->words + i / 64] |= UINT64_C(1) << i % 64;
        w->occupied |= UINT64_C(1) << place;
    } else {
        w->beyond[i / 64] |= UINT64_C(1) << i % 64;
        if (at < w->beyond_at)
            w->beyond_at = at;
    }
}

/* Moves those from `beyond` to the wheel that are called within its span. */
static void bring_near(struct wake *w)
{
    w->beyond_at = CYCLE_NEVER;
    for (uint32_t word = 0; word < w->words; word++) {
        uint64_t bits = w->beyond[word];
        w->beyond[word] = 0;
        for (; bits; bits &= bits - 1) {
            uint32_t i = word * 64 + (uint32_t)__builtin_ctzll(bits);
            if (w->at[i] != CYCLE_NEVER)
                wake_put(w, i, w->at[i]);
        }
    }
}

void wake_take(struct wake *w, cycle_t now)
{
    w->base = now;
    if (w->beyond_at - now < WAKE_SPAN)
        bring_near(w);
    uint32_t place = now % WAKE_SPAN;
    uint64_t *set = &w->near[place * w->words];
    w->occupied &= ~(UINT64_C(1) << place);
    for (uint32_t word = 0; word < w->words; word++) {
        uint64_t due = 0;
        for (uint64_t bits = set[word]; bits; bits &= bits - 1) {
            uint32_t i = word * 64 + (uint32_t)__builtin_ctzll(bits);
            if (w->at[i] == now) {
                due |= bits & (~bits + 1);
                w->at[i] = CYCLE_NEVER;
            }
        }
        w->due[word] = due;
        set[word] = 0;
    }
    w->base = now + 1;
}
