/* MSHRs: who waits for which sector, in which order, and how many may. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/timing/memory/mshr.h"

FREES(mshr_free, struct mshr)

static struct mshr *make(uint32_t entries, uint32_t merges, uint32_t waiting)
{
    struct mshr *m;
    assert_ok(mshr_create(&m, entries, merges, waiting, true, &st));
    return m;
}

static enum mshr_added try(struct mshr *m, uint64_t addr, uint64_t who)
{
    uint32_t entry = mshr_find(m, addr);
    enum mshr_added added = mshr_try(m, &entry, addr, who);
    assert_true(entry == mshr_find(m, addr));
    return added;
}

/* Where room is certain; true: the sector is to be fetched. */
static bool add(struct mshr *m, uint64_t addr, uint64_t who)
{
    enum mshr_added added = try(m, addr, who);
    assert_true(added == MSHR_FETCH || added == MSHR_JOINED);
    return added == MSHR_FETCH;
}

static bool can_add(struct mshr *m, uint64_t addr)
{
    return mshr_can_add(m, mshr_find(m, addr));
}

TEST(only_the_first_request_of_a_sector_fetches)
{
    struct mshr *m FREED_BY(mshr_free) = make(4, 4, 0);
    assert_int_equal(mshr_find(m, 64), MSHR_NONE);
    assert_true(add(m, 64, 1));
    assert_false(add(m, 64, 2));
    assert_true(add(m, 96, 3));
    assert_true(mshr_find(m, 64) != MSHR_NONE);
    assert_int_equal(mshr_used(m), 2);
    assert_int_equal(mshr_waiting(m), 3);
}

TEST(entries_and_merges_are_limited)
{
    struct mshr *m FREED_BY(mshr_free) = make(2, 3, 0);
    add(m, 0, 1);
    add(m, 0, 2);
    assert_true(can_add(m, 0));
    add(m, 0, 3);
    assert_false(can_add(m, 0));
    assert_true(can_add(m, 32));
    add(m, 32, 4);
    assert_false(can_add(m, 64));
    assert_true(can_add(m, 32));
    mshr_release(m, mshr_find(m, 0));
    assert_true(can_add(m, 64));
    assert_true(can_add(m, 0));
}

TEST(all_waiting_requests_together_are_limited)
{
    struct mshr *m FREED_BY(mshr_free) = make(100, 100, 3);
    add(m, 0, 1);
    add(m, 0, 1);
    add(m, 32, 1);
    assert_false(can_add(m, 32));
    assert_false(can_add(m, 64));
}

TEST(ready_requests_come_in_order_of_arrival_then_of_waiting)
{
    struct mshr *m FREED_BY(mshr_free) = make(4, 4, 0);
    add(m, 0, 10);
    add(m, 32, 20);
    add(m, 0, 11);
    assert_false(mshr_any_ready(m));
    assert_false(mshr_alone_ready(m));
    mshr_set_ready(m, mshr_find(m, 32));
    mshr_set_ready(m, mshr_find(m, 0));
    static const uint64_t order[][2] = {{32, 20}, {0, 10}, {0, 11}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(mshr_alone_ready(m), i == 2);
        struct mshr_taken taken = mshr_take(m);
        assert_int_equal(taken.addr, order[i][0]);
        assert_int_equal(taken.who, order[i][1]);
        assert_int_equal(taken.last, i != 1);
    }
    assert_false(mshr_any_ready(m));
    assert_int_equal(mshr_used(m), 0);
    assert_int_equal(mshr_waiting(m), 0);
}

TEST(a_late_request_joins_a_ready_entry)
{
    struct mshr *m FREED_BY(mshr_free) = make(4, 4, 0);
    add(m, 0, 1);
    mshr_set_ready(m, mshr_find(m, 0));
    assert_false(add(m, 0, 2));
    assert_true(mshr_arrived(m, mshr_find(m, 0)));
    assert_false(mshr_take(m).last);
    struct mshr_taken taken = mshr_take(m);
    assert_int_equal(taken.who, 2);
    assert_true(taken.last);
    assert_true(add(m, 0, 3));
    assert_false(mshr_any_ready(m));
    assert_false(mshr_arrived(m, mshr_find(m, 0)));
    assert_false(mshr_arrived(m, MSHR_NONE));
}

TEST(the_waiting_list_is_walked_and_released)
{
    struct mshr *m FREED_BY(mshr_free) = make(4, 8, 0);
    for (uint64_t who = 0; who < 8; who++) {
        add(m, 0, who);
        if (who < 3)
            add(m, 32, 100 + who);
    }
    uint64_t expected = 0;
    struct mshr_request r = mshr_first(m, mshr_find(m, 0));
    do
        assert_int_equal(r.who, expected++);
    while (mshr_after(m, &r));
    assert_int_equal(expected, 8);
    mshr_release(m, mshr_find(m, 0));
    assert_int_equal(mshr_find(m, 0), MSHR_NONE);
    assert_int_equal(mshr_waiting(m), 3);
    assert_int_equal(mshr_first(m, mshr_find(m, 32)).who, 100);
}

/* Released or taken, with one request or several. */
TEST(memory_is_used_again)
{
    struct mshr *m FREED_BY(mshr_free) = make(8, 4, 0);
    for (uint64_t i = 0; i < 100; i++) {
        for (uint64_t k = 0; k < 1 + i % 4; k++)
            add(m, i * 32, k);
        mshr_release(m, mshr_find(m, i * 32));
    }
    for (uint64_t round = 0; round < 1000; round++) {
        for (uint64_t i = 0; i < 8; i++)
            for (uint64_t k = 0; k < 4; k++)
                assert_int_equal(add(m, (round * 8 + i) * 32, k), k == 0);
        assert_false(can_add(m, 1u << 30));
        for (uint64_t i = 0; i < 8; i++)
            mshr_set_ready(m, mshr_find(m, (round * 8 + (i + round) % 8) * 32));
        for (int i = 0; i < 32; i++)
            mshr_take(m);
    }
    assert_int_equal(mshr_used(m), 0);
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct mshr *m;
    assert_survives_without_memory(mshr_create(&m, 8, 4, 0, true, &st), 4, assert_null(m));
    mshr_free(m);
}
