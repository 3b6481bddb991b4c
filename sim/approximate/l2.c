#include "sim/approximate/l2.h"

#include "common/memory.h"
#include "common/team.h"
#include "sim/approximate/dram.h"
#include "sim/approximate/l2_entry.h"
#include "sim/approximate/l2_readers.h"
#include "sim/approximate/resource_calendar.h"
#include "sim/approximate/tags.h"

/* Cycles that a sector needs from DRAM into the slice (sim/timing/memory/memsys.h). */
enum { FILLED = 1 };

#define NOBODY UINT32_MAX
#define NEVER  UINT64_MAX
enum { FINE = 64, CACHE_STATUSES = CACHE_MISS + 1, FIRST_ROOM = 256 };

struct slice {
    struct tags *tags;
    struct l2_entry entry;
    struct calendar port;
    uint64_t room;        /* no look-up before this cycle: the queue to DRAM was full */
    uint32_t first, last; /* first and last of its visits */
    uint32_t k;           /* its number in the partition */
    struct partition *partition;
    uint64_t reads[CACHE_STATUSES], writes[CACHE_STATUSES];
    struct l2_counters count; /* except the counters in `reads` and `writes` */
};

/* A request that a partition must look up in the quantum. */
struct visit {
    struct port *port;
    uint64_t number;
    struct request *request;
    uint64_t entered; /* number of the request in its slice */
    uint32_t next;    /* next visit of the slice */
};

struct partition {
    struct visit *visits; /* visits of the quantum */
    uint32_t n, room;
    uint64_t quiet; /* the DRAM channel has no work before this core cycle */
    bool fills;     /* a slice's DRAM queue may be full: it was full, or has got a request since */
    struct l2_readers readers;
    bool failed; /* memory ran out */
    char apart[TEAM_APART];
};

struct approximate_l2 {
    const struct gpu_config *config;
    struct address_map map;
    struct l2_entry_shape entry;
    uint32_t n_slices, n_partitions;
    uint32_t per_partition; /* slices per partition */
    uint32_t port_cycles;   /* time of an access at a slice's data port, in 1/FINE core cycles */
    struct slice *slices;
    uint64_t *due; /* by slice: earliest look-up of its first visit; NEVER: it has none */
    struct partition *partitions;
    struct approximate_dram *dram;
};

static enum st_code create_slices(struct approximate_l2 *m, struct status *st)
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
        s->k = i % m->per_partition;
        s->partition = &m->partitions[i / m->per_partition];
        m->due[i] = NEVER;
        TRY(tags_create(&s->tags, &shape, 0, st));
        if (!l2_entry_create(&s->entry, &m->entry))
            return status_no_memory(st, "slices of the L2");
    }
    return ST_OK;
}

enum st_code approximate_l2_create(struct approximate_l2 **out, const struct gpu_config *config,
                                   struct status *st)
{
    *out = NULL;
    struct approximate_l2 *m;
    TRY(mem_make(&m, 1, sizeof *m, "L2", st));
    m->config = config;
    m->map = gpu_config_address_map(config);
    m->n_partitions = config->machine.memory_partitions;
    m->per_partition = config->l2.slices;
    m->n_slices = m->n_partitions * m->per_partition;
    m->port_cycles = l2_port_time(config, FINE);
    l2_entry_shape_make(&m->entry, config);
    enum st_code code = ST_OK;
    if (!MEM_ARRAYS(MEM_ARRAY(m->slices, m->n_slices), MEM_ARRAY(m->due, m->n_slices),
                    MEM_ARRAY(m->partitions, m->n_partitions)))
        code = status_no_memory(st, "L2");
    if (code == ST_OK)
        code = create_slices(m, st);
    for (uint32_t i = 0; code == ST_OK && i < m->n_partitions; i++)
        l2_readers_init(&m->partitions[i].readers);
    if (code == ST_OK)
        code = approximate_dram_create(&m->dram, config, &m->map, st);
    if (code == ST_OK)
        *out = m;
    else
        approximate_l2_free(m);
    return code;
}

