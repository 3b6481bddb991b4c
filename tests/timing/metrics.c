/* Metrics on counters made by hand. */
#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include "sim/timing/counters/metrics.h"

#include <math.h>
#include <string.h>

#define assert_close(a, b) assert_true(fabs((a) - (b)) <= 1e-9 * (fabs(b) + 1e-30))

TEST(nothing_counted_gives_zero_everywhere)
{
    struct gpu_counters c = {0};
    double m[METRIC_ALL];
    metrics_compute_all(&c, m);
    for (int i = 0; i < METRIC_ALL; i++)
        assert_true(m[i] == 0);
}

static struct gpu_counters sample(void)
{
    return (struct gpu_counters){
        .gpu = {.cycles = 1000,
                .warp_slot_cycles = 32000,
                .rt_slot_cycles = 4000,
                .rt_sms = 2,
                .rt_performance_q32 = UINT64_C(3) << 32,
                .rt_intensity_q32 = UINT64_C(24) << 32},
        .sm = {.warp_instructions = 500,
               .thread_instructions = 8000,
               .resident_warp_cycles = 16000},
        .l1d = {.ldst_read_hits = 10,
                .ldst_read_misses = 20,
                .ldst_read_sector_misses = 30,
                .ldst_write_hits = 1,
                .ldst_write_misses = 39,
                .rt_read_hits = 60,
                .rt_read_misses = 15,
                .rt_read_sector_misses = 5,
                .rt_write_hits = 0,
                .rt_write_misses = 20,
                .merges = 12,
                .refused_mshr = 1000},
        .rt = {.warps = 4,
               .warp_latency = 2000,
               .thread_latency = 6400,
               .efficiency_q32 = UINT64_C(1) << 32},
        .icnt = {.replies = 10, .latency = 4210},
        .l2 = {.read_hits = 5,
               .read_hits_reserved = 5,
               .read_misses = 10,
               .read_sector_misses = 4,
               .write_hits = 3,
               .write_hits_reserved = 1,
               .write_misses = 10,
               .write_sector_misses = 2,
               .stall_mshr = 999},
        .dram = {.fetches = 90,
                 .write_backs = 10,
                 .activates = 25,
                 .channels = 4,
                 .active_channels = 2,
                 .utilization_q32 = UINT64_C(1) << 32,
                 .efficiency_q32 = UINT64_C(3) << 31},
    };
}

TEST(the_seven_follow_their_definitions)
{
    struct gpu_counters c = sample();
    double m[METRIC_COUNT];
    metrics_compute(&c, m);
    assert_close(m[METRIC_IPC], 8.0);
    assert_close(m[METRIC_CYCLES], 1000.0);
    assert_close(m[METRIC_L1D_MISS_RATE], 129.0 / 200.0); /* refusals and merges are not counted */
    assert_close(m[METRIC_L2_MISS_RATE], 26.0 / 40.0);    /* a pending hit is a hit */
    assert_close(m[METRIC_RT_EFFICIENCY], 0.25);          /* mean over four warps */
    assert_close(m[METRIC_DRAM_EFFICIENCY], 0.75);        /* mean over the two active channels */
    assert_close(m[METRIC_BANDWIDTH_UTILIZATION], 0.25);  /* mean over four channels */
}

TEST(the_others_follow_their_definitions)
{
    struct gpu_counters c = sample();
    double m[METRIC_COUNT];
    metrics_compute(&c, m);
    assert_close(m[METRIC_SIMT_EFFICIENCY], 0.5);
    assert_close(m[METRIC_RT_WARP_LATENCY], 500.0);
    assert_close(m[METRIC_RT_THREAD_LATENCY], 50.0);
    assert_close(m[METRIC_RT_WARP_OCCUPANCY], 0.5);
    assert_close(m[METRIC_RT_STAGES_PER_CYCLE], 1.5);
    assert_close(m[METRIC_RT_STAGES_PER_SECTOR], 12.0);
    assert_close(m[METRIC_OCCUPANCY], 0.5);
    assert_close(m[METRIC_MEAN_FETCH_LATENCY], 421.0);
    assert_close(m[METRIC_ROW_LOCALITY], 4.0);
}

