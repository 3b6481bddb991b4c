/* One DRAM channel with a burst of reads: all in an open row, of one bank or of two in different
 * bank groups; each in another row, of one bank or of all in turn. The burst comes faster than the
 * channel reads it, so its length determines the time, which is counted in DRAM cycles. */
#include "microbench/bench.h"
#include "microbench/places.h"
#include "sim/timing/memory/memory_path.h"

#include "common/memory.h"

#include <math.h>
#include <string.h>

enum { LANES = 32, MOST = 2 * LANES, TABLE_B = 256 };

struct burst {
    const char *name;
    place_wanted *wanted;
    double (*cycles)(const struct gpu_config *gpu); /* of the channel per sector */
    bool all;                                       /* in all banks at once */
    uint32_t share;                                 /* the shorter burst is 1/n of it */
};

/* Cycles from a column command to the next, in any bank group. */
static double open_bank(const struct gpu_config *gpu)
{
    return memory_path_columns(gpu) * (double)memory_path_column_cycles(gpu);
}

/* The same if the next is in another group. */
static double open_groups(const struct gpu_config *gpu)
{
    return memory_path_columns(gpu) * fmax(gpu->dram.ccd, gpu->dram.ccdl / 2.0);
}

/* Cycles between the activations of two rows of a bank: it is precharged when its row has been open
 * for tRAS, and tRTP and tRTPL after its last column command. */
static double other_row(const struct gpu_config *gpu)
{
    const struct dram_config *d = &gpu->dram;
    double last = d->rcd + (memory_path_columns(gpu) - 1.0) * memory_path_column_cycles(gpu);
    double read = fmax(d->burst / d->transfers_per_cycle, d->rtpl);
    return fmax(d->rc, fmax(d->ras, last + read) + d->rp);
}

/* All banks at once: tRRD, unless columns or the banks themselves take longer. If a column command
 * is due in the same cycle as an activate of another bank, it has priority on a single command bus;
 * with m activates between a bank's own and its column, that delays every m-th of them by a
 * cycle. */
static double other_banks(const struct gpu_config *gpu)
{
    const struct dram_config *d = &gpu->dram;
    double activates = d->rrd, columns = memory_path_columns(gpu) * (double)d->ccd;
    for (uint32_t i = 0; d->command_bus == COMMAND_BUS_SINGLE && i < memory_path_columns(gpu);
         i++) {
        uint32_t later = d->rcd + i * d->ccd;
        if (later % d->rrd == 0)
            activates += (double)d->rrd / later;
    }
    return fmax(fmax(activates, columns), other_row(gpu) / d->banks);
}

/* In Vulkan-Sim's scan of the banks, a row command waits for the commands found before it: for a
 * sector, its columns and the precharge. */
static double bound(const struct gpu_config *gpu)
{
    double scan = (memory_path_columns(gpu) + 1.0) / gpu->dram.rrd;
    return gpu->dram.command_bus == COMMAND_BUS_SCAN ? scan : 0.03;
}

/* The requests of one SM are not faster: a sector per cycle of each clock on their path. */
static double asked(const struct gpu_config *gpu)
{
    const struct machine_config *m = &gpu->machine;
    double slowest = m->core_MHz < m->icnt_MHz ? m->core_MHz : m->icnt_MHz;
    return m->dram_MHz / (slowest < m->l2_MHz ? slowest : m->l2_MHz);
}

static const struct burst bursts[] = {
    {"open_row", place_row_hit, open_bank, false, 2},
    {"open_rows", place_two_banks, open_groups, false, 2},
    {"other_row", place_row_miss, other_row, false, 4},
    {"other_banks", place_rows_of_banks, other_banks, true, 4},
};

/* Lane l reads the sectors at entries l and l + 32 of the table at byte `what` of the storage,
 * which holds offsets. */
