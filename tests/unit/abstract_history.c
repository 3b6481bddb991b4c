/* What is kept of a run's way: a bounded number of moments, in order and about evenly spaced. */
#include "tests/rig/rig.h"

#include "sim/abstract/history.h"

/* A run of so many cycles that ends a window every `window`. */
static void pretend(struct history *h, uint64_t cycles, uint64_t window)
{
    history_begin(h);
    for (uint64_t now = window; now < cycles; now += window)
        if (history_due(h, now))
            history_add(h, &(struct gpu_counters){.gpu.cycles = now, .sm.warps = now / 2});
}

TEST(moments_are_bounded_in_order_and_evenly_spaced)
{
    struct status st = {0};
    struct history *h;
    assert_ok(history_create(&h, &st));
    for (uint64_t cycles = 100; cycles < 10000000; cycles = 3 * cycles + 1) {
        pretend(h, cycles, 40);
        size_t n = history_moments(h);
        uint64_t before = 0, widest = 0, narrowest = UINT64_MAX;
        assert_true(n <= HISTORY_MOMENTS);
        assert_true(n >= HISTORY_MOMENTS / 2 - 1 || n + 1 >= cycles / (2 * HISTORY_FIRST_INTERVAL));
        for (size_t i = 0; i < n; i++) {
            const struct gpu_counters *c = history_moment(h, i);
            uint64_t step = c->gpu.cycles - before;
            assert_int_equal(c->sm.warps, c->gpu.cycles / 2);
            widest = step > widest ? step : widest;
            narrowest = step < narrowest ? step : narrowest;
            before = c->gpu.cycles;
        }
        assert_true(n == 0 || widest <= 3 * narrowest);
        assert_true(n == 0 || cycles - before <= 2 * widest + 40);
    }
    history_free(h);
}

TEST(a_new_run_forgets_the_one_before)
{
    struct status st = {0};
    struct history *h;
    assert_ok(history_create(&h, &st));
    pretend(h, 100000, 40);
    pretend(h, 300, 40);
    assert_true(history_moments(h) <= 4);
    pretend(h, 10, 40);
    assert_int_equal(history_moments(h), 0);
    history_free(h);
    history_free(NULL);
}

TEST_GROUP(NULL, NULL)
