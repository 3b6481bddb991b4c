#include "sim/timing/memory/tlb.h"

#include "common/memory.h"

enum st_code tlb_create(struct tlb *t, const struct l1d_config *config, struct status *st)
{
    *t = (struct tlb){.n_pages = config->tlb_entries, .miss_cycles = config->tlb_miss_cycles};
    if (!t->n_pages)
        return ST_OK;
    t->page_shift = 10;
    while (UINT64_C(1) << t->page_shift < (uint64_t)config->page_KB << 10)
        t->page_shift++;
    if (!MEM_ARRAYS(MEM_ARRAY(t->pages, t->n_pages), MEM_ARRAY(t->waiting, TLB_WAITING)))
        return status_no_memory(st, "TLB");
    return ST_OK;
}

void tlb_release(struct tlb *t)
{
    MEM_FREE(t->pages, t->waiting);
}

cycle_t tlb_look(struct tlb *t, uint64_t addr, cycle_t now)
{
    uint64_t number = addr >> t->page_shift;
    struct tlb_page *p = &t->pages[t->last];
    t->lookups++;
    if (!p->used || p->number != number) {
        uint32_t oldest = 0, i = 0;
        while (i < t->n_pages && (!t->pages[i].used || t->pages[i].number != number)) {
            if (t->pages[i].used < t->pages[oldest].used)
                oldest = i;
            i++;
        }
        t->last = i < t->n_pages ? i : oldest;
        p = &t->pages[t->last];
        if (i == t->n_pages) {
            *p = (struct tlb_page){.number = number, .ready = now + t->miss_cycles};
            t->misses++;
        }
    }
    p->used = t->lookups;
    return p->ready > now ? p->ready : now;
}

bool tlb_keep(struct tlb *t, const struct mem_request *request, cycle_t ready)
{
    if (t->n_waiting == TLB_WAITING)
        return false;
    t->waiting[(t->head + t->n_waiting++) % TLB_WAITING] = (struct tlb_waiting){*request, ready};
    return true;
}

struct mem_request *tlb_first(struct tlb *t, cycle_t now)
{
    struct tlb_waiting *first = &t->waiting[t->head];
    return t->n_waiting && first->ready <= now ? &first->request : NULL;
}

void tlb_take(struct tlb *t)
{
    t->head = (t->head + 1) % TLB_WAITING;
    t->n_waiting--;
}
