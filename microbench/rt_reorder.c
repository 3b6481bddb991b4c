/* Two warps of one SM whose even lanes hit a triangle and whose odd lanes miss it, and which do so
 * much in either case; on the GPU as it is, and with its threads sorted in front of that. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"
#include "microbench/trace.h"

#include "sim/functional/warp.h"

#include <stdio.h>

/* Registers that hold something in front of the sort: the trace's result, the chain that is gone on
 * with behind it, and those of `kept`. None of the 64 threads stays in its lane: sorted, the odd
 * ones of all lie in front of the even ones, and thread 2 * i + 1 is never i, nor is 2 * i ever
 * i + 32. */
enum { WARPS = 2, KEPT = 6, LIVE_B = 4 * (2 + KEPT), MOVED = WARPS * WARP_LANES };
enum { FEW = 4, MORE = 20, LATENCY = 100 };

static void hit_or_miss(FILE *t)
{
    trace_add(t, "%f0", "0f00000000");
    fprintf(t, "{ .param .b32 param0; st.param.b32 [param0+0], %%r2; .param .b32 retval0;\n"
               "call.uni (retval0), hit_geometry, (param0); ld.param.b32 %%r4, [retval0+0]; }\n"
               "setp.ne.s32 %%p2, %%r4, 0;\n@%%p2 bra HIT;\n");
}

static void chain(FILE *t, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "add.s32 %%r5, %%r5, 3;\n");
}

static void bodies(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)what;
    shader_first_sms_only(t, 1, b->gpu->machine.sms);
    shader_lane(t, "%r3");
    fprintf(t, "and.b32 %%r4, %%r3, 1;\nsetp.ne.s32 %%p1, %%r4, 0;\n"
               "selp.f32 %%f0, 0f41200000, 0f00000000, %%p1;\nmov.u32 %%r5, 1;\n");
    for (uint32_t i = 0; i < KEPT; i++)
        fprintf(t, "mov.u32 %%r%u, %u;\n", 20 + i, i);
    hit_or_miss(t);
    chain(t, n);
    fprintf(t, "bra.uni DONE;\nHIT:\n");
    chain(t, n);
    fprintf(t, "DONE:\n");
    for (uint32_t i = 0; i < KEPT; i++)
        fprintf(t, "add.s32 %%r5, %%r5, %%r%u;\n", 20 + i);
}

/* The bench on a GPU of other parameters, which is the caller's. */
static struct bench on(const struct bench *b, struct gpu_config *gpu, uint32_t warps)
{
    struct bench other = *b;
    gpu->rt.reorder_warps = warps;
    gpu->rt.reorder_wait = gpu->rt.reorder_cycles = gpu->rt.reorder_B = 0;
    other.gpu = other.lab.gpu = gpu;
    return other;
}

/* What one more instruction in both cases costs each warp. */
static enum st_code growth(struct bench *b, uint32_t warps, uint32_t paths,
                           const char *instructions, const char *cycles, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    struct bench other = on(b, &gpu, warps);
    struct gpu_counters n;
    TRY(bench_growth(&other, bodies, NULL, FEW, MORE, WARPS * gpu.machine.sms, NULL, &n, st));
    TRY(bench_report(b, instructions, (double)n.sm.warp_instructions / (WARPS * (MORE - FEW)),
                     paths, 0, st));
    return bench_report(b, cycles, (double)n.gpu.cycles / (MORE - FEW),
                        paths * pipeline_result(&gpu, gpu.exec.int_add_latency, 1), 0, st);
}

/* What a parameter that is 0 otherwise adds to the run. */
static enum st_code added(struct bench *b, uint32_t latency, uint32_t B, const char *name,
                          double expected, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    struct bench other = on(b, &gpu, WARPS);
    struct gpu_counters less, more;
    uint32_t ctas = WARPS * gpu.machine.sms;
    TRY(bench_run(&other, bodies, NULL, FEW, ctas, NULL, &less, st));
    gpu.rt.reorder_cycles = latency;
    gpu.rt.reorder_B = B;
    TRY(bench_run(&other, bodies, NULL, FEW, ctas, NULL, &more, st));
    return bench_report(b, name, (double)(more.gpu.cycles - less.gpu.cycles), expected, 0, st);
}

enum st_code bench_rt_reorder(struct bench *b, struct status *st)
{
    if (b->gpu->sm.ctas < WARPS)
        return ST_OK;
    TRY(growth(b, 0, 2, "unsorted_instructions", "unsorted_cycles", st));
    TRY(growth(b, WARPS, 1, "sorted_instructions", "sorted_cycles", st));
    TRY(added(b, LATENCY, 0, "latency", LATENCY, st));
    TRY(added(b, 0, 1, "moving_1B", MOVED * LIVE_B, st));
    return added(b, 0, 48, "moving_48B", (MOVED * LIVE_B + 47) / 48, st);
}
