#include "sim/timing/memory/l2_slice.h"

#include "common/memory.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/mshr.h"

/* The slice takes requests from the crossbar only if its request queue has at least this many free
 * places: one line's sectors. */
enum { L2_TAKE_ROOM = 4 };

/* The queue of requests that wait for their look-up, and behind it the queue of requests in ROP
 * delay. Both are one list, because requests move from the second to the first in order. */
struct slice_input {
    uint32_t first, last;       /* valid if there are requests */
    uint32_t n_requests, n_rop; /* lengths of the two queues */
    uint32_t requests_limit, rop_limit;
    uint32_t rop_first; /* if n_rop > 0: the first request in ROP delay */
    cycle_t rop_ends;   /* if n_rop > 0: cycle in which that request's delay ends */
};

struct l2_slice {
    const struct gpu_config *config;
    const struct address_map *map;
    struct packet_pool *pool;
    uint32_t id;
    struct cache *cache;
    struct mshr *mshr;
    struct slice_input in;
    struct packet_queue misses, dram, fills, replies;
    uint32_t port_cycles; /* cycles of a sector at the data port */
    cycle_t port_free;    /* first L2 cycle at which the data port is free */
    cycle_t fill_free;    /* the same for the fill port */
    cycle_t charged;      /* stalls are charged up to this cycle */
    uint32_t atomics;     /* atomics that wait for DRAM */
    uint64_t *stall;      /* counter in `count` of the first request's stall; NULL: none waits */
    struct l2_counters count;
};

static uint32_t rop_room(const struct gpu_config *config)
{
    /* One request enters per L2 cycle and stays for rop_cycles core cycles; the room is twice that,
     * for requests that wait while the request queue is full. */
    double ratio = config->machine.l2_MHz / config->machine.core_MHz;
    double room = 2.0 * (config->l2.rop_cycles + 1) * (ratio < 1.0 ? 1.0 : ratio) + 16.0;
    return room > 1e6 ? 1000000 : (uint32_t)room;
}

uint32_t l2_slice_packets(const struct gpu_config *config)
{
    const struct l2_config *l2 = &config->l2;
    uint64_t n = (uint64_t)rop_room(config) + l2->request_queue + l2->miss_queue + l2->dram_queue +
                 l2->fill_queue + l2->reply_queue + (uint64_t)l2->mshrs * l2->mshr_merges +
                 config->dram.scheduler_queue + config->dram.return_queue + config->dram.banks;
    return n > 1u << 24 ? 1u << 24 : (uint32_t)n;
}

enum st_code l2_slice_create(struct l2_slice **out, const struct gpu_config *config,
                             const struct address_map *map, struct packet_pool *pool, uint32_t id,
                             struct status *st)
{
    const struct l2_config *l2 = &config->l2;
    const struct cache_shape shape = {.sets = l2->sets,
                                      .ways = l2->ways,
                                      .line_B = l2->line_B,
                                      .set_index = (enum set_index_kind)l2->set_index,
                                      .forgets_bytes = l2->partial_write == PARTIAL_WRITE_FLAG};
    *out = NULL;
    struct l2_slice *s;
    TRY(mem_make(&s, 1, sizeof *s, "an L2 slice", st));
    s->config = config;
    s->map = map;
    s->pool = pool;
    s->id = id;
    s->port_cycles = (SECTOR_B + l2->data_port_B - 1) / l2->data_port_B;
    s->in =
        (struct slice_input){.requests_limit = l2->request_queue, .rop_limit = rop_room(config)};
    s->misses = packet_queue_make(l2->miss_queue);
    s->dram = packet_queue_make(l2->dram_queue);
    s->fills = packet_queue_make(l2->fill_queue);
    s->replies = packet_queue_make(l2->reply_queue);
    enum st_code code = cache_create(&s->cache, &shape, "l2", st);
    if (code == ST_OK)
        code = mshr_create(&s->mshr, l2->mshrs, l2->mshr_merges, 0, true, st);
    if (code != ST_OK) {
        l2_slice_free(s);
        return code;
    }
    *out = s;
    return ST_OK;
}

