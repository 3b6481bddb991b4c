/* Barriers of one CTA that does nothing else. */
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

/* Cycles between barriers: until every scheduler has issued that of each of its warps. Two
 * instructions are fetched at once; of the warps that empty their buffers in the last cycle before
 * every other barrier all but one less than there are fetches are there a cycle later, which is
 * noticed where their schedulers have no others. */
static double cycles_between(const struct gpu_config *gpu, uint32_t warps, double *bound)
{
    const struct sm_config *sm = &gpu->sm;
    const struct pipeline_stream stream = {.units = gpu->exec.int_units ? gpu->exec.int_units
                                                                        : gpu->exec.sp_units,
                                           .interval = gpu->exec.alu_interval,
                                           .latency = gpu->exec.alu_latency,
                                           .bank_uses = 1e-9,
                                           .in_flight = 1000};
    double rate = pipeline_rate(gpu, &stream, bound);
    double late = warps <= sm->schedulers && warps >= sm->fetches
                      ? ceil((warps - sm->fetches + 1.0) / sm->fetches)
                      : 0;
    return ceil(warps / rate) + late / 2;
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
