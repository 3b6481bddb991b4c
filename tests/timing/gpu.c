/* Whole GPUs on kernels that follow a script: time, conservation, skipping, dispatch, the watchdog.
 */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "common/memory.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/gpu.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"

#include <string.h>

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
     .n_records = 6},
    {.op = OP_STORE, .src = 5, .base = 0x2000000, .per_cta = 4096, .per_lane = 20},
    {.op = OP_LOAD, .dst = 6, .src = 5, .base = 0x2000000, .per_cta = 4096, .per_lane = 20},
    {.op = OP_SFU, .dst = 7, .src = 6, .active = 0xff},
    {.op = OP_STORE, .src = 7, .base = 0x10000, .per_cta = 64, .per_lane = 4},
};
enum { MIXED = sizeof mixed / sizeof *mixed };

static void run(const struct gpu_config *g, const struct fake_step *script, uint32_t n,
                uint32_t ctas, bool every_cycle, struct gpu_counters *out)
{
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, n, ctas, 16, UINT32_MAX);
    struct model_options options = {.every_cycle = every_cycle};
    assert_non_null(k);
    assert_ok(gpu_simulate(g, k, &options, out, &st));
}

TEST(every_instruction_and_request_is_accounted_for)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    run(&g, mixed, MIXED, 40, false, &c);
    assert_int_equal(c.gpu.ctas, 40);
    assert_int_equal(c.sm.warps, 40);
    assert_int_equal(c.sm.warp_instructions, 40 * (MIXED + 1));
    assert_int_equal(c.sm.thread_instructions, 40 * (MIXED * 32 + 8));
    assert_int_equal(c.rt.warps, 40);
    assert_int_equal(c.rt.rays, 40 * 32);
    assert_int_equal(c.icnt.replies, c.icnt.reads + c.icnt.writes);
    uint64_t l2_reads =
        c.l2.read_hits + c.l2.read_hits_reserved + c.l2.read_misses + c.l2.read_sector_misses;
    uint64_t l2_writes =
        c.l2.write_hits + c.l2.write_hits_reserved + c.l2.write_misses + c.l2.write_sector_misses;
    assert_int_equal(l2_reads, c.icnt.reads);
    assert_int_equal(l2_writes, c.icnt.writes);
    assert_int_equal(c.l2.fetches, c.dram.fetches);
    assert_int_equal(c.l2.write_backs, c.dram.write_backs);
    assert_true(c.l2.write_backs > 0 && c.l2.fetches > 0);
    /* Atoms of 16 bytes: two reads for each sector. */
    assert_int_equal(c.dram.reads, 2 * c.dram.fetches);
    assert_int_equal(c.dram.writes, 2 * c.l2.write_back_sectors);
    assert_int_equal(c.dram.data_cycles, 4 * (c.dram.reads + c.dram.writes));
    assert_int_equal(c.dram.channels, 2);
    assert_true(c.dram.active_cycles <= c.dram.cycles);
    assert_true(c.dram.precharges <= c.dram.activates);
    /* Two DRAM cycles per core cycle. */
    assert_true(c.dram.cycles >= 2 * (2 * c.gpu.cycles - 2) &&
                c.dram.cycles <= 2 * 2 * c.gpu.cycles);
}

TEST(running_twice_gives_the_same_counters)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters a, b;
    run(&g, mixed, MIXED, 60, false, &a);
    run(&g, mixed, MIXED, 60, false, &b);
    assert_same_counters(&a, &b);
}