void approximate_l2_free(struct approximate_l2 *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; m->slices && i < m->n_slices; i++) {
        tags_free(m->slices[i].tags);
        l2_entry_release(&m->slices[i].entry);
    }
    for (uint32_t i = 0; m->partitions && i < m->n_partitions; i++) {
        mem_free(m->partitions[i].visits);
        l2_readers_release(&m->partitions[i].readers);
    }
    approximate_dram_free(m->dram);
    MEM_FREE(m->slices, m->due, m->partitions, m);
}

/* --- from the crossbar --- */

/* Makes room for another visit of the partition. */
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

enum st_code approximate_l2_take(struct approximate_l2 *m, struct port *port,
                                 const struct unsent *request, cycle_t *crossed, struct status *st)
{
    uint64_t number = request->number;
    struct slice *slice = &m->slices[request->slice];
    struct partition *part = slice->partition;
    if (!l2_entry_take(&slice->entry, &m->entry, request->sent, crossed) || !make_visits(part))
        return status_no_memory(st, "requests");
    if (slice->first == NOBODY)
        slice->first = part->n;
    else
        part->visits[slice->last].next = part->n;
    slice->last = part->n;
    part->visits[part->n++] = (struct visit){.port = port,
                                             .number = number,
                                             .request = port_request(port, number),
                                             .entered = slice->entry.entered - 1,
                                             .next = NOBODY};
    *port_state(port, number) = REQUEST_ENTERED;
    return ST_OK;
}

/* --- slices --- */

/* Uses the slice's data port in the first free cycle from `from` on, which it returns. */
static uint64_t use_port(const struct approximate_l2 *m, struct slice *slice, uint64_t from)
{
    return calendar_take_long(&slice->port, from * FINE, m->port_cycles) / FINE;
}

/* Makes a request for `sectors` sectors at `in` to the channel. */
static void ask_dram(struct approximate_l2 *m, struct slice *slice, struct channel_addr in,
                     uint32_t sectors, bool write, uint64_t now, uint32_t tag)
{
    approximate_dram_ask(m->dram, in, slice->k, sectors * SECTOR_B, write, now, tag);
    m->partitions[in.channel].quiet = 0;
    m->partitions[in.channel].fills = true;
}

/* Writes back the dirty sectors of an evicted line, one per use of the data port. The access has
 * used the port once already, and a read's eviction uses it no more where l2.eviction_port says
 * so. */
static void write_back(struct approximate_l2 *m, struct slice *slice,
                       const struct cache_evicted *evicted, bool write, uint64_t now)
{
    uint32_t sectors = (uint32_t)__builtin_popcount(evicted->dirty_sectors);
    slice->count.write_backs++;
    slice->count.write_back_sectors += sectors;
    bool port = write || m->config->l2.eviction_port == EVICTION_PORT_ALWAYS;
    for (uint32_t i = 1; port && i < sectors; i++)
        use_port(m, slice, now);
    ask_dram(m, slice, address_map_in_channel(&m->map, evicted->line_addr), sectors, true, now,
             NOBODY);
}

/* Handles the arrival, in cycle `at`, of the sector that reader `tag` waits for. */
static void tell(void *self, uint32_t tag, uint64_t at)
{
    struct partition *p = self;
    const struct l2_reader *first = &p->readers.of[tag];
    at += FILLED;
    tags_answer(first->tags, first->addr, tag, first->place, false, at);
    l2_readers_answer(&p->readers, tag, at);
}

/* Makes the read wait for DRAM, by l2_readers_add(). */
static uint32_t wait_for(struct partition *p, const struct visit *v, uint32_t first)
{
    uint32_t i = l2_readers_add(&p->readers, v->port, v->number, first);
    p->failed |= i == L2_NO_READER;
    return i;
}

