/* The approximate timing model on kernels that follow a script: what they cost in closed form, and
 * what the cycle model says of them. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/approximate/approximate_gpu.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/gpu.h"
#include "sim/timing/memory/memory_path.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"
#include "tests/rig/sm_pipeline.h"

#include <string.h>

enum { MOST_STEPS = 512 };

static uint64_t run(const struct gpu_config *g, const struct fake_step *script, uint32_t n,
                    uint32_t ctas, struct gpu_counters *out)
{
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, n, ctas, 16, UINT32_MAX);
    assert_non_null(k);
    assert_ok(approximate_gpu_simulate(g, k, NULL, out, &st));
    return out->gpu.cycles;
}

static uint64_t run_cycle_model(const struct gpu_config *g, const struct fake_step *script,
                                uint32_t n, uint32_t ctas, struct gpu_counters *out)
{
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, n, ctas, 16, UINT32_MAX);
    assert_non_null(k);
    assert_ok(gpu_simulate(g, k, NULL, out, &st));
    return out->gpu.cycles;
}

/* `n` times the same instruction. */
static void repeat(struct fake_step script[MOST_STEPS], uint32_t n, struct fake_step step)
{
    for (uint32_t i = 0; i < n; i++)
        script[i] = step;
}

static void assert_within(uint64_t ours, uint64_t theirs, double percent, const char *what)
{
    double error = 100 * ((double)ours / (double)theirs - 1);
    if (error > percent || error < -percent)
        fail_msg("%s: %llu, expected %llu: %+.1f %%", what, (unsigned long long)ours,
                 (unsigned long long)theirs, error);
}

static const char *const gpus[] = {"tiny", "mobile_soc", "rtx2060", "mobile_soc_vulkansim"};
enum { GPUS = sizeof gpus / sizeof *gpus };

TEST(a_chain_of_dependent_instructions_costs_their_latencies)
{
    for (int i = 0; i < GPUS; i++) {
        struct gpu_config g = rig_gpu(gpus[i]);
        const struct {
            enum warp_op op;
            uint32_t latency;
        } ops[] = {{OP_FP_ADD, g.exec.fp_add_latency},   {OP_INT_ADD, g.exec.int_add_latency},
                   {OP_INT_DIV, g.exec.int_div_latency}, {OP_SFU, g.exec.sfu_latency},
                   {OP_DP_MAD, g.exec.dp_mad_latency},   {OP_ALU, g.exec.alu_latency}};
        for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
            struct fake_step script[MOST_STEPS];
            struct gpu_counters c;
            repeat(script, 300, (struct fake_step){.op = ops[k].op, .dst = 1, .src = 1});
            uint64_t more = run(&g, script, 300, 1, &c), few = run(&g, script, 100, 1, &c);
            assert_int_equal(more - few, 200 * pipeline_result(&g, ops[k].latency, 1));
        }
    }
}

/* Of one warp: it has one sub-core's share of the units. */
TEST(an_independent_stream_is_bound_by_its_units)
{
    for (int i = 0; i < GPUS; i++) {
        struct gpu_config g = rig_gpu(gpus[i]);
        uint32_t schedulers = g.sm.schedulers;
        const struct {
            enum warp_op op;
            uint32_t interval, units;
        } ops[] = {{OP_FP_MUL, g.exec.fp_mul_interval, g.exec.sp_units},
                   {OP_SFU, g.exec.sfu_interval, g.exec.sfu_units},
                   {OP_DP_DIV, g.exec.dp_div_interval, g.exec.sfu_units}};
        for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
            uint32_t units = ops[k].units > schedulers ? ops[k].units / schedulers : 1;
            uint32_t interval = (ops[k].interval + units - 1) / units;
            struct fake_step script[MOST_STEPS];
            struct gpu_counters c;
            repeat(script, 300, (struct fake_step){.op = ops[k].op});
            uint64_t more = run(&g, script, 300, 1, &c), few = run(&g, script, 100, 1, &c);
            assert_int_equal(more - few, 200 * interval);
        }
    }
}

