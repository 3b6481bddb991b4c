/* The operand collector alone: every register, unit, port, bank and step at both edges. */
#include "tests/rig/rig.h"

#include "sim/timing/sm/operand_collector.h"

#include <string.h>

static const struct sm_config reference = {.schedulers = 4,
                                           .collectors = 8,
                                           .collector_ports = 8,
                                           .register_banks = 16,
                                           .collector_steps = 1,
                                           .pipelines = PIPELINES_SUB_CORE,
                                           .collectors_held = true};

enum { MOST = 64 };

struct bench {
    struct collector *c;
    struct warp_inst insts[MOST];
    struct issued ops[MOST];
    uint32_t n;
};

/* Sub-cores (a bit each) whose issue register of the class is free. */
static uint32_t room(const struct collector *c, enum unit_class unit)
{
    return ~collector_gates(c)->id_full[unit] & collector_gates(c)->subs;
}

static void start(struct bench *b, const struct sm_config *config)
{
    memset(b, 0, sizeof *b);
    assert_ok(collector_create(&b->c, config, &st));
}

static void stop(struct bench *b)
{
    collector_free(b->c);
}

/* Issues an instruction of the class on warp `warp` that reads n registers, the first of them
 * `reg`, each `stride` further. */
static struct issued *put(struct bench *b, enum unit_class unit, uint32_t warp, uint32_t n,
                          uint32_t reg, uint32_t stride)
{
    struct issued *op = &b->ops[b->n];
    struct warp_inst *inst = &b->insts[b->n];
    op->inst = inst;
    op->uid = b->n++;
    op->warp = (uint8_t)warp;
    op->sub = (uint8_t)(warp % 4);
    op->unit = (uint8_t)unit;
    inst->n_reads = (uint8_t)n;
    for (uint32_t i = 0; i < n; i++)
        inst->reads[i] = (uint16_t)(reg + i * stride);
    collector_issue(b->c, op);
    return op;
}

/* Cycles until the instruction is in its input register, counted from the first one. */
static uint32_t cycles_until(struct bench *b, const struct issued *op)
{
    for (uint32_t i = 1; i < 100; i++) {
        collector_cycle(b->c);
        if (collector_ready(b->c, (enum unit_class)op->unit) >> op->sub & 1 &&
            collector_look(b->c, (enum unit_class)op->unit, op->sub) == op)
            return i;
    }
    fail_msg("never");
    return 0;
}

/* Step by step: a unit is taken in the first, the banks are read from the second on, one register
 * per bank and step, and the instruction moves in the step behind the last read. */
TEST(an_instruction_takes_a_step_per_register_of_its_fullest_bank)
{
    for (uint32_t banks = 1; banks <= 4; banks++)
        for (uint32_t n = 0; n <= 8; n++)
            for (uint32_t steps = 1; steps <= 3; steps++) {
                struct bench b ENDED_BY(stop);
                struct sm_config config = reference;
                config.register_banks = 4 * banks;
                config.collector_steps = steps;
                start(&b, &config);
                const struct issued *op = put(&b, CLASS_INT, 5, n, 3, 1);
                uint32_t reads = (n + banks - 1) / banks;
                assert_int_equal(cycles_until(&b, op), (1 + reads + 1 + steps - 1) / steps);
                assert_int_equal(collector_count(b.c), 1);
                assert_ptr_equal(collector_take(b.c, CLASS_INT, 1), op);
                assert_int_equal(collector_count(b.c), 0);
                assert_false(collector_moves(b.c));
            }
}

TEST(a_register_named_twice_is_read_once)
{
    struct bench b ENDED_BY(stop);
    start(&b, &reference);
    assert_int_equal(cycles_until(&b, put(&b, CLASS_INT, 0, 4, 7, 0)), 1 + 1 + 1);
}

