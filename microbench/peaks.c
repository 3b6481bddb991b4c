#include "microbench/peaks.h"

#include <stddef.h>

static const char *const rows[] = {"throughput.fp_mad",
                                   "throughput.dp_mad",
                                   "throughput.int_mad",
                                   "throughput.int_add",
                                   "chase.l1_hit",
                                   "chase.l2_hit",
                                   "chase.dram_row_miss",
                                   "stream.dram_read",
                                   "coalescing.cycles_stride_4",
                                   "rt_full.same",
                                   "rt.world_missed_latency",
                                   NULL};

static void compute_sm(struct roofline_gpu *out, const struct microbench_report *r,
                       double giga_lanes)
{
    out->sp = 2 * microbench_find(r, "throughput.fp_mad")->measured * giga_lanes;
    out->dp = 2 * microbench_find(r, "throughput.dp_mad")->measured * giga_lanes;
    out->integer = microbench_find(r, "throughput.int_mad")->measured * giga_lanes;
    out->add = microbench_find(r, "throughput.int_add")->measured * giga_lanes;
    out->ldst = giga_lanes / microbench_find(r, "coalescing.cycles_stride_4")->measured;
}

static void compute_memory(struct roofline_gpu *out, const struct microbench_report *r, double ns)
{
    double l1 = microbench_find(r, "chase.l1_hit")->measured;
    out->bandwidth = microbench_find(r, "stream.dram_read")->measured;
    out->l2_ns = (microbench_find(r, "chase.l2_hit")->measured - l1) * ns;
    out->dram_ns = (microbench_find(r, "chase.dram_row_miss")->measured - l1) * ns;
}

static void compute_rt(struct roofline_gpu *out, const struct microbench_report *r,
                       const struct gpu_config *gpu)
{
    uint32_t places = gpu->rt.max_warps < gpu->sm.ctas ? gpu->rt.max_warps : gpu->sm.ctas;
    double giga = (double)gpu->machine.sms * gpu->machine.core_MHz / 1000;
    const struct microbench_row *full = microbench_find(r, "rt_full.same");
    /* Where the row is missing, the unit has room for all warps, so no warp waits for it. */
    double per_cycle = full ? full->measured / ROOFLINE_WARP
                            : places / microbench_find(r, "rt.world_missed_latency")->measured;
    out->steps = per_cycle * giga;
    out->requests = giga;
    out->places = (double)gpu->machine.sms * places;
}

enum st_code peaks_measure(struct roofline_gpu *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct status *st)
{
    double giga_lanes = ROOFLINE_WARP * (double)gpu->machine.sms * gpu->machine.core_MHz / 1000;
    struct microbench_report report;
    *out = (struct roofline_gpu){0};
    TRY(microbench_run(&report, gpu, traversal, rows, st));
    compute_sm(out, &report, giga_lanes);
    compute_memory(out, &report, 1000 / gpu->machine.core_MHz);
    compute_rt(out, &report, gpu);
    microbench_release(&report);
    return ST_OK;
}
