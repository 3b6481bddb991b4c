/* The choice of section blocks: percentages, shares, seeds, for many random groups. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "partition/select.h"

#include <math.h>
#include <string.h>

enum { MOST_COLORS = 8, MOST_BLOCKS = 600 };

struct group {
    struct select_block blocks[MOST_BLOCKS];
    size_t n;
    uint32_t n_colors;
    double share[MOST_COLORS];
    uint64_t pixels, largest;
    uint64_t pixels_of[MOST_COLORS];
};

static uint64_t below(uint64_t index, uint64_t bound)
{
    return random_below(5, RANDOM_TEST, index, bound);
}

static void make_group(struct group *g, uint64_t number)
{
    uint64_t at = number << 16;
    memset(g, 0, sizeof *g);
    g->n = 1 + below(at++, number % 5 == 0 ? 4 : MOST_BLOCKS);
    g->n_colors = 1 + (uint32_t)below(at++, MOST_COLORS);
    for (size_t i = 0; i < g->n; i++) {
        struct select_block *b = &g->blocks[i];
        b->pixels = below(at++, 4) > 0 ? 64 : 1 + below(at, 64);
        b->color = (uint32_t)below(++at, g->n_colors);
        g->pixels += b->pixels;
        g->pixels_of[b->color] += b->pixels;
        g->largest = b->pixels > g->largest ? b->pixels : g->largest;
        at++;
    }
    double sum = 0.0;
    for (uint32_t j = 0; j < g->n_colors; j++)
        sum += g->share[j] = number % 3 == 0 ? (double)g->pixels_of[j] : (double)below(at++, 9);
    for (uint32_t j = 0; j < g->n_colors; j++)
        g->share[j] = sum > 0.0 ? g->share[j] / sum : 1.0 / g->n_colors;
}

static uint64_t taken_pixels(const struct group *g, const uint8_t *taken, int color)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < g->n; i++)
        if (taken[i] && (color < 0 || g->blocks[i].color == (uint32_t)color))
            sum += g->blocks[i].pixels;
    return sum;
}

static void choose(const struct group *g, double wanted, uint64_t seed, uint8_t *taken)
{
    memset(taken, 7, MOST_BLOCKS);
    assert_ok(select_blocks(g->blocks, g->n, g->share, g->n_colors, wanted, seed, taken, &st));
    for (size_t i = 0; i < g->n; i++)
        assert_in_range(taken[i], 0, 1);
}

TEST(the_pixels_wanted_are_reached_within_half_a_block)
{
    struct group g;
    uint8_t taken[MOST_BLOCKS];
    for (uint64_t i = 0; i < 1000; i++) {
        make_group(&g, i);
        double wanted = (double)g.pixels * random_unit(6, RANDOM_TEST, i);
        choose(&g, wanted, i, taken);
        uint64_t got = taken_pixels(&g, taken, -1);
        assert_true(got > 0);
        if (wanted >= (double)g.largest && fabs((double)got - wanted) > (double)g.largest / 2)
            fail_msg("group %d: %g pixels wanted, %g chosen", (int)i, wanted, (double)got);
    }
}

/* Half a block more or less than wanted is as near: the block is taken. */
TEST(of_two_sums_as_near_the_larger_is_taken)
{
    static struct group g = {
        .blocks = {{64, 0}, {64, 0}, {64, 0}}, .n = 3, .n_colors = 1, .share = {1}};
    uint8_t taken[MOST_BLOCKS];
    choose(&g, 96, 1, taken);
    assert_int_equal(taken_pixels(&g, taken, -1), 128);
    choose(&g, 95, 1, taken);
    assert_int_equal(taken_pixels(&g, taken, -1), 64);
}

TEST(all_pixels_are_all_blocks)
{
    struct group g;
    uint8_t taken[MOST_BLOCKS];
    for (uint64_t i = 0; i < 1000; i++) {
        make_group(&g, i);
        choose(&g, (double)g.pixels, i, taken);
        assert_int_equal(taken_pixels(&g, taken, -1), g.pixels);
    }
}

