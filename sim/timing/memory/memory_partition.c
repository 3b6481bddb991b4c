/* Slices and channel return the next cycle in which they have work. A component that moves a packet
 * to another one wakes it at the first of its cycles that comes after the move in the order of a
 * step.
 *
 * The channel shares queues only with the slices. So it runs until the next cycle in which a slice
 * has work, or until it gives a slice work before that.
 *
 * The cycle in which a reply enters the crossbar follows from the cycle in which it entered its
 * slice's queue and from the entry of the one before. So replies that have entered are moved only
 * when the slice's queue is full, because nothing else depends on its length, and at the end. */
#include "sim/timing/memory/memory_partition.h"

#include "common/memory.h"
#include "sim/timing/memory/dram_channel.h"
#include "sim/timing/memory/l2_slice.h"

enum { MOST_REPLIES = 2 }; /* per slice and cycle: one answered, one looked up */

/* From cycle `from` on, whether a slice takes requests. */
struct permit {
    cycle_t from;
    bool takes;
};

struct slice {
    struct l2_slice *l2;
    struct packet_queue *replies;
    cycle_t next;
    cycle_t pushed; /* interconnect cycle in which a reply was last pushed or could not be pushed */
    /* Ring of permits that no call has needed yet; the last one is the current state. */
    struct permit *permits;
    uint32_t first_permit, n_permits;
    bool asked, takes; /* `takes` of the last permit that a call used; current state */
};

struct memory_partition {
    const struct gpu_config *config;
    struct clocks clocks;
    struct crossbar *crossbar;
    uint32_t id, first_slice, n_slices; /* numbers in the GPU */
    uint32_t permit_mask, n_permits;    /* places of a ring less one; permits of all slices */
    bool every_cycle;
    struct packet_pool pool;
    struct slice slices[DRAM_MAX_SLICES];
    struct dram_channel *channel;

    ticks_t channel_due; /* when the channel has work */
    cycle_t channel_l2;  /* first L2 cycle at or after channel_due */
    cycle_t slices_next; /* first L2 cycle with work of a slice */
    ticks_t now;         /* the partition has run until this time */
    ticks_t last_free;
    uint64_t moved;
};

static ticks_t time_of(const struct memory_partition *p, enum clock_domain d, cycle_t cycle)
{
    return cycle == CYCLE_NEVER ? CYCLE_NEVER : cycle * p->clocks.period[d];
}

/* --- creation --- */

static enum st_code create_slice(struct memory_partition *p, uint32_t i,
                                 const struct address_map *map, struct status *st)
{
    struct slice *s = &p->slices[i];
    TRY(l2_slice_create(&s->l2, p->config, map, &p->pool, p->first_slice + i, st));
    s->replies = l2_slice_reply_queue(s->l2);
    s->next = p->every_cycle ? 1 : CYCLE_NEVER;
    s->asked = s->takes = l2_slice_takes(s->l2);
    s->permits = mem_calloc(p->permit_mask + 1, sizeof *s->permits);
    return s->permits ? ST_OK : status_no_memory(st, "a memory partition");
}

