#include "sim/timing/rt/rt_unit.h"

#include "common/memory.h"
#include "sim/timing/rt/state.h"

#include <string.h>

enum st_code rt_create(struct rt_unit **out, const struct rt_config *config,
                       const struct rt_links *links, struct status *st)
{
    *out = NULL;
    struct rt_unit *u;
    TRY(mem_make(&u, 1, sizeof *u, "RT unit", st));
    u->links = *links;
    u->config = config;
    u->max_warps = config->max_warps;
    u->stall.idle = u->served = RT_NO_WARP;
    u->hit_at = CYCLE_NEVER;
    u->room = true;
    memset(u->of_slot, RT_NO_SLOT, sizeof u->of_slot);
    rt_lanes_init(u, config);
    u->warps = mem_room(u->max_warps, sizeof *u->warps);
    enum st_code code = u->warps ? ST_OK : status_no_memory(st, "RT unit");
    if (code == ST_OK)
        code = rt_requests_create(u, config, st);
    if (code == ST_OK)
        code = rt_alarms_create(&u->alarms, u->max_warps, st);
    if (code == ST_OK)
        code = rt_stack_create(u, config, st);
    if (code != ST_OK) {
        rt_free(u);
        return code;
    }
    for (uint32_t i = 0; i < u->max_warps; i++)
        rt_warp_init(&u->warps[i], u->stack.sectors, config->overlap);
    *out = u;
    return ST_OK;
}

void rt_free(struct rt_unit *u)
{
    if (!u)
        return;
    mem_free(u->warps);
    rt_requests_release(u);
    rt_stack_release(u);
    rt_alarms_release(&u->alarms);
    rt_prefetch_release(&u->prefetch);
    mem_free(u);
}

enum st_code rt_give_treelets(struct rt_unit *u, const struct treelets *treelets, struct status *st)
{
    if (!u->config->treelet_B || !treelets || l1d_is_perfect(u->links.l1d, L1D_RT))
        return ST_OK;
    return rt_prefetch_create(&u->prefetch, u->config, treelets, st);
}

static enum rt_cause level_of(const struct mem_request *reply)
{
    return reply->from_dram ? RT_WAIT_DRAM : RT_WAIT_L2;
}

static void take_reply(struct rt_unit *u, const struct mem_request *reply)
{
    uint32_t who;
    l1d_reply_client(reply, &who);
    if (reply->write) {
        u->warps[who].unacked--;
        rt_look(u, who);
        return;
    }
    u->counters.sectors++;
    u->level = level_of(reply);
    l1d_fill(u->links.l1d, reply->addr, rt_deliver, u);
}

static void count_rays(struct rt_counters *n, const struct issued *op)
{
    for (uint32_t lanes = op->executed; lanes; lanes &= lanes - 1) {
        const struct ray_work *ray = &op->rays[__builtin_ctz(lanes)];
        n->nodes += ray->n_nodes;
        if (ray->n_nodes > n->max_nodes)
            n->max_nodes = ray->n_nodes;
        if (ray->depth > n->max_depth)
            n->max_depth = ray->depth;
    }
}

/* Adds the new warp to the residents, in the order of issue. */
static void admit(struct rt_unit *u)
{
    struct issued *op = u->arriving;
    u->arriving = NULL;
    uint32_t index = (uint32_t)__builtin_ctz(~u->used);
    rt_warp_enter(&u->warps[index], op, u->now);
    count_rays(&u->counters, op);
    u->used |= 1u << index;
    rt_note(u, index);
    rt_look(u, index);
    u->of_slot[op->warp] = (uint8_t)index;
    uint32_t k = u->n++;
    for (; k > 0 && u->warps[u->order[k - 1]].op->uid > op->uid; k--)
        u->order[k] = u->order[k - 1];
    u->order[k] = (uint8_t)index;
    u->room = u->n < u->max_warps;
}

bool rt_accepts(const struct rt_unit *u)
{
    return u->room && collector_ready(u->links.collector, CLASS_RT);
}

