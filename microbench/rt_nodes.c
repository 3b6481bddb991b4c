/* Single rays through compressed wide nodes, whatever nodes the GPU has else: past a triangle, and
 * past the three of one leaf, of which each is tested. Their records lie in the L1D from the first
 * trace on. */
#include "microbench/bench.h"
#include "microbench/trace.h"

#include <string.h>

enum { FEW = 4, MORE = 20, TRIANGLES = 3 };

/* Triangles of edge 2 one behind the other, a hundredth apart: their boxes are nearly one. */
static void stacked(const void *what, uint32_t i, float position[3])
{
    static const float corners[3][2] = {{-1, -1}, {1, -1}, {0, 1}};
    (void)what;
    position[0] = corners[i % 3][0];
    position[1] = corners[i % 3][1];
    position[2] = -0.01f * (float)(i / 3);
}

/* Through a corner of the box in which no triangle is. */
static void past(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b;
    (void)what;
    shader_lane(t, "%r0");
    fprintf(t, "setp.ne.s32 %%p0, %%r0, 0;\n@%%p0 exit;\n");
    for (uint32_t i = 0; i < n; i++)
        trace_add(t, "0fBF666666", "0f3F666666");
}

/* A header, the root and a leaf of each level: the TLAS' instance, then `n` triangles side by side.
 */
static double latency_of(const struct rt_config *rt, uint32_t n)
{
    static const enum record_kind to_leaf[] = {RECORD_HEADER, RECORD_INTERNAL, RECORD_INSTANCE,
                                               RECORD_HEADER, RECORD_INTERNAL};
    double cycles = 0;
    for (size_t i = 0; i < sizeof to_leaf / sizeof *to_leaf; i++)
        cycles += trace_record_cycles(rt, trace_record(rt, to_leaf[i]));
    record_t triangle = trace_record(rt, RECORD_TRIANGLE);
    for (uint32_t i = 0; i < n; i++)
        cycles += trace_record_cycles(
            rt,
            record_make(record_kind(triangle), record_addr(triangle) + i * record_bytes(triangle)));
    return cycles;
}

static enum st_code measure(struct bench *b, const char *name, uint32_t triangles,
                            struct status *st)
{
    struct bench other = *b;
    struct gpu_config gpu = *b->gpu;
    struct traversal_options traversal = b->lab.traversal;
    struct gpu_counters n;
    if (!bench_wants(b, name))
        return ST_OK;
    gpu.rt.nodes = NODES_CWBVH8;
    gpu.rt.leaf_records = LEAF_RECORDS_ONE;
    gpu.rt.overlap = traversal.overlap = false;
    gpu.rt.treelet_B = traversal.treelet_B = 0;
    gpu.rt.opacity_micromap = traversal.micromap_level = 0;
    traversal.nodes = BVH_CWBVH8;
    traversal.one_leaf_record = true;
    other.gpu = &gpu;
    TRY(lab_open(&other.lab, &gpu, &traversal, triangles, stacked, NULL, st));
    enum st_code code = bench_growth(&other, past, NULL, FEW, MORE, 1, NULL, &n, st);
    lab_close(&other.lab);
    TRY(code);
    return bench_report(b, name, (double)n.rt.warp_latency / (MORE - FEW),
                        latency_of(&gpu.rt, triangles), 0, st);
}

enum st_code bench_rt_nodes(struct bench *b, struct status *st)
{
    TRY(measure(b, "triangle", 1, st));
    return measure(b, "leaf", TRIANGLES, st);
}
