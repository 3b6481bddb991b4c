#include "sim/timing/memory/l1d.h"

#include "common/memory.h"
#include "sim/timing/memory/l1d_lines.h"
#include "sim/timing/memory/mshr.h"
#include "sim/timing/memory/tlb.h"

/* A reply's tag: the client in the top bits, below them the client's own number. */
#define TAG_RT        (1u << 31)
#define TAG_READ_ONLY (1u << 30)
#define WHO_RT        (1ull << 63)

enum { WAITING = 1u << 16 }; /* most requests of an L1D that wait for data */

/* Stands for the `age` of a queued request whose latency begins when it is sent. */
#define SINCE_SENT UINT32_MAX

struct l1d {
    struct l1d_gates gates;
    const struct mem_port *mem;
    uint32_t sm;
    struct l1d_lines lines;
    struct mshr *mshr;
    uint32_t line_shift, sector_mask;
    struct mem_request *queue; /* ring of waiting misses and writes */
    uint32_t queue_size, head; /* places; the first used one */
    struct tlb tlb;            /* keeps requests that have left the queue */
    bool from_request;         /* latencies begin with the requests, not when they are sent */
    uint32_t whole_to;         /* from this offset in a line on, RT stores write no whole sector */
    bool used;                 /* an access has come since the last flush */
    struct l1d_counters counters;
};

enum st_code l1d_create(struct l1d **out, const struct l1d_config *config,
                        const struct mem_port *mem, uint32_t sm, struct status *st)
{
    *out = NULL;
    struct l1d *l;
    TRY(mem_make(&l, 1, sizeof *l, "L1D", st));
    l->mem = mem;
    l->sm = sm;
    l->queue_size = config->miss_queue;
    l->whole_to = config->rt_store == RT_STORE_TO_LINE_END ? config->line_B - SECTOR_B : UINT32_MAX;
    l->from_request = config->latency_from == LATENCY_FROM_REQUEST;
    uint64_t waiting = (uint64_t)config->mshrs * config->mshr_merges;
    enum st_code code = l1d_lines_create(&l->lines, config, st);
    if (code == ST_OK)
        code = tlb_create(&l->tlb, config, st);
    if (code == ST_OK)
        code = mshr_create(&l->mshr, config->mshrs, config->mshr_merges,
                           waiting < WAITING ? (uint32_t)waiting : WAITING, false, st);
    if (code == ST_OK) {
        l->line_shift = (uint32_t)__builtin_ctz(config->line_B);
        l->sector_mask = config->line_B / SECTOR_B - 1;
        l->queue = mem_calloc(l->queue_size, sizeof *l->queue);
        if (!l->queue)
            code = status_no_memory(st, "L1D");
    }
    if (code != ST_OK) {
        l1d_free(l);
        return code;
    }
    *out = l;
    return ST_OK;
}

void l1d_free(struct l1d *l)
{
    if (!l)
        return;
    l1d_lines_free(&l->lines);
    mshr_free(l->mshr);
    tlb_release(&l->tlb);
    mem_free(l->queue);
    mem_free(l);
}

void l1d_make_perfect(struct l1d *l, enum l1d_client client)
{
    l->gates.perfect |= (uint8_t)(1u << client);
}

/* In the queue a request's age is the cycle from which its latency counts. */
static uint32_t since_in_queue(const struct l1d *l, cycle_t since)
{
    return l->from_request && (uint32_t)since != SINCE_SENT ? (uint32_t)since : SINCE_SENT;
}

/* Requests in the queue; gates.sending counts those that wait for their translation too. */
static uint32_t queued(const struct l1d *l)
{
    return l->gates.sending - l->tlb.n_waiting;
}

static void enqueue(struct l1d *l, const struct mem_request *request)
{
    uint32_t at = l->head + queued(l);
    if (at >= l->queue_size)
        at -= l->queue_size;
    l->queue[at] = *request;
    l->gates.sending++;
}

static uint32_t sector_of(const struct l1d *l, uint64_t addr)
{
    return (uint32_t)(addr >> 5) & l->sector_mask;
}

static uint32_t find_sector(struct l1d *l, uint64_t addr)
{
    return l1d_lines_find(&l->lines, addr >> l->line_shift);
}

