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

enum { FINE = 64, L1D_CLIENTS = L1D_RT + 1, CACHE_STATUSES = CACHE_MISS + 1 };

/* What every request passes through is compiled into the two functions that begin with it. */
#define INLINE static inline __attribute__((always_inline))

struct abstract_l1d {
    struct abstract_memory *memory;
    struct tags *tags;
    struct slots sends, replies;
    uint64_t sent, crossed; /* the latest request */
    uint64_t *queue;        /* of the miss queue, a ring: when they are sent */
    uint64_t *buffer;       /* of the crossbar's input, a ring: when they have crossed */
    uint64_t misses;        /* requests sent or to be sent */
    uint32_t half;
    uint64_t reads[L1D_CLIENTS][CACHE_STATUSES];
    struct l1d_counters count; /* but for reads */
};

/* A request on its way into a slice. */
struct entrant {
    uint64_t arrives, leaves; /* its queue */
};

struct slice {
    struct tags *tags;
    struct slots arrivals, takes, port;
    struct entrant *queue; /* a ring: requests in ROP delay and as many before as may wait */
    uint64_t *waiting;     /* of the crossbar's output, a ring: when the slice has taken them */
    uint64_t entered, arrived;
    uint64_t room; /* the slice's DRAM channel has room from then on */
    uint64_t reads[CACHE_STATUSES], writes[CACHE_STATUSES];
    struct l2_counters count; /* but for them */
};

/* The places of a ring that is at least n long are a power of two, so that what came m <= n before
 * number i is at (i - m) & mask; 0 where there was none. */
static uint32_t ring_mask(uint32_t n)
{
    uint32_t mask = 0;
    while (mask < n - 1)
        mask = 2 * mask + 1;
    return mask;
}

struct abstract_memory {
    const struct gpu_config *config;
    struct address_map map;
    uint32_t n_sms, n_slices;
    uint32_t most_delayed; /* requests of a slice in ROP delay */
    uint32_t most_waiting; /* with fewer in its queue the slice takes another */
    /* Places of the queues on the way, and what finds them in their rings. */
    uint32_t miss_queue, input_buffer, output_buffer, rop_cycles;
    uint32_t queue_mask, buffer_mask, slice_mask, waiting_mask;
    uint32_t port_cycles; /* of an access to a slice's data, 1/FINE core cycles */
    struct abstract_l1d *l1s;
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
        m->l1s[i].memory = m;
        TRY(tags_create(&m->l1s[i].tags, &l1, g->l1d.mshrs, st));
        if (!MEM_ARRAYS(MEM_ARRAY(m->l1s[i].queue, m->queue_mask + 1),
                        MEM_ARRAY(m->l1s[i].buffer, m->buffer_mask + 1)))
            return status_no_memory(st, "caches");
    }
    for (uint32_t i = 0; i < m->n_slices; i++) {
        TRY(tags_create(&m->slices[i].tags, &l2, 0, st));
        if (!MEM_ARRAYS(MEM_ARRAY(m->slices[i].queue, m->slice_mask + 1),
                        MEM_ARRAY(m->slices[i].waiting, m->waiting_mask + 1)))
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
    m->most_delayed = 2 * config->l2.rop_cycles + 64;
    m->most_waiting = config->l2.request_queue - TAKE_ROOM + 1;
    m->miss_queue = config->l1d.miss_queue;
    m->input_buffer = config->icnt.input_buffer;
    m->output_buffer = config->icnt.output_buffer;
    m->rop_cycles = config->l2.rop_cycles;
    m->queue_mask = ring_mask(m->miss_queue);
    m->buffer_mask = ring_mask(m->input_buffer);
    m->slice_mask = ring_mask(config->l2.request_queue + m->most_delayed);
    m->waiting_mask = ring_mask(m->output_buffer);
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
    const struct entrant *queue = s->queue;
    uint32_t mask = m->slice_mask, most = m->most_waiting;
    for (;;) {
        uint64_t arrived = s->arrived, entered = s->entered;
        while (arrived < entered && queue[arrived & mask].arrives <= at)
            arrived++;
        s->arrived = arrived;
        if (arrived < most)
            return at;
        uint64_t leaves = queue[(arrived - most) & mask].leaves;
        if (leaves <= at)
            return at;
        at = leaves;
    }
}

