/* Why schedulers issue nothing: each reason provoked alone, every slot of the run by a formula. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/counters/stalls.h"

#include <string.h>

/* Of a warp launched in cycle 0 with two fetches a cycle or more: nobody there in cycle 0, fetched
 * and decoded in cycle 1. */
enum { FIRST = 2, MEMORY = 100, L1 = 20, MOST = 32 };
/* From issue to a unit's first cycle with and without sources; to writeback; the end of a warp
 * behind its OP_EXIT. */
enum { TO_UNIT = 3, TO_UNIT_WITHOUT_SOURCES = 2, WRITEBACK = 2 };
enum { EXIT = TO_UNIT_WITHOUT_SOURCES + 1 + WRITEBACK };

/* Asserts every part of the stack of issue slots; what `wanted` leaves out is 0. */
static void assert_slots(struct sm_rig *r, const struct sm_counters *wanted)
{
    struct gpu_counters got, all = {.sm = *wanted};
    struct stall_cause a, b;
    uint64_t sum = 0;
    sm_rig_count(r, &got);
    for (size_t i = 0; stall_cause(&stall_stacks[0], &got, i, &a); i++) {
        assert_true(stall_cause(&stall_stacks[0], &all, i, &b));
        if (a.slots != b.slots)
            fail_msg("%s: %llu slots instead of %llu", a.name, (unsigned long long)a.slots,
                     (unsigned long long)b.slots);
        sum += a.slots;
    }
    assert_int_equal(sum, r->config.sm.schedulers * r->now);
    assert_int_equal(stall_slots(&stall_stacks[0], &got), sum);
}

static void start(struct sm_rig *r)
{
    sm_rig_init(r, MEMORY);
    r->config.sm.schedulers = 1;
}

/* Runs the steps as the only warp. */
static void one(struct sm_rig *r, struct script *s, struct script_step *steps, uint32_t n)
{
    sm_rig_one(r, s, steps, n);
}

static void end(struct sm_rig *r, struct script *s)
{
    script_free(s);
    sm_rig_free(r);
}

static struct script_step load(uint32_t dst, uint64_t addr, uint64_t stride)
{
    struct script_step step = step_op(OP_LOAD, dst, 0, 0);
    step.addr = addr;
    step.stride = stride;
    return step;
}

TEST(schedulers_without_a_warp)
{
    for (uint32_t warps = 0; warps <= 4; warps++) {
        struct script s[4], *all[4];
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script_step steps[] = {step_op(OP_EXIT, 0, 0, 0)};
        sm_rig_init(&r, MEMORY);
        r.config.sm.fetches = 8;
        script_number(steps, 1);
        for (uint32_t i = 0; i < warps; i++) {
            script_init(&s[i], steps, 1, &r.now);
            all[i] = &s[i];
        }
        sm_rig_together(&r, all, warps);
        assert_int_equal(r.now, warps ? FIRST + EXIT + 1 : 1);
        assert_slots(&r, &(struct sm_counters){.slot_no_warp = 4 + (4 - warps) * (r.now - 1),
                                               .slot_fetch = warps,
                                               .slot_issued = warps,
                                               .slot_drain = warps * EXIT});
        for (uint32_t i = 0; i < warps; i++)
            script_free(&s[i]);
    }
}

/* One slot of fetch: a cycle to fetch, one to decode, and a gap behind every second instruction. */
TEST(instructions_that_were_not_there)
{
    for (uint32_t n = 1; n <= 20; n++) {
        struct sm_rig r;
        struct script s;
        struct script_step steps[21];
        start(&r);
        r.config.sm.fetches = 1;
        for (uint32_t k = 0; k < n; k++)
            steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
        steps[n] = step_op(OP_EXIT, 0, 0, 0);
        one(&r, &s, steps, n + 1);
        assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                               .slot_fetch = 2 + n / 2,
                                               .slot_issued = n + 1,
                                               .slot_drain = EXIT});
        end(&r, &s);
    }
}