/* Warps of a sub-core share its units: twice as many need twice the time. */
TEST(warps_of_a_sub_core_share_its_units)
{
    struct gpu_config g = rig_gpu("tiny");
    struct fake_step script[MOST_STEPS];
    struct gpu_counters c;
    repeat(script, 300, (struct fake_step){.op = OP_SFU});
    uint32_t each = g.machine.sms * g.sm.schedulers;
    for (uint32_t warps = 1; warps <= 2; warps++) {
        uint64_t more = run(&g, script, 300, warps * each, &c);
        uint64_t few = run(&g, script, 100, warps * each, &c);
        assert_within(more - few, (uint64_t)200 * warps * g.exec.sfu_interval, 1, "SFU");
    }
}

TEST(the_launch_latency_is_paid_once)
{
    struct gpu_config g = rig_gpu("tiny");
    const struct fake_step script[] = {{.op = OP_FP_ADD, .dst = 1}};
    struct gpu_counters c;
    rig_gpu_set(&g, "launch_cycles", "50");
    uint64_t soon = run(&g, script, 1, 100, &c);
    rig_gpu_set(&g, "launch_cycles", "5000");
    assert_int_equal(run(&g, script, 1, 100, &c) - soon, 4950);
    assert_int_equal(run(&g, script, 1, 0, &c), 5000);
    assert_int_equal(c.gpu.ctas, 0);
    assert_int_equal(c.sm.warp_instructions, 0);
    double m[METRIC_COUNT];
    metrics_compute(&c, m);
    for (int j = 0; j < METRIC_COUNT; j++)
        assert_true(m[j] >= 0 && m[j] <= metrics[j].most);
}

/* --- memory --- */

/* Dependent loads by one thread from `n` lines of 128 bytes at `addrs`. */
static void fill_chain(struct fake_step *script, const uint64_t *addrs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        script[i] =
            (struct fake_step){.op = OP_LOAD, .dst = 1, .src = 1, .base = addrs[i], .active = 1};
}

/* Cycles of each of the loads behind the first `warm`, in sum. */
static uint64_t time_of_loads(const struct gpu_config *g, const uint64_t *addrs, uint32_t n,
                              uint32_t warm)
{
    struct fake_step script[MOST_STEPS];
    struct gpu_counters c;
    fill_chain(script, addrs, n);
    uint64_t all = run(g, script, n, 1, &c);
    return all - run(g, script, warm, 1, &c);
}

TEST(a_load_that_hits_the_l1d_costs_what_the_pipeline_says)
{
    for (int i = 0; i < GPUS; i++) {
        struct gpu_config g = rig_gpu(gpus[i]);
        uint64_t addrs[300];
        for (uint32_t k = 0; k < 300; k++)
            addrs[k] = 0x10000;
        assert_int_equal(time_of_loads(&g, addrs, 300, 100), 200 * pipeline_l1_hit(&g, 1));
    }
}

/* Of the crossbar and of the L2, MHz; the SMs' are as the GPU has them. */
static const char *const other_clocks[][2] = {
    {"700.0", "1300.0"}, {"2100.0", "900.0"}, {"400.0", "400.0"}, {"3000.0", "2500.0"}};
enum { OTHER_CLOCKS = sizeof other_clocks / sizeof *other_clocks };

static void set_clocks(struct gpu_config *g, const char *const MHz[2])
{
    rig_gpu_set(g, "icnt_MHz", MHz[0]);
    rig_gpu_set(g, "l2_MHz", MHz[1]);
}