/* Bank of a register: (register + warp) mod 4 of the sub-core's four. */
TEST(the_bank_depends_on_register_and_warp)
{
    for (uint32_t w1 = 0; w1 < 16; w1++)
        for (uint32_t w2 = 0; w2 < 16; w2++)
            for (uint32_t r2 = 0; r2 < 4; r2++) {
                if (w1 == w2)
                    continue;
                struct bench b;
                start(&b, &reference);
                put(&b, CLASS_INT, w1, 1, 0, 0);
                const struct issued *op = put(&b, CLASS_SP, w2, 1, r2, 0);
                /* SP is taken before INT, so that the other waits where both want one bank. */
                const struct issued *other = &b.ops[0];
                bool same = w1 % 4 == w2 % 4 && w1 % 4 == (w2 + r2) % 4;
                assert_int_equal(cycles_until(&b, op), 3);
                bool there = collector_ready(b.c, CLASS_INT) >> other->sub & 1;
                assert_int_equal(there, !same);
                collector_cycle(b.c);
                assert_true(collector_ready(b.c, CLASS_INT) >> other->sub & 1);
                stop(&b);
            }
}

TEST(a_written_bank_is_not_read_in_the_next_step)
{
    for (uint32_t written = 0; written < 4; written++) {
        for (uint32_t when = 0; when < 3; when++) {
            struct bench b ENDED_BY(stop);
            start(&b, &reference);
            struct warp_inst result = {.n_writes = 1, .writes = {(uint16_t)written}};
            const struct issued *op = put(&b, CLASS_INT, 0, 1, 2, 0);
            for (uint32_t i = 0; i < when; i++)
                collector_cycle(b.c);
            assert_true(collector_write_idle(b.c, 0, &result));
            assert_false(collector_write_idle(b.c, 4, &result)); /* the same bank */
            /* The read is done in the second step. */
            assert_int_equal(when + cycles_until(&b, op), 3 + (written == 2 && when == 1));
            assert_true(collector_write_idle(b.c, 0, &result));
        }
    }
}

/* A write takes its bank for the first of a cycle's steps only. */
TEST(a_written_bank_is_read_again_in_the_step_behind)
{
    for (uint32_t steps = 1; steps <= 4; steps++)
        for (uint32_t n = 1; n <= 6; n++)
            for (uint32_t when = 0; when < (2 + n + steps - 1) / steps; when++) {
                struct bench b ENDED_BY(stop);
                struct sm_config config = reference;
                config.collector_steps = steps;
                start(&b, &config);
                struct warp_inst result = {.n_writes = 1, .writes = {2}};
                const struct issued *op = put(&b, CLASS_INT, 0, n, 2, 4); /* all of that bank */
                for (uint32_t i = 0; i < when; i++)
                    collector_cycle(b.c);
                assert_true(collector_write_idle(b.c, 0, &result));
                /* Reads are done in steps 2 to n + 1, and the instruction moves in the next. */
                uint32_t blocked = when * steps + 1;
                uint32_t moves = 2 + n + (blocked >= 2 && blocked <= n + 1);
                assert_int_equal(when + cycles_until(&b, op), (moves + steps - 1) / steps);
            }
}

TEST(results_are_written_to_the_banks_of_their_sub_core)
{
    struct bench b ENDED_BY(stop);
    start(&b, &reference);
    /* Four registers of a warp of each sub-core: each its own bank. */
    for (uint32_t w = 0; w < 4; w++)
        for (uint16_t reg = 20; reg < 24; reg++) {
            struct warp_inst result = {.n_writes = 1, .writes = {reg}};
            assert_true(collector_write_idle(b.c, w, &result));
        }
    assert_int_equal(collector_gates(b.c)->banks_written, 0xffff);
    struct warp_inst result = {.n_writes = 1, .writes = {9}};
    for (uint32_t w = 0; w < 32; w++)
        assert_false(collector_write_idle(b.c, w, &result));
    collector_write(b.c, 0, &result); /* an arithmetic result does not ask */
}

