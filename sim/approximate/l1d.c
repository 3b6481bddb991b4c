#include "sim/approximate/l1d.h"

#include "common/memory.h"
#include "sim/approximate/tags.h"

#define NOBODY UINT32_MAX
enum { L1D_CLIENTS = L1D_RT + 1, CACHE_STATUSES = CACHE_MISS + 1, FIRST_RING = 256 };

/* A further watcher of a request. */
struct watch {
    uint64_t number; /* number of the request */
    uint32_t watcher;
};

struct approximate_l1d {
    struct tags *tags;
    struct port *port;
    struct clocks clocks;
    struct address_map map;
    struct calendar sends;
    uint64_t *queue; /* ring of the requests in the miss queue: when they are sent */
    uint32_t miss_queue, queue_mask, input_buffer, merges;
    uint32_t mshrs, on_way; /* MSHRs: most sectors in flight; number of sectors in flight */
    uint32_t n_watches, watch_room;
    struct watch *watches;
    bool failed; /* memory ran out */
    bool perfect[L1D_CLIENTS];
    uint64_t reads[L1D_CLIENTS][CACHE_STATUSES];
    struct l1d_counters count; /* except the counters of reads */
};

enum st_code approximate_l1d_create(struct approximate_l1d **out, const struct gpu_config *config,
                                    struct port *port, struct status *st)
{
    const struct l1d_config *c = &config->l1d;
    const struct cache_shape shape = {.sets = c->sets, .ways = c->ways, .line_B = c->line_B};
    *out = NULL;
    struct approximate_l1d *l;
    TRY(mem_make(&l, 1, sizeof *l, "L1D", st));
    l->port = port;
    l->clocks = gpu_config_clocks(config);
    l->map = gpu_config_address_map(config);
    l->miss_queue = c->miss_queue;
    l->queue_mask = ring_mask(c->miss_queue);
    l->input_buffer = config->icnt.input_buffer;
    l->merges = c->mshr_merges;
    l->mshrs = c->mshrs;
    l->perfect[L1D_LDST] = config->ldst.perfect_mem;
    l->perfect[L1D_RT] = config->rt.perfect_mem;
    l->watch_room = FIRST_RING;
    enum st_code code = tags_create(&l->tags, &shape, c->mshrs, st);
    if (code == ST_OK &&
        !MEM_ARRAYS(MEM_ARRAY(l->queue, l->queue_mask + 1), MEM_ARRAY(l->watches, l->watch_room)))
        code = status_no_memory(st, "L1D");
    if (code == ST_OK)
        *out = l;
    else
        approximate_l1d_free(l);
    return code;
}

void approximate_l1d_free(struct approximate_l1d *l)
{
    if (!l)
        return;
    tags_free(l->tags);
    MEM_FREE(l->queue, l->watches, l);
}

void approximate_l1d_prefetch(const struct approximate_l1d *l, uint64_t addr)
{
    tags_prefetch(l->tags, addr);
}

/* The full number of a request that has not been taken, from its number modulo 2^32. */
static uint64_t number_of(const struct port *p, uint32_t number)
{
    return p->next - ((uint32_t)p->next - number);
}

/* Doubles the rings of a port. */
static bool grow(struct port *p)
{
    size_t n = 2 * ((size_t)p->mask + 1);
    struct unsent *waiting = mem_resize(p->waiting, n, sizeof *waiting);
    if (waiting)
        p->waiting = waiting;
    struct request *ring = mem_resize(NULL, n, sizeof *ring);
    uint8_t *states = mem_calloc(n, sizeof *states);
    if (!waiting || !ring || !states) {
        MEM_FREE(ring, states);
        return false;
    }
    for (uint64_t i = p->first; i < p->next; i++) {
        ring[i & (n - 1)] = *port_request(p, i);
        states[i & (n - 1)] = *port_state(p, i);
    }
    MEM_FREE(p->ring, p->states);
    p->ring = ring;
    p->states = states;
    p->mask = (uint32_t)n - 1;
    return true;
}

/* Adds a request in cycle *now, which becomes the cycle in which the miss queue takes it. One per
 * cycle is sent, as long as the crossbar's input is known to have room. */
static uint64_t post(struct approximate_l1d *l, uint64_t addr, uint32_t bytes, uint32_t place,
                     bool line, uint64_t *now)
{
    struct port *p = l->port;
    uint64_t n = p->next;
    *now = calendar_later(*now, l->queue[(n - l->miss_queue) & l->queue_mask]);
    uint64_t buffered = p->crossed[(n - l->input_buffer) & p->crossed_mask];
    uint64_t sent = calendar_take(&l->sends, calendar_later(*now + 1, buffered));
    l->queue[n & l->queue_mask] = sent;
    if (n - p->first > p->mask && !grow(p)) {
        l->failed = true;
        return ON_ITS_WAY | (n - 1);
    }
    p->crossed[n & p->crossed_mask] = 0;
    *port_state(p, n) = REQUEST_WAITS;
    p->waiting[p->n_waiting++] = (struct unsent){n, sent, address_map_slice(&l->map, addr)};
    struct request *r = port_request(p, n);
    r->addr = addr;
    r->asked = *now;
    r->sent = sent;
    r->bytes = bytes;
    r->watcher = NOBODY;
    r->place = place;
    r->line = line;
    r->atomic = false;
    r->joined = 0;
    p->next = n + 1;
    return ON_ITS_WAY | n;
}

/* Adds a read that waits for request `number`. */
static uint64_t join(struct approximate_l1d *l, uint64_t number)
{
    struct request *r = port_request(l->port, number);
    r->joined += r->joined < UINT8_MAX;
    return ON_ITS_WAY | number;
}

