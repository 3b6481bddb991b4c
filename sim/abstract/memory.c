#include "sim/abstract/memory.h"

#include "common/memory.h"
#include "sim/abstract/dram.h"
#include "sim/abstract/footprint.h"
#include "sim/abstract/slots.h"
#include "sim/abstract/tags.h"

/* Cycles between two stages of the way, which are one cycle each (sim/timing/memory/memsys.h). */
enum { TO_SLICE = 3, FROM_SLICE = 3, FILLED = 1 };

/* Free places in a slice's request queue below which it takes nothing
 * (sim/timing/memory/l2_slice.c). */
enum { TAKE_ROOM = 4 };

enum { FINE = 64 };

struct l1 {
    struct tags *tags;
    struct slots sends, replies;
    uint64_t sent, crossed; /* the latest request */
    uint64_t *queue;        /* ring of the miss queue: when they are sent */
    uint64_t *buffer;       /* ring of the crossbar's input: when they have crossed */
    uint64_t misses;        /* requests sent or to be sent */
    uint32_t half;
    struct l1d_counters count;
};

/* A request on its way into a slice. */
struct entrant {
    uint64_t arrives, leaves; /* its queue */
};

struct slice {
    struct tags *tags;
    struct slots arrivals, takes, port;
    struct entrant *queue; /* ring of requests in ROP delay and of as many before as may wait */
    uint64_t *waiting;     /* ring of the crossbar's output: when the slice has taken them */
    uint64_t entered, arrived;
    uint64_t room; /* the slice's DRAM channel has room from then on */
    struct l2_counters count;
};

struct abstract_memory {
    const struct gpu_config *config;
    struct address_map map;
    uint32_t n_sms, n_slices;
    uint32_t queue;       /* entries of a slice's ring */
    uint32_t port_cycles; /* of an access to a slice's data, 1/FINE core cycles */
    struct l1 *l1s;
    struct slice *slices;
    struct abstract_dram *dram;
    struct icnt_counters icnt;
    uint64_t watched_end;
    struct footprint footprint;
};

static enum st_code create_caches(struct abstract_memory *m, struct status *st)
{
    const struct gpu_config *g = m->config;
    const struct cache_shape l1 = {
        .sets = g->l1d.sets, .ways = g->l1d.ways, .line_B = g->l1d.line_B};
    const struct cache_shape l2 = {.sets = g->l2.sets,
                                   .ways = g->l2.ways,
                                   .line_B = g->l2.line_B,
                                   .set_index = (enum set_index_kind)g->l2.set_index,
                                   .forgets_bytes = g->l2.partial_write == PARTIAL_WRITE_FLAG};
    if (!MEM_ARRAYS(MEM_ARRAY(m->l1s, m->n_sms), MEM_ARRAY(m->slices, m->n_slices)))
        return status_no_memory(st, "caches");
    for (uint32_t i = 0; i < m->n_sms; i++) {
        TRY(tags_create(&m->l1s[i].tags, &l1, g->l1d.mshrs, st));
        if (!MEM_ARRAYS(MEM_ARRAY(m->l1s[i].queue, g->l1d.miss_queue),
                        MEM_ARRAY(m->l1s[i].buffer, g->icnt.input_buffer)))
            return status_no_memory(st, "caches");
    }
    m->queue = g->l2.request_queue + 2 * g->l2.rop_cycles + 64;
    for (uint32_t i = 0; i < m->n_slices; i++) {
        TRY(tags_create(&m->slices[i].tags, &l2, 0, st));
        if (!MEM_ARRAYS(MEM_ARRAY(m->slices[i].queue, m->queue),
                        MEM_ARRAY(m->slices[i].waiting, g->icnt.output_buffer)))
            return status_no_memory(st, "caches");
    }
    return abstract_dram_create(&m->dram, g, &m->map, st);
}

enum st_code abstract_memory_create(struct abstract_memory **out, const struct gpu_config *config,
                                    uint64_t watched_end, struct status *st)
{
    *out = NULL;
    struct abstract_memory *m;
    TRY(mem_make(&m, 1, sizeof *m, "memory system", st));
    const struct clocks clocks = gpu_config_clocks(config);
    uint32_t port = config->l2.data_port_B;
    m->config = config;
    m->watched_end = watched_end;
    m->map = gpu_config_address_map(config);
    m->n_sms = config->machine.sms;
    m->n_slices = config->machine.memory_partitions * config->l2.slices;
    m->port_cycles = (uint32_t)((SECTOR_B + port - 1) / port * clocks.period[CLOCK_L2] * FINE /
                                clocks.period[CLOCK_CORE]);
    enum st_code code = create_caches(m, st);
    if (code == ST_OK)
        *out = m;
    else
        abstract_memory_free(m);
    return code;
}