/* Sends a request for a sector that got a new MSHR entry. The sector is in line i, or in a new line
 * (L1D_NO_LINE). Returns the line. */
static inline __attribute__((always_inline)) uint32_t fetch(struct l1d *l, enum l1d_client client,
                                                            uint64_t addr, uint64_t uid, uint32_t i,
                                                            uint32_t entry, cycle_t since)
{
    uint32_t sector = sector_of(l, addr);
    if (i == L1D_NO_LINE)
        i = l1d_lines_add(&l->lines, addr >> l->line_shift);
    struct l1d_line *line = &l->lines.lines[i];
    if (!line->pending)
        line->uid = uid;
    line->pending = true;
    line->on_way |= (uint8_t)(1u << sector);
    line->mshr[sector] = entry;
    enqueue(l, &(struct mem_request){.addr = addr,
                                     .sm = l->sm,
                                     .tag = client == L1D_RT ? TAG_RT : 0,
                                     .age = since_in_queue(l, since)});
    if (mshr_used(l->mshr) > l->counters.peak_mshrs)
        l->counters.peak_mshrs = mshr_used(l->mshr);
    return i;
}

/* Marks a sector of line i as accessed. Returns whether it was prefetched and this is its first
 * access. */
static bool take_prefetched(struct l1d *l, uint32_t i, uint32_t sector)
{
    struct l1d_line *line = &l->lines.lines[i];
    bool first = line->prefetched >> sector & 1;
    line->prefetched &= (uint8_t) ~(1u << sector);
    return first;
}

/* Handles a read of an absent sector, which may be joined or fetched. Kept out of l1d_read(),
 * because otherwise hits would save registers too. */
__attribute__((noinline)) static enum l1d_outcome miss(struct l1d *l, enum l1d_client client,
                                                       uint64_t addr, uint64_t who, uint64_t uid,
                                                       uint32_t i, cycle_t since)
{
    struct l1d_line *line = i != L1D_NO_LINE ? &l->lines.lines[i] : NULL;
    uint32_t sector = sector_of(l, addr), entry = MSHR_NONE;
    if (line && line->on_way >> sector & 1)
        entry = line->mshr[sector];
    /* The line was evicted before all requests of this entry were served: no request can join
     * them. */
    if (l->gates.ready && mshr_arrived(l->mshr, entry)) {
        l->counters.refused_mshr++;
        return L1D_REFUSED;
    }
    bool other = line && (line->present || (line->pending && line->uid != uid));
    switch (mshr_try(l->mshr, &entry, addr, client == L1D_RT ? who | WHO_RT : who)) {
    case MSHR_NO_MERGE:
        l->counters.refused_merge++;
        return L1D_REFUSED;
    case MSHR_NO_ENTRY:
        l->counters.refused_mshr++;
        return L1D_REFUSED;
    case MSHR_JOINED:
        l->counters.merges++;
        l->counters.prefetch_late += take_prefetched(l, i, sector);
        break;
    case MSHR_FETCH:
        fetch(l, client, addr, uid, i, entry, since);
        break;
    }
    l1d_count_read(&l->counters, client, other ? CACHE_SECTOR_MISS : CACHE_MISS);
    l->used = true;
    return L1D_MISS;
}

enum l1d_outcome l1d_read(struct l1d *l, enum l1d_client client, uint64_t addr, uint64_t who,
                          uint64_t uid, cycle_t since)
{
    if (l1d_is_perfect(l, client)) {
        l1d_count_read(&l->counters, client, CACHE_HIT);
        return L1D_HIT;
    }
    addr &= ~(uint64_t)(SECTOR_B - 1);
    uint32_t i = find_sector(l, addr);
    if (i != L1D_NO_LINE && l->lines.lines[i].present >> sector_of(l, addr) & 1) {
        if (__builtin_expect(l->lines.lines[i].prefetched, 0))
            l->counters.prefetch_useful += take_prefetched(l, i, sector_of(l, addr));
        l1d_lines_touch(&l->lines, i);
        l1d_count_read(&l->counters, client, CACHE_HIT);
        return L1D_HIT;
    }
    /* A read is refused one place earlier than a write, even if it would only join an entry
     * (Vulkan-Sim gpu-cache.cc 1559). */
    if (queued(l) + 1 >= l->queue_size) {
        l->counters.refused_miss_queue++;
        return L1D_REFUSED_QUEUE;
    }
    return miss(l, client, addr, who, uid, i, since);
}