TEST(skipping_changes_nothing)
{
    static const struct {
        const char *name, *key, *value;
    } cases[] = {
        {"tiny", NULL, NULL},
        {"mobile_soc", NULL, NULL},
        {"mobile_soc_vulkansim", NULL, NULL},
        {"tiny", "dram_MHz", "1333.0"},
        {"tiny", "l2_MHz", "700.0"},
        {"tiny", "icnt_MHz", "1500.0"},
        {"tiny", "core_MHz", "3100.0"},
        {"tiny", "l2.mshrs", "2"},
        {"tiny", "l2.mshr_merges", "1"},
        {"tiny", "l2.reply_queue", "1"},
        {"tiny", "l2.fill_queue", "1"},
        {"tiny", "l2.dram_queue", "1"},
        {"tiny", "l2.miss_queue", "2"},
        {"tiny", "l2.request_queue", "4"},
        {"tiny", "l2.data_port_B", "4"},
        {"tiny", "icnt.input_buffer", "1"},
        {"tiny", "icnt.output_buffer", "1"},
        {"tiny", "dram.scheduler_queue", "1"},
        {"tiny", "dram.return_queue", "1"},
        {"tiny", "l1d.miss_queue", "2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gpu_config g = rig_gpu(cases[i].name);
        if (cases[i].key)
            rig_gpu_set(&g, cases[i].key, cases[i].value);
        rig_gpu_set(&g, "launch_cycles", "50");
        struct gpu_counters fast, slow;
        run(&g, mixed, MIXED, 50, false, &fast);
        run(&g, mixed, MIXED, 50, true, &slow);
        print_message("%s %s: %llu cycles\n", cases[i].name, cases[i].key ? cases[i].key : "",
                      (unsigned long long)fast.gpu.cycles);
        assert_same_counters(&fast, &slow);
    }
}

TEST(a_kernel_without_ctas_takes_the_launch)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    run(&g, mixed, MIXED, 0, false, &c);
    assert_int_equal(c.gpu.cycles, g.machine.launch_cycles);
    assert_int_equal(c.sm.warp_instructions, 0);
}

TEST(the_launch_latency_is_paid_once)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters end, early, late;
    run(&g, mixed, 0, 1, false, &end);
    /* Launched in the cycle behind the latency's last; fetched; issued; its end drains. */
    assert_int_equal(end.gpu.cycles, g.machine.launch_cycles + 1 + 1 + 1 + 5);
    run(&g, mixed, 2, 1, false, &early);
    rig_gpu_set(&g, "launch_cycles", "1100");
    run(&g, mixed, 2, 1, false, &late);
    assert_int_equal(late.gpu.cycles, early.gpu.cycles + 1000);
    assert_int_equal(late.sm.busy_cycles, early.sm.busy_cycles);
}

TEST(a_small_grid_is_spread_over_the_sms)
{
    struct gpu_config g = rig_gpu("mobile_soc");
    struct gpu_counters one, eight, nine;
    run(&g, mixed, 2, 1, false, &one);
    run(&g, mixed, 2, 8, false, &eight);
    run(&g, mixed, 2, 9, false, &nine);
    /* Eight SMs run one CTA each at the same time. */
    assert_int_equal(eight.gpu.cycles, one.gpu.cycles);
    assert_int_equal(eight.sm.busy_cycles, 8 * one.sm.busy_cycles);
    assert_true(nine.gpu.cycles > one.gpu.cycles);
}

TEST(more_work_takes_longer_and_every_slot_is_charged)
{
    struct gpu_config g = rig_gpu("tiny");
    uint64_t last = 0;
    for (uint32_t ctas = 1; ctas <= 256; ctas *= 4) {
        struct gpu_counters c;
        run(&g, mixed, MIXED, ctas, false, &c);
        assert_true(c.gpu.cycles > last);
        last = c.gpu.cycles;
        const struct sm_counters *s = &c.sm;
        uint64_t slots = s->slot_issued + s->slot_no_warp + s->slot_drain + s->slot_fetch +
                         s->slot_control + s->slot_alu + s->slot_memory + s->slot_rt +
                         s->slot_unit + s->slot_collector + s->slot_memory_full + s->slot_rt_full;
        assert_int_equal(slots, c.gpu.cycles * g.machine.sms * g.sm.schedulers);
        assert_int_equal(sm_rig_rt_cycles(&c.rt), c.gpu.cycles * g.machine.sms);
    }
}

TEST(metrics_of_a_run_are_in_their_ranges)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    double m[METRIC_COUNT];
    run(&g, mixed, MIXED, 100, false, &c);
    metrics_compute(&c, m);
    for (int i = 0; i < METRIC_COUNT; i++)
        if (!(m[i] > 0 && m[i] <= metrics[i].most))
            fail_msg("%s is %g", metrics[i].name, m[i]);
}