TEST(instructions_fetched_behind_a_taken_branch)
{
    for (uint32_t taken = 0; taken <= 9; taken++) {
        struct sm_rig r;
        struct script s;
        struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_ALU, 2, 0, 0),
                                      step_op(OP_BRANCH, 0, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
        start(&r);
        steps[2].times = taken;
        steps[0].inst.n_dst = steps[1].inst.n_dst = 0; /* a round waits for nothing of the last */
        one(&r, &s, steps, 4);
        /* The cycle that throws away fetches and decodes as well. */
        assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                               .slot_fetch = 1,
                                               .slot_control = taken,
                                               .slot_issued = 3 * (taken + 1) + 1,
                                               .slot_drain = EXIT});
        end(&r, &s);
    }
}

TEST(results_of_arithmetic)
{
    for (uint32_t latency = 4; latency <= 40; latency += 6) {
        struct sm_rig r;
        struct script s;
        struct script_step steps[] = {step_op(OP_FP_DIV, 1, 0, 0), step_op(OP_FP_DIV, 2, 1, 0),
                                      step_op(OP_EXIT, 0, 2, 0)};
        start(&r);
        r.config.exec.fp_div_latency = latency;
        one(&r, &s, steps, 3);
        uint64_t wait = TO_UNIT_WITHOUT_SOURCES + TO_UNIT + 2 * (latency + WRITEBACK - 1);
        assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                               .slot_fetch = 1,
                                               .slot_alu = wait,
                                               .slot_issued = 3,
                                               .slot_drain = EXIT + 1}); /* reads a register */
        end(&r, &s);
    }
}

/* What a load takes is that of sm_memory.c: collected, entered, looked up, and on a miss sent,
 * fetched, taken and written back. */
TEST(results_of_loads)
{
    for (uint32_t memory = 1; memory <= 100; memory += 33) {
        struct sm_rig r;
        struct script s;
        struct script_step steps[] = {load(1, 0x1000, 0), load(2, 0x1000, 0),
                                      step_op(OP_EXIT, 0, 0, 0)};
        start(&r);
        r.memory.latency = memory;
        steps[1].inst.src[steps[1].inst.n_src++] = 1;
        steps[2].inst.src[steps[2].inst.n_src++] = 2;
        one(&r, &s, steps, 3);
        uint64_t miss = TO_UNIT_WITHOUT_SOURCES + L1 + 1 + memory + 2, hit = TO_UNIT + L1;
        assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                               .slot_fetch = 1,
                                               .slot_memory = miss - 1 + hit - 1,
                                               .slot_issued = 3,
                                               .slot_drain = EXIT + 1});
        end(&r, &s);
    }
}

enum { HEADER = 2 + MEMORY + 4 }; /* a ray's way through the unit: two sectors, the test */

TEST(results_of_traces)
{
    const record_t header = record_make(RECORD_HEADER, 0x10000);
    struct ray_work rays[WARP_LANES] = {{.records = &header, .n_records = 1}};
    struct sm_rig r;
    struct script s;
    struct script_step steps[] = {step_op(OP_TRACE_RAY, 1, 0, 0), step_op(OP_EXIT, 0, 1, 0)};
    start(&r);
    steps[0].rays = rays;
    steps[0].lanes = 1;
    one(&r, &s, steps, 2);
    assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                           .slot_fetch = 1,
                                           .slot_rt = TO_UNIT_WITHOUT_SOURCES + HEADER - 1,
                                           .slot_issued = 2,
                                           .slot_drain = EXIT + 1});
    end(&r, &s);
}

/* A unit takes an instruction every `interval` cycles; in front of it wait one in the input
 * register, one in each collector and one in the issue register, and all move up in the cycle in
 * which it takes one. */
