/* The lines of an L1D against a plain model: every sector there or on its way, and which line goes.
 */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/timing/memory/l1d_lines.h"

enum { LINES = 96, SECTORS = 4, WAYS = 5, STEPS = 40000 };

struct model {
    uint8_t present[LINES], on_way[LINES];
    uint64_t used[LINES]; /* time of last use */
};

static uint32_t residents(const struct model *m, uint32_t sets, uint32_t set)
{
    uint32_t n = 0;
    for (uint32_t i = set; i < LINES; i += sets)
        n += m->present[i] != 0;
    return n;
}

static void check(struct l1d_lines *l, const struct model *m)
{
    for (uint32_t i = 0; i < LINES; i++) {
        uint32_t line = l1d_lines_find(l, i);
        if (line == L1D_NO_LINE) {
            assert_int_equal(m->present[i] | m->on_way[i], 0);
            continue;
        }
        assert_int_equal(l->lines[line].number, i);
        assert_int_equal(l->lines[line].present, m->present[i]);
        assert_int_equal(l->lines[line].on_way, m->on_way[i]);
        for (uint32_t s = 0; s < SECTORS; s++)
            if (m->on_way[i] >> s & 1)
                assert_int_equal(l->lines[line].mshr[s], SECTORS * i + s);
    }
}

/* A sector comes: of a full set the line goes that was used longest ago. */
static void place(struct l1d_lines *l, struct model *m, uint32_t sets, uint32_t i, uint8_t bit)
{
    uint32_t oldest = LINES;
    if (!m->present[i] && residents(m, sets, i % sets) == WAYS)
        for (uint32_t k = i % sets; k < LINES; k += sets)
            if (m->present[k] && (oldest == LINES || m->used[k] < m->used[oldest]))
                oldest = k;
    assert_int_equal(l1d_lines_place(l, l1d_lines_find(l, i), bit), oldest != LINES);
    if (oldest != LINES)
        m->present[oldest] = 0;
    m->present[i] |= bit;
}

static void run(uint32_t sets, uint64_t seed)
{
    struct l1d_config config = {.sets = sets, .ways = WAYS, .line_B = 128, .mshrs = 24};
    struct l1d_lines l ENDED_BY(l1d_lines_free);
    struct model m = {0};
    uint32_t on_way = 0;
    assert_ok(l1d_lines_create(&l, &config, &st));
    for (uint64_t t = 1; t <= STEPS; t++) {
        uint64_t r = random_u64(seed, RANDOM_TEST, t);
        uint32_t i = (uint32_t)(r % LINES), s = (uint32_t)(r >> 32) % SECTORS;
        uint8_t bit = (uint8_t)(1u << s);
        uint32_t line = l1d_lines_find(&l, i);
        if (m.present[i] & bit) {
            if (r >> 62)
                l1d_lines_touch(&l, line);
            else
                l1d_lines_drop(&l, line, bit);
            if (r >> 62)
                m.used[i] = t;
            else
                m.present[i] &= (uint8_t)~bit;
        } else if (m.on_way[i] & bit) {
            place(&l, &m, sets, i, bit);
            m.used[i] = t;
            l1d_lines_arrived(&l, l1d_lines_find(&l, i), bit);
            m.on_way[i] &= (uint8_t)~bit;
            on_way--;
        } else if (on_way < config.mshrs) {
            if (line == L1D_NO_LINE)
                line = l1d_lines_add(&l, i);
            l.lines[line].on_way |= bit;
            l.lines[line].mshr[s] = SECTORS * i + s;
            m.on_way[i] |= bit;
            on_way++;
        }
        if ((r >> 40) % 2000 == 7) {
            l1d_lines_clear(&l);
            for (uint32_t k = 0; k < LINES; k++)
                m.present[k] = 0;
        }
        if (t % 64 == 0)
            check(&l, &m);
    }
}

TEST(lines_agree_with_a_plain_model)
{
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (uint32_t sets = 1; sets <= 8; sets *= 2)
            run(sets, seed);
}

TEST(running_out_of_memory_leaves_nothing_behind)
{
    struct l1d_config config = {.sets = 2, .ways = 4, .line_B = 128, .mshrs = 8};
    struct l1d_lines l;
    assert_survives_without_memory(l1d_lines_create(&l, &config, &st), 3, assert_null(l.lines));
    l1d_lines_free(&l);
}
