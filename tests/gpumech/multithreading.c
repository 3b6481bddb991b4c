/* From a warp alone to all warps of a core, by hand. */
#include "tests/rig/rig.h"

#include "sim/gpumech/multithreading.h"

#include <math.h>

/* Fig. 2: an interval of 1 instruction and one of 4, 10 stall cycles each. Fig. 8: 3 and 6. */
static struct interval figure_2[] = {{.insts = 1, .stall_cycles = 10, .cause = INTERVAL_ON_DEP},
                                     {.insts = 4, .stall_cycles = 10, .cause = INTERVAL_ON_DEP}};
static struct interval figure_8[] = {{.insts = 3, .stall_cycles = 6, .cause = INTERVAL_ON_DEP}};

static struct interval_profile profile(struct interval *intervals, uint32_t n, double issue_rate)
{
    struct interval_profile p = {
        .issue_rate = issue_rate, .intervals = intervals, .n_intervals = n};
    for (uint32_t i = 0; i < n; i++) {
        p.insts += intervals[i].insts;
        p.stall_cycles += intervals[i].stall_cycles;
        p.n_stalls += intervals[i].stall_cycles > 0;
    }
    return p;
}

static struct interval_core core(double warps, uint32_t schedulers, enum interval_policy policy)
{
    return (struct interval_core){.warps = warps, .schedulers = schedulers, .policy = policy};
}

static const enum interval_policy policies[] = {INTERVAL_ROUND_ROBIN, INTERVAL_GREEDY_THEN_OLDEST};

/* Eq. 1 of interval 1 alone: 1/11 instructions per cycle, times 3 warps. Of interval 2: 12/14. */
TEST(naive_intervals_of_figure_2)
{
    struct interval_core c = core(3, 1, INTERVAL_ROUND_ROBIN);
    struct interval_profile p = profile(figure_2, 1, 1);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_NAIVE), 11.0 / 3);
    p = profile(figure_2 + 1, 1, 1);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_NAIVE), 14.0 / 12);
}

/* Interval 1 has no waiting slot, so that eq. 7 is eq. 1: 3/11. In interval 2 the figure's warp 3
 * cannot issue instructions 4 and 5 in the stall of warp 1: 2 non-overlapped instructions, 12
 * instructions in 16 cycles. Eq. 9 to 11 count 4/14 of 2 warps in 3 slots, 12/7, 12 instructions in
 * 15.71 cycles. Both intervals together: 5/25 * 2 * 3 = 1.2, 15 instructions in 26.2 cycles. Greedy
 * then oldest: the 2 other warps issue 4 each in the stall of 10, all of them hidden. */
TEST(multithreaded_intervals_of_figure_2)
{
    struct interval_core c = core(3, 1, INTERVAL_ROUND_ROBIN);
    struct interval_profile p = profile(figure_2, 1, 1);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 11.0 / 3);
    p = profile(figure_2 + 1, 1, 1);
    assert_near(interval_nonoverlapped(&p, p.intervals, &c), 12.0 / 7);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), (14 + 12.0 / 7) / 12);
    p = profile(figure_2, 2, 1);
    assert_near(interval_issue_prob(&p), 0.2);
    assert_near(interval_nonoverlapped(&p, &p.intervals[0], &c), 0);
    assert_near(interval_nonoverlapped(&p, &p.intervals[1], &c), 1.2);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 26.2 / 15);
    c.policy = INTERVAL_GREEDY_THEN_OLDEST;
    p = profile(figure_2 + 1, 1, 1);
    assert_near(interval_nonoverlapped(&p, p.intervals, &c), 0);
}

/* Fig. 8 (a): warps that are aligned have 6 instructions that are not overlapped (those of 3 warps
 * in 2 slots), 3 that are, and 3 stall cycles left: 3 + 6 + 6 = 15 cycles. Eq. 9 to 11 take each to
 * be there with a chance of 3/9: 2 instructions, and 11 cycles for 12 instructions, which the bound
 * makes 12. */
