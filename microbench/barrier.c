/* Barriers of one CTA without other work. */
#include "microbench/kernel.h"
#include "microbench/pipeline.h"

#include <math.h>
#include <stdio.h>

enum { LANES = 32, FEW = 8, MORE = 40 };

static void barriers(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b, (void)what;
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "bar.sync 0;\n");
}

/* Cycles of a round of barriers whose warps emptied their buffers in the round before: a limited
 * number per cycle, fetched in turn. The last fetch of a cycle is decoded in the next. */
static uint32_t fetched_round(uint32_t warps, uint32_t per_cycle, uint32_t fetches)
{
    uint32_t round = (warps + per_cycle - 1) / per_cycle, empty = 0, fetched = 0, there = 0;
    for (uint32_t cycle = 0; fetched < warps; cycle++) {
        uint32_t left = warps - fetched - empty;
        empty += left < per_cycle ? left : per_cycle;
        uint32_t n = empty < fetches ? empty : fetches;
        empty -= n;
        fetched += n;
        there = cycle + (n == fetches ? 2 : 1);
    }
    return there - (round - 1) > round ? there - (round - 1) : round;
}

/* Cycles between barriers: until every scheduler has issued that of each of its warps. Two
 * instructions are fetched at once, so every other round waits for fetches. */
static double cycles_between(const struct gpu_config *gpu, uint32_t warps, double *bound)
{
    struct gpu_config fetched = *gpu;
    const struct pipeline_stream stream = {.units = gpu->exec.int_units ? gpu->exec.int_units
                                                                        : gpu->exec.sp_units,
                                           .interval = gpu->exec.alu_interval,
                                           .latency = gpu->exec.alu_latency,
                                           .bank_uses = 1e-9,
                                           .in_flight = 1000};
    fetched.sm.fetches = 2 * gpu->sm.schedulers;
    double rate = pipeline_rate(&fetched, &stream, bound);
    uint32_t per_cycle = rate < 1 ? 1 : (uint32_t)rate;
    return (ceil(warps / rate) + fetched_round(warps, per_cycle, gpu->sm.fetches)) / 2;
}

enum st_code bench_barrier(struct bench *b, struct status *st)
{
    static const uint32_t warps[] = {1, 2, 4, 8, 16, 32};
    for (size_t i = 0; i < sizeof warps / sizeof *warps; i++) {
        const struct bench_kernel k = {
            .body = barriers, .ctas = 1, .threads = warps[i] * LANES, .shared_B = 1, .bytes = 1};
        struct gpu_counters n;
        char name[32];
        snprintf(name, sizeof name, "warps_%u", warps[i]);
        if (warps[i] * LANES > b->gpu->sm.threads || !bench_wants(b, name))
            continue;
        TRY(bench_kernel_growth(b, &k, FEW, MORE, &n, st));
        double bound, expected = cycles_between(b->gpu, warps[i], &bound);
        TRY(bench_report(b, name, (double)n.gpu.cycles / (MORE - FEW), expected, bound, st));
    }
    return ST_OK;
}
