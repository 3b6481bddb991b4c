/* recency.h -- the LRU order of the lines of each set of a cache. The most recently used line is
 * the hottest, the least recently used one the coldest.
 *
 * The order is kept apart from the lines because every use writes to it. A set begins with the
 * lines from set * ways to set * ways + ways - 1, the first of them the hottest. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define RECENCY_NONE UINT32_MAX

/* A line's neighbours in its set; RECENCY_NONE: there is none. */
struct neighbours {
    uint32_t warmer, colder;
};

struct recency {
    struct neighbours *lines;
    uint32_t *hottest, *coldest; /* of each set */
    uint32_t sets, ways;
};

/* Creates the order, with `more` lines beside those of the sets; these belong to no set at first.
 * False if memory runs out; the caller then calls recency_free(). */
bool recency_create(struct recency *r, uint32_t sets, uint32_t ways, uint32_t more);
void recency_free(struct recency *r);
/* Restores the order at creation. */
void recency_clear(struct recency *r);

static inline uint32_t recency_set(const struct recency *r, uint32_t line)
{
    return r->sets == 1 ? 0 : line / r->ways;
}

static inline void recency_make_hottest(struct recency *r, uint32_t line)
{
    struct neighbours *n = &r->lines[line];
    if (n->warmer == RECENCY_NONE)
        return;
    uint32_t set = recency_set(r, line);
    r->lines[n->warmer].colder = n->colder;
    if (n->colder != RECENCY_NONE)
        r->lines[n->colder].warmer = n->warmer;
    else
        r->coldest[set] = n->warmer;
    *n = (struct neighbours){RECENCY_NONE, r->hottest[set]};
    r->lines[n->colder].warmer = line;
    r->hottest[set] = line;
}

static inline void recency_make_coldest(struct recency *r, uint32_t line)
{
    struct neighbours *n = &r->lines[line];
    if (n->colder == RECENCY_NONE)
        return;
    uint32_t set = recency_set(r, line);
    r->lines[n->colder].warmer = n->warmer;
    if (n->warmer != RECENCY_NONE)
        r->lines[n->warmer].colder = n->colder;
    else
        r->hottest[set] = n->colder;
    *n = (struct neighbours){r->coldest[set], RECENCY_NONE};
    r->lines[n->warmer].colder = line;
    r->coldest[set] = line;
}
