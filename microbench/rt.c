/* Single rays through the RT unit: a scene of one triangle, whose records lie in the L1D from the
 * first trace on. */
#include "microbench/bench.h"
#include "microbench/memory_path.h"
#include "microbench/pipeline.h"
#include "microbench/trace.h"

#include "sim/functional/warp.h"

#include <stdio.h>

struct ray_row {
    const char *name;
    const char *x, *y; /* where the ray, parallel to the z axis, passes the triangle's plane */
    enum record_kind records[8];
    uint32_t n;
    bool hit;
};

#define TO_LEAF RECORD_HEADER, RECORD_INTERNAL, RECORD_INSTANCE, RECORD_HEADER, RECORD_INTERNAL
static const struct ray_row rows[] = {
    {"world_missed", "0f41200000", "0f41200000", {RECORD_HEADER}, 1, false},
    {"triangle_missed", "0fBF666666", "0f3F666666", {TO_LEAF, RECORD_TRIANGLE}, 6, false},
    {"triangle_hit", "0f00000000", "0f00000000", {TO_LEAF, RECORD_TRIANGLE_HIT}, 6, true},
};

static void traces(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct ray_row *row = what;
    (void)b;
    shader_lane(t, "%r0");
    fprintf(t, "setp.ne.s32 %%p0, %%r0, 0;\n@%%p0 exit;\n");
    for (uint32_t i = 0; i < n; i++)
        trace_add(t, row->x, row->y);
}

/* Mean over many positions of the clocks: from the end of a ray's last test to the acknowledgement
 * of its result, which goes to an L2 slice and back like a miss of the L1D. */
static double store_cycles(const struct gpu_config *gpu)
{
    enum { PHASES = 256 };
    struct memory_path path = memory_path_make(gpu);
    double sum = 0;
    for (cycle_t t = 0; t < PHASES; t++)
        sum += (double)(memory_path_l2_hit(&path, t) - 2 - t);
    return sum / PHASES;
}

enum { FEW = 4, MORE = 20 };

static enum st_code measure(struct bench *b, const struct ray_row *row, struct status *st)
{
    const struct rt_config *rt = &b->gpu->rt;
    struct gpu_counters few, more;
    char name[32];
    double latency = row->hit ? store_cycles(b->gpu) : 0, bound = row->hit ? 0.02 : 0;
    for (uint32_t i = 0; i < row->n; i++)
        latency += trace_record_cycles(rt, row->records[i]);
    if (row->n > 1 && rt->leaf_records == LEAF_RECORDS_TWO)
        latency += trace_record_cycles(rt, RECORD_DESCRIPTOR);
    TRY(bench_run(b, traces, row, FEW, 1, NULL, &few, st));
    TRY(bench_run(b, traces, row, MORE, 1, NULL, &more, st));
    snprintf(name, sizeof name, "%s_latency", row->name);
    TRY(bench_report(b, name, (double)(more.rt.warp_latency - few.rt.warp_latency) / (MORE - FEW),
                     latency, bound, st));
    /* To the unit's input register at the dispatch, into the unit in the cycle behind. */
    return bench_report(b, row->name, (double)(more.gpu.cycles - few.gpu.cycles) / (MORE - FEW),
                        pipeline_collect(b->gpu, 0) + 1 + latency, bound, st);
}

enum st_code bench_rt(struct bench *b, struct status *st)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        TRY(measure(b, &rows[i], st));
    return ST_OK;
}