enum l1d_outcome l1d_prefetch(struct l1d *l, uint64_t addr, uint64_t who)
{
    addr &= ~(uint64_t)(SECTOR_B - 1);
    uint32_t i = find_sector(l, addr), sector = sector_of(l, addr), entry = MSHR_NONE;
    if (i != L1D_NO_LINE && (l->lines.lines[i].present | l->lines.lines[i].on_way) >> sector & 1)
        return L1D_HIT;
    if (queued(l) + 1 >= l->queue_size)
        return L1D_REFUSED_QUEUE;
    if (mshr_try(l->mshr, &entry, addr, who | WHO_RT) != MSHR_FETCH)
        return L1D_REFUSED;
    i = fetch(l, L1D_RT, addr, UINT64_MAX, i, entry, SINCE_SENT);
    l->lines.lines[i].prefetched |= (uint8_t)(1u << sector);
    l->used = true;
    l->counters.prefetches++;
    return L1D_MISS;
}

bool l1d_write(struct l1d *l, enum l1d_client client, uint64_t addr, uint32_t bytes, uint32_t who,
               cycle_t since)
{
    if (l1d_is_perfect(l, client)) {
        l1d_count_write(&l->counters, client, true);
        return true;
    }
    if (queued(l) >= l->queue_size) {
        l->counters.refused_miss_queue++;
        return false;
    }
    uint32_t into = (uint32_t)addr & ((1u << l->line_shift) - 1);
    if (client == L1D_RT && into > l->whole_to)
        bytes >>= into % SECTOR_B;
    addr &= ~(uint64_t)(SECTOR_B - 1);
    uint32_t i = find_sector(l, addr);
    bool hit = i != L1D_NO_LINE && l->lines.lines[i].present >> sector_of(l, addr) & 1;
    if (hit)
        l1d_lines_drop(&l->lines, i, (uint8_t)(1u << sector_of(l, addr)));
    l1d_count_write(&l->counters, client, hit);
    uint32_t tag = client == L1D_RT ? who | TAG_RT : who;
    enqueue(l, &(struct mem_request){.addr = addr,
                                     .sm = l->sm,
                                     .tag = tag,
                                     .bytes = bytes,
                                     .write = true,
                                     .age = since_in_queue(l, since)});
    return true;
}

/* Drops the sector, because the thread must not read the old data afterwards. */
bool l1d_atomic(struct l1d *l, uint64_t addr, uint32_t bytes, bool reduction, uint32_t who)
{
    if (l1d_is_perfect(l, L1D_LDST))
        return true;
    if (queued(l) >= l->queue_size) {
        l->counters.refused_miss_queue++;
        return false;
    }
    uint32_t i = find_sector(l, addr);
    if (i != L1D_NO_LINE && l->lines.lines[i].present >> sector_of(l, addr) & 1)
        l1d_lines_drop(&l->lines, i, (uint8_t)(1u << sector_of(l, addr)));
    enqueue(l, &(struct mem_request){.addr = addr,
                                     .sm = l->sm,
                                     .tag = who,
                                     .bytes = bytes,
                                     .age = SINCE_SENT,
                                     .write = reduction,
                                     .atomic = true});
    return true;
}

bool l1d_pass(struct l1d *l, uint64_t addr, uint32_t who)
{
    if (queued(l) >= l->queue_size)
        return false;
    enqueue(l, &(struct mem_request){
                   .addr = addr, .sm = l->sm, .tag = who | TAG_READ_ONLY, .age = SINCE_SENT});
    return true;
}

static inline void send(struct l1d *l, struct mem_request *request, cycle_t now)
{
    request->age = request->age == SINCE_SENT ? 0 : (uint32_t)now - request->age;
    l->mem->send(l->mem->self, request, now);
    l->gates.sending--;
}

static void leave_queue(struct l1d *l)
{
    l->head = l->head + 1 == l->queue_size ? 0 : l->head + 1;
}

