/* The arithmetic units between an operand collector and whoever is told of results: latency,
 * interval, number of units, result bus of every class, at both edges. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/sm/exec_unit.h"

#include <stdlib.h>
#include <string.h>

enum { RESULTS = 4096 /* that may be under way */, MOST = RESULTS + 16, SUBS = 4 };

struct bench {
    struct gpu_config config;
    struct collector *c;
    struct exec *e;
    struct issued_pool pool;
    cycle_t now;
    struct warp_inst insts[MOST];
    cycle_t retired[MOST]; /* by instruction */
    uint32_t n;
};

/* Sub-cores (a bit each) whose issue register of the class is free. */
static uint32_t room(const struct collector *c, enum unit_class unit)
{
    return ~collector_gates(c)->id_full[unit] & collector_gates(c)->subs;
}

/* Parameters of Vulkan-Sim's configurations; change them, then start. */
static void init(struct bench *b)
{
    struct sm_rig r;
    memset(b, 0, sizeof *b);
    sm_rig_init(&r, 1);
    b->config = r.config;
    fake_memory_free(&r.memory);
}

static void start(struct bench *b)
{
    assert_ok(collector_create(&b->c, &b->config.sm, &st));
    assert_ok(exec_create(&b->e, &b->config.exec, &b->config.sm, &st));
    assert_ok(issued_pool_create(&b->pool, 1, &st));
}

static void stop(struct bench *b)
{
    collector_free(b->c);
    exec_free(b->e);
    issued_pool_free(&b->pool);
}

static void retire(void *self, uint32_t warp, const struct warp_inst *inst)
{
    struct bench *b = self;
    (void)warp;
    b->retired[inst - b->insts] = b->now;
}

static void tick(struct bench *b)
{
    b->now++;
    if (exec_due(b->e, b->now))
        exec_writeback(b->e, b->now, b->c, &(struct issue_sink){b, retire, NULL});
    exec_accept(b->e, b->now, b->c, &b->pool);
    collector_cycle(b->c);
}

static uint32_t put(struct bench *b, enum warp_op op, uint32_t sub)
{
    struct issued *i = issued_get(&b->pool);
    b->insts[b->n] = (struct warp_inst){.op = (uint8_t)op};
    *i = (struct issued){.inst = &b->insts[b->n],
                         .uid = b->n,
                         .warp = (uint8_t)sub,
                         .sub = (uint8_t)sub,
                         .unit = (uint8_t)exec_class(b->e, op)};
    collector_issue(b->c, i);
    return b->n++;
}

/* What is put before cycle t is collected in t, accepted in t + 1 and retires behind its latency,
 * the result register and writeback. */
enum { TO_UNIT = 1, WRITEBACK = 2 };

