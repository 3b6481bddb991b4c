/* GATSim's abstract timing model, by hand and beside the cycle model with perfect memory. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/gatsim/gatsim_gpu.h"
#include "sim/gatsim/gatsim_model.h"
#include "sim/gatsim/occupancy.h"
#include "sim/timing/gpu.h"
#include "sim/timing/sm/issued.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"

#include <stdlib.h>
#include <string.h>

static struct gpu_config perfect(void)
{
    return rig_gpu("mobile_soc:ldst.perfect_mem=true,rt.perfect_mem=true");
}

/* ---- occupancy vectors ---- */

/* Against a vector whose entries are counted down in every cycle. */
TEST(an_occupancy_vector_counts_down)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct occupancy o = {0};
        uint64_t left[OCCUPANCY_WARPS] = {0}, n = 0;
        for (uint64_t now = 0; now < 2000; now++) {
            uint64_t next = occupancy_next(&o, now), due = OCCUPANCY_NEVER, ready = 0;
            occupancy_advance(&o, now);
            for (uint32_t w = 0; w < OCCUPANCY_WARPS; w++) {
                ready |= (uint64_t)(left[w] == 0) << w;
                if (left[w] && now + left[w] < due)
                    due = now + left[w];
            }
            if (now > 0)
                assert_true((o.ready & ready) == ready && o.ready == ready);
            else
                o.ready = ready;
            /* The ring may be looked at for nothing, but never too late. */
            assert_true(now == 0 || next == OCCUPANCY_NEVER || next <= due || next == now);
            for (uint64_t m = o.ready; m; m &= m - 1) {
                uint32_t w = (uint32_t)__builtin_ctzll(m);
                if (random_below(seed, RANDOM_TEST, n++, 4))
                    continue;
                uint64_t most = now % 3 ? 12 : 300;
                left[w] = 1 + random_below(seed, RANDOM_TEST, n++, most);
                o.ready &= ~(UINT64_C(1) << w);
                occupancy_set(&o, w, now + left[w], now);
            }
            for (uint32_t w = 0; w < OCCUPANCY_WARPS; w++)
                left[w] -= left[w] > 0;
        }
    }
}

/* ---- Algorithm 1 ---- */

enum { N_WARPS = 4, N_INSTS = 4 };

/* The paper's Fig. 3: one SM, one scheduler, four warps that go through the same instructions. At
 * cycle 0 warp 0 issues its first one, in the next warp 1. At cycle 72 no warp is ready; time
 * advances by 3, and warp 0 issues in cycle 75. At cycle 108 the last warp issues its last
 * instruction, and at 111 all have finished. The figure's gaps are not printed; these are of an
 * instruction at each of the cycles that the text names, warp 0's at 0, 68, 75 and 105. The SM here
 * begins a cycle later. */
TEST(four_warps_interleave_as_in_figure_3)
{
    static const uint64_t issues[N_INSTS] = {0, 68, 75, 105};
    enum { BEGIN = 1, EXIT_GAP = 111 - 108, LAST = 108 };
    struct gpu_config g = rig_gpu("mobile_soc:sm.schedulers=1,ldst.perfect_mem=true,"
                                  "rt.perfect_mem=true");
    struct timed_inst insts[N_INSTS];
    for (uint32_t i = 0; i < N_INSTS; i++)
        insts[i] = (struct timed_inst){
            .gap = (uint16_t)(i ? issues[i] - issues[i - 1] : BEGIN),
            .unit = CLASS_INT,
            .op = OP_ALU,
            .last = i + 1 == N_INSTS,
        };
    uint32_t first_of_edge = 0, exit_gap = EXIT_GAP, edges[N_WARPS] = {0};
    struct path warps[N_WARPS];
    struct step_log records[N_WARPS] = {{0}};
    for (uint32_t w = 0; w < N_WARPS; w++)
        warps[w] = (struct path){.first_edge = w, .n_edges = 1, .n = N_INSTS};
    struct paths paths = {.warps = warps, .edges = edges, .n_warps = N_WARPS, .ldst = g.ldst};
    struct timing_table table = {.insts = insts, .edges = &first_of_edge, .exits = &exit_gap};
    struct kernel_trace trace = {.warps = records, .n_warps = N_WARPS};
    const struct gatsim_program program = {&g, &trace, &paths, &table, 1};
    struct gatsim_sm *sm;
    uint64_t ended = 0;
    assert_ok(gatsim_sm_create(&sm, &program, NULL, 0, N_WARPS, &st));
    for (uint32_t w = 0; w < N_WARPS; w++) {
        assert_true(gatsim_sm_has_room(sm));
        assert_ok(gatsim_sm_launch(sm, w, 0, &st));
    }
    assert_false(gatsim_sm_has_room(sm));
    for (uint32_t w = 0; w < N_WARPS; w++) {
        assert_ok(gatsim_sm_run(sm, UINT64_MAX, false, &ended, &st));
        assert_int_equal(ended, BEGIN + issues[N_INSTS - 1] + w + EXIT_GAP);
        assert_int_equal(gatsim_sm_ctas(sm), N_WARPS - 1 - w);
    }
    assert_int_equal(ended - EXIT_GAP, BEGIN + LAST);
    assert_int_equal(ended, BEGIN + 111);
    struct gpu_counters n = {0};
    gatsim_sm_count(sm, &n);
    assert_int_equal(n.sm.warp_instructions, N_WARPS * N_INSTS);
    assert_int_equal(n.sm.warps, N_WARPS);
    gatsim_sm_free(sm);
}