TEST(a_load_that_hits_the_l2_costs_what_its_path_says)
{
    for (int i = 0; i < GPUS * (1 + OTHER_CLOCKS); i++) {
        struct gpu_config g = rig_gpu(gpus[i % GPUS]);
        uint64_t addrs[300], expected = 0;
        rig_gpu_set(&g, "l1d.ways", "1");
        rig_gpu_set(&g, "l1d.sets", "1");
        if (i >= GPUS)
            set_clocks(&g, other_clocks[i / GPUS - 1]);
        for (uint32_t k = 0; k < 300; k++)
            addrs[k] = 0x100000 + k % 100 * 128;
        struct memory_path p = memory_path_make(&g);
        for (uint32_t k = 0; k < 200; k++)
            expected = memory_path_l2_hit(&p, expected + pipeline_l1_hit(&g, 1));
        /* Phases of clocks are those of whole core cycles. */
        assert_within(time_of_loads(&g, addrs, 300, 100), expected, i < GPUS ? 0.5 : 1,
                      gpus[i % GPUS]);
    }
}

/* Loads that all go to one bank of one channel: of one row, or of another one each. */
TEST(a_load_from_dram_costs_what_its_path_says)
{
    enum { N = 60 };
    for (int i = 0; i < 2 * GPUS; i++) {
        struct gpu_config g = rig_gpu(gpus[i / 2]);
        struct address_map map = gpu_config_address_map(&g);
        struct memory_path p = memory_path_make(&g);
        uint64_t addrs[N], expected = pipeline_first_issue(&g), row = UINT64_MAX;
        uint32_t n = 0;
        for (uint64_t a = 0; n < N; a += 128) {
            struct dram_place place = address_map_place(&map, a);
            if (address_map_slice(&map, a) || place.bank || (i % 2 && place.row == row))
                continue;
            row = place.row;
            addrs[n++] = a;
        }
        for (uint32_t k = 0; k < N; k++)
            expected = memory_path_dram(&p, expected + pipeline_l1_hit(&g, 1),
                                        address_map_place(&map, addrs[k]).row);
        uint64_t ours = time_of_loads(&g, addrs, N, 0) - 1;
        assert_within(ours + g.machine.launch_cycles, expected, 1, gpus[i / 2]);
    }
}

TEST(streams_are_bound_by_dram)
{
    for (int i = 0; i < GPUS; i++) {
        struct gpu_config g = rig_gpu(gpus[i]);
        struct fake_step script[16];
        struct gpu_counters c;
        double m[METRIC_COUNT];
        for (uint32_t k = 0; k < 16; k++)
            script[k] = (struct fake_step){.op = OP_LOAD,
                                           .dst = (uint16_t)(k + 1),
                                           .base = 0x1000000 + 128 * k,
                                           .per_cta = 2048,
                                           .per_lane = 4};
        uint64_t cycles = run(&g, script, 16, 3000, &c);
        assert_int_equal(c.dram.fetches, 3000 * 16 * 4);
        double working = (double)(cycles - g.machine.launch_cycles) / (double)cycles;
        double used = (double)c.dram.data_cycles / (double)c.dram.cycles / working;
        if (used < 0.85 || used > 1.001)
            fail_msg("%s: %.1f %% of the bandwidth", gpus[i], 100 * used);
        metrics_compute(&c, m);
        assert_true(m[METRIC_DRAM_EFFICIENCY] > 0.85 && m[METRIC_DRAM_EFFICIENCY] <= 1);
        uint64_t theirs = run_cycle_model(&g, script, 16, 3000, &c);
        assert_within(cycles - g.machine.launch_cycles, theirs - g.machine.launch_cycles, 13,
                      gpus[i]);
    }
}

/* Cycles of the script on both models, without the launch. */
static void assert_like_cycle_model(const char *gpu, const struct fake_step *script, uint32_t n,
                                    uint32_t ctas, double percent)
{
    struct gpu_config g = rig_gpu(gpu);
    struct gpu_counters c;
    uint64_t ours = run(&g, script, n, ctas, &c);
    uint64_t theirs = run_cycle_model(&g, script, n, ctas, &c);
    assert_within(ours - g.machine.launch_cycles, theirs - g.machine.launch_cycles, percent, gpu);
}

