#include "sim/timing/counters/inst_counters.h"

#include "common/memory.h"

const char *const inst_slot_names[INST_SLOTS] = {
    "unit",    "collector", "memory_full", "rt_full", "alu",     "memory", "rt",
    "barrier", "control",   "fetch",       "drain",   "no_warp", "issued"};

enum st_code inst_counters_create(struct inst_counters *c, uint32_t n, struct status *st)
{
    c->n = n;
    return mem_make(&c->of, (size_t)n + 1, sizeof *c->of, "counters of instructions", st);
}

void inst_counters_release(struct inst_counters *c)
{
    mem_free(c->of);
    *c = (struct inst_counters){0};
}

void inst_counters_add(struct inst_counters *into, const struct inst_counters *from)
{
    for (uint32_t i = 0; i <= into->n; i++) {
        struct inst_count *a = &into->of[i];
        const struct inst_count *b = &from->of[i];
        a->warps += b->warps;
        a->active += b->active;
        a->executed += b->executed;
        a->sectors += b->sectors;
        for (uint32_t k = 0; k < INST_SLOTS; k++)
            a->slots[k] += b->slots[k];
    }
}
