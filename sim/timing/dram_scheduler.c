#include "sim/timing/dram_scheduler.h"

void dram_scheduler_init(struct dram_scheduler *s, struct packet_pool *pool, uint32_t limit)
{
    *s = (struct dram_scheduler){.pool = pool, .limit = limit};
    for (uint32_t b = 0; b < DRAM_MAX_BANKS; b++)
        s->waiting[b] = packet_queue_make(limit);
}

bool dram_scheduler_full(const struct dram_scheduler *s)
{
    return s->pending >= s->limit;
}

void dram_scheduler_add(struct dram_scheduler *s, uint32_t packet)
{
    uint32_t b = s->pool->packets[packet].bank;
    packet_push(s->pool, &s->waiting[b], packet);
    bank_set_add(&s->banks, b);
    s->pending++;
}

uint32_t dram_scheduler_take(struct dram_scheduler *s, uint32_t b, bool open, uint32_t row,
                             bool *row_hit)
{
    struct packet *packets = s->pool->packets;
    struct packet_queue *q = &s->waiting[b];
    *row_hit = false;
    if (!q->n)
        return PACKET_NONE;
    uint32_t before = PACKET_NONE, found = q->first;
    for (uint32_t last = PACKET_NONE, p = q->first; open && p != PACKET_NONE;
         last = p, p = packets[p].next)
        if (packets[p].row == row) {
            before = last;
            found = p;
            *row_hit = true;
            break;
        }
    if (before == PACKET_NONE)
        q->first = packets[found].next;
    else
        packets[before].next = packets[found].next;
    if (q->last == found)
        q->last = before;
    if (--q->n == 0)
        bank_set_remove(&s->banks, b);
    s->pending--;
    return found;
}