/* ---- beside the cycle model ---- */

static uint64_t cycles_of(const struct gpu_config *g, struct kernel *k, bool gatsim)
{
    struct gpu_counters n = {0};
    struct model_answer answer = {0};
    struct model_options options = {0};
    assert_non_null(k);
    if (gatsim)
        assert_ok(gatsim_model(g, k, &options, &answer, &st));
    else
        assert_ok(gpu_simulate(g, k, NULL, &n, &st));
    k->ops->free(k);
    return gatsim ? answer.counters.gpu.cycles : n.gpu.cycles;
}

/* What the launch takes tells nothing. */
static double error_of(const struct gpu_config *g, const struct fake_step *script, uint32_t n,
                       uint32_t ctas, uint32_t cta_warps)
{
    struct kernel *a = fake_compute_kernel(script, n, ctas, 16, UINT32_MAX, cta_warps, 0);
    struct kernel *b = fake_compute_kernel(script, n, ctas, 16, UINT32_MAX, cta_warps, 0);
    double cycle = (double)(cycles_of(g, a, false) - g->machine.launch_cycles);
    double gatsim = (double)(cycles_of(g, b, true) - g->machine.launch_cycles);
    return gatsim / cycle - 1;
}

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

/* But for a gap that was measured behind an instruction which did not wait for its operands. */
TEST(one_warp_takes_as_long_as_in_the_cycle_model)
{
    const struct gpu_config g = perfect();
    const struct fake_step script[] = {
        {OP_ALU, .dst = 1},
        {OP_FP_MAD, .dst = 2, .src = 1},
        {OP_FP_MAD, .dst = 3, .src = 2},
        {OP_SFU, .dst = 4, .src = 3},
        {OP_INT_ADD, .dst = 5},
        {OP_LOAD, .dst = 6, .src = 5, .base = 0x10000, .per_lane = 4},
        {OP_FP_ADD, .dst = 7, .src = 4},
        {OP_FP_ADD, .dst = 8, .src = 6},
        {OP_STORE, .src = 8, .base = 0x20000, .per_lane = 256},
    };
    for (uint32_t n = 0; n <= COUNT(script); n++) {
        double error = error_of(&g, script, n, 1, 1);
        if (error < 0 || error > 0.015)
            fail_msg("%u instructions: %+.1f %%", n, 100 * error);
    }
}

/* Units that always have something to do: what warps cost each other in operand collectors,
 * register banks and at the results' bus is not seen. */
TEST(full_units_are_slower_in_the_cycle_model)
{
    const struct gpu_config g = perfect();
    struct fake_step script[64];
    for (uint32_t i = 0; i < COUNT(script); i++)
        script[i] = (struct fake_step){i % 3 ? OP_FP_MAD : OP_INT_ADD, .dst = (uint16_t)(1 + i % 7),
                                       .src = (uint16_t)(1 + (i + 3) % 7)};
    for (uint32_t ctas = 8; ctas <= 512; ctas *= 4) {
        double error = error_of(&g, script, COUNT(script), ctas, 1);
        if (error < -0.12 || error > 0.02)
            fail_msg("%u CTAs: %+.1f %%", ctas, 100 * error);
    }
}