static void leave(struct rt_unit *u, uint32_t k)
{
    uint32_t index = u->order[k];
    struct rt_warp *w = &u->warps[index];
    struct issued *op = w->op;
    cycle_t latency = u->now - w->start;
    struct rt_counters *n = &u->counters;
    n->warps++;
    n->rays += (uint32_t)__builtin_popcount(op->executed);
    n->warp_latency += latency;
    n->thread_latency += w->lane_cycles;
    if (latency)
        n->efficiency_q32 += (w->lane_cycles << 32) / (WARP_LANES * latency);
    u->of_slot[op->warp] = RT_NO_SLOT;
    u->used &= ~(1u << index);
    u->n--;
    u->room = !u->arriving;
    for (; k < u->n; k++)
        u->order[k] = u->order[k + 1];
    if (u->prefetch.treelets && !u->n)
        rt_prefetch_clear(&u->prefetch);
    u->links.sink.retire(u->links.sink.self, op->who, op->inst);
    issued_put(u->links.pool, op);
}

/* Lets the oldest complete warp leave. The bank of its result register is idle: the collector's
 * step of this cycle, in which nothing is read from banks written before, is over. */
static void leave_one(struct rt_unit *u)
{
    for (uint32_t k = 0; u->ending && k < u->n; k++) {
        uint32_t index = u->order[k];
        const struct rt_warp *w = &u->warps[index];
        if (!(u->ending >> index & 1))
            continue;
        bool complete = rt_warp_complete(w) && !(u->rest && u->rest_warp == index);
        u->ending &= ~(1u << index);
        if (complete) {
            collector_write(u->links.collector, w->op->warp, w->op->inst);
            leave(u, k);
            return;
        }
    }
}

/* Chooses the treelet to prefetch; to be called after all moves of lanes in this cycle. */
static __attribute__((noinline)) void choose_treelet(struct rt_unit *u)
{
    for (uint32_t warps = u->used; warps; warps &= warps - 1) {
        uint32_t index = (uint32_t)__builtin_ctz(warps);
        rt_prefetch_count(&u->prefetch, index, &u->warps[index]);
    }
    u->counters.treelets += rt_prefetch_choose(&u->prefetch, u->used);
}

/* The unit's stall cause in a cycle without a request. */
static enum rt_cause idle_cause(const struct rt_unit *u)
{
    if (u->held)
        return RT_MSHR;
    if (u->n == 0)
        return u->arriving ? RT_COMPLETE : RT_NO_WARP;
    if (u->testing)
        return RT_TEST;
    enum rt_cause cause = RT_COMPLETE;
    for (uint32_t k = 0; k < u->n; k++) {
        const struct rt_warp *w = &u->warps[u->order[k]];
        if (rt_warp_awaiting(w))
            return RT_WAIT;
        if (w->unacked)
            cause = RT_ACKNOWLEDGE;
    }
    return cause;
}

void rt_settle(struct rt_unit *u, cycle_t end)
{
    uint64_t n = rt_stall_settle(&u->stall, end);
    u->counters.mshr_waits += u->held ? n : 0;
}

/* Charges the cycles before `now` and does the part of cycle `now` that comes before replies. */
static void begin(struct rt_unit *u, cycle_t now)
{
    if (now < u->begun)
        return;
    u->begun = now + 1;
    u->now = now;
    if (now > u->stall.settled)
        rt_settle(u, now - 1);
    if (u->alarms.first == now || u->tabling)
        rt_process_lanes(u);
}

void rt_begin(struct rt_unit *u, cycle_t now, const struct mem_request *reply)
{
    begin(u, now);
    u->level = level_of(reply);
}

