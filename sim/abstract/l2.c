#include "sim/abstract/l2.h"

#include "common/memory.h"
#include "common/team.h"
#include "sim/abstract/dram.h"
#include "sim/abstract/footprint.h"
#include "sim/abstract/slots.h"
#include "sim/abstract/tags.h"

/* From the L2 or DRAM into the slice, one cycle (sim/timing/memory/memsys.h). */
enum { FILLED = 1 };

/* Free places in a slice's request queue below which it takes nothing
 * (sim/timing/memory/l2_slice.c). */
enum { TAKE_ROOM = 4 };

#define NOBODY UINT32_MAX
enum { FINE = 64, CACHE_STATUSES = CACHE_MISS + 1, FIRST_ROOM = 256 };

/* A request on its way into a slice. */
struct entrant {
    uint64_t arrives, leaves; /* its queue */
};

struct slice {
    struct tags *tags;
    struct slots arrivals; /* interconnect cycles */
    struct slots takes, port;
    uint64_t room;         /* nothing is looked up before: its DRAM queue was full */
    uint32_t first, last;  /* of its visits */
    struct entrant *queue; /* a ring: requests in ROP delay and as many before as may wait */
    uint64_t *waiting;     /* of the crossbar's output, a ring: when the slice has taken them */
    uint64_t entered, arrived;
    uint64_t reads[CACHE_STATUSES], writes[CACHE_STATUSES];
    struct l2_counters count; /* but for them */
};

/* A request that a partition is to look up. */
struct visit {
    struct port *port;
    uint64_t number;
    struct slice *slice;
    uint32_t next; /* of the slice */
    struct channel_addr in;
    uint64_t entered; /* its number in the slice */
};

/* A read that waits for DRAM, and of the first of its sector also what was asked for. */
struct reader {
    struct port *port;
    uint64_t number, addr;
    struct slice *slice;
    uint32_t place; /* of its line */
    uint32_t next;  /* of the same sector, or in the free list */
};

struct partition {
    struct visit *visits; /* of the window */
    uint32_t n, room;
    struct reader *readers;
    uint32_t n_readers, free; /* NOBODY: all are in use */
    bool failed;              /* memory ran out */
    struct footprint footprint;
    char apart[TEAM_APART];
};

struct abstract_l2 {
    const struct gpu_config *config;
    struct clocks clocks;
    struct address_map map;
    uint32_t n_slices, n_partitions;
    uint32_t most_delayed; /* requests of a slice in ROP delay */
    uint32_t most_waiting; /* with fewer in its queue the slice takes another */
    uint32_t output_buffer, rop_cycles;
    uint32_t slice_mask, waiting_mask;
    uint32_t port_cycles; /* of an access to a slice's data, 1/FINE core cycles */
    struct slice *slices;
    struct partition *partitions;
    struct abstract_dram *dram;
    uint64_t watched_end;
};

static enum st_code create_slices(struct abstract_l2 *m, struct status *st)
{
    const struct l2_config *l2 = &m->config->l2;
    const struct cache_shape shape = {.sets = l2->sets,
                                      .ways = l2->ways,
                                      .line_B = l2->line_B,
                                      .set_index = (enum set_index_kind)l2->set_index,
                                      .forgets_bytes = l2->partial_write == PARTIAL_WRITE_FLAG};
    for (uint32_t i = 0; i < m->n_slices; i++) {
        struct slice *s = &m->slices[i];
        s->first = NOBODY;
        TRY(tags_create(&s->tags, &shape, 0, st));
        if (!MEM_ARRAYS(MEM_ARRAY(s->queue, m->slice_mask + 1),
                        MEM_ARRAY(s->waiting, m->waiting_mask + 1)))
            return status_no_memory(st, "slices of the L2");
    }
    return ST_OK;
}