/* Each lane in a sector of its own, so that an access takes eight cycles of the four banks. */
TEST(diverged_lanes_hold_the_load_store_unit)
{
    const struct gpu_config g = perfect();
    struct fake_step script[12];
    for (uint32_t i = 0; i < COUNT(script); i++)
        script[i] = (struct fake_step){i % 4 == 3 ? OP_STORE : OP_LOAD,
                                       .dst = (uint16_t)(i % 4 == 3 ? 0 : 1 + i),
                                       .src = (uint16_t)i,
                                       .base = 0x10000 + 64 * i,
                                       .per_cta = 65536,
                                       .per_lane = 1056};
    for (uint32_t ctas = 8; ctas <= 256; ctas *= 4) {
        double error = error_of(&g, script, COUNT(script), ctas, 1);
        if (error < -0.05 || error > 0.05)
            fail_msg("%u CTAs: %+.1f %%", ctas, 100 * error);
    }
}

TEST(rays_of_every_kind_take_about_as_long)
{
    struct gpu_config g = perfect();
    const struct fake_step plain[] = {
        {OP_TRACE_RAY, .dst = 1, .base = 0x100000, .per_lane = 4096, .n_records = 30},
        {OP_ALU, .dst = 2, .src = 1},
        {OP_TRACE_RAY, .dst = 3, .base = 0x200000, .n_records = 20},
        {OP_ALU, .dst = 2, .src = 3},
    };
    const struct fake_step mixed[] = {
        {OP_TRACE_RAY, .dst = 1, .base = 0x100000, .per_cta = 65536, .per_lane = 1024,
         .n_records = 24, .mixed = true},
        {OP_ALU, .dst = 2, .src = 1},
        {OP_TRACE_RAY, .dst = 3, .base = 0x200000, .n_records = 0},
        {OP_ALU, .dst = 2, .src = 3},
    };
    for (uint32_t ctas = 1; ctas <= 64; ctas *= 8) {
        double error = error_of(&g, plain, COUNT(plain), ctas, 1);
        double also = error_of(&g, mixed, COUNT(mixed), ctas, 1);
        if (error < -0.1 || error > 0.1 || also < -0.12 || also > 0.12)
            fail_msg("%u CTAs: %+.1f %%, %+.1f %%", ctas, 100 * error, 100 * also);
    }
}

/* The second half is gone through when the slowest warp has come. */
TEST(warps_wait_at_barriers)
{
    const struct gpu_config g = perfect();
    const struct fake_step script[] = {
        {OP_LOAD_SHARED, .dst = 1, .base = 0, .per_warp = 128, .per_lane = 128},
        {OP_INT_ADD, .dst = 2, .src = 1},
        {OP_BARRIER, .dst = 0},
        {OP_FP_MAD, .dst = 3, .src = 2},
        {OP_STORE_SHARED, .src = 3, .base = 0, .per_lane = 4},
        {OP_BARRIER, .dst = 0},
        {OP_FP_MAD, .dst = 4, .src = 3},
    };
    for (uint32_t warps = 1; warps <= 8; warps *= 2) {
        double error = error_of(&g, script, COUNT(script), 24, warps);
        if (error < -0.05 || error > 0.05)
            fail_msg("CTAs of %u warps: %+.1f %%", warps, 100 * error);
    }
}

/* Loads whose lanes are all in sectors of their own: 32 sectors at a time from DRAM. */
TEST(few_mshrs_hold_loads_up)
{
    const struct gpu_config few = rig_gpu("mobile_soc:l1d.mshrs=32"), many = rig_gpu("mobile_soc");
    struct fake_step script[6];
    for (uint32_t i = 0; i < COUNT(script); i++)
        script[i] = (struct fake_step){OP_LOAD, .dst = (uint16_t)(1 + i), .base = 0x10000 + 64 * i,
                                       .per_cta = 65536, .per_lane = 1056};
    for (uint32_t ctas = 8; ctas <= 128; ctas *= 4) {
        double error = error_of(&few, script, COUNT(script), ctas, 1);
        if (error < -0.12 || error > 0.12)
            fail_msg("%u CTAs: %+.1f %%", ctas, 100 * error);
    }
    struct kernel *a = fake_kernel(script, COUNT(script), 128, 16, UINT32_MAX);
    struct kernel *b = fake_kernel(script, COUNT(script), 128, 16, UINT32_MAX);
    assert_true(cycles_of(&few, a, true) > cycles_of(&many, b, true) * 5 / 4);
}

/* ---- what it must do whatever it is given ---- */

static const struct fake_step some[] = {
    {OP_LOAD, .dst = 1, .base = 0x10000, .per_cta = 4096, .per_lane = 128},
    {OP_SFU, .dst = 2, .src = 1},
    {OP_TRACE_RAY, .dst = 3, .base = 0x100000, .per_lane = 640, .n_records = 9, .mixed = true},
    {OP_STORE, .src = 3, .base = 0x80000, .per_cta = 256, .per_lane = 4},
};