/* Looks up a read in cycle `now`. */
static void read(struct approximate_l2 *m, struct partition *p, struct slice *s,
                 const struct visit *v, uint64_t now)
{
    uint64_t addr = v->request->addr, ready = now;
    enum cache_status status = tags_read(s->tags, addr, now, &ready);
    s->reads[status]++;
    if (status == CACHE_HIT_RESERVED && ready & TAGS_ASKED) {
        wait_for(p, v, (uint32_t)ready);
        return;
    }
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED) {
        port_answer(v->port, v->number, ready);
        return;
    }
    struct cache_evicted evicted;
    uint32_t tag = wait_for(p, v, L2_NO_READER);
    if (tag == L2_NO_READER)
        return;
    struct l2_reader *r = &p->readers.of[tag];
    struct channel_addr in = address_map_in_channel(&m->map, addr);
    uint64_t index_addr = status == CACHE_MISS ? address_map_within_slice(&m->map, in) : 0;
    r->addr = addr;
    r->tags = s->tags;
    tags_ask(s->tags, addr, index_addr, tag, &r->place, &evicted);
    ask_dram(m, s, in, 1, false, now, tag);
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors)
        write_back(m, s, &evicted, false, now);
}

static void write(struct approximate_l2 *m, struct slice *s, const struct visit *v, uint64_t now)
{
    uint64_t addr = v->request->addr;
    struct cache_evicted evicted;
    uint64_t index_addr = tags_has(s->tags, addr) ? 0 : address_map_in_slice(&m->map, addr);
    s->writes[tags_write(s->tags, addr, index_addr, v->request->bytes, now, &evicted)]++;
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors)
        write_back(m, s, &evicted, true, now);
    port_answer(v->port, v->number, now);
}

/* Changes the sector that an atomic has read; it is dirty at once, even if its data have not
 * arrived yet. */
static void change(struct slice *s, const struct visit *v, uint64_t now)
{
    struct cache_evicted none;
    tags_write(s->tags, v->request->addr, 0, v->request->bytes, now, &none);
    s->count.atomics++;
}

/* Updates the cycle in which slice i can look up its first visit. */
static void note_due(struct approximate_l2 *m, const struct partition *p, uint32_t i)
{
    const struct slice *s = &m->slices[i];
    if (s->first == NOBODY)
        m->due[i] = NEVER;
    else
        m->due[i] =
            calendar_later(l2_entry_arrives(&s->entry, p->visits[s->first].entered), s->room);
}

/* Looks up the slice's first visit, which is due in cycle `at`. */
static void look_up(struct approximate_l2 *m, struct partition *p, uint32_t i, uint64_t at)
{
    struct slice *s = &m->slices[i];
    const struct visit *v = &p->visits[s->first];
    uint64_t now = use_port(m, s, at);
    l2_entry_leave(&s->entry, v->entered, now);
    s->first = v->next;
    note_due(m, p, i);
    if (s->first != NOBODY)
        tags_prefetch(s->tags, p->visits[s->first].request->addr);
    bool atomic = v->request->atomic;
    if (v->request->bytes && !atomic) {
        write(m, s, v, now);
        return;
    }
    read(m, p, s, v, now);
    if (atomic)
        change(s, v, now);
}

/* The slices of a partition, one bit each from slice `first` on, that have visits but a full DRAM
 * queue, which stops look-ups. */
static uint64_t full_slices(const struct approximate_l2 *m, uint32_t channel, uint32_t first)
{
    uint64_t full = 0;
    for (uint32_t k = 0; k < m->per_partition; k++)
        if (m->due[first + k] != NEVER)
            full |= (uint64_t)approximate_dram_full(m->dram, channel, k) << k;
    return full;
}

/* The slice of the partition from `first` on with the earliest look-up, in cycle *at, among the
 * slices that are not full. *at is NEVER if there is none. */
