/* Events by time: the ring of buckets. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/approximate/wheel.h"

static struct wheel make(uint32_t n)
{
    struct wheel w;
    assert_ok(wheel_create(&w, n, &st));
    return w;
}

static void assert_next(struct wheel *w, uint32_t id, uint64_t due)
{
    uint32_t taken = UINT32_MAX;
    assert_true(wheel_take(w, UINT64_MAX, &taken));
    assert_int_equal(taken, id);
    assert_int_equal(w->now, due);
    assert_false(wheel_has(w, id));
}

static void assert_empty(struct wheel *w)
{
    uint32_t id;
    assert_false(wheel_take(w, UINT64_MAX, &id));
}

TEST(events_come_by_time_and_then_as_they_were_put_in)
{
    struct wheel w ENDED_BY(wheel_release) = make(6);
    assert_empty(&w);
    wheel_put(&w, 3, 70);
    wheel_put(&w, 1, 5);
    wheel_put(&w, 5, 70);
    wheel_put(&w, 0, 70);
    wheel_put(&w, 4, 0);
    assert_true(wheel_has(&w, 3) && !wheel_has(&w, 2));
    assert_int_equal(wheel_due(&w, 3), 70);
    assert_next(&w, 4, 0);
    assert_next(&w, 1, 5);
    wheel_put(&w, 1, 70);
    assert_next(&w, 3, 70);
    assert_next(&w, 5, 70);
    assert_next(&w, 0, 70);
    wheel_put(&w, 2, 70);
    assert_next(&w, 1, 70);
    assert_next(&w, 2, 70);
    assert_empty(&w);
}

TEST(an_event_that_is_in_is_moved)
{
    struct wheel w ENDED_BY(wheel_release) = make(4);
    for (uint32_t i = 0; i < 4; i++)
        wheel_put(&w, i, 10);
    wheel_put(&w, 1, 9);  /* from the middle of a bucket */
    wheel_put(&w, 0, 10); /* from its front to its back */
    wheel_put(&w, 3, 11);
    assert_int_equal(wheel_due(&w, 3), 11);
    assert_next(&w, 1, 9);
    assert_next(&w, 2, 10);
    assert_next(&w, 0, 10);
    wheel_put(&w, 3, 4000); /* the only one */
    assert_next(&w, 3, 4000);
    assert_empty(&w);
}

TEST(what_is_put_in_for_a_cycle_gone_by_comes_now)
{
    struct wheel w ENDED_BY(wheel_release) = make(3);
    wheel_put(&w, 0, 100);
    assert_next(&w, 0, 100);
    assert_int_equal(w.due, 100);
    wheel_put(&w, 0, 100);
    wheel_put(&w, 1, 3);
    wheel_put(&w, 2, 101);
    assert_int_equal(wheel_due(&w, 1), 3);
    assert_next(&w, 0, 100);
    assert_next(&w, 1, 100);
    assert_int_equal(w.due, 3);
    assert_next(&w, 2, 101);
    assert_int_equal(w.due, 101);
}

TEST(what_is_due_beyond_the_ring_comes_in_its_cycle)
{
    static const uint64_t dues[] = {
        WHEEL_BUCKETS - 2, WHEEL_BUCKETS - 1,     WHEEL_BUCKETS,     WHEEL_BUCKETS + 1,
        2 * WHEEL_BUCKETS, 3 * WHEEL_BUCKETS + 7, UINT64_C(1) << 33, (UINT64_C(1) << 33) + 1};
    enum { N = sizeof dues / sizeof *dues };
    struct wheel w ENDED_BY(wheel_release) = make(N);
    for (uint32_t i = N; i-- > 0;)
        wheel_put(&w, i, dues[i]);
    for (uint32_t i = 0; i < N - 2; i++)
        assert_next(&w, i, dues[i]);
    /* One that waits beyond the ring may be moved to the front. */
    wheel_put(&w, N - 2, 4 * WHEEL_BUCKETS);
    assert_next(&w, N - 2, 4 * WHEEL_BUCKETS);
    wheel_put(&w, N - 1, 4 * WHEEL_BUCKETS);
    assert_next(&w, N - 1, 4 * WHEEL_BUCKETS);
    assert_empty(&w);
}

