/* Micro-benchmarks measure what short formulas of the parameters say, on GPUs that nobody built:
 * every parameter that a formula names is drawn anew. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "microbench/microbench.h"
#include "orchestrator/predict/traversal.h"
#include "sim/config/load/load.h"
#include "sim/timing/memory/memory_path.h"
#include "tests/rig/gpus.h"
#include "tests/rig/sm_pipeline.h"

#include <math.h>
#include <stdlib.h>

struct drawn {
    const char *key;
    uint32_t choices[6]; /* ends with 0 */
};

static const struct drawn drawn[] = {
    {"sms", {1, 2, 3, 5}},
    {"memory_partitions", {1, 2, 3, 4, 6}},
    {"core_MHz", {500, 1000, 1365, 1725}},
    {"icnt_MHz", {600, 1000, 1365, 1500}},
    {"l2_MHz", {700, 1000, 1365, 1900}},
    {"dram_MHz", {800, 2000, 3500, 5250}},
    {"launch_cycles", {1, 100, 777}},
    {"sm.fetches", {1, 2, 4, 8}},
    {"sm.collector_steps", {1, 2, 3, 4}},
    {"exec.alu_latency", {1, 2, 6}},
    {"exec.int_add_latency", {3, 4, 20}},
    {"exec.fp_mad_latency", {5, 6, 37}},
    {"exec.sfu_latency", {40, 100, 133}},
    {"ldst.l1_latency", {1, 20, 33}},
    {"ldst.shared_latency", {1, 20, 33}},
    {"l2.rop_cycles", {1, 20, 160, 201}},
    {"l2.slices", {1, 2, 4}},
    {"dram.latency_cycles", {1, 100, 55}},
    {"dram.bus_B", {2, 4}},
    {"dram.ccd", {4, 6}},
    {"dram.ccdl", {4, 8}},
    {"dram.rcd", {20, 33}},
    {"dram.ras", {50, 61}},
    {"dram.rp", {20, 31}},
    {"dram.rc", {62, 120}},
    {"dram.cl", {20, 41}},
    {"dram.rtpl", {4, 9}},
};

/* Half of the parameters stay as they are in the file. */
static void vary(struct gpu_config *gpu, uint64_t seed)
{
    for (uint64_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        struct status st;
        char value[16];
        uint32_t n = 0;
        while (n < 6 && drawn[i].choices[n])
            n++;
        uint64_t k = random_below(seed, RANDOM_TEST, i, 2ull * n);
        if (k >= n)
            continue;
        snprintf(value, sizeof value, "%u", drawn[i].choices[k]);
        /* What does not fit the rest of the GPU stays as it was. */
        (void)gpu_config_set(gpu, drawn[i].key, value, &st);
    }
}

static void measure(struct microbench_report *out, const struct gpu_config *gpu,
                    const char *const *rows)
{
    struct status st = {0};
    struct traversal_options traversal = traversal_of(gpu);
    assert_ok(microbench_run(out, gpu, &traversal, rows, &st));
}

static bool is_within(const struct microbench_report *r, const char *row, double least, double most)
{
    double measured = microbench_find(r, row)->measured;
    bool good = measured >= (1 - 1e-12) * least && measured <= (1 + 1e-12) * most;
    if (!good)
        print_error("%s is %.4f; expected %.4f to %.4f\n", row, measured, least, most);
    return good;
}

static bool is(const struct microbench_report *r, const char *row, double expected)
{
    return is_within(r, row, expected, expected);
}

static bool sm_follows(const struct gpu_config *g, const struct microbench_report *r)
{
    const struct exec_config *e = &g->exec;
    double end = pipeline_result(g, e->alu_latency, 0) + 1; /* drains, and the cycle it leaves in */
    double add = pipeline_result(g, e->int_add_latency, 1);
    bool good = is(r, "launch.empty", (double)pipeline_first_issue(g) + end);
    good &= is(r, "latency.mov", pipeline_result(g, e->alu_latency, 1));
    good &= is(r, "latency.int_add", add);
    good &= is(r, "latency.fp_mad", pipeline_result(g, e->fp_mad_latency, 1));
    good &= is(r, "latency.sfu", pipeline_result(g, e->sfu_latency, 1));
    good &= is(r, "branch.taken", g->sm.fetches > 1 ? 2 : 3);
    good &= is(r, "divergence.cycles_8_paths", 8 * add);
    good &= is(r, "chase.l1_hit", pipeline_l1_hit(g, 1));
    good &= is(r, "shared.latency", pipeline_collect(g, 1) + 1 + g->ldst.shared_latency + 1);
    return good;
}

/* Chains of loads from the L2, or from DRAM: of one row, or each of another. */
static const struct chase {
    const char *row;
    bool dram;
    uint32_t new_rows, few, loads; /* behind the few */
} chases[] = {
    {"chase.l2_hit", false, 0, 16, 40},
    {"chase.dram_row_hit", true, 0, 4, 36},
    {"chase.dram_row_miss", true, 1, 4, 16},
};

