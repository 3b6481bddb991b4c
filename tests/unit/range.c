/* Ranges A:B:STEP: which numbers they are, and what is refused with which words. */
#include "tests/rig/rig.h"

#include "common/number.h"
#include "orchestrator/settings/range.h"

#include <string.h>

static void check_numbers(const char *text, const double *numbers, size_t n)
{
    struct range r;
    assert_ok(range_read(&r, "percent", text, &st));
    assert_int_equal(range_count(&r), n);
    for (size_t i = 0; i < n; i++)
        if (range_at(&r, i) != numbers[i])
            fail_msg("%s: number %zu is %.17g, not %.17g", text, i, range_at(&r, i), numbers[i]);
}

TEST(a_range_holds_both_ends_where_the_steps_meet_the_last)
{
    check_numbers("10:90:10", (double[]){10, 20, 30, 40, 50, 60, 70, 80, 90}, 9);
    check_numbers("0:120:50", (double[]){0, 50, 100}, 3);
    check_numbers("3:5", (double[]){3, 4, 5}, 3);
    check_numbers("-1:1:1", (double[]){-1, 0, 1}, 3);
    check_numbers("7", (double[]){7}, 1);
    check_numbers("2:2:5", (double[]){2}, 1);
}

TEST(tenths_are_the_numbers_that_one_would_type)
{
    check_numbers("0:1:0.1", (double[]){0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}, 11);
    check_numbers("0.5:2:.5", (double[]){0.5, 1, 1.5, 2}, 4);
    check_numbers("1e3:3e3:1e3", (double[]){1000, 2000, 3000}, 3);
}

TEST(whole_numbers_keep_all_their_digits)
{
    char text[RANGE_TEXT];
    struct range r;
    assert_ok(range_read(&r, "seed", "1234567890123:1234567890125:1", &st));
    range_text(&r, 1, text);
    assert_string_equal(text, "1234567890124");
    assert_ok(range_read(&r, "x", "0:1:0.1", &st));
    range_text(&r, 3, text);
    assert_string_equal(text, "0.3");
}

TEST(what_is_no_range_is_refused_in_one_line_and_changes_nothing)
{
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", "must be A:B:STEP"},
        {"a:b", "must be A:B:STEP"},
        {"1:2:3:4", "must be A:B:STEP"},
        {"1:", "must be A:B:STEP"},
        {":1", "must be A:B:STEP"},
        {"nan:1:1", "must be A:B:STEP"},
        {"0:inf:1", "must be A:B:STEP"},
        {"0: 1:1", "must be A:B:STEP"},
        {"0:1e999:1", "must be A:B:STEP"},
        {"0:1:0", "step of A:B:STEP must be above 0"},
        {"5:1:-1", "step of A:B:STEP must be above 0"},
        {"5:1:1", "B of A:B:STEP must not be below A"},
        {"0:1e300:1", "at most 100000 numbers"},
        {"0:100000:1", "at most 100000 numbers"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct range r = {1, 2, 3};
        assert_int_equal(range_read(&r, "percent", bad[i].text, &st), ST_USAGE);
        if (!strstr(st.text, bad[i].why) || !strstr(st.text, "percent is '"))
            fail_msg("'%s': %s", bad[i].text, st.text);
        assert_true(r.first == 1 && r.last == 2 && r.step == 3);
    }
    struct range most;
    assert_ok(range_read(&most, "percent", "1:100000:1", &st));
    assert_int_equal(range_count(&most), RANGE_MOST);
}

TEST(a_whole_range_takes_whole_numbers_between_its_bounds)
{
    static const char *const bad[] = {"0:1:0.5", "0.5:2:1", "0:1.5:1", "-1:2:1", "0:11:1"};
    struct range r;
    assert_ok(range_read_whole(&r, "--frames", "0:10:5", 0, 10, &st));
    assert_int_equal(range_count(&r), 3);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(range_read_whole(&r, "--frames", bad[i], 0, 10, &st), ST_USAGE);
        assert_non_null(strstr(st.text, "whole numbers, A and B from 0 to 10"));
    }
}

TEST(a_number_is_the_bytes_asked_for_and_nothing_else)
{
    double x = -1;
    assert_true(number_read("12:3", 2, &x) && x == 12);
    assert_true(number_read("-1.5e2", 6, &x) && x == -150);
    assert_false(number_read("12:3", 3, &x));
    assert_false(number_read("0x10", 4, &x));
    assert_false(number_read("1e999", 5, &x));
    assert_false(number_read("1-2", 3, &x));
    assert_false(number_read("", 0, &x));
    assert_true(x == -150);
}
