/* The tag array: hits, sectors, dirt, victims, set hash. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/timing/memory/cache.h"

FREES(cache_free, struct cache)

static struct cache *make(uint32_t sets, uint32_t ways, enum set_index_kind index)
{
    struct cache *c;
    struct cache_shape shape = {.sets = sets, .ways = ways, .line_B = 128, .set_index = index};
    assert_ok(cache_create(&c, &shape, "cache", &st));
    return c;
}

/* Of so many sectors from address 0 on, those that are there. */
static uint32_t sectors(struct cache *c, uint32_t n)
{
    uint32_t there = 0;
    for (uint64_t i = 0; i < n; i++)
        there += cache_probe(c, i * 32, false) == CACHE_HIT;
    return there;
}

static struct cache_evicted place(struct cache *c, uint64_t addr)
{
    struct cache_evicted evicted;
    assert_true(cache_reserve(c, addr, addr, &evicted));
    cache_fill(c, addr);
    return evicted;
}

TEST(a_sector_is_found_only_after_it_was_placed)
{
    struct cache *c FREED_BY(cache_free) = make(1, 4, SET_INDEX_LINEAR);
    assert_int_equal(cache_probe(c, 0x1000, false), CACHE_MISS);
    place(c, 0x1000);
    assert_int_equal(cache_probe(c, 0x1000, false), CACHE_HIT);
    assert_int_equal(cache_probe(c, 0x101f, false), CACHE_HIT);
    assert_int_equal(cache_probe(c, 0x1020, false), CACHE_SECTOR_MISS);
    assert_int_equal(cache_probe(c, 0x1080, false), CACHE_MISS);
    place(c, 0x1020);
    assert_int_equal(cache_probe(c, 0x1020, false), CACHE_HIT);
    assert_int_equal(sectors(c, 0x1000), 2);
}

/* Addresses whose line numbers have the same low 32 bits. */
TEST(lines_differ_in_every_bit_of_their_address)
{
    struct cache *c FREED_BY(cache_free) = make(1, 4, SET_INDEX_LINEAR);
    place(c, 0x1000);
    for (uint32_t bit = 39; bit < 64; bit++)
        assert_int_equal(cache_probe(c, 0x1000 + (UINT64_C(1) << bit), false), CACHE_MISS);
}

TEST(the_only_line_of_each_set_goes)
{
    enum { SETS = 8 };
    struct cache *c FREED_BY(cache_free) = make(SETS, 1, SET_INDEX_LINEAR);
    for (uint64_t i = 0; i < SETS; i++)
        assert_false(place(c, i * 128).happened);
    for (uint64_t i = SETS; i < 4 * SETS; i++)
        assert_int_equal(place(c, i * 128).line_addr, (i - SETS) * 128);
}

TEST(the_least_recently_used_line_goes)
{
    struct cache *c FREED_BY(cache_free) = make(1, 4, SET_INDEX_LINEAR);
    for (uint64_t i = 0; i < 4; i++)
        assert_false(place(c, i * 128).happened);
    cache_touch(c, 0);
    struct cache_evicted e = place(c, 4 * 128);
    assert_true(e.happened && e.line_addr == 128 && e.dirty_sectors == 0);
    e = place(c, 5 * 128);
    assert_true(e.happened && e.line_addr == 2 * 128);
    assert_int_equal(cache_probe(c, 0, false), CACHE_HIT);
    assert_int_equal(cache_probe(c, 128, false), CACHE_MISS);
}

TEST(a_pending_sector_is_a_reserved_hit_and_pins_its_line)
{
    struct cache *c FREED_BY(cache_free) = make(1, 2, SET_INDEX_LINEAR);
    struct cache_evicted e;
    assert_true(cache_reserve(c, 0, 0, &e));
    assert_int_equal(cache_probe(c, 0, false), CACHE_HIT_RESERVED);
    assert_int_equal(cache_probe(c, 0, true), CACHE_HIT_RESERVED);
    assert_int_equal(cache_probe(c, 32, false), CACHE_SECTOR_MISS);
    assert_true(cache_reserve(c, 128, 128, &e) && !e.happened);
    assert_false(cache_reserve(c, 256, 256, &e));
    assert_false(cache_write(c, 256, 256, CACHE_ALL_BYTES, &e));
    assert_int_equal(cache_probe(c, 256, false), CACHE_MISS);
    cache_fill(c, 128);
    assert_int_equal(cache_probe(c, 128, false), CACHE_HIT);
    assert_true(cache_reserve(c, 256, 256, &e));
    assert_true(e.happened && e.line_addr == 128);
}

