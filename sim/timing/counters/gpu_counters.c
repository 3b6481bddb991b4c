#include "sim/timing/counters/gpu_counters.h"

#define ROWS(section, tag, LIST, title)                                                            \
    static const struct counter section##_rows[] = {LIST##_COUNTERS(COUNTER_ROW)};                 \
    _Static_assert(sizeof(struct tag##_counters) / sizeof(uint64_t) ==                             \
                       sizeof section##_rows / sizeof *section##_rows,                             \
                   "a field for each row");
GPU_COUNTER_SECTIONS(ROWS)
#undef ROWS

#define TABLE(section, tag, LIST, title)                                                           \
    {#section, title, section##_rows, sizeof section##_rows / sizeof *section##_rows,              \
     offsetof(struct gpu_counters, section)},
const struct counter_table gpu_counter_tables[] = {GPU_COUNTER_SECTIONS(TABLE)};
#undef TABLE
const size_t n_gpu_counter_tables = sizeof gpu_counter_tables / sizeof *gpu_counter_tables;

bool gpu_counters_shown(const struct counter_table *table, const struct gpu_counters *counters)
{
    if (table != &gpu_counter_tables[COUNTERS_OF_REORDER])
        return true;
    for (size_t i = 0; i < table->n_rows; i++)
        if (counter_read(table, &table->rows[i], counters))
            return true;
    return false;
}

void gpu_counters_merge(struct gpu_counters *into, const struct gpu_counters *from)
{
    counters_merge(gpu_counter_tables, n_gpu_counter_tables, into, from);
}

void gpu_counters_follow(struct gpu_counters *into, const struct gpu_counters *next)
{
    uint64_t cycles = into->gpu.cycles + next->gpu.cycles, channels = next->dram.channels;
    bool first = !into->gpu.cycles;
    gpu_counters_merge(into, next);
    into->gpu.cycles = cycles;
    if (first)
        return;
    into->dram.channels = channels;
    into->dram.utilization_q32 =
        channels * counter_ratio_q32(into->dram.data_cycles, into->dram.cycles);
}

void gpu_counters_merge_sm(struct gpu_counters *into, struct gpu_counters *one,
                           const struct gpu_config *config)
{
    one->gpu.warp_slot_cycles = one->sm.busy_cycles * (config->sm.threads / WARP_LANES);
    one->gpu.rt_slot_cycles = one->rt.busy_cycles * config->rt.max_warps;
    one->gpu.rt_sms = one->rt.busy_cycles > 0;
    one->gpu.rt_performance_q32 = counter_ratio_q32(one->rt.stages, one->rt.busy_cycles);
    one->gpu.rt_intensity_q32 = counter_ratio_q32(one->rt.stages, one->rt.sectors);
    gpu_counters_merge(into, one);
}

void gpu_counters_merge_channel(struct gpu_counters *into, const struct dram_counters *channel,
                                uint64_t cycles)
{
    struct gpu_counters one = {.dram = *channel};
    struct dram_counters *c = &one.dram;
    c->cycles = cycles;
    c->channels = 1;
    c->active_channels = c->active_cycles > 0;
    c->utilization_q32 = counter_ratio_q32(c->data_cycles, cycles);
    c->efficiency_q32 = counter_ratio_q32(c->data_cycles, c->active_cycles);
    gpu_counters_merge(into, &one);
}
