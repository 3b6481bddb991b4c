/* Slices and channel say when they want to be called next. Whoever moves a packet to somebody else
 * wakes him at the first of his cycles that comes after the move in the order of a step.
 *
 * The channel shares queues with the slices alone, which look at them only in L2 cycles. So there
 * need be no step for a channel's cycle before the next L2 cycle: a step runs the channel through
 * all cycles up to its time. */
#include "sim/timing/partition.h"

#include "common/memory.h"
#include "sim/timing/dram_channel.h"
#include "sim/timing/l2_slice.h"

/* A core count that a component waits for, and its own first cycle at which that is reached: it
 * waits for the same one over many calls. */
struct awaited {
    cycle_t count, cycle;
};

/* Whether a slice takes requests from a cycle on. */
struct permit {
    cycle_t from;
    bool takes;
};

struct slice {
    struct l2_slice *l2;
    struct packet_queue *replies;
    cycle_t next;
    struct awaited waits;
    /* Ring of those that were not asked for yet; the last one says how it is now. */
    struct permit *permits;
    uint32_t first_permit, n_permits;
    bool asked, takes; /* what the last one asked for said; how it is now */
};

struct partition {
    const struct gpu_config *config;
    struct clocks clocks;
    struct crossbar *crossbar;
    uint32_t id, n_slices, permit_mask;
    bool every_cycle;
    struct packet_pool pool;
    struct slice slices[DRAM_MAX_SLICES];
    struct dram_channel *channel;

    /* First cycle at which something is to be done; push: replies enter the crossbar. */
    cycle_t push_next, slices_next;
    uint32_t replying; /* slices whose reply queue holds something */
    ticks_t next;      /* the first of all */

    /* The step's time: first cycle of each domain at or after it, and after it. */
    ticks_t now;
    cycle_t from[CLOCK_DOMAINS], after[CLOCK_DOMAINS];
    ticks_t core_time; /* time of from[CLOCK_CORE] */

    ticks_t last_free;
    uint64_t moved;
};

static void earlier(cycle_t *a, cycle_t b)
{
    if (b < *a)
        *a = b;
}

static ticks_t time_of(const struct partition *p, enum clock_domain d, cycle_t cycle)
{
    return cycle == CYCLE_NEVER ? CYCLE_NEVER : cycle * p->clocks.period[d];
}

/* --- creation --- */

static enum st_code create_slice(struct partition *p, uint32_t i, const struct address_map *map,
                                 struct status *st)
{
    struct slice *s = &p->slices[i];
    TRY(l2_slice_create(&s->l2, p->config, map, &p->pool, p->id * p->n_slices + i, st));
    s->replies = l2_slice_reply_queue(s->l2);
    s->next = p->every_cycle ? 1 : CYCLE_NEVER;
    s->asked = s->takes = l2_slice_takes(s->l2);
    s->permits = mem_calloc(p->permit_mask + 1, sizeof *s->permits);
    return s->permits ? ST_OK : status_no_memory(st, "a memory partition");
}

static enum st_code create_parts(struct partition *p, const struct address_map *map,
                                 struct status *st)
{
    struct dram_client clients[DRAM_MAX_SLICES];
    uint64_t packets = (uint64_t)p->n_slices * l2_slice_packets(p->config);
    TRY(packet_pool_create(&p->pool, packets < PACKET_NONE ? (uint32_t)packets : PACKET_NONE - 1,
                           st));
    for (uint32_t i = 0; i < p->n_slices; i++) {
        TRY(create_slice(p, i, map, st));
        clients[i] = (struct dram_client){l2_slice_dram_queue(p->slices[i].l2),
                                          l2_slice_fill_queue(p->slices[i].l2)};
    }
    return dram_channel_create(&p->channel, p->config, map, &p->pool, p->id, clients, st);
}

static void find_next(struct partition *p);

enum st_code partition_create(struct partition **out, const struct gpu_config *config,
                              const struct address_map *map, uint32_t id, struct crossbar *replies,
                              uint32_t most_cycles, bool every_cycle, struct status *st)
{
    *out = NULL;
    struct partition *p = mem_calloc(1, sizeof *p);
    if (!p)
        return status_no_memory(st, "a memory partition");
    p->config = config;
    p->clocks = gpu_config_clocks(config);
    p->crossbar = replies;
    p->id = id;
    p->n_slices = config->l2.slices;
    p->every_cycle = every_cycle;
    for (p->permit_mask = 1; p->permit_mask < most_cycles + 1; p->permit_mask *= 2)
        continue;
    p->permit_mask--;
    for (int d = 0; d < CLOCK_DOMAINS; d++)
        p->after[d] = 1;
    p->push_next = every_cycle ? 1 : CYCLE_NEVER;
    enum st_code code = create_parts(p, map, st);
    if (code != ST_OK) {
        partition_free(p);
        return code;
    }
    find_next(p);
    *out = p;
    return ST_OK;
}