TEST(a_partly_written_sector_cannot_be_read_until_it_is_whole)
{
    struct cache *c FREED_BY(cache_free) = make(1, 2, SET_INDEX_LINEAR);
    struct cache_evicted e;
    assert_true(cache_write(c, 64, 64, 0x0000ffff, &e));
    assert_int_equal(cache_probe(c, 64, true), CACHE_HIT);
    assert_int_equal(cache_probe(c, 64, false), CACHE_SECTOR_MISS);
    assert_true(cache_write(c, 64, 64, 0xffff0000, &e));
    assert_int_equal(cache_probe(c, 64, false), CACHE_HIT);

    assert_true(cache_write(c, 96, 96, 1, &e));
    assert_true(cache_reserve(c, 96, 96, &e));
    assert_int_equal(cache_probe(c, 96, false), CACHE_HIT_RESERVED);
    assert_int_equal(cache_probe(c, 96, true), CACHE_HIT_RESERVED);
    cache_fill(c, 96);
    assert_int_equal(cache_probe(c, 96, false), CACHE_HIT);
}

/* Written while it is fetched, a sector is as if it were not fetched, until the data come. */
TEST(a_write_takes_a_pending_sector_over)
{
    for (int forgets = 0; forgets < 2; forgets++) {
        struct cache *c FREED_BY(cache_free);
        struct cache_evicted e;
        struct cache_shape shape = {.sets = 1, .ways = 2, .line_B = 128, .forgets_bytes = forgets};
        assert_ok(cache_create(&c, &shape, "cache", &st));
        assert_true(cache_reserve(c, 0, 0, &e));
        assert_true(cache_write(c, 0, 0, 1, &e));
        assert_int_equal(cache_probe(c, 0, false), CACHE_SECTOR_MISS);
        assert_true(cache_reserve(c, 0, 0, &e)); /* a read joins the fetch */
        assert_int_equal(cache_probe(c, 0, false), CACHE_HIT_RESERVED);
        cache_fill(c, 0);
        assert_int_equal(cache_probe(c, 0, false), CACHE_HIT);

        assert_true(cache_reserve(c, 32, 32, &e));
        assert_true(cache_write(c, 32, 32, 1, &e));
        cache_fill(c, 32);
        assert_int_equal(cache_probe(c, 32, false), forgets ? CACHE_SECTOR_MISS : CACHE_HIT);

        assert_true(cache_reserve(c, 64, 64, &e));
        assert_true(cache_write(c, 64, 64, CACHE_ALL_BYTES, &e));
        assert_int_equal(cache_probe(c, 64, false), CACHE_HIT);
        cache_fill(c, 64);
        assert_int_equal(cache_probe(c, 64, false), CACHE_HIT);
        assert_int_equal(sectors(c, 8), forgets ? 2 : 3);
    }
}

TEST(a_cache_that_forgets_bytes_misses_on_partly_written_sectors)
{
    struct cache *c FREED_BY(cache_free);
    struct cache_evicted e;
    struct cache_shape shape = {.sets = 1, .ways = 2, .line_B = 128, .forgets_bytes = true};
    assert_ok(cache_create(&c, &shape, "cache", &st));
    assert_true(cache_write(c, 64, 64, 0x0000ffff, &e));
    assert_int_equal(cache_probe(c, 64, true), CACHE_SECTOR_MISS);
    assert_true(cache_write(c, 64, 64, 0xffff0000, &e));
    assert_int_equal(cache_probe(c, 64, false), CACHE_SECTOR_MISS);
    assert_true(cache_write(c, 64, 64, CACHE_ALL_BYTES, &e));
    assert_int_equal(cache_probe(c, 64, false), CACHE_HIT);
    assert_int_equal(cache_probe(c, 64, true), CACHE_HIT);
    /* Readable stays readable. */
    assert_true(cache_write(c, 64, 64, 1, &e));
    assert_int_equal(cache_probe(c, 64, true), CACHE_HIT);
}

TEST(an_evicted_line_names_its_dirty_sectors)
{
    struct cache *c FREED_BY(cache_free) = make(1, 1, SET_INDEX_LINEAR);
    struct cache_evicted e;
    place(c, 0x2000);
    assert_true(cache_write(c, 0x2020, 0, 1, &e));
    assert_true(cache_write(c, 0x2060, 0, CACHE_ALL_BYTES, &e));
    assert_true(cache_reserve(c, 0x4000, 0, &e));
    assert_true(e.happened && e.line_addr == 0x2000);
    assert_int_equal(e.dirty_sectors, 0xa);
    /* Written while it is fetched: dirty after the fill. */
    assert_true(cache_write(c, 0x4000, 0, 1, &e));
    cache_fill(c, 0x4000);
    assert_true(cache_reserve(c, 0x6000, 0, &e));
    assert_int_equal(e.dirty_sectors, 1);
}

