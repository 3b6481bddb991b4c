/* Tags that know when each sector comes, by themselves and against those of the cycle model. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/approximate/tags.h"
#include "sim/config/set_index.h"
#include "sim/timing/memory/l1d_lines.h"

FREES(tags_free, struct tags)

static struct tags *make(uint32_t sets, uint32_t ways, uint32_t on_way)
{
    struct tags *t;
    const struct cache_shape shape = {.sets = sets, .ways = ways, .line_B = 128};
    assert_ok(tags_create(&t, &shape, on_way, &st));
    return t;
}

static enum cache_status read_at(struct tags *t, uint64_t addr, uint64_t now)
{
    uint64_t comes;
    return tags_read(t, addr, now, &comes);
}

/* Asked for, and answered at once. */
static struct cache_evicted fetch_into(struct tags *t, uint64_t addr, uint64_t index_addr,
                                       uint64_t comes)
{
    struct cache_evicted evicted = {true, 1, 1};
    uint32_t place;
    bool line = tags_ask(t, addr, index_addr, 1, &place, &evicted);
    tags_answer(t, addr, 1, place, line, comes);
    return evicted;
}

static struct cache_evicted fetch(struct tags *t, uint64_t addr, uint64_t comes)
{
    return fetch_into(t, addr, addr, comes);
}

static struct cache_evicted write_at(struct tags *t, uint64_t addr, uint32_t bytes, uint64_t now,
                                     enum cache_status expected)
{
    struct cache_evicted evicted = {true, 1, 1};
    assert_int_equal(tags_write(t, addr, addr, bytes, now, &evicted), expected);
    return evicted;
}

TEST(a_sector_is_found_only_after_it_was_fetched)
{
    struct tags *t FREED_BY(tags_free) = make(4, 2, 0);
    assert_int_equal(read_at(t, 0x1000, 0), CACHE_MISS);
    assert_false(fetch(t, 0x1000, 0).happened);
    assert_int_equal(read_at(t, 0x1000, 0), CACHE_HIT);
    assert_int_equal(read_at(t, 0x101f, 0), CACHE_HIT);
    assert_int_equal(read_at(t, 0x1020, 0), CACHE_SECTOR_MISS);
    assert_int_equal(read_at(t, 0x1080, 0), CACHE_MISS);
    fetch(t, 0x1020, 0);
    assert_int_equal(read_at(t, 0x1020, 0), CACHE_HIT);
}

/* As a request that is answered at once. */
static struct cache_evicted ask(struct tags *t, uint64_t addr, uint32_t number, uint64_t comes)
{
    struct cache_evicted evicted = {true, 1, 1};
    uint32_t place;
    bool line = tags_ask(t, addr, addr, number, &place, &evicted);
    tags_answer(t, addr, number, place, line, comes);
    return evicted;
}

TEST(a_sector_that_is_asked_for_names_its_request_until_it_is_answered)
{
    struct tags *t FREED_BY(tags_free) = make(1, 4, 0);
    struct cache_evicted evicted;
    uint64_t comes = 0;
    uint32_t place, other;
    assert_true(tags_ask(t, 0, 0, 17, &place, &evicted));
    assert_int_equal(tags_read(t, 4, 100, &comes), CACHE_HIT_RESERVED);
    assert_true(comes == (TAGS_ASKED | 17));
    assert_false(tags_ask(t, 32, 32, UINT32_MAX, &other, &evicted)); /* the line is there */
    assert_int_equal(tags_read(t, 32, 100, &comes), CACHE_HIT_RESERVED);
    assert_true(comes == (TAGS_ASKED | UINT32_MAX));
    assert_false(tags_drop(t, 0, 1000)); /* a write finds nothing yet */
    tags_answer(t, 0, 17, place, true, 300);
    assert_int_equal(tags_read(t, 0, 299, &comes), CACHE_HIT_RESERVED);
    assert_int_equal(comes, 300);
    assert_int_equal(tags_read(t, 0, 300, &comes), CACHE_HIT);
    assert_int_equal(tags_read(t, 32, 300, &comes), CACHE_HIT_RESERVED);
    assert_true(comes == (TAGS_ASKED | UINT32_MAX));
}

/* A line may be evicted, and its place be another's, before the answer comes. */
TEST(the_answer_to_a_sector_that_is_gone_changes_nothing)
{
    struct tags *t FREED_BY(tags_free) = make(1, 1, 0);
    struct cache_evicted evicted;
    uint64_t comes = 0;
    uint32_t place, other;
    tags_ask(t, 0, 0, 1, &place, &evicted);
    tags_ask(t, 128, 128, 2, &other, &evicted);
    assert_true(evicted.happened);
    assert_int_equal(place, other);
    tags_answer(t, 0, 1, place, true, 300);
    assert_int_equal(tags_read(t, 0, 300, &comes), CACHE_MISS);
    assert_int_equal(tags_read(t, 128, 300, &comes), CACHE_HIT_RESERVED);
    assert_true(comes == (TAGS_ASKED | 2));
}

