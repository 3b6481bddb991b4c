#include "tests/rig/plain_rt_state.h"

#include <string.h>

static uint64_t queued_sector(const struct plain_rt *u)
{
    const struct plain_queued *q = &u->queue[0];
    uint32_t unit = u->treelets->units[u->treelets->first[q->treelet] + q->next / 2];
    return u->treelets->base + 64ull * unit + 32ull * (q->next % 2);
}

/* One request: sectors that follow each other and belong to the same. */
void plain_prefetch(struct plain_rt *u)
{
    uint64_t first = u->n_queued ? queued_sector(u) : 0, addr = first;
    uint32_t treelets = u->n_queued;
    while (u->n_queued && u->n_queued == treelets && queued_sector(u) == addr &&
           addr / u->config->request_B == first / u->config->request_B) {
        if ((u->config->mshrs && u->outstanding >= u->config->mshrs) || plain_port_taken(u, addr))
            return;
        enum l1d_outcome outcome = l1d_prefetch(u->links.l1d, addr, FOR_NOBODY);
        if (outcome != L1D_HIT && outcome != L1D_MISS)
            return;
        u->counters.treelet_sectors++;
        u->counters.treelet_hits += outcome == L1D_HIT;
        u->outstanding += outcome == L1D_MISS;
        addr += SECTOR_B;
        if (++u->queue[0].next == u->queue[0].end)
            memmove(u->queue, u->queue + 1, --u->n_queued * sizeof *u->queue);
    }
}

/* The treelet that a lane's current record is in. */
static uint32_t treelet_at(const struct plain_rt *u, const struct plain_lane *l)
{
    if (!live(l) || l->shared || record_kind(current(l)) == RECORD_SPILL)
        return TREELET_NONE;
    return treelet_of(u->treelets, record_addr(current(l)));
}

void plain_choose_treelet(struct plain_rt *u)
{
    const struct treelets *t = u->treelets;
    uint32_t all = 0, best = 0;
    if (!t)
        return;
    memset(u->rays, 0, t->n * sizeof *u->rays);
    for (struct plain_warp *w = behind(u, NULL); w; w = behind(u, w))
        for (struct plain_lane *l = w->lanes; l < w->lanes + WARP_LANES; l++) {
            if (!is_busy(l))
                l->treelet = treelet_at(u, l);
            if (l->treelet != TREELET_NONE) {
                u->rays[l->treelet]++;
                all++;
            }
        }
    for (uint32_t i = 0; i < t->n; i++)
        best = u->rays[i] > u->rays[best] ? i : best;
    if (all == 0 || best == u->last_queued || u->n_queued == RT_TREELETS)
        return;
    double share = (double)u->rays[best] / all;
    uint32_t units = t->first[best + 1] - t->first[best];
    if (u->config->prefetch == PREFETCH_POPULAR && 100 * share < u->config->prefetch_percent)
        return;
    if (u->config->prefetch == PREFETCH_PARTIAL)
        units = (2 * units * u->rays[best] + all) / (2 * all);
    if (units == 0)
        return;
    u->queue[u->n_queued++] = (struct plain_queued){best, 0, 2 * units};
    u->last_queued = best;
    u->counters.treelets++;
}
