/* The RT unit of one SM with as many warps as it holds and more waiting, all their lanes walking:
 * down one column of the scene, so a warp requests a node once; each lane of a warp down its own,
 * all of them in the L1D; and every lane of the unit down its own, which need more than the L1D
 * holds. */
#include "microbench/bench.h"
#include "microbench/columns.h"
#include "microbench/trace.h"
#include "sim/timing/memory/memory_path.h"

#include "common/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32, FEW = 4, MORE = 20, MOST_PAIRS = 160, NODE_B = 64, LONG_B = 131072 };

struct walk {
    uint32_t columns; /* 1: one for all lanes; 32: one per lane of a warp; more: per lane */
    uint32_t pairs;
};

/* The mean demand of a warp's trace. */
struct demand {
    double requests; /* equal records of its lanes count once */
    double latency;  /* of a lane's records, one after the other */
    double records, tests[3];
};

/* Number of warps: enough that one waits whenever another leaves. */
static uint32_t warps_of(const struct gpu_config *gpu)
{
    return 2 * gpu->rt.max_warps < gpu->sm.ctas ? 2 * gpu->rt.max_warps : gpu->sm.ctas;
}

static void walks(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct walk *w = what;
    uint32_t sms = b->gpu->machine.sms;
    shader_first_sms_only(t, 1, sms);
    shader_lane(t, "%r3");
    fprintf(t,
            "div.u32 %%r0, %%r0, %u;\nmad.lo.u32 %%r3, %%r0, %d, %%r3;\n"
            "rem.u32 %%r3, %%r3, %u;\n",
            sms, LANES, w->columns);
    columns_aim(t);
    for (uint32_t i = 0; i < n; i++)
        trace_add(t, "%f0", "%f1");
}

static int by_value(const void *a, const void *b)
{
    record_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

static void add_records(struct demand *d, const struct rt_config *rt, const struct trace_result *r)
{
    d->records += r->n_records;
    for (uint32_t i = 0; i < r->n_records; i++) {
        enum record_kind kind = record_kind(r->records[i]);
        d->latency += trace_record_cycles(rt, r->records[i]);
        d->tests[0] += kind == RECORD_INTERNAL;
        d->tests[1] += kind == RECORD_TRIANGLE;
        d->tests[2] += kind == RECORD_INSTANCE;
    }
}

/* Adds the demand of the warp whose lanes' columns start at `first`. */
static enum st_code add_warp(struct demand *d, const struct lab *lab, const struct walk *w,
                             uint32_t first, struct status *st)
{
    const struct rt_config *rt = &lab->gpu->rt;
    record_t *all = NULL;
    uint32_t n = 0;
    enum st_code code = ST_OK;
    for (uint32_t lane = 0; code == ST_OK && lane < LANES; lane++) {
        struct trace_result r;
        code = columns_walk(lab, (first + lane) % w->columns, &r, st);
        if (code != ST_OK)
            break;
        add_records(d, rt, &r);
        record_t *more = mem_resize(all, n + r.n_records, sizeof *all);
        if (more) {
            memcpy(more + n, r.records, r.n_records * sizeof *more);
            all = more;
            n += r.n_records;
        } else {
            code = status_no_memory(st, "walks of rays");
        }
        trace_result_release(&r);
    }
    if (code == ST_OK)
        qsort(all, n, sizeof *all, by_value);
    for (uint32_t i = 0; code == ST_OK && i < n; i++)
        if (i == 0 || all[i] != all[i - 1])
            d->requests += trace_requests(rt, all[i]);
    mem_free(all);
    return code;
}

static enum st_code demand_of(struct demand *out, const struct lab *lab, const struct walk *w,
                              struct status *st)
{
    uint32_t warps = warps_of(lab->gpu);
    struct demand sum = {0};
    for (uint32_t i = 0; i < warps; i++)
        TRY(add_warp(&sum, lab, w, i * LANES, st));
    *out = (struct demand){.requests = sum.requests / warps,
                           .latency = sum.latency / warps / LANES,
                           .records = sum.records / warps};
    for (uint32_t i = 0; i < 3; i++)
        out->tests[i] = sum.tests[i] / warps;
    return ST_OK;
}

/* Core cycles of the unit per warp: the most of requests, tests of any kind, and the places of its
 * warps, each free again in the cycle after a warp leaves. */
static double cycles_of(const struct rt_config *rt, const struct demand *d)
{
    const uint32_t units[3] = {rt->box_units, rt->triangle_units, rt->transform_units};
    double most = fmax(d->requests, (d->latency + 1) / rt->max_warps);
    for (uint32_t i = 0; i < 3; i++)
        if (units[i])
            most = fmax(most, d->tests[i] / units[i]);
    return most;
}

static enum st_code run_rt_full(const struct bench *b, bench_shader *shader, const struct walk *w,
                                uint32_t few, uint32_t more, struct gpu_counters *out,
                                struct status *st)
{
    uint32_t ctas = warps_of(b->gpu) * b->gpu->machine.sms;
    return bench_growth(b, shader, w, few, more, ctas, NULL, out, st);
}

/* Records per cycle. */
static enum st_code report_records(struct bench *b, const char *name, const struct gpu_counters *n,
                                   const struct demand *d, struct status *st)
{
    return bench_report(b, name, (double)n->rt.records / (double)n->gpu.cycles,
                        d->records / cycles_of(&b->gpu->rt, d), 0.03, st);
}

/* The first lane of every warp misses the world's box: header after header. */
static void headers(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)what;
    shader_first_sms_only(t, 1, b->gpu->machine.sms);
    shader_lane(t, "%r0");
    fprintf(t, "setp.ne.s32 %%p0, %%r0, 0;\n@%%p0 exit;\n");
    for (uint32_t i = 0; i < n; i++)
        trace_add(t, "0f41200000", "0f41200000");
}

