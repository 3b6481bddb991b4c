/* The SM's pipeline cycle by cycle: dependent distance, intervals, branches, order, occupancy. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "common/memory.h"
#include "sim/timing/sm/scheduler.h"

#include <string.h>

/* Collectors: two cycles without sources, three with; then the unit; then two to writeback. */
enum { TO_UNIT = 3, TO_UNIT_WITHOUT_SOURCES = 2, WRITEBACK = 2 };

TEST(dependent_instructions_are_latency_and_pipeline_apart)
{
    static const struct {
        enum warp_op op;
        uint32_t latency;
    } cases[] = {{OP_ALU, 1},       {OP_INT_ADD, 4}, {OP_INT_MAX, 13},
                 {OP_INT_DIV, 145}, {OP_FP_MUL, 4},  {OP_FP_MAD, 5},
                 {OP_FP_DIV, 39},   {OP_SFU, 100},   {OP_DP_DIV, 330}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        sm_rig_init(&r, 100);
        struct script_step steps[] = {
            step_op(cases[i].op, 1, 0, 0),
            step_op(cases[i].op, 2, 1, 0),
            step_op(cases[i].op, 3, 2, 0),
            step_op(OP_EXIT, 0, 0, 0),
        };
        sm_rig_one(&r, &s, steps, 4);
        assert_int_equal(s.issued[1] - s.issued[0],
                         TO_UNIT_WITHOUT_SOURCES + cases[i].latency + WRITEBACK);
        assert_int_equal(s.issued[2] - s.issued[1], TO_UNIT + cases[i].latency + WRITEBACK);
    }
}

