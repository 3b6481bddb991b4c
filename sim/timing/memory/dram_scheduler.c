#include "sim/timing/memory/dram_scheduler.h"

#include "common/memory.h"

#define NOBODY UINT32_MAX

enum st_code dram_scheduler_create(struct dram_scheduler *s, uint32_t limit, struct status *st)
{
    *s = (struct dram_scheduler){.limit = limit};
    TRY(mem_make(&s->waiting, limit, sizeof *s->waiting, "a DRAM scheduler", st));
    for (uint32_t i = 0; i < limit; i++)
        s->waiting[i].next = i + 1;
    for (uint32_t b = 0; b < DRAM_MAX_BANKS; b++)
        s->first[b] = s->last[b] = NOBODY;
    return ST_OK;
}

void dram_scheduler_release(struct dram_scheduler *s)
{
    mem_free(s->waiting);
}

void dram_scheduler_add(struct dram_scheduler *s, uint32_t packet, uint32_t bank, uint32_t row)
{
    uint32_t w = s->free;
    s->free = s->waiting[w].next;
    s->waiting[w] = (struct dram_waiting){packet, row, NOBODY};
    if (s->first[bank] == NOBODY)
        s->first[bank] = w;
    else
        s->waiting[s->last[bank]].next = w;
    s->last[bank] = w;
    s->banks |= UINT64_C(1) << bank;
    s->pending++;
}

uint32_t dram_scheduler_take(struct dram_scheduler *s, uint32_t bank, bool open, uint32_t row,
                             bool *row_hit)
{
    struct dram_waiting *waiting = s->waiting;
    uint32_t first = s->first[bank], found = first, before = NOBODY;
    if (open) {
        while (found != NOBODY && waiting[found].row != row) {
            before = found;
            found = waiting[found].next;
        }
    }
    *row_hit = open && found != NOBODY;
    if (found == NOBODY) {
        found = first;
        before = NOBODY;
    }
    uint32_t next = waiting[found].next;
    if (before == NOBODY)
        s->first[bank] = next;
    else
        waiting[before].next = next;
    if (next == NOBODY)
        s->last[bank] = before;
    if (s->first[bank] == NOBODY)
        s->banks &= ~(UINT64_C(1) << bank);
    waiting[found].next = s->free;
    s->free = found;
    s->pending--;
    return waiting[found].packet;
}