static enum st_code create_parts(struct memory_partition *p, const struct address_map *map,
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

enum st_code memory_partition_create(struct memory_partition **out, const struct gpu_config *config,
                                     const struct address_map *map, uint32_t id,
                                     struct crossbar *replies, uint32_t most_cycles,
                                     bool every_cycle, struct status *st)
{
    *out = NULL;
    struct memory_partition *p;
    TRY(mem_make(&p, 1, sizeof *p, "a memory partition", st));
    p->config = config;
    p->clocks = gpu_config_clocks(config);
    p->crossbar = replies;
    p->id = id;
    p->n_slices = config->l2.slices;
    p->first_slice = id * p->n_slices;
    p->every_cycle = every_cycle;
    /* A permit per cycle, and one that steps before these cycles may have left; twice the places
     * always suffice. */
    for (p->permit_mask = 8; p->permit_mask < 2 * most_cycles; p->permit_mask *= 2)
        continue;
    p->permit_mask--;
    p->channel_due = p->channel_l2 = CYCLE_NEVER;
    p->slices_next = every_cycle ? 1 : CYCLE_NEVER;
    enum st_code code = create_parts(p, map, st);
    if (code != ST_OK) {
        memory_partition_free(p);
        return code;
    }
    *out = p;
    return ST_OK;
}

void memory_partition_free(struct memory_partition *p)
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

/* The latest time at which the channel may run: its effects reach slices in L2 cycles only. */
static ticks_t channel_time(const struct memory_partition *p)
{
    if (p->every_cycle)
        return time_of(p, CLOCK_DRAM, clock_after(&p->clocks, CLOCK_DRAM, p->now));
    return time_of(p, CLOCK_L2, p->channel_l2);
}

/* The interconnect cycle in which the slice's first reply is pushed; there must be one. */
static cycle_t push_cycle(const struct memory_partition *p, const struct slice *s)
{
    cycle_t came = p->pool.packets[s->replies->first].due;
    cycle_t from = clock_behind(&p->clocks, CLOCK_ICNT, CLOCK_L2, came);
    return from > s->pushed ? from : s->pushed + 1;
}

ticks_t memory_partition_next(const struct memory_partition *p)
{
    ticks_t next = time_of(p, CLOCK_L2, p->slices_next);
    clock_earlier(&next, channel_time(p));
    for (uint32_t i = 0; i < p->n_slices; i++)
        if (p->slices[i].replies->n)
            clock_earlier(&next, time_of(p, CLOCK_ICNT, push_cycle(p, &p->slices[i])));
    return next;
}

/* --- requests --- */

static void note_permit(struct memory_partition *p, struct slice *s, cycle_t from)
{
    bool takes = l2_slice_takes(s->l2);
    if (takes == s->takes)
        return;
    if (s->n_permits > p->permit_mask)
        BUG("partition: %u changes that nobody asked for", s->n_permits);
    s->permits[(s->first_permit + s->n_permits++) & p->permit_mask] = (struct permit){from, takes};
    p->n_permits++;
    s->takes = takes;
}

bool memory_partition_takes(struct memory_partition *p, uint32_t slice, cycle_t now)
{
    struct slice *s = &p->slices[slice - p->first_slice];
    while (s->n_permits && s->permits[s->first_permit & p->permit_mask].from <= now) {
        s->asked = s->permits[s->first_permit++ & p->permit_mask].takes;
        s->n_permits--;
        p->n_permits--;
    }
    return s->asked;
}

void memory_partition_forget(struct memory_partition *p, cycle_t now)
{
    for (uint32_t i = 0; p->n_permits && i < p->n_slices; i++)
        memory_partition_takes(p, p->first_slice + i, now);
}

static inline void take_request(struct memory_partition *p, uint32_t slice,
                                const struct transit *request, cycle_t now)
{
    struct slice *s = &p->slices[slice - p->first_slice];
    cycle_t count = clock_not_before(&p->clocks, CLOCK_CORE, CLOCK_L2, now);
    uint32_t n = packet_new(&p->pool);
    struct packet *packet = &p->pool.packets[n];
    packet->request = request->request;
    packet->slice = slice;
    packet->since = request->since;
    packet->kind = PACKET_REQUEST;
    cycle_t due = clock_when_counted(&p->clocks, CLOCK_L2, count + p->config->l2.rop_cycles);
    clock_earlier(&s->next, l2_slice_take(s->l2, n, due > now ? due : now));
}

void memory_partition_take(struct memory_partition *p, uint32_t slice,
                           const struct transit *request, cycle_t now)
{
    take_request(p, slice, request, now);
    clock_earlier(&p->slices_next, p->slices[slice - p->first_slice].next);
    p->moved++;
}

uint32_t memory_partition_take_all(struct memory_partition *p, uint32_t slice,
                                   const struct transit_span *came, cycle_t first, cycle_t last)
{
    cycle_t from = first;
    uint32_t k;
    for (k = 0; k < came->n; k++) {
        const struct transit *request = &came->slots[(came->first + k) & came->mask];
        cycle_t now = clock_behind(&p->clocks, CLOCK_L2, CLOCK_ICNT, request->at);
        if (now < from)
            now = from;
        while (now <= last && !memory_partition_takes(p, slice, now))
            now++;
        if (now > last)
            break;
        take_request(p, slice, request, now);
        from = now + 1;
    }
    clock_earlier(&p->slices_next, p->slices[slice - p->first_slice].next);
    p->moved += k;
    return k;
}

/* --- running --- */

/* Pushes the slice's replies that enter the crossbar in interconnect cycles up to `last`, one
 * each. */
static void push_until(struct memory_partition *p, struct slice *s, cycle_t last)
{
    uint32_t port = p->first_slice + (uint32_t)(s - p->slices);
    while (s->replies->n) {
        cycle_t now = push_cycle(p, s);
        if (now > last)
            break;
        if (!crossbar_can_push(p->crossbar, port)) { /* nor in a later one: nothing leaves here */
            s->pushed = last;
            break;
        }
        s->pushed = now;
        uint32_t n = packet_pop(&p->pool, s->replies);
        const struct packet *packet = &p->pool.packets[n];
        struct transit *reply = crossbar_push(p->crossbar, port);
        reply->request = packet->request;
        reply->port = packet->request.sm;
        reply->since = packet->since;
        reply->at = now;
        packet_free(&p->pool, n);
        p->moved++;
    }
}

/* Pushes the slice's replies that enter the crossbar before the slice runs L2 cycle `now`; at equal
 * times the push comes first (docs/model.md, "Order of a step"). */
static void push_replies(struct memory_partition *p, struct slice *s, cycle_t now)
{
    push_until(p, s, clock_behind(&p->clocks, CLOCK_ICNT, CLOCK_L2, now) - 1);
}

static void time_channel(struct memory_partition *p)
{
    cycle_t next = dram_channel_next(p->channel);
    p->channel_due = p->channel_l2 = CYCLE_NEVER;
    if (next != CYCLE_NEVER) {
        p->channel_due = next * p->clocks.period[CLOCK_DRAM];
        p->channel_l2 = clock_from(&p->clocks, CLOCK_L2, p->channel_due);
    }
}

/* Runs the channel up to time t, or to the first cycle that affects a slice; true: there was
 * one. */
static bool run_channel(struct memory_partition *p, ticks_t t)
{
    ticks_t period = p->clocks.period[CLOCK_DRAM];
    struct dram_moves m = dram_channel_run(p->channel, t / period, p->every_cycle);
    time_channel(p);
    if (m.freed && m.freed * period > p->last_free)
        p->last_free = m.freed * period;
    p->moved += m.cycles;
    if (!m.slices)
        return false;
    cycle_t seen = clock_from(&p->clocks, CLOCK_L2, m.ran * period);
    for (uint32_t slices = m.slices; slices; slices &= slices - 1)
        clock_earlier(&p->slices[__builtin_ctz(slices)].next, seen);
    clock_earlier(&p->slices_next, seen);
    return true;
}

static void run_slice(struct memory_partition *p, struct slice *s, cycle_t now)
{
    if (s->replies->n + MOST_REPLIES > s->replies->limit)
        push_replies(p, s, now);
    struct l2_moves moves = l2_slice_tick(s->l2, now);
    s->next = p->every_cycle ? now + 1 : moves.next;
    p->moved += moves.any;
    if (moves.for_dram) {
        dram_channel_wake(p->channel, clock_behind(&p->clocks, CLOCK_DRAM, CLOCK_L2, now));
        time_channel(p);
    }
    if (packet_queue_full(s->replies))
        push_replies(p, s, now);
    if (packet_queue_full(s->replies))
        clock_earlier(&s->next,
                      clock_not_before(&p->clocks, CLOCK_L2, CLOCK_ICNT, push_cycle(p, s)));
    note_permit(p, s, now + 1);
}

/* Runs the slices' cycle `now`. A slice that only has hits runs on to `last`, because the channel
 * has nothing for it before. */
static void run_slices(struct memory_partition *p, cycle_t now, cycle_t last)
{
    cycle_t next = CYCLE_NEVER;
    struct slice *s = p->slices, *end = s + p->n_slices;
    do {
        if (s->next <= now && !p->every_cycle)
            s->next = l2_slice_serve(s->l2, now, last);
        if (s->next <= now)
            run_slice(p, s, now);
        clock_earlier(&next, s->next);
    } while (++s < end);
    p->slices_next = next;
}

__attribute__((flatten)) void memory_partition_run(struct memory_partition *p, ticks_t until)
{
    cycle_t last = until / p->clocks.period[CLOCK_L2];
    for (;;) {
        cycle_t now = p->slices_next;
        bool over = now > last;
        if ((over ? p->channel_due <= until : p->channel_l2 <= now) || p->every_cycle)
            if (run_channel(p, over ? until : now * p->clocks.period[CLOCK_L2]))
                continue;
        if (over)
            break;
        run_slices(p, now, p->channel_l2 > last ? last : p->channel_l2 - 1);
    }
    for (uint32_t i = 0; i < p->n_slices; i++)
        if (p->slices[i].replies->n)
            push_until(p, &p->slices[i], until / p->clocks.period[CLOCK_ICNT]);
    p->now = until;
}

/* --- content and counts --- */

ticks_t memory_partition_last_free(const struct memory_partition *p)
{
    return p->last_free;
}

uint64_t memory_partition_moved(const struct memory_partition *p)
{
    return p->moved;
}

uint32_t memory_partition_packets(const struct memory_partition *p)
{
    return p->pool.used;
}

void memory_partition_count(struct memory_partition *p, ticks_t end, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < p->n_slices; i++)
        l2_slice_count(p->slices[i].l2, clock_from(&p->clocks, CLOCK_L2, end), into);
    dram_channel_count(p->channel, clock_from(&p->clocks, CLOCK_DRAM, end), into);
}