TEST(a_sector_on_its_way_says_when_it_comes)
{
    struct tags *t FREED_BY(tags_free) = make(1, 4, 0);
    uint64_t comes = 0;
    fetch(t, 0, 500);
    assert_int_equal(tags_read(t, 0, 100, &comes), CACHE_HIT_RESERVED);
    assert_int_equal(comes, 500);
    assert_int_equal(tags_read(t, 8, 499, &comes), CACHE_HIT_RESERVED);
    assert_int_equal(comes, 500);
    assert_int_equal(tags_read(t, 32, 499, &comes), CACHE_SECTOR_MISS);
    assert_int_equal(tags_read(t, 0, 500, &comes), CACHE_HIT);
    assert_int_equal(comes, 500);
    assert_int_equal(tags_read(t, 0, 70000, &comes), CACHE_HIT);
    assert_int_equal(comes, 70000);
    /* Times are kept modulo 2^32. */
    const uint64_t late = (UINT64_C(1) << 32) - 10;
    fetch(t, 128, late + 30);
    assert_int_equal(tags_read(t, 128, late, &comes), CACHE_HIT_RESERVED);
    assert_true(comes == late + 30);
    assert_int_equal(tags_read(t, 128, late + 30, &comes), CACHE_HIT);
}

TEST(the_least_recently_used_line_goes)
{
    struct tags *t FREED_BY(tags_free) = make(1, 4, 0);
    for (uint64_t i = 0; i < 4; i++)
        assert_false(fetch(t, i * 128, 0).happened);
    assert_int_equal(read_at(t, 0, 0), CACHE_HIT);                /* touches */
    assert_int_equal(read_at(t, 128 + 32, 0), CACHE_SECTOR_MISS); /* does not */
    struct cache_evicted e = fetch(t, 4 * 128, 0);
    assert_true(e.happened && e.line_addr == 128 && e.dirty_sectors == 0);
    fetch(t, 2 * 128 + 96, 0); /* of a line that is there: touches */
    e = fetch(t, 5 * 128, 0);
    assert_true(e.happened && e.line_addr == 3 * 128);
    assert_int_equal(read_at(t, 0, 0), CACHE_HIT);
    assert_int_equal(read_at(t, 128, 0), CACHE_MISS);
}

TEST(a_set_evicts_only_its_own_lines)
{
    struct tags *t FREED_BY(tags_free) = make(2, 2, 8);
    fetch(t, 0, 0);
    fetch(t, 128, 0);
    fetch(t, 3 * 128, 0);
    struct cache_evicted e = fetch(t, 5 * 128, 0);
    assert_true(e.happened && e.line_addr == 128);
    assert_false(fetch(t, 2 * 128, 0).happened);
    assert_int_equal(read_at(t, 0, 0), CACHE_HIT);
}

TEST(an_evicted_line_names_its_dirty_sectors)
{
    struct tags *t FREED_BY(tags_free) = make(1, 1, 0);
    fetch(t, 0x2000, 0);
    write_at(t, 0x2020, 1, 0, CACHE_SECTOR_MISS);
    write_at(t, 0x2060, CACHE_ALL_BYTES, 0, CACHE_SECTOR_MISS);
    struct cache_evicted e = fetch(t, 0x4000, 0);
    assert_true(e.happened && e.line_addr == 0x2000);
    assert_int_equal(e.dirty_sectors, 0xa);
    e = write_at(t, 0x6000, 1, 0, CACHE_MISS);
    assert_true(e.happened && e.line_addr == 0x4000 && e.dirty_sectors == 0);
    e = fetch(t, 0x8000, 0);
    assert_int_equal(e.dirty_sectors, 1);
}

TEST(writes_say_what_they_find)
{
    struct tags *t FREED_BY(tags_free) = make(1, 4, 0);
    fetch(t, 0, 100);
    write_at(t, 0, 1, 50, CACHE_HIT_RESERVED);
    write_at(t, 0, 1, 100, CACHE_HIT);
    write_at(t, 32, 1, 100, CACHE_SECTOR_MISS);
    write_at(t, 128, 1, 100, CACHE_MISS);
    write_at(t, 128, 1, 100, CACHE_HIT);
}