TEST(at_least_one_block_is_chosen)
{
    struct group g;
    uint8_t taken[MOST_BLOCKS];
    for (uint64_t i = 0; i < 200; i++) {
        make_group(&g, i);
        choose(&g, 0.0, i, taken);
        size_t n = 0;
        for (size_t b = 0; b < g.n; b++)
            n += taken[b];
        assert_int_equal(n, 1);
    }
    assert_ok(select_blocks(NULL, 0, (const double[]){0.0}, 1, 0.0, 1, NULL, &st));
}

/* Where each colour has the blocks for its share, it gets the share within one block. */
TEST(colors_with_enough_blocks_get_their_share)
{
    struct group g;
    uint8_t taken[MOST_BLOCKS];
    int checked = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        make_group(&g, i);
        double wanted = 0.3 * (double)g.pixels;
        bool enough = wanted >= (double)g.largest;
        for (uint32_t j = 0; j < g.n_colors; j++)
            enough &= (double)g.pixels_of[j] >= g.share[j] * wanted + (double)g.largest;
        if (!enough)
            continue;
        choose(&g, wanted, i, taken);
        for (uint32_t j = 0; j < g.n_colors; j++)
            assert_true(fabs((double)taken_pixels(&g, taken, (int)j) - g.share[j] * wanted) <=
                        (double)g.largest);
        checked++;
    }
    assert_true(checked > 300);
}

TEST(a_color_that_runs_out_is_used_up_and_others_fill)
{
    struct group g = {.n = 20, .n_colors = 3, .share = {0.1, 0.0, 0.9}, .pixels = 1280};
    uint8_t taken[MOST_BLOCKS];
    for (size_t i = 0; i < g.n; i++)
        g.blocks[i] = (struct select_block){64, i < 3 ? 2 : i < 12 ? 1 : 0};
    choose(&g, 640.0, 1, taken);
    assert_int_equal(taken_pixels(&g, taken, -1), 640);
    assert_int_equal(taken_pixels(&g, taken, 2), 192);
}

TEST(the_seed_decides)
{
    struct group g;
    uint8_t a[MOST_BLOCKS], b[MOST_BLOCKS];
    make_group(&g, 1);
    assert_true(g.n > 100);
    double wanted = 0.4 * (double)g.pixels;
    choose(&g, wanted, 1, a);
    choose(&g, wanted, 1, b);
    assert_memory_equal(a, b, g.n);
    choose(&g, wanted, 2, b);
    assert_memory_not_equal(a, b, g.n);
}

/* Blocks of one colour are as likely as each other. */
TEST(draws_are_even)
{
    enum { SEEDS = 4000, BLOCKS = 40 };
    struct group g = {.n = BLOCKS, .n_colors = 2, .share = {0.5, 0.5}};
    uint32_t times[BLOCKS] = {0};
    uint8_t taken[MOST_BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++)
        g.blocks[i] = (struct select_block){64, i % 2};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        choose(&g, 64.0 * 10, seed, taken);
        for (size_t i = 0; i < BLOCKS; i++)
            times[i] += taken[i];
    }
    /* Expected 1000 with a deviation of 27: five of them. */
    for (size_t i = 0; i < BLOCKS; i++)
        assert_in_range(times[i], 863, 1137);
}

TEST(more_pixels_contain_fewer_but_for_rounding)
{
    struct group g = {.n = 400, .n_colors = 4, .share = {0.25, 0.25, 0.25, 0.25}};
    uint8_t few[MOST_BLOCKS], many[MOST_BLOCKS];
    for (size_t i = 0; i < g.n; i++)
        g.blocks[i] = (struct select_block){64, i % 4};
    choose(&g, 64.0 * 40, 1, few);
    choose(&g, 64.0 * 120, 1, many);
    for (size_t i = 0; i < g.n; i++)
        assert_true(few[i] <= many[i]);
}

TEST(running_out_of_memory_is_reported)
{
    struct group g;
    uint8_t taken[MOST_BLOCKS];
    make_group(&g, 1);
    assert_survives_without_memory(
        select_blocks(g.blocks, g.n, g.share, g.n_colors, 100.0, 1, taken, &st), 2,
        assert_true(st.text[0]));
}