/* Sends what has been translated meanwhile before the first in the queue. */
static __attribute__((noinline)) void send_translated(struct l1d *l, cycle_t now)
{
    struct mem_request *first = tlb_first(&l->tlb, now);
    bool may_send = l->mem->can_send(l->mem->self, l->sm);
    if (first && may_send) {
        send(l, first, now);
        tlb_take(&l->tlb);
        may_send = false;
    }
    if (!queued(l))
        return;
    struct mem_request *request = &l->queue[l->head];
    cycle_t ready = tlb_look(&l->tlb, request->addr, now);
    if (ready > now) {
        if (tlb_keep(&l->tlb, request, ready))
            leave_queue(l);
    } else if (may_send) {
        send(l, request, now);
        leave_queue(l);
    }
}

void l1d_send(struct l1d *l, cycle_t now)
{
    if (__builtin_expect(l->tlb.n_pages, 0)) {
        send_translated(l, now);
        return;
    }
    if (l->gates.sending == 0 || !l->mem->can_send(l->mem->self, l->sm))
        return;
    send(l, &l->queue[l->head], now);
    leave_queue(l);
}

enum l1d_client l1d_reply_client(const struct mem_request *reply, uint32_t *who)
{
    *who = reply->tag & ~TAG_RT;
    if (reply->tag & TAG_RT)
        return L1D_RT;
    *who &= ~TAG_READ_ONLY;
    return reply->tag & TAG_READ_ONLY ? L1D_READ_ONLY : L1D_LDST;
}

/* Detaches the sector's MSHR from its line. */
static void forget_entry(struct l1d *l, uint64_t addr)
{
    l1d_lines_arrived(&l->lines, find_sector(l, addr), (uint8_t)(1u << sector_of(l, addr)));
}

uint32_t l1d_fill(struct l1d *l, uint64_t addr, void (*rt)(void *self, uint64_t addr, uint64_t who),
                  void *self)
{
    uint32_t i = find_sector(l, addr), sector = sector_of(l, addr);
    if (i == L1D_NO_LINE || !(l->lines.lines[i].on_way >> sector & 1))
        BUG("L1D: a fill of %llx that nothing waits for", (unsigned long long)addr);
    struct l1d_line *line = &l->lines.lines[i];
    uint32_t entry = line->mshr[sector], ldst = 0;
    line->pending = false;
    l->counters.evictions += l1d_lines_place(&l->lines, i, (uint8_t)(1u << sector));
    l->counters.fills++;
    l->used = true;
    struct mshr_request r = mshr_first(l->mshr, entry);
    do {
        if (r.who & WHO_RT)
            rt(self, addr, r.who & ~WHO_RT);
        else
            ldst++;
    } while (mshr_after(l->mshr, &r));
    if (ldst) {
        mshr_set_ready(l->mshr, entry);
    } else {
        mshr_release(l->mshr, entry);
        l1d_lines_arrived(&l->lines, i, (uint8_t)(1u << sector));
    }
    l->gates.ready += ldst;
    return ldst;
}

static uint64_t take_ready(struct l1d *l)
{
    struct mshr_taken taken = mshr_take(l->mshr);
    if (taken.last)
        forget_entry(l, taken.addr);
    return taken.who;
}

/* Takes a request of the LDST unit whose data have arrived. Skips requests of the RT unit, which
 * got their data at the arrival. No such request may stay at the front: an entry without requests
 * of the LDST unit would never be released, and a request that joins it would wait for ever. */
uint64_t l1d_take(struct l1d *l)
{
    uint64_t who, next;
    do
        who = take_ready(l);
    while (who & WHO_RT);
    l->gates.ready--;
    while (mshr_peek(l->mshr, &next) && next & WHO_RT)
        take_ready(l);
    return who;
}

void l1d_flush(struct l1d *l)
{
    if (!l->used)
        return;
    l1d_lines_clear(&l->lines);
    l->used = false;
    l->counters.flushes++;
}

const struct l1d_counters *l1d_counters(struct l1d *l)
{
    l->counters.prefetch_useless = l->lines.unread;
    return &l->counters;
}

void l1d_dump(const struct l1d *l, FILE *out)
{
    fprintf(out, "  L1D: %u sectors on their way, %u requests wait for them, %u to be sent\n",
            mshr_used(l->mshr), mshr_waiting(l->mshr), l->gates.sending);
}