static void go(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const uint64_t *table = what;
    (void)b, (void)n;
    shader_storage(t);
    shader_lane_address(t, 4);
    for (uint32_t i = 0; i < MOST / LANES; i++)
        fprintf(t, "ld.global.u32 %%r%u, [%%rd1+%llu];\n", 3 + i,
                (unsigned long long)(*table + 4ull * i * LANES));
    for (uint32_t i = 0; i < MOST / LANES; i++)
        fprintf(t, "mul.wide.u32 %%rd%u, %%r%u, 1;\nadd.s64 %%rd%u, %%rd%u, %%rd0;\n", 2 + i, 3 + i,
                2 + i, 2 + i);
    for (uint32_t i = 0; i < MOST / LANES; i++)
        fprintf(t, "ld.global.u32 %%r%u, [%%rd%u];\n", 5 + i, 2 + i);
}

/* After the places, in another channel if there is one. */
static uint64_t table_at(const struct bench *b, const struct places *places)
{
    const struct address_map *map = &b->lab.map;
    uint64_t at = (places->addr[places->n - 1] + 2 * TABLE_B) / TABLE_B * TABLE_B;
    if (address_map_slice(map, at) / map->slices ==
        address_map_slice(map, places->addr[0]) / map->slices)
        at += TABLE_B;
    return at - LAUNCH_STORAGE_BASE;
}

/* DRAM cycles in which a channel had work, if the first n places are read: the rest of the table
 * repeats the last of them. */
static enum st_code run_dram(struct bench *b, const struct places *places, uint32_t n,
                             uint64_t table, const struct launch_storage *storage, uint8_t *bytes,
                             uint64_t *cycles, struct status *st)
{
    struct gpu_counters counters;
    for (uint32_t i = 0; i < MOST; i++) {
        uint32_t offset = (uint32_t)(places->addr[i < n ? i : n - 1] - LAUNCH_STORAGE_BASE);
        memcpy(bytes + table + sizeof offset * i, &offset, sizeof offset);
    }
    TRY(bench_run(b, go, &table, 0, 1, storage, &counters, st));
    *cycles = counters.dram.active_cycles;
    return ST_OK;
}

static enum st_code measure_dram(struct bench *b, const struct burst *burst,
                                 const struct places *places, struct status *st)
{
    uint64_t few, more, table = table_at(b, places);
    uint32_t n = places->n / burst->share;
    uint8_t *bytes = mem_calloc(table + TABLE_B, 1);
    struct launch_storage storage = {bytes, table + TABLE_B};
    if (!bytes)
        return status_no_memory(st, "storage");
    enum st_code code = run_dram(b, places, n, table, &storage, bytes, &few, st);
    if (code == ST_OK)
        code = run_dram(b, places, places->n, table, &storage, bytes, &more, st);
    mem_free(bytes);
    TRY(code);
    return bench_report(b, burst->name, (double)(more - few) / (places->n - n),
                        fmax(burst->cycles(b->gpu), asked(b->gpu)),
                        burst->all ? bound(b->gpu) : 0.03, st);
}

/* The most sectors that L1D and slice can have in flight. */
static uint32_t most(const struct gpu_config *gpu)
{
    uint32_t mshrs = gpu->l2.mshrs < gpu->l1d.mshrs ? gpu->l2.mshrs : gpu->l1d.mshrs;
    return mshrs >= MOST ? MOST : LANES;
}

enum st_code bench_dram(struct bench *b, struct status *st)
{
    if (b->gpu->l2.mshrs < LANES || b->gpu->l1d.mshrs < LANES)
        return ST_OK;
    for (size_t i = 0; i < sizeof bursts / sizeof *bursts; i++) {
        struct places places;
        if (!bench_wants(b, bursts[i].name))
            continue;
        TRY(places_find(&places, &b->lab.map, bursts[i].wanted, 32, most(b->gpu), st));
        enum st_code code = measure_dram(b, &bursts[i], &places, st);
        places_free(&places);
        TRY(code);
    }
    return ST_OK;
}
