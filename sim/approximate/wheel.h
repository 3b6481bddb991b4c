/* wheel.h -- events by time: a ring of buckets of one cycle each.
 *
 * Events are numbered 0 to n - 1; each is in the wheel at most once. Events of one cycle come out
 * in the order in which they were put in, so runs are reproducible. An event put in for a past
 * cycle comes out with those of the cycle in which it was put in.
 *
 * Event n - 1, the lone one, is put in very often and has a separate place outside the ring. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { WHEEL_BUCKETS = 1024 };

struct wheel {
    uint64_t now; /* cycle of the event taken last */
    uint64_t due; /* cycle for which that event was put in, `now` or before */
    uint64_t words;
    uint64_t lone_at; /* when the lone event comes out; UINT64_MAX: it is not in */
    uint64_t puts;    /* number of events put in so far, which orders the events of one cycle */
    uint32_t lone;    /* number of the lone event */
    uint64_t used[WHEEL_BUCKETS / 64];
    uint32_t first[WHEEL_BUCKETS]; /* UINT32_MAX: the bucket is empty */
    uint32_t last[WHEEL_BUCKETS];
    struct wheel_event {
        uint64_t due, put;
        uint32_t behind, bucket; /* next event in its bucket; its bucket, UINT32_MAX: not in */
    } * events;
};

enum st_code wheel_create(struct wheel *w, uint32_t n, struct status *st);
void wheel_release(struct wheel *w);

/* Puts event `id` in for cycle `due`; moves it if it is in already. */
void wheel_put(struct wheel *w, uint32_t id, uint64_t due);
static inline bool wheel_has(const struct wheel *w, uint32_t id)
{
    return w->events[id].bucket != UINT32_MAX;
}
static inline bool wheel_is_empty(const struct wheel *w)
{
    return w->words == 0 && w->lone_at == UINT64_MAX;
}
static inline uint64_t wheel_due(const struct wheel *w, uint32_t id) /* the event must be in */
{
    return w->events[id].due;
}
/* Takes the first event that is due before cycle `until`; w->now is then its cycle. False: there is
 * none. */
bool wheel_take(struct wheel *w, uint64_t until, uint32_t *id);
/* The cycle before which no event is due; UINT64_MAX: there is no event. */
uint64_t wheel_next(const struct wheel *w);