bool approximate_l1d_is_one_too_many(const struct approximate_l1d *l, uint64_t on_its_way)
{
    return port_request(l->port, on_its_way & ~ON_ITS_WAY)->joined >= l->merges;
}

bool approximate_l1d_is_full(const struct approximate_l1d *l)
{
    return l->on_way >= l->mshrs;
}

uint64_t approximate_l1d_read(struct approximate_l1d *l, enum l1d_client client, uint64_t addr,
                              uint64_t *now)
{
    uint64_t at = *now;
    if (l->perfect[client]) {
        l->reads[client][CACHE_HIT]++;
        return at;
    }
    addr &= ~(uint64_t)(SECTOR_B - 1);
    enum cache_status status = tags_read(l->tags, addr, *now, &at);
    l->reads[client][status]++;
    if (status == CACHE_HIT)
        return at;
    if (status == CACHE_HIT_RESERVED)
        return at & TAGS_ASKED ? join(l, number_of(l->port, (uint32_t)at)) : at;
    struct cache_evicted evicted;
    uint32_t place;
    bool line = tags_ask(l->tags, addr, addr, (uint32_t)l->port->next, &place, &evicted);
    l->count.fills++;
    l->count.evictions += evicted.happened;
    l->port->count.reads++;
    l->on_way++;
    return post(l, addr, 0, place, line, now);
}

uint64_t approximate_l1d_write(struct approximate_l1d *l, enum l1d_client client, uint64_t addr,
                               uint32_t bytes, uint64_t *now)
{
    if (l->perfect[client]) {
        l1d_count_write(&l->count, client, true);
        return *now;
    }
    addr &= ~(uint64_t)(SECTOR_B - 1);
    l1d_count_write(&l->count, client, tags_drop(l->tags, addr, *now));
    l->port->count.writes++;
    return post(l, addr, bytes, 0, false, now);
}

uint64_t approximate_l1d_atomic(struct approximate_l1d *l, uint64_t addr, uint32_t bytes,
                                bool reduction, uint64_t *now)
{
    struct port *p = l->port;
    if (l->perfect[L1D_LDST])
        return *now;
    tags_drop(l->tags, addr, *now);
    p->count.atomics += !reduction;
    p->count.reads += !reduction;
    p->count.writes += reduction;
    uint64_t comes = post(l, addr, bytes, 0, false, now);
    port_request(p, comes & ~ON_ITS_WAY)->atomic = true;
    return comes;
}

void approximate_l1d_watch(struct approximate_l1d *l, uint64_t on_its_way, uint32_t watcher)
{
    struct request *r = port_request(l->port, on_its_way & ~ON_ITS_WAY);
    if (r->watcher == NOBODY) {
        r->watcher = watcher;
        return;
    }
    if (l->n_watches == l->watch_room) {
        struct watch *grown = mem_resize(l->watches, 2 * (size_t)l->watch_room, sizeof *grown);
        if (!grown) {
            l->failed = true;
            return;
        }
        l->watches = grown;
        l->watch_room *= 2;
    }
    l->watches[l->n_watches++] = (struct watch){on_its_way & ~ON_ITS_WAY, watcher};
}

uint64_t approximate_l1d_comes(const struct approximate_l1d *l, uint64_t on_its_way)
{
    uint64_t number = on_its_way & ~ON_ITS_WAY;
    return port_is_taken(l->port, number) ? port_request(l->port, number)->at : on_its_way;
}

/* Sets the arrival of a requested sector and reports it to the first watcher. */
static void take_answer(struct approximate_l1d *l, uint64_t n,
                        void (*tell)(void *self, uint32_t watcher, uint64_t at), void *self)
{
    struct port *p = l->port;
    struct request *r = port_request(p, n);
    *port_state(p, n) = REQUEST_TAKEN;
    r->at = way_back(&l->clocks, &p->replies, r->at);
    p->count.replies++;
    p->count.latency += r->at - r->asked;
    if (!r->bytes) {
        l->on_way--;
        tags_answer(l->tags, r->addr, (uint32_t)n, r->place, r->line, r->at);
    }
    if (r->watcher != NOBODY)
        tell(self, r->watcher, r->at);
}

/* Takes all answers in the order of numbers. Reads a word of eight states at a time; in the first
 * word, states before p->first may belong to the ring's last requests. */
static void take_answers(struct approximate_l1d *l,
                         void (*tell)(void *self, uint32_t watcher, uint64_t at), void *self)
{
    const struct port *p = l->port;
    for (uint64_t word = p->first & ~UINT64_C(7); word < p->next; word += 8) {
        if (!port_has_answers(p, word))
            continue;
        uint64_t end = word + 8 < p->next ? word + 8 : p->next;
        for (uint64_t n = calendar_later(word, p->first); n < end; n++)
            if (*port_state(p, n) == REQUEST_ANSWERED)
                take_answer(l, n, tell, self);
    }
}

enum st_code approximate_l1d_deliver(struct approximate_l1d *l,
                                     void (*tell)(void *self, uint32_t watcher, uint64_t at),
                                     void *self, struct status *st)
{
    struct port *p = l->port;
    if (l->failed)
        return status_no_memory(st, "requests");
    take_answers(l, tell, self);
    uint32_t left = 0;
    for (uint32_t i = 0; i < l->n_watches; i++) {
        const struct watch w = l->watches[i];
        if (port_is_taken(p, w.number))
            tell(self, w.watcher, port_request(p, w.number)->at);
        else
            l->watches[left++] = w;
    }
    l->n_watches = left;
    while (p->first < p->next && port_is_taken(p, p->first))
        p->first++;
    return ST_OK;
}

/* Reads of sectors in flight count as misses, because the cycle model allocates lines when they are
 * filled. */
struct l1d_counters approximate_l1d_counters(const struct approximate_l1d *l)
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