static uint32_t next_slice(const struct approximate_l2 *m, uint32_t first, uint64_t full,
                           uint64_t *at)
{
    uint32_t next = first;
    *at = NEVER;
    for (uint32_t k = 0; k < m->per_partition; k++) {
        uint64_t due = m->due[first + k];
        if (due < *at && !(full >> k & 1)) {
            *at = due;
            next = first + k;
        }
    }
    return next;
}

/* Runs the channel while some slice's DRAM queue is full: until the channel takes a request, or up
 * to cycle `at`. Returns the cycle reached. */
static uint64_t make_room(struct approximate_l2 *m, uint32_t i, uint32_t first, uint64_t at)
{
    uint64_t full = 0;
    for (uint32_t k = 0; k < m->per_partition; k++)
        full |= (uint64_t)approximate_dram_full(m->dram, i, k) << k;
    uint64_t now = approximate_dram_make_room(m->dram, i, at, tell, &m->partitions[i]);
    m->partitions[i].quiet = 0;
    for (uint32_t k = 0; k < m->per_partition; k++)
        if (full >> k & 1 && !approximate_dram_full(m->dram, i, k)) {
            m->slices[first + k].room = now;
            if (m->due[first + k] != NEVER)
                clock_later(&m->due[first + k], now);
        }
    return now;
}

/* Runs the channel up to core cycle `until` - 1. */
static void run_dram(struct approximate_l2 *m, uint32_t i, uint64_t until)
{
    struct partition *p = &m->partitions[i];
    if (until > p->quiet)
        p->quiet = approximate_dram_run(m->dram, i, until, tell, p);
}

void approximate_l2_run(struct approximate_l2 *m, uint32_t i, uint64_t until)
{
    struct partition *p = &m->partitions[i];
    uint32_t first = i * m->per_partition;
    p->fills = true;
    for (uint32_t k = 0; k < m->per_partition; k++) {
        l2_entry_settle(&m->slices[first + k].entry, &m->entry);
        note_due(m, p, first + k);
    }
    for (;;) {
        uint64_t at, full = p->fills ? full_slices(m, i, first) : 0;
        p->fills = full;
        uint32_t next = next_slice(m, first, full, &at);
        if (at == NEVER && !full)
            break;
        if (full && make_room(m, i, first, at) < at)
            continue;
        run_dram(m, i, at);
        look_up(m, p, next, at);
    }
    p->n = 0;
    run_dram(m, i, until);
}

enum st_code approximate_l2_check(const struct approximate_l2 *m, struct status *st)
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

void approximate_l2_count(const struct approximate_l2 *m, uint64_t end, struct gpu_counters *into)
{
    for (uint32_t i = 0; i < m->n_slices; i++)
        gpu_counters_merge(into, &(struct gpu_counters){.l2 = count_l2(&m->slices[i])});
    approximate_l2_count_dram(m, end, into);
}

void approximate_l2_count_dram(const struct approximate_l2 *m, uint64_t end,
                               struct gpu_counters *into)
{
    approximate_dram_count(m->dram, end, into);
}

void approximate_l2_warm(struct approximate_l2 *m, uint64_t addr, uint64_t now)
{
    struct channel_addr in = address_map_in_channel(&m->map, addr);
    struct slice *s = &m->slices[address_map_slice_of(&m->map, in)];
    struct cache_evicted evicted;
    if (!tags_warm(s->tags, addr, address_map_within_slice(&m->map, in), now, &evicted))
        return;
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors) {
        s->count.write_backs++;
        s->count.write_back_sectors += (uint32_t)__builtin_popcount(evicted.dirty_sectors);
    }
}

void approximate_l2_end(const struct approximate_l2 *m, struct run_end *out)
{
    const struct l2_config *l2 = &m->config->l2;
    struct cache_left left = {0};
    for (uint32_t i = 0; i < m->n_slices; i++)
        tags_count_left(m->slices[i].tags, &left);
    out->lines = left.lines;
    out->dirty_lines = left.dirty_lines;
    out->dirty_sectors = left.dirty_sectors;
    out->room = (uint64_t)m->n_slices * l2->sets * l2->ways;
}