/* Two units a sub-core: with both input registers full and held, the third waits. */
TEST(a_sub_core_has_its_share_of_the_units)
{
    for (uint32_t share = 1; share <= 3; share++) {
        struct bench b ENDED_BY(stop);
        struct sm_config config = reference;
        config.collectors = 4 * share;
        start(&b, &config);
        /* The first fills the input register, `share` more the units, one the issue register. */
        for (uint32_t i = 0; i < share + 2; i++) {
            assert_true(room(b.c, CLASS_SFU) >> 2 & 1);
            put(&b, CLASS_SFU, 2, 1, i, 0);
            for (int k = 0; k < 4; k++)
                collector_cycle(b.c);
            assert_int_equal(collector_held(b.c, CLASS_SFU, 2), i >= share);
            assert_int_equal(room(b.c, CLASS_SFU) >> 2 & 1, i < share + 1);
        }
        assert_int_equal(collector_count(b.c), share + 2);
        /* Another class of the sub-core finds no unit, another sub-core does. */
        put(&b, CLASS_INT, 2, 0, 0, 0);
        const struct issued *other = put(&b, CLASS_INT, 3, 0, 0, 0);
        assert_int_equal(cycles_until(&b, other), 2);
        for (int k = 0; k < 4; k++)
            collector_cycle(b.c);
        assert_int_equal(collector_ready(b.c, CLASS_INT), 1u << 3);
        assert_false(collector_moves(b.c));
        /* The input register is taken: everything moves up by one. */
        collector_take(b.c, CLASS_SFU, 2);
        assert_true(collector_moves(b.c));
        assert_ptr_equal(collector_look(b.c, CLASS_SFU, 2), &b.ops[0]);
        collector_cycle(b.c); /* dispatch, and the unit is free for the first class in order */
        /* The unit behind the one that went last, where there is one. */
        assert_ptr_equal(collector_look(b.c, CLASS_SFU, 2), &b.ops[share > 1 ? 2 : 1]);
        assert_int_equal(room(b.c, CLASS_SFU) >> 2 & 1, 1);
        assert_int_equal(room(b.c, CLASS_INT) >> 2 & 1, 0);
    }
}

/* Units of a sub-core that want the same input register take turns. */
TEST(units_go_to_an_input_register_in_turn)
{
    struct bench b ENDED_BY(stop);
    struct sm_config config = reference;
    config.collectors = 12;
    start(&b, &config);
    /* The first leaves unit 0 for the register at once, the others wait in units 0, 1 and 2. */
    for (uint32_t i = 0; i < 4; i++) {
        put(&b, CLASS_SP, 1, 0, 0, 0);
        collector_cycle(b.c);
        collector_cycle(b.c);
    }
    static const uint32_t order[] = {0, 2, 3, 1};
    for (int i = 0; i < 4; i++) {
        assert_ptr_equal(collector_take(b.c, CLASS_SP, 1), &b.ops[order[i]]);
        assert_int_equal(collector_ready(b.c, CLASS_SP), 0);
        collector_cycle(b.c);
    }
}

TEST(ports_limit_what_enters_in_a_step)
{
    for (uint32_t ports = 1; ports <= 9; ports++) {
        struct bench b ENDED_BY(stop);
        struct sm_config config = reference;
        config.collector_ports = ports;
        start(&b, &config);
        for (uint32_t w = 0; w < 4; w++) {
            put(&b, CLASS_INT, w, 1, 0, 0);
            put(&b, CLASS_SP, w, 1, 1, 0);
        }
        for (uint32_t step = 1; step <= 8; step++) {
            collector_cycle(b.c);
            uint32_t in = step * ports < 8 ? step * ports : 8; /* SP before INT */
            uint32_t sp = in < 4 ? in : 4;
            assert_int_equal(__builtin_popcount(room(b.c, CLASS_SP)), sp);
            assert_int_equal(__builtin_popcount(room(b.c, CLASS_INT)), in - sp);
        }
    }
}

