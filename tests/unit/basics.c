/* Transforms, random numbers and counters: small things that everything stands on. */
#include "tests/rig/rig.h"

#include "common/counters.h"
#include "common/random.h"
#include "common/vec.h"

TEST(an_inverse_undoes_its_transform)
{
    struct mat34 t = {{2, 0.5f, 0, 7, 0, 3, -1, 8, 0.25f, 0, 4, 9}}, inverse;
    assert_int_equal(mat34_inverse(&t, &inverse), 1);
    struct vec3 p = {1.25f, -3.5f, 0.75f}, q = mat34_point(&t, p), r = mat34_point(&inverse, q);
    assert_true(fabsf(r.x - p.x) < 1e-5f && fabsf(r.y - p.y) < 1e-5f && fabsf(r.z - p.z) < 1e-5f);
    struct mat34 both = mat34_mul(&inverse, &t), one = mat34_identity();
    for (int i = 0; i < 12; i++)
        assert_true(fabsf(both.m[i] - one.m[i]) < 1e-5f);
}

TEST(a_flat_transform_has_no_inverse)
{
    struct mat34 flat = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}}, inverse;
    assert_int_equal(mat34_inverse(&flat, &inverse), 0);
    assert_true(inverse.m[0] == 1.0f && inverse.m[10] == 1.0f);
}

TEST(random_numbers_are_even_and_independent_of_order)
{
    enum { N = 100000, BINS = 10 };
    int bins[BINS] = {0};
    for (int i = 0; i < N; i++) {
        double x = random_unit(1, RANDOM_TEST, (uint64_t)i);
        assert_true(x >= 0.0 && x < 1.0);
        bins[(int)(x * BINS)]++;
    }
    /* Ten standard deviations of a binomial count. */
    for (int i = 0; i < BINS; i++)
        assert_in_range(bins[i], N / BINS - 950, N / BINS + 950);
    uint64_t late = random_u64(1, RANDOM_TEST, 77);
    assert_true(random_u64(1, RANDOM_TEST, 3) != late);
    assert_true(random_u64(1, RANDOM_TEST, 77) == late);
    assert_true(random_u64(2, RANDOM_TEST, 77) != late);
    assert_true(random_u64(1, RANDOM_SELECT, 77) != late);
}

TEST(bounded_numbers_reach_every_value)
{
    int seen[7] = {0};
    for (uint64_t i = 0; i < 1000; i++)
        seen[random_below(1, RANDOM_TEST, i, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_true(seen[i] > 0);
}

#define TOY_COUNTERS(X)                                                                            \
    X(calls, "call", SUM, "a call")                                                                \
    X(deepest, "level", MAX, "the deepest level")

struct toy {
    TOY_COUNTERS(COUNTER_FIELD)
};
static const struct counter toy_rows[] = {TOY_COUNTERS(COUNTER_ROW)};

TEST(counters_merge_by_their_rule)
{
    static const struct counter_table table = {"toy", "A toy", toy_rows, 2, 0};
    struct toy a = {3, 9}, b = {4, 2};
    counters_merge(&table, 1, &a, &b);
    assert_int_equal(a.calls, 7);
    assert_int_equal(a.deepest, 9);
}