/* From an SM in cycle `now` to the slice of addr, which looks it up in the cycle returned. The
 * crossbar takes a packet a cycle for each slice, and an SM's in the order in which they were sent,
 * so that those behind one for a crowded slice wait as well. */
INLINE uint64_t send(struct abstract_memory *m, struct abstract_l1d *l, struct slice *slice,
                     uint64_t *now)
{
    uint64_t n = l->misses++, entered = slice->entered;
    *now = slots_later(*now, l->queue[(n - m->miss_queue) & m->queue_mask]);
    uint64_t buffered = l->buffer[(n - m->input_buffer) & m->buffer_mask];
    uint64_t sent = slots_take(&l->sends, slots_later(*now + 1, buffered)), from = sent;
    l->queue[n & m->queue_mask] = sent;
    if (sent >= l->sent && l->crossed > from)
        from = l->crossed;
    uint64_t waits = slice->waiting[(entered - m->output_buffer) & m->waiting_mask];
    uint64_t crossed = slots_take(&slice->arrivals, slots_later(from, waits));
    if (sent >= l->sent) {
        l->sent = sent;
        l->crossed = crossed;
    }
    l->buffer[n & m->buffer_mask] = crossed;
    /* What has crossed waits in front of the slice, whose queue has room for ROP's packets only as
     * far as they find it empty. */
    uint64_t taken = permitted(m, slice, crossed + TO_SLICE);
    if (taken > crossed + TO_SLICE)
        taken = slots_take(&slice->takes, taken);
    slice->waiting[entered & m->waiting_mask] = taken;
    uint64_t arrives = taken + m->rop_cycles;
    uint64_t at = use_port(m, slice, slots_later(arrives, slice->room));
    slice->queue[entered & m->slice_mask] = (struct entrant){arrives, at};
    slice->entered = entered + 1;
    if (slice->entered - slice->arrived > m->most_delayed)
        slice->arrived++;
    return at;
}

static uint64_t answer(struct abstract_memory *m, struct abstract_l1d *l, uint64_t sent,
                       uint64_t ready)
{
    uint64_t at = slots_take(&l->replies, ready + FROM_SLICE);
    m->icnt.replies++;
    m->icnt.latency += at - sent;
    return at;
}

/* What is dirty of an evicted line. The access has used the port once already; that of a line for a
 * read may cost nothing more. */
static void write_back(struct abstract_memory *m, struct slice *slice,
                       const struct cache_evicted *evicted, bool write, uint64_t now)
{
    uint32_t sectors = (uint32_t)__builtin_popcount(evicted->dirty_sectors);
    slice->count.write_backs++;
    slice->count.write_back_sectors += sectors;
    bool port = write || m->config->l2.eviction_port == EVICTION_PORT_ALWAYS;
    for (uint32_t i = 1; port && i < sectors; i++)
        use_port(m, slice, now);
    abstract_dram_access(m->dram, address_map_in_channel(&m->map, evicted->line_addr),
                         sectors * SECTOR_B, true, now, &slice->room);
}

/* The slice looks addr, which it has as `in`, up for an SM in cycle `now`; returns when it can
 * answer. */
static uint64_t look_up(struct abstract_memory *m, const struct abstract_l1d *l, struct slice *s,
                        uint64_t addr, struct channel_addr in, uint64_t now)
{
    uint64_t ready = now;
    enum cache_status status = tags_read(s->tags, addr, now, &ready);
    s->reads[status]++;
    if (addr < m->watched_end)
        footprint_touch(&m->footprint, addr, l->half);
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED)
        return ready;
    struct cache_evicted evicted;
    ready = abstract_dram_access(m->dram, in, SECTOR_B, false, now, &s->room) + FILLED;
    uint64_t index_addr = status == CACHE_MISS ? address_map_within_slice(&m->map, in) : 0;
    tags_fetch(s->tags, addr, index_addr, ready, &evicted);
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors)
        write_back(m, s, &evicted, false, now);
    return ready;
}

struct abstract_l1d *abstract_memory_l1d(struct abstract_memory *m, uint32_t sm)
{
    return &m->l1s[sm];
}

void abstract_memory_asks(struct abstract_l1d *l, uint32_t half)
{
    l->half = half;
}

void abstract_memory_prefetch(const struct abstract_l1d *l, uint64_t addr)
{
    tags_prefetch(l->tags, addr);
}

