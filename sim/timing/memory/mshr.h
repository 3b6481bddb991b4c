/* mshr.h -- miss status holding registers: who waits for which sector.
 *
 * An entry stands for one sector on its way; the requests that wait for it are kept in the order in
 * which they came, each as 64 bits that mean something to the owner only. When the data have
 * arrived the owner either marks the entry ready and takes its requests one by one, oldest ready
 * entry first, or walks through them and releases the entry at once.
 *
 * Entries have numbers. An owner that keeps them beside its tags never has to search; for others
 * mshr_find() does.
 *
 * Memory for entries and requests is taken at creation and touched only as far as it is used. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

#define MSHR_NONE UINT32_MAX

struct mshr; /* opaque */

/* At most `entries` sectors, `merges` requests for each (the first included) and `waiting` requests
 * in all; `waiting` 0 means entries * merges. All but `waiting` must be positive. `searched`:
 * mshr_find() will be called. */
enum st_code mshr_create(struct mshr **out, uint32_t entries, uint32_t merges, uint32_t waiting,
                         bool searched, struct status *st);
void mshr_free(struct mshr *m); /* NULL is a no-op */

/* The sector's entry; MSHR_NONE: there is none. In what follows `entry` may be MSHR_NONE only where
 * that is said. */
uint32_t mshr_find(const struct mshr *m, uint64_t addr);
/* Whether one more request finds room: in the entry or, MSHR_NONE, as a new one. */
bool mshr_can_add(const struct mshr *m, uint32_t entry);
enum mshr_added {
    MSHR_NO_ENTRY, /* refused: no room for a new entry */
    MSHR_NO_MERGE, /* refused: no room in its entry */
    MSHR_JOINED,
    MSHR_FETCH, /* this made a new entry: the sector must be fetched */
};
/* A request for addr, whose entry *entry is; MSHR_NONE: it gets a new one. */
enum mshr_added mshr_try(struct mshr *m, uint32_t *entry, uint64_t addr, uint64_t who);

/* The sector arrived: its requests may be taken. BUG where there is no entry or it is ready. */
void mshr_set_ready(struct mshr *m, uint32_t entry);
/* Whether there is an entry that has arrived, of whose requests some have not been taken. */
bool mshr_arrived(const struct mshr *m, uint32_t entry);
bool mshr_any_ready(const struct mshr *m);
/* The request that mshr_take() would give; false: nothing is ready. */
bool mshr_peek(const struct mshr *m, uint64_t *who);
/* Whether of what has arrived one request in all has not been taken. */
bool mshr_alone_ready(const struct mshr *m);

struct mshr_taken {
    uint64_t addr, who;
    bool last; /* the entry has gone with it */
};
/* Takes the first request of the oldest ready entry, which must be there. */
struct mshr_taken mshr_take(struct mshr *m);

/* The requests of an entry, first to last:
 *     struct mshr_request r = mshr_first(m, entry);
 *     do { ... r.who ... } while (mshr_after(m, &r)); */
struct mshr_request {
    uint64_t who;
    uint32_t next;
};
struct mshr_request mshr_first(const struct mshr *m, uint32_t entry);
bool mshr_after(const struct mshr *m, struct mshr_request *r);
/* Removes an entry that is not ready, with all its requests. */
void mshr_release(struct mshr *m, uint32_t entry);

uint32_t mshr_used(const struct mshr *m);    /* entries */
uint32_t mshr_waiting(const struct mshr *m); /* requests */
