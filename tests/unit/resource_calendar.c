/* A resource that does one thing at a time, asked out of the order of time. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/approximate/resource_calendar.h"

#include <stdbool.h>
#include <string.h>

enum { SLOTS_AHEAD = 64 * CALENDAR_WORDS }; /* the ring */

TEST(who_asks_gets_the_first_free_slot_from_his_time_on)
{
    struct calendar s = {0};
    assert_int_equal(calendar_take(&s, 10), 10);
    assert_int_equal(calendar_take(&s, 10), 11);
    assert_int_equal(calendar_take(&s, 11), 12);
    assert_int_equal(calendar_take(&s, 0), 0);
    /* A late promise holds up nobody who comes for an earlier time. */
    assert_int_equal(calendar_take(&s, 100), 100);
    assert_int_equal(calendar_take(&s, 5), 5);
    assert_int_equal(calendar_take(&s, 9), 9);
    assert_int_equal(calendar_take(&s, 9), 13);
}

TEST(slots_follow_on_over_the_borders_of_words)
{
    struct calendar s = {0};
    assert_int_equal(calendar_take(&s, 63), 63);
    assert_int_equal(calendar_take(&s, 63), 64);
    assert_int_equal(calendar_take(&s, 64), 65);
    for (uint64_t i = 0; i < 63; i++)
        assert_int_equal(calendar_take(&s, 0), i);
    assert_int_equal(calendar_take(&s, 0), 66);
    for (uint64_t i = 67; i < 64 * 4; i++)
        assert_int_equal(calendar_take(&s, 66), i);
    assert_int_equal(calendar_take(&s, 1), 64 * 4);
}

TEST(what_lies_far_behind_is_forgotten_and_free)
{
    struct calendar s = {0};
    assert_int_equal(calendar_take(&s, 10), 10);
    assert_int_equal(calendar_take(&s, 64), 64);
    /* One slot less far ahead falls into the last word of the ring, which 10's is not. */
    assert_int_equal(calendar_take(&s, SLOTS_AHEAD - 1), SLOTS_AHEAD - 1);
    assert_int_equal(calendar_take(&s, 10), 11);
    assert_int_equal(calendar_take(&s, SLOTS_AHEAD), SLOTS_AHEAD);
    assert_int_equal(calendar_take(&s, 10), 10);
    assert_int_equal(calendar_take(&s, 10), 10);
    assert_int_equal(calendar_take(&s, 64), 65);
    /* What is ahead is not harmed by who asks far behind. */
    assert_int_equal(calendar_take(&s, SLOTS_AHEAD), SLOTS_AHEAD + 1);
}

/* Against an array of all slots, the asks within a quarter of the ring of each other. */
TEST(it_agrees_with_a_plain_array)
{
    enum { ASKS = 20000, SLOTS = 3 * ASKS };
    static bool taken[SLOTS];
    struct calendar s = {0};
    memset(taken, 0, sizeof taken);
    for (uint64_t i = 0; i < ASKS; i++) {
        uint64_t from = i + random_below(1, RANDOM_TEST, i, SLOTS_AHEAD / 4), expected = from;
        while (taken[expected])
            expected++;
        taken[expected] = true;
        assert_int_equal(calendar_take(&s, from), expected);
    }
}

TEST(long_slots_are_counted_in_cycles)
{
    struct calendar s = {0};
    assert_int_equal(calendar_take_long(&s, 0, 8), 0);
    assert_int_equal(calendar_take_long(&s, 0, 8), 8);
    /* Who comes within a free slot has not to wait for the next one. */
    assert_int_equal(calendar_take_long(&s, 19, 8), 19);
    assert_int_equal(calendar_take_long(&s, 19, 8), 24);
    assert_int_equal(calendar_take_long(&s, 9, 8), 32);
    struct calendar single = {0};
    for (uint64_t i = 0; i < 200; i++)
        assert_int_equal(calendar_take_long(&single, 7, 1), 7 + i);
}

TEST(a_near_one_does_the_same_over_a_shorter_ring)
{
    enum { AHEAD = 64 * CALENDAR_NEAR_WORDS };
    struct calendar_near s = {0};
    for (uint64_t i = 0; i < AHEAD; i++)
        assert_int_equal(calendar_take_near(&s, 0), i);
    assert_int_equal(calendar_take_near(&s, 0), AHEAD);
    assert_int_equal(calendar_take_near(&s, 0), 0); /* forgotten */
    assert_int_equal(calendar_take_near(&s, 64), AHEAD + 1);
}

/* Times of many lengths, from any time near the latest one, against an array of cycles. */
TEST(runs_of_slots_never_overlap)
{
    enum { ASKS = 20000, CYCLES = 1 << 21, NEAR = 64, LONGEST = 140 };
    static bool taken[CYCLES];
    struct calendar_near s = {0};
    uint64_t latest = 0;
    memset(taken, 0, sizeof taken);
    for (uint64_t i = 0; i < ASKS; i++) {
        uint32_t length = 1u << random_below(1, RANDOM_TEST, 3 * i, 4);
        if (random_below(1, RANDOM_TEST, 3 * i + 1, 64) == 0)
            length = LONGEST;
        uint64_t near = latest > NEAR ? latest - NEAR : 0, expected;
        uint64_t from = near + random_below(1, RANDOM_TEST, 3 * i + 2, 2 * NEAR);
        assert_true(from + 2 * LONGEST < CYCLES);
        for (expected = from; memchr(&taken[expected], true, length); expected++)
            ;
        memset(&taken[expected], true, length);
        assert_int_equal(calendar_take_run(&s, from, length), expected);
        latest = calendar_later(latest, expected);
    }
}

TEST(covering_counts_every_slot_once)
{
    struct calendar s = {0};
    assert_int_equal(calendar_cover(&s, 10, 10), 0);
    assert_int_equal(calendar_cover(&s, 10, 20), 10);
    assert_int_equal(calendar_cover(&s, 10, 20), 0);
    assert_int_equal(calendar_cover(&s, 5, 25), 10);
    assert_int_equal(calendar_cover(&s, 60, 64), 4);
    assert_int_equal(calendar_cover(&s, 0, 200), 200 - 24);
    assert_int_equal(calendar_take(&s, 3), 200);
    assert_int_equal(calendar_cover(&s, 128, 256), 256 - 201);
    /* The whole ring and more: every slot still counts. */
    assert_int_equal(calendar_cover(&s, 256, 256 + 2 * SLOTS_AHEAD), 2 * SLOTS_AHEAD);
    /* Forgotten slots are not taken a second time. */
    assert_int_equal(calendar_cover(&s, 0, 256), 0);
}

TEST(covering_agrees_with_a_plain_array)
{
    enum { ASKS = 5000, SLOTS = 2 * ASKS };
    static bool taken[SLOTS];
    struct calendar s = {0};
    memset(taken, 0, sizeof taken);
    for (uint64_t i = 0; i < ASKS; i++) {
        uint64_t from = i + random_below(2, RANDOM_TEST, 2 * i, 300);
        uint64_t to = from + random_below(2, RANDOM_TEST, 2 * i + 1, 200), expected = 0;
        for (uint64_t slot = from; slot < to; slot++) {
            expected += !taken[slot];
            taken[slot] = true;
        }
        assert_int_equal(calendar_cover(&s, from, to), expected);
    }
}
