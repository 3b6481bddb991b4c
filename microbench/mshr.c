/* Little's law at the L1D of one SM: misses per cycle are the sectors in flight divided by the time
 * from a miss to its reply. Uses few MSHRs, for any number in the GPU, because all of its own are
 * more than one reply per cycle can keep busy. */
#include "microbench/bench.h"
#include "microbench/limits.h"
#include "microbench/pipeline.h"

#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"

#include <stdio.h>

enum { LINE_B = SHADER_LINE_B, SECTORS = LINE_B / SECTOR_B, FEW = 24, MORE = 56 };

/* Dependent divisions that last until the written lines, sector by sector, are in the L2. */
static uint32_t pause(const struct bench *b)
{
    const struct machine_config *m = &b->gpu->machine;
    double slow = 1 + m->core_MHz / m->icnt_MHz + m->core_MHz / m->l2_MHz;
    return (uint32_t)(slow * (2 * MORE * SECTORS + 1000) /
                      pipeline_result(b->gpu, b->gpu->exec.int_div_latency, 1)) +
           1;
}

/* A warp writes lines, which are then in the L2 and not in the L1D, and reads n of them. */
static void go(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)what;
    shader_storage(t);
    shader_lane_address(t, 4);
    shader_write_lines(t, MORE);
    for (uint32_t i = pause(b); i; i--)
        fprintf(t, "div.s32 %%r1, %%r1, 3;\n");
    fprintf(t, "mul.wide.u32 %%rd2, %%r1, 0;\nadd.s64 %%rd1, %%rd1, %%rd2;\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(t, "ld.global.u32 %%r%u, [%%rd1+%u];\n", 3 + i, i * LINE_B);
}

static enum st_code measure_mshr(struct bench *b, uint32_t mshrs, struct status *st)
{
    const struct machine_config *m = &b->gpu->machine;
    const struct launch_storage storage = {.size = MORE * LINE_B};
    struct gpu_config gpu = *b->gpu;
    struct bench other = *b;
    struct gpu_counters n;
    char name[32];
    snprintf(name, sizeof name, "l1d_%u", mshrs);
    if (!bench_wants(b, name))
        return ST_OK;
    gpu.l1d.mshrs = mshrs;
    other.gpu = other.lab.gpu = &gpu;
    TRY(bench_growth(&other, go, NULL, FEW, MORE, 1, &storage, &n, st));
    double expected = limits_l2_read(&gpu, 1, m->memory_partitions * gpu.l2.slices, 1e9);
    return bench_report(b, name, (double)(MORE - FEW) * SECTORS / (double)n.gpu.cycles,
                        expected / m->core_MHz, 0.03, st);
}

enum st_code bench_mshr(struct bench *b, struct status *st)
{
    static const uint32_t mshrs[] = {4, 16, 64};
    for (size_t i = 0; i < sizeof mshrs / sizeof *mshrs; i++)
        TRY(measure_mshr(b, mshrs[i], st));
    return ST_OK;
}