static uint64_t fetch(struct abstract_l1d *l, uint64_t addr, uint64_t *now)
{
    struct abstract_memory *m = l->memory;
    struct channel_addr in = address_map_in_channel(&m->map, addr);
    struct slice *slice = &m->slices[address_map_slice_of(&m->map, in)];
    struct cache_evicted evicted;
    tags_prefetch(slice->tags, addr);
    m->icnt.reads++;
    uint64_t arrives = send(m, l, slice, now);
    uint64_t at = answer(m, l, *now, look_up(m, l, slice, addr, in, arrives));
    tags_fetch(l->tags, addr, addr, at, &evicted);
    l->count.fills++;
    l->count.evictions += evicted.happened;
    return at;
}

uint64_t abstract_memory_read(struct abstract_l1d *l, enum l1d_client client, uint64_t addr,
                              uint64_t *now)
{
    uint64_t at = *now;
    addr &= ~(uint64_t)(SECTOR_B - 1);
    enum cache_status status = tags_read(l->tags, addr, *now, &at);
    l->reads[client][status]++;
    return status == CACHE_HIT || status == CACHE_HIT_RESERVED ? at : fetch(l, addr, now);
}

uint64_t abstract_memory_write(struct abstract_l1d *l, enum l1d_client client, uint64_t addr,
                               uint32_t bytes, uint64_t *now)
{
    struct abstract_memory *m = l->memory;
    addr &= ~(uint64_t)(SECTOR_B - 1);
    struct channel_addr in = address_map_in_channel(&m->map, addr);
    struct slice *s = &m->slices[address_map_slice_of(&m->map, in)];
    tags_prefetch(s->tags, addr);
    bool hit = tags_drop(l->tags, addr, *now);
    l1d_count_write(&l->count, client, hit);
    m->icnt.writes++;
    uint64_t arrives = send(m, l, s, now);
    struct cache_evicted evicted;
    uint64_t index_addr = tags_has(s->tags, addr) ? 0 : address_map_within_slice(&m->map, in);
    s->writes[tags_write(s->tags, addr, index_addr, bytes, arrives, &evicted)]++;
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors)
        write_back(m, s, &evicted, true, arrives);
    return answer(m, l, *now, arrives);
}

/* What is on its way counts as missed: the cycle model allocates lines when they are filled. */
static struct l1d_counters count_l1(const struct abstract_l1d *l)
{
    struct l1d_counters n = l->count;
    n.ldst_read_hits = l->reads[L1D_LDST][CACHE_HIT];
    n.ldst_read_misses = l->reads[L1D_LDST][CACHE_MISS] + l->reads[L1D_LDST][CACHE_HIT_RESERVED];
    n.ldst_read_sector_misses = l->reads[L1D_LDST][CACHE_SECTOR_MISS];
    n.rt_read_hits = l->reads[L1D_RT][CACHE_HIT];
    n.rt_read_misses = l->reads[L1D_RT][CACHE_MISS] + l->reads[L1D_RT][CACHE_HIT_RESERVED];
    n.rt_read_sector_misses = l->reads[L1D_RT][CACHE_SECTOR_MISS];
    n.merges = l->reads[L1D_LDST][CACHE_HIT_RESERVED] + l->reads[L1D_RT][CACHE_HIT_RESERVED];
    return n;
}

static struct l2_counters count_l2(const struct slice *s)
{
    struct l2_counters n = s->count;
    n.read_hits = s->reads[CACHE_HIT];
    n.read_hits_reserved = n.merges = s->reads[CACHE_HIT_RESERVED];
    n.read_misses = s->reads[CACHE_MISS];
    n.read_sector_misses = s->reads[CACHE_SECTOR_MISS];
    n.fetches = n.read_misses + n.read_sector_misses;
    n.write_hits = s->writes[CACHE_HIT];
    n.write_hits_reserved = s->writes[CACHE_HIT_RESERVED];
    n.write_misses = s->writes[CACHE_MISS];
    n.write_sector_misses = s->writes[CACHE_SECTOR_MISS];
    return n;
}

void abstract_memory_count(const struct abstract_memory *m, uint64_t end, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.l1d = count_l1(&m->l1s[i])});
    for (uint32_t i = 0; i < m->n_slices; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.l2 = count_l2(&m->slices[i])});
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
