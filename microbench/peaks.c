#include "microbench/peaks.h"

enum { LANES = ROOFLINE_WARP };

struct bench_bed {
    const struct gpu_config *gpu;
    const struct traversal_options *traversal;
};

/* The measurement of one row. */
static enum st_code measured(double *out, const struct bench_bed *bed, const char *row,
                             struct status *st)
{
    struct microbench_report report;
    TRY(microbench_run(&report, bed->gpu, bed->traversal, row, st));
    *out = report.rows[0].measured;
    microbench_release(&report);
    return ST_OK;
}

static enum st_code measure_sm(struct roofline_gpu *out, const struct bench_bed *bed,
                               struct status *st)
{
    const struct gpu_config *gpu = bed->gpu;
    double giga_lanes = LANES * (double)gpu->machine.sms * gpu->machine.core_MHz / 1000;
    double fp_mad, dp_mad, int_mad, int_add, load;
    TRY(measured(&fp_mad, bed, "throughput.fp_mad", st));
    TRY(measured(&dp_mad, bed, "throughput.dp_mad", st));
    TRY(measured(&int_mad, bed, "throughput.int_mad", st));
    TRY(measured(&int_add, bed, "throughput.int_add", st));
    TRY(measured(&load, bed, "coalescing.cycles_stride_4", st));
    out->sp = 2 * fp_mad * giga_lanes;
    out->dp = 2 * dp_mad * giga_lanes;
    out->integer = int_mad * giga_lanes;
    out->add = int_add * giga_lanes;
    out->ldst = giga_lanes / load;
    return ST_OK;
}

static enum st_code measure_memory(struct roofline_gpu *out, const struct bench_bed *bed,
                                   struct status *st)
{
    double l1, l2, dram, ns = 1000 / bed->gpu->machine.core_MHz;
    TRY(measured(&out->bandwidth, bed, "stream.dram_read", st));
    TRY(measured(&l1, bed, "chase.l1_hit", st));
    TRY(measured(&l2, bed, "chase.l2_hit", st));
    TRY(measured(&dram, bed, "chase.dram_row_miss", st));
    out->l2_ns = (l2 - l1) * ns;
    out->dram_ns = (dram - l1) * ns;
    return ST_OK;
}

static enum st_code measure_rt(struct roofline_gpu *out, const struct bench_bed *bed,
                               struct status *st)
{
    const struct gpu_config *gpu = bed->gpu;
    double giga = (double)gpu->machine.sms * gpu->machine.core_MHz / 1000, per_cycle;
    uint32_t places = gpu->rt.max_warps < gpu->sm.ctas ? gpu->rt.max_warps : gpu->sm.ctas;
    enum st_code code = measured(&per_cycle, bed, "rt_full.same", st);
    if (code == ST_OK) {
        per_cycle /= LANES;
    } else if (code == ST_USAGE) { /* the unit has room for all warps, so none waits for it */
        double cycles;
        TRY(measured(&cycles, bed, "rt.world_missed_latency", st));
        per_cycle = places / cycles;
    } else {
        return code;
    }
    out->steps = per_cycle * giga;
    out->requests = giga;
    out->places = (double)gpu->machine.sms * places;
    return ST_OK;
}

enum st_code peaks_measure(struct roofline_gpu *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct status *st)
{
    const struct bench_bed bed = {gpu, traversal};
    *out = (struct roofline_gpu){0};
    TRY(measure_sm(out, &bed, st));
    TRY(measure_memory(out, &bed, st));
    return measure_rt(out, &bed, st);
}
