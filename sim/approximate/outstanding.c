#include "sim/approximate/outstanding.h"

#include "common/memory.h"

bool outstanding_create(struct outstanding *o, uint32_t limit, uint32_t beyond)
{
    *o = (struct outstanding){.comes = mem_calloc((size_t)limit + beyond, sizeof *o->comes),
                              .limit = limit};
    return o->comes != NULL;
}

void outstanding_release(struct outstanding *o)
{
    mem_free(o->comes);
    o->comes = NULL;
}

uint64_t outstanding_drop(struct outstanding *o, uint64_t now)
{
    uint64_t first = UINT64_MAX;
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->n; i++) {
        uint64_t comes = o->comes[i];
        o->comes[n] = comes;
        if (comes <= now)
            continue;
        n++;
        first = comes < first ? comes : first;
    }
    o->n = n;
    o->known = 0;
    return n < o->limit ? now : first;
}