enum { PASSES = 16, APART = 288 };

/* Cycles of all but the first passes over the sectors of each CTA, which hit the L2 and no L1D. */
static uint64_t time_of_passes(struct gpu_config *g, uint32_t ctas,
                               uint64_t (*on_model)(const struct gpu_config *,
                                                    const struct fake_step *, uint32_t, uint32_t,
                                                    struct gpu_counters *))
{
    struct fake_step script[4 * PASSES];
    struct gpu_counters c;
    rig_gpu_set(g, "l1d.ways", "1");
    rig_gpu_set(g, "l1d.sets", "1");
    for (uint32_t k = 0; k < 4 * PASSES; k++)
        script[k] = (struct fake_step){.op = OP_LOAD,
                                       .dst = (uint16_t)(k % 4 + 1),
                                       .src = (uint16_t)(k % 4 + 1),
                                       .base = 0x1000000 + 32 * APART * (k % 4),
                                       .per_cta = 4 * 32 * APART,
                                       .per_lane = APART};
    uint64_t all = on_model(g, script, 4 * PASSES, ctas, &c);
    return all - on_model(g, script, 16, ctas, &c);
}

/* Every slice is kept as busy as the crossbar lets it be: a packet in each of its cycles, and no
 * more than the L2 looks up. */
TEST(streams_from_the_l2_are_bound_by_the_clock_of_the_crossbar)
{
    static const char *const MHz[] = {"1365.0", "682.5", "1000.0", "2730.0"};
    uint64_t ours[4];
    for (uint32_t i = 0; i < 4; i++) {
        struct gpu_config g = rig_gpu("rtx2060");
        rig_gpu_set(&g, "icnt_MHz", MHz[i]);
        ours[i] = time_of_passes(&g, 120, run);
        assert_within(ours[i], time_of_passes(&g, 120, run_cycle_model), 5, MHz[i]);
    }
    assert_within(ours[1], 2 * ours[0], 3, "half the clock");
}

TEST(the_bus_stands_when_it_turns_between_reads_and_writes)
{
    struct fake_step script[16];
    for (uint32_t k = 0; k < 16; k++)
        script[k] = k % 2 ? (struct fake_step){.op = OP_STORE, .base = 0x8000000 + 128 * k}
                          : (struct fake_step){.op = OP_LOAD,
                                               .dst = (uint16_t)(k + 1),
                                               .base = 0x1000000 + 128 * k};
    for (uint32_t k = 0; k < 16; k++) {
        script[k].per_cta = 2048;
        script[k].per_lane = 4;
    }
    assert_like_cycle_model("tiny", script, 16, 2000, 3);
}

/* Loads and stores far apart: few find their row open, and the L2 writes back while it fetches. */
TEST(a_loaded_channel_gives_what_it_does_in_the_cycle_model)
{
    enum { FAR = (1 << 17) + 4224 };
    struct fake_step script[12];
    for (uint32_t k = 0; k < 12; k++)
        script[k] = (struct fake_step){.op = k % 2 ? OP_STORE : OP_LOAD,
                                       .dst = (uint16_t)(k % 2 ? 0 : k + 1),
                                       .base = (k % 2 ? 0x8000000000 : 0x1000000000) + 544 * k,
                                       .per_cta = 32 * (uint64_t)FAR,
                                       .per_lane = FAR};
    assert_like_cycle_model("mobile_soc", script, 12, 400, 6);
    assert_like_cycle_model("rtx2060", script, 12, 1500, 6);
}

#define TRACE_OF_12                                                                                \
    {                                                                                              \
        .op = OP_TRACE_RAY, .dst = 40, .base = 0x800000, .per_cta = 512, .per_lane = 64,           \
        .n_records = 12                                                                            \
    }

