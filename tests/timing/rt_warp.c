/* The records that a warp in the RT unit has selected, against a queue of the same. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/timing/rt/rt_warp.h"

enum { EACH = 200, POOL = 5000, MOST = RT_ASKED - 1 };

/* What is selected and not yet asked for, oldest first. */
struct expected {
    uint64_t queue[WARP_LANES * EACH + EACH];
    uint32_t head, n;
};

static bool has(const struct expected *e, uint64_t addr)
{
    for (uint32_t i = 0; i < e->n; i++)
        if (e->queue[e->head + i] == addr)
            return true;
    return false;
}

/* Selects the records of the lanes, an equal one once, until there is no room. Returns the lanes
 * that are left. */
static uint32_t choose(struct expected *e, const struct rt_warp *w, uint32_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        uint64_t addr = w->front[__builtin_ctz(lanes)];
        if (has(e, addr))
            continue;
        if (e->n == MOST)
            break;
        e->queue[e->head + e->n++] = addr;
    }
    return lanes;
}

/* All lanes get what they wait for as soon as one record has been asked for, so that most of what
 * is selected stays, until there is no room for more. Then nothing more is selected until some has
 * been asked for, and in the end all is. */
TEST(records_are_asked_for_in_the_order_in_which_they_were_selected)
{
    static record_t records[WARP_LANES][EACH];
    static struct ray_work rays[WARP_LANES];
    static struct expected e;
    struct issued op = {.executed = UINT32_MAX, .rays = rays};
    struct rt_warp *w = mem_calloc(1, sizeof *w);
    uint32_t number = 0, ready = UINT32_MAX, fullest = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        for (uint32_t i = 0; i < EACH; i++) {
            number = number * 1664525 + 1013904223;
            records[lane][i] = record_make(RECORD_INTERNAL, UINT64_C(64) * ((number >> 8) % POOL));
        }
        rays[lane] = (struct ray_work){.records = records[lane], .n_records = EACH};
    }
    rt_warp_init(w, 0, false);
    rt_warp_enter(w, &op, 0);
    for (uint32_t turn = 0; ready || e.n; turn++) {
        ready = choose(&e, w, ready);
        struct rt_ask ask = rt_warp_ask(w);
        assert_int_equal(ask.addr, e.queue[e.head]);
        e.head++;
        e.n--;
        fullest = e.n > fullest ? e.n : fullest;
        assert_int_equal(w->asked_n, e.n);
        assert_int_equal(w->ready, ready);
        if (turn % 7 == 6) { /* refused: asked for again before all others */
            rt_warp_refused(w, ask.addr);
            ask = rt_warp_ask(w);
            assert_int_equal(ask.addr, e.queue[e.head - 1]);
            assert_int_equal(ask.bytes, SECTOR_B);
        }
        for (uint32_t lanes = w->live & ~ready; lanes; lanes &= lanes - 1)
            rt_warp_advance(w, (uint32_t)__builtin_ctz(lanes));
        ready = w->ready = w->live;
        if (turn == 4 * EACH) /* the rest is asked for and nothing else */
            ready = w->ready = w->live = 0;
    }
    assert_int_equal(fullest, MOST - 1);
    mem_free(w);
}