void memory_partition_sample(const struct memory_partition *p, ticks_t end,
                             struct timeline_memory_partition *out)
{
    *out = (struct timeline_memory_partition){0};
    for (uint32_t i = 0; i < p->n_slices; i++) {
        struct accesses l2 = l2_slice_accesses(p->slices[i].l2);
        out->l2_accesses += l2.all;
        out->l2_misses += l2.misses;
    }
    dram_channel_sample(p->channel, clock_from(&p->clocks, CLOCK_DRAM, end), out);
}

void memory_partition_warm(struct memory_partition *p, uint32_t slice, uint64_t addr)
{
    l2_slice_warm(p->slices[slice].l2, addr);
}

void memory_partition_wake(struct memory_partition *p)
{
    cycle_t next = clock_after(&p->clocks, CLOCK_L2, p->now);
    for (uint32_t i = 0; i < p->n_slices; i++)
        clock_earlier(&p->slices[i].next, next);
    clock_earlier(&p->slices_next, next);
}

void memory_partition_left(const struct memory_partition *p, struct cache_left *into)
{
    for (uint32_t i = 0; i < p->n_slices; i++)
        l2_slice_left(p->slices[i].l2, into);
}

void memory_partition_dump(const struct memory_partition *p, FILE *out)
{
    for (uint32_t i = 0; i < p->n_slices; i++)
        l2_slice_dump(p->slices[i].l2, out);
    dram_channel_dump(p->channel, out);
}