void abstract_memory_free(struct abstract_memory *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->l1s && i < m->n_sms; i++) {
        tags_free(m->l1s[i].tags);
        MEM_FREE(m->l1s[i].queue, m->l1s[i].buffer);
    }
    for (uint32_t i = 0; m->slices && i < m->n_slices; i++) {
        tags_free(m->slices[i].tags);
        MEM_FREE(m->slices[i].queue, m->slices[i].waiting);
    }
    abstract_dram_free(m->dram);
    footprint_release(&m->footprint);
    MEM_FREE(m->l1s, m->slices, m);
}

/* The slice's data are used in the cycle returned, the first free one from `from` on. */
static uint64_t use_port(const struct abstract_memory *m, struct slice *slice, uint64_t from)
{
    return slots_take_long(&slice->port, from * FINE, m->port_cycles) / FINE;
}

/* The first cycle from `at` on in which the slice takes something from the crossbar. */
static uint64_t permitted(const struct abstract_memory *m, struct slice *s, uint64_t at)
{
    uint32_t most = m->config->l2.request_queue - TAKE_ROOM + 1;
    for (;;) {
        while (s->arrived < s->entered && s->queue[s->arrived % m->queue].arrives <= at)
            s->arrived++;
        if (s->arrived < most)
            return at;
        uint64_t leaves = s->queue[(s->arrived - most) % m->queue].leaves;
        if (leaves <= at)
            return at;
        at = leaves;
    }
}

/* From an SM in cycle `now` to the slice of addr, which looks it up in the cycle returned. The
 * crossbar takes a packet a cycle for each slice, and an SM's in the order in which they were sent,
 * so that those behind one for a crowded slice wait as well. */
static uint64_t send(struct abstract_memory *m, uint32_t sm, struct slice *slice, uint64_t *now)
{
    struct l1 *l = &m->l1s[sm];
    uint64_t *queued = &l->queue[l->misses % m->config->l1d.miss_queue];
    uint64_t *buffered = &l->buffer[l->misses % m->config->icnt.input_buffer];
    *now = slots_later(*now, *queued);
    uint64_t sent = slots_take(&l->sends, slots_later(*now + 1, *buffered)), from = sent;
    *queued = sent;
    l->misses++;
    if (sent >= l->sent && l->crossed > from)
        from = l->crossed;
    uint64_t *waits = &slice->waiting[slice->entered % m->config->icnt.output_buffer];
    uint64_t crossed = slots_take(&slice->arrivals, slots_later(from, *waits));
    if (sent >= l->sent) {
        l->sent = sent;
        l->crossed = crossed;
    }
    *buffered = crossed;
    /* What has crossed waits in front of the slice, whose queue has room for ROP's packets only as
     * far as they find it empty. */
    uint64_t taken = permitted(m, slice, crossed + TO_SLICE);
    if (taken > crossed + TO_SLICE)
        taken = slots_take(&slice->takes, taken);
    *waits = taken;
    uint64_t arrives = taken + m->config->l2.rop_cycles;
    uint64_t at = use_port(m, slice, slots_later(arrives, slice->room));
    slice->queue[slice->entered++ % m->queue] = (struct entrant){arrives, at};
    if (slice->entered - slice->arrived > m->queue - m->config->l2.request_queue)
        slice->arrived++;
    return at;
}

static uint64_t answer(struct abstract_memory *m, uint32_t sm, uint64_t sent, uint64_t ready)
{
    uint64_t at = slots_take(&m->l1s[sm].replies, ready + FROM_SLICE);
    m->icnt.replies++;
    m->icnt.latency += at - sent;
    return at;
}

/* The access has used the port once already; that of a line for a read may cost nothing more. */
static void write_back(struct abstract_memory *m, struct slice *slice,
                       const struct cache_evicted *evicted, bool write, uint64_t now)
{
    slice->count.evictions += evicted->happened;
    if (!evicted->dirty_sectors)
        return;
    uint32_t sectors = (uint32_t)__builtin_popcount(evicted->dirty_sectors);
    slice->count.write_backs++;
    slice->count.write_back_sectors += sectors;
    bool port = write || m->config->l2.eviction_port == EVICTION_PORT_ALWAYS;
    for (uint32_t i = 1; port && i < sectors; i++)
        use_port(m, slice, now);
    abstract_dram_access(m->dram, evicted->line_addr, sectors * SECTOR_B, true, now, &slice->room);
}

