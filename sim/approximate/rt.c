#include "sim/approximate/rt.h"

#include "common/memory.h"
#include "sim/approximate/rt_lanes.h"
#include "sim/approximate/rt_queue.h"
#include "sim/approximate/rt_warp.h"

#define NEVER RT_WARP_NEVER

struct approximate_rt {
    struct rt_lanes lanes;
    struct rt_warp *warps;
    uint8_t order[32]; /* resident warps, oldest first */
    uint32_t n, used, max_warps;
    struct rt_queue queue;
    uint64_t busy_since;
};

enum st_code approximate_rt_create(struct approximate_rt **out, const struct gpu_config *config,
                                   uint32_t sm, struct approximate_l1d *l1d, struct banks *banks,
                                   const uint8_t *last_issued, struct status *st)
{
    *out = NULL;
    struct approximate_rt *u;
    TRY(mem_make(&u, 1, sizeof *u, "RT unit", st));
    u->max_warps = config->rt.max_warps;
    rt_queue_init(&u->queue, &config->sm, last_issued);
    u->warps = mem_calloc(u->max_warps, sizeof *u->warps);
    if (!u->warps || !rt_lanes_create(&u->lanes, &config->rt, sm, u->warps, l1d, banks)) {
        approximate_rt_free(u);
        return status_no_memory(st, "RT unit");
    }
    *out = u;
    return ST_OK;
}

void approximate_rt_free(struct approximate_rt *u)
{
    if (!u)
        return;
    rt_lanes_release(&u->lanes);
    mem_free(u->warps);
    mem_free(u);
}

static void admit(struct approximate_rt *u, const struct rt_trace *trace, uint64_t now)
{
    uint32_t index = (uint32_t)__builtin_ctz(~u->used);
    struct rt_warp *w = &u->warps[index];
    rt_warp_start(w, trace, now);
    if (u->n == 0)
        u->busy_since = now;
    u->used |= 1u << index;
    u->order[u->n++] = (uint8_t)index;
    u->lanes.ended += !w->live;
    for (uint32_t place = 0; place < w->n; place++) {
        const struct ray_work *ray = rt_warp_ray(w, place);
        u->lanes.count.nodes += ray->n_nodes;
        if (ray->n_nodes > u->lanes.count.max_nodes)
            u->lanes.count.max_nodes = ray->n_nodes;
        if (ray->depth > u->lanes.count.max_depth)
            u->lanes.count.max_depth = ray->depth;
    }
}

static uint32_t leave(struct approximate_rt *u, uint32_t k, uint64_t now)
{
    uint32_t index = u->order[k];
    const struct rt_warp *w = &u->warps[index];
    struct rt_counters *n = &u->lanes.count;
    uint64_t latency = now - w->start;
    n->warps++;
    n->rays += (uint32_t)__builtin_popcount(w->executed);
    n->warp_latency += latency;
    n->thread_latency += w->lane_cycles;
    if (latency)
        n->efficiency_q32 += (w->lane_cycles << 32) / (WARP_LANES * latency);
    u->used &= ~(1u << index);
    u->n--;
    u->lanes.ended--;
    for (; k < u->n; k++)
        u->order[k] = u->order[k + 1];
    if (u->n == 0)
        n->busy_cycles += now - u->busy_since;
    return w->slot;
}

uint64_t approximate_rt_arrive(struct approximate_rt *u, const struct rt_trace *trace, uint64_t now)
{
    rt_queue_add(&u->queue, trace);
    return u->n < u->max_warps ? now : NEVER;
}

/* Lets lanes send requests while the port is free in cycle `now`. Returns when the unit must be
 * called again. */
static uint64_t ask_all(struct approximate_rt *u, uint64_t now)
{
    uint64_t asks = NEVER, leaves = NEVER;
    for (uint32_t k = 0; k < u->n; k++) {
        struct rt_warp *w = &u->warps[u->order[k]];
        if (w->next <= now && u->lanes.port_free <= now)
            rt_lanes_ask(&u->lanes, w, now);
        asks = w->next < asks ? w->next : asks;
        if (!w->live && !w->unacknowledged)
            leaves = w->done < leaves ? w->done : leaves;
    }
    if (asks < u->lanes.port_free)
        asks = u->lanes.port_free;
    uint64_t next = asks < leaves ? asks : leaves;
    return next > now ? next : now + 1;
}

uint32_t approximate_rt_step(struct approximate_rt *u, uint64_t now, uint8_t left[32],
                             uint64_t *next)
{
    uint32_t n = 0;
    for (uint32_t k = 0; u->lanes.ended && k < u->n;) {
        const struct rt_warp *w = &u->warps[u->order[k]];
        if (w->live || w->unacknowledged || w->done > now)
            k++;
        else
            left[n++] = (uint8_t)leave(u, k, now);
    }
    while (u->queue.n && u->n < u->max_warps) {
        struct rt_trace trace;
        rt_queue_take(&u->queue, &trace);
        admit(u, &trace, now);
    }
    *next = ask_all(u, now);
    return n;
}

void approximate_rt_tell(struct approximate_rt *u, uint32_t watcher, uint64_t at)
{
    rt_lanes_tell(&u->lanes, watcher, at);
}

enum st_code approximate_rt_told(struct approximate_rt *u, uint64_t until, uint64_t *next,
                                 struct status *st)
{
    *next = NEVER;
    if (!rt_lanes_told(&u->lanes, until))
        return status_no_memory(st, "RT unit");
    for (uint32_t k = 0; k < u->n; k++) {
        const struct rt_warp *w = &u->warps[u->order[k]];
        *next = w->next < *next ? w->next : *next;
        if (!w->live && !w->unacknowledged)
            *next = w->done < *next ? w->done : *next;
    }
    return ST_OK;
}

struct rt_counters approximate_rt_counters(const struct approximate_rt *u)
{
    return rt_lanes_counters(&u->lanes);
}
