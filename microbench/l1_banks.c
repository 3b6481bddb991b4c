/* Loads that hit in the L1D, with a stride between lanes: sectors after coalescing, and the cycles
 * in which the banks take them. And the bandwidth of one SM with each lane in its own sector, so
 * all banks are used equally, for either way of choosing the bank. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"

#include "sim/timing/memory/mem_port.h"

#include <math.h>
#include <stdio.h>

enum { LANES = 32, LOADS = 8, WARPS = 2, FEW = 4, MORE = 12, MOST_STRIDE = 128 };

struct loads {
    uint32_t stride; /* bytes from lane to lane */
    bool wait;       /* the first brings the sectors, the others wait for it, so all hit */
};

/* Cycles in which the sectors of one load enter, `apart_B` bytes from each other: from the last to
 * the first; a cycle ends at the first sector whose bank has taken one in that cycle
 * (docs/model.md, "SM: load/store unit"). */
static uint32_t bank_cycles(const struct gpu_config *gpu, uint32_t sectors, uint32_t apart_B)
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

/* Cycles from load to load. */
static double load_cycles(const struct gpu_config *gpu, uint32_t sectors, uint32_t apart_B)
{
    return fmax(bank_cycles(gpu, sectors, apart_B), pipeline_ldst_interval(gpu, 1));
}

static void go(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct loads *l = what;
    shader_first_sms_only(t, 1, b->gpu->machine.sms);
    shader_storage(t);
    shader_lane_address(t, l->stride);
    if (l->wait)
        fprintf(t, "ld.global.u32 %%r2, [%%rd1];\nadd.s32 %%r2, %%r2, %%r2;\n");
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < LOADS; k++)
            fprintf(t, "ld.global.u32 %%r%u, [%%rd1];\n", 2 + k);
}

static enum st_code measure_l1_banks(const struct bench *b, const struct loads *l,
                                     struct gpu_counters *out, struct status *st)
{
    const struct launch_storage storage = {.size = LANES * MOST_STRIDE};
    uint32_t ctas = WARPS * b->gpu->sm.schedulers * b->gpu->machine.sms;
    return bench_growth(b, go, l, FEW, MORE, ctas, &storage, out, st);
}

enum st_code bench_coalescing(struct bench *b, struct status *st)
{
    for (uint32_t stride = 4; stride <= MOST_STRIDE; stride *= 2) {
        uint32_t apart_B = stride < SECTOR_B ? SECTOR_B : stride;
        uint32_t sectors = LANES * stride / apart_B;
        struct gpu_counters n;
        char name[32];
        TRY(measure_l1_banks(b, &(struct loads){.stride = stride}, &n, st));
        double loads = (double)n.ldst.loads;
        snprintf(name, sizeof name, "sectors_stride_%u", stride);
        TRY(bench_report(b, name, (double)n.ldst.load_sectors / loads, sectors, 0, st));
        snprintf(name, sizeof name, "cycles_stride_%u", stride);
        TRY(bench_report(b, name, (double)n.gpu.cycles / loads,
                         load_cycles(b->gpu, sectors, apart_B), 0.02, st));
    }
    return ST_OK;
}

enum st_code bench_l1_bandwidth(struct bench *b, struct status *st)
{
    static const char *const names[] = {[BANK_SECTOR] = "sector", [BANK_SHIFT_32] = "shift_32"};
    for (uint32_t bank = BANK_SECTOR; bank <= BANK_SHIFT_32; bank++) {
        struct gpu_config gpu = *b->gpu;
        struct bench other = *b;
        struct gpu_counters n;
        if (!bench_wants(b, names[bank]))
            continue;
        gpu.ldst.bank = bank;
        other.gpu = other.lab.gpu = &gpu;
        TRY(measure_l1_banks(&other, &(struct loads){SECTOR_B, true}, &n, st));
        TRY(bench_report(b, names[bank], (double)n.ldst.load_sectors / (double)n.gpu.cycles,
                         LANES / load_cycles(&gpu, LANES, SECTOR_B), 0.03, st));
    }
    return ST_OK;
}
