/* The scalar units, and the scalar data cache. */
#include "microbench/machine_code.h"
#include "microbench/pipeline.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/memory/memory_path.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- units ---- */

enum { OPS = 40, ROUNDS_FEW = 4, ROUNDS_MORE = 20, WARPS = 2, SIZE_B = 4 };

static void dependent(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)what, (void)i;
    for (uint32_t k = 0; k < OPS; k++)
        code_add(c, SIZE_B, c->issued + b->gpu->exec.scalar_latency, "s_add_u32 s8, s8, 1");
}

static void independent(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)b, (void)what, (void)i;
    for (uint32_t k = 0; k < OPS; k++)
        code_add(c, SIZE_B, 0, "s_mov_b32 s%u, 1", 8 + k);
}

/* Instructions per cycle of an SM. */
static enum st_code rate(struct bench *b, struct status *st)
{
    const struct sm_config *sm = &b->gpu->sm;
    const struct code_bench k = {.group = independent,
                                 .few = ROUNDS_FEW,
                                 .more = ROUNDS_MORE,
                                 .bytes = 1,
                                 .warps = WARPS * sm->schedulers};
    struct gpu_counters n;
    if (!bench_wants(b, "independent"))
        return ST_OK;
    TRY(code_growth(b, &k, &n, st));
    double fetched = (double)sm->fetches * (sm->buffer_B / SIZE_B), schedulers = sm->schedulers;
    bool meet = fetched < 1.2 * schedulers;
    double all = (double)k.warps * OPS * (ROUNDS_MORE - ROUNDS_FEW);
    return bench_report(b, "independent", all / (double)n.gpu.cycles, fmin(schedulers, fetched),
                        meet ? 0.3 : 0.02, st);
}

enum st_code bench_scalar(struct bench *b, struct status *st)
{
    const struct code_bench k = {
        .group = dependent, .few = ROUNDS_FEW, .more = ROUNDS_MORE, .bytes = 1, .warps = 1};
    TRY(code_report(b, "dependent", &k, 0, st));
    return rate(b, st);
}

/* ---- cache ---- */

enum { ADDRESS_B = 8, FEW = 4, MORE = 20 };

/* The place that holds its own address. */
static void fill(const struct bench *b, uint64_t addr, uint8_t *host)
{
    (void)b;
    memcpy(host, &addr, ADDRESS_B);
}

static void hit(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)what, (void)i;
    cycle_t issued = code_add(c, 8, 0, "s_load_dwordx2 s[4:5], s[4:5], 0x0");
    code_add(c, 4, issued + b->gpu->scalar_cache.latency, "s_waitcnt lgkmcnt(0)");
}

/* What is loaded, line by line, is in the L2. */
static void before(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)what, (void)i;
    code_write_lines(c, (MORE * b->gpu->scalar_cache.line_B + SHADER_LINE_B - 1) / SHADER_LINE_B);
}

static void miss(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    const struct scalar_cache_config *cache = &b->gpu->scalar_cache;
    struct memory_path path = memory_path_make(b->gpu);
    (void)what;
    cycle_t issued = code_add(c, 8, 0, "s_load_dword s9, s[4:5], 0x%x", i * cache->line_B);
    /* A reply for a vector load is written back two cycles behind the one in which it comes. */
    cycle_t came = memory_path_l2_hit(&path, issued + cache->latency) - 2;
    came += (cycle_t)((cache->line_B / SECTOR_B - 1) * code_sector_cycles(b->gpu));
    code_add(c, 4, came, "s_waitcnt lgkmcnt(0)");
}

static enum st_code misses(struct bench *b, uint32_t line_B, struct status *st)
{
    const struct code_bench k = {.before = before,
                                 .group = miss,
                                 .few = FEW,
                                 .more = MORE,
                                 .bytes = (uint64_t)MORE * line_B + SHADER_LINE_B,
                                 .warps = 1};
    struct gpu_config gpu = *b->gpu;
    struct bench other = *b;
    char name[32];
    gpu.scalar_cache.line_B = line_B;
    other.gpu = other.lab.gpu = &gpu;
    snprintf(name, sizeof name, "miss_line_%u", line_B);
    return code_report(&other, name, &k, line_B > SECTOR_B ? code_sector_bound(&gpu) : 0, st);
}

enum { ROUNDS = 6 };

/* So many lines of one set, in turn. */
static void lines_of_set(struct machine_code *c, const struct bench *b, const void *what,
                         uint32_t i)
{
    const struct scalar_cache_config *cache = &b->gpu->scalar_cache;
    uint32_t lines = *(const uint32_t *)what;
    (void)i;
    for (uint32_t k = 0; k < lines; k++) {
        code_add(c, 8, 0, "s_load_dword s9, s[4:5], 0x%x", k * (cache->size_B / cache->ways));
        code_add(c, 4, 0, "s_waitcnt lgkmcnt(0)");
    }
}

/* How often each of so many lines is fetched. */
static enum st_code fetched(struct bench *b, const char *name, uint32_t lines, double expected,
                            struct status *st)
{
    const struct scalar_cache_config *cache = &b->gpu->scalar_cache;
    const struct code_bench k = {.group = lines_of_set,
                                 .what = &lines,
                                 .few = 0,
                                 .more = ROUNDS,
                                 .bytes = (uint64_t)lines * (cache->size_B / cache->ways),
                                 .warps = 1};
    struct gpu_counters n;
    if (!bench_wants(b, name) || cache->size_B == 0)
        return ST_OK;
    TRY(code_growth(b, &k, &n, st));
    return bench_report(b, name, (double)n.sm.scalar_misses / lines, expected, 0, st);
}

enum st_code bench_scalar_cache(struct bench *b, struct status *st)
{
    const struct code_bench chain = {
        .group = hit, .few = FEW, .more = MORE, .bytes = ADDRESS_B, .warps = 1, .fill = fill};
    TRY(code_report(b, "hit", &chain, 0, st));
    for (uint32_t line_B = SECTOR_B; line_B <= 4 * SECTOR_B; line_B *= 2)
        TRY(misses(b, line_B, st));
    TRY(fetched(b, "set_full", b->gpu->scalar_cache.ways, 1, st));
    return fetched(b, "set_and_one", b->gpu->scalar_cache.ways + 1, ROUNDS, st);
}
