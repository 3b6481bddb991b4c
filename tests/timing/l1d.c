/* The L1D alone, between a caller and a memory. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/memory/l1d.h"

struct bench {
    struct fake_memory memory;
    struct l1d *l1d;
    uint64_t rt[64]; /* who of the RT unit got its data */
    uint32_t n_rt;
};

static const struct l1d_config small = {
    .sets = 1, .ways = 2, .line_B = 128, .mshrs = 64, .mshr_merges = 3, .miss_queue = 16};

static void start(struct bench *b, const struct l1d_config *config)
{
    *b = (struct bench){0};
    fake_memory_init(&b->memory, 10);
    assert_ok(l1d_create(&b->l1d, config, &b->memory.port, 0, &st));
}

static void stop(struct bench *b)
{
    l1d_free(b->l1d);
    fake_memory_free(&b->memory);
}

static void note_rt(void *self, uint64_t addr, uint64_t who)
{
    struct bench *b = self;
    (void)addr;
    b->rt[b->n_rt++] = who;
}

static enum l1d_outcome load(struct bench *b, uint64_t addr)
{
    return l1d_read(b->l1d, L1D_LDST, addr, 7, 0, 0);
}

/* The sector comes and its only reader takes it. */
static void arrive(struct bench *b, uint64_t addr)
{
    assert_int_equal(l1d_fill(b->l1d, addr, note_rt, b), 1);
    assert_int_equal(l1d_take(b->l1d), 7);
}

static void fetch(struct bench *b, uint64_t addr)
{
    assert_int_equal(load(b, addr), L1D_MISS);
    arrive(b, addr);
}

TEST(reads_want_two_places_of_the_miss_queue_and_writes_one)
{
    for (uint32_t places = 2; places <= 17; places++) {
        struct bench b ENDED_BY(stop);
        struct l1d_config config = small;
        config.miss_queue = places;
        start(&b, &config);
        for (uint64_t i = 0; i < places - 1; i++)
            assert_int_equal(load(&b, 32 * i), L1D_MISS);
        assert_int_equal(load(&b, 32 * places), L1D_REFUSED_QUEUE);
        assert_int_equal(load(&b, 0), L1D_REFUSED_QUEUE); /* even to join */
        assert_true(l1d_write(b.l1d, L1D_LDST, 0x8000, UINT32_MAX, 0, 0));
        assert_false(l1d_write(b.l1d, L1D_LDST, 0x8020, UINT32_MAX, 0, 0));
        assert_int_equal(l1d_counters(b.l1d)->refused_miss_queue, 3);
        assert_int_equal(l1d_counters(b.l1d)->ldst_read_misses, places - 1);
        assert_int_equal(l1d_counters(b.l1d)->ldst_write_misses, 1);
        /* One leaves: a write finds room, a read does not; one more, and it does. */
        l1d_send(b.l1d, 0);
        assert_int_equal(load(&b, 0), L1D_REFUSED_QUEUE);
        l1d_send(b.l1d, 1);
        assert_int_equal(load(&b, 0), L1D_MISS); /* joins: takes no place */
        assert_int_equal(load(&b, 0x1000), L1D_MISS);
        assert_int_equal(load(&b, 0x1020), L1D_REFUSED_QUEUE);
    }
}

TEST(one_request_leaves_per_call_in_order_and_when_memory_takes_it)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    for (uint64_t i = 0; i < 5; i++)
        assert_int_equal(load(&b, 32 * (7 - i)), L1D_MISS);
    b.memory.closed = true;
    l1d_send(b.l1d, 0);
    assert_int_equal(b.memory.n, 0);
    b.memory.closed = false;
    for (cycle_t t = 1; t <= 5; t++) {
        l1d_send(b.l1d, t);
        assert_int_equal(b.memory.n, t);
        assert_int_equal(b.memory.waiting[t - 1].addr, 32 * (8 - t));
    }
    assert_int_equal(l1d_gates(b.l1d)->sending, 0);
}

