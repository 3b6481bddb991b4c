/* Where instructions come from: buffers, counted in bytes, and the instruction cache. */
#include "microbench/machine_code.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/memory/memory_path.h"

#include <math.h>
#include <stdio.h>

/* ---- buffer ---- */

enum { OPS = 40, FEW = 4, MORE = 20, SCALAR_B = 8 /* at most */ };

/* Instructions that need nothing of each other. */
static void of_size(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    uint32_t size = *(const uint32_t *)what;
    (void)b, (void)i;
    for (uint32_t k = 0; k < OPS; k++) {
        uint32_t to = 8 + k;
        if (size == 4)
            code_add(c, size, 0, "s_mov_b32 s%u, 1", to);
        else if (size == 8)
            code_add(c, size, 0, "s_mov_b32 s%u, 0x12345", to);
        else
            code_add(c, size, 0, "v_and_or_b32 v%u, v0, 0x12345, v0", to);
    }
}

/* A buffer lasts for as many instructions as it holds whole: what is left of it is part of the
 * next one, which the fetch completes. */
static enum st_code buffer(struct bench *b, uint32_t size_B, uint32_t buffer_B, struct status *st)
{
    const struct code_bench k = {
        .group = of_size, .what = &size_B, .few = FEW, .more = MORE, .bytes = 1, .warps = 1};
    struct gpu_config gpu = *b->gpu;
    struct bench other = *b;
    struct gpu_counters n;
    char name[48];
    gpu.sm.buffer_B = buffer_B;
    other.gpu = other.lab.gpu = &gpu;
    snprintf(name, sizeof name, "fetches_%u_of_%u", size_B, buffer_B);
    if (bench_wants(b, name)) {
        double all = (double)(MORE - FEW) * OPS;
        TRY(code_growth(&other, &k, &n, st));
        TRY(bench_report(b, name, (double)n.sm.fetches / all, 1.0 / (buffer_B / size_B), 0, st));
    }
    if (size_B > SCALAR_B) /* vector instructions have to wait for more than fetches */
        return ST_OK;
    snprintf(name, sizeof name, "cycles_%u_of_%u", size_B, buffer_B);
    return code_report(&other, name, &k, 0, st);
}

enum st_code bench_instruction_buffer(struct bench *b, struct status *st)
{
    static const uint32_t sizes[] = {4, 8, 12}, buffers[] = {16, 32};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            TRY(buffer(b, sizes[k], buffers[i], st));
    return ST_OK;
}

/* ---- cache ---- */

/* A small one, and buffers of four instructions. */
enum { CACHE_B = 1024, WAYS = 4, BUFFER_B = 16, INST_B = 4, OF_BUFFER = BUFFER_B / INST_B };
enum { ROUNDS_FEW = 2, ROUNDS_MORE = 6 };

/* A loop of so many lines; its branch is the last instruction but one of its last buffer, and in
 * front of it lies a line. */
static void loop(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    uint32_t lines = *(const uint32_t *)what, of_line = b->gpu->icache.line_B / INST_B;
    fprintf(t, "s_mov_b32 s8, %u\n.p2align %d\nloop:\n", n, __builtin_ctz(b->gpu->icache.line_B));
    for (uint32_t i = 0; i < lines * of_line - 2; i++)
        fprintf(t, "%s\n",
                i == 0         ? "s_sub_u32 s8, s8, 1"
                : i == of_line ? "s_cmp_lg_u32 s8, 0"
                               : "s_nop 0");
    fprintf(t, "s_cbranch_scc1 loop\n");
}

static struct bench_kernel loop_of(const uint32_t *lines)
{
    return (struct bench_kernel){.isa = ISA_RDNA2,
                                 .body = loop,
                                 .what = lines,
                                 .ctas = 1,
                                 .threads = WARP_LANES,
                                 .bytes = 1};
}

/* Cycle in which the last instruction of a line issues whose first fetch, in that cycle, misses:
 * fetched again with the line's last sector, then buffer by buffer. */
static cycle_t walk_line(const struct gpu_config *gpu, cycle_t fetched)
{
    struct memory_path path = memory_path_make(gpu);
    uint32_t line_B = gpu->icache.line_B, buffers = line_B / BUFFER_B;
    /* A reply for a load is written back two cycles behind the one in which it comes. */
    cycle_t came = memory_path_l2_hit(&path, fetched) - 2;
    came += (cycle_t)((line_B / SECTOR_B - 1) * code_sector_cycles(gpu));
    return came + (cycle_t)buffers * (code_fetch_cycles(gpu) + OF_BUFFER - 1);
}

/* Of code that never fits, which the L2 has from its second round on. */
static enum st_code cycles_per_line(struct bench *b, uint32_t line_B, struct status *st)
{
    uint32_t lines = CACHE_B / (line_B * WAYS) * (WAYS + 1), rounds = ROUNDS_MORE - ROUNDS_FEW;
    const struct bench_kernel k = loop_of(&lines);
    struct gpu_counters few, more;
    char name[32];
    snprintf(name, sizeof name, "miss_line_%u", line_B);
    if (!bench_wants(b, name))
        return ST_OK;
    TRY(bench_kernel_run(b, &k, ROUNDS_FEW, &few, st));
    TRY(bench_kernel_run(b, &k, ROUNDS_MORE, &more, st));
    cycle_t from = code_last_issue(b->gpu, &few), to = from;
    /* Where the shorter run ended, the longer one's branch is found to have been taken, and the
     * fetch of the next round begins in that cycle. */
    for (uint32_t i = 0; i < rounds * lines; i++)
        to = walk_line(b->gpu, to);
    double n = (double)rounds * lines;
    double bound = line_B > SECTOR_B ? code_sector_bound(b->gpu) : 0;
    return bench_report(b, name, (double)(more.gpu.cycles - few.gpu.cycles) / n,
                        (double)(to - from) / n, bound, st);
}

/* Fetches of each line of a run, that in front of the loop included. */
static enum st_code fetched(struct bench *b, const char *name, uint32_t lines, uint32_t of_each,
                            struct status *st)
{
    const struct bench_kernel k = loop_of(&lines);
    struct gpu_counters n;
    if (!bench_wants(b, name))
        return ST_OK;
    TRY(bench_kernel_run(b, &k, ROUNDS_MORE, &n, st));
    return bench_report(b, name, (double)(n.sm.fetch_misses - 1) / lines, of_each, 0, st);
}

enum st_code bench_instruction_cache(struct bench *b, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    struct bench other = *b;
    gpu.sm.buffer_B = BUFFER_B;
    gpu.icache.size_B = CACHE_B;
    gpu.icache.ways = WAYS;
    other.gpu = other.lab.gpu = &gpu;
    for (gpu.icache.line_B = SECTOR_B; gpu.icache.line_B <= 4 * SECTOR_B; gpu.icache.line_B *= 2)
        TRY(cycles_per_line(&other, gpu.icache.line_B, st));
    gpu.icache.line_B = 2 * SECTOR_B;
    uint32_t lines = CACHE_B / gpu.icache.line_B, sets = lines / WAYS;
    TRY(fetched(&other, "loop_fits", lines - sets, 1, st));
    return fetched(&other, "loop_too_large", lines + sets, ROUNDS_MORE, st);
}
