#include "sim/abstract/wheel.h"

#include "common/memory.h"

#define NONE UINT32_MAX /* no enumerator: those end at INT_MAX */
enum { MASK = WHEEL_BUCKETS - 1 };

enum st_code wheel_create(struct wheel *w, uint32_t n, struct status *st)
{
    *w = (struct wheel){0};
    TRY(mem_make(&w->events, n, sizeof *w->events, "events", st));
    for (uint32_t i = 0; i < n; i++)
        w->events[i].bucket = NONE;
    return ST_OK;
}

void wheel_release(struct wheel *w)
{
    mem_free(w->events);
    w->events = NULL;
}

bool wheel_has(const struct wheel *w, uint32_t id)
{
    return w->events[id].bucket != NONE;
}

uint64_t wheel_due(const struct wheel *w, uint32_t id)
{
    return w->events[id].due;
}

static void unlink_event(struct wheel *w, uint32_t id)
{
    struct wheel_event *e = &w->events[id];
    uint32_t b = e->bucket;
    if (e->before == NONE)
        w->first[b] = e->behind;
    else
        w->events[e->before].behind = e->behind;
    if (e->behind == NONE)
        w->last[b] = e->before;
    else
        w->events[e->behind].before = e->before;
    e->bucket = NONE;
    if (w->first[b] != NONE)
        return;
    w->used[b / 64] &= ~(1ull << b % 64);
    if (!w->used[b / 64])
        w->words &= ~(1ull << b / 64);
}

/* What is due later than the ring is long waits in the last bucket and is put in again. */
void wheel_put(struct wheel *w, uint32_t id, uint64_t due)
{
    struct wheel_event *e = &w->events[id];
    if (wheel_has(w, id))
        unlink_event(w, id);
    if (due < w->now)
        due = w->now;
    uint32_t b = (uint32_t)(due - w->now < MASK ? due : w->now + MASK) & MASK;
    bool empty = !(w->used[b / 64] >> b % 64 & 1);
    *e = (struct wheel_event){due, empty ? NONE : w->last[b], NONE, b};
    if (empty)
        w->first[b] = id;
    else
        w->events[w->last[b]].behind = id;
    w->last[b] = id;
    w->used[b / 64] |= 1ull << b % 64;
    w->words |= 1ull << b / 64;
}

/* The first bucket in use from that of `now` on, around the ring. */
static uint32_t next_bucket(const struct wheel *w)
{
    uint32_t from = (uint32_t)w->now & MASK, word = from / 64;
    uint64_t here = w->used[word] >> from % 64;
    if (here)
        return from + (uint32_t)__builtin_ctzll(here);
    uint64_t behind = word == 63 ? 0 : w->words & ~((2ull << word) - 1);
    if (!behind)
        behind = w->words;
    word = (uint32_t)__builtin_ctzll(behind);
    return 64 * word + (uint32_t)__builtin_ctzll(w->used[word]);
}

bool wheel_take(struct wheel *w, uint32_t *id)
{
    while (w->words) {
        uint32_t b = next_bucket(w);
        uint32_t e = w->first[b];
        w->now += (b - (uint32_t)w->now) & MASK;
        unlink_event(w, e);
        if (w->events[e].due <= w->now) {
            *id = e;
            return true;
        }
        wheel_put(w, e, w->events[e].due);
    }
    return false;
}