/* The slice looks addr up for an SM in cycle `now`; returns when it can answer. */
static uint64_t look_up(struct abstract_memory *m, uint32_t sm, struct slice *s, uint64_t addr,
                        uint64_t now)
{
    uint64_t ready = now;
    enum cache_status status = tags_read(s->tags, addr, now, &ready);
    struct l2_counters *c = &s->count;
    cache_count(status, &c->read_hits, &c->read_hits_reserved, &c->read_misses,
                &c->read_sector_misses);
    c->merges += status == CACHE_HIT_RESERVED;
    if (addr < m->watched_end)
        footprint_touch(&m->footprint, addr, m->l1s[sm].half);
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED)
        return ready;
    struct cache_evicted evicted;
    c->fetches++;
    ready = abstract_dram_access(m->dram, addr, SECTOR_B, false, now, &s->room) + FILLED;
    tags_fetch(s->tags, addr, address_map_in_slice(&m->map, addr), ready, &evicted);
    write_back(m, s, &evicted, false, now);
    return ready;
}

void abstract_memory_asks(struct abstract_memory *m, uint32_t sm, uint32_t half)
{
    m->l1s[sm].half = half;
}

void abstract_memory_prefetch(const struct abstract_memory *m, uint32_t sm, uint64_t addr)
{
    tags_prefetch(m->l1s[sm].tags, addr);
}

/* What is on its way counts as missed: the cycle model allocates lines when they are filled. */
uint64_t abstract_memory_read(struct abstract_memory *m, uint32_t sm, enum l1d_client client,
                              uint64_t addr, uint64_t *now)
{
    struct l1 *l = &m->l1s[sm];
    uint64_t at = *now;
    addr &= ~(uint64_t)(SECTOR_B - 1);
    enum cache_status status = tags_read(l->tags, addr, *now, &at);
    l1d_count_read(&l->count, client, status == CACHE_HIT_RESERVED ? CACHE_MISS : status);
    l->count.merges += status == CACHE_HIT_RESERVED;
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED)
        return at;
    struct slice *slice = &m->slices[address_map_slice(&m->map, addr)];
    struct cache_evicted evicted;
    tags_prefetch(slice->tags, addr);
    m->icnt.reads++;
    uint64_t arrives = send(m, sm, slice, now);
    at = answer(m, sm, *now, look_up(m, sm, slice, addr, arrives));
    tags_fetch(l->tags, addr, addr, at, &evicted);
    l->count.fills++;
    l->count.evictions += evicted.happened;
    return at;
}

uint64_t abstract_memory_write(struct abstract_memory *m, uint32_t sm, enum l1d_client client,
                               uint64_t addr, uint32_t bytes, uint64_t *now)
{
    struct l1 *l = &m->l1s[sm];
    addr &= ~(uint64_t)(SECTOR_B - 1);
    struct slice *s = &m->slices[address_map_slice(&m->map, addr)];
    tags_prefetch(s->tags, addr);
    bool hit = tags_drop(l->tags, addr, *now);
    l1d_count_write(&l->count, client, hit);
    m->icnt.writes++;
    uint64_t arrives = send(m, sm, s, now);
    struct l2_counters *c = &s->count;
    struct cache_evicted evicted;
    enum cache_status status =
        tags_write(s->tags, addr, address_map_in_slice(&m->map, addr), bytes, arrives, &evicted);
    write_back(m, s, &evicted, true, arrives);
    cache_count(status, &c->write_hits, &c->write_hits_reserved, &c->write_misses,
                &c->write_sector_misses);
    return answer(m, sm, *now, arrives);
}

void abstract_memory_count(const struct abstract_memory *m, uint64_t end, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.l1d = m->l1s[i].count});
    for (uint32_t i = 0; i < m->n_slices; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.l2 = m->slices[i].count});
    gpu_counters_merge(into, &(struct gpu_counters){.icnt = m->icnt});
    abstract_memory_count_dram(m, end, into);
}

void abstract_memory_count_dram(const struct abstract_memory *m, uint64_t end,
                                struct gpu_counters *into)
{
    abstract_dram_count(m->dram, end, into);
}

enum st_code abstract_memory_end(const struct abstract_memory *m, struct abstract_end *out,
                                 struct status *st)
{
    const struct l2_config *l2 = &m->config->l2;
    struct tags_left left = {0};
    for (uint32_t i = 0; i < m->n_slices; i++)
        tags_count_left(m->slices[i].tags, m->watched_end, &left);
    out->lines = left.lines;
    out->dirty_lines = left.dirty_lines;
    out->dirty_sectors = left.dirty_sectors;
    out->room = (uint64_t)m->n_slices * l2->sets * l2->ways;
    out->resident = left.shared_sectors;
    out->touched = m->footprint.touched;
    out->touched_half = (m->footprint.by_half[0] + m->footprint.by_half[1]) / 2;
    return m->footprint.failed ? status_no_memory(st, "footprint") : ST_OK;
}