TEST(a_busy_unit)
{
    for (uint32_t interval = 1; interval <= 16; interval += 3)
        for (uint32_t collectors = 1; collectors <= 8; collectors++) {
            enum { N = 16 };
            struct sm_rig r;
            struct script s;
            struct script_step steps[N + 1];
            start(&r);
            r.config.sm.collectors = collectors;
            r.config.exec.sfu_units = 1;
            r.config.exec.sfu_interval = interval;
            for (uint32_t k = 0; k < N; k++)
                steps[k] = step_op(OP_SFU, 1 + k, 0, 0);
            steps[N] = step_op(OP_EXIT, 0, N, 0);
            one(&r, &s, steps, N + 1);
            uint32_t places = collectors + 2;
            uint64_t last = 0;
            for (uint32_t m = 0; m < N; m++) {
                uint64_t at = m;
                if (m >= places && TO_UNIT_WITHOUT_SOURCES + interval * (m - places) > at)
                    at = TO_UNIT_WITHOUT_SOURCES + interval * (m - places);
                assert_int_equal(s.issued[m] - s.issued[0], at);
                last = at;
            }
            /* The last one's result is what the end waits for. */
            uint64_t done = TO_UNIT_WITHOUT_SOURCES + interval * (N - 1) + 100 + WRITEBACK;
            assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                                   .slot_fetch = 1,
                                                   .slot_unit = last - (N - 1),
                                                   .slot_alu = done - last - 1,
                                                   .slot_issued = N + 1,
                                                   .slot_drain = EXIT + 1});
            end(&r, &s);
        }
}

/* With one collector and one step a cycle an instruction keeps it for a cycle per register of a
 * bank and one more; its successor waits in the issue register. */
TEST(no_free_collector)
{
    enum { N = 10, BANKS = 16 };
    for (uint32_t sources = 0; sources <= 4; sources++) {
        struct sm_rig r;
        struct script s;
        struct script_step steps[N + 1];
        start(&r);
        r.config.sm.collectors = 1;
        r.config.sm.collector_steps = 1;
        for (uint32_t k = 0; k < N; k++) {
            steps[k] = step_op(OP_ALU, 1 + k, 0, 0); /* written in banks that are not read */
            for (uint32_t i = 0; i < sources; i++)
                steps[k].inst.src[steps[k].inst.n_src++] = (uint16_t)(BANKS * (i + 1));
        }
        steps[N] = step_op(OP_EXIT, 0, 0, 0);
        one(&r, &s, steps, N + 1);
        for (uint32_t m = 1; m <= N; m++)
            assert_int_equal(s.issued[m] - s.issued[0], 1 + (m - 1) * (sources + 1));
        /* The end is collected when the last has left the collector. */
        assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                               .slot_fetch = 1,
                                               .slot_collector = (N - 1) * sources,
                                               .slot_issued = N + 1,
                                               .slot_drain = EXIT + (sources ? sources + 1 : 1)});
        end(&r, &s);
    }
}

/* The load/store unit takes an instruction behind the last sector of the one before, and those
 * behind it move up in the next cycle. They wait in the input and the issue register and, if they
 * hold them, in the collectors. */
TEST(a_full_load_store_unit)
{
    enum { N = 8 };
    for (int held = 0; held < 2; held++)
        for (uint32_t sectors = 1; sectors <= 32; sectors *= 2) {
            struct sm_rig r;
            struct script s;
            struct script_step steps[N + 1];
            start(&r);
            r.config.sm.collectors = 2;
            r.config.sm.collectors_held = held;
            r.config.l1d.miss_queue = 64;
            for (uint32_t k = 0; k < N; k++) {
                steps[k] = load(1 + k, 0x10000, 128); /* all of one bank */
                steps[k].lanes = sectors == 32 ? UINT32_MAX : (1u << sectors) - 1;
            }
            steps[N] = step_op(OP_EXIT, 0, 0, 0);
            one(&r, &s, steps, N + 1);
            uint32_t places = held ? 2 + 2 : 2;
            uint64_t last = 0;
            for (uint32_t m = 0; m < N; m++) {
                uint64_t at = m;
                if (m >= places && 1 + sectors * (m - places) + 1 > at)
                    at = 1 + sectors * (m - places) + 1;
                assert_int_equal(s.issued[m] - s.issued[0], at);
                last = at;
            }
            assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                                   .slot_fetch = 1,
                                                   .slot_memory_full = last - (N - 1),
                                                   .slot_issued = N + 1,
                                                   .slot_drain = r.now - 1 - s.issued[N]});
            end(&r, &s);
        }
}

