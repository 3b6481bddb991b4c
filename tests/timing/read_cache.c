/* A read-only cache alone: what it holds, what is in flight, what goes. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/memory/read_cache.h"

enum {
    SETS = 4,
    WAYS = 4,
    LINES = SETS * WAYS,
    LINE_B = 64,
    SECTORS = LINE_B / SECTOR_B,
    MOST = 3
};

struct bench {
    struct fake_memory memory;
    struct l1d *l1d;
    struct read_path path;
    struct read_cache cache;
    cycle_t now;
};

static void start(struct bench *b)
{
    static const struct l1d_config l1d = {
        .sets = 1, .ways = 2, .line_B = 128, .mshrs = 64, .mshr_merges = 3, .miss_queue = 16};
    static const struct read_shape shape = {
        .size_B = LINES * LINE_B, .line_B = LINE_B, .ways = WAYS, .entries = MOST};
    *b = (struct bench){0};
    fake_memory_init(&b->memory, 10);
    assert_ok(l1d_create(&b->l1d, &l1d, &b->memory.port, 0, &st));
    assert_ok(read_path_create(&b->path, b->l1d, MOST * SECTORS, &st));
    assert_ok(read_cache_create(&b->cache, &shape, &b->path, &st));
}

static void stop(struct bench *b)
{
    read_cache_release(&b->cache);
    read_path_release(&b->path);
    l1d_free(b->l1d);
    fake_memory_free(&b->memory);
}

/* Sends the requests that wait, and hands on as many replies. */
static uint32_t arrive(struct bench *b, uint32_t most, uint64_t *line)
{
    uint32_t complete = 0;
    for (uint32_t i = 0; i < 2 * MOST * SECTORS; i++) {
        read_path_ask(&b->path);
        l1d_send(b->l1d, b->now++);
    }
    for (; most && b->memory.taken < b->memory.n; most--) {
        uint32_t who;
        const struct mem_request *reply = &b->memory.waiting[b->memory.taken++];
        assert_int_equal(l1d_reply_client(reply, &who), L1D_READ_ONLY);
        assert_int_equal(read_cache_number(who), 0);
        complete += read_cache_fill(&b->cache, who, line);
    }
    return complete;
}

static void fetch(struct bench *b, uint64_t line)
{
    uint64_t came;
    assert_int_equal(read_cache_look(&b->cache, line), READ_MISS);
    assert_int_equal(arrive(b, SECTORS, &came), 1);
    assert_int_equal(came, line);
    assert_true(read_cache_has(&b->cache, line));
}

TEST(lines_are_there_once_all_of_their_sectors_are)
{
    struct bench b ENDED_BY(stop);
    uint64_t line;
    start(&b);
    for (uint64_t i = 0; i < MOST; i++)
        for (int twice = 0; twice < 2; twice++) /* the second joins */
            assert_int_equal(read_cache_look(&b.cache, 10 + i), READ_MISS);
    assert_int_equal(read_cache_look(&b.cache, 20), READ_FULL);
    assert_int_equal(arrive(&b, SECTORS - 1, &line), 0);
    assert_false(read_cache_has(&b.cache, 10));
    assert_int_equal(arrive(&b, 1, &line), 1);
    assert_int_equal(line, 10);
    assert_int_equal(b.memory.n, MOST * SECTORS);
    for (uint32_t i = 0; i < MOST * SECTORS; i++)
        assert_int_equal(b.memory.waiting[i].addr, 10 * LINE_B + SECTOR_B * i);
    assert_int_equal(read_cache_look(&b.cache, 10), READ_HIT);
    assert_int_equal(read_cache_look(&b.cache, 20), READ_MISS);
    assert_int_equal(arrive(&b, MOST * SECTORS, &line), MOST);
}

TEST(requests_are_sent_in_the_order_of_their_lines)
{
    struct bench b ENDED_BY(stop);
    uint64_t line;
    start(&b);
    for (uint64_t first = 0; first < 5 * MOST; first += MOST) {
        fetch(&b, first);
        uint32_t before = b.memory.n;
        for (uint64_t i = 1; i <= MOST; i++)
            assert_int_equal(read_cache_look(&b.cache, 100 + first + i), READ_MISS);
        assert_int_equal(arrive(&b, MOST * SECTORS, &line), MOST);
        assert_int_equal(b.memory.n, before + MOST * SECTORS);
        for (uint32_t i = 0; i < MOST * SECTORS; i++)
            assert_int_equal(b.memory.waiting[before + i].addr,
                             (101 + first) * LINE_B + SECTOR_B * i);
    }
}

TEST(the_least_recently_used_line_of_a_set_goes)
{
    struct bench b ENDED_BY(stop);
    start(&b);
    for (uint64_t i = 0; i < LINES; i++)
        fetch(&b, i);
    /* Set 1 holds 1, 5, 9 and 13; read_cache_has() is no use of a line. */
    assert_int_equal(read_cache_look(&b.cache, 1), READ_HIT);
    assert_int_equal(read_cache_look(&b.cache, 9), READ_HIT);
    assert_true(read_cache_has(&b.cache, 5));
    fetch(&b, 17);
    fetch(&b, 21);
    for (uint64_t i = 0; i < LINES; i++)
        assert_int_equal(read_cache_has(&b.cache, i), i != 5 && i != 13);
}

TEST(a_cleared_cache_holds_nothing_and_gets_what_is_in_flight)
{
    struct bench b ENDED_BY(stop);
    uint64_t line;
    start(&b);
    for (uint64_t i = 0; i < LINES; i++)
        fetch(&b, i);
    assert_int_equal(read_cache_look(&b.cache, 100), READ_MISS);
    read_cache_clear(&b.cache);
    for (uint64_t i = 0; i < LINES; i++)
        assert_false(read_cache_has(&b.cache, i));
    assert_int_equal(arrive(&b, SECTORS, &line), 1);
    assert_int_equal(line, 100);
    assert_true(read_cache_has(&b.cache, 100));
}
