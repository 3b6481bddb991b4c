/* As many warps as an RT unit holds, each lane of a warp down its own column of nodes, all warps
 * the same ones, where hits and replies are offered to every warp (rt.coalesce_warps): the oldest
 * warp gets the unit's requests, and the others take its data.
 *
 * The oldest warp must leave no gap between its requests. In one a younger warp would select all
 * its lanes' records, and ask for them before it leaves although they have come meanwhile. */
#include "microbench/bench.h"
#include "microbench/columns.h"
#include "microbench/trace.h"

enum { LANES = 32, FEW = 4, MORE = 20, MOST_PAIRS = 20, NODE_B = 64 };

static void walks(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)what;
    shader_first_sms_only(t, 1, b->gpu->machine.sms);
    shader_lane(t, "%r3");
    columns_aim(t);
    for (uint32_t i = 0; i < n; i++)
        trace_add(t, "%f0", "%f1");
}

/* Core cycles from a trace of each of so many warps of an SM to the next. */
static enum st_code cycles_of(const struct bench *b, uint32_t warps, double *out, struct status *st)
{
    struct gpu_counters n;
    TRY(bench_growth(b, walks, NULL, FEW, MORE, warps * b->gpu->machine.sms, NULL, &n, st));
    *out = (double)n.gpu.cycles / (MORE - FEW);
    return ST_OK;
}

static enum st_code measure(struct bench *b, struct status *st)
{
    double alone, together;
    TRY(cycles_of(b, 1, &alone, st));
    TRY(cycles_of(b, b->gpu->rt.max_warps, &together, st));
    /* A record of several requests that a younger warp has begun is asked for wholly. */
    return bench_report(b, "apart", together, alone, 0.01, st);
}

enum st_code bench_rt_coalesce(struct bench *b, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    struct traversal_options traversal = b->lab.traversal;
    struct bench other = *b;
    uint64_t l1d_B = (uint64_t)gpu.l1d.sets * gpu.l1d.ways * gpu.l1d.line_B;
    uint64_t pairs = l1d_B / NODE_B / LANES;
    if (!bench_wants(b, "apart") || !pairs || gpu.sm.ctas < gpu.rt.max_warps ||
        gpu.rt.internal_cycles >= LANES)
        return ST_OK;
    gpu.rt.coalesce_warps = true;
    gpu.rt.nodes = NODES_INTEL6;
    traversal.nodes = BVH_INTEL6;
    uint32_t without_gap = LANES - 1 - gpu.rt.internal_cycles;
    if (gpu.rt.hit_latency > without_gap)
        gpu.rt.hit_latency = without_gap;
    /* Tests that wait for a unit would part the warps. */
    gpu.rt.box_units = gpu.rt.triangle_units = gpu.rt.transform_units = 0;
    other.gpu = &gpu;
    TRY(columns_open(&other.lab, &gpu, &traversal, LANES,
                     pairs < MOST_PAIRS ? (uint32_t)pairs : MOST_PAIRS, st));
    enum st_code code = measure(&other, st);
    lab_close(&other.lab);
    return code;
}
