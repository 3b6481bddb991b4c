/* CTAs that are dealt again, by hand. */
#include "tests/rig/rig.h"

#include "sim/model/dispatch_replay.h"

static struct dispatch_replayed dealt_of(const struct dispatch_replay *d)
{
    struct dispatch_replayed out;
    assert_ok(dispatch_replay_run(&out, d, &st));
    return out;
}

/* Two slots of one SM: 3 and 1 begin at 0, 2 follows the 1 and ends at 3, and of the two slots that
 * are free then one takes the last 2, until 5. */
TEST(each_goes_to_the_slot_that_becomes_free_first)
{
    static const uint64_t lives[] = {3, 1, 2, 2};
    struct dispatch_replayed d = dealt_of(&(struct dispatch_replay){1, 2, lives, 4, 4, 4});
    assert_int_equal(d.end, 5);
    assert_int_equal(d.busy, 5);
}

/* Sampling units of two, which stand for three each: 1, 2, 1, then 5, 5, 5. On SMs of one slot the
 * first has 1, 1 and two 5, the second 2 and 5: the third 5 begins at 7 on both, the first is
 * taken. */
TEST(a_window_stands_for_its_stretch_of_the_frame)
{
    static const uint64_t lives[] = {1, 2, 5, 5};
    struct dispatch_replayed d = dealt_of(&(struct dispatch_replay){2, 1, lives, 4, 2, 6});
    assert_int_equal(d.end, 12);
    assert_int_equal(d.busy, 12 + 7);
}

/* The same CTAs, the long one first and last: the end is what it has others beside it. */
TEST(long_ctas_matter_at_the_end)
{
    enum { N = 64, LONG = 100 };
    uint64_t lives[N];
    for (int i = 0; i < N; i++)
        lives[i] = 10;
    lives[0] = LONG;
    assert_int_equal(dealt_of(&(struct dispatch_replay){1, 4, lives, N, N, N}).end, 190);
    lives[0] = 10;
    lives[N - 1] = LONG;
    assert_int_equal(dealt_of(&(struct dispatch_replay){1, 4, lives, N, N, N}).end, 250);
}

/* No slot is free while CTAs wait: all time is the lives', but less than the longest at each end.
 */
TEST(slots_are_full_until_the_end)
{
    enum { N = 1000, SLOTS = 6 };
    uint64_t lives[N], sum = 0;
    for (uint32_t i = 0; i < N; i++) {
        lives[i] = 1 + i * 2654435761u % 97;
        sum += lives[i];
    }
    struct dispatch_replayed d = dealt_of(&(struct dispatch_replay){2, 3, lives, N, N, N});
    assert_true(d.end >= sum / SLOTS && d.end <= sum / SLOTS + 97);
    assert_true(d.busy <= 2 * d.end && d.busy >= 2 * d.end - 97);
}

TEST_GROUP(NULL, NULL)
