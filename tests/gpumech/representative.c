/* Which warp stands for all. */
#include "tests/rig/rig.h"

#include "sim/gpumech/representative.h"

enum { SIX = 6 };

/* Four warps that are alike, around 100 instructions in 400 cycles, and two that are slow and long.
 */
static const struct representative_warp six[SIX] = {
    {1000, 20000}, {96, 400}, {100, 400}, {104, 400}, {1000, 10000}, {100, 390},
};

/* Alone: 100 instructions in 400 cycles are 0.25 per cycle. */
TEST(a_profile_gives_its_sums)
{
    struct interval_profile p = {.issue_rate = 2, .insts = 100, .stall_cycles = 350};
    struct representative_warp w = representative_of(&p);
    assert_int_equal(w.insts, 100);
    assert_near(w.cycles, 400);
}

/* Performances 0.5 and 0.1: average 0.3; instructions 100 and 300: average 200. */
TEST(features_are_in_units_of_their_averages)
{
    const struct representative_warp two[] = {{100, 200}, {300, 3000}};
    struct representative_feature average = representative_average(two, 2);
    assert_near(average.perf, 0.3);
    assert_near(average.insts, 200);
    struct representative_feature f = representative_feature(&two[0], &average);
    assert_near(f.perf, 0.5 / 0.3);
    assert_near(f.insts, 0.5);
    f = representative_feature(&two[1], &average);
    assert_near(f.perf, 0.1 / 0.3);
    assert_near(f.insts, 1.5);
    f = representative_feature(&two[0], &(struct representative_feature){0, 0});
    assert_true(f.perf == 0 && f.insts == 0);
}

/* Averages: 400 instructions, performance (0.05 + 0.24 + 0.25 + 0.26 + 0.1 + 0.25641) / 6 =
 * 0.192735. In these units the four are (1.2452, 0.24), (1.2971, 0.25), (1.3490, 0.26), (1.3304,
 * 0.25), the others (0.2594, 2.5) and (0.5188, 2.5). The four's centre is (1.3054, 0.25): warp 2 is
 * nearest. */
TEST(the_warp_nearest_the_centre_of_the_larger_cluster)
{
    struct representative_feature average = representative_average(six, SIX);
    assert_near(average.insts, 400);
    assert_true(average.perf > 0.192734 && average.perf < 0.192736);
    assert_int_equal(representative_choose(six, SIX, REPRESENTATIVE_CLUSTER), 2);
    assert_int_equal(representative_choose(six, SIX, REPRESENTATIVE_MAX), 3);
    assert_int_equal(representative_choose(six, SIX, REPRESENTATIVE_MIN), 0);
}

/* One warp that is far away takes no part in the centre of the others: performances 0.1, 0.2, ...,
 * 0.5 with like numbers of instructions, and one of 5.0 that would pull the mean to 1.08. */
/* All have the same performance; only their instructions part them (eq. 6). */
TEST(warps_that_differ_in_instructions_alone)
{
    const struct representative_warp warps[] = {
        {1000, 2000}, {1000, 2000}, {100, 200}, {100, 200}, {100, 200}};
    assert_int_equal(representative_choose(warps, 5, REPRESENTATIVE_CLUSTER), 2);
}

TEST(an_outlier_moves_no_centre)
{
    const struct representative_warp warps[] = {{100, 1000},      {100, 500}, {100, 100.0 / 0.3},
                                                {100, 100 / 0.4}, {100, 200}, {100, 20}};
    assert_int_equal(representative_choose(warps, SIX, REPRESENTATIVE_CLUSTER), 2);
    assert_int_equal(representative_choose(warps, SIX, REPRESENTATIVE_MAX), 5);
    assert_int_equal(representative_choose(warps, SIX, REPRESENTATIVE_MIN), 0);
}

TEST(one_warp_stands_for_itself_and_the_first_for_its_equals)
{
    const struct representative_warp alike[] = {{7, 90}, {7, 90}, {7, 90}, {7, 90}, {7, 90}};
    for (int choice = REPRESENTATIVE_CLUSTER; choice <= REPRESENTATIVE_MIN; choice++) {
        assert_int_equal(representative_choose(six, 1, (enum representative_choice)choice), 0);
        assert_int_equal(representative_choose(alike, 5, (enum representative_choice)choice), 0);
    }
}

/* Each is a cluster, both as far from the mean as the other: the lower number decides. */
TEST(of_clusters_of_one_size_that_of_the_first_warp)
{
    const struct representative_warp two[] = {{100, 200}, {300, 3000}};
    const struct representative_warp swapped[] = {{300, 3000}, {100, 200}};
    const struct representative_warp late[] = {{0, 0}, {300, 3000}, {100, 200}};
    assert_int_equal(representative_choose(two, 2, REPRESENTATIVE_CLUSTER), 0);
    assert_int_equal(representative_choose(swapped, 2, REPRESENTATIVE_CLUSTER), 0);
    assert_int_equal(representative_choose(late, 3, REPRESENTATIVE_CLUSTER), 1);
}

/* They would be the majority, the slowest, and no profile at all. */
TEST(warps_without_instructions_take_no_part)
{
    const struct representative_warp warps[] = {{0, 0}, {0, 0}, {0, 0}, {50, 500}, {50, 500}};
    const struct representative_warp none[] = {{0, 0}, {0, 0}};
    for (int choice = REPRESENTATIVE_CLUSTER; choice <= REPRESENTATIVE_MIN; choice++) {
        assert_int_equal(representative_choose(warps, 5, (enum representative_choice)choice), 3);
        assert_int_equal(representative_choose(none, 2, (enum representative_choice)choice), 0);
    }
}

/* Performances 0.1 (1 + x), like numbers of instructions. The mean of x is 3.4, farthest from it
 * 10, and from that 0. The first round parts {0, 0, 0, 0, 4.8} from {5.2, 5.2, 5.2, 10}, whose
 * centres are 0.96 and 6.4; 4.8 is now nearer to the latter. So {4.8, 5.2, 5.2, 5.2, 10} is the
 * larger cluster, of centre 6.08, after the second. */
TEST(warps_change_clusters_until_no_centre_moves)
{
    static const double x[] = {0, 4.8, 0, 10, 0, 5.2, 5.2, 0, 5.2};
    struct representative_warp warps[9];
    for (int w = 0; w < 9; w++)
        warps[w] = (struct representative_warp){100, 100 / (0.1 * (1 + x[w]))};
    assert_int_equal(representative_choose(warps, 9, REPRESENTATIVE_CLUSTER), 5);
}

/* Two crowds, of 300 and 700 warps, mixed: the larger one's middle is warp 3 + 10 * 50 or its like.
 */
TEST(of_two_crowds_the_larger)
{
    enum { WARPS = 1000 };
    static struct representative_warp warps[WARPS];
    for (uint32_t w = 0; w < WARPS; w++)
        warps[w] = w % 10 < 3 ? (struct representative_warp){200 + w / 10, 400}
                              : (struct representative_warp){1000 + w / 10, 4000};
    uint32_t chosen = representative_choose(warps, WARPS, REPRESENTATIVE_CLUSTER);
    assert_true(chosen % 10 >= 3);
    assert_true(warps[chosen].insts == 1049 || warps[chosen].insts == 1050);
}