void l2_slice_free(struct l2_slice *s)
{
    if (!s)
        return;
    cache_free(s->cache);
    mshr_free(s->mshr);
    mem_free(s);
}

static struct packet *packet_at(const struct l2_slice *s, uint32_t p)
{
    return &s->pool->packets[p];
}

static void queue_miss(struct l2_slice *s, enum packet_kind kind, uint64_t addr, uint32_t bytes)
{
    uint32_t p = packet_new(s->pool);
    *packet_at(s, p) = (struct packet){
        .request = {.addr = addr, .write = kind == PACKET_WRITE_BACK, .bytes = CACHE_ALL_BYTES},
        .slice = s->id,
        .bytes = bytes,
        .kind = kind,
    };
    packet_push(s->pool, &s->misses, p);
}

static void reply(struct l2_slice *s, uint32_t p, cycle_t now)
{
    struct packet *packet = packet_at(s, p);
    packet->due = now;
    packet_push(s->pool, &s->replies, p);
}

/* Writes back the dirty sectors of a line that was evicted for a read or write. */
static void write_back(struct l2_slice *s, const struct cache_evicted *evicted, bool write,
                       cycle_t now)
{
    s->count.evictions += evicted->happened;
    if (!evicted->dirty_sectors)
        return;
    uint32_t sectors = (uint32_t)__builtin_popcount(evicted->dirty_sectors);
    queue_miss(s, PACKET_WRITE_BACK, evicted->line_addr, sectors * SECTOR_B);
    if (write || s->config->l2.eviction_port == EVICTION_PORT_ALWAYS)
        s->port_free = now + sectors * SECTOR_B / s->config->l2.data_port_B;
    s->count.write_backs++;
    s->count.write_back_sectors += sectors;
}

static void use_port(struct l2_slice *s, cycle_t now)
{
    s->port_free = now + s->port_cycles;
}

/* Does a write or atomic to a present sector. */
static void change(struct l2_slice *s, const struct mem_request *r)
{
    struct cache_evicted none;
    cache_write(s->cache, r->addr, 0, r->bytes, &none);
}

/* Does a read or atomic of a present sector. */
static void read_present(struct l2_slice *s, const struct mem_request *r)
{
    if (!r->atomic) {
        cache_touch(s->cache, r->addr);
        return;
    }
    change(s, r);
    s->count.atomics++;
}

/* Fetches the other sector of the 64 bytes too, if it is neither there nor under way. Nothing waits
 * for it until a read finds it reserved. */
static void fetch_pair(struct l2_slice *s, uint64_t addr)
{
    struct cache_evicted none = {0};
    addr ^= SECTOR_B;
    if (cache_probe(s->cache, addr, false) != CACHE_SECTOR_MISS || cache_is_pending(s->cache, addr))
        return;
    cache_reserve(s->cache, addr, address_map_in_slice(s->map, addr), &none);
    queue_miss(s, PACKET_FETCH, addr, SECTOR_B);
    s->count.fetches++;
}

