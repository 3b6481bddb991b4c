/* CTAs that stand for a frame: how many, where they lie, and that they cost what the others cost.
 */
#include "tests/rig/rig.h"

#include "partition/cta_sample.h"

#include <math.h>

enum { COLUMNS = 60, ROWS = 40, CTAS = COLUMNS * ROWS };

/* The weight of each CTA in its last pixel. */
static struct cta_sample choose(const double *weight, uint32_t unit, uint32_t units, uint64_t seed)
{
    enum { WIDTH = 32 * COLUMNS };
    static float temperature[WIDTH * ROWS];
    for (uint32_t i = 0; i < CTAS; i++)
        temperature[32 * i + 31] = (float)weight[i];
    struct cta_sample p;
    assert_ok(cta_sample_choose(&p, temperature, WIDTH, ROWS, unit, units, seed, &st));
    assert_int_equal(p.of, CTAS);
    return p;
}

TEST(each_stratum_gives_one)
{
    static const double weight[CTAS] = {0};
    static const uint32_t wanted[] = {1, 7, 60, 100, 999, 1800};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        struct cta_sample p ENDED_BY(cta_sample_free) = choose(weight, 1, wanted[k], 1);
        assert_int_equal(p.n, wanted[k]);
        for (uint64_t i = 0; i < p.n; i++) {
            assert_true(p.ctas[i] >= i * CTAS / p.n);
            assert_true(p.ctas[i] < (i + 1) * CTAS / p.n);
        }
    }
}

TEST(who_wants_nearly_all_gets_all)
{
    static const double weight[CTAS] = {0};
    static const uint32_t wanted[] = {0, CTAS * 3 / 4 + 1, CTAS, UINT32_MAX};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        struct cta_sample p ENDED_BY(cta_sample_free) = choose(weight, 1, wanted[k], 1);
        assert_null(p.ctas);
        assert_int_equal(p.n, CTAS);
        assert_true(fabs(cta_sample_share(&p, CTAS / 4) - 0.25) < 1e-9);
    }
}

/* 5 of 7 leave out more than a quarter, and 6 of them less. */
TEST(a_quarter_is_of_all_ctas)
{
    static const float cold[32 * 7] = {0};
    for (uint32_t wanted = 5; wanted <= 6; wanted++) {
        struct cta_sample p ENDED_BY(cta_sample_free);
        assert_ok(cta_sample_choose(&p, cold, 32 * 7, 1, 1, wanted, 1, &st));
        assert_int_equal(p.n, wanted == 5 ? 5 : 7);
    }
}

/* Sampling units do not overlap, lie each in its stratum and say what they weigh. */
TEST(each_stratum_gives_one_window)
{
    static double weight[CTAS];
    static const uint32_t units[] = {1, 3, 16, 36};
    enum { WINDOW = 50 };
    for (uint32_t i = 0; i < CTAS; i++)
        weight[i] = 1 + i % 7 + (i > CTAS / 2 ? 20 : 0);
    for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
        struct cta_sample p ENDED_BY(cta_sample_free) = choose(weight, WINDOW, units[k], 3);
        double whole = 0;
        for (uint32_t i = 0; i < CTAS; i++)
            whole += weight[i];
        assert_int_equal(p.n, WINDOW * units[k]);
        assert_int_equal(p.unit, WINDOW);
        for (uint64_t w = 0; w < units[k]; w++) {
            const uint32_t *ctas = p.ctas + w * WINDOW;
            double sum = 0;
            assert_true(ctas[0] >= w * CTAS / units[k]);
            assert_true(ctas[WINDOW - 1] < (w + 1) * CTAS / units[k]);
            for (uint32_t i = 0; i < WINDOW; i++) {
                assert_int_equal(ctas[i], ctas[0] + i);
                sum += weight[ctas[i]];
            }
            double share = cta_sample_share(&p, ((uint32_t)w + 1) * WINDOW) -
                           cta_sample_share(&p, (uint32_t)w * WINDOW);
            assert_true(fabs(share * whole / sum - 1) < 1e-9);
        }
    }
}