/* The unit has room for one warp. The next is taken in the cycle in which the one before leaves, in
 * which the scheduler issues what waited for its rays; those behind it move up in the one after,
 * or, where traces hold the collectors, when that end has been collected. */
TEST(a_full_rt_unit)
{
    for (uint32_t held = 0; held <= 1; held++) /* collectors that traces hold */
        for (uint32_t n = 3 + held; n <= 8; n++) {
            struct script s[8], *all[8];
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct script_step steps[8][2];
            struct ray_work rays[8][WARP_LANES] = {{{0}}};
            record_t records[8];
            start(&r);
            r.config.sm.collectors = held ? held : 8;
            r.config.sm.collectors_held = held;
            r.config.rt.max_warps = 1;
            for (uint32_t i = 0; i < n; i++) {
                records[i] = record_make(RECORD_HEADER, 0x10000 + 128 * i);
                rays[i][0] = (struct ray_work){.records = &records[i], .n_records = 1};
                steps[i][0] = step_op(OP_TRACE_RAY, 1, 0, 0);
                steps[i][0].rays = rays[i];
                steps[i][0].lanes = 1;
                steps[i][1] = step_op(OP_EXIT, 0, 1, 0);
                script_number(steps[i], 2);
                script_init(&s[i], steps[i], 2, &r.now);
                all[i] = &s[i];
            }
            sm_rig_together(&r, all, n);
            /* One in the unit, one in the input register, one in the issue register. */
            uint32_t waiting = 3 + held;
            cycle_t traced[8], ended[8];
            for (uint32_t i = 0; i < n; i++) {
                traced[i] = FIRST + i;
                if (i >= waiting) /* when the unit took trace i + 1 - waiting, and up */
                    traced[i] = FIRST + 1 + (i + 1 - waiting) * (HEADER + 1) + (held ? 2 : 1);
                ended[i] = FIRST + 1 + (i + 1) * (HEADER + 1);
                assert_int_equal(s[i].issued[0], traced[i]);
                assert_int_equal(s[i].issued[1], ended[i]);
            }
            /* Until the last trace was issued, less what was issued behind those that wait; then
             * every warp waits for its own rays. */
            uint64_t full = traced[n - 1] - traced[waiting - 1] - 2 * (n - waiting);
            uint64_t own = ended[n - 1] - traced[n - 1] - waiting;
            assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                                   .slot_fetch = 1,
                                                   .slot_rt_full = full,
                                                   .slot_rt = own,
                                                   .slot_issued = 2 * n,
                                                   .slot_drain = EXIT + 1});
            for (uint32_t i = 0; i < n; i++)
                script_free(&s[i]);
        }
}

