/* The downscaling factor: the gcd, or any that divides; others are told what would. */
#include "tests/rig/rig.h"

#include "partition/downscale.h"

#include <string.h>

TEST(the_gcd_is_taken)
{
    /* SMs, memory partitions, K: the paper's example, mobile SoC, RTX 2060, and coprime numbers. */
    static const uint32_t cases[][3] = {{80, 10, 10}, {8, 4, 4}, {30, 12, 6}, {7, 4, 1}, {1, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct downscale d;
        assert_ok(downscale_choose(&d, cases[i][0], cases[i][1], 0, &st));
        assert_int_equal(d.factor, cases[i][2]);
        assert_int_equal(d.sms * d.factor, cases[i][0]);
        assert_int_equal(d.memory_partitions * d.factor, cases[i][1]);
    }
}

TEST(every_divisor_is_possible_and_nothing_else)
{
    for (uint32_t k = 1; k <= 40; k++) {
        struct downscale d;
        enum st_code code = downscale_choose(&d, 30, 12, k, &st);
        if (6 % k == 0) {
            assert_int_equal(code, ST_OK);
            assert_int_equal(d.sms, 30 / k);
            assert_int_equal(d.memory_partitions, 12 / k);
        } else {
            assert_int_equal(code, ST_USAGE);
            assert_non_null(
                strstr(st.text, "30 SMs and 12 memory partitions; it must be 1, 2, 3 or 6"));
        }
    }
}

TEST(messages_fit_any_numbers)
{
    struct downscale d;
    assert_int_equal(downscale_choose(&d, 7, 3, 2, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "it must be 1"));
    assert_int_equal(downscale_choose(&d, 720720, 720720, 17, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "..."));
    assert_int_equal(downscale_choose(&d, 0, 4, 0, &st), ST_USAGE);
    assert_int_equal(downscale_choose(&d, 4, 0, 2, &st), ST_USAGE);
}