/* Kept out of the SM's tick, because otherwise its cycles without rays would save registers too. */
__attribute__((noinline)) void rt_tick(struct rt_unit *u, cycle_t now,
                                       const struct mem_request *reply)
{
    begin(u, now);
    if (reply)
        take_reply(u, reply);
    if (u->hit_at <= now)
        rt_take_hits(u);
    if (u->stack.sectors)
        rt_stack_tick(u);
    if (u->arriving)
        admit(u);
    rt_stall_charge(&u->stall, rt_ask(u), 1);
    u->stall.settled = now + 1;
    if (u->served != RT_NO_WARP) {
        rt_stall_served(&u->stall, u->served);
        u->served = RT_NO_WARP;
    }
    if (u->prefetch.treelets)
        choose_treelet(u);
    if (u->ending)
        leave_one(u);
    if (u->units_wanted)
        rt_start_tests(u);
    if (rt_accepts(u)) {
        u->arriving = collector_take(u->links.collector, CLASS_RT,
                                     collector_oldest(u->links.collector, CLASS_RT));
        u->room = false;
    }
    u->stall.idle = idle_cause(u);
}

cycle_t rt_next(const struct rt_unit *u, cycle_t now)
{
    bool asks = u->rest | u->store_n | u->asking;
    if ((asks ? !u->held : u->prefetch.n != 0) || (u->units_wanted | u->tabling | u->ending) ||
        u->arriving || u->stack.busy || collector_gates(u->links.collector)->banks_written)
        return now + 1;
    if (u->n == 0)
        return CYCLE_NEVER;
    cycle_t next = u->alarms.first > now ? u->alarms.first : now + 1;
    clock_earlier(&next, u->stack.come_at);
    return u->hit_at < next ? u->hit_at : next;
}

uint64_t rt_stages(const struct rt_unit *u)
{
    uint64_t stages = 0;
    for (int kind = 0; kind < RECORD_KINDS; kind++)
        stages += u->done[kind] * u->cycles[kind];
    return stages;
}

const struct rt_counters *rt_counters(struct rt_unit *u)
{
    rt_stall_count(&u->stall, &u->counters);
    u->counters.records = 0;
    for (int kind = 0; kind < RECORD_KINDS; kind++)
        u->counters.records += u->done[kind];
    u->counters.stages = rt_stages(u);
    u->counters.headers = u->done[RECORD_HEADER];
    u->counters.internals =
        u->done[RECORD_INTERNAL] + u->done[RECORD_BESIDE] + u->done[RECORD_WIDE];
    u->counters.instances = u->done[RECORD_INSTANCE];
    u->counters.descriptors = u->done[RECORD_DESCRIPTOR];
    u->counters.triangles = u->done[RECORD_TRIANGLE] + u->done[RECORD_WIDE_TRIANGLE];
    u->counters.triangle_hits = u->done[RECORD_TRIANGLE_HIT] + u->done[RECORD_WIDE_TRIANGLE_HIT];
    u->counters.procedurals = u->done[RECORD_PROCEDURAL];
    u->counters.refills = u->done[RECORD_REFILL];
    u->counters.micromaps = u->done[RECORD_MICROMAP];
    u->counters.micromap_hits = u->done[RECORD_MICROMAP_HIT];
    return &u->counters;
}

uint64_t rt_resident_cycles(const struct rt_unit *u, cycle_t at)
{
    uint64_t cycles = u->counters.warp_latency;
    for (uint32_t k = 0; k < u->n; k++)
        cycles += at - u->warps[u->order[k]].start;
    return cycles;
}

void rt_dump(const struct rt_unit *u, FILE *out)
{
    fprintf(out, "  RT unit: %u warps, %u sectors outstanding, %u sectors and %u stores to ask\n",
            u->n, u->outstanding, u->rest, u->store_n);
    for (uint32_t k = 0; k < u->n; k++) {
        const struct rt_warp *w = &u->warps[u->order[k]];
        fprintf(out,
                "    warp %u since cycle %llu: lanes with records %08x, processing %08x, asking "
                "%08x; %u selected, %u stores unacknowledged\n",
                w->op->warp, (unsigned long long)w->start, w->live, rt_warp_busy(w), w->ready,
                w->asked_n, w->unacked);
    }
}