TEST(a_warp_that_fails_ends_the_run_with_its_message)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, MIXED, 30, 16, 17);
    assert_int_equal(gpu_simulate(&g, k, NULL, &c, &st), ST_FAILED);
    assert_string_equal(st.text, "CTA 17 fails as it should");
}

/* A load whose latency is longer than the watchdog's patience stands for a model that hangs. */
TEST(the_watchdog_ends_a_run_in_which_nothing_moves)
{
    static const struct fake_step wait[] = {
        {.op = OP_LOAD, .dst = 1, .base = 0x1000},
        {.op = OP_ALU, .dst = 2, .src = 1},
    };
    struct gpu_config g = rig_gpu("tiny");
    rig_gpu_set(&g, "l2.rop_cycles", "10000");
    rig_gpu_set(&g, "watchdog_cycles", "2000");
    struct gpu_counters c;
    char text[8192] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    struct model_options options = {.dump = f, .every_cycle = true};
    struct kernel *k = fake_kernel(wait, 2, 1, 16, UINT32_MAX);
    assert_int_equal(gpu_simulate(&g, k, &options, &c, &st), ST_FAILED);
    fclose(f);
    k->ops->free(k);
    assert_non_null(strstr(st.text, "the simulation is stuck"));
    assert_null(strchr(st.text, '\n'));
    assert_non_null(strstr(text, "1 of 1 CTAs launched, 0 finished"));
    assert_non_null(strstr(text, "L2 slice 0: 1 in ROP delay"));
    if (!strstr(text, "SM 0"))
        fail_msg("no SM in the dump:\n%s", text);
}

/* The dump of a stuck run: two CTAs of one instruction by so many lanes. */
static void dump_of(enum warp_op op, uint32_t lanes, char text[8192])
{
    const struct fake_step one = {.op = op, .base = 0x1000, .per_lane = 32, .active = lanes};
    struct gpu_config g = rig_gpu("tiny:sms=1");
    rig_gpu_set(&g, "l2.rop_cycles", "10000");
    rig_gpu_set(&g, "watchdog_cycles", "2000");
    struct gpu_counters c;
    FILE *f = fmemopen(text, 8192, "w");
    struct model_options options = {.dump = f, .every_cycle = true};
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(&one, 1, 2, 16, UINT32_MAX);
    assert_non_null(f);
    assert_int_equal(gpu_simulate(&g, k, &options, &c, &st), ST_FAILED);
    fclose(f);
}

static void assert_says(const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("not in the dump, %s:\n%s", what, text);
}

TEST(a_dump_says_what_warps_have_under_way)
{
    static char text[8192];
    dump_of(OP_STORE, 7, text);
    assert_says(text, "warp 0 has ended and drains; 0 instructions and 3 stores under way\n");
    assert_says(text, "warp 1 has ended and drains; 0 instructions and 3 stores under way\n");
    dump_of(OP_ATOMIC, 1, text);
    assert_says(text, "LDST: 2 loads and atomics outstanding, nothing enters\n");
}

TEST(a_kernel_too_large_for_an_sm_is_refused)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, MIXED, 1, 100000, UINT32_MAX);
    assert_int_equal(gpu_simulate(&g, k, NULL, &c, &st), ST_USAGE);
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct gpu_config g = rig_gpu("tiny");
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, 3, 4, 16, UINT32_MAX);
    struct gpu_counters c;
    assert_survives_without_memory(gpu_simulate(&g, k, NULL, &c, &st), 20, assert_true(st.text[0]));
}

/* A kernel that asks for the run's end when CTA `stop_at` is launched. */
static const struct kernel_ops *real_ops;
static atomic_int stop_flag;
static uint32_t stop_at;

static enum st_code start_and_stop(struct kernel *k, uint32_t cta, struct warp **out,
                                   struct status *st)
{
    if (cta == stop_at)
        atomic_store(&stop_flag, 1);
    return real_ops->start(k, cta, out, st);
}