TEST(independent_instructions_of_a_unit_are_an_interval_apart)
{
    static const struct {
        enum warp_op op;
        uint32_t interval;
    } cases[] = {{OP_ALU, 1}, {OP_INT_ADD, 2}, {OP_FP_MUL, 2}, {OP_FP_DIV, 4}, {OP_SFU, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        sm_rig_init(&r, 100);
        struct script_step steps[65];
        for (uint32_t k = 0; k < 64; k++)
            steps[k] = step_op(cases[i].op, 1 + k, 0, 0);
        steps[64] = step_op(OP_EXIT, 0, 0, 0);
        sm_rig_one(&r, &s, steps, 65);
        assert_int_equal(s.issued[63] - s.issued[31], 32 * cases[i].interval);
    }
}

TEST(a_taken_branch_costs_a_refetch)
{
    for (uint32_t place = 1; place <= 2; place++) { /* first or second of its fetch */
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        sm_rig_init(&r, 100);
        struct script_step steps[8];
        for (uint32_t k = 0; k < 8; k++)
            steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
        steps[place + 1] = step_op(OP_BRANCH, 0, 0, 0);
        steps[place + 1].jump_to = 6;
        steps[place + 1].times = 1;
        steps[7] = step_op(OP_EXIT, 0, 0, 0);
        sm_rig_one(&r, &s, steps, 8);
        /* flushed and refetched in the cycle after it, issued in the next */
        assert_int_equal(s.issued[place + 2] - s.issued[place + 1], 2);
        assert_int_equal(s.issued[place + 1] - s.issued[place], 1);
        struct gpu_counters c;
        sm_rig_count(&r, &c);
        assert_int_equal(c.sm.slot_control, 1);
    }
}

TEST(a_register_of_the_same_bank_is_read_in_another_step)
{
    /* Four banks a sub-core, two steps a cycle: one read in the cycle's second step, then two more
     * in the first and second step of the next: the dispatch is a cycle later. */
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    sm_rig_init(&r, 100);
    struct script_step steps[] = {
        step_op(OP_ALU, 40, 0, 0),  step_op(OP_ALU, 41, 4, 5),  /* two banks */
        step_op(OP_ALU, 42, 41, 0), step_op(OP_ALU, 43, 8, 12), /* the same bank */
        step_op(OP_ALU, 44, 43, 0), step_op(OP_EXIT, 0, 0, 0),
    };
    sm_rig_one(&r, &s, steps, 6);
    assert_int_equal(s.issued[2] - s.issued[1], TO_UNIT + 1 + WRITEBACK);
    assert_int_equal(s.issued[4] - s.issued[3], TO_UNIT + 1 + WRITEBACK);
    script_free(&s);
    sm_rig_free(&r);
    struct script_step three[] = {
        step_op(OP_ALU, 41, 4, 8),
        step_op(OP_ALU, 42, 41, 0),
        step_op(OP_EXIT, 0, 0, 0),
    };
    three[0].inst.src[three[0].inst.n_src++] = 12;
    sm_rig_init(&r, 100);
    sm_rig_one(&r, &s, three, 3);
    assert_int_equal(s.issued[1] - s.issued[0], TO_UNIT + 1 + 1 + WRITEBACK);
}

/* A step that waits for registers `src` and has its collector read `reads`; 0 ends them. */
static struct script_step collects(uint32_t dst, const uint16_t src[3], const uint16_t reads[3])
{
    struct script_step step = step_op(OP_ALU, dst, 0, 0);
    step.inst.n_writes = 1;
    step.inst.writes[0] = (uint16_t)dst;
    for (uint32_t i = 0; i < 3 && src[i]; i++)
        step.inst.src[step.inst.n_src++] = src[i];
    for (uint32_t i = 0; i < 3 && reads[i]; i++)
        step.inst.reads[step.inst.n_reads++] = reads[i];
    return step;
}

TEST(collectors_read_by_numbers_of_their_own)
{
    static const struct {
        uint16_t reads[3];
        uint32_t collect; /* cycles until the unit, of an instruction with three sources */
    } cases[] = {
        {{4, 5, 6}, TO_UNIT},                 /* three banks, although the sources share one */
        {{4, 8, 12}, TO_UNIT + 1},            /* one bank */
        {{4, 4, 4}, TO_UNIT},                 /* one number */
        {{0, 0, 0}, TO_UNIT_WITHOUT_SOURCES}, /* nothing is collected */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script_step steps[] = {
            collects(41, (const uint16_t[]){4, 8, 12}, cases[i].reads),
            collects(42, (const uint16_t[]){41, 0, 0}, (const uint16_t[]){7, 0, 0}),
            collects(43, (const uint16_t[]){7, 0, 0}, (const uint16_t[]){42, 0, 0}),
            step_op(OP_EXIT, 0, 0, 0),
        };
        sm_rig_init(&r, 100);
        sm_rig_one(&r, &s, steps, 4);
        /* What is waited for is the source, not what is read. */
        assert_int_equal(s.issued[1] - s.issued[0], cases[i].collect + 1 + WRITEBACK);
        assert_int_equal(s.issued[2] - s.issued[1], 1);
    }
}

TEST(the_greedy_warp_goes_first_then_the_oldest)
{
    struct scheduler s;
    uint64_t passed;
    scheduler_init(&s, SCHEDULER_GTO);
    scheduler_add(&s, 8);
    scheduler_add(&s, 0);
    scheduler_add(&s, 4);
    const uint64_t all = 1ull << 8 | 1ull << 0 | 1ull << 4;
    assert_int_equal(scheduler_pick(&s, all, 0, &passed), 8);
    assert_int_equal(scheduler_pick(&s, 1ull << 0 | 1ull << 4, 0, &passed), 0);
    assert_int_equal(scheduler_pick(&s, all, 0, &passed), 0);
    assert_int_equal(scheduler_pick(&s, 1ull << 4, 1ull << 8 | 1ull << 0, &passed), 4);
    assert_int_equal(passed, 1ull << 8 | 1ull << 0);
    /* Nothing issued: everything was looked at, the greedy one stays. */
    assert_int_equal(scheduler_pick(&s, 0, 1ull << 0, &passed), SCHEDULER_NONE);
    assert_int_equal(passed, 1);
    assert_int_equal(scheduler_pick(&s, all, 0, &passed), 4);
    scheduler_remove(&s, 4);
    assert_int_equal(scheduler_pick(&s, all & ~(1ull << 4), 0, &passed), 8);
    assert_int_equal(scheduler_pick(&s, 1ull << 0, 0, &passed), 0);
    /* The slot stays greedy: its next warp, the youngest, goes first. */
    scheduler_remove(&s, 0);
    assert_int_equal(scheduler_pick(&s, 0, 1ull << 8, &passed), SCHEDULER_NONE);
    scheduler_add(&s, 0);
    assert_int_equal(scheduler_pick(&s, 1ull << 8 | 1ull << 0, 0, &passed), 0);
    scheduler_init(&s, SCHEDULER_OLDEST);
    scheduler_add(&s, 3);
    scheduler_add(&s, 1);
    assert_int_equal(scheduler_pick(&s, 1ull << 1, 0, &passed), 1);
    assert_int_equal(scheduler_pick(&s, 1ull << 1 | 1ull << 3, 0, &passed), 3);
}

/* From the slot behind the one issued last on, whatever their age. */
TEST(round_robin_goes_from_slot_to_slot)
{
    struct scheduler s;
    uint64_t passed;
    scheduler_init(&s, SCHEDULER_LRR);
    scheduler_add(&s, 8);
    scheduler_add(&s, 0);
    scheduler_add(&s, 63);
    const uint64_t all = 1ull << 8 | 1ull << 0 | 1ull << 63;
    const uint32_t turns[] = {0, 8, 63, 0};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        assert_int_equal(scheduler_pick(&s, all, 0, &passed), turns[i]);
    assert_int_equal(scheduler_pick(&s, 1ull << 63, 1ull << 8 | 1ull << 0, &passed), 63);
    assert_int_equal(passed, 1ull << 8);
    assert_int_equal(scheduler_pick(&s, 1ull << 63, 1ull << 8 | 1ull << 0, &passed), 63);
    assert_int_equal(passed, 1ull << 8 | 1ull << 0);
}

TEST(an_older_warp_of_a_scheduler_issues_before_a_younger_one)
{
    struct sm_rig r ENDED_BY(sm_rig_free);
    sm_rig_init(&r, 100);
    struct script_step steps[5];
    for (uint32_t k = 0; k < 4; k++)
        steps[k] = step_op(OP_ALU, 1 + k, 0, 0);
    steps[4] = step_op(OP_EXIT, 0, 0, 0);
    script_number(steps, 5);
    struct script s[8], *all[8];
    for (int i = 0; i < 8; i++) {
        script_init(&s[i], steps, 5, &r.now);
        all[i] = &s[i];
    }
    sm_rig_start(&r, 16);
    for (uint32_t i = 0; i < 8; i++)
        sm_rig_launch(&r, &all[i]);
    r.now = 1;
    assert_int_equal(sm_rig_run(&r, all, 0, true, 10000), ST_OK);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 5; k++)
            assert_true(s[i].issued[k] <= s[i + 4].issued[k]);
    for (int i = 0; i < 8; i++)
        script_free(&s[i]);
}