TEST(a_partly_written_sector_cannot_be_read_until_it_is_whole)
{
    struct tags *t FREED_BY(tags_free) = make(1, 2, 0);
    write_at(t, 64, 0x0000ffff, 0, CACHE_MISS);
    assert_int_equal(read_at(t, 64, 0), CACHE_SECTOR_MISS);
    write_at(t, 64, 0xffff0000, 0, CACHE_HIT);
    assert_int_equal(read_at(t, 64, 0), CACHE_HIT);
    write_at(t, 96, 1, 0, CACHE_SECTOR_MISS);
    fetch(t, 96, 0);
    assert_int_equal(read_at(t, 96, 0), CACHE_HIT);
    /* Bytes written before an eviction do not come back. */
    write_at(t, 0x1000, 0x7fffffff, 0, CACHE_MISS);
    fetch(t, 0x2000, 0);
    fetch(t, 0x3000, 0);
    write_at(t, 0x1000, 0x80000000, 0, CACHE_MISS);
    assert_int_equal(read_at(t, 0x1000, 0), CACHE_SECTOR_MISS);
}

TEST(tags_that_forget_bytes_miss_on_partly_written_sectors)
{
    struct tags *t FREED_BY(tags_free);
    const struct cache_shape shape = {.sets = 1, .ways = 2, .line_B = 128, .forgets_bytes = true};
    assert_ok(tags_create(&t, &shape, 0, &st));
    write_at(t, 64, 0x0000ffff, 0, CACHE_MISS);
    write_at(t, 64, 0xffff0000, 0, CACHE_SECTOR_MISS);
    assert_int_equal(read_at(t, 64, 0), CACHE_SECTOR_MISS);
    write_at(t, 64, CACHE_ALL_BYTES, 0, CACHE_SECTOR_MISS);
    assert_int_equal(read_at(t, 64, 0), CACHE_HIT);
    /* Readable stays readable. */
    write_at(t, 64, 1, 0, CACHE_HIT);
    write_at(t, 64, 1, 0, CACHE_HIT);
    assert_int_equal(read_at(t, 64, 0), CACHE_HIT);
}

TEST(a_sector_is_dropped_where_it_is_there)
{
    struct tags *t FREED_BY(tags_free) = make(1, 2, 0);
    assert_false(tags_drop(t, 0, 0));
    fetch(t, 0, 100);
    fetch(t, 32, 0);
    assert_false(tags_drop(t, 0, 99)); /* on its way */
    assert_false(tags_drop(t, 64, 99));
    assert_true(tags_drop(t, 0, 100));
    assert_false(tags_drop(t, 0, 100));
    assert_int_equal(read_at(t, 0, 100), CACHE_SECTOR_MISS);
    assert_int_equal(read_at(t, 32, 100), CACHE_HIT);
}

TEST(a_line_without_sectors_goes_before_the_least_recently_used)
{
    struct tags *t FREED_BY(tags_free) = make(1, 3, 0);
    for (uint64_t i = 0; i < 3; i++)
        fetch(t, i * 128, 0);
    assert_true(tags_drop(t, 2 * 128, 0)); /* the most recently used one */
    assert_int_equal(read_at(t, 2 * 128, 0), CACHE_MISS);
    assert_false(fetch(t, 3 * 128, 0).happened);
    assert_int_equal(read_at(t, 0, 0), CACHE_HIT);
    assert_true(fetch(t, 4 * 128, 0).happened);
}

/* Lines asked for and not yet there take no room: those that are there stay, until they come. */
TEST(lines_on_their_way_take_no_room)
{
    enum { WAYS = 8, ON_WAY = 4 };
    struct tags *t FREED_BY(tags_free) = make(1, WAYS, ON_WAY);
    uint32_t evicted = 0, hits = 0;
    for (uint64_t i = 0; i < WAYS; i++)
        assert_false(ask(t, i * 128, 0, 0).happened);
    assert_int_equal(read_at(t, 0, 100), CACHE_HIT);
    for (uint64_t i = 0; i < ON_WAY; i++)
        evicted += ask(t, (100 + i) * 128, 0, 1000 + 16 * i).happened;
    assert_true(evicted <= 1);
    for (uint64_t i = 0; i < WAYS; i++)
        hits += read_at(t, i * 128, 200) == CACHE_HIT;
    assert_int_equal(hits, WAYS - evicted);
    /* All have come: there are as many lines as ways again once the next is asked for. */
    assert_int_equal(read_at(t, 100 * 128, 5000), CACHE_HIT);
    ask(t, 200 * 128, 0, 5001);
    hits = 0;
    for (uint64_t i = 0; i < 201; i++)
        hits += read_at(t, i * 128, 9000) == CACHE_HIT;
    assert_int_equal(hits, WAYS);
}

