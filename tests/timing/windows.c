/* Sampling units in the cycle and the approximate model: what each CTA's warps take, what the L2
 * holds when a unit begins, and how a run of them leaves the machine. */
#include "tests/rig/rig.h"

#include "sim/approximate/approximate_gpu.h"
#include "sim/model/residency.h"
#include "sim/model/warming.h"
#include "sim/timing/gpu.h"
#include "sim/timing/residency.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"

#include <string.h>

enum { CTAS = 24, WINDOW = 4, WINDOWS = CTAS / WINDOW, SHARED = 1 << 20, OWN = 1 << 24 };

struct run {
    struct gpu_counters counters;
    struct run_end end;
    uint64_t resident[CTAS];
};

struct how {
    uint32_t threads;
    bool every_cycle;
    const uint32_t *first; /* of the warming's plan; NULL: nothing warms */
    uint32_t units, unit;
    const char *gpu;  /* NULL: tiny */
    bool approximate; /* model */
};

/* Both models. */
enum { MODELS_OF_WINDOWS = 2 };

static struct gpu_config machine(const char *gpu)
{
    struct gpu_config g = rig_gpu(gpu ? gpu : "tiny");
    return g;
}

static struct kernel *shared_kernel(const struct fake_step *script, uint32_t n_steps)
{
    struct kernel *k = fake_kernel(script, n_steps, CTAS, 16, UINT32_MAX);
    assert_non_null(k);
    k->shared_end = SHARED;
    return k;
}

/* The kernel that is executed before the sampling units is the same as the one that is run. */
static struct run run_units(const struct fake_step *script, uint32_t n_steps, const struct how *how)
{
    struct gpu_config g = machine(how->gpu);
    struct run r = {.resident = {0}};
    struct kernel *inner FREED_BY(kernel_free) = shared_kernel(script, n_steps),
                         *rows = shared_kernel(script, n_steps);
    struct kernel *watched FREED_BY(kernel_free);
    const struct warming_plan plan = {rows, how->first, how->units, how->unit, NULL};
    assert_ok(residency_kernel(&watched, inner, r.resident, &st));
    struct model_options options = {
        .threads = how->threads, .every_cycle = how->every_cycle, .end = &r.end};
    if (how->first)
        assert_ok(warming_create(&options.warming, &plan, &st));
    assert_ok(how->approximate ? approximate_gpu_simulate(&g, watched, &options, &r.counters, &st)
                               : gpu_simulate(&g, watched, &options, &r.counters, &st));
    warming_free(options.warming);
    rows->ops->free(rows);
    return r;
}

/* Every CTA reads 32 sectors of its own below SHARED, and all of them the same one. */
static const struct fake_step loads[] = {
    {.op = OP_LOAD, .dst = 1, .base = 4096, .per_cta = 1024, .per_lane = 32},
    {.op = OP_LOAD, .dst = 2, .base = 64},
    {.op = OP_INT_ADD, .dst = 3, .src = 1},
    {.op = OP_INT_ADD, .dst = 4, .src = 2},
};
enum { SECTORS = CTAS * 32 + 1 };

TEST(ctas_share_the_time_of_all_warps)
{
    for (int m = 0; m < MODELS_OF_WINDOWS; m++) {
        struct run r = run_units(loads, 4, &(struct how){.threads = 1, .approximate = m});
        uint64_t sum = 0;
        for (int i = 0; i < CTAS; i++) {
            assert_true(r.resident[i] > 0);
            sum += r.resident[i];
        }
        assert_int_equal(sum, r.counters.sm.resident_warp_cycles);
    }
}

TEST(nobody_who_asks_changes_a_counter)
{
    struct gpu_config g = machine(NULL);
    struct gpu_counters plain;
    struct kernel *k = shared_kernel(loads, 4);
    assert_ok(gpu_simulate(&g, k, NULL, &plain, &st));
    k->ops->free(k);
    struct run one = run_units(loads, 4, &(struct how){.threads = 1});
    assert_memory_equal(&one.counters, &plain, sizeof plain);
    assert_int_equal(plain.l2.fetches, SECTORS);
}

/* All of it is one sampling unit, and what it reads, less than the L2 of tiny holds, was read
 * before. */