void partition_free(struct partition *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; i < p->n_slices; i++) {
        l2_slice_free(p->slices[i].l2);
        mem_free(p->slices[i].permits);
    }
    dram_channel_free(p->channel);
    packet_pool_release(&p->pool);
    mem_free(p);
}

/* --- time --- */

static void set_time(struct partition *p, ticks_t now)
{
    p->now = now;
    for (int d = 0; d < CLOCK_DOMAINS; d++) {
        ticks_t period = p->clocks.period[d];
        if (d != CLOCK_CORE && period == p->clocks.period[CLOCK_CORE]) {
            p->from[d] = p->from[CLOCK_CORE];
            p->after[d] = p->after[CLOCK_CORE];
            continue;
        }
        p->from[d] = clock_from(&p->clocks, (enum clock_domain)d, now);
        p->after[d] = p->from[d] + (p->from[d] * period == now);
    }
    p->core_time = p->from[CLOCK_CORE] * p->clocks.period[CLOCK_CORE];
}

static bool is_cycle(const struct partition *p, enum clock_domain d)
{
    return p->after[d] > p->from[d];
}

static cycle_t later_than(cycle_t now, cycle_t at)
{
    return at > now ? at : now + 1;
}

/* First cycle of `d` after `now` at which `count`, at least 1, is reached; CYCLE_NEVER for
 * CYCLE_NEVER. */
static cycle_t awaited_cycle(const struct partition *p, struct awaited *a, enum clock_domain d,
                             cycle_t count, cycle_t now)
{
    if (count == CYCLE_NEVER)
        return CYCLE_NEVER;
    if (a->count != count)
        *a = (struct awaited){count, clock_when_counted(&p->clocks, d, count)};
    return later_than(now, a->cycle);
}

/* When the channel must have been called. */
static ticks_t channel_time(const struct partition *p)
{
    if (p->every_cycle)
        return time_of(p, CLOCK_DRAM, p->after[CLOCK_DRAM]);
    ticks_t t = time_of(p, CLOCK_DRAM, dram_channel_next(p->channel));
    if (t == CYCLE_NEVER)
        return t;
    ticks_t l2 = time_of(p, CLOCK_L2, p->after[CLOCK_L2]);
    return t <= l2 ? l2 : time_of(p, CLOCK_L2, clock_from(&p->clocks, CLOCK_L2, t));
}

static void find_next(struct partition *p)
{
    p->slices_next = CYCLE_NEVER;
    for (uint32_t i = 0; i < p->n_slices; i++)
        earlier(&p->slices_next, p->slices[i].next);
    p->next = time_of(p, CLOCK_ICNT, p->push_next);
    earlier(&p->next, time_of(p, CLOCK_L2, p->slices_next));
    earlier(&p->next, channel_time(p));
}

ticks_t partition_next(const struct partition *p)
{
    return p->next;
}

/* --- requests --- */

static void note_permit(struct partition *p, struct slice *s, cycle_t from)
{
    bool takes = l2_slice_takes(s->l2);
    if (takes == s->takes)
        return;
    if (s->n_permits > p->permit_mask)
        BUG("partition: %u changes that nobody asked for", s->n_permits);
    s->permits[(s->first_permit + s->n_permits++) & p->permit_mask] = (struct permit){from, takes};
    s->takes = takes;
}

bool partition_takes(struct partition *p, uint32_t slice, cycle_t now)
{
    struct slice *s = &p->slices[slice];
    while (s->n_permits && s->permits[s->first_permit & p->permit_mask].from <= now) {
        s->asked = s->permits[s->first_permit++ & p->permit_mask].takes;
        s->n_permits--;
    }
    return s->asked;
}

void partition_take(struct partition *p, uint32_t slice, const struct transit *request, cycle_t now)
{
    struct slice *s = &p->slices[slice];
    cycle_t count = clock_not_before(&p->clocks, CLOCK_CORE, CLOCK_L2, now);
    uint32_t n = packet_new(&p->pool);
    struct packet *packet = &p->pool.packets[n];
    *packet = (struct packet){
        .request = request->request, .slice = p->id * p->n_slices + slice, .kind = PACKET_REQUEST};
    /* The time of sending travels with the packet in `row`, unused until it gets to DRAM, which
     * only fetches and write-backs do. */
    packet->row = request->sent;
    l2_slice_take(s->l2, n, count);
    p->moved++;
    cycle_t leaves = clock_when_counted(&p->clocks, CLOCK_L2, count + p->config->l2.rop_cycles);
    earlier(&s->next, leaves > now ? leaves : now);
    earlier(&p->slices_next, s->next);
    earlier(&p->next, time_of(p, CLOCK_L2, s->next));
}

