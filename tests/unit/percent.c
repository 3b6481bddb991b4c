/* Equations (1), (2) and (3) on numbers worked out by hand. */
#include "tests/rig/rig.h"

#include "partition/percent.h"

TEST(the_percentage_is_the_mean_coldness)
{
    assert_near(percent_of_group((const uint64_t[]){1, 3}, (const double[]){0.8, 0.4}, 2, 30, 60),
                50.0);
    assert_near(percent_of_group((const uint64_t[]){4, 0}, (const double[]){0.4, 0.9}, 2, 30, 60),
                40.0);
}

TEST(the_percentage_is_bounded)
{
    static const uint64_t all[] = {7};
    assert_near(percent_of_group(all, (const double[]){0.8}, 1, 30, 60), 60.0);
    assert_near(percent_of_group(all, (const double[]){0.1}, 1, 30, 60), 30.0);
    assert_near(percent_of_group(all, (const double[]){0.8}, 1, 5, 100), 80.0);
    assert_near(percent_of_group(all, (const double[]){0.5}, 1, 40, 40), 40.0);
    assert_near(percent_of_group((const uint64_t[]){0}, (const double[]){0.5}, 1, 35, 60), 35.0);
}

/* 60 cold pixels of c = 0.75, 20 of c = 0.5, 20 hot ones of c = 0: warmth 15, 10, 20. */
TEST(shares_follow_the_distribution)
{
    static const uint64_t pixels[] = {60, 20, 20};
    static const double coldness[] = {0.75, 0.5, 0.0};
    double share[3];
    percent_shares(DISTRIBUTION_UNIFORM, pixels, coldness, 3, share);
    assert_near(share[0], 0.6);
    assert_near(share[1], 0.2);
    assert_near(share[2], 0.2);
    percent_shares(DISTRIBUTION_LINTMP, pixels, coldness, 3, share);
    assert_near(share[0], 15.0 / 45);
    assert_near(share[1], 10.0 / 45);
    assert_near(share[2], 20.0 / 45);
    double cold = 60.0 / 1024, middle = 20.0 / 32, hot = 20.0, sum = cold + middle + hot;
    percent_shares(DISTRIBUTION_EXPTMP, pixels, coldness, 3, share);
    assert_near(share[0], cold / sum);
    assert_near(share[1], middle / sum);
    assert_near(share[2], hot / sum);
}

TEST(groups_without_warmth_or_pixels_have_shares_too)
{
    double share[2];
    for (int d = DISTRIBUTION_UNIFORM; d <= DISTRIBUTION_EXPTMP; d++) {
        percent_shares((enum distribution)d, (const uint64_t[]){1, 3}, (const double[]){1.0, 1.0},
                       2, share);
        assert_near(share[0], 0.25);
        assert_near(share[1], 0.75);
        percent_shares((enum distribution)d, (const uint64_t[]){0, 0}, (const double[]){0.2, 0.4},
                       2, share);
        assert_near(share[0], 0.0);
        assert_near(share[1], 0.0);
    }
}
