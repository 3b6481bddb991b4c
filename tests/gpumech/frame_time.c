/* From warps alone to the time of a grid. */
#include "tests/rig/rig.h"

#include "sim/gpumech/frame_time.h"

#include <math.h>

enum { WARPS = 64 };

/* n warps of 100 instructions in 1000 cycles. */
static void make_warps(struct warp_work *w, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        w[i] = (struct warp_work){.insts = 100, .cycles = 1000};
}

static struct frame_time find(const struct frame_machine *m, const struct warp_work *w, uint32_t n)
{
    struct frame_time t;
    assert_ok(frame_time_find(&t, m, w, n, &st));
    return t;
}

static const struct frame_machine one_sm = {
    .sms = 1, .resident_ctas = 8, .cta_warps = 1, .rt_warps = 4};

TEST(a_warp_alone_takes_what_it_takes)
{
    struct warp_work w[1];
    make_warps(w, 1);
    for (int k = 0; k < STATIONS; k++)
        w[0].wants[k] =
            k == STATION_PORT ? 0 : 500; /* of which the RT unit's requests would wait */
    struct frame_time t = find(&one_sm, w, 1);
    assert_near(t.cycles, 1000);
    assert_near(t.alone, 1000);
    assert_near(t.busy, 1000);
}

TEST(warps_that_want_nothing_do_not_delay_each_other)
{
    struct warp_work w[16];
    make_warps(w, 16);
    struct frame_time t = find(&one_sm, w, 16);
    assert_near(t.cycles, 2000); /* two waves of eight */
    assert_near(t.warp_cycles, 16000);
}

/* Eight warps that want all of a station's time have it one after the other; the mean value
 * analysis keeps them a little above the bound. */
TEST(a_station_is_never_wanted_for_more_than_all_of_the_time)
{
    static const enum station shared[] = {STATION_ISSUE, STATION_PORT, STATION_L2, STATION_DRAM};
    for (size_t k = 0; k < sizeof shared / sizeof *shared; k++) {
        struct warp_work w[8];
        make_warps(w, 8);
        for (int i = 0; i < 8; i++)
            w[i].wants[shared[k]] = 1000;
        struct frame_time t = find(&one_sm, w, 8);
        assert_true(t.cycles >= 8000 * 0.99);
        assert_true(t.cycles <= 8000 * 1.1);
    }
}

/* Half of the demand each, of eight: four times as long as alone at least. */
TEST(delays_grow_with_demand)
{
    double before = 1000;
    for (int demand = 100; demand <= 1000; demand += 100) {
        struct warp_work w[8];
        make_warps(w, 8);
        for (int i = 0; i < 8; i++)
            w[i].wants[STATION_PORT] = demand;
        double cycles = find(&one_sm, w, 8).cycles;
        assert_true(cycles > before);
        assert_true(cycles >= 8.0 * demand * 0.99);
        before = cycles;
    }
}

/* Traces all the time: four places for eight warps. */
TEST(the_rt_unit_holds_so_many_traces)
{
    struct warp_work w[8];
    make_warps(w, 8);
    for (int i = 0; i < 8; i++)
        w[i].trace_cycles = 1000;
    struct frame_time four = find(&one_sm, w, 8);
    assert_true(four.cycles >= 2000 * 0.99);
    assert_true(four.cycles <= 2000 * 1.4);
    struct frame_machine any = one_sm;
    any.rt_warps = 0;
    assert_near(find(&any, w, 8).cycles, 1000);
}

/* L2 and DRAM are of all SMs, the port is each SM's own. */
TEST(some_stations_are_of_all_sms)
{
    struct frame_machine two = one_sm;
    struct warp_work w[8];
    two.sms = 2;
    two.resident_ctas = 4;
    make_warps(w, 8);
    for (int i = 0; i < 8; i++)
        w[i].wants[STATION_PORT] = 1000;
    assert_true(find(&two, w, 8).cycles < 4000 * 1.1);
    for (int i = 0; i < 8; i++) {
        w[i].wants[STATION_L2] = 1000;
        w[i].wants[STATION_PORT] = 0;
    }
    assert_true(find(&two, w, 8).cycles > 8000 * 0.95);
}

/* A law: warps beside each other are as much slower as they are. 3 warps on an SM for 2: two go
 * twice as slowly, 2000 cycles, and the third alone. */
TEST(a_law_of_slowdown_stands_for_the_network)
{
    static const double slow[] = {1, 2};
    const struct frame_machine m = {
        .sms = 1, .resident_ctas = 2, .cta_warps = 1, .rt_warps = 4, .slow = slow};
    struct warp_work w[3];
    make_warps(w, 3);
    assert_near(find(&m, w, 3).cycles, 3000);
}

/* A CTA's place is free when all its warps have ended. */
TEST(ctas_come_and_go_as_a_whole)
{
    const struct frame_machine m = {.sms = 1, .resident_ctas = 1, .cta_warps = 2, .rt_warps = 4};
    struct warp_work w[4];
    make_warps(w, 4);
    w[0].cycles = 100;
    assert_near(find(&m, w, 4).cycles, 2000);
}

TEST(warps_without_instructions_take_no_time)
{
    struct warp_work w[WARPS] = {{.insts = 0}};
    assert_near(find(&one_sm, w, WARPS).cycles, 0);
    make_warps(w + WARPS - 1, 1);
    assert_near(find(&one_sm, w, WARPS).cycles, 1000);
}