TEST(what_was_read_before_is_not_fetched)
{
    static const struct fake_step few[] = {
        {.op = OP_LOAD, .dst = 1, .base = 4096, .per_cta = 256, .per_lane = 8},
    };
    static const uint32_t first[] = {0, CTAS};
    for (int m = 0; m < MODELS_OF_WINDOWS; m++) {
        struct run r = run_units(few, 1, &(struct how){1, false, first, 1, CTAS, NULL, m});
        assert_int_equal(r.counters.l2.fetches, 0);
        assert_int_equal(r.counters.dram.reads, 0);
        assert_true(r.counters.l2.read_hits > 0);
    }
}

/* Half of it was: the fetches are those of the others. */
TEST(what_was_not_read_before_is_fetched)
{
    static const uint32_t first[] = {0, CTAS / 2};
    for (int m = 0; m < MODELS_OF_WINDOWS; m++) {
        struct run r = run_units(loads, 4, &(struct how){1, false, first, 1, CTAS, NULL, m});
        assert_int_equal(r.counters.l2.fetches, CTAS / 2 * 32);
    }
}

/* 4 records of 64 bytes for each lane of each CTA, one behind the other. */
TEST(records_of_rays_are_read_before_too)
{
    static const struct fake_step traces[] = {
        {.op = OP_TRACE_RAY,
         .dst = 1,
         .base = 8192,
         .per_cta = 8192,
         .per_lane = 256,
         .n_records = 4},
        {.op = OP_INT_ADD, .dst = 2, .src = 1},
    };
    static const uint32_t none[] = {0, 0}, first[] = {0, 1};
    for (int m = 0; m < MODELS_OF_WINDOWS; m++) {
        /* In tiny's L2 the approximate model loses some of them before they are read. */
        const char *gpu = m ? "tiny:l2.ways=64" : NULL;
        struct run r = run_units(traces, 2, &(struct how){1, false, none, 1, CTAS, gpu, m});
        struct run warm = run_units(traces, 2, &(struct how){1, false, first, 1, CTAS, gpu, m});
        assert_int_equal(r.counters.l2.fetches - warm.counters.l2.fetches, 32 * 4 * 2);
    }
}

/* What is above shared_end is the warps' own. */
TEST(only_what_all_share_is_read_before)
{
    static const struct fake_step own[] = {
        {.op = OP_LOAD, .dst = 1, .base = OWN, .per_cta = 4096, .per_lane = 32},
    };
    static const uint32_t first[] = {0, CTAS};
    for (int m = 0; m < MODELS_OF_WINDOWS; m++) {
        struct run r = run_units(own, 1, &(struct how){1, false, first, 1, CTAS, NULL, m});
        assert_int_equal(r.counters.l2.fetches, CTAS * 32);
    }
}

/* Sampling units begin as their first CTA is launched, wherever that is noticed: neither threads
 * nor visits of every cycle change when. Where slices hold requests up for want of MSHRs, what
 * becomes warm lets them go on. */
static void all_ways_are_one(const struct fake_step *script, uint32_t n_steps, const char *gpu)
{
    static const uint32_t first[WINDOWS + 1] = {0, 3, 6, 6, 10, 15, 20};
    const struct how ways[] = {{1, false, first, WINDOWS, WINDOW, gpu, false},
                               {2, false, first, WINDOWS, WINDOW, gpu, false},
                               {3, false, first, WINDOWS, WINDOW, gpu, false},
                               {1, true, first, WINDOWS, WINDOW, gpu, false},
                               {1, false, first, WINDOWS, WINDOW, gpu, true},
                               {3, false, first, WINDOWS, WINDOW, gpu, true}};
    struct run one = run_units(script, n_steps, &ways[0]);
    for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].approximate != ways[i - 1].approximate) {
            one = run_units(script, n_steps, &ways[i]);
            continue;
        }
        struct run other = run_units(script, n_steps, &ways[i]);
        assert_memory_equal(&other.counters, &one.counters, sizeof one.counters);
        assert_memory_equal(&other.end, &one.end, sizeof one.end);
        assert_memory_equal(other.resident, one.resident, sizeof one.resident);
    }
}

