/* mshr.h -- miss status holding registers: the requests that wait for sectors.
 *
 * An entry stands for one sector in flight. It keeps the waiting requests in the order of arrival,
 * each as 64 bits that only the owner interprets. When the data have arrived, the owner either
 * marks the entry ready and takes its requests one by one, oldest ready entry first, or walks
 * through them and releases the entry at once.
 *
 * Entries have numbers. An owner that keeps them beside its tags never searches; others use
 * mshr_find().
 *
 * Memory for entries and requests is allocated at creation and touched only as far as it is
 * used. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

#define MSHR_NONE UINT32_MAX

struct mshr; /* opaque */

/* At most `entries` sectors, `merges` requests for each (the first included) and `waiting` requests
 * in all; `waiting` 0 means entries * merges. All but `waiting` must be positive. `searched`: the
 * owner calls mshr_find(). */
enum st_code mshr_create(struct mshr **out, uint32_t entries, uint32_t merges, uint32_t waiting,
                         bool searched, struct status *st);
void mshr_free(struct mshr *m); /* NULL is a no-op */

/* The sector's entry; MSHR_NONE: there is none. In the functions below `entry` may be MSHR_NONE
 * only where their comment allows it. */
uint32_t mshr_find(const struct mshr *m, uint64_t addr);
/* Whether there is room for one more request: in the entry or, with MSHR_NONE, as a new entry. */
bool mshr_can_add(const struct mshr *m, uint32_t entry);
enum mshr_added {
    MSHR_NO_ENTRY, /* refused: the largest number of entries is in use */
    MSHR_NO_MERGE, /* refused: the entry has its most requests */
    MSHR_JOINED,
    MSHR_FETCH, /* made a new entry: the sector must be fetched */
};
/* Adds a request for addr to *entry. If *entry is MSHR_NONE, makes a new entry and sets *entry. */
enum mshr_added mshr_try(struct mshr *m, uint32_t *entry, uint64_t addr, uint64_t who);

/* Marks the entry's sector as arrived: its requests may be taken. BUG if there is no entry or it is
 * ready. */
void mshr_set_ready(struct mshr *m, uint32_t entry);
/* Whether there is an entry whose sector has arrived and that still has requests. */
bool mshr_arrived(const struct mshr *m, uint32_t entry);
bool mshr_any_ready(const struct mshr *m);
/* The request that mshr_take() would return; false: none is ready. */
bool mshr_peek(const struct mshr *m, uint64_t *who);
/* Whether exactly one request is ready, over all entries. */
bool mshr_alone_ready(const struct mshr *m);

struct mshr_taken {
    uint64_t addr, who;
    bool last; /* it was the entry's last request, so the entry is released */
};
/* Takes the first request of the oldest ready entry, which must be there. */
struct mshr_taken mshr_take(struct mshr *m);

/* Walks through the requests of an entry, first to last:
 *   struct mshr_request r = mshr_first(m, entry);
 *   do { ... r.who ... } while (mshr_after(m, &r)); */
struct mshr_request {
    uint64_t who;
    uint32_t next;
};
struct mshr_request mshr_first(const struct mshr *m, uint32_t entry);
bool mshr_after(const struct mshr *m, struct mshr_request *r);
/* Removes an entry that is not ready, with all its requests. */
void mshr_release(struct mshr *m, uint32_t entry);

uint32_t mshr_used(const struct mshr *m);    /* entries in use */
uint32_t mshr_waiting(const struct mshr *m); /* requests that wait */
