/* A warp in the RT unit of the approximate model: its lanes' times, their places, what is on its
 * way.
 */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/approximate/outstanding.h"
#include "sim/approximate/rt_warp.h"

#include <stdbool.h>
#include <string.h>

/* ---- times of lanes ---- */

TEST(lanes_that_are_due_are_told_from_the_first_of_the_others)
{
    struct lane_times t;
    for (uint64_t round = 0; round < 2000; round++) {
        uint32_t n = 1 + (uint32_t)random_below(1, RANDOM_TEST, round, WARP_LANES), due = 0;
        int32_t now = (int32_t)random_below(2, RANDOM_TEST, round, 40), first = LANE_NEVER, next;
        if (round % 7 == 0)
            now = LANE_NEVER - 1;
        for (uint32_t i = 0; i < WARP_LANES; i++)
            t.at[i] = LANE_NEVER;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t r = random_below(3, RANDOM_TEST, 64 * round + i, 50);
            t.at[i] = r < 5 ? LANE_NEVER : (int32_t)r;
            if (t.at[i] <= now)
                due |= 1u << i;
            else if (t.at[i] < first)
                first = t.at[i];
        }
        assert_int_equal(lane_times_due(&t, n, now, &next), due);
        assert_int_equal(next, first);
    }
}

/* ---- places ---- */

enum { RECORDS = 4 };

struct rays {
    record_t records[WARP_LANES][RECORDS];
    struct ray_work of[WARP_LANES];
};

/* Lane i has i % 4 records, and tables where it is a multiple of 3. */
static void make_rays(struct rays *r)
{
    memset(r, 0, sizeof *r);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        for (uint32_t k = 0; k < RECORDS; k++)
            r->records[i][k] = record_make(RECORD_INTERNAL, 4096 * i + 64 * k);
        r->of[i].records = r->records[i];
        r->of[i].n_records = i % RECORDS;
        r->of[i].n_table_stores = i % 3 == 0;
    }
}

TEST(lanes_without_records_end_when_they_come)
{
    struct rays rays;
    struct rt_warp w;
    make_rays(&rays);
    rt_warp_start(&w, &(struct rt_trace){.rays = rays.of, .lanes = 0xfff}, 100);
    assert_int_equal(w.n, 12);
    assert_int_equal(w.live, 0xeee);
    assert_int_equal(w.tables, 0x249);
    assert_int_equal(w.next, 100);
    assert_int_equal(w.done, 100);
    rt_warp_start(&w, &(struct rt_trace){.rays = rays.of, .lanes = 0x110}, 100);
    assert_true(w.n == 2 && w.live == 0 && w.next == RT_WARP_NEVER);
    rt_warp_start(&w, &(struct rt_trace){.rays = rays.of}, 100);
    assert_true(w.n == 0 && w.live == 0 && w.next == RT_WARP_NEVER);
}

