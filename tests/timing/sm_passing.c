/* Instructions whose way through collectors and units is free pass without their steps being
 * simulated (operand_collector.h, exec_unit.h): cycle for cycle as if these were. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

enum { MEMORY = 100, WARPS = 8, LONG = 1000, SHORT = 60 };
enum { FAR = 128 }; /* apart: registers of one bank, however many there are */

static uint32_t drawn;

static uint32_t draw(uint32_t n)
{
    drawn = drawn * 1664525 + 1013904223;
    return (drawn >> 8) % n;
}

static bool with_memory;

/* Arithmetic, and loads and stores if asked for, on few registers, of which half the instructions
 * read none. */
static void draw_steps(struct script_step *steps, uint32_t n)
{
    static const enum warp_op ops[] = {OP_ALU, OP_INT_ADD, OP_FP_ADD,     OP_FP_MAD,
                                       OP_SFU, OP_LOAD,    OP_LOAD_SHARED};
    for (uint32_t i = 0; i + 1 < n; i++) {
        bool reads = draw(2);
        steps[i] = step_op(ops[draw(with_memory ? 7 : 5)], draw(4) ? 1 + draw(30) : 0,
                           reads ? 1 + draw(30) : 0, reads ? draw(30) + (draw(2) ? FAR : 0) : 0);
    }
    for (uint32_t i = 0; with_memory && i + 1 < n; i++) {
        steps[i].addr = 0x1000 * draw(4);
        steps[i].stride = 4 << draw(4);
    }
    steps[n - 1] = step_op(OP_EXIT, 0, 0, 0);
    script_number(steps, n);
}

/* Runs `warps` warps of these steps on an SM like this one, in every cycle or not. */
struct course {
    struct sm_rig r;
    struct script warps[WARPS];
    struct gpu_counters c;
    uint32_t n;
};

static void begin(struct course *o, const struct gpu_config *like)
{
    sm_rig_init(&o->r, MEMORY);
    o->r.config = *like;
    o->n = 0;
}

static void run(struct course *o, bool every)
{
    struct script *all[WARPS];
    for (uint32_t i = 0; i < o->n; i++)
        all[i] = &o->warps[i];
    sm_rig_start(&o->r, 16);
    for (uint32_t i = 0; i < o->n; i++)
        sm_rig_launch(&o->r, &all[i]);
    o->r.now++;
    assert_int_equal(sm_rig_run(&o->r, all, 0, every, 100000), ST_OK);
    sm_rig_count(&o->r, &o->c);
}

static void end(struct course *o)
{
    for (uint32_t i = 0; i < o->n; i++)
        script_free(&o->warps[i]);
    sm_rig_free(&o->r);
}

/* Warps of random steps. Returns the cycles that they take. */
static cycle_t assert_same(const struct gpu_config *like, uint32_t warps, uint32_t seed)
{
    struct course skipped ENDED_BY(end), stepped ENDED_BY(end);
    struct script_step steps[SHORT];
    begin(&skipped, like);
    begin(&stepped, like);
    drawn = seed;
    for (; skipped.n < warps; skipped.n++, stepped.n++) {
        draw_steps(steps, SHORT);
        script_init(&skipped.warps[skipped.n], steps, SHORT, &skipped.r.now);
        script_init(&stepped.warps[stepped.n], steps, SHORT, &stepped.r.now);
    }
    run(&skipped, false);
    run(&stepped, true);
    for (uint32_t i = 0; i < warps; i++) {
        const struct script *a = &skipped.warps[i], *b = &stepped.warps[i];
        for (uint32_t k = 0; k < SHORT; k++)
            if (a->issued[k] != b->issued[k])
                fail_msg("seed %u: instruction %u of warp %u issues in cycle %llu instead of %llu",
                         seed, k, i, (unsigned long long)a->issued[k],
                         (unsigned long long)b->issued[k]);
        assert_int_equal(a->ended_at, b->ended_at);
    }
    assert_memory_equal(&skipped.c.sm, &stepped.c.sm, sizeof stepped.c.sm);
    return stepped.r.now;
}

static struct gpu_config schedulers(uint32_t n)
{
    struct sm_rig r;
    sm_rig_init(&r, MEMORY);
    fake_memory_free(&r.memory);
    struct gpu_config c = r.config;
    c.sm.schedulers = n;
    c.sm.fetches = 8;
    c.sm.collectors = 2 * n;
    c.sm.collector_ports = 2 * n;
    c.sm.register_banks = 4 * n;
    c.exec.sp_units = c.exec.int_units = c.exec.sfu_units = n;
    return c;
}