TEST(a_sector_on_its_way_is_joined_as_often_as_the_mshr_allows)
{
    for (uint32_t merges = 1; merges <= 8; merges++) {
        struct bench b ENDED_BY(stop);
        struct l1d_config config = small;
        config.mshr_merges = merges;
        start(&b, &config);
        for (uint64_t i = 0; i < merges; i++)
            assert_int_equal(l1d_read(b.l1d, L1D_LDST, 0x40, 100 + i, 0, 0), L1D_MISS);
        assert_int_equal(l1d_read(b.l1d, L1D_LDST, 0x40, 0, 0, 0), L1D_REFUSED);
        assert_int_equal(l1d_counters(b.l1d)->refused_merge, 1);
        assert_int_equal(l1d_counters(b.l1d)->merges, merges - 1);
        assert_int_equal(l1d_gates(b.l1d)->sending, 1);
        assert_int_equal(l1d_fill(b.l1d, 0x40, note_rt, &b), merges);
        for (uint64_t i = 0; i < merges; i++) {
            assert_int_equal(l1d_gates(b.l1d)->ready, merges - i);
            assert_int_equal(l1d_take(b.l1d), 100 + i);
        }
        assert_int_equal(load(&b, 0x40), L1D_HIT);
    }
}

TEST(as_many_sectors_are_on_their_way_as_there_are_mshrs)
{
    for (uint32_t mshrs = 1; mshrs <= 8; mshrs++) {
        struct bench b ENDED_BY(stop);
        struct l1d_config config = small;
        config.mshrs = mshrs;
        start(&b, &config);
        for (uint64_t i = 0; i < mshrs; i++)
            assert_int_equal(load(&b, 32 * i), L1D_MISS);
        assert_int_equal(l1d_read(b.l1d, L1D_RT, 0x4000, 1, 0, 0), L1D_REFUSED);
        assert_int_equal(l1d_counters(b.l1d)->refused_mshr, 1);
        assert_int_equal(l1d_read(b.l1d, L1D_RT, 0, 1, 0, 0), L1D_MISS); /* joins */
        assert_int_equal(l1d_counters(b.l1d)->peak_mshrs, mshrs);
    }
}

TEST(each_unit_gets_what_it_waits_for)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    assert_int_equal(l1d_read(b.l1d, L1D_RT, 0x20, 1, 0, 0), L1D_MISS);
    assert_int_equal(l1d_read(b.l1d, L1D_LDST, 0x20, 2, 1, 0), L1D_MISS);
    assert_int_equal(l1d_read(b.l1d, L1D_RT, 0x20, 3, 2, 0), L1D_MISS);
    l1d_send(b.l1d, 0);
    uint32_t who;
    assert_int_equal(l1d_reply_client(&b.memory.waiting[0], &who), L1D_RT);
    assert_int_equal(l1d_fill(b.l1d, 0x20, note_rt, &b), 1);
    assert_int_equal(b.n_rt, 2);
    assert_int_equal(b.rt[0], 1);
    assert_int_equal(b.rt[1], 3);
    assert_int_equal(l1d_take(b.l1d), 2);
    assert_int_equal(l1d_gates(b.l1d)->ready, 0);
    assert_int_equal(load(&b, 0x20), L1D_HIT);
    /* Nothing of it is left: once the sector is gone, it is fetched again. */
    assert_true(l1d_write(b.l1d, L1D_LDST, 0x20, UINT32_MAX, 0, 0));
    assert_int_equal(load(&b, 0x20), L1D_MISS);
    assert_int_equal(l1d_gates(b.l1d)->sending, 2);
}

TEST(lines_are_allocated_when_data_arrive)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    fetch(&b, 0);
    fetch(&b, 128);
    for (uint64_t i = 2; i < 6; i++) /* reserves nothing */
        assert_int_equal(load(&b, 128 * i), L1D_MISS);
    assert_int_equal(load(&b, 0), L1D_HIT);
    assert_int_equal(load(&b, 128), L1D_HIT);
    assert_int_equal(l1d_counters(b.l1d)->evictions, 0);
    for (uint64_t i = 2; i < 6; i++) {
        arrive(&b, 128 * i);
        assert_int_equal(l1d_counters(b.l1d)->evictions, i - 1);
    }
    assert_int_equal(load(&b, 128 * 4), L1D_HIT);
    assert_int_equal(load(&b, 128 * 5), L1D_HIT);
}