TEST(round_robin_of_figure_8)
{
    struct interval_core c = core(4, 1, INTERVAL_ROUND_ROBIN);
    struct interval_profile p = profile(figure_8, 1, 1);
    assert_near(interval_issue_prob(&p), 1.0 / 3);
    assert_near(interval_nonoverlapped(&p, p.intervals, &c), 2);
    double slots = (double)p.insts - 1, aligned = 1 * (c.warps - 1) * slots;
    assert_near(aligned, 6);
    assert_near(p.stall_cycles - (c.warps * (double)p.insts - (double)p.insts - aligned), 3);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 1);
    c.unbounded = true;
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 11.0 / 12);
}

/* Fig. 8 (b): in 6 stall cycles each of the 3 others gets its turn (min(1/3 * 6, 1) = 1) and issues
 * its 3 instructions: 9, of which 3 hide nothing, as in the figure: W3-i1, W3-i2, W3-i3. 12
 * instructions in 12 cycles, without the bound too. Eq. 15 as printed gives a chance of 2 and 12
 * instructions; eq. 16 as printed gives min(3, 0) = 0. */
TEST(greedy_then_oldest_of_figure_8)
{
    struct interval_core c = core(4, 1, INTERVAL_GREEDY_THEN_OLDEST);
    struct interval_profile p = profile(figure_8, 1, 1);
    c.unbounded = true;
    assert_near(interval_nonoverlapped(&p, p.intervals, &c), 3);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 1);
    c.warps = 3; /* 6 instructions hide all of 6 cycles */
    assert_near(interval_nonoverlapped(&p, p.intervals, &c), 0);
    c.warps = 2; /* 3 hide a half; the printed eq. 16 would be min(-3, 0) */
    assert_near(interval_nonoverlapped(&p, p.intervals, &c), 0);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 9.0 / 6);
}

/* Eq. 13 takes the average interval for what another warp issues: of 1 and 5 instructions, 3.
 * Chances in stalls of 2 and 32 cycles at 6/40: 0.3 and min(4.8, 1). With 5 warps 4 * 0.3 * 3 = 3.6
 * instructions in 2 cycles, 1.6 too many; and 12 in 32, none too many. (40 + 1.6) / (5 * 6). */
TEST(short_stalls_give_others_a_part_of_a_turn)
{
    struct interval two[] = {{.insts = 1, .stall_cycles = 2}, {.insts = 5, .stall_cycles = 32}};
    struct interval_profile p = profile(two, 2, 1);
    struct interval_core c = core(5, 1, INTERVAL_GREEDY_THEN_OLDEST);
    assert_near(interval_nonoverlapped(&p, &two[0], &c), 1.6);
    assert_near(interval_nonoverlapped(&p, &two[1], &c), 0);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 41.6 / 30);
}

/* 16 warps on 4 schedulers are 4 times Fig. 8, executing 4 times as much in the same time. 2 warps
 * on 4 have a scheduler each, and are alone there: 6 instructions in 9 cycles. 6 warps on 4 are 1.5
 * on each: 1/3 * 0.5 * 2 instructions, 18 in 9.33 cycles. */
TEST(schedulers_go_beside_each_other)
{
    struct interval_profile p = profile(figure_8, 1, 1);
    struct interval_core c = core(16, 4, INTERVAL_GREEDY_THEN_OLDEST);
    assert_near(interval_scheduler_warps(&c), 4);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 0.25);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MARKOV), 81.0 / 65 / 4);
    for (int policy = 0; policy < 2; policy++) {
        c = core(2, 4, policies[policy]);
        for (int model = 0; model < INTERVAL_MODELS; model++)
            assert_near(interval_multithreading_cpi(&p, &c, (enum interval_model)model), 1.5);
    }
    c = core(6, 4, INTERVAL_ROUND_ROBIN);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), (9 + 1.0 / 3) / 18);
}