static void run_some(const struct gpu_config *g, uint32_t threads, const struct kernel_trace *trace,
                     struct model_answer *out)
{
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(some, COUNT(some), 100, 16, UINT32_MAX);
    struct model_options options = {.threads = threads, .trace = trace};
    memset(out, 0, sizeof *out);
    assert_ok(gatsim_model(g, k, &options, out, &st));
}

TEST(threads_and_kept_traces_change_nothing)
{
    static const char *const gpus[] = {"tiny", "rtx2060_vulkansim",
                                       "mobile_soc:ldst.perfect_mem=true,rt.perfect_mem=true"};
    for (uint32_t i = 0; i < COUNT(gpus); i++) {
        const struct gpu_config g = rig_gpu(gpus[i]);
        struct model_answer one, other;
        struct kernel_trace *trace;
        struct kernel_trace_options making = {0};
        struct kernel *k = fake_kernel(some, COUNT(some), 100, 16, UINT32_MAX);
        assert_ok(kernel_trace_create(&trace, k, &making, &st));
        k->ops->free(k);
        run_some(&g, 1, NULL, &one);
        assert_int_equal(one.counters.gpu.ctas, 100);
        assert_int_equal(one.counters.sm.warps, 100);
        assert_int_equal(one.counters.rt.warps, 100);
        for (uint32_t threads = 2; threads <= 4; threads++) {
            run_some(&g, threads, NULL, &other);
            assert_memory_equal(&one, &other, sizeof one);
            run_some(&g, threads, trace, &other);
            assert_memory_equal(&one, &other, sizeof one);
        }
        kernel_trace_free(trace);
    }
}

TEST(a_kernel_without_ctas_takes_its_launch)
{
    const struct gpu_config g = perfect();
    struct kernel *k = fake_kernel(some, COUNT(some), 0, 16, UINT32_MAX);
    assert_int_equal(cycles_of(&g, k, true), g.machine.launch_cycles);
}

TEST(warps_that_fail_and_ctas_that_find_no_room_are_said)
{
    const struct gpu_config g = perfect();
    struct model_answer answer;
    struct model_options options = {0};
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(some, COUNT(some), 4, 16, 2);
    assert_int_equal(gatsim_model(&g, k, &options, &answer, &st), ST_FAILED);
    k->ops->free(k);
    k = fake_kernel(some, COUNT(some), 4, 100000, UINT32_MAX);
    assert_int_equal(gatsim_model(&g, k, &options, &answer, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "sm.registers"));
}

/* Blocks are measured with every fetch at hand, whatever instruction cache the GPU has. */
TEST(an_instruction_cache_changes_nothing)
{
    const struct gpu_config without = rig_gpu("tiny"), with = rig_gpu("tiny:icache.size_B=16384");
    struct kernel *a = fake_kernel(some, COUNT(some), 20, 16, UINT32_MAX);
    struct kernel *b = fake_kernel(some, COUNT(some), 20, 16, UINT32_MAX);
    assert_int_equal(cycles_of(&without, a, true), cycles_of(&with, b, true));
}

/* CTAs one after the other take longer than all at once. */
TEST(shared_memory_limits_how_many_ctas_an_sm_holds)
{
    const struct gpu_config g = perfect();
    const struct fake_step script[] = {
        {OP_SFU, .dst = 1}, {OP_SFU, .dst = 2, .src = 1}, {OP_SFU, .dst = 3, .src = 2}};
    uint64_t cycles[2];
    for (uint32_t i = 0; i < 2; i++)
        cycles[i] = cycles_of(&g,
                              fake_compute_kernel(script, COUNT(script), 8 * g.machine.sms, 16,
                                                  UINT32_MAX, 1, i ? g.sm.shared_B : 0),
                              true) -
                    g.machine.launch_cycles;
    assert_true(cycles[1] > 4 * cycles[0]);
}

TEST(running_out_of_memory_is_reported)
{
    const struct gpu_config g = rig_gpu("tiny");
    enum st_code code = ST_NOMEM;
    for (long n = 1; code != ST_OK; n++) {
        struct model_answer answer;
        struct model_options options = {0};
        struct kernel *k = fake_kernel(some, COUNT(some), 3, 16, UINT32_MAX);
        mem_fail_from(n);
        code = gatsim_model(&g, k, &options, &answer, &st);
        mem_fail_from(0);
        k->ops->free(k);
        assert_true(code == ST_OK || code == ST_NOMEM);
    }
}

TEST_GROUP(NULL, NULL)