TEST(what_is_due_later_than_asked_stays)
{
    struct wheel w ENDED_BY(wheel_release) = make(2);
    uint32_t id;
    assert_int_equal(wheel_next(&w), UINT64_MAX);
    wheel_put(&w, 0, 50);
    wheel_put(&w, 1, 3 * WHEEL_BUCKETS);
    assert_int_equal(wheel_next(&w), 50);
    assert_false(wheel_take(&w, 50, &id));
    assert_true(wheel_take(&w, 51, &id));
    assert_int_equal(id, 0);
    assert_true(wheel_next(&w) <= 3 * WHEEL_BUCKETS);
    for (uint64_t until = 51; until <= 3 * WHEEL_BUCKETS; until += 100)
        assert_false(wheel_take(&w, until, &id));
    wheel_put(&w, 0, 3 * WHEEL_BUCKETS - 1); /* before what waits longer */
    assert_next(&w, 0, 3 * WHEEL_BUCKETS - 1);
    assert_next(&w, 1, 3 * WHEEL_BUCKETS);
    assert_int_equal(wheel_next(&w), UINT64_MAX);
}

TEST(the_ring_goes_round)
{
    struct wheel w ENDED_BY(wheel_release) = make(3);
    uint64_t now = 0;
    for (uint32_t i = 0; i < 100; i++) {
        wheel_put(&w, 0, now + WHEEL_BUCKETS - 3); /* behind the ring's end: the lower buckets */
        wheel_put(&w, 1, now + 61);
        wheel_put(&w, 2, now + 62);
        assert_next(&w, 1, now + 61);
        assert_next(&w, 2, now + 62);
        assert_next(&w, 0, now + WHEEL_BUCKETS - 3);
        now += WHEEL_BUCKETS - 3;
    }
    assert_empty(&w);
}

/* Against a search through all events. Within the ring's length, as beyond it the order of events
 * of one cycle is when they came within it. */
TEST(it_agrees_with_a_plain_search)
{
    enum { N = 50, STEPS = 40000 };
    struct {
        uint64_t due, put;
    } plain[N] = {{0}};
    struct wheel w ENDED_BY(wheel_release) = make(N);
    uint64_t now = 0;
    for (uint64_t t = 1; t <= STEPS; t++) {
        uint32_t id = (uint32_t)random_below(3, RANDOM_TEST, 3 * t, N);
        uint64_t most = random_below(3, RANDOM_TEST, 3 * t + 1, 8) ? 20 : WHEEL_BUCKETS - 1;
        uint64_t due = now + random_below(3, RANDOM_TEST, 3 * t + 2, most);
        assert_int_equal(wheel_has(&w, id), plain[id].put != 0);
        wheel_put(&w, id, due);
        plain[id].due = due;
        plain[id].put = t;
        if (t % 3 == 0)
            continue;
        uint32_t first = N;
        for (uint32_t i = 0; i < N; i++)
            if (plain[i].put &&
                (first == N || plain[i].due < plain[first].due ||
                 (plain[i].due == plain[first].due && plain[i].put < plain[first].put)))
                first = i;
        assert_next(&w, first, plain[first].due);
        plain[first].put = 0;
        now = w.now;
        if (t % 1000 == 1)
            for (uint32_t i; wheel_take(&w, UINT64_MAX, &i);) {
                plain[i].put = 0;
                now = w.now;
            }
    }
}

TEST(out_of_memory_is_reported)
{
    struct wheel w ENDED_BY(wheel_release);
    mem_fail_from(1);
    assert_int_equal(wheel_create(&w, 4, &st), ST_NOMEM);
    mem_fail_from(0);
}