/* Against lanes that keep their places, however rays end. */
TEST(lanes_keep_their_order_and_state_when_places_are_given_up)
{
    struct rays rays;
    make_rays(&rays);
    for (uint64_t round = 0; round < 300; round++) {
        struct rt_warp w;
        uint32_t lanes = (uint32_t)random_u64(4, RANDOM_TEST, round) | 2;
        rt_warp_start(&w, &(struct rt_trace){.rays = rays.of, .lanes = lanes}, 0);
        w.hit = (uint32_t)random_u64(5, RANDOM_TEST, round) & w.live;
        w.storing = (uint32_t)random_u64(6, RANDOM_TEST, round) & w.live;
        uint32_t hit = 0, storing = 0, tables = 0, live = 0, end = 0;
        for (uint32_t place = 0; place < w.n; place++) {
            uint32_t lane = w.lane[place];
            w.since[place] = 7 * lane;
            if (!(w.live >> place & 1))
                continue;
            w.at.at[place] = (int32_t)(10 + lane);
            if (random_below(7, RANDOM_TEST, 64 * round + place, 3) == 0) {
                rt_warp_end_ray(&w, place);
                end += 10 + lane;
                continue;
            }
            live |= 1u << lane;
            hit |= (w.hit >> place & 1) << lane;
            storing |= (w.storing >> place & 1) << lane;
            tables |= (w.tables >> place & 1) << lane;
        }
        assert_int_equal(w.lane_cycles, end);
        rt_warp_close_up(&w);
        uint32_t n = 0;
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            if (!(live >> lane & 1))
                continue;
            assert_int_equal(w.lane[n], lane);
            assert_int_equal(w.at.at[n], 10 + lane);
            assert_int_equal(w.since[n], 7 * lane);
            assert_ptr_equal(w.record[n], rays.records[lane]);
            assert_ptr_equal(w.end[n], rays.records[lane] + lane % RECORDS);
            assert_ptr_equal(rt_warp_ray(&w, n), &rays.of[lane]);
            assert_int_equal(w.hit >> n & 1, hit >> lane & 1);
            assert_int_equal(w.storing >> n & 1, storing >> lane & 1);
            assert_int_equal(w.tables >> n & 1, tables >> lane & 1);
            n++;
        }
        assert_int_equal(w.n, n);
        assert_int_equal(w.live, n == 32 ? UINT32_MAX : (1u << n) - 1);
        for (; n < WARP_LANES; n++)
            assert_int_equal(w.at.at[n], LANE_NEVER);
    }
}

TEST(a_ray_goes_on_until_it_has_no_record)
{
    struct rays rays;
    struct rt_warp w;
    make_rays(&rays);
    rt_warp_start(&w, &(struct rt_trace){.rays = rays.of, .lanes = 4}, 50);
    w.at.at[0] = 5;
    rt_warp_go_on(&w, 0, w.record[0] + 1);
    assert_true(w.live == 1 && w.at.at[0] == 5 && *w.record[0] == rays.records[2][1]);
    w.at.at[0] = 30;
    rt_warp_go_on(&w, 0, w.record[0] + 1);
    assert_true(w.live == 0 && w.at.at[0] == LANE_NEVER);
    assert_int_equal(w.done, 80);
    assert_int_equal(w.lane_cycles, 30);
}

/* ---- the limit of sectors on their way ---- */

/* Against a list from which what has come is taken at once. */
TEST(what_has_come_is_not_on_its_way_whenever_it_is_forgotten)
{
    enum { LIMIT = 16, BEYOND = 8, ROUNDS = 5000 };
    struct outstanding o ENDED_BY(outstanding_release);
    uint64_t plain[LIMIT + BEYOND], now = 0;
    uint32_t n = 0;
    assert_true(outstanding_create(&o, LIMIT, BEYOND));
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint64_t expected = now, first = UINT64_MAX;
        uint32_t left = 0;
        for (uint32_t i = 0; i < n; i++) {
            if (plain[i] <= now)
                continue;
            first = plain[i] < first ? plain[i] : first;
            plain[left++] = plain[i];
        }
        n = left;
        if (n >= LIMIT)
            expected = first;
        assert_int_equal(outstanding_wait(&o, now), expected);
        if (expected > now) {
            now = expected;
            continue;
        }
        uint64_t more = 1 + random_below(8, RANDOM_TEST, round, BEYOND);
        for (uint64_t i = 0; i < more; i++) {
            plain[n] = now + 1 + random_below(9, RANDOM_TEST, 8 * round + i, 60);
            outstanding_add(&o, plain[n++]);
        }
        now += random_below(10, RANDOM_TEST, round, 20);
    }
}

TEST(without_a_limit_nobody_waits)
{
    struct outstanding o ENDED_BY(outstanding_release);
    assert_true(outstanding_create(&o, 0, 8));
    assert_int_equal(outstanding_wait(&o, 77), 77);
}