TEST(bytes_written_before_an_eviction_do_not_come_back)
{
    struct cache *c FREED_BY(cache_free) = make(1, 1, SET_INDEX_LINEAR);
    struct cache_evicted e;
    assert_true(cache_write(c, 0, 0, 0x7fffffff, &e));
    place(c, 128);
    assert_true(cache_write(c, 0, 0, 0x80000000, &e));
    assert_int_equal(cache_probe(c, 0, false), CACHE_SECTOR_MISS);
}

/* GPGPU-Sim's 64-set hash, equation by equation as Vulkan-Sim has it, for 32-bit addresses. */
static uint32_t listed_ipoly64(uint64_t addr)
{
    static const uint32_t a_bits[6][10] = {
        {0, 5, 6, 10, 12, 15, 16, 17, 18, 99}, {0, 1, 5, 7, 10, 11, 12, 13, 15, 99},
        {1, 2, 6, 8, 11, 12, 13, 14, 16, 99},  {2, 3, 7, 9, 12, 13, 14, 15, 17, 99},
        {3, 4, 8, 10, 13, 14, 15, 16, 18, 99}, {4, 5, 9, 11, 14, 15, 16, 17, 99, 99}};
    uint64_t b = addr >> 7 & 63, a = addr >> 13;
    uint32_t set = 0;
    for (int i = 0; i < 6; i++) {
        uint64_t bit = b >> i & 1;
        for (int j = 0; j < 10 && a_bits[i][j] != 99; j++)
            bit ^= a >> a_bits[i][j] & 1;
        set |= (uint32_t)bit << i;
    }
    return set;
}

TEST(the_hash_for_64_sets_is_the_published_one)
{
    struct set_index index;
    set_index_make(&index, 64, SET_INDEX_IPOLY);
    assert_int_equal(set_index_of(&index, 0x0), 0);
    assert_int_equal(set_index_of(&index, 5), 5);
    assert_int_equal(set_index_of(&index, 1 << 6), 3);       /* x^6 = x + 1 */
    assert_int_equal(set_index_of(&index, 1 << 11), 32 + 3); /* x^11 = x^5 + x + 1 */
    assert_int_equal(set_index_of(&index, (1 << 6) + 3), 0); /* x^6 + x + 1 = 0 */
    for (uint32_t i = 0; i < 10000; i++) {
        uint64_t addr = random_u64(1, RANDOM_TEST, i) & 0xffffffff;
        assert_int_equal(set_index_of(&index, addr / 128), listed_ipoly64(addr));
    }
}

TEST(every_hash_spreads_consecutive_and_strided_lines_over_all_sets)
{
    for (uint32_t sets = 1; sets <= 1024; sets *= 2)
        for (int index = SET_INDEX_LINEAR; index <= SET_INDEX_IPOLY; index++) {
            struct cache *c FREED_BY(cache_free) = make(sets, 1, (enum set_index_kind)index);
            for (uint64_t line = 0; line < sets; line++)
                assert_false(place(c, (7 * sets + line) * 128).happened);
            for (uint64_t line = 0; line < sets; line++)
                assert_int_equal(cache_probe(c, (7 * sets + line) * 128, false), CACHE_HIT);
        }
}

/* Against a plain model: an array searched from end to end. */
TEST(a_fully_associative_cache_agrees_with_a_plain_list)
{
    enum { WAYS = 512, LINES = 700, STEPS = 60000 };
    struct cache *c FREED_BY(cache_free) = make(1, WAYS, SET_INDEX_LINEAR);
    static uint64_t used[LINES]; /* time of last use, 0: absent */
    uint32_t n = 0;
    for (uint64_t t = 1; t <= STEPS; t++) {
        uint64_t line = random_below(2, RANDOM_TEST, t, LINES);
        assert_int_equal(cache_probe(c, line * 128, false), used[line] ? CACHE_HIT : CACHE_MISS);
        if (used[line]) {
            cache_touch(c, line * 128);
        } else {
            struct cache_evicted e = place(c, line * 128);
            assert_int_equal(e.happened, n == WAYS);
            if (e.happened) {
                uint64_t victim = e.line_addr / 128;
                for (uint32_t i = 0; i < LINES; i++)
                    assert_true(!used[i] || used[i] >= used[victim]);
                used[victim] = 0;
            } else {
                n++;
            }
        }
        used[line] = t;
    }
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct cache_shape shape = {
        .sets = 64, .ways = 16, .line_B = 128, .set_index = SET_INDEX_IPOLY};
    struct cache *c;
    assert_survives_without_memory(cache_create(&c, &shape, "l2", &st), 5, assert_null(c));
    cache_free(c);
}
