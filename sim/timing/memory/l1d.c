#include "sim/timing/memory/l1d.h"

#include "common/memory.h"
#include "sim/timing/memory/mshr.h"
#include "sim/timing/memory/pending_lines.h"

/* A reply's tag: the client in the top bit, below it the client's own number. */
#define TAG_RT (1u << 31)
#define WHO_RT (1ull << 63)

enum { WAITING = 1u << 16 }; /* requests that may wait for data in all */

struct l1d {
    struct l1d_gates gates;
    const struct mem_port *mem;
    uint32_t sm;
    struct cache *cache;
    struct mshr *mshr;
    struct pending_lines pending;
    uint32_t line_shift;
    struct mem_request *queue; /* ring of waiting misses and writes */
    uint32_t queue_size, head; /* gates.sending are in it */
    bool used;                 /* since the last flush */
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
    uint64_t waiting = (uint64_t)config->mshrs * config->mshr_merges;
    struct cache_shape shape = {
        .sets = config->sets, .ways = config->ways, .line_B = config->line_B};
    enum st_code code = cache_create(&l->cache, &shape, "l1d", st);
    if (code == ST_OK)
        code = mshr_create(&l->mshr, config->mshrs, config->mshr_merges,
                           waiting < WAITING ? (uint32_t)waiting : WAITING, st);
    if (code == ST_OK)
        code = pending_lines_create(&l->pending, config->mshrs, st);
    if (code == ST_OK) {
        l->line_shift = (uint32_t)__builtin_ctz(config->line_B);
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
    cache_free(l->cache);
    mshr_free(l->mshr);
    pending_lines_free(&l->pending);
    mem_free(l->queue);
    mem_free(l);
}

static void enqueue(struct l1d *l, const struct mem_request *request)
{
    uint32_t at = l->head + l->gates.sending;
    if (at >= l->queue_size)
        at -= l->queue_size;
    l->queue[at] = *request;
    l->gates.sending++;
}

enum l1d_outcome l1d_read(struct l1d *l, enum l1d_client client, uint64_t addr, uint64_t who,
                          uint64_t uid)
{
    addr &= ~(uint64_t)(SECTOR_B - 1);
    enum cache_status status = cache_probe(l->cache, addr, false);
    if (status == CACHE_HIT) {
        cache_touch(l->cache, addr);
        l1d_count_read(&l->counters, client, status);
        return L1D_HIT;
    }
    /* A read is refused one place earlier than a write, and even if it would only join
     * (Vulkan-Sim gpu-cache.cc 1559). */
    if (l->gates.sending + 1 >= l->queue_size) {
        l->counters.refused_miss_queue++;
        return L1D_REFUSED_QUEUE;
    }
    /* Its line has gone again before all its requests were served: nothing can join them. */
    if (l->gates.ready && mshr_arrived(l->mshr, addr)) {
        l->counters.refused_mshr++;
        return L1D_REFUSED;
    }
    if (status == CACHE_MISS && pending_lines_other(&l->pending, addr >> l->line_shift, uid))
        status = CACHE_SECTOR_MISS;
    switch (mshr_try(l->mshr, addr, client == L1D_RT ? who | WHO_RT : who)) {
    case MSHR_NO_MERGE:
        l->counters.refused_merge++;
        return L1D_REFUSED;
    case MSHR_NO_ENTRY:
        l->counters.refused_mshr++;
        return L1D_REFUSED;
    case MSHR_JOINED:
        l->counters.merges++;
        break;
    case MSHR_FETCH:
        pending_lines_add(&l->pending, addr >> l->line_shift, uid);
        enqueue(l, &(struct mem_request){
                       .addr = addr, .sm = l->sm, .tag = client == L1D_RT ? TAG_RT : 0});
        break;
    }
    l1d_count_read(&l->counters, client, status);
    l->used = true;
    if (mshr_used(l->mshr) > l->counters.peak_mshrs)
        l->counters.peak_mshrs = mshr_used(l->mshr);
    return L1D_MISS;
}

bool l1d_write(struct l1d *l, enum l1d_client client, uint64_t addr, uint32_t bytes, uint32_t who)
{
    addr &= ~(uint64_t)(SECTOR_B - 1);
    if (l->gates.sending >= l->queue_size) {
        l->counters.refused_miss_queue++;
        return false;
    }
    bool hit = cache_probe(l->cache, addr, false) == CACHE_HIT;
    if (hit)
        cache_drop(l->cache, addr);
    l1d_count_write(&l->counters, client, hit);
    uint32_t tag = client == L1D_RT ? who | TAG_RT : who;
    enqueue(l, &(struct mem_request){
                   .addr = addr, .sm = l->sm, .tag = tag, .bytes = bytes, .write = true});
    return true;
}

void l1d_send(struct l1d *l, cycle_t now)
{
    if (l->gates.sending == 0 || !l->mem->can_send(l->mem->self, l->sm))
        return;
    l->mem->send(l->mem->self, &l->queue[l->head], now);
    l->head = l->head + 1 == l->queue_size ? 0 : l->head + 1;
    l->gates.sending--;
}

enum l1d_client l1d_reply_client(const struct mem_request *reply, uint32_t *who)
{
    *who = reply->tag & ~TAG_RT;
    return reply->tag & TAG_RT ? L1D_RT : L1D_LDST;
}

uint32_t l1d_fill(struct l1d *l, uint64_t addr, void (*rt)(void *self, uint64_t addr, uint64_t who),
                  void *self)
{
    struct cache_evicted evicted = {0};
    if (!cache_place(l->cache, addr, addr, &evicted))
        BUG("no line for a fill, though none is reserved");
    pending_lines_remove(&l->pending, addr >> l->line_shift);
    l->counters.fills++;
    l->counters.evictions += evicted.happened;
    l->used = true;
    uint32_t ldst = 0;
    for (uint32_t i = mshr_first(l->mshr, addr); i != MSHR_NONE; i = mshr_after(l->mshr, i)) {
        uint64_t who = mshr_who(l->mshr, i);
        if (who & WHO_RT)
            rt(self, addr, who & ~WHO_RT);
        else
            ldst++;
    }
    if (ldst)
        mshr_set_ready(l->mshr, addr);
    else
        mshr_release(l->mshr, addr);
    l->gates.ready += ldst;
    return ldst;
}

/* Requests of the RT unit in between have had their data when they arrived. */
uint64_t l1d_take(struct l1d *l)
{
    uint64_t addr, who;
    for (;;) {
        if (!mshr_peek(l->mshr, &addr, &who))
            BUG("no ready request in the L1D");
        mshr_pop(l->mshr);
        if (!(who & WHO_RT))
            break;
    }
    l->gates.ready--;
    return who;
}

void l1d_flush(struct l1d *l)
{
    if (!l->used)
        return;
    cache_clear(l->cache);
    l->used = false;
    l->counters.flushes++;
}

const struct l1d_counters *l1d_counters(const struct l1d *l)
{
    return &l->counters;
}

void l1d_dump(const struct l1d *l, FILE *out)
{
    fprintf(out, "  L1D: %u sectors on their way, %u requests wait for them, %u to be sent\n",
            mshr_used(l->mshr), mshr_waiting(l->mshr), l->gates.sending);
}
