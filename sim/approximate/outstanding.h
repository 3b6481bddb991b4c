/* outstanding.h -- sectors in flight of a unit that has its own limit for them.
 *
 * Arrived sectors stay in the list until it is as long as the limit, because only then do they
 * matter. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct outstanding {
    uint64_t *comes; /* in no order */
    uint32_t n, limit;
    uint32_t known; /* the first `known` of the list have their times */
};

/* limit 0: there is none, and no sector may be added. After outstanding_wait() a unit may add up to
 * `beyond` additional sectors. False if memory runs out. */
bool outstanding_create(struct outstanding *o, uint32_t limit, uint32_t beyond);
void outstanding_release(struct outstanding *o);

static inline void outstanding_add(struct outstanding *o, uint64_t comes)
{
    o->comes[o->n++] = comes;
}

/* Removes the sectors that arrive by `now`; returns when fewer than the limit are in flight. */
uint64_t outstanding_drop(struct outstanding *o, uint64_t now);

/* The first cycle from `now` on, which never decreases, in which fewer than the limit are in
 * flight. */
static inline uint64_t outstanding_wait(struct outstanding *o, uint64_t now)
{
    return o->n < o->limit || !o->limit ? now : outstanding_drop(o, now);
}

/* The same; removes the sectors that arrive by then, so there is room for one more. */
static inline uint64_t outstanding_wait_and_drop(struct outstanding *o, uint64_t now)
{
    uint64_t before;
    do {
        before = now;
        now = outstanding_wait(o, before);
    } while (now > before);
    return now;
}
