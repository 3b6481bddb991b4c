/* outstanding.h -- sectors on their way to a unit that has a limit of its own for them.
 *
 * What has come stays in the list until that is as long as the limit: only then does it matter. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct outstanding {
    uint64_t *comes; /* in no order */
    uint32_t n, limit;
    uint32_t known; /* so many first ones of the list have their times */
};

/* limit 0: there is none, and nothing may be added. A unit may add up to `beyond` sectors more once
 * outstanding_wait() let it. False where memory runs out. */
bool outstanding_create(struct outstanding *o, uint32_t limit, uint32_t beyond);
void outstanding_release(struct outstanding *o);

static inline void outstanding_add(struct outstanding *o, uint64_t comes)
{
    o->comes[o->n++] = comes;
}

/* Forgets what has come by `now`; returns when fewer than the limit are on their way. */
uint64_t outstanding_drop(struct outstanding *o, uint64_t now);

/* The first cycle from `now` on, which never falls, in which fewer than the limit are on their
 * way. */
static inline uint64_t outstanding_wait(struct outstanding *o, uint64_t now)
{
    return o->n < o->limit || !o->limit ? now : outstanding_drop(o, now);
}

/* The same; what has come by then is forgotten, so that there is room for one more. */
static inline uint64_t outstanding_wait_and_drop(struct outstanding *o, uint64_t now)
{
    uint64_t before;
    do {
        before = now;
        now = outstanding_wait(o, before);
    } while (now > before);
    return now;
}
