/* packet.h -- the packets of the memory system, and the queues in which they wait.
 *
 * A packet is allocated in a pool and known by its number, so queues move numbers. The pool holds
 * the most packets that all its queues and MSHRs together may hold, is touched only as far as it is
 * used, and reuses the packet freed last, which is likely to be in the host's cache. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/timing/memory/mem_port.h"

#define PACKET_NONE UINT32_MAX

enum packet_kind {
    PACKET_REQUEST,    /* request of an SM, or its reply */
    PACKET_FETCH,      /* a slice reads a sector from DRAM */
    PACKET_WRITE_BACK, /* a slice writes the dirty sectors of a line to DRAM */
};

struct packet {
    struct mem_request request;
    cycle_t due;    /* earliest time at which it leaves its queue */
    uint32_t next;  /* in its queue, or in the free list */
    uint32_t slice; /* slice that it comes from or goes to, counted over the GPU */
    uint32_t row;   /* DRAM row of its address */
    uint32_t since; /* core cycle from which the request's latency counts, modulo 2^32 */
    uint32_t bytes; /* bytes that DRAM moves */
    uint32_t kind;  /* enum packet_kind; makes the size 64 bytes, so a shift finds a packet */
};

_Static_assert(sizeof(struct packet) == 64, "struct packet");

struct packet_pool {
    struct packet *packets;
    uint32_t room, fresh, free, used;
};

enum st_code packet_pool_create(struct packet_pool *pool, uint32_t room, struct status *st);
void packet_pool_release(struct packet_pool *pool);

static inline uint32_t packet_new(struct packet_pool *pool)
{
    uint32_t p = pool->free;
    if (p != PACKET_NONE)
        pool->free = pool->packets[p].next;
    else if (pool->fresh < pool->room)
        p = pool->fresh++;
    else
        BUG("packet: the pool of %u is used up", pool->room);
    pool->used++;
    return p;
}

static inline void packet_free(struct packet_pool *pool, uint32_t p)
{
    pool->packets[p].next = pool->free;
    pool->free = p;
    pool->used--;
}

struct packet_queue {
    uint32_t first, last, n, limit;
};

static inline struct packet_queue packet_queue_make(uint32_t limit)
{
    return (struct packet_queue){PACKET_NONE, PACKET_NONE, 0, limit};
}

static inline bool packet_queue_full(const struct packet_queue *q)
{
    return q->n >= q->limit;
}

static inline void packet_push(struct packet_pool *pool, struct packet_queue *q, uint32_t p)
{
    if (packet_queue_full(q))
        BUG("packet: a queue of %u overflows", q->limit);
    pool->packets[p].next = PACKET_NONE;
    if (q->n++)
        pool->packets[q->last].next = p;
    else
        q->first = p;
    q->last = p;
}

static inline uint32_t packet_pop(struct packet_pool *pool, struct packet_queue *q)
{
    uint32_t p = q->first;
    q->first = pool->packets[p].next;
    q->n--;
    return p;
}