/* 2 per cycle, 4 instructions and 4 stall cycles: 6 cycles, 4/6 per cycle. Of 4 warps, round robin:
 * 4/6 * 3 * 3 = 6 instructions, 3 cycles more. Greedy: 12 in a stall that hides 8: 4, 2 cycles
 * more, 16 instructions in 8 cycles. */
TEST(an_issue_rate_of_two)
{
    struct interval one[] = {{.insts = 4, .stall_cycles = 4}};
    struct interval_profile p = profile(one, 1, 2);
    struct interval_core c = core(4, 1, INTERVAL_ROUND_ROBIN);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_NAIVE), 0.5); /* bound; 6/16 without */
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 9.0 / 16);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MARKOV), 81.0 / 65 / 2);
    c.policy = INTERVAL_GREEDY_THEN_OLDEST;
    assert_near(interval_nonoverlapped(&p, one, &c), 4);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 8.0 / 16);
    c.unbounded = true;
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_NAIVE), 6.0 / 16);
}

/* p = 1/3, M = 6: activated with a chance of 1/3, which is eq. 9 of Fig. 8. Of 4 warps at least one
 * is with 1 - (2/3)^4 = 65/81. */
TEST(the_markov_chain_of_figure_8)
{
    assert_near(interval_markov_busy(1.0 / 3, 6, 1), 1.0 / 3);
    assert_near(interval_markov_busy(1.0 / 3, 6, 4), 65.0 / 81);
    struct interval_profile p = profile(figure_8, 1, 1);
    struct interval_core c = core(4, 1, INTERVAL_ROUND_ROBIN);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MARKOV), 81.0 / 65);
}

TEST(the_markov_chain_settles_in_its_steady_state)
{
    double p = 0.07, suspended = 40, activated = 1;
    for (int cycle = 0; cycle < 2000; cycle++)
        activated += (1 - activated) / suspended - activated * p;
    assert_near(interval_markov_busy(p, suspended, 1), activated);
    assert_near(interval_markov_busy(p, suspended, 3), 1 - pow(1 - activated, 3));
}

/* Two stalls of 10 in 5 instructions: p = 2/5, M = 10, a = 1/5 = 5/25. */
TEST(a_profiles_chain_is_that_of_its_mean_stall)
{
    struct interval_profile p = profile(figure_2, 2, 1);
    struct interval_core c = core(3, 1, INTERVAL_ROUND_ROBIN);
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MARKOV), 1 / (1 - 0.8 * 0.8 * 0.8));
}

TEST(one_warp_is_as_fast_as_alone)
{
    struct interval_profile p = profile(figure_2, 2, 1);
    for (int policy = 0; policy < 2; policy++)
        for (int model = 0; model < INTERVAL_MODELS; model++) {
            struct interval_core c = core(1, 1, policies[policy]);
            assert_near(interval_multithreading_cpi(&p, &c, (enum interval_model)model), 5);
        }
}

TEST(warps_without_stalls_issue_at_the_issue_rate)
{
    struct interval one[] = {{.insts = 10}};
    struct interval_profile p = profile(one, 1, 1);
    for (int policy = 0; policy < 2; policy++)
        for (int model = 0; model < INTERVAL_MODELS; model++) {
            struct interval_core c = core(4, 1, policies[policy]);
            assert_near(interval_multithreading_cpi(&p, &c, (enum interval_model)model), 1);
        }
    /* As printed: 3 others in 9 slots, 37 cycles for 40 instructions. */
    struct interval_core c = core(4, 1, INTERVAL_ROUND_ROBIN);
    c.unbounded = true;
    assert_near(interval_multithreading_cpi(&p, &c, INTERVAL_MT), 37.0 / 40);
}

TEST(no_instructions_take_no_time)
{
    struct interval_profile p = profile(NULL, 0, 1);
    struct interval_core c = core(4, 2, INTERVAL_ROUND_ROBIN);
    assert_true(interval_issue_prob(&p) == 0);
    for (int model = 0; model < INTERVAL_MODELS; model++)
        assert_true(interval_multithreading_cpi(&p, &c, (enum interval_model)model) == 0);
}
