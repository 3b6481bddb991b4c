#include "sim/timing/sm/reorder.h"

#include "sim/timing/sm/warp_state.h"

void reorder_init(struct reorder *r, const struct rt_config *config)
{
    r->most = config->reorder_warps;
    r->wait = config->reorder_wait;
    r->latency = config->reorder_cycles;
    r->B = config->reorder_B;
}

static void remove_group(struct reorder *r, uint32_t i)
{
    for (r->n--; i < r->n; i++)
        r->groups[i] = r->groups[i + 1];
}

void reorder_release(struct sm_front *f, cycle_t now)
{
    struct reorder *r = &f->reorder;
    for (uint32_t i = 0; i < r->n;) {
        const struct reorder_group *g = &r->groups[i];
        if (!g->sorted || g->due > now) {
            i++;
            continue;
        }
        uint64_t warps = g->warps;
        r->moving &= ~warps;
        r->passed |= warps;
        for (; warps; warps &= warps - 1)
            warp_state_update(f, (uint32_t)__builtin_ctzll(warps));
        remove_group(r, i);
    }
}

/* Adds a warp that has arrived in cycle `now` to the group of its instruction. */
static void join(struct sm_front *f, uint32_t w, cycle_t now)
{
    struct reorder *r = &f->reorder;
    const struct warp *warp = f->slots[w].warp;
    uint32_t i = 0;
    r->arrived[w] = now;
    r->waiting |= UINT64_C(1) << w;
    while (i < r->n) {
        const struct reorder_group *g = &r->groups[i];
        const struct warp *first = f->slots[__builtin_ctzll(g->warps)].warp;
        if (!g->sorted && (uint32_t)__builtin_popcountll(g->warps) < r->most &&
            warp->ops->same_place(first, warp))
            break;
        i++;
    }
    if (i == r->n)
        r->groups[r->n++] = (struct reorder_group){.due = r->wait ? now + r->wait : CYCLE_NEVER};
    r->groups[i].warps |= UINT64_C(1) << w;
}

/* The cycle in which a group's registers have moved. They move one group at a time; the latency
 * before that overlaps with other groups. */
static cycle_t moved_at(struct reorder *r, uint64_t bytes, cycle_t now)
{
    cycle_t begins = now + r->latency;
    if (begins < r->free)
        begins = r->free;
    r->free = begins + (r->B ? (bytes + r->B - 1) / r->B : 0);
    return r->free + 1;
}

static enum st_code sort(struct sm_front *f, struct reorder_group *g, cycle_t now,
                         struct status *st)
{
    struct reorder *r = &f->reorder;
    struct reorder_counters *c = &r->counters;
    struct warp *warps[MAX_WARPS];
    struct reordering done = {0};
    uint32_t n = 0;
    for (uint64_t m = g->warps; m; m &= m - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(m);
        c->wait_cycles += now - r->arrived[w];
        warps[n++] = f->slots[w].warp;
    }
    g->sorted = true;
    g->due = now + 1;
    r->waiting &= ~g->warps;
    r->moving |= g->warps;
    if (n < 2) {
        c->alone++;
        return ST_OK;
    }
    TRY(warps[0]->ops->reorder(warps, n, &done, st));
    uint64_t bytes = (uint64_t)done.moved * warps[0]->next->reorder_B;
    g->due = moved_at(r, bytes, now);
    c->groups++;
    c->warps += n;
    c->threads += done.threads;
    c->moved += done.moved;
    c->bytes += bytes;
    c->move_cycles += n * (g->due - now);
    c->shaders_before += done.shaders_before;
    c->shaders_after += done.shaders_after;
    c->keys_before += done.keys_before;
    c->keys_after += done.keys_after;
    return ST_OK;
}

enum st_code reorder_gather(struct sm_front *f, cycle_t now, struct status *st)
{
    struct reorder *r = &f->reorder;
    for (uint64_t m = f->in[WARP_WAITS_REORDER] & ~(r->waiting | r->moving); m; m &= m - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(m);
        if (f->slots[w].in_flight == 0)
            join(f, w, now);
    }
    bool all_here = !(~(f->in[WARP_DONE] | f->in[WARP_ABSENT]) & ~r->waiting);
    for (uint32_t i = 0; i < r->n; i++) {
        struct reorder_group *g = &r->groups[i];
        bool full = (uint32_t)__builtin_popcountll(g->warps) == r->most;
        if (!g->sorted && (full || all_here || g->due <= now))
            TRY(sort(f, g, now, st));
    }
    return ST_OK;
}