/* Cycles of a load, if the chain begins in cycle `now`. */
static double walk(const struct gpu_config *g, const struct chase *c, cycle_t now)
{
    struct memory_path path = memory_path_make(g);
    cycle_t from = 0;
    for (uint32_t i = 0; i < c->few + c->loads; i++) {
        from = i == c->few ? now : from;
        now += pipeline_l1_hit(g, 1);
        now = c->dram ? memory_path_dram(&path, now, i * c->new_rows)
                      : memory_path_l2_hit(&path, now);
    }
    return (double)(now - from) / c->loads;
}

/* Between the shortest and the longest that it takes from some phase of the clocks on, which must
 * be near each other. A chain ends early where a bank has fewer places. */
static bool chase_follows(const struct gpu_config *g, const struct chase *c,
                          const struct microbench_report *r)
{
    enum { PHASES = 512 };
    double least = INFINITY, most = 0;
    for (cycle_t start = 0; start < PHASES; start++) {
        double cycles = walk(g, c, start);
        least = fmin(least, cycles);
        most = fmax(most, cycles);
    }
    if (most > 1.1 * least)
        print_error("%s should take %.4f to %.4f, which says nothing\n", c->row, least, most);
    return most <= 1.1 * least && is_within(r, c->row, 0.998 * least, 1.002 * most);
}

static bool follows(const char *name, uint64_t seed)
{
    static const char *const kinds[] = {"launch", "latency", "branch", "divergence",
                                        "shared", "chase",   NULL};
    struct microbench_report report;
    struct gpu_config gpu = rig_gpu(name);
    vary(&gpu, seed);
    measure(&report, &gpu, kinds);
    bool good = sm_follows(&gpu, &report);
    for (size_t i = 0; i < sizeof chases / sizeof *chases; i++)
        good &= chase_follows(&gpu, &chases[i], &report);
    if (!good)
        print_error("on %s, seed %llu\n", name, (unsigned long long)seed);
    microbench_release(&report);
    return good;
}

/* MICROBENCH_SEEDS asks for more of them. */
TEST(measured_follows_the_formula_on_other_gpus)
{
    static const char *const names[] = {"tiny", "mobile_soc", "mobile_soc_vulkansim"};
    const char *asked = getenv("MICROBENCH_SEEDS");
    uint64_t seeds = asked ? strtoull(asked, NULL, 10) : 18;
    bool good = true;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        good &= follows(names[seed % 3], seed);
    assert_true(good);
}

/* A bank opens its next row after rc, and after ras and a precharge; where both are long, the
 * latter holds it. */
TEST(rows_of_a_bank_follow_by_its_least_times)
{
    static const char *const gpus[] = {"mobile_soc:dram.rc=1000",
                                       "mobile_soc:dram.rc=1000,dram.ras=1000"};
    static const char *const rows[] = {"chase", NULL};
    double cycles[2];
    for (size_t i = 0; i < 2; i++) {
        struct microbench_report report;
        struct gpu_config gpu = rig_gpu(gpus[i]);
        measure(&report, &gpu, rows);
        for (size_t k = 0; k < sizeof chases / sizeof *chases; k++)
            assert_true(chase_follows(&gpu, &chases[k], &report));
        cycles[i] = microbench_find(&report, "chase.dram_row_miss")->measured;
        microbench_release(&report);
    }
    assert_true(cycles[1] > 1.01 * cycles[0]);
}

/* A slice takes 1365 requests per microsecond and answers 1000; in ns: the delay of 201 holds 274.4
 * requests, which take as long to answer; 60 + 64 in the queues are answered in 124, so that 77 are
 * idle; the queues fill in 124 / 0.365 = 339.7. Of 815.1 in all, 77 are 9.45 %. */
TEST(a_slice_that_goes_by_turns_is_idle_in_part_of_each)
{
    static const char *const rows[] = {"atomic.one_word", NULL};
    static const struct {
        const char *gpu;
        double lanes;
    } cases[] = {
        {"mobile_soc:core_MHz=1000,icnt_MHz=1000,l2.rop_cycles=201,l2_MHz=1000", 1},
        {"mobile_soc:core_MHz=1000,icnt_MHz=1000,l2.rop_cycles=201,l2_MHz=1365", 0.9055},
        {"mobile_soc:core_MHz=1000,icnt_MHz=1000,l2.rop_cycles=124,l2_MHz=1365", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct microbench_report report;
        struct gpu_config gpu = rig_gpu(cases[i].gpu);
        measure(&report, &gpu, rows);
        assert_float_equal(report.rows[0].measured, cases[i].lanes, 0.03);
        microbench_release(&report);
    }
}
