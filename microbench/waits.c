/* Wait counters: what s_waitcnt holds a warp for. */
#include "microbench/machine_code.h"
#include "microbench/pipeline.h"
#include "sim/timing/memory/memory_path.h"

enum { CHAIN = 30, SECTORS = 28, STEP_B = 64, LINES = SECTORS * STEP_B / SHADER_LINE_B };

/* Scalar additions, each of which needs the one before: what a warp does while it waits for
 * nothing. */
static void chain(struct machine_code *c)
{
    cycle_t ready = 0;
    for (uint32_t i = 0; i < CHAIN; i++)
        ready = code_add(c, 4, ready, "s_add_u32 s8, s8, 1") + c->gpu->exec.scalar_latency;
}

static cycle_t load(struct machine_code *c, uint32_t at)
{
    return code_add(c, 8, 0, "global_load_dword v2, v1, s[4:5] offset:%u", at);
}

static void hit(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)what, (void)i;
    cycle_t issued = load(c, 0);
    code_add(c, 4, issued + pipeline_l1_hit(b->gpu, 1), "s_waitcnt vmcnt(0)");
}

/* The L2 has all sectors, the L1D the first. */
static void before(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)b, (void)what, (void)i;
    code_write_lines(c, LINES);
    load(c, 0);
    code_add(c, 4, 0, "s_waitcnt vmcnt(0)");
}

static cycle_t l2_hit(const struct bench *b, cycle_t look_up)
{
    struct memory_path path = memory_path_make(b->gpu);
    return memory_path_l2_hit(&path, look_up);
}

static void miss(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)what;
    cycle_t issued = load(c, (i + 1) * STEP_B);
    code_add(c, 4, l2_hit(b, issued + pipeline_l1_hit(b->gpu, 1)), "s_waitcnt vmcnt(0)");
}

/* The second load hits and has its data long before the first, which the counter waits for. */
static void in_order(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)what;
    cycle_t issued = load(c, (i + 1) * STEP_B);
    load(c, 0);
    code_add(c, 4, l2_hit(b, issued + pipeline_l1_hit(b->gpu, 1)), "s_waitcnt vmcnt(1)");
    chain(c);
    code_add(c, 4, 0, "s_waitcnt vmcnt(0)");
}

/* The counter waits for whichever scalar load comes first, and the warp goes on. */
static void any_order(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    uint32_t latency = b->gpu->scalar_cache.latency;
    (void)what;
    cycle_t first = code_add(c, 8, 0, "s_load_dword s9, s[4:5], 0x%x", (i + 1) * STEP_B);
    cycle_t second = code_add(c, 8, 0, "s_load_dword s10, s[4:5], 0x0");
    code_add(c, 4, second + latency, "s_waitcnt lgkmcnt(1)");
    chain(c);
    /* A reply for a load is written back two cycles behind the one in which it comes. */
    code_add(c, 4, l2_hit(b, first + latency) - 2, "s_waitcnt lgkmcnt(0)");
}

static void scalar_before(struct machine_code *c, const struct bench *b, const void *what,
                          uint32_t i)
{
    (void)b, (void)what, (void)i;
    code_write_lines(c, LINES);
    code_add(c, 8, 0, "s_load_dword s10, s[4:5], 0x0");
    code_add(c, 4, 0, "s_waitcnt lgkmcnt(0)");
}

/* A store is acknowledged as a load that hits in the L2 is answered, and is then done. */
static void store(struct machine_code *c, const struct bench *b, const void *what, uint32_t i)
{
    (void)what, (void)i;
    cycle_t issued = code_add(c, 8, 0, "global_store_dword v1, v0, s[4:5]");
    code_add(c, 4, l2_hit(b, issued + pipeline_l1_hit(b->gpu, 1)) - 2, "s_waitcnt_vscnt null, 0x0");
}

enum st_code bench_waits(struct bench *b, struct status *st)
{
    static const struct {
        const char *name;
        code_group *before, *group;
        bool exact; /* whatever the clocks */
    } rows[] = {{"load_l1_hit", before, hit, true},
                {"load_l2_hit", before, miss, true},
                {"store", before, store, false},
                {"vector_in_order", before, in_order, true},
                {"scalar_in_any_order", scalar_before, any_order, true}};
    /* Lines of one sector: nothing of a scalar load waits for anything else of it. */
    struct gpu_config gpu = *b->gpu;
    struct bench other = *b;
    gpu.scalar_cache.line_B = 32;
    other.gpu = other.lab.gpu = &gpu;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct code_bench k = {.before = rows[i].before,
                                     .group = rows[i].group,
                                     .few = 4,
                                     .more = SECTORS - 4,
                                     .bytes = LINES * SHADER_LINE_B,
                                     .warps = 1};
        TRY(code_report(&other, rows[i].name, &k, rows[i].exact ? 0 : code_sector_bound(&gpu), st));
    }
    return ST_OK;
}
