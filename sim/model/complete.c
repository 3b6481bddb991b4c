#include "sim/model/complete.h"

#include "common/counters.h"

#include <stddef.h>

__extension__ typedef unsigned __int128 u128;

struct growth {
    uint64_t n, of;
};

/* Scales a count that grows with the number of CTAs. */
static uint64_t grown(const struct growth *g, uint64_t x)
{
    return (uint64_t)(((u128)x * g->of + g->n / 2) / g->n);
}

static uint64_t share(uint64_t x, uint64_t part, uint64_t whole)
{
    return whole ? (uint64_t)(((u128)x * part + whole / 2) / whole) : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void grow_all(struct gpu_counters *c, const struct growth *g)
{
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        for (size_t i = 0; i < table->n_rows; i++) {
            uint64_t *at = counter_field(table, &table->rows[i], c);
            if (table->rows[i].merge != COUNTER_MAX)
                *at = grown(g, *at);
        }
    }
}

static void complete_writes(struct gpu_counters *c, const struct gpu_counters *part,
                            const struct run_end *end, const struct growth *g)
{
    uint64_t most = share(end->dirty_sectors, end->room, end->lines);
    uint64_t left = least(grown(g, end->dirty_sectors), most);
    uint64_t sectors = grown(g, part->l2.write_back_sectors + end->dirty_sectors) - left;
    uint64_t lines = share(sectors, part->l2.write_backs + end->dirty_lines,
                           part->l2.write_back_sectors + end->dirty_sectors);
    uint64_t commands = part->dram.fetches ? part->dram.reads : part->dram.writes;
    c->l2.write_back_sectors = sectors;
    c->l2.write_backs = c->dram.write_backs = lines;
    c->dram.writes = share(sectors, commands,
                           part->dram.fetches ? part->dram.fetches : part->l2.write_back_sectors);
}

/* Completes the DRAM counters: a row serves as many commands as in the sample, and a bank is as
 * busy per command as while all slots were full. */
static void complete_dram(struct dram_counters *c, const struct dram_counters *part,
                          const struct dram_counters *full)
{
    uint64_t commands = c->reads + c->writes, of = part->reads + part->writes;
    const struct dram_counters *busy = full->data_cycles && full->active_cycles ? full : part;
    c->activates = share(part->activates, commands, of);
    c->precharges = share(part->precharges, commands, of);
    c->row_hits = share(part->row_hits, commands, of);
    c->data_cycles = share(part->data_cycles, commands, of);
    c->active_cycles = share(busy->active_cycles, c->data_cycles, busy->data_cycles);
    c->utilization_q32 = share(part->utilization_q32, commands, of);
    c->efficiency_q32 =
        least(share(busy->efficiency_q32, part->active_channels, busy->active_channels),
              part->active_channels << 32);
    c->channels = part->channels;
    c->active_channels = part->active_channels;
}

/* Completes the RT counters: RT units are busy as long as SMs are, and longer where they hold that
 * many warps. The unused capacity of the sample's tail occurs once. */
static void complete_rt(struct gpu_counters *c, const struct gpu_counters *part)
{
    uint64_t slots = share(part->gpu.rt_slot_cycles, c->sm.busy_cycles, part->sm.busy_cycles);
    uint64_t idle =
        part->gpu.rt_slot_cycles - least(part->rt.warp_latency, part->gpu.rt_slot_cycles);
    uint64_t needed = c->rt.warp_latency + idle;
    c->gpu.rt_slot_cycles = slots > needed ? slots : needed;
    c->rt.busy_cycles =
        share(part->rt.busy_cycles, c->gpu.rt_slot_cycles, part->gpu.rt_slot_cycles);
    c->gpu.rt_performance_q32 =
        share(c->gpu.rt_performance_q32, part->rt.busy_cycles, c->rt.busy_cycles);
    c->gpu.rt_intensity_q32 = part->gpu.rt_intensity_q32;
    c->gpu.rt_sms = part->gpu.rt_sms;
}

/* Completes the time: while slots are full every SM has a warp, and a frame takes at least the time
 * in which its DRAM is active. */
static void complete_time(struct gpu_counters *c, const struct gpu_counters *part,
                          const struct run_end *end, const struct growth *g)
{
    uint64_t full = part->sm.resident_warp_cycles / end->slots;
    uint64_t least_cycles = share(part->gpu.cycles, c->dram.active_cycles, part->dram.cycles);
    uint64_t cycles = end->cycles ? end->cycles : part->gpu.cycles + grown(g, full) - full;
    c->gpu.cycles = cycles > least_cycles ? cycles : least_cycles;
    uint64_t more = c->gpu.cycles - part->gpu.cycles;
    c->sm.busy_cycles = end->cycles ? end->busy_cycles : part->sm.busy_cycles + more * end->sms;
    c->gpu.warp_slot_cycles =
        share(part->gpu.warp_slot_cycles, c->sm.busy_cycles, part->sm.busy_cycles);
    complete_rt(c, part);
    c->dram.cycles = share(part->dram.cycles, c->gpu.cycles, part->gpu.cycles);
    c->dram.utilization_q32 = share(c->dram.utilization_q32, part->gpu.cycles, c->gpu.cycles);
}

void run_complete(struct gpu_counters *c, const struct run_end *end, uint64_t n, uint64_t of)
{
    const struct gpu_counters part = *c;
    const struct growth g = {n, of};
    if (n == 0 || n == of || end->slots == 0)
        return;
    grow_all(c, &g);
    complete_writes(c, &part, end, &g);
    complete_dram(&c->dram, &part.dram, &end->full);
    complete_time(c, &part, end, &g);
}