TEST(occupancy_is_the_least_of_three_limits)
{
    struct sm_rig r;
    sm_rig_init(&r, 100);
    assert_int_equal(sm_occupancy(&r.config, 0), 32);
    assert_int_equal(sm_occupancy(&r.config, 12), 32);
    assert_int_equal(sm_occupancy(&r.config, 64), 32);
    assert_int_equal(sm_occupancy(&r.config, 65), 65536 / (68 * 32));
    assert_int_equal(sm_occupancy(&r.config, 2048), 1);
    assert_int_equal(sm_occupancy(&r.config, 2049), 0);
    r.config.sm.ctas = 16;
    assert_int_equal(sm_occupancy(&r.config, 12), 16);
    r.config.sm.threads = 256;
    assert_int_equal(sm_occupancy(&r.config, 12), 8);
    fake_memory_free(&r.memory);
}

TEST(an_sm_takes_no_more_warps_than_fit)
{
    struct sm_rig r ENDED_BY(sm_rig_free);
    sm_rig_init(&r, 100);
    r.config.sm.ctas = 2;
    struct script_step steps[] = {step_op(OP_SFU, 1, 0, 0), step_op(OP_EXIT, 0, 1, 0)};
    script_number(steps, 2);
    struct script s[3], *all[3];
    for (int i = 0; i < 3; i++) {
        script_init(&s[i], steps, 2, &r.now);
        all[i] = &s[i];
    }
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, 3, true, 10000), ST_OK);
    assert_true(s[2].issued[0] > s[0].ended_at);
    assert_true(s[1].issued[0] < s[0].ended_at);
    for (int i = 0; i < 3; i++)
        script_free(&s[i]);
}