enum st_code abstract_l2_create(struct abstract_l2 **out, const struct gpu_config *config,
                                uint64_t watched_end, struct status *st)
{
    *out = NULL;
    struct abstract_l2 *m;
    TRY(mem_make(&m, 1, sizeof *m, "L2", st));
    uint32_t port = config->l2.data_port_B;
    m->config = config;
    m->clocks = gpu_config_clocks(config);
    m->watched_end = watched_end;
    m->map = gpu_config_address_map(config);
    m->n_partitions = config->machine.memory_partitions;
    m->n_slices = m->n_partitions * config->l2.slices;
    m->port_cycles = (uint32_t)((SECTOR_B + port - 1) / port * m->clocks.period[CLOCK_L2] * FINE /
                                m->clocks.period[CLOCK_CORE]);
    m->most_delayed = 2 * config->l2.rop_cycles + 64;
    m->most_waiting = config->l2.request_queue - TAKE_ROOM + 1;
    m->output_buffer = config->icnt.output_buffer;
    m->rop_cycles = config->l2.rop_cycles;
    m->slice_mask = ring_mask(config->l2.request_queue + m->most_delayed);
    m->waiting_mask = ring_mask(m->output_buffer);
    enum st_code code = ST_OK;
    if (!MEM_ARRAYS(MEM_ARRAY(m->slices, m->n_slices), MEM_ARRAY(m->partitions, m->n_partitions)))
        code = status_no_memory(st, "L2");
    if (code == ST_OK)
        code = create_slices(m, st);
    for (uint32_t i = 0; code == ST_OK && i < m->n_partitions; i++)
        m->partitions[i].free = NOBODY;
    if (code == ST_OK)
        code = abstract_dram_create(&m->dram, config, &m->map, st);
    if (code == ST_OK)
        *out = m;
    else
        abstract_l2_free(m);
    return code;
}

void abstract_l2_free(struct abstract_l2 *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->slices && i < m->n_slices; i++) {
        tags_free(m->slices[i].tags);
        MEM_FREE(m->slices[i].queue, m->slices[i].waiting);
    }
    for (uint32_t i = 0; m->partitions && i < m->n_partitions; i++) {
        MEM_FREE(m->partitions[i].visits, m->partitions[i].readers);
        footprint_release(&m->partitions[i].footprint);
    }
    abstract_dram_free(m->dram);
    MEM_FREE(m->slices, m->partitions, m);
}

/* --- from the crossbar --- */

/* The first cycle from `at` on in which the slice takes something from the crossbar. */
static uint64_t permitted(const struct abstract_l2 *m, struct slice *s, uint64_t at)
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

/* Room for another visit of the partition. */
static bool make_visits(struct partition *p)
{
    if (p->n < p->room)
        return true;
    uint32_t room = p->room ? 2 * p->room : FIRST_ROOM;
    struct visit *grown = mem_resize(p->visits, room, sizeof *grown);
    if (!grown)
        return false;
    p->visits = grown;
    p->room = room;
    return true;
}

enum st_code abstract_l2_take(struct abstract_l2 *m, struct port *port, uint64_t number,
                              cycle_t *crossed, struct status *st)
{
    struct request *r = port_request(port, number);
    struct channel_addr in = address_map_in_channel(&m->map, r->addr);
    struct slice *slice = &m->slices[address_map_slice_of(&m->map, in)];
    struct partition *part = &m->partitions[in.channel];
    uint64_t entered = slice->entered;
    uint64_t waits = slice->waiting[(entered - m->output_buffer) & m->waiting_mask];
    cycle_t from = way_crosses(&m->clocks, slots_later(r->sent, waits));
    *crossed = slots_take(&slice->arrivals, slots_later(from, *crossed));
    /* What has crossed waits in front of the slice, whose queue has room for ROP's packets only as
     * far as they find it empty. */
    uint64_t comes = way_comes(&m->clocks, *crossed), taken = permitted(m, slice, comes);
    if (taken > comes)
        taken = slots_take(&slice->takes, taken);
    slice->waiting[entered & m->waiting_mask] = taken;
    uint64_t arrives = taken + m->rop_cycles;
    /* When it leaves is known once it is looked up; nobody asks before, as ROP delay is nearly a
     * window long. */
    slice->queue[entered & m->slice_mask] = (struct entrant){arrives, arrives};
    slice->entered = entered + 1;
    if (slice->entered - slice->arrived > m->most_delayed)
        slice->arrived++;
    if (!make_visits(part))
        return status_no_memory(st, "requests");
    if (slice->first == NOBODY)
        slice->first = part->n;
    else
        part->visits[slice->last].next = part->n;
    slice->last = part->n;
    part->visits[part->n++] = (struct visit){port, number, slice, NOBODY, in, entered};
    r->entered = true;
    return ST_OK;
}

/* --- slices --- */

/* The slice's data are used in the cycle returned, the first free one from `from` on. */
static uint64_t use_port(const struct abstract_l2 *m, struct slice *slice, uint64_t from)
{
    return slots_take_long(&slice->port, from * FINE, m->port_cycles) / FINE;
}