TEST(a_port_takes_classes_in_order)
{
    static const enum unit_class order[] = {CLASS_SP, CLASS_SFU, CLASS_MEM, CLASS_INT, CLASS_RT};
    struct bench b ENDED_BY(stop);
    struct sm_config config = reference;
    config.collector_ports = 1;
    config.collectors = 20;
    start(&b, &config);
    for (int i = 4; i >= 0; i--)
        put(&b, order[i], 0, 1, 0, 0);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++)
            assert_int_equal(room(b.c, order[k]) & 1, k < i);
        collector_cycle(b.c);
    }
}

static void steps(struct bench *b, int n)
{
    for (int i = 0; i < n; i++)
        collector_cycle(b->c);
}

/* One input register and two units serve sub-core 0 alone; four and eight serve all of them. */
TEST(units_and_input_registers_are_shared_out_or_serve_all)
{
    for (int shared = 0; shared < 2; shared++) {
        struct bench b ENDED_BY(stop);
        struct sm_config config = reference;
        config.pipelines = shared ? PIPELINES_SHARED : PIPELINES_SUB_CORE;
        start(&b, &config);
        uint32_t holds = shared ? 4 + 8 : 1 + 2, n = 0;
        for (; room(b.c, CLASS_INT) & 1; n++) {
            put(&b, CLASS_INT, 0, 0, 0, 0);
            steps(&b, 3);
        }
        assert_int_equal(n, holds + 1); /* and the issue register */
        assert_int_equal(collector_ready(b.c, CLASS_INT), shared ? 15 : 1);
        assert_true(collector_input_full(b.c, CLASS_INT, 0));
        assert_int_equal(collector_input_full(b.c, CLASS_INT, 1), shared);
        assert_true(collector_held(b.c, CLASS_INT, 0));
        assert_int_equal(collector_held(b.c, CLASS_INT, 1), shared);
        /* Another sub-core, another class. */
        put(&b, CLASS_SP, 1, 0, 0, 0);
        steps(&b, 3);
        assert_int_equal(collector_ready(b.c, CLASS_SP), shared ? 0 : 2);
        /* One taken makes room for one of each stage, the oldest first. */
        uint32_t first = collector_oldest(b.c, CLASS_INT);
        assert_int_equal(collector_take(b.c, CLASS_INT, first)->uid, 0);
        steps(&b, 1); /* a port takes SP before INT */
        assert_int_equal(room(b.c, CLASS_INT) & 1, !shared);
        assert_int_equal(room(b.c, CLASS_SP) >> 1 & 1, 1);
    }
}

/* Ports look at the first class that waits: a load that may take no unit holds back integers. */
TEST(shared_ports_look_at_no_second_class)
{
    for (int held = 0; held < 2; held++)
        for (int shared = 0; shared < 2; shared++) {
            struct bench b ENDED_BY(stop);
            struct sm_config config = reference;
            config.pipelines = shared ? PIPELINES_SHARED : PIPELINES_SUB_CORE;
            config.collectors_held = held;
            config.collectors = 32;
            start(&b, &config);
            for (int i = 0; i < 4; i++) {
                for (uint32_t warp = 0; warp < 4; warp++)
                    if (room(b.c, CLASS_MEM) >> warp & 1)
                        put(&b, CLASS_MEM, warp, 0, 0, 0);
                steps(&b, 2);
                assert_int_equal(collector_ready(b.c, CLASS_MEM), 15);
            }
            assert_int_equal(collector_count(b.c), held ? 16 : 8);
            assert_int_equal(room(b.c, CLASS_MEM), held ? 15 : 0);
            put(&b, CLASS_INT, 0, 0, 0, 0);
            steps(&b, 2);
            assert_int_equal(collector_ready(b.c, CLASS_INT), held || !shared);
        }
}

