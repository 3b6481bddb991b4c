/* Treelets that the RT unit prefetches, whatever the GPU's own configuration says of them: one ray
 * down a column of nodes (columns.h), with an L1D that holds nothing. A treelet is chosen when the
 * ray comes to its first node, and asked for whole while that node is on its way; so of all that
 * the ray reads, each treelet's first record alone is not prefetched. */
#include "microbench/bench.h"
#include "microbench/columns.h"
#include "microbench/trace.h"
#include "sim/timing/memory/mem_port.h"

#include "common/memory.h"
#include "sim/functional/treelets.h"

#include <stdio.h>

/* Whole: one treelet of all nodes; cut: the smallest ones. */
enum { PAIRS = 8, WHOLE_B = 1 << 20, CUT_B = TREELETS_LEAST_B };
enum { UNIT_SECTORS = TREELET_UNIT_B / SECTOR_B };

static void one_trace(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    (void)b;
    (void)what;
    (void)n;
    shader_lane(t, "%r3");
    fprintf(t, "setp.ne.s32 %%p0, %%r3, 0;\n@%%p0 exit;\n");
    columns_aim(t);
    trace_add(t, "%f0", "%f1");
}

/* Sectors: read by the ray in treelets that it has come to before; fetched of all that it comes to,
 * beside what the ray itself asks for first. */
struct expected {
    uint32_t found, fetched;
};

static bool seen(const struct treelets *t, const struct trace_result *r, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (treelet_of(t, record_addr(r->records[k])) == treelet_of(t, record_addr(r->records[i])))
            return true;
    return false;
}

static enum st_code expect(struct expected *out, const struct lab *lab, uint32_t bytes,
                           struct status *st)
{
    struct treelets *t;
    struct trace_result r;
    TRY(treelets_create(&t, lab->image, bytes, st));
    enum st_code code = columns_walk(lab, 0, &r, st);
    *out = (struct expected){0};
    for (uint32_t i = 0; code == ST_OK && i < r.n_records; i++) {
        uint32_t sectors = (record_bytes(r.records[i]) + SECTOR_B - 1) / SECTOR_B;
        uint32_t of = treelet_of(t, record_addr(r.records[i]));
        if (of == TREELET_NONE) /* stack entries that come back */
            continue;
        if (seen(t, &r, i))
            out->found += sectors;
        else
            out->fetched += (t->first[of + 1] - t->first[of]) * UNIT_SECTORS - sectors;
    }
    if (code == ST_OK)
        trace_result_release(&r);
    treelets_free(t);
    return code;
}

static enum st_code measure(struct bench *b, const char *name, uint32_t bytes, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    struct traversal_options walk = b->lab.traversal;
    struct bench other = *b;
    struct gpu_counters n;
    struct expected e;
    char row[32];
    gpu.rt.treelet_B = walk.treelet_B = bytes;
    gpu.rt.prefetch = PREFETCH_ALWAYS;
    gpu.rt.nodes = NODES_INTEL6;
    walk.nodes = BVH_INTEL6;
    other.gpu = &gpu;
    TRY(columns_open(&other.lab, &gpu, &walk, 1, PAIRS, st));
    enum st_code code = expect(&e, &other.lab, bytes, st);
    if (code == ST_OK)
        code = bench_run(&other, one_trace, NULL, 1, 1, NULL, &n, st);
    lab_close(&other.lab);
    TRY(code);
    snprintf(row, sizeof row, "%s_found", name);
    TRY(bench_report(b, row, (double)(n.l1d.prefetch_useful + n.l1d.prefetch_late), e.found, 0,
                     st));
    snprintf(row, sizeof row, "%s_fetched", name);
    return bench_report(b, row, (double)n.l1d.prefetches, e.fetched, 0, st);
}

enum st_code bench_rt_prefetch(struct bench *b, struct status *st)
{
    TRY(measure(b, "whole", WHOLE_B, st));
    return measure(b, "cut", CUT_B, st);
}