TEST(windows_are_warmed_at_the_same_time_however_they_are_run)
{
    static const struct fake_step scattered[] = {
        {.op = OP_LOAD, .dst = 1, .base = 4096, .per_lane = 32, .scatter = 1 << 15},
        {.op = OP_LOAD, .dst = 2, .base = 4096, .per_lane = 32, .scatter = 1 << 15},
        {.op = OP_STORE, .src = 1, .base = OWN, .per_cta = 1024, .per_lane = 32},
        {.op = OP_LOAD, .dst = 3, .base = 8192, .per_cta = 128, .per_lane = 32},
        {.op = OP_INT_ADD, .dst = 4, .src = 3},
    };
    static const char *const gpus[] = {"tiny", "tiny:l2.mshrs=1",
                                       "tiny:l2.mshrs=2,l2.mshr_merges=1", "tiny:l2.miss_queue=2",
                                       "tiny:l2.sets=1,l2.ways=2"};
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
        all_ways_are_one(loads, 4, gpus[i]);
        all_ways_are_one(scattered, 5, gpus[i]);
    }
}

TEST(a_warp_that_fails_before_a_window_ends_the_run)
{
    static const uint32_t first[] = {0, CTAS};
    struct gpu_config g = machine(NULL);
    struct gpu_counters unused;
    struct kernel *k FREED_BY(kernel_free) = shared_kernel(loads, 4),
                     *rows = fake_kernel(loads, 4, CTAS, 16, 7);
    const struct warming_plan plan = {rows, first, 1, CTAS, NULL};
    struct model_options options = {.threads = 2};
    assert_ok(warming_create(&options.warming, &plan, &st));
    assert_int_equal(gpu_simulate(&g, k, &options, &unused, &st), ST_FAILED);
    assert_true(st.text[0] != 0);
    warming_free(options.warming);
    rows->ops->free(rows);
}

/* The L2 of tiny holds more than what is written: nothing of it has been written back. */
TEST(the_end_says_what_the_l2_holds)
{
    static const struct fake_step stores[] = {
        {.op = OP_STORE, .base = OWN, .per_cta = 256, .per_lane = 32, .active = 0xff},
    };
    struct gpu_config g = machine(NULL);
    uint64_t lines = (uint64_t)g.machine.memory_partitions * g.l2.slices * g.l2.sets * g.l2.ways;
    for (int m = 0; m < MODELS_OF_WINDOWS; m++) {
        struct run r = run_units(stores, 1, &(struct how){.threads = 1, .approximate = m});
        assert_int_equal(r.end.room, lines);
        assert_int_equal(r.end.sms, g.machine.sms);
        assert_int_equal(r.end.slots, g.machine.sms * sm_occupancy(&g, 16));
        assert_int_equal(r.end.dirty_sectors, CTAS * 8);
        assert_int_equal(r.counters.l2.write_back_sectors, 0);
        assert_true(r.end.dirty_lines == r.end.lines && r.end.lines <= r.end.dirty_sectors);
    }
}

/* DRAM as it was when the last CTA came: some of it, and less than in the end. */
TEST(dram_is_noted_at_the_last_launch)
{
    static const uint32_t first[] = {0, 1};
    for (int m = 0; m < MODELS_OF_WINDOWS; m++) {
        struct run r =
            run_units(loads, 4, &(struct how){1, false, first, 1, CTAS, "tiny:sm.threads=64", m});
        assert_true(r.end.full.data_cycles > 0);
        assert_true(r.end.full.data_cycles < r.counters.dram.data_cycles);
        assert_true(r.end.full.active_cycles >= r.end.full.data_cycles);
        assert_true(r.end.full.active_channels <= r.counters.dram.active_channels);
    }
}

/* Launches are looked for every 256 core cycles, of which each has two of DRAM. */
TEST(the_last_launch_is_noted_at_a_check)
{
    static const uint32_t first[] = {0, 1};
    struct gpu_config g = machine("tiny:sm.threads=64");
    struct run r =
        run_units(loads, 4, &(struct how){1, true, first, 1, CTAS, "tiny:sm.threads=64", false});
    uint64_t cycles = r.end.full.cycles / (2 * g.machine.memory_partitions);
    assert_true(cycles > 0);
    assert_int_equal(cycles % 256, 0);
}

TEST_GROUP(NULL, NULL)
