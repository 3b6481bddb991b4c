/* Sectors that the L1D fetches before anybody reads them. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/memory/l1d.h"

enum { AHEAD = 5, READER = 9 };

struct bench {
    struct fake_memory memory;
    struct l1d *l1d;
    uint64_t who[8];
    uint32_t n;
};

static const struct l1d_config small = {
    .sets = 1, .ways = 2, .line_B = 128, .mshrs = 4, .mshr_merges = 3, .miss_queue = 16};

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

static void note(void *self, uint64_t addr, uint64_t who)
{
    struct bench *b = self;
    (void)addr;
    b->who[b->n++] = who;
}

static enum l1d_outcome ahead(struct bench *b, uint64_t addr)
{
    return l1d_prefetch(b->l1d, addr, AHEAD);
}

static enum l1d_outcome read_sector(struct bench *b, uint64_t addr)
{
    return l1d_read(b->l1d, L1D_RT, addr, READER, 0, 0);
}

static void fetched(struct bench *b, uint64_t addr)
{
    assert_int_equal(ahead(b, addr), L1D_MISS);
    assert_int_equal(l1d_fill(b->l1d, addr, note, b), 0);
}

static void expect(struct bench *b, uint64_t useful, uint64_t late, uint64_t useless)
{
    const struct l1d_counters *c = l1d_counters(b->l1d);
    assert_int_equal(c->prefetch_useful, useful);
    assert_int_equal(c->prefetch_late, late);
    assert_int_equal(c->prefetch_useless, useless);
}

TEST(a_prefetched_sector_is_useful_when_it_is_first_read)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    fetched(&b, 0x40);
    assert_int_equal(b.who[0], AHEAD);
    assert_int_equal(ahead(&b, 0x40), L1D_HIT);
    expect(&b, 0, 0, 0);
    assert_int_equal(read_sector(&b, 0x60), L1D_MISS); /* its neighbour */
    assert_int_equal(read_sector(&b, 0x48), L1D_HIT);
    assert_int_equal(read_sector(&b, 0x48), L1D_HIT);
    expect(&b, 1, 0, 0);
    const struct l1d_counters *c = l1d_counters(b.l1d);
    assert_int_equal(c->prefetches, 1);
    assert_int_equal(c->rt_read_hits, 2);
    assert_int_equal(c->rt_read_sector_misses, 1);
}

TEST(a_reader_joins_a_prefetch)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    assert_int_equal(ahead(&b, 0x40), L1D_MISS);
    assert_int_equal(ahead(&b, 0x40), L1D_HIT);
    assert_int_equal(read_sector(&b, 0x40), L1D_MISS);
    assert_int_equal(l1d_read(b.l1d, L1D_LDST, 0x40, 7, 0, 0), L1D_MISS);
    assert_int_equal(l1d_fill(b.l1d, 0x40, note, &b), 1);
    assert_int_equal(b.n, 2);
    assert_int_equal(b.who[1], READER);
    assert_int_equal(l1d_take(b.l1d), 7);
    assert_int_equal(read_sector(&b, 0x40), L1D_HIT);
    expect(&b, 0, 1, 0);
    assert_int_equal(l1d_counters(b.l1d)->merges, 2);
}

/* One sector each goes with its line, by a write, by a flush; one stays. */
TEST(a_prefetched_sector_that_goes_unread_is_useless)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    fetched(&b, 0x000);
    fetched(&b, 0x080);
    fetched(&b, 0x100); /* line 0 goes */
    expect(&b, 0, 0, 1);
    fetched(&b, 0x120);
    assert_true(l1d_write(b.l1d, L1D_LDST, 0x120, 1, 0, 0));
    expect(&b, 0, 0, 2);
    assert_int_equal(read_sector(&b, 0x080), L1D_HIT);
    l1d_flush(b.l1d); /* of 0x080 and 0x100 */
    expect(&b, 1, 0, 3);
    fetched(&b, 0x000);
    expect(&b, 1, 0, 3);
    assert_int_equal(l1d_counters(b.l1d)->prefetches, 5);
}

/* A line that goes while a prefetched sector of it is on its way. */
TEST(what_is_on_its_way_is_not_useless_yet)
{
    struct bench b ENDED_BY(stop);
    start(&b, &small);
    fetched(&b, 0x000);
    assert_int_equal(ahead(&b, 0x020), L1D_MISS);
    fetched(&b, 0x080);
    fetched(&b, 0x100);
    expect(&b, 0, 0, 1);
    assert_int_equal(l1d_fill(b.l1d, 0x020, note, &b), 0);
    assert_int_equal(read_sector(&b, 0x020), L1D_HIT);
    expect(&b, 1, 0, 2);
}

TEST(a_prefetch_is_refused_as_a_read_is_but_not_counted)
{
    struct bench b ENDED_BY(stop);
    struct l1d_config config = small;
    start(&b, &config);
    for (uint32_t i = 0; i < config.mshrs; i++)
        assert_int_equal(ahead(&b, 32 * i), L1D_MISS);
    assert_int_equal(ahead(&b, 0x1000), L1D_REFUSED);
    stop(&b);
    config.miss_queue = 3;
    start(&b, &config);
    assert_int_equal(ahead(&b, 0), L1D_MISS);
    assert_int_equal(ahead(&b, 32), L1D_MISS);
    assert_int_equal(ahead(&b, 64), L1D_REFUSED_QUEUE);
    const struct l1d_counters *c = l1d_counters(b.l1d);
    assert_int_equal(c->refused_mshr + c->refused_merge + c->refused_miss_queue, 0);
    assert_int_equal(c->rt_read_misses + c->rt_read_sector_misses + c->rt_read_hits, 0);
    assert_int_equal(c->prefetches, 2);
}
