/* Addresses in the order of simulated time, whatever order SMs note what they want in. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/timing/memory/allocator.h"

FREES(allocator_free, struct allocator)

enum { SMS = 3, FROM = 0x10000, BLOCK = ALLOCATION_B };
#define ONCE (UINT64_C(1) << 44)

struct told {
    uint32_t n, sm[64], request[64];
    uint64_t place[64];
};

static void tell(void *self, uint32_t sm, uint32_t request, uint64_t place)
{
    struct told *t = self;
    assert_true(t->n < 64);
    t->sm[t->n] = sm;
    t->request[t->n] = request;
    t->place[t->n++] = place;
}

static struct allocator *make(void)
{
    struct allocator *a;
    assert_ok(allocator_create(&a, SMS, FROM, ONCE, &st));
    return a;
}

static uint64_t name(uint64_t i)
{
    return FROM + (1000 + i) * BLOCK;
}

TEST(blocks_are_dealt_by_cycle_and_then_by_sm)
{
    struct allocator *a FREED_BY(allocator_free) = make();
    struct told t = {0};
    uint64_t place;
    allocator_ask(a, 2, name(0) + 32, 7, 10);
    allocator_ask(a, 2, name(1), 8, 12);
    allocator_ask(a, 0, name(2) + 64, 1, 11);
    allocator_ask(a, 0, name(3), 2, 12);
    allocator_ask(a, 1, name(4), 5, 12);
    assert_false(allocator_find(a, name(0), &place));
    allocator_settle(a, 12, tell, &t);
    assert_int_equal(t.n, 2);
    assert_true(t.sm[0] == 2 && t.request[0] == 7 && t.place[0] == FROM + 32);
    assert_true(t.sm[1] == 0 && t.request[1] == 1 && t.place[1] == FROM + BLOCK + 64);
    allocator_settle(a, CYCLE_NEVER, tell, &t);
    assert_int_equal(t.n, 5);
    assert_true(t.sm[2] == 0 && t.place[2] == FROM + 2 * BLOCK);
    assert_true(t.sm[3] == 1 && t.place[3] == FROM + 3 * BLOCK);
    assert_true(t.sm[4] == 2 && t.place[4] == FROM + 4 * BLOCK);
    assert_true(allocator_find(a, name(4) + 100, &place) && place == FROM + 3 * BLOCK + 100);
    assert_int_equal(allocator_name(a, FROM + 3 * BLOCK + 100), name(4) + 100);
}

TEST(a_name_keeps_its_block)
{
    struct allocator *a FREED_BY(allocator_free) = make();
    struct told t = {0};
    allocator_ask(a, 0, name(5), 1, 3);
    allocator_ask(a, 1, name(5) + 32, 2, 3);
    allocator_ask(a, 0, name(5) + 64, 3, 4);
    allocator_ask(a, 0, name(6), 4, 4);
    allocator_settle(a, CYCLE_NEVER, tell, &t);
    assert_int_equal(t.n, 4);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(t.place[i] / BLOCK, FROM / BLOCK);
    assert_int_equal(t.place[3], FROM + BLOCK);
    assert_int_equal(allocator_place(a, name(5) + 1), FROM + 1);
    assert_int_equal(allocator_place(a, FROM - 1), FROM - 1);
}

TEST(what_is_reserved_is_told_nobody_and_comes_first)
{
    struct allocator *a FREED_BY(allocator_free) = make();
    struct told t = {0};
    uint64_t place;
    allocator_reserve(a, 1, name(1), 20);
    allocator_ask(a, 0, name(0), 1, 21);
    allocator_settle(a, CYCLE_NEVER, tell, &t);
    assert_int_equal(t.n, 1);
    assert_int_equal(t.place[0], FROM + BLOCK);
    assert_true(allocator_find(a, name(1), &place));
    assert_int_equal(place, FROM);
}

TEST(what_is_used_once_gets_a_new_block_each_time)
{
    struct allocator *a FREED_BY(allocator_free) = make();
    struct told t = {0};
    uint64_t place;
    for (uint32_t i = 0; i < 3; i++)
        allocator_ask(a, 0, ONCE + (uint64_t)i * BLOCK, i, i);
    allocator_settle(a, CYCLE_NEVER, tell, &t);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(t.place[i], FROM + i * BLOCK);
    assert_false(allocator_find(a, ONCE, &place));
}

TEST(a_hundred_thousand_blocks_are_found_again)
{
    enum { MANY = 100000 };
    struct allocator *a FREED_BY(allocator_free) = make();
    struct told t = {0};
    uint64_t place;
    for (uint64_t i = 0; i < MANY; i++)
        allocator_reserve(a, (uint32_t)(i % SMS), FROM + i * 7919 * BLOCK, i / SMS);
    allocator_settle(a, CYCLE_NEVER, tell, &t);
    assert_ok(allocator_check(a, &st));
    for (uint64_t i = 0; i < MANY; i++) {
        assert_true(allocator_find(a, FROM + i * 7919 * BLOCK + 8, &place));
        assert_int_equal(place, FROM + i * BLOCK + 8);
        assert_int_equal(allocator_name(a, place), FROM + i * 7919 * BLOCK + 8);
    }
}

/* Names in no order. Many fall on the same place of the table, and some are used once. */
TEST(names_of_any_kind_are_found_again)
{
    enum { MANY = 5000 };
    struct allocator *a FREED_BY(allocator_free) = make();
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t block = random_u64(1, RANDOM_TEST, i) % (ONCE / BLOCK - 1000);
        assert_int_equal(allocator_place(a, i % 3 ? name(block) : ONCE + i * BLOCK),
                         FROM + i * BLOCK);
    }
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t block = random_u64(1, RANDOM_TEST, i) % (ONCE / BLOCK - 1000), place;
        if (i % 3 == 0)
            continue;
        assert_true(allocator_find(a, name(block), &place));
        assert_int_equal(place, FROM + i * BLOCK);
    }
}

/* Notes and blocks that there is no memory for keep their names, and it is said. */
TEST(memory_that_runs_out_is_noticed)
{
    enum { MANY = 5000 };
    struct told t = {0};
    for (int blocks = 0; blocks < 2; blocks++) {
        struct allocator *a FREED_BY(allocator_free) = make();
        if (!blocks)
            mem_fail_from(1);
        for (uint64_t i = 0; i < MANY; i++)
            allocator_reserve(a, 0, name(i), i);
        if (blocks)
            mem_fail_from(1);
        allocator_settle(a, CYCLE_NEVER, tell, &t);
        uint64_t place = allocator_place(a, name(MANY - 1));
        mem_fail_from(0);
        assert_int_equal(place, blocks ? name(MANY - 1) : FROM);
        uint64_t found = 0;
        while (allocator_find(a, name(found), &place))
            found++;
        assert_int_equal(found, blocks ? 1024 : 0); /* there is room for so many at first */
        assert_int_equal(allocator_check(a, &st), ST_NOMEM);
    }
}
