/* One ray through an RT unit that begins internal nodes beside leaves (rt.overlap), and through the
 * same one that does not: down a column of nodes, a leaf beside each that it misses, all of them in
 * the L1D. */
#include "microbench/bench.h"
#include "microbench/columns.h"
#include "microbench/trace.h"

#include "sim/functional/traverse.h"

#include <math.h>

/* A pair of triangles is two leaves; of six children of a node at least one leads on. */
enum { FEW = 4, MORE = 20, MOST_PAIRS = 40, PAIR_B = 192 };

/* Beside the long side of the left triangle of every pair, in its box. */
static const float from[3] = {-0.25f, 0.9f, 5};

static void traces(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b, (void)what;
    shader_lane(t, "%r0");
    fprintf(t, "setp.ne.s32 %%p0, %%r0, 0;\n@%%p0 exit;\n");
    for (uint32_t i = 0; i < n; i++)
        trace_add(t, "0fBE800000", "0f3F666666");
}

/* A ray's way through its records. Requests of a leaf and of the node beside it are made one after
 * the other, and the ray goes on when both have been tested. */
static double latency_of(const struct rt_config *rt, const struct trace_result *r)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->n_records; i++) {
        const record_t record = r->records[i];
        double cycles = trace_record_cycles(rt, record);
        if (i + 1 < r->n_records && record_kind(r->records[i + 1]) == RECORD_BESIDE) {
            i++;
            cycles = fmax(cycles, trace_requests(rt, record) +
                                      (double)trace_record_cycles(rt, r->records[i]));
        }
        sum += cycles;
    }
    return sum;
}

static enum st_code measure(struct bench *b, const char *name, struct status *st)
{
    const struct ray ray = {.origin = {from[0], from[1], from[2]},
                            .direction = {0, 0, -1},
                            .tmax = 10000,
                            .flags = RAY_OPAQUE};
    struct trace_result walked = {0};
    struct gpu_counters n;
    enum st_code code = traverse(b->lab.image, &b->lab.traversal, &ray, &walked, st);
    double latency = latency_of(&b->gpu->rt, &walked);
    trace_result_release(&walked);
    TRY(code);
    TRY(bench_growth(b, traces, NULL, FEW, MORE, 1, NULL, &n, st));
    return bench_report(b, name, (double)n.rt.warp_latency / (MORE - FEW), latency, 0, st);
}

static enum st_code with(struct bench *b, const char *name, bool overlap, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    struct traversal_options traversal = b->lab.traversal;
    struct bench other = *b;
    uint64_t l1d_B = (uint64_t)gpu.l1d.sets * gpu.l1d.ways * gpu.l1d.line_B;
    uint32_t pairs = l1d_B / PAIR_B < MOST_PAIRS ? (uint32_t)(l1d_B / PAIR_B) : MOST_PAIRS;
    if (!bench_wants(b, name) || !pairs)
        return ST_OK;
    gpu.rt.overlap = traversal.overlap = overlap;
    gpu.rt.nodes = NODES_INTEL6;
    traversal.nodes = BVH_INTEL6;
    gpu.rt.stack_entries = traversal.stack_entries = 0; /* nothing is spilled */
    other.gpu = &gpu;
    TRY(columns_open(&other.lab, &gpu, &traversal, 1, pairs, st));
    enum st_code code = measure(&other, name, st);
    lab_close(&other.lab);
    return code;
}

enum st_code bench_rt_overlap(struct bench *b, struct status *st)
{
    TRY(with(b, "off", false, st));
    return with(b, "on", true, st);
}