/* The slice has what is asked for in cycle `at`. */
static void answer(struct request *r, uint64_t at)
{
    r->at = at;
    r->answered = true;
}

/* What is dirty of an evicted line. The access has used the port once already; that of a line for a
 * read may cost nothing more. */
static void write_back(struct abstract_l2 *m, struct slice *slice,
                       const struct cache_evicted *evicted, bool write, uint64_t now)
{
    uint32_t sectors = (uint32_t)__builtin_popcount(evicted->dirty_sectors);
    slice->count.write_backs++;
    slice->count.write_back_sectors += sectors;
    bool port = write || m->config->l2.eviction_port == EVICTION_PORT_ALWAYS;
    for (uint32_t i = 1; port && i < sectors; i++)
        use_port(m, slice, now);
    abstract_dram_ask(m->dram, address_map_in_channel(&m->map, evicted->line_addr),
                      (uint32_t)(slice - m->slices) % m->config->l2.slices, sectors * SECTOR_B,
                      true, now, NOBODY);
}

/* --- reads that wait for DRAM --- */

/* More readers, all of them free. */
static bool make_readers(struct partition *p)
{
    uint32_t n = p->n_readers ? 2 * p->n_readers : FIRST_ROOM;
    struct reader *grown = mem_resize(p->readers, n, sizeof *grown);
    if (!grown)
        return false;
    p->readers = grown;
    for (uint32_t i = p->n_readers; i < n; i++)
        grown[i].next = i + 1 < n ? i + 1 : NOBODY;
    p->free = p->n_readers;
    p->n_readers = n;
    return true;
}

/* Behind the first of its sector; NOBODY: it is. Returns its number; NOBODY: memory ran out. */
static uint32_t wait_for(struct partition *p, const struct visit *v, uint32_t first)
{
    if (p->free == NOBODY && !make_readers(p)) {
        p->failed = true;
        return NOBODY;
    }
    uint32_t i = p->free;
    struct reader *r = &p->readers[i];
    p->free = r->next;
    *r = (struct reader){.port = v->port, .number = v->number, .slice = v->slice, .next = NOBODY};
    if (first != NOBODY) {
        r->next = p->readers[first].next;
        p->readers[first].next = i;
    }
    return i;
}

/* The sector that reader `tag` waits for comes in cycle `at`. */
static void tell(void *self, uint32_t tag, uint64_t at)
{
    struct partition *p = self;
    const struct reader *first = &p->readers[tag];
    at += FILLED;
    tags_answer(first->slice->tags, first->addr, tag, first->place, false, at);
    for (uint32_t i = tag; i != NOBODY;) {
        struct reader *r = &p->readers[i];
        uint32_t next = r->next;
        answer(port_request(r->port, r->number), at);
        r->next = p->free;
        p->free = i;
        i = next;
    }
}

/* The slice looks a read up in cycle `now`. */
static void read(struct abstract_l2 *m, struct partition *p, const struct visit *v,
                 struct request *request, uint64_t now)
{
    struct slice *s = v->slice;
    uint64_t addr = request->addr, ready = now;
    enum cache_status status = tags_read(s->tags, addr, now, &ready);
    s->reads[status]++;
    if (addr < m->watched_end)
        footprint_touch(&p->footprint, addr, request->half);
    if (status == CACHE_HIT_RESERVED && ready & TAGS_ASKED) {
        wait_for(p, v, (uint32_t)ready);
        return;
    }
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED) {
        answer(request, ready);
        return;
    }
    struct cache_evicted evicted;
    uint32_t tag = wait_for(p, v, NOBODY);
    if (tag == NOBODY)
        return;
    struct reader *r = &p->readers[tag];
    uint64_t index_addr = status == CACHE_MISS ? address_map_within_slice(&m->map, v->in) : 0;
    r->addr = addr;
    tags_ask(s->tags, addr, index_addr, tag, &r->place, &evicted);
    abstract_dram_ask(m->dram, v->in, (uint32_t)(s - m->slices) % m->config->l2.slices, SECTOR_B,
                      false, now, tag);
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors)
        write_back(m, s, &evicted, false, now);
}