/* A hit and a fill make a line the most recently used, a sector miss does not. */
TEST(the_least_recently_used_line_goes)
{
    for (int touch = 0; touch < 3; touch++) {
        struct bench b ENDED_BY(stop);
        start(&b, &small);
        fetch(&b, 0);
        fetch(&b, 128);
        if (touch == 0)
            assert_int_equal(load(&b, 0), L1D_HIT);
        else
            assert_int_equal(load(&b, 32), L1D_MISS);
        if (touch == 1)
            arrive(&b, 32);
        fetch(&b, 256);
        assert_int_equal(load(&b, touch < 2 ? 0 : 128), L1D_HIT);
        assert_int_equal(load(&b, touch < 2 ? 128 : 0), L1D_MISS);
    }
}

TEST(a_write_drops_the_sector_and_only_that)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    fetch(&b, 0);
    fetch(&b, 32);
    assert_true(l1d_write(b.l1d, L1D_LDST, 32, 0xf, 3, 0));
    assert_int_equal(l1d_counters(b.l1d)->ldst_write_hits, 1);
    assert_int_equal(load(&b, 0), L1D_HIT);
    assert_true(l1d_write(b.l1d, L1D_RT, 32, 0xf, 3, 0));
    assert_int_equal(l1d_counters(b.l1d)->rt_write_misses, 1);
    fetch(&b, 32); /* not allocated by the write */
    assert_int_equal(l1d_counters(b.l1d)->ldst_read_sector_misses, 2);
    for (cycle_t t = 0; t < 5; t++)
        l1d_send(b.l1d, t);
    uint32_t who;
    assert_true(b.memory.waiting[2].write);
    assert_int_equal(b.memory.waiting[2].bytes, 0xf);
    assert_int_equal(l1d_reply_client(&b.memory.waiting[2], &who), L1D_LDST);
    assert_int_equal(who, 3);
    assert_int_equal(l1d_reply_client(&b.memory.waiting[3], &who), L1D_RT);
    assert_int_equal(who, 3);
}

/* A sector that waits from its making on, in the queue too; what is passed on is as old as it is
 * sent. */
TEST(requests_are_as_old_as_the_configuration_says)
{
    for (int from_request = 0; from_request < 2; from_request++) {
        struct l1d_config config = small;
        struct bench b ENDED_BY(stop);
        config.latency_from = from_request ? LATENCY_FROM_REQUEST : LATENCY_FROM_DEPARTURE;
        start(&b, &config);
        assert_int_equal(l1d_read(b.l1d, L1D_LDST, 0, 7, 0, 80), L1D_MISS);
        assert_true(l1d_write(b.l1d, L1D_RT, 32, UINT32_MAX, 0, 99));
        assert_true(l1d_atomic(b.l1d, 64, 0xf, false, 1));
        assert_true(l1d_pass(b.l1d, 96, 1));
        for (cycle_t now = 101; now < 105; now++)
            l1d_send(b.l1d, now);
        assert_int_equal(b.memory.n, 4);
        assert_int_equal(b.memory.waiting[0].age, from_request ? 21 : 0);
        assert_int_equal(b.memory.waiting[1].age, from_request ? 3 : 0);
        assert_int_equal(b.memory.waiting[2].age, 0);
        assert_int_equal(b.memory.waiting[3].age, 0);
    }
}

