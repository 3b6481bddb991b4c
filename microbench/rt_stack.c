/* The stack of a ray through six triangles under one node, all of which it visits and misses: four
 * entries in the unit and four more in shared memory, or three and a restart. On a copy of the GPU
 * whose RT unit is so, visits the nearest child first, and tests all lanes at once, so that the
 * lanes of a warp stay together. */
#include "microbench/bench.h"
#include "microbench/trace.h"

#include "sim/timing/rt/records.h"

enum {
    LEAVES = 6,
    ENTRIES = 4, /* of the five that are pushed, four go to shared memory together */
    SECTOR_WORDS = 8,
    LOST_ENTRIES = 3, /* the others are lost: as many leaves and one are met at each visit */
    LANES = 32,
    FEW_BANKS = 8,
    FEW = 4,
    MORE = 20,
};

/* One behind the other, in half a square through whose other half the ray passes. */
static void corner(const void *what, uint32_t i, float position[3])
{
    static const float corners[3][2] = {{-1, -1}, {3, -1}, {-1, 3}};
    (void)what;
    position[0] = corners[i % 3][0];
    position[1] = corners[i % 3][1];
    position[2] = -(float)(i / 3);
}

/* *what: lanes that trace. */
static void traces(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    static const char at[] = "0f40200000"; /* 2.5 */
    (void)b;
    shader_lane(t, "%r0");
    fprintf(t, "setp.ge.u32 %%p0, %%r0, %u;\n@%%p0 exit;\n", *(const uint32_t *)what);
    for (uint32_t i = 0; i < n; i++)
        trace_add(t, at, at);
}

static uint32_t leaf_cycles(const struct rt_config *rt)
{
    return trace_record_cycles(rt, record_make(RECORD_TRIANGLE, 0)) +
           (rt->leaf_records == LEAF_RECORDS_TWO
                ? trace_record_cycles(rt, record_make(RECORD_DESCRIPTOR, 0))
                : 0);
}

/* With a stack that has room for all. */
static uint32_t without(const struct rt_config *rt)
{
    return 2 * trace_record_cycles(rt, record_make(RECORD_HEADER, 0)) +
           2 * trace_record_cycles(rt, record_make(RECORD_INTERNAL, 0)) +
           trace_record_cycles(rt, record_make(RECORD_INSTANCE, 0)) + LEAVES * leaf_cycles(rt);
}

/* Of a sector of each of `lanes` lanes, word by word: those of a bank are one behind the other. */
static uint32_t bank_cycles(const struct gpu_config *gpu, uint32_t lanes)
{
    uint32_t banks = gpu->ldst.shared_banks;
    if (banks > LANES)
        return SECTOR_WORDS / (banks / LANES);
    return SECTOR_WORDS * ((lanes + banks - 1) / banks);
}

/* The sector that the node's test spills is put there while the first two leaves are tested; then
 * it comes back. */
static double shared(const struct gpu_config *gpu, uint32_t lanes)
{
    const struct rt_config *rt = &gpu->rt;
    uint32_t banks = bank_cycles(gpu, lanes), meanwhile = 2 * leaf_cycles(rt);
    uint32_t wait = banks > meanwhile ? banks - meanwhile : 0;
    return without(rt) + wait + banks - 1 + gpu->ldst.shared_latency +
           rt_test_cycles(rt, RECORD_REFILL);
}

/* The node is visited once more for every LOST_ENTRIES + 1 leaves behind the first so many. */
static double restart(const struct rt_config *rt)
{
    uint32_t again = (LEAVES - 1) / (LOST_ENTRIES + 1);
    return without(rt) + again * trace_record_cycles(rt, record_make(RECORD_INTERNAL, 0));
}

static enum st_code measure(const struct bench *b, const struct gpu_config *gpu, uint32_t lanes,
                            double *latency, struct status *st)
{
    struct bench other = *b;
    struct traversal_options traversal = b->lab.traversal;
    struct gpu_counters n;
    traversal.order = TRAVERSAL_NEAREST_FIRST;
    traversal.stack_entries = gpu->rt.stack_entries;
    traversal.restart = gpu->rt.stack_overflow == OVERFLOW_RESTART;
    traversal.nodes = BVH_INTEL6;
    other.gpu = gpu;
    TRY(lab_open(&other.lab, gpu, &traversal, LEAVES, corner, NULL, st));
    enum st_code code = bench_growth(&other, traces, &lanes, FEW, MORE, 1, NULL, &n, st);
    lab_close(&other.lab);
    *latency = (double)n.rt.warp_latency / (MORE - FEW);
    return code;
}

/* The GPU whose copy is changed. */
static struct gpu_config like(const struct bench *b)
{
    struct gpu_config gpu = *b->gpu;
    gpu.rt.order = ORDER_NEAREST;
    gpu.rt.nodes = NODES_INTEL6;
    gpu.rt.box_units = gpu.rt.triangle_units = gpu.rt.transform_units = 0;
    return gpu;
}

/* `banks`: of shared memory; 0: the GPU's. */
static enum st_code in_shared_memory(struct bench *b, const char *name, uint32_t lanes,
                                     uint32_t banks, struct status *st)
{
    struct gpu_config gpu = like(b);
    double latency;
    gpu.ldst.shared_banks = banks ? banks : gpu.ldst.shared_banks;
    gpu.rt.stack_overflow = OVERFLOW_SHARED;
    gpu.rt.stack_entries = gpu.rt.stack_shared_entries = ENTRIES;
    if (!bench_wants(b, name) || rt_shared_B(&gpu.rt) > gpu.sm.shared_B ||
        gpu.ldst.shared_banks & (gpu.ldst.shared_banks - 1))
        return ST_OK;
    TRY(measure(b, &gpu, lanes, &latency, st));
    return bench_report(b, name, latency, shared(&gpu, lanes), 0, st);
}

static enum st_code with_restart(struct bench *b, const char *name, struct status *st)
{
    struct gpu_config gpu = like(b);
    double latency;
    gpu.rt.stack_overflow = OVERFLOW_RESTART;
    gpu.rt.stack_entries = LOST_ENTRIES;
    gpu.rt.stack_shared_entries = 0;
    if (!bench_wants(b, name))
        return ST_OK;
    TRY(measure(b, &gpu, 1, &latency, st));
    return bench_report(b, name, latency, restart(&gpu.rt), 0, st);
}

enum st_code bench_rt_stack(struct bench *b, struct status *st)
{
    TRY(in_shared_memory(b, "shared", 1, 0, st));
    TRY(in_shared_memory(b, "shared_all", LANES, 0, st));
    TRY(in_shared_memory(b, "shared_few_banks", LANES, FEW_BANKS, st));
    return with_restart(b, "restart", st);
}