/* Warps trace, and then load what hits the L1D, sector by sector. */
TEST(loads_go_before_the_rt_unit_at_the_banks)
{
    struct fake_step script[33] = {TRACE_OF_12};
    for (uint32_t k = 1; k < 33; k++)
        script[k] = (struct fake_step){
            .op = OP_LOAD, .dst = (uint16_t)k, .base = 0x1000000, .per_lane = 128};
    for (int i = 0; i < 3; i++)
        assert_like_cycle_model(gpus[i], script, 33, 200, 14);
}

/* Each store sends 32 sectors on their way, and one leaves in a cycle. */
TEST(stores_fill_the_miss_queue_in_front_of_traces)
{
    struct fake_step script[33] = {TRACE_OF_12};
    for (uint32_t k = 1; k < 33; k++)
        script[k] =
            (struct fake_step){.op = OP_STORE, .base = 0x1000000, .per_cta = 64, .per_lane = 128};
    assert_like_cycle_model("rtx2060", script, 33, 200, 8);
}

/* Half of the sectors of a warp's records are another's on the same SM, too. Where few reads may
 * wait for a sector, the unit asks in vain until it comes, and all its warps wait. */
TEST(too_many_reads_of_a_sector_hold_the_rt_unit_up)
{
    static const char *const merges[] = {"1", "4", "64"};
    struct gpu_config g = rig_gpu("mobile_soc");
    struct fake_step script[] = {TRACE_OF_12};
    uint64_t ours[3], theirs[3];
    struct gpu_counters c;
    script[0].per_cta = 1024 / g.machine.sms;
    for (int i = 0; i < 3; i++) {
        rig_gpu_set(&g, "l1d.mshr_merges", merges[i]);
        ours[i] = run(&g, script, 1, 8 * g.machine.sms, &c) - g.machine.launch_cycles;
        theirs[i] = run_cycle_model(&g, script, 1, 8 * g.machine.sms, &c) - g.machine.launch_cycles;
    }
    assert_within(ours[1], theirs[1], 4, merges[1]);
    assert_within(ours[2], theirs[2], 4, merges[2]);
    assert_true(5 * ours[0] > 6 * ours[2] && 5 * theirs[0] > 6 * theirs[2]);
}

/* Loads miss faster than memory answers; where MSHRs are few they are what bounds the stream. An
 * access takes all it needs at once, so that fewer than it has sectors bound it too little. */
TEST(few_mshrs_hold_loads_and_traces_up)
{
    static const char *const mshrs[] = {"16", "64", "256"};
    struct gpu_config g = rig_gpu("mobile_soc");
    struct fake_step script[17] = {TRACE_OF_12};
    uint64_t ours[3], theirs[3];
    struct gpu_counters c;
    for (uint32_t k = 1; k < 17; k++)
        script[k] = (struct fake_step){.op = OP_LOAD,
                                       .dst = (uint16_t)k,
                                       .base = 0x1000000 + 0x100000 * (uint64_t)k,
                                       .per_cta = 1024,
                                       .per_lane = 32};
    for (int i = 0; i < 3; i++) {
        rig_gpu_set(&g, "l1d.mshrs", mshrs[i]);
        ours[i] = run(&g, script, 17, 200, &c) - g.machine.launch_cycles;
        theirs[i] = run_cycle_model(&g, script, 17, 200, &c) - g.machine.launch_cycles;
    }
    assert_within(ours[1], theirs[1], 5, mshrs[1]);
    assert_within(ours[2], theirs[2], 5, mshrs[2]);
    assert_true(100 * ours[1] > 102 * ours[2] && 100 * theirs[1] > 102 * theirs[2]);
    assert_true(ours[0] > ours[1] && theirs[0] > theirs[1]);
}