/* Vulkan-Sim's stores of 32 bytes from an address on, cut at the end of the line. */
TEST(an_rt_store_may_end_with_its_line)
{
    for (int to_line_end = 0; to_line_end < 2; to_line_end++) {
        struct l1d_config config = small;
        struct bench b ENDED_BY(stop);
        config.rt_store = to_line_end ? RT_STORE_TO_LINE_END : RT_STORE_SECTOR;
        start(&b, &config);
        assert_true(l1d_write(b.l1d, L1D_RT, 0x1000 + 96, UINT32_MAX, 0, 0));
        assert_true(l1d_write(b.l1d, L1D_RT, 0x1000 + 100, UINT32_MAX, 0, 0));
        assert_true(l1d_write(b.l1d, L1D_RT, 0x1000 + 124, UINT32_MAX, 0, 0));
        assert_true(l1d_write(b.l1d, L1D_LDST, 0x1000 + 124, 0xff, 0, 0));
        static const uint32_t cut[] = {UINT32_MAX, UINT32_MAX >> 4, 0xf, 0xff};
        for (uint32_t i = 0; i < 4; i++) {
            l1d_send(b.l1d, i);
            uint32_t whole = i < 3 ? UINT32_MAX : 0xff;
            assert_int_equal(b.memory.waiting[i].bytes, to_line_end ? cut[i] : whole);
            assert_int_equal(b.memory.waiting[i].addr, 0x1000 + 96);
        }
    }
}

TEST(a_miss_behind_another_instructions_fetch_of_the_line_is_a_sector_miss)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    const struct l1d_counters *c = l1d_counters(b.l1d);
    assert_int_equal(l1d_read(b.l1d, L1D_LDST, 0, 7, 1, 0), L1D_MISS);
    assert_int_equal(l1d_read(b.l1d, L1D_LDST, 32, 7, 1, 0), L1D_MISS); /* the same instruction */
    assert_int_equal(c->ldst_read_misses, 2);
    assert_int_equal(l1d_read(b.l1d, L1D_LDST, 0, 7, 2, 0), L1D_MISS); /* joins */
    assert_int_equal(l1d_read(b.l1d, L1D_RT, 64, 7, 3, 0), L1D_MISS);
    assert_int_equal(l1d_read(b.l1d, L1D_LDST, 128, 7, 4, 0), L1D_MISS); /* another line */
    assert_int_equal(c->ldst_read_sector_misses, 1);
    assert_int_equal(c->rt_read_sector_misses, 1);
    assert_int_equal(c->ldst_read_misses, 3);
    /* The first sector to come ends it; then the line is there anyway, until it goes. */
    assert_int_equal(l1d_fill(b.l1d, 0, note_rt, &b), 2);
    fetch(&b, 256);
    fetch(&b, 384); /* the line of sector 0 has gone */
    assert_int_equal(l1d_read(b.l1d, L1D_LDST, 96, 7, 5, 0), L1D_MISS);
    assert_int_equal(c->ldst_read_sector_misses, 1);
    assert_int_equal(c->ldst_read_misses, 6);
}

TEST(a_flush_forgets_sectors_but_not_what_is_on_its_way)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    l1d_flush(b.l1d);
    assert_int_equal(l1d_counters(b.l1d)->flushes, 0); /* nothing to forget */
    fetch(&b, 0);
    assert_int_equal(load(&b, 128), L1D_MISS);
    l1d_flush(b.l1d);
    assert_int_equal(l1d_counters(b.l1d)->flushes, 1);
    arrive(&b, 128);
    assert_int_equal(load(&b, 128), L1D_HIT);
    assert_int_equal(load(&b, 0), L1D_MISS);
}

/* Requests of a sector that came are served one by one. If its line goes before the last of them
 * was, the sector can be neither found nor fetched until then. */
TEST(a_sector_that_went_before_it_was_served_is_refused)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    for (int i = 0; i < 2; i++)
        assert_int_equal(load(&b, 0), L1D_MISS);
    for (uint64_t i = 1; i <= 2; i++)
        assert_int_equal(load(&b, 128 * i), L1D_MISS);
    assert_int_equal(l1d_fill(b.l1d, 0, note_rt, &b), 2);
    for (uint64_t i = 1; i <= 2; i++)
        assert_int_equal(l1d_fill(b.l1d, 128 * i, note_rt, &b), 1);
    for (uint64_t served = 0; served < 2; served++) {
        assert_int_equal(load(&b, 0), L1D_REFUSED);
        assert_int_equal(l1d_counters(b.l1d)->refused_mshr, served + 1);
        assert_int_equal(l1d_take(b.l1d), 7);
    }
    assert_int_equal(load(&b, 0), L1D_MISS);
    assert_int_equal(l1d_gates(b.l1d)->sending, 4);
}