/* --- a step --- */

static void push_reply(struct partition *p, uint32_t i)
{
    cycle_t now = p->from[CLOCK_ICNT];
    struct slice *s = &p->slices[i];
    uint32_t port = p->id * p->n_slices + i;
    if (crossbar_can_push(p->crossbar, port)) {
        if (packet_queue_full(s->replies))
            earlier(&s->next, p->from[CLOCK_L2]);
        uint32_t n = packet_pop(&p->pool, s->replies);
        const struct packet *packet = &p->pool.packets[n];
        crossbar_push(p->crossbar, port,
                      &(struct transit){packet->request, packet->port, packet->row, now});
        packet_free(&p->pool, n);
        p->moved++;
    }
    if (s->replies->n)
        p->push_next = now + 1;
    else
        p->replying &= ~(1u << i);
}

/* Each slice sends one reply into the crossbar. */
static void push_replies(struct partition *p)
{
    p->push_next = p->every_cycle ? p->from[CLOCK_ICNT] + 1 : CYCLE_NEVER;
    for (uint32_t bits = p->replying; bits; bits &= bits - 1)
        push_reply(p, (uint32_t)__builtin_ctz(bits));
}

/* Goes through the channel's cycles up to `last`. */
static void run_channel(struct partition *p, cycle_t last)
{
    struct dram_moves m = dram_channel_run(p->channel, last, p->every_cycle);
    if (m.freed && time_of(p, CLOCK_DRAM, m.freed) > p->last_free)
        p->last_free = time_of(p, CLOCK_DRAM, m.freed);
    p->moved += m.cycles;
    for (uint32_t slices = m.slices; slices; slices &= slices - 1)
        earlier(&p->slices[__builtin_ctz(slices)].next, p->from[CLOCK_L2]);
}

static void run_slice(struct partition *p, uint32_t i)
{
    struct slice *s = &p->slices[i];
    cycle_t now = p->from[CLOCK_L2], wait, again;
    struct l2_moves moves = l2_slice_tick(s->l2, now, p->from[CLOCK_CORE], &wait, &again);
    earlier(&again, awaited_cycle(p, &s->waits, CLOCK_L2, wait, now));
    s->next = p->every_cycle ? now + 1 : again;
    p->moved += moves.any;
    if (moves.for_dram)
        dram_channel_wake(p->channel, p->after[CLOCK_DRAM]);
    if (s->replies->n) {
        p->replying |= 1u << i;
        earlier(&p->push_next, p->after[CLOCK_ICNT]);
    }
    note_permit(p, s, now + 1);
}

static void step(struct partition *p, ticks_t now)
{
    set_time(p, now);
    if (is_cycle(p, CLOCK_ICNT) && p->push_next <= p->from[CLOCK_ICNT])
        push_replies(p); /* L2 -> reply crossbar */
    if (p->every_cycle || dram_channel_next(p->channel) < p->after[CLOCK_DRAM])
        run_channel(p, p->after[CLOCK_DRAM] - 1); /* L2 <-> DRAM */
    if (is_cycle(p, CLOCK_L2))
        for (uint32_t i = 0; i < p->n_slices; i++)
            if (p->slices[i].next <= p->from[CLOCK_L2])
                run_slice(p, i); /* requests -> replies, DRAM */
    find_next(p);
}

void partition_run(struct partition *p, ticks_t until)
{
    while (p->next <= until)
        step(p, p->next);
}

/* --- what it holds and counted --- */

bool partition_idle(const struct partition *p)
{
    return p->pool.used == 0;
}

ticks_t partition_last_free(const struct partition *p)
{
    return p->last_free;
}

uint64_t partition_moved(const struct partition *p)
{
    return p->moved;
}

uint32_t partition_packets(const struct partition *p)
{
    return p->pool.used;
}

void partition_count(struct partition *p, ticks_t end, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < p->n_slices; i++)
        l2_slice_count(p->slices[i].l2, clock_from(&p->clocks, CLOCK_L2, end), &into->l2);
    dram_channel_count(p->channel, clock_from(&p->clocks, CLOCK_DRAM, end), &into->dram);
}

void partition_dump(const struct partition *p, FILE *out)
{
    for (uint32_t i = 0; i < p->n_slices; i++)
        l2_slice_dump(p->slices[i].l2, out);
    dram_channel_dump(p->channel, out);
}