TEST(a_warp_without_room_is_refused)
{
    struct sm_rig r;
    struct sm *sm;
    const struct cta_needs cta = {.warps = 1, .registers = 4096};
    sm_rig_init(&r, 100);
    assert_int_equal(sm_create(&sm, &r.config, 0, &cta, &r.memory.port, &st), ST_USAGE);
    assert_null(sm);
    assert_non_null(strstr(st.text, "no room for a warp with 4096 registers"));
    assert_non_null(strstr(st.text, "sm.registers must be at least 131072"));
    fake_memory_free(&r.memory);
}

TEST(creation_without_memory_fails_and_holds_nothing)
{
    struct sm_rig r;
    const struct cta_needs cta = {.warps = 4, .registers = 16};
    sm_rig_init(&r, 100);
    mem_fail_from(0);
    sm_rig_start(&r, 16);
    long n = mem_count();
    sm_free(r.sm);
    for (long i = 1; i <= n; i++) {
        mem_fail_from(i);
        assert_int_equal(sm_create(&r.sm, &r.config, 0, &cta, &r.memory.port, &st), ST_NOMEM);
        assert_null(r.sm);
    }
    mem_fail_from(0);
    fake_memory_free(&r.memory);
}

TEST(a_warp_that_fails_ends_the_tick_with_its_message)
{
    enum { WARPS = 3 };
    struct sm_rig r;
    sm_rig_init(&r, 100);
    struct script_step steps[] = {step_op(OP_ALU, 1, 0, 0), step_op(OP_EXIT, 0, 1, 0)};
    script_number(steps, 2);
    struct script s[WARPS], *all[WARPS];
    for (uint32_t i = 0; i < WARPS; i++) {
        script_init(&s[i], steps, 2, &r.now);
        all[i] = &s[i];
    }
    s[0].fail_at = 2;
    sm_rig_start(&r, 16);
    for (uint32_t i = 0; i < WARPS; i++)
        sm_rig_launch(&r, &all[i]);
    r.now++;
    assert_int_equal(sm_rig_run(&r, all, 0, true, 1000), ST_FAILED);
    assert_string_equal(r.st.text, "the script says so");
    sm_rig_free(&r);
    for (uint32_t i = 0; i < WARPS; i++) {
        assert_true(s[i].ended); /* resident warps are given back */
        script_free(&s[i]);
    }
}

/* Any of as many warps as there may be leaves, and the others keep their order. */
TEST(a_scheduler_forgets_a_warp_that_leaves)
{
    for (uint32_t gone = 0; gone < MAX_WARPS; gone++) {
        struct scheduler s;
        uint64_t passed;
        scheduler_init(&s, SCHEDULER_OLDEST);
        for (uint32_t i = 0; i < MAX_WARPS; i++)
            scheduler_add(&s, MAX_WARPS - 1 - i);
        scheduler_remove(&s, gone);
        assert_int_equal(s.n, MAX_WARPS - 1);
        assert_int_equal(s.policy, SCHEDULER_OLDEST);
        assert_int_equal(s.last, SCHEDULER_NONE);
        for (uint32_t w = MAX_WARPS; w-- > 0;) {
            uint64_t older = UINT64_MAX >> (MAX_WARPS - 1 - w);
            if (w != gone)
                assert_int_equal(scheduler_pick(&s, older & ~(UINT64_C(1) << gone), 0, &passed), w);
        }
    }
}