/* However many are on their way, no more lines are there than ways and spare ones. */
TEST(there_are_never_more_lines_than_room)
{
    enum { WAYS = 4, ON_WAY = 3, LINES = 64 };
    struct tags *t FREED_BY(tags_free) = make(1, WAYS, ON_WAY);
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t line = random_below(5, RANDOM_TEST, 2 * i, LINES), now = 10 * i, comes;
        if (tags_read(t, line * 128, now, &comes) == CACHE_MISS)
            ask(t, line * 128, 0, now + random_below(5, RANDOM_TEST, 2 * i + 1, 40000));
        if (i % 50)
            continue;
        uint32_t there = 0;
        for (uint64_t l = 0; l < LINES; l++)
            there += read_at(t, l * 128, now) != CACHE_MISS;
        assert_true(there >= (i ? WAYS : 1) && there <= WAYS + ON_WAY);
    }
}

/* ---- against the cycle model's tags, every fill being immediate ---- */

static void assert_same_eviction(const struct cache_evicted *a, const struct cache_evicted *b)
{
    assert_int_equal(a->happened, b->happened);
    if (!a->happened)
        return;
    assert_int_equal(a->line_addr, b->line_addr);
    assert_int_equal(a->dirty_sectors, b->dirty_sectors);
}

static void read_both(struct tags *t, struct cache *c, uint64_t addr, uint64_t index_addr)
{
    uint64_t comes = 0;
    struct cache_evicted ours, theirs;
    enum cache_status status = cache_probe(c, addr, false);
    assert_int_equal(tags_read(t, addr, 7, &comes), status);
    if (status == CACHE_HIT) {
        assert_int_equal(comes, 7);
        cache_touch(c, addr);
        return;
    }
    assert_true(cache_reserve(c, addr, index_addr, &theirs));
    cache_fill(c, addr);
    ours = fetch_into(t, addr, index_addr, 7);
    assert_same_eviction(&ours, &theirs);
}

static void write_both(struct tags *t, struct cache *c, uint64_t addr, uint64_t index_addr,
                       uint32_t bytes)
{
    struct cache_evicted ours, theirs;
    enum cache_status status = cache_probe(c, addr, true);
    assert_true(cache_write(c, addr, index_addr, bytes, &theirs));
    assert_int_equal(tags_write(t, addr, index_addr, bytes, 7, &ours), status);
    assert_same_eviction(&ours, &theirs);
}

static void compare(const struct cache_shape *shape, uint64_t seed)
{
    enum { STEPS = 30000 };
    struct tags *t FREED_BY(tags_free);
    struct cache *c;
    assert_ok(tags_create(&t, shape, 0, &st));
    assert_ok(cache_create(&c, shape, "cache", &st));
    uint64_t span = (uint64_t)shape->sets * shape->ways * shape->line_B * 3 / 2;
    for (uint64_t i = 0; i < STEPS; i++) {
        uint64_t addr = random_below(seed, RANDOM_TEST, 4 * i, span) & ~UINT64_C(31);
        uint64_t what = random_below(seed, RANDOM_TEST, 4 * i + 1, 100);
        uint64_t bytes = random_u64(seed, RANDOM_TEST, 4 * i + 2),
                 index_addr = addr / 1024 * 512 + addr % 512;
        if (what < 60)
            read_both(t, c, addr, index_addr);
        else if (what < 90)
            write_both(t, c, addr, index_addr, what < 75 ? CACHE_ALL_BYTES : (uint32_t)bytes);
    }
    cache_free(c);
}

static void read_line(struct tags *t, struct l1d_lines *l, uint64_t addr, uint64_t number,
                      uint8_t bit)
{
    uint64_t comes = 0;
    struct cache_evicted evicted;
    uint32_t line = l1d_lines_find(l, number);
    bool there = line != L1D_NO_LINE;
    bool hit = there && l->lines[line].present & bit;
    assert_int_equal(tags_read(t, addr, 7, &comes), hit     ? CACHE_HIT
                                                    : there ? CACHE_SECTOR_MISS
                                                            : CACHE_MISS);
    if (hit) {
        assert_int_equal(comes, 7);
        l1d_lines_touch(l, line);
        return;
    }
    if (!there)
        line = l1d_lines_add(l, number);
    evicted = fetch_into(t, addr, addr, 7);
    assert_int_equal(evicted.happened, l1d_lines_place(l, line, bit));
}