/* Accepts the read or atomic and returns NULL, or returns the counter of its stall. */
static uint64_t *read_sector(struct l2_slice *s, uint32_t p, cycle_t now)
{
    const struct mem_request *r = &packet_at(s, p)->request;
    uint64_t addr = r->addr;
    struct l2_counters *c = &s->count;
    enum cache_status status = cache_probe(s->cache, addr, false);
    if (status == CACHE_HIT) {
        read_present(s, r);
        use_port(s, now);
        reply(s, p, now);
    } else {
        bool pair = s->config->l2.fetch == L2_FETCH_PAIR;
        if (s->misses.n + 1 + pair >= s->config->l2.miss_queue)
            return &c->stall_miss_queue;
        struct cache_evicted evicted = {0};
        uint32_t entry = mshr_find(s->mshr, addr);
        bool merge = entry != MSHR_NONE;
        bool comes = pair && cache_is_pending(s->cache, addr); /* for another or as its pair */
        if (!mshr_can_add(s->mshr, entry))
            return merge ? &c->stall_merge : &c->stall_mshr;
        bool arrived = mshr_arrived(s->mshr, entry);
        if (arrived && r->atomic) /* the line was evicted, so there is no sector to change */
            return &c->stall_merge;
        if (arrived)
            cache_touch(s->cache, addr);
        else if (!cache_reserve(s->cache, addr, address_map_in_slice(s->map, addr), &evicted))
            return &c->stall_line;
        mshr_try(s->mshr, &entry, addr, p);
        c->merges += merge;
        if (r->atomic) {
            s->atomics++;
            c->atomics++;
        }
        if (!merge && !comes) {
            queue_miss(s, PACKET_FETCH, addr, SECTOR_B);
            c->fetches++;
            if (pair)
                fetch_pair(s, addr);
        }
        write_back(s, &evicted, false, now);
        if (mshr_used(s->mshr) > c->peak_mshrs)
            c->peak_mshrs = mshr_used(s->mshr);
    }
    cache_count(status, &c->read_hits, &c->read_hits_reserved, &c->read_misses,
                &c->read_sector_misses);
    return NULL;
}

static uint64_t *write_sector(struct l2_slice *s, uint32_t p, cycle_t now)
{
    const struct mem_request *r = &packet_at(s, p)->request;
    struct l2_counters *c = &s->count;
    struct cache_evicted evicted;
    enum cache_status status = cache_probe(s->cache, r->addr, true);
    /* The miss queue has a place for a write-back: reads leave it full at most, and a cycle sends a
     * miss before it looks a request up. */
    if (!cache_write(s->cache, r->addr, address_map_in_slice(s->map, r->addr), r->bytes, &evicted))
        return &c->stall_line;
    if (status == CACHE_HIT)
        use_port(s, now);
    write_back(s, &evicted, true, now);
    cache_count(status, &c->write_hits, &c->write_hits_reserved, &c->write_misses,
                &c->write_sector_misses);
    reply(s, p, now);
    return NULL;
}

/* Looks up the first request, which must be there; true if it was accepted. */
static bool look_up(struct l2_slice *s, cycle_t now)
{
    if (packet_queue_full(&s->dram)) {
        s->stall = &s->count.stall_dram;
    } else if (packet_queue_full(&s->replies)) {
        s->stall = &s->count.stall_reply;
    } else if (now < s->port_free) {
        s->stall = &s->count.stall_port;
    } else {
        const struct packet *packet = packet_at(s, s->in.first);
        uint32_t behind = packet->next; /* read before the packet moves to another queue */
        s->stall = packet->request.write && !packet->request.atomic
                       ? write_sector(s, s->in.first, now)
                       : read_sector(s, s->in.first, now);
        if (s->stall)
            return false;
        s->in.first = behind;
        s->in.n_requests--;
        return true;
    }
    return false;
}

/* Turns a request whose sector has arrived into a reply. */
static bool answer(struct l2_slice *s, cycle_t now)
{
    if (packet_queue_full(&s->replies))
        return false;
    uint32_t p = (uint32_t)mshr_take(s->mshr).who;
    packet_at(s, p)->request.from_dram = true;
    reply(s, p, now);
    return true;
}

/* Performs the atomics that wait for this entry, whose sector has arrived. */
static void change_filled(struct l2_slice *s, uint32_t entry)
{
    struct mshr_request waiting = mshr_first(s->mshr, entry);
    do {
        const struct mem_request *r = &packet_at(s, (uint32_t)waiting.who)->request;
        if (r->atomic) {
            change(s, r);
            s->atomics--;
        }
    } while (mshr_after(s->mshr, &waiting));
}

static bool fill(struct l2_slice *s, cycle_t now)
{
    if (now < s->fill_free)
        return false;
    uint32_t p = packet_pop(s->pool, &s->fills);
    uint64_t addr = packet_at(s, p)->request.addr;
    packet_free(s->pool, p);
    uint32_t entry = mshr_find(s->mshr, addr);
    cache_fill(s->cache, addr);
    if (s->atomics && entry != MSHR_NONE)
        change_filled(s, entry);
    if (entry != MSHR_NONE)
        mshr_set_ready(s->mshr, entry);
    s->fill_free = now + SECTOR_B / s->config->l2.data_port_B;
    return true;
}

