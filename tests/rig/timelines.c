#include "tests/rig/timelines.h"

#include "sim/timing/counters/metrics.h"
#include "tests/rig/rig.h"

#include <string.h>

static void same(const char *where, const char *what, size_t at, uint64_t x, uint64_t y)
{
    if (x != y)
        fail_msg("%s: %s %zu: %llu and %llu", where, what, at, (unsigned long long)x,
                 (unsigned long long)y);
}

static void same_sm(const char *where, size_t at, const struct timeline_sm *a,
                    const struct timeline_sm *b)
{
#define SAME(name) same(where, #name, at, a->name, b->name);
    TIMELINE_SM_FIELDS(SAME)
}

static void same_partition(const char *where, size_t at, const struct timeline_memory_partition *a,
                           const struct timeline_memory_partition *b)
{
    TIMELINE_MEMORY_PARTITION_FIELDS(SAME)
#undef SAME
}

static void same_ctas(const struct timeline *a, const struct timeline *b, uint32_t k,
                      const char *where)
{
    same(where, "CTAs of SM", k, timeline_ctas(a, k), timeline_ctas(b, k));
    for (size_t i = 0; i < timeline_ctas(a, k); i++) {
        const struct timeline_cta *x = timeline_cta(a, k, i), *y = timeline_cta(b, k, i);
        same(where, "CTA", i, x->cta, y->cta);
        same(where, "begin of CTA", i, x->begin, y->begin);
        same(where, "end of CTA", i, x->end, y->end);
    }
}

void assert_same_timeline(const struct timeline *a, const struct timeline *b, const char *where)
{
    same(where, "samples", 0, timeline_samples(a), timeline_samples(b));
    for (size_t i = 0; i < timeline_samples(a); i++) {
        const struct timeline_totals *x = timeline_totals(a, i), *y = timeline_totals(b, i);
        same(where, "cycle of sample", i, x->at, y->at);
        same(where, "launched", i, x->ctas_launched, y->ctas_launched);
        same(where, "ended", i, x->ctas_ended, y->ctas_ended);
        same_sm(where, i, &x->sms, &y->sms);
        same_partition(where, i, &x->partitions, &y->partitions);
        for (uint32_t k = 0; k < timeline_sms(a); k++)
            same_sm(where, i, timeline_sm(a, i, k), timeline_sm(b, i, k));
        for (uint32_t k = 0; k < timeline_memory_partitions(a); k++)
            same_partition(where, i, timeline_memory_partition(a, i, k),
                           timeline_memory_partition(b, i, k));
    }
    for (uint32_t k = 0; k < timeline_sms(a); k++)
        same_ctas(a, b, k, where);
}

static void assert_grows(const struct timeline *t, size_t i, const char *where)
{
    const struct timeline_totals *x = timeline_totals(t, i - 1), *y = timeline_totals(t, i);
    if (y->at <= x->at && y->at > 0)
        fail_msg("%s: sample %zu is not behind the one before", where, i);
    assert_true(x->ctas_launched <= y->ctas_launched && x->ctas_ended <= y->ctas_ended);
    assert_true(y->ctas_ended <= y->ctas_launched);
#define GROWS(name)                                                                                \
    if (a->name > b->name)                                                                         \
        fail_msg("%s: " #name " falls in sample %zu", where, i);
    {
        const struct timeline_sm *a = &x->sms, *b = &y->sms;
        TIMELINE_SM_FIELDS(GROWS)
        assert_true(b->rt_warp_cycles - a->rt_warp_cycles <= b->warp_cycles - a->warp_cycles);
    }
    {
        const struct timeline_memory_partition *a = &x->partitions, *b = &y->partitions;
        TIMELINE_MEMORY_PARTITION_FIELDS(GROWS)
        assert_true(b->active_cycles - a->active_cycles <= b->dram_cycles - a->dram_cycles);
    }
#undef GROWS
}

void assert_timeline_adds_up(const struct timeline *t, const struct gpu_counters *c,
                             const char *where)
{
    const struct accesses l1d = metrics_l1d_accesses(&c->l1d), l2 = metrics_l2_accesses(&c->l2);
    const struct timeline_totals *all = timeline_totals(t, timeline_samples(t) - 1);
    for (size_t i = 1; i < timeline_samples(t); i++)
        assert_grows(t, i, where);
    same(where, "cycles", 0, all->at, c->gpu.cycles);
    same(where, "launched", 0, all->ctas_launched, c->gpu.ctas);
    same(where, "ended", 0, all->ctas_ended, c->gpu.ctas);
    same_sm(where, 0, &all->sms,
            &(struct timeline_sm){.warp_cycles = c->sm.resident_warp_cycles,
                                  .rt_warp_cycles = c->rt.warp_latency,
                                  .thread_instructions = c->sm.thread_instructions,
                                  .rt_stages = c->rt.stages,
                                  .l1d_accesses = l1d.all,
                                  .l1d_misses = l1d.misses});
    same_partition(where, 0, &all->partitions,
                   &(struct timeline_memory_partition){.l2_accesses = l2.all,
                                                       .l2_misses = l2.misses,
                                                       .dram_cycles = c->dram.cycles,
                                                       .data_cycles = c->dram.data_cycles,
                                                       .active_cycles = c->dram.active_cycles,
                                                       .queue_cycles = c->dram.bank_wait});
}