/* As an L1D has it: reads fill, writes drop. */
static void compare_with_drops(const struct cache_shape *shape, uint64_t seed)
{
    enum { STEPS = 30000 };
    struct l1d_config config = {
        .sets = shape->sets, .ways = shape->ways, .line_B = shape->line_B, .mshrs = 1};
    struct tags *t FREED_BY(tags_free);
    struct l1d_lines l ENDED_BY(l1d_lines_free);
    assert_ok(tags_create(&t, shape, 0, &st));
    assert_ok(l1d_lines_create(&l, &config, &st));
    uint64_t span = (uint64_t)shape->sets * shape->ways * shape->line_B * 3 / 2;
    for (uint64_t i = 0; i < STEPS; i++) {
        uint64_t addr = random_below(seed, RANDOM_TEST, 2 * i, span) & ~UINT64_C(31);
        uint64_t number = addr / shape->line_B;
        uint8_t bit = (uint8_t)(1u << addr % shape->line_B / SECTOR_B);
        if (random_below(seed, RANDOM_TEST, 2 * i + 1, 3)) {
            read_line(t, &l, addr, number, bit);
            continue;
        }
        uint32_t line = l1d_lines_find(&l, number);
        bool hit = line != L1D_NO_LINE && l.lines[line].present & bit;
        assert_int_equal(tags_drop(t, addr, 7), hit);
        if (hit)
            l1d_lines_drop(&l, line, bit);
    }
}

TEST(they_agree_with_the_cycle_models)
{
    uint64_t seed = 11;
    for (int forgets = 0; forgets < 2; forgets++)
        for (int index = SET_INDEX_LINEAR; index <= SET_INDEX_IPOLY; index++)
            for (uint32_t line = 32; line <= 256; line *= 2)
                compare(&(struct cache_shape){.sets = 16,
                                              .ways = 3,
                                              .line_B = line,
                                              .set_index = (enum set_index_kind)index,
                                              .forgets_bytes = forgets},
                        seed++);
    compare(&(struct cache_shape){.sets = 1, .ways = 64, .line_B = 128}, seed++);
    compare(&(struct cache_shape){.sets = 64, .ways = 1, .line_B = 128}, seed++);
    compare(&(struct cache_shape){.sets = 1, .ways = 1, .line_B = 128}, seed++);
}

TEST(they_agree_where_sectors_are_dropped)
{
    compare_with_drops(&(struct cache_shape){.sets = 1, .ways = 32, .line_B = 128}, 41);
    compare_with_drops(&(struct cache_shape){.sets = 8, .ways = 4, .line_B = 64}, 42);
    compare_with_drops(&(struct cache_shape){.sets = 1, .ways = 1, .line_B = 128}, 43);
    compare_with_drops(&(struct cache_shape){.sets = 4, .ways = 2, .line_B = 32}, 44);
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    const struct cache_shape shape = {.sets = 2, .ways = 2, .line_B = 128};
    struct tags *t = (struct tags *)(void *)&st;
    assert_survives_without_memory(tags_create(&t, &shape, 4, &st), 7, assert_null(t));
    tags_free(t);
    tags_free(NULL);
}

/* ---- which set a line falls into ---- */

/* The remainder by a primitive polynomial of the set's degree, divided out bit by bit; of them the
 * hash of 64 sets is the published one (tests/timing/cache.c). */
static uint32_t remainder_of(uint64_t number, uint32_t bits, uint64_t polynomial)
{
    for (uint32_t i = 63; i >= bits; i--)
        if (number >> i & 1)
            number ^= polynomial << (i - bits);
    return (uint32_t)number;
}

TEST(a_linear_index_is_the_low_bits)
{
    struct set_index s;
    set_index_make(&s, 64, SET_INDEX_LINEAR);
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t number = random_u64(6, RANDOM_TEST, i);
        assert_int_equal(set_index_of(&s, number), number % 64);
    }
    set_index_make(&s, 1, SET_INDEX_IPOLY);
    assert_int_equal(set_index_of(&s, 12345), 0);
}

TEST(a_hashed_index_is_a_remainder_of_polynomials)
{
    static const struct {
        uint32_t sets, bits;
        uint64_t polynomial;
    } cases[] = {
        {2, 1, 0x3}, {16, 4, 0x13}, {64, 6, 0x43}, {1024, 10, 0x409}, {65536, 16, 0x1002d}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct set_index s;
        set_index_make(&s, cases[k].sets, SET_INDEX_IPOLY);
        for (uint64_t i = 0; i < 2000; i++) {
            uint64_t number = random_u64(7, RANDOM_TEST, i) >> i % 64;
            assert_int_equal(set_index_of(&s, number),
                             remainder_of(number, cases[k].bits, cases[k].polynomial));
        }
    }
}
