/* Loads that hit in the L1D, their lanes a stride apart: sectors after coalescing, and the cycles
 * in which the banks take them. */
#include "microbench/l1_banks.h"
#include "microbench/bench.h"
#include "microbench/pipeline.h"

#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"

#include <stdio.h>

enum { LANES = 32, LOADS = 8, WARPS = 2, FEW = 4, MORE = 12, MOST_STRIDE = 128 };

uint32_t l1_banks_cycles(const struct gpu_config *gpu, uint32_t sectors, uint32_t apart_B)
{
    uint32_t cycles = 0, entered = 0;
    while (entered < sectors) {
        uint32_t taken = 0, n = 0;
        for (; n < gpu->ldst.l1_banks && entered < sectors; n++) {
            uint32_t sector = (sectors - 1 - entered) * (apart_B / SECTOR_B);
            uint32_t bank = gpu->ldst.bank == BANK_SHIFT_32 ? 0 : sector % gpu->ldst.l1_banks;
            if (taken >> bank & 1)
                break;
            taken |= 1u << bank;
            entered++;
        }
        cycles++;
    }
    return cycles;
}

double l1_banks_issue_cycles(const struct gpu_config *gpu)
{
    double each = (double)pipeline_collect(gpu, 1) / gpu->sm.schedulers;
    return gpu->sm.collectors_held || each < 1 ? 1 : each;
}

static void loads(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    uint32_t stride = *(const uint32_t *)what;
    shader_first_sms_only(t, 1, b->gpu->machine.sms);
    shader_storage(t);
    shader_lane(t, "%r1");
    fprintf(t, "mul.wide.u32 %%rd1, %%r1, %u;\nadd.s64 %%rd1, %%rd1, %%rd0;\n", stride);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < LOADS; k++)
            fprintf(t, "ld.global.u32 %%r%u, [%%rd1];\n", 2 + k);
}

static enum st_code measure(struct bench *b, uint32_t stride, const struct launch_storage *storage,
                            struct status *st)
{
    struct gpu_counters few, more;
    char name[32];
    uint32_t warps = WARPS * b->gpu->sm.schedulers, ctas = warps * b->gpu->machine.sms;
    uint32_t sectors = stride < SECTOR_B ? LANES * stride / SECTOR_B : LANES;
    uint32_t apart = stride < SECTOR_B ? SECTOR_B : stride;
    TRY(bench_run(b, loads, &stride, FEW, ctas, storage, &few, st));
    TRY(bench_run(b, loads, &stride, MORE, ctas, storage, &more, st));
    double n = (double)(more.ldst.loads - few.ldst.loads);
    snprintf(name, sizeof name, "sectors_stride_%u", stride);
    TRY(bench_report(b, name, (double)(more.ldst.load_sectors - few.ldst.load_sectors) / n, sectors,
                     0, st));
    double expected = l1_banks_cycles(b->gpu, sectors, apart);
    if (expected < l1_banks_issue_cycles(b->gpu))
        expected = l1_banks_issue_cycles(b->gpu);
    snprintf(name, sizeof name, "cycles_stride_%u", stride);
    return bench_report(b, name, (double)(more.gpu.cycles - few.gpu.cycles) / n, expected, 0.02,
                        st);
}

enum st_code bench_coalescing(struct bench *b, struct status *st)
{
    enum st_code code = ST_OK;
    struct launch_storage storage = {.size = LANES * MOST_STRIDE};
    uint8_t *bytes = mem_calloc(storage.size, 1);
    if (!bytes)
        return status_no_memory(st, "storage");
    storage.bytes = bytes;
    for (uint32_t stride = 4; code == ST_OK && stride <= MOST_STRIDE; stride *= 2)
        code = measure(b, stride, &storage, st);
    mem_free(bytes);
    return code;
}