static enum st_code turns(struct bench *b, struct status *st)
{
    const struct rt_config *rt = &b->gpu->rt;
    const record_t header = trace_record(rt, RECORD_HEADER);
    struct demand d = {.requests = trace_requests(rt, header),
                       .latency = trace_record_cycles(rt, header),
                       .records = 1};
    struct gpu_counters n;
    if (!bench_wants(b, "turns"))
        return ST_OK;
    TRY(run_rt_full(b, headers, NULL, 8, 40, &n, st));
    return report_records(b, "turns", &n, &d, st);
}

static enum st_code tests(struct bench *b, const struct walk *w, const char *name,
                          struct status *st)
{
    struct gpu_counters n;
    struct demand d;
    TRY(demand_of(&d, &b->lab, w, st));
    TRY(run_rt_full(b, walks, w, FEW, MORE, &n, st));
    return report_records(b, name, &n, &d, st);
}

static enum st_code misses(struct bench *b, const struct walk *w, const char *name,
                           struct status *st)
{
    struct gpu_counters n;
    TRY(run_rt_full(b, walks, w, FEW, MORE, &n, st));
    uint64_t sectors = n.l1d.rt_read_misses + n.l1d.rt_read_sector_misses;
    /* An MSHR is held from the request of a sector that hits in the L2 to its delivery, when the
     * next one is requested: like a miss of the LDST unit, without the write of a register. */
    double rate = b->gpu->rt.mshrs / (memory_path_l2_mean(b->gpu) - 2);
    double crossbar = b->gpu->machine.icnt_MHz / b->gpu->machine.core_MHz;
    return bench_report(b, name, (double)sectors / (double)n.gpu.cycles,
                        fmin(rate, fmin(crossbar, 1)), 0.03, st);
}

typedef enum st_code measure(struct bench *b, const struct walk *w, const char *name,
                             struct status *st);

static enum st_code on_columns(struct bench *b, measure *f, const char *name, uint32_t columns,
                               uint64_t bytes, struct status *st)
{
    /* 2 triangles per pair; a column's nodes have up to 6 children each. */
    uint64_t pairs = bytes / NODE_B / columns;
    struct walk w = {columns, pairs < MOST_PAIRS ? (uint32_t)pairs : MOST_PAIRS};
    struct gpu_config gpu = *b->gpu;
    struct traversal_options traversal = b->lab.traversal;
    struct bench other = *b;
    if (!bench_wants(b, name) || !pairs)
        return ST_OK;
    gpu.rt.nodes = NODES_INTEL6;
    traversal.nodes = BVH_INTEL6;
    other.gpu = &gpu;
    TRY(columns_open(&other.lab, &gpu, &traversal, columns, w.pairs, st));
    enum st_code code = f(&other, &w, name, st);
    lab_close(&other.lab);
    return code;
}

enum st_code bench_rt_full(struct bench *b, struct status *st)
{
    const struct gpu_config *gpu = b->gpu;
    uint64_t l1d_B = (uint64_t)gpu->l1d.sets * gpu->l1d.ways * gpu->l1d.line_B;
    uint64_t l2_B = (uint64_t)gpu->l2.sets * gpu->l2.ways * gpu->l2.line_B * gpu->l2.slices *
                    gpu->machine.memory_partitions;
    if (warps_of(gpu) <= gpu->rt.max_warps)
        return ST_OK;
    TRY(turns(b, st));
    TRY(on_columns(b, tests, "same", 1, l1d_B, st));
    TRY(on_columns(b, tests, "apart", LANES, l1d_B, st));
    /* A sector is requested again if the L1D has evicted it and the L2 has not; a walk consists
     * mostly of nodes that it does not share, and is long compared to its beginning and end. */
    uint64_t bytes = 4 * l1d_B < LONG_B ? LONG_B : 4 * l1d_B;
    if (gpu->rt.mshrs == 0 || l2_B < 8 * l1d_B || l1d_B < 8192)
        return ST_OK;
    return on_columns(b, misses, "mshrs", LANES * gpu->rt.max_warps,
                      l2_B / 4 < bytes ? l2_B / 4 : bytes, st);
}
