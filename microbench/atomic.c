/* Atomics on global memory: a chain of them on one word of the L2, and the rate of lanes'
 * operations of all SMs if they change one word, the words of one sector, or each the words of a
 * line in a slice that it shares with as few others as possible. */
#include "microbench/kernel.h"
#include "microbench/limits.h"
#include "microbench/pipeline.h"

#include "sim/timing/memory/mem_port.h"
#include "sim/timing/memory/memory_path.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 32, WORD_B = 4, CHAIN_FEW = 16, CHAIN_MORE = 56, FEW = 4, MORE = 12 };

/* The buffer holds its own address; a reply returns it. */
static void chain(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b, (void)what;
    fprintf(t, "st.global.u64 [%%rd0], %%rd0;\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "atom.global.add.u64 %%rd0, [%%rd0], 0;\n");
}

/* Like a load that misses in the L1D (chase.c), without the time until its look-up there. */
static enum st_code latency(struct bench *b, struct status *st)
{
    const struct bench_kernel k = {
        .body = chain, .ctas = 1, .threads = 1, .shared_B = 1, .bytes = 8};
    struct memory_path path = memory_path_make(b->gpu);
    struct gpu_counters few, more;
    if (!bench_wants(b, "latency"))
        return ST_OK;
    TRY(bench_kernel_run(b, &k, CHAIN_FEW, &few, st));
    TRY(bench_kernel_run(b, &k, CHAIN_MORE, &more, st));
    cycle_t from = few.gpu.cycles - 1, to = from;
    for (uint32_t i = CHAIN_FEW; i < CHAIN_MORE; i++)
        to = memory_path_l2_hit(&path, to + pipeline_l1_hit(b->gpu, 1) - b->gpu->ldst.l1_latency);
    double n = CHAIN_MORE - CHAIN_FEW;
    return bench_report(b, "latency", (double)(more.gpu.cycles - few.gpu.cycles) / n,
                        (double)(to - from) / n, 0, st);
}

enum where { ONE_WORD, ONE_SECTOR, OWN_SLICES };

/* Holds the address of each SM's words. */
enum { TABLE_B = 8, MOST_LINES = 1 << 16 };

static uint64_t table_bytes(const struct gpu_config *gpu)
{
    return ((uint64_t)gpu->machine.sms * TABLE_B + SHADER_LINE_B - 1) / SHADER_LINE_B *
           SHADER_LINE_B;
}

static uint32_t all_slices(const struct gpu_config *gpu)
{
    return gpu->machine.memory_partitions * gpu->l2.slices;
}

/* Gives every SM its own line: SM i the first line of slice i, modulo the slices, after those
 * before. */
static void fill(const struct bench *b, uint64_t addr, uint8_t *host)
{
    uint64_t line = addr + table_bytes(b->gpu), end = line + MOST_LINES * SHADER_LINE_B;
    for (uint32_t i = 0; i < b->gpu->machine.sms; i++, line += SHADER_LINE_B) {
        uint32_t slice = i % all_slices(b->gpu);
        while (line + SHADER_LINE_B < end && address_map_slice(&b->lab.map, line) != slice)
            line += SHADER_LINE_B;
        memcpy(host + (size_t)TABLE_B * i, &line, TABLE_B);
    }
}

/* Lane l changes word l of its SM's line, or of the first line, or all lanes one word. */
static void reductions(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    enum where where = *(const enum where *)what;
    uint32_t words = where == ONE_WORD ? 1 : where == ONE_SECTOR ? SECTOR_B / WORD_B : LANES;
    if (where == OWN_SLICES)
        fprintf(t,
                "mov.u32 %%r2, %%ctaid.x;\nmul.wide.u32 %%rd2, %%r2, %d;\n"
                "add.s64 %%rd2, %%rd2, %%rd0;\nld.global.u64 %%rd0, [%%rd2];\n",
                TABLE_B);
    (void)b;
    fprintf(t,
            "and.b32 %%r1, %%r0, %u;\nmul.wide.u32 %%rd2, %%r1, %d;\n"
            "add.s64 %%rd2, %%rd2, %%rd0;\n",
            words - 1, WORD_B);
    /* About as many requests of each kind: several periods of a slice (limits.h). */
    for (uint32_t i = 0; i < n * (where == ONE_WORD ? 4 : 16); i++)
        fprintf(t, "red.global.add.u32 [%%rd2], 1;\n");
}

/* Lanes per core cycle; of two possible values the one nearer to the measurement. A request has one
 * lane, or 8; a slice serves its SMs round robin. */
static double lanes_per_cycle(const struct gpu_config *gpu, enum where where, double measured)
{
    uint32_t sms = gpu->machine.sms, slices = where == OWN_SLICES ? all_slices(gpu) : 1;
    uint32_t of_one = (sms + slices - 1) / slices;
    double requests = limits_l2_write(gpu, of_one, 1) / gpu->machine.core_MHz;
    double evenly = requests / of_one * sms * (where == ONE_WORD ? 1 : SECTOR_B / WORD_B);
    double by_turns = evenly * limits_l2_turns(gpu, of_one);
    return fabs(measured - by_turns) < fabs(measured - evenly) ? by_turns : evenly;
}

static enum st_code throughput(struct bench *b, const char *name, enum where where,
                               struct status *st)
{
    uint32_t warps = 2 * b->gpu->sm.schedulers;
    const struct bench_kernel k = {.body = reductions,
                                   .what = &where,
                                   .ctas = b->gpu->machine.sms,
                                   .threads = warps * LANES,
                                   .shared_B = 1,
                                   .bytes = table_bytes(b->gpu) + MOST_LINES * SHADER_LINE_B,
                                   .fill = fill};
    struct gpu_counters n;
    if (!bench_wants(b, name))
        return ST_OK;
    TRY(bench_kernel_growth(b, &k, FEW, MORE, &n, st));
    double lanes = (double)n.ldst.reductions * LANES / (double)n.gpu.cycles;
    return bench_report(b, name, lanes, lanes_per_cycle(b->gpu, where, lanes), 0.03, st);
}

enum st_code bench_atomic(struct bench *b, struct status *st)
{
    TRY(latency(b, st));
    TRY(throughput(b, "one_word", ONE_WORD, st));
    TRY(throughput(b, "one_sector", ONE_SECTOR, st));
    return throughput(b, "own_slices", OWN_SLICES, st);
}