static void write(struct abstract_l2 *m, const struct visit *v, struct request *request,
                  uint64_t now)
{
    struct slice *s = v->slice;
    uint64_t addr = request->addr;
    struct cache_evicted evicted;
    uint64_t index_addr = tags_has(s->tags, addr) ? 0 : address_map_within_slice(&m->map, v->in);
    s->writes[tags_write(s->tags, addr, index_addr, request->bytes, now, &evicted)]++;
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors)
        write_back(m, s, &evicted, true, now);
    answer(request, now);
}

/* The slice looks its first visit up. */
static void look_up(struct abstract_l2 *m, struct partition *p, struct slice *s)
{
    const struct visit *v = &p->visits[s->first];
    struct request *request = port_request(v->port, v->number);
    struct entrant *e = &s->queue[v->entered & m->slice_mask];
    uint64_t now = use_port(m, s, slots_later(e->arrives, s->room));
    e->leaves = now;
    s->first = v->next;
    if (s->first != NOBODY) {
        const struct visit *next = &p->visits[s->first];
        tags_prefetch(s->tags, port_request(next->port, next->number)->addr);
    }
    if (request->bytes)
        write(m, v, request, now);
    else
        read(m, p, v, request, now);
}

/* The slice of partition i that looks something up next, in cycle *at as far as its DRAM queue lets
 * it; NULL: none of those does that can. *full: there is one that can not. */
static struct slice *next_slice(struct abstract_l2 *m, uint32_t i, uint64_t *at, bool *full)
{
    struct slice *s = &m->slices[i * m->config->l2.slices], *next = NULL;
    *at = UINT64_MAX;
    *full = false;
    for (uint32_t k = 0; k < m->config->l2.slices; k++, s++) {
        if (s->first == NOBODY)
            continue;
        if (abstract_dram_full(m->dram, i, k)) {
            *full = true;
            continue;
        }
        const struct visit *v = &m->partitions[i].visits[s->first];
        uint64_t comes = slots_later(s->queue[v->entered & m->slice_mask].arrives, s->room);
        if (comes < *at) {
            *at = comes;
            next = s;
        }
    }
    return next;
}

/* Some slice's DRAM queue is full: the channel goes on until it takes something, or up to `at`.
 * Returns where it is. */
static uint64_t make_room(struct abstract_l2 *m, uint32_t i, uint64_t at)
{
    struct slice *s = &m->slices[i * m->config->l2.slices];
    uint64_t full = 0;
    for (uint32_t k = 0; k < m->config->l2.slices; k++)
        full |= (uint64_t)abstract_dram_full(m->dram, i, k) << k;
    uint64_t now = abstract_dram_make_room(m->dram, i, at, tell, &m->partitions[i]);
    for (uint32_t k = 0; k < m->config->l2.slices; k++)
        if (full >> k & 1 && !abstract_dram_full(m->dram, i, k))
            s[k].room = now;
    return now;
}

void abstract_l2_run(struct abstract_l2 *m, uint32_t i, uint64_t until)
{
    struct partition *p = &m->partitions[i];
    for (;;) {
        bool full;
        uint64_t at;
        struct slice *s = next_slice(m, i, &at, &full);
        if (!s && !full)
            break;
        if (full && make_room(m, i, at) < at)
            continue;
        abstract_dram_run(m->dram, i, at, tell, p);
        look_up(m, p, s);
    }
    p->n = 0;
    abstract_dram_run(m->dram, i, until, tell, p);
}

enum st_code abstract_l2_check(const struct abstract_l2 *m, struct status *st)
{
    for (uint32_t i = 0; i < m->n_partitions; i++)
        if (m->partitions[i].failed)
            return status_no_memory(st, "requests of the L2");
    return ST_OK;
}

/* --- counts --- */

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

void abstract_l2_count(const struct abstract_l2 *m, uint64_t end, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < m->n_slices; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.l2 = count_l2(&m->slices[i])});
    abstract_l2_count_dram(m, end, into);
}

void abstract_l2_count_dram(const struct abstract_l2 *m, uint64_t end, struct gpu_counters *into)
{
    abstract_dram_count(m->dram, end, into);
}

enum st_code abstract_l2_end(const struct abstract_l2 *m, struct abstract_end *out,
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
    out->touched = out->touched_half = 0;
    for (uint32_t i = 0; i < m->n_partitions; i++) {
        const struct footprint *f = &m->partitions[i].footprint;
        out->touched += f->touched;
        out->touched_half += f->by_half[0] + f->by_half[1];
        if (f->failed)
            return status_no_memory(st, "footprint");
    }
    out->touched_half /= 2;
    return ST_OK;
}
