/* A kernel that is watched: what its windows took and touched, where that is known beforehand, and
 * how a run of them leaves the machine. */
#include "tests/rig/rig.h"

#include "sim/config/load/load.h"
#include "sim/model/watch.h"
#include "sim/timing/gpu.h"
#include "tests/rig/fake_warp.h"

#include <string.h>

enum { CTAS = 24, WINDOW = 4, WINDOWS = CTAS / WINDOW, SHARED = 1 << 20, OWN = 1 << 24 };

struct run {
    struct gpu_counters counters;
    struct run_end end;
    uint64_t resident[WINDOWS];
};

static struct gpu_config machine(void)
{
    struct status st = {0};
    struct gpu_config g;
    assert_ok(gpu_config_load(&g, "tiny", &st));
    return g;
}

static struct run run_watched(const struct fake_step *script, uint32_t n_steps, uint32_t threads)
{
    struct status st = {0};
    struct gpu_config g = machine();
    struct run r = {.resident = {0}};
    struct kernel *inner = fake_kernel(script, n_steps, CTAS, 16, UINT32_MAX), *watched;
    struct watch *watch;
    struct timeline *timeline;
    assert_non_null(inner);
    inner->shared_end = SHARED;
    assert_ok(timeline_create(&timeline, &g, 64, &st));
    assert_ok(watch_kernel(&watch, &watched, inner, WINDOW, r.resident, &st));
    struct gpu_options options = {.threads = threads, .timeline = timeline, .end = &r.end};
    assert_ok(gpu_simulate(&g, watched, &options, &r.counters, &st));
    watched->ops->free(watched);
    assert_ok(watch_touched(watch, &r.end, &st));
    watch_free(watch);
    timeline_free(timeline);
    inner->ops->free(inner);
    return r;
}

/* Every CTA reads 32 sectors of its own below SHARED, and all of them the same one. */
static const struct fake_step loads[] = {
    {.op = OP_LOAD, .dst = 1, .base = 4096, .per_cta = 1024, .per_lane = 32},
    {.op = OP_LOAD, .dst = 2, .base = 64},
    {.op = OP_INT_ADD, .dst = 3, .src = 1},
    {.op = OP_INT_ADD, .dst = 4, .src = 2},
};

TEST(sectors_are_counted_once_and_by_every_other_window)
{
    struct run r = run_watched(loads, 4, 1);
    assert_int_equal(r.end.touched, CTAS * 32 + 1);
    assert_int_equal(r.end.touched_half, CTAS / 2 * 32 + 1);
}

TEST(windows_share_the_time_of_all_warps)
{
    struct run r = run_watched(loads, 4, 1);
    uint64_t sum = 0;
    for (int i = 0; i < WINDOWS; i++) {
        assert_true(r.resident[i] > 0);
        sum += r.resident[i];
    }
    assert_int_equal(sum, r.counters.sm.resident_warp_cycles);
}

/* What lies above shared_end, and what a warp stores, is its own. */
TEST(only_what_all_share_is_touched)
{
    static const struct fake_step own[] = {
        {.op = OP_LOAD, .dst = 1, .base = OWN, .per_cta = 4096, .per_lane = 32},
        {.op = OP_STORE, .src = 1, .base = OWN + 2048, .per_cta = 4096, .per_lane = 32},
        {.op = OP_STORE, .src = 1, .base = 64},
    };
    struct run r = run_watched(own, 3, 1);
    assert_int_equal(r.end.touched, 0);
    assert_int_equal(r.end.touched_half, 0);
    assert_int_equal(r.end.resident, 1); /* that of the store */
}

/* 4 records of 64 bytes for each lane of each CTA, one behind the other. */
TEST(records_of_rays_are_touched)
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
    struct run r = run_watched(traces, 2, 1);
    assert_int_equal(r.end.touched, CTAS * 32 * 4 * 2);
    assert_int_equal(r.end.touched_half, CTAS * 32 * 4);
}

/* The L2 of tiny holds more than what is written: nothing of it has been written back. */
TEST(the_end_says_what_the_l2_holds)
{
    static const struct fake_step stores[] = {
        {.op = OP_STORE, .base = OWN, .per_cta = 256, .per_lane = 32, .active = 0xff},
    };
    struct gpu_config g = machine();
    struct run r = run_watched(stores, 1, 1);
    uint64_t lines = (uint64_t)g.machine.memory_partitions * g.l2.slices * g.l2.sets * g.l2.ways;
    assert_int_equal(r.end.room, lines);
    assert_int_equal(r.end.sms, g.machine.sms);
    assert_true(r.end.slots >= r.end.sms);
    assert_int_equal(r.end.dirty_sectors, CTAS * 8);
    assert_int_equal(r.counters.l2.write_back_sectors, 0);
    assert_true(r.end.dirty_lines == r.end.lines && r.end.lines <= r.end.dirty_sectors);
}

TEST(watching_changes_no_counter_and_threads_change_nothing)
{
    struct status st = {0};
    struct gpu_config g = machine();
    struct gpu_counters plain;
    struct kernel *k = fake_kernel(loads, 4, CTAS, 16, UINT32_MAX);
    k->shared_end = SHARED;
    assert_ok(gpu_simulate(&g, k, NULL, &plain, &st));
    k->ops->free(k);
    struct run one = run_watched(loads, 4, 1), more = run_watched(loads, 4, 3);
    assert_memory_equal(&one.counters, &plain, sizeof plain);
    assert_memory_equal(&one.end, &more.end, sizeof one.end);
    assert_memory_equal(one.resident, more.resident, sizeof one.resident);
}

/* DRAM as it was before the last CTA came: some of it, and no more than in the end. */
TEST(dram_is_noted_before_the_last_launch)
{
    struct run r = run_watched(loads, 4, 1);
    assert_true(r.end.full.data_cycles > 0);
    assert_true(r.end.full.data_cycles < r.counters.dram.data_cycles);
    assert_true(r.end.full.active_cycles >= r.end.full.data_cycles);
    assert_true(r.end.full.active_channels <= r.counters.dram.active_channels);
}
