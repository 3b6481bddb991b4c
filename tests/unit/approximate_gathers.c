/* What comes in several sectors: numbers are given out again, and hold while more are made. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/approximate/gathers.h"

TEST(numbers_hold_until_they_are_dropped)
{
    enum { N = 1000 };
    struct gathers g;
    uint32_t number[N];
    assert_true(gathers_create(&g));
    for (uint32_t i = 0; i < N; i++)
        number[i] = gathers_add(&g, &(struct gather){.addr = i, .left = i + 1});
    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(g.of[number[i]].addr, i);
        assert_int_equal(g.of[number[i]].left, i + 1);
    }
    for (uint32_t i = 0; i < N; i += 2)
        gathers_drop(&g, number[i]);
    uint32_t room = g.n;
    for (uint32_t i = 0; i < N; i += 2)
        number[i] = gathers_add(&g, &(struct gather){.addr = N + i});
    assert_int_equal(g.n, room);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(g.of[number[i]].addr, i % 2 ? i : N + i);
    gathers_release(&g);
}

TEST(where_memory_runs_out_it_says_so)
{
    struct gathers g ENDED_BY(gathers_release);
    mem_fail_from(1);
    bool created = gathers_create(&g);
    mem_fail_from(0);
    assert_false(created);
    gathers_release(&g);
    assert_true(gathers_create(&g));
    while (g.unused != UINT32_MAX)
        gathers_add(&g, &(struct gather){.addr = 7});
    assert_false(g.failed);
    mem_fail_from(1);
    uint32_t i = gathers_add(&g, &(struct gather){.addr = 8});
    mem_fail_from(0);
    assert_true(g.failed);
    assert_int_equal(g.of[i].addr, 7);
}