static bool send_miss(struct l2_slice *s)
{
    if (packet_queue_full(&s->dram))
        return false;
    packet_push(s->pool, &s->dram, packet_pop(s->pool, &s->misses));
    return true;
}

/* Moves one request whose ROP delay ends before cycle `end` to the request queue. */
static bool end_rop(struct l2_slice *s, cycle_t end)
{
    struct slice_input *in = &s->in;
    if (!in->n_rop || in->rop_ends >= end || in->n_requests >= in->requests_limit)
        return false;
    in->n_requests++;
    if (--in->n_rop) {
        in->rop_first = packet_at(s, in->rop_first)->next;
        in->rop_ends = packet_at(s, in->rop_first)->due;
    }
    return true;
}

/* The cycle in which the slice must be called for the first request in ROP delay; there must be
 * one. The request may enter an empty request queue without a call, because that unblocks no other
 * component; it is looked up one cycle later. */
static cycle_t rop_call(const struct l2_slice *s)
{
    return s->in.rop_ends + (!s->in.n_requests && s->in.requests_limit > L2_TAKE_ROOM);
}

static void charge(struct l2_slice *s, cycle_t end)
{
    if (s->stall && end > s->charged)
        *s->stall += end - s->charged;
    s->charged = end;
}

bool l2_slice_takes(const struct l2_slice *s)
{
    return s->in.n_requests + L2_TAKE_ROOM <= s->in.requests_limit && s->in.n_rop < s->in.rop_limit;
}

cycle_t l2_slice_take(struct l2_slice *s, uint32_t packet, cycle_t due)
{
    struct slice_input *in = &s->in;
    packet_at(s, packet)->due = due;
    if (in->n_requests + in->n_rop)
        packet_at(s, in->last)->next = packet;
    else
        in->first = packet;
    in->last = packet;
    if (in->n_rop++)
        return CYCLE_NEVER;
    in->rop_first = packet;
    in->rop_ends = due;
    return rop_call(s);
}

struct l2_moves l2_slice_tick(struct l2_slice *s, cycle_t now)
{
    struct l2_moves m = {0};
    charge(s, now);
    bool fills_full = packet_queue_full(&s->fills), idle_dram = !s->dram.n;
    if (!s->in.n_requests)
        end_rop(s, now); /* the delay of the request ended in an earlier cycle */
    if (mshr_any_ready(s->mshr))
        m.any = answer(s, now); /* MSHR -> replies                   */
    if (s->fills.n)
        m.any |= fill(s, now); /* fill queue -> cache, MSHR ready   */
    if (s->misses.n)
        m.any |= send_miss(s); /* miss queue -> DRAM queue          */
    s->stall = NULL;
    if (s->in.n_requests)
        m.any |= look_up(s, now); /* request queue -> reply or MSHR    */
    m.any |= end_rop(s, now + 1); /* ROP delay -> request queue        */
    if (mshr_alone_ready(s->mshr))
        answer(s, now + 1); /* the reply of the next cycle, if it has room already */
    m.for_dram = fills_full != packet_queue_full(&s->fills) || idle_dram != !s->dram.n;
    cycle_t next = s->stall == &s->count.stall_port ? s->port_free : CYCLE_NEVER;
    if (m.any && (s->in.n_requests | s->misses.n | s->fills.n || mshr_any_ready(s->mshr)))
        next = now;
    if (s->in.n_rop && s->in.n_requests < s->in.requests_limit)
        clock_earlier(&next, rop_call(s));
    if (s->fills.n)
        clock_earlier(&next, s->fill_free);
    clock_later(&next, now + 1);
    m.next = next;
    return m;
}

