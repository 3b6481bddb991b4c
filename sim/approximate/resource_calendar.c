#include "sim/approximate/resource_calendar.h"

/* The slots from `from` to `to` - 1 that lie in 64 n to 64 n + 63, as a mask. */
static uint64_t between(uint64_t n, uint64_t from, uint64_t to)
{
    uint64_t slots = n < from / 64 ? 0 : UINT64_MAX;
    if (n == from / 64)
        slots <<= from % 64;
    if (n >= to / 64)
        slots &= n > to / 64 ? 0 : (UINT64_C(1) << to % 64) - 1;
    return slots;
}

/* The slot after the last taken one among `from` to `to` - 1; `from` if none of these is taken. */
static uint64_t behind_taken(struct calendar_near *s, uint64_t from, uint64_t to)
{
    for (uint64_t n = (to - 1) / 64 + 1; n-- > from / 64;) {
        const struct calendar_word *w = calendar_word(s->words, CALENDAR_NEAR_WORDS, n);
        uint64_t taken = w ? w->taken & between(n, from, to) : 0;
        if (taken)
            return 64 * n + 64 - (uint64_t)__builtin_clzll(taken);
    }
    return from;
}

/* Kept out of line, because it is seldom called. */
__attribute__((noinline)) uint64_t calendar_search_run(struct calendar_near *s, uint64_t from,
                                                       uint32_t length)
{
    for (uint64_t next; (next = behind_taken(s, from, from + length)) != from;)
        from = next;
    for (uint64_t n = from / 64; 64 * n < from + length; n++) {
        struct calendar_word *w = calendar_word(s->words, CALENDAR_NEAR_WORDS, n);
        if (w)
            w->taken |= between(n, from, from + length);
    }
    return from;
}

/* Kept out of line, because its callers are short without it. */
__attribute__((noinline)) uint64_t calendar_search(struct calendar_word *words, uint32_t n_words,
                                                   uint64_t from)
{
    struct calendar_word *first = &words[from / 64 % n_words];
    uint32_t behind = first->number - ((uint32_t)(from / 64) + 1);
    /* A word that still has earlier slots is emptied, as in calendar_word(). */
    if (behind >= UINT32_MAX / 2) {
        *first = (struct calendar_word){UINT64_C(1) << from % 64, (uint32_t)(from / 64) + 1};
        return from;
    }
    uint64_t below = (UINT64_C(1) << from % 64) - 1;
    for (uint64_t n = from / 64;; n++, below = 0) {
        struct calendar_word *w = calendar_word(words, n_words, n);
        if (!w)
            return from;
        uint64_t open = ~(w->taken | below);
        if (open) {
            w->taken |= open & (~open + 1);
            return 64 * n + (uint64_t)__builtin_ctzll(open);
        }
    }
}
