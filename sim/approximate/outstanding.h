/* outstanding.h -- the sectors in flight of a unit that has a limit for them.
 *
 * Arrived sectors stay in the list until it is as long as the limit, because only then is the
 * difference needed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct outstanding {
    uint64_t *comes; /* arrivals of the sectors, in no order */
    uint32_t n, limit;
    uint32_t known; /* the first `known` are times, the others ON_ITS_WAY */
};

/* Creates an empty list; limit 0: no limit, and no sector may be added. After outstanding_wait() a
 * unit may add up to `beyond` additional sectors. False if memory runs out. */
bool outstanding_create(struct outstanding *o, uint32_t limit, uint32_t beyond);
void outstanding_release(struct outstanding *o);

static inline void outstanding_add(struct outstanding *o, uint64_t comes)
{
    o->comes[o->n++] = comes;
}

/* Removes the sectors that arrive by `now`. Returns the first cycle from `now` on in which fewer
 * than the limit are in flight. */
uint64_t outstanding_drop(struct outstanding *o, uint64_t now);

/* The first cycle from `now` on in which fewer sectors than the limit are in flight; `now` must not
 * decrease from call to call. */
static inline uint64_t outstanding_wait(struct outstanding *o, uint64_t now)
{
    return o->n < o->limit || !o->limit ? now : outstanding_drop(o, now);
}

/* Returns what outstanding_wait() does, and removes the sectors that arrive by then, so there is
 * room for one more. */
static inline uint64_t outstanding_wait_and_drop(struct outstanding *o, uint64_t now)
{
    uint64_t before;
    do {
        before = now;
        now = outstanding_wait(o, before);
    } while (now > before);
    return now;
}