/* As the last CTA of a frame may be in a sampling unit. */
TEST(windows_reach_the_ends_of_the_frame)
{
    static const double weight[CTAS] = {0};
    uint32_t least = CTAS, most = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct cta_sample p ENDED_BY(cta_sample_free) = choose(weight, CTAS / 2, 1, seed);
        least = p.ctas[0] < least ? p.ctas[0] : least;
        most = p.ctas[p.n - 1] > most ? p.ctas[p.n - 1] : most;
        assert_true(fabs(cta_sample_share(&p, p.n) - 0.5) < 1e-9);
    }
    assert_true(least < CTAS / 50 && most >= CTAS - CTAS / 50 && most < CTAS);
}

/* Strata as long as a row would give one column of a frame to a fixed place in them. */
TEST(columns_are_taken_alike)
{
    static const double weight[CTAS] = {0};
    struct cta_sample p ENDED_BY(cta_sample_free) = choose(weight, 1, ROWS, 1);
    uint32_t in_quarter[4] = {0};
    for (uint32_t i = 0; i < p.n; i++)
        in_quarter[p.ctas[i] % COLUMNS / (COLUMNS / 4)]++;
    for (int q = 0; q < 4; q++)
        assert_in_range(in_quarter[q], ROWS / 4 - 2, ROWS / 4 + 2);
}

static void assert_balanced(const double *weight, uint32_t unit, uint32_t units, double within)
{
    double whole = 0;
    for (uint32_t i = 0; i < CTAS; i++)
        whole += weight[i];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct cta_sample p ENDED_BY(cta_sample_free) = choose(weight, unit, units, seed);
        double part = 0;
        for (uint32_t i = 0; i < p.n; i++)
            part += weight[p.ctas[i]];
        assert_true(fabs(part * CTAS / p.n / whole - 1) < within);
    }
}

/* As many as asked for, but none of the unit before. */
TEST(ctas_before_a_unit_lie_between_it_and_the_one_before)
{
    enum { UNIT = 50, UNITS = 36, MOST = 16 };
    static const double weight[CTAS] = {0};
    struct cta_sample p ENDED_BY(cta_sample_free) = choose(weight, UNIT, UNITS, 3);
    struct cta_sample_before b ENDED_BY(cta_sample_before_free);
    uint32_t fewer = 0, end = 0;
    assert_ok(cta_sample_look_before(&b, &p, MOST, &st));
    assert_int_equal(b.units, p.n / UNIT);
    assert_int_equal(b.first[0], 0);
    for (uint32_t w = 0; w < b.units; w++) {
        uint32_t begin = p.ctas[w * UNIT], n = b.first[w + 1] - b.first[w];
        assert_int_equal(n, begin - end < MOST ? begin - end : MOST);
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(b.ctas[b.first[w] + i], begin - n + i);
        fewer += n < MOST;
        end = begin + UNIT;
    }
    assert_true(fewer > 1 && fewer < b.units);
}

/* The last CTA of a row has fewer pixels than the others where rows are no multiple of them. */
TEST(a_cta_weighs_what_its_own_pixels_weigh)
{
    enum { WIDTH = 40 };
    static float temperature[2 * WIDTH];
    struct cta_sample p ENDED_BY(cta_sample_free);
    temperature[WIDTH - 1] = temperature[WIDTH] = 1;
    assert_ok(cta_sample_choose(&p, temperature, WIDTH, 2, 1, 4, 1, &st));
    assert_int_equal(p.of, 4);
    assert_true(cta_sample_share(&p, 1) == 0 && cta_sample_share(&p, 2) == 0.5);
    assert_true(cta_sample_share(&p, 3) == 1 && cta_sample_share(&p, 4) == 1);
}

/* A hot square in a cold frame: 1/24 of the CTAs has nearly all of the weight; and a frame that
 * becomes warmer from one end to the other. */
TEST(the_part_weighs_what_its_share_weighs)
{
    static double square[CTAS], slope[CTAS];
    for (uint32_t i = 0; i < CTAS; i++) {
        uint32_t x = i % COLUMNS, y = i / COLUMNS;
        square[i] = x >= 20 && x < 30 && y >= 10 && y < 20 ? 100 : 1;
        slope[i] = 1 + i;
    }
    assert_balanced(square, 1, 120, 0.02);
    assert_balanced(slope, 10, 4, 0.01);
}
