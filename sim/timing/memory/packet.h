/* packet.h -- what travels through the memory system, and the queues it waits in.
 *
 * A packet lives in a pool and is known by its number; moving it from queue to queue moves a
 * number. The pool holds as many packets as all its queues and MSHRs together may, is touched only
 * as far as it is used, and uses the last freed packet first, so that it stays in the host's cache.
 */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/timing/memory/mem_port.h"

#define PACKET_NONE UINT32_MAX

enum packet_kind {
    PACKET_REQUEST,    /* an SM's, or the reply to it */
    PACKET_FETCH,      /* a slice reads a sector from DRAM */
    PACKET_WRITE_BACK, /* a slice writes the dirty sectors of a line to DRAM */
};

struct packet {
    struct mem_request request;
    cycle_t due;    /* of the queue it is in: when it may leave */
    uint32_t next;  /* in its queue, or in the free list */
    uint32_t slice; /* where it belongs */
    uint32_t row;   /* DRAM */
    uint32_t since; /* core cycle from which the request's latency counts, modulo 2^32 */
    uint32_t bytes; /* that DRAM has to move */
    uint32_t kind;  /* enum packet_kind; with it a packet has 64 bytes and is found by a shift */
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
