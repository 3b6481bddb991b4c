#include "sim/timing/rt/prefetch.h"

#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"

#include <string.h>

enum { UNIT_SECTORS = TREELET_UNIT_B / SECTOR_B };

enum st_code rt_prefetch_create(struct rt_prefetch *p, const struct rt_config *config,
                                const struct treelets *treelets, struct status *st)
{
    uint32_t lanes = config->max_warps * WARP_LANES;
    *p = (struct rt_prefetch){.treelets = treelets,
                              .how = (enum prefetch_choice)config->prefetch,
                              .percent = config->prefetch_percent,
                              .last = TREELET_NONE};
    if (!MEM_ARRAYS(MEM_ARRAY(p->rays, treelets->n), MEM_ROOM(p->of, lanes),
                    MEM_ROOM(p->shown, lanes), MEM_ROOM(p->queue, RT_TREELETS))) {
        rt_prefetch_release(p);
        return status_no_memory(st, "RT unit");
    }
    for (uint32_t i = 0; i < lanes; i++) {
        p->of[i] = TREELET_NONE;
        p->shown[i] = RT_NO_ADDR;
    }
    return ST_OK;
}

void rt_prefetch_release(struct rt_prefetch *p)
{
    MEM_FREE(p->rays, p->of, p->shown, p->queue);
    *p = (struct rt_prefetch){0};
}

void rt_prefetch_count(struct rt_prefetch *p, uint32_t index, const struct rt_warp *w)
{
    uint64_t *shown = &p->shown[(size_t)index * WARP_LANES];
    uint32_t *of = &p->of[(size_t)index * WARP_LANES];
    for (uint32_t lanes = ~rt_warp_busy(w); lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if (shown[lane] == w->front[lane])
            continue;
        shown[lane] = w->front[lane];
        p->moved = true;
        if (of[lane] != TREELET_NONE) {
            p->rays[of[lane]]--;
            p->counted--;
        }
        of[lane] = treelet_of(p->treelets, shown[lane]);
        if (of[lane] != TREELET_NONE) {
            p->rays[of[lane]]++;
            p->counted++;
        }
    }
}

/* The treelet with the most rays, the first of equals; TREELET_NONE if there are no rays. */
static uint32_t most_popular(const struct rt_prefetch *p, uint32_t warps)
{
    uint32_t best = TREELET_NONE, rays = 0;
    for (; warps; warps &= warps - 1) {
        const uint32_t *of = &p->of[(size_t)__builtin_ctz(warps) * WARP_LANES];
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            uint32_t t = of[lane];
            if (t == TREELET_NONE || t == best || p->rays[t] < rays ||
                (p->rays[t] == rays && t > best))
                continue;
            best = t;
            rays = p->rays[t];
        }
    }
    return best;
}

/* Number of sectors of a treelet to prefetch. */
static uint32_t wanted(const struct rt_prefetch *p, uint32_t treelet)
{
    uint32_t rays = p->rays[treelet];
    uint32_t units = p->treelets->first[treelet + 1] - p->treelets->first[treelet];
    if (p->how == PREFETCH_POPULAR && rays * 100 < p->percent * p->counted)
        return 0;
    if (p->how == PREFETCH_PARTIAL)
        units = (units * rays + p->counted / 2) / p->counted;
    return units * UNIT_SECTORS;
}

bool rt_prefetch_choose(struct rt_prefetch *p, uint32_t warps)
{
    if (!p->moved || p->n == RT_TREELETS)
        return false;
    p->moved = false;
    uint32_t treelet = p->counted ? most_popular(p, warps) : TREELET_NONE;
    if (treelet == TREELET_NONE || treelet == p->last)
        return false;
    uint32_t sectors = wanted(p, treelet);
    if (!sectors)
        return false;
    uint32_t first = p->treelets->first[treelet] * UNIT_SECTORS;
    p->queue[(p->head + p->n++) % RT_TREELETS] = (struct queued_treelet){first, first + sectors};
    p->last = treelet;
    return true;
}

static uint64_t addr_of(const struct rt_prefetch *p, uint32_t sector)
{
    const struct treelets *t = p->treelets;
    return t->base + (uint64_t)t->units[sector / UNIT_SECTORS] * TREELET_UNIT_B +
           sector % UNIT_SECTORS * SECTOR_B;
}

uint64_t rt_prefetch_next(const struct rt_prefetch *p)
{
    return addr_of(p, p->queue[p->head].next);
}

bool rt_prefetch_asked(struct rt_prefetch *p)
{
    struct queued_treelet *q = &p->queue[p->head];
    uint64_t addr = addr_of(p, q->next);
    if (++q->next < q->end)
        return addr_of(p, q->next) == addr + SECTOR_B;
    p->head = (p->head + 1) % RT_TREELETS;
    p->n--;
    return false;
}

void rt_prefetch_clear(struct rt_prefetch *p)
{
    p->head = p->n = 0;
    p->last = TREELET_NONE;
}
