#include "sim/timing/rt/alarms.h"

#include "common/memory.h"

enum st_code rt_alarms_create(struct rt_alarms *a, uint32_t max_warps, struct status *st)
{
    *a = (struct rt_alarms){.max_warps = max_warps, .first = CYCLE_NEVER};
    a->lanes = mem_calloc((size_t)RT_WHEEL * max_warps, sizeof *a->lanes);
    return a->lanes ? ST_OK : status_no_memory(st, "RT unit");
}

void rt_alarms_release(struct rt_alarms *a)
{
    mem_free(a->lanes);
    a->lanes = NULL;
}