TEST(any_number_of_schedulers)
{
    for (uint32_t n = 1; n <= 8; n++)
        for (uint32_t warps = 1; warps <= WARPS; warps++) {
            struct gpu_config c = schedulers(n);
            assert_same(&c, warps, n * WARPS + warps);
        }
}

/* With so many steps a cycle, and so many ports a step. */
TEST(any_number_of_steps_and_ports)
{
    for (uint32_t steps = 1; steps <= 4; steps++)
        for (uint32_t ports = 1; ports <= 5; ports++)
            for (uint32_t pipelines = 0; pipelines < 2; pipelines++) {
                struct gpu_config c = schedulers(4);
                c.sm.collector_steps = steps;
                c.sm.collector_ports = ports;
                c.sm.pipelines = pipelines;
                assert_same(&c, 1, steps);
                assert_same(&c, WARPS, ports);
            }
}

/* Results that meet at the bus: of several latencies, some three cycles apart at most. */
TEST(any_width_of_the_result_bus)
{
    for (uint32_t seed = 0; seed < 200; seed++) {
        struct gpu_config c = schedulers(2);
        c.exec.writebacks = 1 + seed % 5;
        c.exec.result_cycles = seed / 5 % 3;
        c.exec.int_add_latency = 5 + seed / 15 % 2;
        c.exec.fp_add_interval = c.exec.fp_mad_interval = c.exec.int_add_interval = 1;
        c.exec.sfu_latency = 12;
        c.exec.sfu_interval = 1;
        assert_same(&c, 4, seed);
    }
}

/* Between loads, which hold collectors or wait in front of them, and take their time to enter. */
TEST(between_loads)
{
    with_memory = true;
    for (uint32_t seed = 0; seed < 60; seed++) {
        struct gpu_config c = schedulers(seed % 3 ? 4 : 1);
        c.sm.collectors_held = seed % 2;
        c.sm.collector_ports = c.sm.schedulers + seed / 6 % 3;
        c.ldst.lanes = seed / 2 % 3 * 4;
        c.exec.fp_add_interval = c.exec.int_add_interval = 1;
        assert_same(&c, 1 + seed % WARPS, seed);
    }
    with_memory = false;
}

/* Banks as many as no mask says, or one. */
TEST(any_number_of_banks)
{
    for (uint32_t banks = 1; banks <= 7; banks++) {
        struct gpu_config c = schedulers(2);
        c.sm.register_banks = 2 * banks;
        assert_same(&c, 1, banks);
        assert_same(&c, 4, banks);
    }
}

/* About the lengths at which rings of cycles are as long as the latency. */
TEST(any_latency)
{
    for (uint32_t latency = 1; latency <= 1000; latency++) {
        struct gpu_config c = schedulers(1);
        if ((latency + 8) % 64 > 9 && latency < 991)
            continue;
        c.exec.int_add_latency = c.exec.fp_add_latency = latency;
        assert_same(&c, 2, latency);
    }
}

/* Latencies so long that places for results run out, in a cycle in which not all sub-cores get one.
 */
TEST(results_without_a_place)
{
    for (uint32_t n = 5; n <= WARPS; n++) {
        struct gpu_config c = schedulers(n);
        struct course o[2];
        static struct script_step steps[LONG];
        c.exec.writebacks = 64;
        c.exec.fp_add_latency = 1000;
        c.exec.fp_add_interval = 1;
        for (uint32_t k = 0; k + 1 < LONG; k++)
            steps[k] = step_op(OP_FP_ADD, 0, 1, 0);
        steps[LONG - 1] = step_op(OP_EXIT, 0, 0, 0);
        script_number(steps, LONG);
        for (uint32_t every = 0; every < 2; every++) {
            begin(&o[every], &c);
            for (; o[every].n < n; o[every].n++)
                script_init(&o[every].warps[o[every].n], steps, LONG - o[every].n % 3,
                            &o[every].r.now);
            run(&o[every], every);
            assert_true(o[every].c.sm.slot_unit > n * 100);
        }
        for (uint32_t i = 0; i < n; i++)
            assert_memory_equal(o[0].warps[i].issued, o[1].warps[i].issued,
                                o[1].warps[i].n_issued * sizeof *o[1].warps[i].issued);
        assert_memory_equal(&o[0].c.sm, &o[1].c.sm, sizeof o[1].c.sm);
        for (uint32_t every = 0; every < 2; every++)
            end(&o[every]);
    }
}
