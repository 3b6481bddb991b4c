/* resource_calendar.h -- the occupancy over time of a resource that serves one request at a time.
 *
 * Requests come out of time order. Time is cut into slots as long as the resource is busy with one
 * request; each slot is free or taken. A request takes the first free slot from its own time on, so
 * a request for an early time is not delayed by one that took a late slot before it. Slots are bits
 * in a ring of 64-bit words: slots that are a whole ring behind the latest one are dropped and
 * count as free. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CALENDAR_WORDS = 256, CALENDAR_NEAR_WORDS = 8 };

struct calendar_word {
    uint64_t taken;
    uint32_t number; /* number of its 64 slots (slot / 64) plus 1 */
};

struct calendar {
    struct calendar_word words[CALENDAR_WORDS];
};

/* A calendar for resources that are never reserved far ahead. */
struct calendar_near {
    struct calendar_word words[CALENDAR_NEAR_WORDS];
};

/* The word of slots 64 n to 64 n + 63, emptied if it held earlier slots; NULL: it holds later
 * ones. */
static inline struct calendar_word *calendar_word(struct calendar_word *words, uint32_t n_words,
                                                  uint64_t n)
{
    struct calendar_word *w = &words[n % n_words];
    uint32_t behind = w->number - ((uint32_t)n + 1);
    if (behind && behind < UINT32_MAX / 2)
        return NULL;
    if (behind)
        *w = (struct calendar_word){0, (uint32_t)n + 1};
    return w;
}

/* Takes the first free slot from `from` on, in any word. */
uint64_t calendar_search(struct calendar_word *words, uint32_t n_words, uint64_t from);

/* Takes the first free slot from `from` on. Handles the most frequent case inline: the word of
 * `from` is in the ring and has a free slot from there on; with `rare` also the case that the word
 * holds earlier slots, which is frequent for resources that are rarely used. */
static inline uint64_t calendar_take_from(struct calendar_word *words, uint32_t n_words,
                                          uint64_t from, bool rare)
{
    struct calendar_word *w = &words[from / 64 % n_words];
    uint64_t taken = w->taken, open;
    uint32_t number = (uint32_t)(from / 64) + 1;
    if (w->number != number) {
        if (!rare || w->number - number < UINT32_MAX / 2)
            return calendar_search(words, n_words, from);
        *w = (struct calendar_word){UINT64_C(1) << from % 64, number};
        return from;
    }
    if (taken >> from % 64 & 1) {
        open = ~taken >> from % 64;
        if (!open)
            return calendar_search(words, n_words, from);
        from += (uint64_t)__builtin_ctzll(open);
    }
    w->taken = taken | UINT64_C(1) << from % 64;
    return from;
}

/* The first free slot from `from` on. */
static inline uint64_t calendar_first(struct calendar *s, uint64_t from)
{
    uint64_t below = (UINT64_C(1) << from % 64) - 1;
    for (uint64_t n = from / 64;; n++, below = 0) {
        const struct calendar_word *w = calendar_word(s->words, CALENDAR_WORDS, n);
        uint64_t open = w ? ~(w->taken | below) : UINT64_MAX;
        if (open)
            return w ? 64 * n + (uint64_t)__builtin_ctzll(open) : from;
    }
}

/* Takes the first free slot from `from` on. */
static inline uint64_t calendar_take(struct calendar *s, uint64_t from)
{
    return calendar_take_from(s->words, CALENDAR_WORDS, from, true);
}
static inline uint64_t calendar_take_near(struct calendar_near *s, uint64_t from)
{
    return calendar_take_from(s->words, CALENDAR_NEAR_WORDS, from, false);
}

static inline uint64_t calendar_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Takes the first free slot of `length` >= 1 cycles from cycle `from` on. Returns its first cycle,
 * at least `from`. */
static inline uint64_t calendar_take_long(struct calendar *s, uint64_t from, uint32_t length)
{
    return calendar_later(from, calendar_take(s, from / length) * length);
}

/* Takes the first `length` >= 1 adjacent free slots from `from` on. */
uint64_t calendar_search_run(struct calendar_near *s, uint64_t from, uint32_t length);
static inline uint64_t calendar_take_run(struct calendar_near *s, uint64_t from, uint32_t length)
{
    struct calendar_word *w = &s->words[from / 64 % CALENDAR_NEAR_WORDS];
    uint64_t begins = ~w->taken; /* starts of free runs in the word, for increasing lengths */
    if (w->number != (uint32_t)(from / 64) + 1 || length > 64)
        return calendar_search_run(s, from, length);
    for (uint32_t have = 1, more; have < length; have += more) {
        more = length - have < have ? length - have : have;
        begins &= begins >> more;
    }
    begins >>= from % 64;
    if (!begins)
        return calendar_search_run(s, from, length);
    from += (uint64_t)__builtin_ctzll(begins);
    w->taken |= UINT64_MAX >> (64 - length) << from % 64;
    return from;
}

/* Takes all free slots from `from` to `to` - 1; returns how many there were. */
static inline uint32_t calendar_cover(struct calendar *s, uint64_t from, uint64_t to)
{
    uint32_t covered = 0;
    for (uint64_t n = from / 64; 64 * n < to; n++) {
        struct calendar_word *w = calendar_word(s->words, CALENDAR_WORDS, n);
        uint64_t wanted = UINT64_MAX;
        if (!w)
            continue;
        if (n == from / 64)
            wanted &= ~((UINT64_C(1) << from % 64) - 1);
        if (n == to / 64)
            wanted &= (UINT64_C(1) << to % 64) - 1;
        covered += (uint32_t)__builtin_popcountll(wanted & ~w->taken);
        w->taken |= wanted;
    }
    return covered;
}