/* Ports take the oldest of a class over all sub-cores. */
TEST(shared_ports_take_the_oldest)
{
    static const uint32_t order[] = {2, 0, 3, 1};
    struct bench b ENDED_BY(stop);
    struct sm_config config = reference;
    config.pipelines = PIPELINES_SHARED;
    config.collector_ports = 1;
    start(&b, &config);
    for (int i = 0; i < 4; i++)
        put(&b, CLASS_SP, order[i], 0, 0, 0);
    for (int i = 0; i < 4; i++) {
        uint32_t before = room(b.c, CLASS_SP);
        steps(&b, 1);
        assert_int_equal(room(b.c, CLASS_SP) & ~before, 1u << order[i]);
    }
}

/* A dispatch port goes on behind the unit that it took last, at first behind unit 0: so units 1, 2,
 * 3 and 0 fill the input registers. Then units 0, 1 and 2 are complete, and registers are freed one
 * by one for the first port. */
TEST(shared_units_are_dispatched_in_turn)
{
    struct bench b ENDED_BY(stop);
    struct sm_config config = reference;
    config.pipelines = PIPELINES_SHARED;
    start(&b, &config);
    for (uint32_t warp = 0; warp < 4; warp++)
        put(&b, CLASS_INT, warp, 0, 0, 0);
    steps(&b, 2);
    assert_int_equal(collector_ready(b.c, CLASS_INT), 15);
    for (uint32_t warp = 0; warp < 3; warp++)
        put(&b, CLASS_INT, warp, 0, 0, 0); /* uids 4 to 6 in units 0 to 2 */
    steps(&b, 2);
    static const uint64_t before[] = {1, 2, 3}, next[] = {6, 4, 5};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(collector_take(b.c, CLASS_INT, i)->uid, before[i]);
        steps(&b, 1);
        assert_int_equal(collector_look(b.c, CLASS_INT, i)->uid, next[i]);
    }
}

/* Loads, stores and traces hold collectors while their unit is full, or wait before them. */
TEST(memory_instructions_hold_units_if_asked)
{
    static const enum unit_class classes[] = {CLASS_MEM, CLASS_RT};
    for (int held = 0; held < 2; held++)
        for (int k = 0; k < 2; k++) {
            struct bench b ENDED_BY(stop);
            struct sm_config config = reference;
            config.collectors_held = held;
            start(&b, &config);
            put(&b, classes[k], 0, 1, 0, 0);
            for (int i = 0; i < 3; i++)
                collector_cycle(b.c);
            assert_int_equal(collector_ready(b.c, classes[k]), 1);
            for (int more = 0; more < 2; more++) {
                if (room(b.c, classes[k]) & 1)
                    put(&b, classes[k], 0, 1, 0, 0);
                for (int i = 0; i < 3; i++)
                    collector_cycle(b.c);
            }
            assert_int_equal(collector_held(b.c, classes[k], 0), held);
            assert_int_equal(room(b.c, classes[k]) & 1, held);
            put(&b, CLASS_INT, 0, 0, 0, 0);
            for (int i = 0; i < 3; i++)
                collector_cycle(b.c);
            assert_int_equal(collector_ready(b.c, CLASS_INT) & 1, !held);
        }
}

TEST(the_oldest_of_all_sub_cores_is_named)
{
    struct bench b ENDED_BY(stop);
    start(&b, &reference);
    put(&b, CLASS_MEM, 3, 0, 0, 0);
    put(&b, CLASS_MEM, 1, 0, 0, 0);
    put(&b, CLASS_MEM, 2, 0, 0, 0);
    collector_cycle(b.c);
    collector_cycle(b.c);
    static const uint32_t order[] = {3, 1, 2};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(collector_oldest(b.c, CLASS_MEM), order[i]);
        collector_take(b.c, CLASS_MEM, order[i]);
    }
    assert_int_equal(collector_ready(b.c, CLASS_MEM), 0);
}
