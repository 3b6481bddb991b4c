/* Single rays through the RT unit: a scene of one triangle, whose records are in the L1D from the
 * first trace on. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"
#include "microbench/trace.h"
#include "sim/timing/memory/memory_path.h"

#include "sim/functional/warp.h"

#include <stdio.h>

struct ray_row {
    const char *name;
    const char *x, *y; /* where the ray, parallel to the z axis, meets the triangle's plane */
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

enum { FEW = 4, MORE = 20 };

static enum st_code measure_rt(struct bench *b, const struct ray_row *row, struct status *st)
{
    const struct rt_config *rt = &b->gpu->rt;
    struct gpu_counters n;
    char name[32];
    /* Cycles from the end of a ray's last test to the acknowledgement of its result, which goes to
     * an L2 slice and back like a miss of the L1D. */
    double latency = row->hit ? memory_path_l2_mean(b->gpu) - 2 : 0, bound = row->hit ? 0.02 : 0;
    for (uint32_t i = 0; i < row->n; i++)
        latency += trace_record_cycles(rt, trace_record(rt, row->records[i]));
    if (row->n > 1 && rt->leaf_records == LEAF_RECORDS_TWO)
        latency += trace_record_cycles(rt, trace_record(rt, RECORD_DESCRIPTOR));
    TRY(bench_growth(b, traces, row, FEW, MORE, 1, NULL, &n, st));
    snprintf(name, sizeof name, "%s_latency", row->name);
    TRY(bench_report(b, name, (double)n.rt.warp_latency / (MORE - FEW), latency, bound, st));
    /* A trace moves to the unit's input register at the dispatch, and into the unit in the next
     * cycle. */
    return bench_report(b, row->name, (double)n.gpu.cycles / (MORE - FEW),
                        pipeline_collect(b->gpu, 0) + 1 + latency, bound, st);
}

enum st_code bench_rt(struct bench *b, struct status *st)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        TRY(measure_rt(b, &rows[i], st));
    return ST_OK;
}