TEST(those_of_one_run_follow_vulkan_sim)
{
    struct gpu_counters c = sample();
    double m[METRIC_ALL];
    c.rt.rays = 8;
    c.rt.nodes = 100;
    c.rt.max_nodes = 30;
    c.rt.max_depth = 5;
    c.rt.records = 150;
    c.rt.result_stores = 7;
    c.rt.table_stores = 4;
    c.mix = (struct mix_counters){1, 2, 3, 4, 5, 6, 7, 8, 9, .warps_1 = 10};
    c.dram.bank_wait = 5000;
    c.dram.cycles = 4 * 2500; /* of four channels: 2.5 a core cycle */
    metrics_compute_all(&c, m);
    assert_close(m[METRIC_IPC], 8.0);
    assert_close(m[METRIC_THREAD_SLOTS], 16000.0);
    assert_close(m[METRIC_RAYS], 8.0);
    assert_close(m[METRIC_NODES_PER_RAY], 12.5);
    assert_close(m[METRIC_MAX_NODES_PER_RAY], 30.0);
    assert_close(m[METRIC_MAX_TREE_DEPTH], 5.0);
    assert_close(m[METRIC_RT_ACCESSES], 150.0);
    assert_close(m[METRIC_RT_WRITES], 11.0);
    assert_close(m[METRIC_L1D_ACCESSES], 200.0);
    assert_close(m[METRIC_L1D_MISSES], 129.0);
    assert_close(m[METRIC_L2_ACCESSES], 40.0);
    assert_close(m[METRIC_L2_MISSES], 26.0);
    assert_close(m[METRIC_RT_READ_MISS_RATE], 0.25);
    assert_close(m[METRIC_MEAN_DRAM_QUEUE], 50.0 / 2.5); /* 100 requests, in core cycles */
    assert_close(m[METRIC_OCCUPANCY_PERCENT], 50.0);
    for (int i = METRIC_MIX; i < METRIC_ALL; i++) /* in the order of the counters */
        assert_close(m[i], 1.0 + (i - METRIC_MIX));
    assert_close(m[METRIC_INSTRUCTIONS_TRACE], 6.0);
    assert_close(m[METRIC_LANES_PREDICATED_OFF], 9.0);
}

TEST(means_add_up_over_groups)
{
    struct gpu_counters a = sample(), b = sample(), both = {0};
    double m[METRIC_COUNT];
    b.gpu.cycles = 3000;
    b.rt.efficiency_q32 = UINT64_C(3) << 32;
    b.dram.efficiency_q32 = UINT64_C(1) << 31;
    gpu_counters_merge(&both, &a);
    gpu_counters_merge(&both, &b);
    metrics_compute(&both, m);
    assert_close(m[METRIC_CYCLES], 3000.0); /* groups run side by side */
    assert_close(m[METRIC_IPC], 16000.0 / 3000.0);
    assert_close(m[METRIC_RT_EFFICIENCY], 0.5);
    assert_close(m[METRIC_DRAM_EFFICIENCY], 0.5);
    assert_close(m[METRIC_L1D_MISS_RATE], 129.0 / 200.0);
}

TEST(every_metric_has_its_names_and_a_range)
{
    for (int i = 0; i < METRIC_ALL; i++) {
        assert_non_null(metrics[i].name);
        assert_non_null(metrics[i].title);
        assert_non_null(metrics[i].unit);
        assert_non_null(metrics[i].vulkan_sim);
        assert_true(metrics[i].most > 0);
        assert_int_equal(metrics[i].kind == METRIC_TOTAL, i == METRIC_CYCLES);
        assert_int_equal(metrics[i].kind == METRIC_SUMMED, i == METRIC_IPC);
        assert_int_equal(metrics[i].kind == METRIC_SHARE, metrics[i].most == 1);
        assert_in_range(metrics[i].interval, INTERVAL_NONE, INTERVAL_COUNTED);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(metrics[i].name, metrics[j].name);
    }
    assert_string_equal(metrics[METRIC_BANDWIDTH_UTILIZATION].name, "bandwidth_utilization");
    assert_int_equal(METRIC_SEVEN, 7);
}

TEST(every_counter_is_written_and_documented_once)
{
    size_t n = 0;
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        n += gpu_counter_tables[t].n_rows;
        for (size_t i = 0; i < gpu_counter_tables[t].n_rows; i++)
            assert_true(strlen(gpu_counter_tables[t].rows[i].doc) > 3);
    }
    assert_int_equal(n * sizeof(uint64_t), sizeof(struct gpu_counters));
}

TEST(the_frame_time_is_cycles_over_the_core_clock)
{
    struct gpu_config g = rig_gpu("mobile_soc");
    assert_close(metrics_frame_time_ms(&g, 1365000.0), 1.0);
}

TEST(accesses_to_the_l1d_are_those_of_both_clients)
{
    const struct l1d_counters c = {
        .ldst_read_hits = 1, .ldst_write_hits = 2, .rt_read_hits = 4, .rt_write_hits = 8};
    assert_int_equal(metrics_l1d_accesses(&c).all, 15);
    assert_int_equal(metrics_l1d_accesses(&c).misses, 0);
}
