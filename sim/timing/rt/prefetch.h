/* prefetch.h -- chooses the treelets that an RT unit prefetches (docs/reference/rt-options.md,
 * "Treelet prefetch"; Chou, Nowicki, Aamodt, MICRO 2023).
 *
 * The rays in the warp buffer are counted by the treelet of their current record, which is known
 * when the test of the record before has ended. At the end of a cycle the treelet with the most
 * rays, the first of equals, is queued, unless it was the last one queued. Its sectors are
 * requested in the order in which the treelet was built, by separate requests in cycles in which
 * the unit sends no other request. The queue is emptied when the last warp leaves. */
#pragma once

#include "common/status.h"
#include "sim/config/rt_unit_params.h"
#include "sim/functional/traversal/treelets.h"
#include "sim/timing/rt/rt_warp.h"

#include <stdbool.h>
#include <stdint.h>

enum { RT_TREELETS = 4096 }; /* most queued treelets */

/* The sectors of a queued treelet that are still to be requested: next to end - 1, two per unit of
 * struct treelets. */
struct queued_treelet {
    uint32_t next, end;
};

struct rt_prefetch {
    const struct treelets *treelets; /* borrowed; NULL: no prefetch */
    enum prefetch_choice how;
    uint32_t percent;
    uint16_t *rays;               /* by treelet: rays whose current records are in it */
    uint32_t *of;                 /* by lane of each resident warp: treelet of its current record */
    uint64_t *shown;              /* by lane of each resident warp: address of its current record */
    uint32_t counted;             /* sum of `rays` */
    uint32_t last;                /* last treelet queued, or TREELET_NONE */
    bool moved;                   /* counts have changed since the last choice */
    struct queued_treelet *queue; /* a ring */
    uint32_t head, n;
};

/* Starts with no resident warp; `config` gives the most warps and the choice of treelets. */
enum st_code rt_prefetch_create(struct rt_prefetch *p, const struct rt_config *config,
                                const struct treelets *treelets, struct status *st);
void rt_prefetch_release(struct rt_prefetch *p);

/* Updates the counts by the current records of the lanes of a resident warp that have no test. */
void rt_prefetch_count(struct rt_prefetch *p, uint32_t index, const struct rt_warp *w);
/* Queues a treelet if one is to be prefetched for the warps in the mask, which must all have been
 * counted. Returns whether it did. */
bool rt_prefetch_choose(struct rt_prefetch *p, uint32_t warps);

/* The next sector of the queue, which is not empty. */
uint64_t rt_prefetch_next(const struct rt_prefetch *p);
/* Removes the first sector of the queue after its request. Returns whether the next sector of the
 * queue follows it in memory. */
bool rt_prefetch_asked(struct rt_prefetch *p);
/* Empties the queue; any treelet may then be queued next. */
void rt_prefetch_clear(struct rt_prefetch *p);