TEST(a_single_trace_takes_as_long_as_in_the_cycle_model)
{
    for (int i = 0; i < GPUS; i++)
        for (uint32_t n = 1; n <= 2; n++) {
            struct gpu_config g = rig_gpu(gpus[i]);
            const struct fake_step script[] = {{.op = OP_TRACE_RAY,
                                                .dst = 5,
                                                .base = 0x800000,
                                                .per_cta = 512,
                                                .per_lane = 64,
                                                .n_records = n}};
            struct gpu_counters ours, theirs;
            run(&g, script, 1, 1, &ours);
            run_cycle_model(&g, script, 1, 1, &theirs);
            assert_int_equal(ours.rt.rays, 32);
            assert_int_equal(ours.rt.records, 32 * n);
            assert_int_equal(ours.rt.stages, theirs.rt.stages);
            assert_int_equal(ours.rt.result_stores, theirs.rt.result_stores);
            assert_within(ours.rt.warp_latency, theirs.rt.warp_latency, 1, gpus[i]);
            assert_within(ours.gpu.cycles, theirs.gpu.cycles, 0.5, gpus[i]);
        }
}

/* --- whole kernels --- */

static const struct fake_step mixed[] = {
    {.op = OP_ALU, .dst = 1},
    {.op = OP_INT_MAD, .dst = 2, .src = 1},
    {.op = OP_LOAD, .dst = 3, .src = 2, .base = 0x10000, .per_cta = 4096, .per_lane = 128},
    {.op = OP_FP_ADD, .dst = 4, .src = 3},
    {.op = OP_TRACE_RAY,
     .dst = 5,
     .src = 4,
     .base = 0x800000,
     .per_cta = 512,
     .per_lane = 64,
     .n_records = 6,
     .mixed = true},
    {.op = OP_STORE, .src = 5, .base = 0x2000000, .per_cta = 4096, .per_lane = 20},
    {.op = OP_LOAD, .dst = 6, .src = 5, .base = 0x2000000, .per_cta = 4096, .per_lane = 20},
    {.op = OP_SFU, .dst = 7, .src = 6, .active = 0xff},
    {.op = OP_STORE, .src = 7, .base = 0x10000, .per_cta = 64, .per_lane = 4},
};
enum { MIXED = sizeof mixed / sizeof *mixed };

static uint64_t sum_of(const uint64_t *counts, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

TEST(every_instruction_and_request_is_accounted_for)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c, cm;
    run(&g, mixed, MIXED, 40, &c);
    run_cycle_model(&g, mixed, MIXED, 40, &cm);
    assert_int_equal(c.gpu.ctas, 40);
    assert_int_equal(c.sm.warps, 40);
    assert_int_equal(c.sm.warp_instructions, cm.sm.warp_instructions);
    assert_int_equal(c.sm.thread_instructions, cm.sm.thread_instructions);
    assert_int_equal(c.sm.active_lanes, cm.sm.active_lanes);
    assert_int_equal(c.rt.warps, cm.rt.warps);
    assert_int_equal(c.rt.rays, cm.rt.rays);
    assert_int_equal(c.rt.records, cm.rt.records);
    assert_int_equal(c.rt.stages, cm.rt.stages);
    assert_int_equal(c.rt.spill_stores, cm.rt.spill_stores);
    assert_int_equal(c.rt.table_stores, cm.rt.table_stores);
    assert_int_equal(c.rt.result_stores, cm.rt.result_stores);
    assert_int_equal(c.icnt.replies, c.icnt.reads + c.icnt.writes);
    const uint64_t reads[] = {c.l2.read_hits, c.l2.read_hits_reserved, c.l2.read_misses,
                              c.l2.read_sector_misses};
    const uint64_t writes[] = {c.l2.write_hits, c.l2.write_hits_reserved, c.l2.write_misses,
                               c.l2.write_sector_misses};
    assert_int_equal(sum_of(reads, 4), c.icnt.reads);
    assert_int_equal(sum_of(writes, 4), c.icnt.writes);
    assert_int_equal(c.l2.fetches, c.dram.fetches);
    assert_int_equal(c.l2.write_backs, c.dram.write_backs);
    assert_true(c.l2.write_backs > 0 && c.l2.fetches > 0);
    /* Atoms of 16 bytes: two for each sector. */
    assert_int_equal(c.dram.reads, 2 * c.dram.fetches);
    assert_int_equal(c.dram.writes, 2 * c.l2.write_back_sectors);
    assert_int_equal(c.dram.data_cycles, 4 * (c.dram.reads + c.dram.writes));
    assert_true(c.dram.active_cycles <= c.dram.cycles);
}

