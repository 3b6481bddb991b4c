#include "sim/approximate/wheel.h"

#include "common/memory.h"

#define NONE UINT32_MAX /* no enumerator: enumerators end at INT_MAX */
enum { MASK = WHEEL_BUCKETS - 1, WORDS = WHEEL_BUCKETS / 64 };

enum st_code wheel_create(struct wheel *w, uint32_t n, struct status *st)
{
    *w = (struct wheel){.lone = n - 1, .lone_at = UINT64_MAX};
    TRY(mem_make(&w->events, n, sizeof *w->events, "events", st));
    for (uint32_t i = 0; i < n; i++)
        w->events[i].bucket = NONE;
    for (uint32_t b = 0; b < WHEEL_BUCKETS; b++)
        w->first[b] = NONE;
    return ST_OK;
}

void wheel_release(struct wheel *w)
{
    mem_free(w->events);
    w->events = NULL;
}

static void empty_bucket(struct wheel *w, uint32_t b)
{
    w->used[b / 64] &= ~(1ull << b % 64);
    if (!w->used[b / 64])
        w->words &= ~(1ull << b / 64);
}

/* Removes an event from any position in its bucket. */
static void take_out(struct wheel *w, uint32_t id)
{
    uint32_t b = w->events[id].bucket, before = NONE;
    for (uint32_t i = w->first[b]; i != id; i = w->events[i].behind)
        before = i;
    uint32_t behind = w->events[id].behind;
    if (before != NONE)
        w->events[before].behind = behind;
    else
        w->first[b] = behind;
    if (behind == NONE)
        w->last[b] = before;
    if (w->first[b] == NONE)
        empty_bucket(w, b);
}

/* Puts event `id` in. An event further away than the ring reaches waits in the last bucket and is
 * put in again. */
void wheel_put(struct wheel *w, uint32_t id, uint64_t due)
{
    struct wheel_event *e = &w->events[id];
    uint64_t out = due > w->now ? due : w->now;
    out = out - w->now < MASK ? out : w->now + MASK;
    if (id == w->lone) {
        *e = (struct wheel_event){due, w->puts++, NONE, 0};
        w->lone_at = out;
        return;
    }
    if (wheel_has(w, id))
        take_out(w, id);
    uint32_t b = (uint32_t)out & MASK;
    *e = (struct wheel_event){due, w->puts++, NONE, b};
    if (w->first[b] != NONE) {
        w->events[w->last[b]].behind = id;
    } else {
        w->first[b] = id;
        w->used[b / 64] |= 1ull << b % 64;
        w->words |= 1ull << b / 64;
    }
    w->last[b] = id;
}

/* The first used bucket in the order of time, from that of `now` on around the ring. */
static uint32_t next_bucket(const struct wheel *w)
{
    uint32_t from = (uint32_t)w->now & MASK, word = from / 64;
    uint64_t here = w->used[word] >> from % 64;
    if (here)
        return from + (uint32_t)__builtin_ctzll(here);
    uint64_t behind = word == WORDS - 1 ? 0 : w->words & ~((2ull << word) - 1);
    if (!behind)
        behind = w->words;
    word = (uint32_t)__builtin_ctzll(behind);
    return 64 * word + (uint32_t)__builtin_ctzll(w->used[word]);
}

/* The cycle in which the first event of the ring comes out; UINT64_MAX: the ring is empty. */
static uint64_t next_of_ring(const struct wheel *w)
{
    return w->words ? w->now + ((next_bucket(w) - (uint32_t)w->now) & MASK) : UINT64_MAX;
}

uint64_t wheel_next(const struct wheel *w)
{
    uint64_t next = next_of_ring(w);
    return next < w->lone_at ? next : w->lone_at;
}

static void take_first(struct wheel *w, uint32_t b)
{
    w->first[b] = w->events[w->first[b]].behind;
    if (w->first[b] == NONE)
        empty_bucket(w, b);
}

bool wheel_take(struct wheel *w, uint64_t until, uint32_t *id)
{
    for (;;) {
        uint64_t now = next_of_ring(w);
        uint32_t b = (uint32_t)now & MASK, i = w->lone;
        if (now < w->lone_at ||
            (now == w->lone_at && w->words && w->events[w->first[b]].put < w->events[i].put))
            i = w->first[b];
        else
            now = w->lone_at;
        if (now >= until)
            return false;
        struct wheel_event *e = &w->events[i];
        w->now = now;
        if (i == w->lone)
            w->lone_at = UINT64_MAX;
        else
            take_first(w, b);
        e->bucket = NONE;
        if (e->due <= now) {
            w->due = e->due;
            *id = i;
            return true;
        }
        wheel_put(w, i, e->due);
    }
}
