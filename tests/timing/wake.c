/* The timing wheel against a plain list of cycles. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/timing/wake.h"

enum { COMPONENTS = 130 };

static void everybody_is_called_at_the_earliest_cycle_he_was_woken_for(void **state)
{
    (void)state;
    struct status st = {0};
    struct wake w;
    cycle_t expected[COMPONENTS];
    assert_ok(wake_create(&w, COMPONENTS, &st));
    for (uint32_t i = 0; i < COMPONENTS; i++)
        expected[i] = CYCLE_NEVER;
    assert_int_equal(wake_next(&w) == CYCLE_NEVER, true);
    cycle_t now = 0;
    for (uint32_t step = 0; step < 20000; step++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint64_t random = random_u64(3, RANDOM_TEST, 3 * step + k);
            uint32_t i = (uint32_t)(random % COMPONENTS);
            /* Near, at the edge of the wheel, and far. */
            cycle_t spans[] = {2, WAKE_SPAN + 2, 1000}, at = now + (random >> 20) % spans[k];
            wake_at(&w, i, at);
            if (at < expected[i])
                expected[i] = at;
        }
        cycle_t first = CYCLE_NEVER;
        for (uint32_t i = 0; i < COMPONENTS; i++)
            first = expected[i] < first ? expected[i] : first;
        assert_true(wake_next(&w) <= first);
        now = wake_next(&w);
        wake_take(&w, now);
        uint32_t due, last = 0;
        for (uint32_t word = 0; word < w.words; word++)
            while (wake_due(&w, word, &due)) {
                assert_int_equal(expected[due], now);
                assert_true(due >= last);
                last = due;
                expected[due] = CYCLE_NEVER;
            }
        for (uint32_t i = 0; i < COMPONENTS; i++)
            assert_true(expected[i] > now);
        now++;
    }
    wake_release(&w);
}

static void running_out_of_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    for (long n = 1; n <= 4; n++) {
        struct status st = {0};
        struct wake w;
        mem_fail_from(n);
        enum st_code code = wake_create(&w, COMPONENTS, &st);
        mem_fail_from(0);
        assert_int_equal(code, ST_NOMEM);
        assert_null(w.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_called_at_the_earliest_cycle_he_was_woken_for),
        cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
