/* mshr.h -- miss status holding registers: who waits for which sector.
 *
 * An entry stands for one sector on its way; the requests that wait for it are kept in the order in
 * which they came, each as 64 bits that mean something to the owner only. When the data have
 * arrived the owner either marks the entry ready and takes its requests one by one, oldest ready
 * entry first, or walks through them and releases the entry at once.
 *
 * Memory for the waiting requests is taken at creation and touched only as far as it is used. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

#define MSHR_NONE UINT32_MAX

struct mshr; /* opaque */

/* At most `entries` sectors, `merges` requests for each (the first included) and `waiting` requests
 * in all; `waiting` 0 means entries * merges. All but `waiting` must be positive. */
enum st_code mshr_create(struct mshr **out, uint32_t entries, uint32_t merges, uint32_t waiting,
                         struct status *st);
void mshr_free(struct mshr *m); /* NULL is a no-op */

bool mshr_has(const struct mshr *m, uint64_t addr);
/* Whether one more request for addr finds room: in its entry where there is one, else as a new
 * entry. */
bool mshr_can_add(const struct mshr *m, uint64_t addr);
enum mshr_added {
    MSHR_NO_ENTRY, /* refused: no room for a new entry */
    MSHR_NO_MERGE, /* refused: no room in its entry */
    MSHR_JOINED,
    MSHR_FETCH, /* this made a new entry: the sector must be fetched */
};
enum mshr_added mshr_try(struct mshr *m, uint64_t addr, uint64_t who);
/* As mshr_try where room is certain, else BUG; true for MSHR_FETCH. */
bool mshr_add(struct mshr *m, uint64_t addr, uint64_t who);

/* The sector arrived: its requests may be taken. BUG where there is no entry or it is ready. */
void mshr_set_ready(struct mshr *m, uint64_t addr);
/* Whether it has arrived and some of its requests have not been taken. */
bool mshr_arrived(const struct mshr *m, uint64_t addr);
/* The first request of the oldest ready entry, without taking it; false if none is ready. */
bool mshr_peek(const struct mshr *m, uint64_t *addr, uint64_t *who);
bool mshr_any_ready(const struct mshr *m);
/* Takes that request; the entry goes with its last one. */
void mshr_pop(struct mshr *m);

/* The requests of addr's entry, first to last: for (i = mshr_first(m, a); i != MSHR_NONE;
 * i = mshr_after(m, i)) ... mshr_who(m, i). */
uint32_t mshr_first(const struct mshr *m, uint64_t addr);
uint32_t mshr_after(const struct mshr *m, uint32_t i);
uint64_t mshr_who(const struct mshr *m, uint32_t i);
/* Removes addr's entry with all its requests. BUG where there is none or it is ready. */
void mshr_release(struct mshr *m, uint64_t addr);

uint32_t mshr_used(const struct mshr *m);    /* entries */
uint32_t mshr_waiting(const struct mshr *m); /* requests */