static const struct {
    enum warp_op op;
    enum unit_class unit;
    size_t latency, interval; /* where the parameters lie */
} classes[] = {
#define ROW(op, unit, name)                                                                        \
    {                                                                                              \
        op, unit, offsetof(struct exec_config, name##_latency),                                    \
            offsetof(struct exec_config, name##_interval)                                          \
    }
    ROW(OP_ALU, CLASS_INT, alu),         ROW(OP_BRANCH, CLASS_INT, alu),
    ROW(OP_EXIT, CLASS_INT, alu),        ROW(OP_INT_ADD, CLASS_INT, int_add),
    ROW(OP_INT_MAX, CLASS_INT, int_max), ROW(OP_INT_MUL, CLASS_INT, int_mul),
    ROW(OP_INT_MAD, CLASS_INT, int_mad), ROW(OP_INT_DIV, CLASS_SFU, int_div),
    ROW(OP_FP_ADD, CLASS_SP, fp_add),    ROW(OP_FP_MAX, CLASS_SP, fp_max),
    ROW(OP_FP_MUL, CLASS_SP, fp_mul),    ROW(OP_FP_MAD, CLASS_SP, fp_mad),
    ROW(OP_FP_DIV, CLASS_SFU, fp_div),   ROW(OP_DP_ADD, CLASS_SFU, dp_add),
    ROW(OP_DP_MAX, CLASS_SFU, dp_max),   ROW(OP_DP_MUL, CLASS_SFU, dp_mul),
    ROW(OP_DP_MAD, CLASS_SFU, dp_mad),   ROW(OP_DP_DIV, CLASS_SFU, dp_div),
    ROW(OP_SFU, CLASS_SFU, sfu),
#undef ROW
};
enum { N_CLASSES = sizeof classes / sizeof *classes };

static uint32_t number(const struct bench *b, size_t at)
{
    unsigned value;
    memcpy(&value, (const char *)&b->config.exec + at, sizeof value);
    return value;
}

static void run(struct bench *b, uint32_t cycles)
{
    for (uint32_t i = 0; i < cycles; i++)
        tick(b);
}

/* With the reference values and with others, so that no parameter stands for another. */
TEST(every_class_takes_its_latency_and_its_unit_the_interval)
{
    for (int other = 0; other < 2; other++)
        for (size_t k = 0; k < N_CLASSES; k++) {
            struct bench b ENDED_BY(stop);
            init(&b);
            if (other) {
                unsigned latency = 40 + (unsigned)k, interval = 3 + (unsigned)k;
                memcpy((char *)&b.config.exec + classes[k].latency, &latency, sizeof latency);
                memcpy((char *)&b.config.exec + classes[k].interval, &interval, sizeof interval);
                b.config.exec.result_cycles = (unsigned)k % 3;
            }
            start(&b);
            uint32_t latency = number(&b, classes[k].latency);
            uint32_t interval = number(&b, classes[k].interval);
            assert_int_equal(exec_class(b.e, classes[k].op), classes[k].unit);
            put(&b, classes[k].op, 0);
            put(&b, classes[k].op, 1); /* another sub-core's unit */
            tick(&b);
            put(&b, classes[k].op, 0);
            run(&b, 2 * latency + 10);
            assert_int_equal(b.retired[0], 1 + TO_UNIT + latency + b.config.exec.result_cycles);
            assert_int_equal(b.retired[1], b.retired[0]);
            assert_int_equal(b.retired[2], b.retired[0] + interval);
            assert_int_equal(exec_next(b.e, b.now, b.c), CYCLE_NEVER);
        }
}

TEST(without_integer_units_the_others_do_it)
{
    struct bench b ENDED_BY(stop);
    init(&b);
    b.config.exec.int_units = 0;
    start(&b);
    for (size_t k = 0; k < N_CLASSES; k++)
        assert_int_equal(exec_class(b.e, classes[k].op),
                         classes[k].unit == CLASS_INT ? CLASS_SP : classes[k].unit);
}

static int by_cycle(const void *a, const void *b)
{
    cycle_t x = *(const cycle_t *)a, y = *(const cycle_t *)b;
    return (x > y) - (x < y);
}

/* The n-th instruction of a sub-core waits for a unit to be free: the first of u is after the
 * interval. One arrives per cycle. */
TEST(a_sub_core_has_its_share_of_each_class)
{
    static const enum warp_op ops[] = {OP_FP_ADD, OP_INT_ADD, OP_FP_DIV};
    for (uint32_t share = 1; share <= 3; share++)
        for (int k = 0; k < 3; k++) {
            struct bench b ENDED_BY(stop);
            init(&b);
            b.config.exec.sp_units = b.config.exec.int_units = b.config.exec.sfu_units =
                SUBS * share;
            b.config.exec.fp_add_interval = b.config.exec.int_add_interval =
                b.config.exec.fp_div_interval = 4;
            start(&b);
            for (int i = 0; i < 6; i++) {
                while (!(room(b.c, exec_class(b.e, ops[k])) & 1))
                    tick(&b);
                put(&b, ops[k], 0);
                tick(&b);
            }
            run(&b, 100);
            qsort(b.retired, 6, sizeof *b.retired, by_cycle); /* collectors may overtake */
            for (uint32_t i = 0; i < 6; i++)
                assert_int_equal(b.retired[i] - b.retired[0], i / share * 4 + i % share);
        }
}

/* The same stream of one sub-core with all units shared: any free unit takes the oldest. */
TEST(shared_units_serve_every_sub_core)
{
    for (uint32_t units = 1; units <= 5; units++) {
        struct bench b ENDED_BY(stop);
        init(&b);
        b.config.sm.pipelines = PIPELINES_SHARED;
        b.config.exec.sp_units = units; /* no multiple of the schedulers */
        b.config.exec.fp_add_interval = 4;
        start(&b);
        for (int i = 0; i < 6; i++) {
            while (!(room(b.c, CLASS_SP) & 1))
                tick(&b);
            put(&b, OP_FP_ADD, 0);
            tick(&b);
        }
        run(&b, 100);
        for (uint32_t i = 0; i < 6; i++) { /* in the order of issue; one arrives per cycle */
            cycle_t wanted = units < 4 ? i / units * 4 + i % units : i;
            assert_int_equal(b.retired[i] - b.retired[0], wanted);
        }
    }
}

/* The unit that is free first says when something happens next, whosever the instruction is. */
TEST(a_shared_unit_says_when_it_is_free)
{
    struct bench b ENDED_BY(stop);
    init(&b);
    b.config.sm.pipelines = PIPELINES_SHARED;
    b.config.exec.sfu_units = 2;
    start(&b);
    put(&b, OP_SFU, 3);
    tick(&b);
    put(&b, OP_SFU, 3);
    tick(&b); /* the first enters unit 0 */
    put(&b, OP_SFU, 3);
    tick(&b); /* the second enters unit 1 */
    tick(&b);
    assert_int_equal(exec_next(b.e, b.now, b.c), 2 + b.config.exec.sfu_interval);
    run(&b, 300);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(b.retired[i], 2 + b.config.exec.sfu_latency + WRITEBACK +
                                           (i == 2 ? b.config.exec.sfu_interval : i));
}

TEST(the_result_bus_takes_so_many_results_per_cycle)
{
    for (uint32_t bus = 1; bus <= 9; bus++) {
        struct bench b ENDED_BY(stop);
        init(&b);
        b.config.exec.writebacks = bus;
        start(&b);
        for (uint32_t sub = 0; sub < SUBS; sub++)
            put(&b, OP_FP_ADD, sub);
        for (uint32_t sub = 0; sub < SUBS; sub++)
            put(&b, OP_INT_ADD, sub);
        run(&b, 50);
        for (uint32_t i = 0; i < 2 * SUBS; i++) /* SP before INT */
            assert_int_equal(b.retired[i], 1 + TO_UNIT + 4 + WRITEBACK + i / bus);
    }
}

/* A unit's last stage holds one instruction: a short one that would end with a long one waits. */
TEST(two_instructions_of_a_unit_do_not_end_together)
{
    for (uint32_t apart = 8; apart <= 16; apart++) {
        struct bench b;
        init(&b);
        start(&b);
        uint32_t longer = b.config.exec.int_max_latency, shorter = b.config.exec.alu_latency;
        put(&b, OP_INT_MAX, 0);
        run(&b, apart);
        put(&b, OP_ALU, 0);
        run(&b, 50);
        assert_int_equal(b.retired[1],
                         1 + apart + TO_UNIT + shorter + WRITEBACK + (apart + shorter == longer));
        stop(&b);
    }
}

/* Nothing happens before the cycle that it names, and something does in it. */
TEST(it_says_when_it_has_something_to_do)
{
    struct bench b ENDED_BY(stop);
    init(&b);
    start(&b);
    put(&b, OP_SFU, 0);
    tick(&b);
    assert_int_equal(exec_next(b.e, b.now, b.c), b.now + 1); /* to be accepted */
    put(&b, OP_SFU, 0);
    tick(&b);
    assert_int_equal(exec_next(b.e, b.now, b.c), b.now + b.config.exec.sfu_interval);
    run(&b, b.config.exec.sfu_interval);
    assert_int_equal(exec_next(b.e, b.now, b.c), 2 + b.config.exec.sfu_latency + WRITEBACK);
    run(&b, 300);
    assert_int_equal(b.retired[0], 2 + b.config.exec.sfu_latency + WRITEBACK);
    assert_int_equal(b.retired[1], b.retired[0] + b.config.exec.sfu_interval);
}

/* Eight enter in each cycle, more than are written back before the places are taken. Those that
 * find none enter with the first that leave. */
TEST(a_result_without_a_place_waits_for_one)
{
    enum { WIDE = 8, LATENCY = 1000 };
    static struct bench b;
    init(&b);
    b.config.sm.schedulers = b.config.sm.collectors = b.config.exec.sp_units = WIDE;
    b.config.exec.int_units = b.config.exec.sfu_units = b.config.exec.writebacks = WIDE;
    b.config.exec.fp_add_latency = LATENCY;
    b.config.exec.fp_add_interval = 1;
    start(&b);
    while (b.n < MOST) {
        for (uint32_t sub = 0; sub < WIDE; sub++)
            put(&b, OP_FP_ADD, sub);
        tick(&b);
    }
    run(&b, 3 * LATENCY);
    cycle_t first = 1 + TO_UNIT + LATENCY + WRITEBACK;
    for (uint32_t i = 0; i < MOST; i++)
        assert_int_equal(b.retired[i], i < RESULTS
                                           ? first + i / WIDE
                                           : first + LATENCY + WRITEBACK + (i - RESULTS) / WIDE);
    stop(&b);
}

TEST(results_come_behind_any_latency)
{
    for (uint32_t latency = 1; latency <= 1000; latency++) {
        static struct bench b;
        if (latency > 10 && (latency + 8) % 64 > 9 && latency < 991)
            continue;
        init(&b);
        b.config.exec.fp_add_latency = latency;
        start(&b);
        put(&b, OP_FP_ADD, 0);
        put(&b, OP_FP_ADD, 1);
        run(&b, latency + 10);
        assert_int_equal(b.retired[0], 1 + TO_UNIT + latency + WRITEBACK);
        assert_int_equal(b.retired[1], b.retired[0]);
        stop(&b);
    }
}