/* Looks up the first request in ROP delay in cycle `now`, if its sector is present. */
static bool serve(struct l2_slice *s, cycle_t now)
{
    struct slice_input *in = &s->in;
    uint32_t p = in->first;
    struct packet *packet = packet_at(s, p);
    const struct mem_request *r = &packet->request;
    bool write = r->write & !r->atomic;
    if (cache_probe(s->cache, r->addr, write) != CACHE_HIT)
        return false;
    if (write) {
        change(s, r);
        s->count.write_hits++;
    } else {
        read_present(s, r);
        s->count.read_hits++;
    }
    use_port(s, now);
    if (--in->n_rop) {
        in->first = in->rop_first = packet->next;
        in->rop_ends = packet_at(s, in->first)->due;
    }
    reply(s, p, now);
    return true;
}

cycle_t l2_slice_serve(struct l2_slice *s, cycle_t now, cycle_t last)
{
    struct slice_input *in = &s->in;
    if (in->n_requests | s->misses.n | s->fills.n || mshr_any_ready(s->mshr) || s->stall ||
        packet_queue_full(&s->dram) || in->requests_limit <= L2_TAKE_ROOM)
        return now;
    for (; in->n_rop; now++) {
        if (now <= in->rop_ends)
            now = in->rop_ends + 1;
        if (now > last || now < s->port_free || packet_queue_full(&s->replies) || !serve(s, now))
            return now;
    }
    return CYCLE_NEVER;
}

struct packet_queue *l2_slice_dram_queue(struct l2_slice *s)
{
    return &s->dram;
}

struct packet_queue *l2_slice_fill_queue(struct l2_slice *s)
{
    return &s->fills;
}

struct packet_queue *l2_slice_reply_queue(struct l2_slice *s)
{
    return &s->replies;
}

bool l2_slice_idle(const struct l2_slice *s)
{
    return !(s->in.n_rop | s->in.n_requests | s->misses.n | s->dram.n | s->fills.n | s->replies.n |
             mshr_used(s->mshr));
}

void l2_slice_count(struct l2_slice *s, cycle_t end, struct gpu_counters *into)
{
    charge(s, end);
    gpu_counters_merge(into, &(struct gpu_counters){.l2 = s->count});
}

struct accesses l2_slice_accesses(const struct l2_slice *s)
{
    return metrics_l2_accesses(&s->count);
}

void l2_slice_warm(struct l2_slice *s, uint64_t addr)
{
    struct cache_evicted evicted;
    enum cache_status status = cache_probe(s->cache, addr, false);
    if (status == CACHE_HIT)
        cache_touch(s->cache, addr);
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED ||
        !cache_reserve(s->cache, addr, address_map_in_slice(s->map, addr), &evicted))
        return;
    cache_fill(s->cache, addr);
    s->count.evictions += evicted.happened;
    if (evicted.dirty_sectors) {
        s->count.write_backs++;
        s->count.write_back_sectors += (uint32_t)__builtin_popcount(evicted.dirty_sectors);
    }
}

void l2_slice_left(const struct l2_slice *s, struct cache_left *into)
{
    cache_count_left(s->cache, into);
}

void l2_slice_dump(const struct l2_slice *s, FILE *out)
{
    if (l2_slice_idle(s))
        return;
    fprintf(out,
            "L2 slice %u: %u in ROP delay, %u requests, %u misses, %u for DRAM, %u fills, %u "
            "replies, %u MSHRs with %u requests",
            s->id, s->in.n_rop, s->in.n_requests, s->misses.n, s->dram.n, s->fills.n, s->replies.n,
            mshr_used(s->mshr), mshr_waiting(s->mshr));
    if (s->in.n_requests) {
        const struct mem_request *r = &packet_at(s, s->in.first)->request;
        const struct counter_table *l2 = &gpu_counter_tables[COUNTERS_OF_L2];
        fprintf(out, "; the first, %s %#llx of SM %u, waits: %s", r->write ? "write" : "read",
                (unsigned long long)r->addr, r->sm,
                s->stall ? counter_of(l2, &s->count, s->stall)->doc : "new");
    }
    fputc('\n', out);
}
