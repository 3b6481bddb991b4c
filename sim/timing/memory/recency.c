#include "sim/timing/memory/recency.h"

#include "common/memory.h"

bool recency_create(struct recency *r, uint32_t sets, uint32_t ways, uint32_t more)
{
    r->sets = sets;
    r->ways = ways;
    if (!MEM_ARRAYS(MEM_ROOM(r->lines, (size_t)sets * ways + more), MEM_ROOM(r->hottest, sets),
                    MEM_ROOM(r->coldest, sets)))
        return false;
    recency_clear(r);
    return true;
}

void recency_free(struct recency *r)
{
    MEM_FREE(r->lines, r->hottest, r->coldest);
}

void recency_clear(struct recency *r)
{
    for (uint32_t set = 0; set < r->sets; set++) {
        uint32_t first = set * r->ways, last = first + r->ways - 1;
        for (uint32_t i = first; i <= last; i++)
            r->lines[i] = (struct neighbours){i > first ? i - 1 : RECENCY_NONE,
                                              i < last ? i + 1 : RECENCY_NONE};
        r->hottest[set] = first;
        r->coldest[set] = last;
    }
}
