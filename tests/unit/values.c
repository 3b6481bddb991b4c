/* Values of lanes, against counting them one by one. */
#include "tests/rig/rig.h"

#include "sim/functional/values.h"

static uint32_t counted(const uint32_t *row, uint32_t stride, uint32_t mask)
{
    uint32_t n = 0;
    for (int i = 0; i < WARP_LANES; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++)
            seen = seen || (mask >> k & 1 && row[k * (int)stride] == row[i * (int)stride]);
        n += mask >> i & 1 && !seen;
    }
    return n;
}

TEST(equal_values_are_one)
{
    uint32_t row[WARP_LANES] = {0};
    struct value_counts c = {0};
    values_count(&c, row, 1, UINT32_MAX);
    assert_int_equal(c.unique, 1);
    assert_int_equal(c.lanes, 32);
    row[3] = 7;
    values_count(&c, row, 1, 0xc);
    assert_int_equal(c.unique, 1 + 2);
    assert_int_equal(c.lanes, 32 + 2);
    values_count(&c, row, 1, 0);
    assert_int_equal(c.unique, 3);
}

/* Few and many different ones, among them such as fall into one place. */
TEST(any_values_are_counted_as_one_by_one)
{
    uint32_t row[2 * WARP_LANES], noise = 1;
    for (int round = 0; round < 2000; round++) {
        for (int i = 0; i < 2 * WARP_LANES; i++) {
            noise = noise * 1664525u + 1013904223u;
            row[i] = round % 3 ? (noise >> 20) % (uint32_t)(1 + round % 40) : noise;
        }
        for (uint32_t stride = 1; stride <= 2; stride++) {
            struct value_counts c = {0};
            values_count(&c, row, stride, noise);
            assert_int_equal(c.unique, counted(row, stride, noise));
            assert_int_equal(c.lanes, warp_count_lanes(noise));
        }
    }
}

TEST_GROUP(NULL, NULL)
