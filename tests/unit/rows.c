/* Registers that share a row are never in use at the same time. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/functional/program/rows.h"

enum { MOST = 200 };

struct layout {
    struct live_range ranges[MOST];
    uint8_t cells[MOST];
    uint32_t offset[MOST], n, unwritten, end;
};

static void place(struct layout *l)
{
    assert_ok(rows_place(l->ranges, l->cells, l->n, false, l->offset, &l->unwritten, &l->end, &st));
}

static uint32_t bytes_of(const struct layout *l, uint32_t r)
{
    return WARP_LANES * (l->cells[r] == CELL_8 ? 8 : 4);
}

TEST(a_row_is_free_behind_the_last_instruction_that_needs_it)
{
    struct layout l = {.n = 3, .ranges = {{3, 7, 1, true}, {8, 9, 1, true}, {7, 8, 1, true}}};
    place(&l);
    assert_int_equal(l.offset[1], l.offset[0]);
    assert_int_not_equal(l.offset[2], l.offset[0]);
    assert_int_equal(l.end, 2 * WARP_LANES * 4);
}

TEST(registers_of_two_functions_or_two_widths_share_nothing)
{
    struct layout l = {
        .n = 4,
        .ranges = {{0, 1, 1, true}, {5, 6, 2, true}, {5, 6, 1, false}, {5, 6, 1, true}},
        .cells = {0, 0, 0, CELL_8}};
    place(&l);
    assert_int_equal(l.end, WARP_LANES * (4 + 4 + 4 + 8));
}

TEST(random_ranges_never_collide)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct layout l = {.n = MOST};
        uint64_t n = 0;
        for (uint32_t r = 0; r < MOST; r++) {
            uint32_t first = (uint32_t)random_below(seed, RANDOM_TEST, n++, 1000);
            uint32_t last = first + (uint32_t)random_below(seed, RANDOM_TEST, n++, 60);
            uint32_t function = 1 + (uint32_t)random_below(seed, RANDOM_TEST, n++, 2);
            bool private = random_below(seed, RANDOM_TEST, n++, 10) > 0;
            l.ranges[r] = (struct live_range){first, last, function, private};
            l.cells[r] = random_below(seed, RANDOM_TEST, n++, 3) ? 0 : CELL_8;
        }
        place(&l);
        uint32_t sum = 0;
        for (uint32_t a = 0; a < MOST; a++) {
            sum += bytes_of(&l, a);
            assert_true(l.offset[a] + bytes_of(&l, a) <= l.end);
            assert_int_equal(l.offset[a] < l.unwritten, !l.ranges[a].private);
            for (uint32_t b = 0; b < a; b++) {
                const struct live_range *x = &l.ranges[a], *y = &l.ranges[b];
                bool apart = l.offset[a] >= l.offset[b] + bytes_of(&l, b) ||
                             l.offset[b] >= l.offset[a] + bytes_of(&l, a);
                bool may = x->private && y->private && x->function == y->function &&
                           (x->last < y->first || y->last < x->first);
                assert_true(apart || may);
            }
        }
        assert_true(l.end < sum / 2);
    }
}

TEST(running_out_of_memory_is_reported)
{
    struct layout l = {.n = 2, .ranges = {{0, 1, 1, true}, {2, 3, 1, true}}};
    assert_survives_without_memory(
        rows_place(l.ranges, l.cells, l.n, false, l.offset, &l.unwritten, &l.end, &st), 2,
        assert_true(st.text[0]));
}
