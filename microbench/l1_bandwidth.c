/* Bandwidth of the L1D of one SM: loads that hit, each lane in a sector of its own, so that every
 * bank has as many as any other; with either way of choosing the bank, whichever the GPU has. */
#include "microbench/bench.h"
#include "microbench/l1_banks.h"

#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"

enum { LANES = 32, LOADS = 8, WARPS = 2, FEW = 4, MORE = 12 };

/* The first load of a warp brings the sectors; the others wait for it, so that all of them hit. */
static void loads(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)what;
    shader_first_sms_only(t, 1, b->gpu->machine.sms);
    shader_storage(t);
    shader_lane(t, "%r1");
    fprintf(t,
            "mul.wide.u32 %%rd1, %%r1, %d;\nadd.s64 %%rd1, %%rd1, %%rd0;\n"
            "ld.global.u32 %%r2, [%%rd1];\nadd.s32 %%r2, %%r2, %%r2;\n",
            SECTOR_B);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < LOADS; k++)
            fprintf(t, "ld.global.u32 %%r%u, [%%rd1];\n", 2 + k);
}

static enum st_code measure(struct bench *b, const char *name, const struct gpu_config *gpu,
                            struct status *st)
{
    struct gpu_counters few, more;
    uint8_t bytes[LANES * SECTOR_B] = {0};
    struct launch_storage storage = {bytes, sizeof bytes};
    struct bench other = *b;
    uint32_t ctas = WARPS * gpu->sm.schedulers * gpu->machine.sms;
    if (!bench_wants(b, name))
        return ST_OK;
    other.gpu = other.lab.gpu = gpu;
    TRY(bench_run(&other, loads, NULL, FEW, ctas, &storage, &few, st));
    TRY(bench_run(&other, loads, NULL, MORE, ctas, &storage, &more, st));
    double cycles = l1_banks_cycles(gpu, LANES, SECTOR_B), issue = l1_banks_issue_cycles(gpu);
    return bench_report(b, name,
                        (double)(more.ldst.load_sectors - few.ldst.load_sectors) /
                            (double)(more.gpu.cycles - few.gpu.cycles),
                        LANES / (cycles > issue ? cycles : issue), 0.03, st);
}

enum st_code bench_l1_bandwidth(struct bench *b, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    gpu.ldst.bank = BANK_SECTOR;
    TRY(measure(b, "sector", &gpu, st));
    gpu.ldst.bank = BANK_SHIFT_32;
    return measure(b, "shift_32", &gpu, st);
}