TEST(a_run_that_is_stopped_counts_what_was_done_so_far)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters whole, part;
    struct kernel_ops stopping = {start_and_stop, NULL};
    bool unfinished = true;
    run(&g, mixed, MIXED, 400, false, &whole);
    for (uint32_t i = 0; i < 3; i++) {
        struct kernel *k = fake_kernel(mixed, MIXED, 400, 16, UINT32_MAX);
        struct model_options options = {
            .stop = &stop_flag, .unfinished = &unfinished, .threads = 1 + i % 2};
        real_ops = k->ops;
        k->ops = &stopping;
        stop_at = i == 2 ? UINT32_MAX : 200;
        atomic_store(&stop_flag, 0);
        assert_ok(gpu_simulate(&g, k, &options, &part, &st));
        k->ops = real_ops;
        k->ops->free(k);
        assert_int_equal(unfinished, i != 2);
        if (i == 2)
            continue;
        assert_true(part.gpu.ctas > 200 && part.gpu.ctas < 400);
        assert_true(part.gpu.cycles < whole.gpu.cycles && part.gpu.cycles > whole.gpu.cycles / 4);
        double share = (double)part.sm.warp_instructions / (double)whole.sm.warp_instructions;
        assert_true(share > 0.3 && share < 0.8);
        double m[METRIC_COUNT];
        metrics_compute(&part, m);
        for (int j = 0; j < METRIC_COUNT; j++)
            if (!(m[j] >= 0 && m[j] <= metrics[j].most))
                fail_msg("%s is %g", metrics[j].name, m[j]);
    }
    assert_same_counters(&whole, &part); /* a flag that is not set changes nothing */
}

TEST(a_run_that_is_stopped_at_once_has_done_nothing)
{
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c;
    struct kernel *k = fake_kernel(mixed, MIXED, 40, 16, UINT32_MAX);
    atomic_int now = 15;
    bool unfinished = false;
    struct model_options options = {.stop = &now, .unfinished = &unfinished};
    assert_ok(gpu_simulate(&g, k, &options, &c, &st));
    k->ops->free(k);
    assert_true(unfinished);
    assert_int_equal(c.gpu.ctas, 0);
    assert_int_equal(c.sm.warp_instructions, 0);
    assert_int_equal(c.gpu.cycles, g.machine.launch_cycles);
    /* Two DRAM cycles per core cycle, of each channel, and no other. */
    assert_int_equal(c.dram.cycles, c.dram.channels * 2 * c.gpu.cycles);
}

/* Names far apart become places in the order in which they are used: so in few rows of DRAM. */
TEST(memory_that_is_allocated_lies_together)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 1, .base = UINT64_C(1) << 40, .per_cta = 1 << 20, .active = 1}};
    enum { CTAS = 32 };
    struct gpu_config g = rig_gpu("tiny");
    struct gpu_counters c[2];
    rig_gpu_set(&g, "rt.result", "buffer");
    for (uint32_t i = 0; i < 2; i++) {
        struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, 1, CTAS, 16, UINT32_MAX);
        k->allocated_from = i ? UINT64_C(1) << 40 : 0;
        assert_ok(gpu_simulate(&g, k, NULL, &c[i], &st));
        assert_int_equal(c[i].dram.fetches, CTAS);
    }
    assert_int_equal(c[0].dram.activates, CTAS);
    assert_true(c[1].dram.activates < CTAS / 2);
}

TEST(threads_that_stay_in_their_warps_run_where_none_are_sorted)
{
    for (uint32_t fixed = 0; fixed < 2; fixed++)
        for (uint32_t warps = 0; warps <= 4; warps += 4) {
            struct gpu_config g = rig_gpu("tiny");
            struct gpu_counters c;
            struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, 2, 4, 16, UINT32_MAX);
            k->fixed = fixed ? "these threads" : NULL;
            g.rt.reorder_warps = warps;
            assert_int_equal(gpu_simulate(&g, k, NULL, &c, &st), fixed && warps ? ST_USAGE : ST_OK);
            st = (struct status){0};
        }
}
