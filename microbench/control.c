/* Launch, branches, divergence. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"

#include <stdio.h>

static void nothing(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)t, (void)b, (void)what, (void)n;
}

/* The last instruction has no result but drains like one that does, and the run's cycles include
 * the one in which it leaves. */
static uint64_t launch_to_end(const struct gpu_config *gpu)
{
    return pipeline_first_issue(gpu) + pipeline_result(gpu, gpu->exec.alu_latency, 0) + 1;
}

enum st_code bench_launch(struct bench *b, struct status *st)
{
    struct gpu_counters counters;
    if (bench_wants(b, "empty")) {
        TRY(bench_run(b, nothing, NULL, 0, 1, NULL, &counters, st));
        TRY(bench_report(b, "empty", (double)counters.gpu.cycles, (double)launch_to_end(b->gpu), 0,
                         st));
    }
    if (bench_wants(b, "per_cta")) {
        uint32_t sms = b->gpu->machine.sms, warps = b->gpu->sm.schedulers;
        TRY(bench_run(b, nothing, NULL, 0, sms * warps, NULL, &counters, st));
        TRY(bench_report(b, "per_cta", (double)counters.gpu.cycles,
                         (double)(launch_to_end(b->gpu) + warps - 1), 0, st));
    }
    return ST_OK;
}

/* Every branch jumps over one instruction, so the fetched instructions after it are discarded. */
static void branches(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b, (void)what;
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "bra L%u;\nmov.u32 %%r2, 1;\nL%u:\n", i, i);
}

enum { BRANCH_FEW = 4, BRANCH_MORE = 36 };

enum st_code bench_branch(struct bench *b, struct status *st)
{
    struct gpu_counters n;
    TRY(bench_growth(b, branches, NULL, BRANCH_FEW, BRANCH_MORE, 1, NULL, &n, st));
    uint32_t fetch = b->gpu->sm.fetches > 1 ? 1 : 2;
    return bench_report(b, "taken", (double)n.gpu.cycles / (BRANCH_MORE - BRANCH_FEW), 1 + fetch, 0,
                        st);
}

/* Lane l takes path l mod `ways`; each path is a chain of n dependent additions. */
static void paths(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    uint32_t ways = *(const uint32_t *)what;
    (void)b;
    shader_lane(t, "%r0");
    fprintf(t, "and.b32 %%r1, %%r0, %u;\n", ways - 1);
    for (uint32_t k = 0; k < ways; k++) {
        fprintf(t, "setp.ne.s32 %%p1, %%r1, %u;\n@%%p1 bra L%u;\n", k, k);
        for (uint32_t i = 0; i < n; i++)
            fprintf(t, "add.s32 %%r2, %%r2, 1;\n");
        fprintf(t, "L%u:\n", k);
    }
}

enum { PATH_FEW = 4, PATH_MORE = 20 };

static enum st_code diverge(struct bench *b, uint32_t ways, struct status *st)
{
    struct gpu_counters n;
    char name[32];
    TRY(bench_growth(b, paths, &ways, PATH_FEW, PATH_MORE, 1, NULL, &n, st));
    uint32_t each = pipeline_result(b->gpu, b->gpu->exec.int_add_latency, 1);
    snprintf(name, sizeof name, "cycles_%u_paths", ways);
    TRY(bench_report(b, name, (double)n.gpu.cycles / (PATH_MORE - PATH_FEW), (double)ways * each, 0,
                     st));
    snprintf(name, sizeof name, "lanes_%u_paths", ways);
    return bench_report(b, name, (double)n.sm.active_lanes / (double)n.sm.warp_instructions,
                        32.0 / ways, 0, st);
}

enum st_code bench_divergence(struct bench *b, struct status *st)
{
    for (uint32_t ways = 1; ways <= 32; ways *= 2)
        TRY(diverge(b, ways, st));
    return ST_OK;
}