TEST(metrics_are_in_their_ranges_and_the_same_again)
{
    for (int i = 0; i < GPUS; i++) {
        struct gpu_config g = rig_gpu(gpus[i]);
        struct gpu_counters a, b;
        double m[METRIC_COUNT];
        run(&g, mixed, MIXED, 300, &a);
        run(&g, mixed, MIXED, 300, &b);
        assert_same_counters(&a, &b);
        metrics_compute(&a, m);
        for (int j = 0; j < METRIC_COUNT; j++)
            if (!(m[j] >= 0 && m[j] <= metrics[j].most))
                fail_msg("%s: %s is %g", gpus[i], metrics[j].name, m[j]);
    }
}

/* A sector takes the L2's data port less than the least part of a core cycle. */
TEST(a_core_may_be_much_slower_than_the_l2)
{
    struct gpu_config g = rig_gpu("tiny:core_MHz=1");
    struct gpu_counters c;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, MIXED, 1, 16, UINT32_MAX);
    assert_ok(approximate_gpu_simulate(&g, k, NULL, &c, &st));
    assert_true(c.l2.read_misses > 0);
}

TEST(a_warp_without_room_is_refused)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, MIXED, 1, 100000, UINT32_MAX);
    assert_int_equal(approximate_gpu_simulate(&g, k, NULL, &c, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "100000 registers"));
}

TEST(a_warp_that_fails_ends_the_run_with_its_message)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, MIXED, 100, 16, 70);
    assert_int_equal(approximate_gpu_simulate(&g, k, NULL, &c, &st), ST_FAILED);
    assert_string_equal(st.text, "CTA 70 fails as it should");
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct gpu_config g = rig_gpu("tiny");
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, 6, 20, 16, UINT32_MAX);
    struct gpu_counters c;
    assert_survives_without_memory(approximate_gpu_simulate(&g, k, NULL, &c, &st), 40,
                                   assert_true(st.text[0]));
}

TEST(a_run_that_is_stopped_says_so)
{
    struct gpu_config g = rig_gpu("tiny");
    for (int flag = 0; flag < 2; flag++) {
        struct gpu_counters c;
        atomic_int stop = flag;
        bool unfinished = !flag;
        const struct model_options options = {.stop = &stop, .unfinished = &unfinished};
        struct kernel *k = fake_kernel(mixed, MIXED, 40, 16, UINT32_MAX);
        assert_ok(approximate_gpu_simulate(&g, k, &options, &c, &st));
        k->ops->free(k);
        assert_int_equal(unfinished, flag);
        assert_int_equal(c.sm.warps, flag ? 0 : 40);
        /* Of warps that come later nothing is counted. */
        assert_true(c.sm.resident_warp_cycles <= c.gpu.cycles * 40);
    }
}

TEST(any_number_of_threads_gives_the_same)
{
    for (int i = 0; i < GPUS; i++) {
        struct gpu_config g = rig_gpu(gpus[i]);
        struct gpu_counters c[2];
        for (uint32_t k = 0; k < 2; k++) {
            double helpers_s = -1;
            const struct model_options options = {
                .threads = k ? 5 : 1, .helpers_cpu_s = &helpers_s, .first_sm = 1};
            struct kernel *kernel = fake_kernel(mixed, MIXED, 400, 16, UINT32_MAX);
            assert_ok(approximate_gpu_simulate(&g, kernel, &options, &c[k], &st));
            kernel->ops->free(kernel);
            assert_true(helpers_s >= 0);
        }
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
    }
}