/* Arithmetic that finds all collectors held is charged to those who hold them. */
TEST(arithmetic_behind_held_collectors)
{
    enum { SECTORS = 32, ALUS = 3 };
    struct sm_rig r;
    struct script s;
    struct script_step steps[3 + ALUS + 1];
    start(&r);
    r.config.sm.collectors = 1;
    for (uint32_t k = 0; k < 3; k++)
        steps[k] = load(1 + k, 0x10000, 128); /* in the unit, before it, in the collector */
    for (uint32_t k = 0; k < ALUS; k++)
        steps[3 + k] = step_op(OP_ALU, 10 + k, 0, 0);
    steps[3 + ALUS] = step_op(OP_EXIT, 0, 0, 0);
    one(&r, &s, steps, 3 + ALUS + 1);
    /* The first waits in the issue register; the second until the collector has taken that, in the
     * cycle behind the one in which the unit took the second load. In that one no load waits for
     * the unit any more, only for its way there. */
    assert_int_equal(s.issued[3], s.issued[2] + 1);
    assert_int_equal(s.issued[4] - s.issued[0], 1 + SECTORS + 1);
    assert_int_equal(s.issued[5] - s.issued[4], 1);
    assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                           .slot_fetch = 1,
                                           .slot_memory_full = 1 + SECTORS - 4,
                                           .slot_collector = 1,
                                           .slot_issued = 3 + ALUS + 1,
                                           .slot_drain = r.now - 1 - s.issued[3 + ALUS]});
    end(&r, &s);
}

TEST(warps_that_have_ended)
{
    for (uint32_t memory = 1; memory <= 100; memory += 33) {
        struct sm_rig r;
        struct script s;
        struct script_step steps[] = {step_op(OP_STORE, 0, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
        start(&r);
        r.memory.latency = memory;
        steps[0].addr = 0x1000;
        one(&r, &s, steps, 2);
        /* The store's acknowledgement comes last. */
        uint64_t acknowledged = TO_UNIT_WITHOUT_SOURCES + L1 + 1 + memory;
        assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                               .slot_fetch = 1,
                                               .slot_issued = 2,
                                               .slot_drain = acknowledged - 1});
        end(&r, &s);
    }
}

/* Where the warps of a scheduler wait for different things, the first of arithmetic, memory, rays,
 * fetch and drain holds. */
TEST(the_warp_that_came_farthest_gives_the_reason)
{
    enum { DIVIDE = 40 };
    const record_t header = record_make(RECORD_HEADER, 0x20000);
    struct ray_work rays[WARP_LANES] = {{.records = &header, .n_records = 1}};
    struct script s[4], *all[4];
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct script_step steps[4][2] = {
        {step_op(OP_TRACE_RAY, 1, 0, 0), step_op(OP_EXIT, 0, 1, 0)},
        {load(1, 0x1000, 0), step_op(OP_EXIT, 0, 1, 0)},
        {step_op(OP_FP_DIV, 1, 0, 0), step_op(OP_EXIT, 0, 1, 0)},
        {step_op(OP_EXIT, 0, 0, 0)},
    };
    start(&r);
    r.config.sm.fetches = 8;
    r.config.exec.fp_div_latency = DIVIDE;
    steps[0][0].rays = rays;
    steps[0][0].lanes = 1;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t n = i == 3 ? 1 : 2;
        script_number(steps[i], n);
        script_init(&s[i], steps[i], n, &r.now);
        all[i] = &s[i];
    }
    sm_rig_together(&r, all, 4);
    /* Issued in FIRST + 0, 1, 2 and 3; their ends when their results are there. */
    cycle_t trace = FIRST + TO_UNIT_WITHOUT_SOURCES + HEADER;
    cycle_t loaded = FIRST + 1 + TO_UNIT_WITHOUT_SOURCES + L1 + 1 + MEMORY + 2;
    cycle_t divided = FIRST + 2 + TO_UNIT_WITHOUT_SOURCES + DIVIDE + WRITEBACK;
    assert_int_equal(s[0].issued[1], trace);
    assert_int_equal(s[1].issued[1], loaded);
    assert_int_equal(s[2].issued[1], divided);
    assert_true(divided < trace && trace < loaded);
    assert_slots(&r, &(struct sm_counters){.slot_no_warp = 1,
                                           .slot_fetch = 1,
                                           .slot_alu = divided - (FIRST + 3) - 1,
                                           .slot_memory = loaded - divided - 1 - 1,
                                           .slot_issued = 7,
                                           .slot_drain = EXIT + 1});
    for (uint32_t i = 0; i < 4; i++)
        script_free(&s[i]);
}
