/* Groups and their section blocks are disjoint covers of any image plane. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "partition/groups.h"

#include <string.h>

static uint32_t pick(uint64_t index, uint32_t most)
{
    return 1 + (uint32_t)random_below(1, RANDOM_TEST, index, most);
}

/* The paper's rule for one pixel: Fig. 6 (fine), rectangles of the grid (coarse). */
static uint32_t group_of(const struct groups *g, uint32_t x, uint32_t y)
{
    if (g->division == DIVISION_FINE)
        return (x / g->block_width + y / g->block_height) % g->n;
    uint32_t column = (uint32_t)((uint64_t)x * g->columns / g->width);
    return (uint32_t)((uint64_t)y * g->rows / g->height) * g->columns + column;
}

/* Marks every pixel of every block; fails where one is marked twice or belongs to another group. */
static void assert_covers(const struct groups *g)
{
    uint64_t n = (uint64_t)g->width * g->height, marked = 0;
    uint8_t *seen FREED_BY(mem_free) = mem_calloc(n, 1);
    for (uint32_t k = 0; k < g->n; k++) {
        struct block *blocks FREED_BY(mem_free);
        size_t n_blocks;
        assert_ok(groups_blocks(g, k, &blocks, &n_blocks, &st));
        for (size_t i = 0; i < n_blocks; i++) {
            struct block b = blocks[i];
            assert_true(b.width >= 1 && b.width <= g->block_width);
            assert_true(b.height >= 1 && b.height <= g->block_height);
            assert_true(b.x + b.width <= g->width && b.y + b.height <= g->height);
            for (uint32_t y = b.y; y < b.y + b.height; y++)
                for (uint32_t x = b.x; x < b.x + b.width; x++) {
                    assert_int_equal(group_of(g, x, y), k);
                    assert_int_equal(seen[(uint64_t)y * g->width + x]++, 0);
                    marked++;
                }
        }
    }
    assert_int_equal(marked, n);
}

TEST(any_division_covers_disjointly)
{
    uint32_t accepted = 0;
    for (uint64_t i = 0; i < 600; i++) {
        struct groups g;
        uint32_t width = pick(8 * i, i % 3 == 0 ? 9 : 150), height = pick(8 * i + 1, 90);
        uint32_t n = i % 7 == 0 ? pick(8 * i + 2, GROUPS_MOST) : pick(8 * i + 2, 30);
        enum division division = i % 2 ? DIVISION_FINE : DIVISION_COARSE;
        bool standard = i % 4 < 2;
        uint32_t bw = standard ? BLOCK_WIDTH : pick(8 * i + 3, 40);
        uint32_t bh = standard ? BLOCK_HEIGHT : pick(8 * i + 4, 8);
        enum st_code code = groups_init(&g, width, height, n, division, bw, bh, &st);
        if (code != ST_OK) {
            assert_false(standard);
            assert_int_equal(code, ST_USAGE);
            continue;
        }
        accepted++;
        assert_covers(&g);
    }
    assert_true(accepted > 400);
}

TEST(coarse_groups_differ_by_one_row_and_column_at_most)
{
    for (uint64_t i = 0; i < 200; i++) {
        struct groups g;
        uint32_t width = pick(4 * i, 120) + 30, height = pick(4 * i + 1, 120) + 30;
        assert_ok(groups_init(&g, width, height, pick(4 * i + 2, 30), DIVISION_COARSE, BLOCK_WIDTH,
                              BLOCK_HEIGHT, &st));
        assert_int_equal(g.columns * g.rows, g.n);
        uint32_t *columns FREED_BY(mem_free) = mem_calloc(g.columns, sizeof *columns);
        uint32_t *rows FREED_BY(mem_free) = mem_calloc(g.rows, sizeof *rows);
        for (uint32_t x = 0; x < width; x++)
            columns[group_of(&g, x, 0)]++;
        for (uint32_t y = 0; y < height; y++)
            rows[group_of(&g, 0, y) / g.columns]++;
        for (uint32_t c = 0; c < g.columns; c++)
            assert_in_range(columns[c], width / g.columns, (width + g.columns - 1) / g.columns);
        for (uint32_t r = 0; r < g.rows; r++)
            assert_in_range(rows[r], height / g.rows, (height + g.rows - 1) / g.rows);
    }
}

/* The matrix printed in Fig. 6 of the paper: five rows of five chunks, K = 4. */
TEST(fine_groups_are_those_of_figure_6)
{
    static const uint32_t figure[5][5] = {
        {0, 1, 2, 3, 0}, {1, 2, 3, 0, 1}, {2, 3, 0, 1, 2}, {3, 0, 1, 2, 3}, {0, 1, 2, 3, 0}};
    struct groups g;
    assert_ok(groups_init(&g, 160, 10, 4, DIVISION_FINE, BLOCK_WIDTH, BLOCK_HEIGHT, &st));
    for (uint32_t y = 0; y < 10; y++)
        for (uint32_t x = 0; x < 160; x++)
            assert_int_equal(group_of(&g, x, y), figure[y / 2][x / 32]);
}

/* Fig. 5 and docs/model.md, "The authors' scripts": 512 x 512, K = 6: 2 columns, rows of 171, 171,
 * 170. */
TEST(coarse_groups_of_a_square_are_three_rows_of_two)
{
    struct groups g;
    assert_ok(groups_init(&g, 512, 512, 6, DIVISION_COARSE, BLOCK_WIDTH, BLOCK_HEIGHT, &st));
    assert_int_equal(g.columns, 2);
    assert_int_equal(g.rows, 3);
    assert_int_equal(group_of(&g, 255, 170), 0);
    assert_int_equal(group_of(&g, 256, 170), 1);
    assert_int_equal(group_of(&g, 255, 171), 2);
    assert_int_equal(group_of(&g, 256, 342), 5);
    assert_ok(groups_init(&g, 640, 480, 6, DIVISION_COARSE, BLOCK_WIDTH, BLOCK_HEIGHT, &st));
    assert_int_equal(g.columns, 3);
}

TEST(what_cannot_be_divided_is_refused)
{
    static const struct {
        uint32_t width, height, n;
        enum division division;
        uint32_t block_width, block_height;
        const char *said;
    } cases[] = {
        {0, 4, 1, DIVISION_FINE, 32, 2, "at least one"},
        {4, 0, 1, DIVISION_FINE, 32, 2, "at least one"},
        {64, 64, 0, DIVISION_FINE, 32, 2, "1 to 1024"},
        {64, 64, 1025, DIVISION_FINE, 32, 2, "1 to 1024"},
        {64, 64, 1, DIVISION_FINE, 0, 2, "at least one"},
        {64, 64, 1, DIVISION_FINE, 32, 0, "at least one"},
        {64, 64, 1, DIVISION_COARSE, 65, 2, "larger than the image plane of 64x64"},
        {33, 3, 1, DIVISION_FINE, 32, 5, "it must be at most 64x4"},
        {64, 64, 4, DIVISION_COARSE, 33, 2, "larger than the coarse groups of 32x32"},
        {1, 1, 1, DIVISION_COARSE, 32, 3, "it must be at most 32x2"},
        {64, 64, 1, DIVISION_FINE, UINT32_MAX, UINT32_MAX, "larger than the image plane"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct groups g;
        assert_int_equal(groups_init(&g, cases[i].width, cases[i].height, cases[i].n,
                                     cases[i].division, cases[i].block_width, cases[i].block_height,
                                     &st),
                         ST_USAGE);
        if (!strstr(st.text, cases[i].said))
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
}
