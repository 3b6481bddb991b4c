/* The RT unit of an SM, cycle by cycle: a ray is the sum of its records. */
#include "tests/rig/rig.h"
#include "tests/rig/traces.h"

#include "sim/timing/rt/records.h"
#include "sim/timing/rt/rt_unit.h"

TEST(a_single_ray_takes_the_sum_of_its_records)
{
    for (uint32_t n = 1; n <= TRACE_WALK; n++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1u << 5);
        f.t.rays[5] = trace_ray(trace_walk, n);
        traced_run(&f);
        assert_int_equal(trace_latency(&f.t), trace_cold(trace_walk, n));
        assert_int_equal(f.c.rt.warp_latency, trace_cold(trace_walk, n));
        assert_int_equal(f.c.rt.thread_latency, trace_cold(trace_walk, n));
        assert_int_equal(f.c.rt.busy_cycles, trace_cold(trace_walk, n) + 1);
        assert_int_equal(f.c.rt.efficiency_q32, (1ull << 32) / 32);
        assert_int_equal(f.c.rt.records, n);
        assert_int_equal(f.c.rt.headers, 1 + (n >= 4));
        assert_int_equal(f.c.rt.internals, (n >= 2) + (n >= 5));
        assert_int_equal(f.c.rt.instances, n >= 3);
        assert_int_equal(f.c.rt.descriptors, n >= 6);
        assert_int_equal(f.c.rt.triangles, n >= 7);
        assert_int_equal(f.c.rt.triangle_hits, 0);
        assert_int_equal(f.c.rt.procedurals, n >= 8);
        assert_int_equal(f.c.rt.requests, n);
        uint64_t stages = 0, sectors = 0;
        for (uint32_t i = 0; i < n; i++) {
            stages += trace_tests[record_kind(trace_walk[i])];
            sectors += trace_sectors(trace_walk[i]);
        }
        assert_int_equal(f.c.rt.stages, stages);
        assert_int_equal(f.c.rt.sectors, sectors);
        assert_int_equal(f.c.rt.reads, sectors);
    }
}

TEST(hits_take_the_units_hit_latency)
{
    for (uint32_t hit = 0; hit <= 30; hit += 10) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[2];
        struct gpu_counters c;
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.rt.hit_latency = hit;
        r.config.sm.flush_l1d = false;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = trace_ray(trace_walk, TRACE_WALK);
            trace_run(&r, &t[i], 1, &c);
        }
        assert_int_equal(trace_latency(&t[0]), trace_cold(trace_walk, TRACE_WALK));
        assert_int_equal(trace_latency(&t[1]), trace_warm(trace_walk, TRACE_WALK, hit));
        assert_int_equal(c.l1d.rt_read_hits, c.l1d.rt_read_misses + c.l1d.rt_read_sector_misses);
        script_free(&t[0].script);
        script_free(&t[1].script);
    }
}

TEST(lanes_on_the_same_record_share_its_requests)
{
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, 0x80000003u);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        f.t.rays[lane] = trace_ray(trace_walk, TRACE_WALK);
    f.t.rays[1].n_records = 2; /* ends early */
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t), trace_cold(trace_walk, TRACE_WALK));
    assert_int_equal(f.c.rt.requests, TRACE_WALK);
    assert_int_equal(f.c.rt.records, 2 * TRACE_WALK + 2);
    assert_int_equal(f.c.rt.rays, 3);
    assert_int_equal(f.c.rt.nodes, 3 * (TRACE_WALK / 2)); /* as `ray` says */
    assert_int_equal(f.c.rt.max_nodes, TRACE_WALK / 2);
    assert_int_equal(f.c.rt.max_depth, TRACE_WALK + 1);
    assert_int_equal(f.c.rt.thread_latency,
                     2 * trace_cold(trace_walk, TRACE_WALK) + trace_cold(trace_walk, 2));
    assert_int_equal(f.c.rt.efficiency_q32,
                     (f.c.rt.thread_latency << 32) / (32 * trace_cold(trace_walk, TRACE_WALK)));
}

TEST(lanes_on_different_records_ask_one_sector_per_cycle)
{
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, UINT32_MAX);
    record_t records[WARP_LANES];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        records[lane] = record_make(RECORD_INTERNAL, 0x10000 + 64 * lane);
        f.t.rays[lane] = trace_ray(&records[lane], 1);
    }
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t),
                     32 * 2 - 1 + 1 + TRACE_MEMORY + trace_tests[RECORD_INTERNAL]);
    /* Lane l's second sector is asked for in cycle 2l + 1. */
    uint64_t sum = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        sum += 2 * lane + 2 + TRACE_MEMORY + trace_tests[RECORD_INTERNAL];
    assert_int_equal(f.c.rt.thread_latency, sum);
}

TEST(no_more_warps_than_the_buffer_holds_are_in_the_unit)
{
    for (uint32_t max = 1; max <= 4; max *= 2) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[4];
        struct gpu_counters c;
        record_t records[4];
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.rt.max_warps = max;
        for (uint32_t i = 0; i < 4; i++) {
            trace_init(&t[i], 1, &r.now);
            records[i] = record_make(RECORD_INTERNAL, 0x10000 + 64 * i);
            t[i].rays[0] = trace_ray(&records[i], 1);
        }
        trace_run(&r, t, 4, &c);
        assert_int_equal(c.rt.warps, 4);
        /* Alone, each waits for the one before; with room for all, they overlap. */
        if (max == 1) {
            assert_int_equal(c.rt.warp_latency, 4 * trace_cold(records, 1));
            assert_int_equal(c.rt.busy_cycles, 4 * (trace_cold(records, 1) + 1));
        } else {
            assert_true(c.rt.busy_cycles < (4 / max) * (trace_cold(records, 1) + 2 * max));
        }
        for (int i = 0; i < 4; i++)
            script_free(&t[i].script);
    }
}

TEST(traces_that_wait_hold_collectors_only_if_so_configured)
{
    for (int held = 0; held < 2; held++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[5];
        struct gpu_counters c;
        record_t record = record_make(RECORD_INTERNAL, 0x10000);
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.sm.schedulers = 1;
        r.config.sm.collectors = 2;
        r.config.sm.collectors_held = held;
        r.config.rt.max_warps = 1;
        /* One in the unit, one arriving would be too many, one before it, two in collectors. */
        for (uint32_t i = 0; i < 4; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = trace_ray(&record, 1);
        }
        trace_init(&t[4], 1, &r.now);
        t[4].script.steps[0] = step_op(OP_ALU, 1, 0, 0);
        trace_run(&r, t, 5, &c);
        if (held) {
            assert_true(t[4].script.ended_at > t[0].script.ended_at);
        } else {
            assert_true(t[4].script.ended_at < TRACE_MEMORY);
            assert_true(t[0].script.ended_at > TRACE_MEMORY);
        }
        for (int i = 0; i < 5; i++)
            script_free(&t[i].script);
    }
}

TEST(a_trace_without_rays_returns_at_once)
{
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, 0);
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t), 0);
    assert_int_equal(f.c.rt.warps, 1);
    assert_int_equal(f.c.rt.efficiency_q32, 0);
}

TEST(equal_addresses_of_descriptor_and_leaf_are_two_records)
{
    struct traced f ENDED_BY(traced_free);
    const record_t records[] = {record_make(RECORD_DESCRIPTOR, 0x10000),
                                record_make(RECORD_TRIANGLE, 0x10000)};
    traced_init(&f, 1);
    f.t.rays[0] = trace_ray(records, 2);
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t),
                     trace_cold(records, 2)); /* the leaf's second sector is cold */
    assert_int_equal(f.c.rt.requests, 2);
    assert_int_equal(f.c.l1d.rt_read_hits, 1);
    assert_int_equal(f.c.l1d.rt_read_sector_misses, 1);
}

/* A triangle (two sectors, 8 cycles) and the sector of its micromap. Of one that says anything but
 * transparent a result is stored: it is sent in the cycle in which the test ends, leaves in the
 * next and is acknowledged a memory latency later. */
TEST(a_micromap_is_a_sector_and_its_test)
{
    static const uint32_t cycles[] = {0, 1, 4, 9, 100};
    for (size_t i = 0; i < sizeof cycles / sizeof *cycles; i++)
        for (int hit = 0; hit < 2; hit++) {
            struct traced f ENDED_BY(traced_free);
            const record_t records[] = {
                record_make(RECORD_TRIANGLE, 0x10000),
                record_make(hit ? RECORD_MICROMAP_HIT : RECORD_MICROMAP, 0x20020)};
            uint64_t test = cycles[i] ? cycles[i] : 4; /* 0: a descriptor's */
            uint64_t walk = (2 + TRACE_MEMORY + 8) + (1 + TRACE_MEMORY + test);
            traced_init(&f, 1u << 7);
            f.r.config.rt.opacity_micromap_cycles = cycles[i];
            f.t.rays[7] = trace_ray(records, 2);
            traced_run(&f);
            assert_int_equal(f.c.rt.thread_latency, walk);
            assert_int_equal(trace_latency(&f.t), walk + (hit ? 1 + TRACE_MEMORY : 0));
            assert_int_equal(f.c.rt.triangles, 1);
            assert_int_equal(f.c.rt.triangle_hits, 0);
            assert_int_equal(f.c.rt.micromaps, !hit);
            assert_int_equal(f.c.rt.micromap_hits, hit);
            assert_int_equal(f.c.rt.result_stores, hit);
            assert_int_equal(f.c.rt.records, 2);
            assert_int_equal(f.c.rt.requests, 2);
            assert_int_equal(f.c.rt.sectors, 3);
            assert_int_equal(f.c.rt.stages, 8 + test);
        }
}

/* Lanes whose hits lie in the same 128 microtriangles ask for them once, whatever these say; no
 * unit limits how many are looked at at once. */
TEST(lanes_share_the_sector_of_a_micromap)
{
    struct traced f ENDED_BY(traced_free);
    const record_t clear = record_make(RECORD_MICROMAP, 0x20000);
    const record_t other = record_make(RECORD_MICROMAP, 0x20020);
    traced_init(&f, UINT32_MAX);
    f.r.config.rt.triangle_units = f.r.config.rt.box_units = f.r.config.rt.transform_units = 1;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        f.t.rays[lane] = trace_ray(lane < 20 ? &clear : &other, 1);
    traced_run(&f);
    assert_int_equal(f.c.rt.requests, 2);
    assert_int_equal(f.c.rt.micromaps, WARP_LANES);
    /* The second sector is asked for a cycle later. */
    assert_int_equal(trace_latency(&f.t), 2 + TRACE_MEMORY + 4);
    assert_int_equal(f.c.rt.thread_latency,
                     20 * (1 + TRACE_MEMORY + 4) + 12 * (2 + TRACE_MEMORY + 4));
}

/* --- what tests of many lanes cost --- */

/* All lanes have the same record: its data come to all at once, and lane l's test starts
 * l / units cycles after the first. */
TEST(tests_start_at_the_rate_of_their_unit)
{
    static const enum record_kind kinds[] = {RECORD_INTERNAL, RECORD_TRIANGLE, RECORD_TRIANGLE_HIT,
                                             RECORD_INSTANCE, RECORD_HEADER,   RECORD_PROCEDURAL,
                                             RECORD_MICROMAP};
    static const uint32_t units[] = {0, 1, 2, 31, 32, 64};
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (uint32_t j = 0; j < sizeof units / sizeof *units; j++) {
            struct traced f ENDED_BY(traced_free);
            const record_t record = record_make(kinds[i], 0x10000);
            bool box = kinds[i] == RECORD_INTERNAL, transform = kinds[i] == RECORD_INSTANCE;
            bool triangle = kinds[i] == RECORD_TRIANGLE || kinds[i] == RECORD_TRIANGLE_HIT;
            bool free = !box && !transform && !triangle;
            /* The units of the other kinds do not matter. */
            traced_init(&f, UINT32_MAX);
            f.r.config.rt.box_units = box || free ? units[j] : 1;
            f.r.config.rt.triangle_units = triangle || free ? units[j] : 1;
            f.r.config.rt.transform_units = transform || free ? units[j] : 1;
            for (uint32_t lane = 0; lane < WARP_LANES; lane++)
                f.t.rays[lane] = trace_ray(&record, 1);
            traced_run(&f);
            uint64_t rate = units[j] && !free ? units[j] : WARP_LANES;
            uint64_t last = (WARP_LANES - 1) / rate, sum = 0;
            for (uint32_t lane = 0; lane < WARP_LANES; lane++)
                sum += trace_cold(&record, 1) + lane / rate;
            assert_int_equal(f.c.rt.thread_latency, sum);
            assert_int_equal(f.c.rt.stages, WARP_LANES * trace_tests[kinds[i]]);
            if (kinds[i] != RECORD_TRIANGLE_HIT)
                assert_int_equal(trace_latency(&f.t), trace_cold(&record, 1) + last);
        }
}

/* Nodes start at fixed times, `units` in every `interval` cycles; the data of all come at once. */
TEST(nodes_start_at_the_interval_of_their_units)
{
    static const uint32_t rates[][2] = {{1, 1}, {1, 5}, {2, 3}, {2, 9}, {64, 255}};
    const record_t record = record_make(RECORD_INTERNAL, 0x10000);
    for (uint32_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        struct traced f ENDED_BY(traced_free);
        uint64_t units = rates[i][0], interval = rates[i][1], sum = 0, last = 0;
        traced_init(&f, UINT32_MAX);
        f.r.config.rt.box_units = rates[i][0];
        f.r.config.rt.box_interval = rates[i][1];
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            f.t.rays[lane] = trace_ray(&record, 1);
        traced_run(&f);
        uint64_t come = f.t.script.issued[0] + TRACE_TO_UNIT + trace_cold(&record, 1) - 8 + 1;
        for (uint64_t lane = 0, test = (come * units + interval - 1) / interval; lane < WARP_LANES;
             lane++, test++) {
            last = test * interval / units - come;
            sum += trace_cold(&record, 1) + last;
        }
        assert_int_equal(f.c.rt.thread_latency, sum);
        assert_int_equal(trace_latency(&f.t), trace_cold(&record, 1) + last);
    }
}

TEST(units_take_the_oldest_warps_lanes_first)
{
    for (uint32_t units = 1; units <= 64; units *= 2) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[2];
        struct gpu_counters c;
        const record_t record = record_make(RECORD_INTERNAL, 0x10000);
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.rt.box_units = units;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], UINT32_MAX, &r.now);
            for (uint32_t lane = 0; lane < WARP_LANES; lane++)
                t[i].rays[lane] = trace_ray(&record, 1);
        }
        trace_run(&r, t, 2, &c);
        /* The younger asks behind the older and gets its data with it. */
        uint64_t last = (WARP_LANES - 1) / units, younger = (2 * WARP_LANES - 1) / units;
        assert_int_equal(trace_latency(&t[0]), trace_cold(&record, 1) + last);
        /* Those who end together leave one after the other. */
        uint64_t turn = younger == last;
        assert_int_equal(t[1].script.issued[1] - t[0].script.issued[1], younger - last + turn);
        assert_int_equal(c.rt.cycle_complete, turn);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
    }
}

/* --- data that come without having been asked for --- */

/* Lane 0 goes from a descriptor to the record that the last lane has asked for. Its current record
 * is that one from the cycle in which the descriptor came, under test or not. */
TEST(a_lane_takes_data_that_come_before_it_asked)
{
    enum { HIT = 50, NODE = 0x20000, CAME = 1 + TRACE_MEMORY };
    for (uint32_t test = 1; test <= 20; test++)
        for (int late = 0; late < 2; late++) {
            struct traced f ENDED_BY(traced_free);
            const record_t walked[] = {record_make(RECORD_DESCRIPTOR, 0x10000),
                                       record_make(RECORD_INTERNAL, NODE)};
            traced_init(&f, late ? 3 : 1u << 31 | 1);
            f.r.config.rt.descriptor_cycles = test;
            f.r.config.rt.hit_latency = HIT;
            /* Asked for in cycle 0, or behind the two sectors of the node. */
            f.t.rays[late] = trace_ray(walked, 2);
            f.t.rays[late ? 0 : 31] = trace_ray(&walked[1], 1);
            traced_run(&f);
            uint64_t other, own;
            if (late) { /* both sectors came before: it asks for them */
                other = 1 + CAME + trace_tests[RECORD_INTERNAL];
                own = 2 + CAME + test + 1 + HIT + trace_tests[RECORD_INTERNAL];
            } else { /* they come in the two cycles behind the descriptor */
                uint64_t ready = CAME + test, there = CAME + 2;
                other = there + trace_tests[RECORD_INTERNAL];
                own = (ready > there ? ready : there) + trace_tests[RECORD_INTERNAL];
            }
            assert_int_equal(f.c.rt.thread_latency, other + own);
        }
}

/* The older warp keeps the unit asking while the data of the record come that the younger wants as
 * well. */
TEST(other_warps_take_data_only_if_so_configured)
{
    enum { QUICK = 10 };
    for (int shared = 0; shared < 2; shared++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[2];
        struct gpu_counters c;
        record_t records[WARP_LANES];
        sm_rig_init(&r, QUICK);
        r.config.rt.coalesce_warps = shared;
        for (int i = 0; i < 2; i++)
            trace_init(&t[i], i ? 1 : UINT32_MAX, &r.now);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            records[lane] = record_make(RECORD_INTERNAL, 0x10000 + 64 * lane);
            t[0].rays[lane] = trace_ray(&records[lane], 1);
        }
        t[1].rays[0] = trace_ray(&records[8], 1);
        trace_run(&r, t, 2, &c);
        /* Counted from the older's first request: lane 8's second sector is asked for in cycle 17,
         * the younger's turn comes in cycle 64, when both sectors are in the L1D. */
        uint64_t came = shared ? 17 + 1 + QUICK : 2 * WARP_LANES + 1;
        uint64_t ended = t[1].script.issued[1] - t[0].script.issued[0] - TRACE_TO_UNIT;
        assert_int_equal(ended, came + trace_tests[RECORD_INTERNAL]);
        assert_int_equal(c.rt.requests, WARP_LANES + !shared);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
    }
}

/* The same of hits: both records of the younger are the older's as well, and in the L1D. It asks
 * for nothing, as the older's requests come first. */
TEST(other_warps_take_hits_only_if_so_configured)
{
    enum { HIT = 20 };
    for (int shared = 0; shared < 2; shared++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[2];
        struct gpu_counters c;
        record_t records[WARP_LANES];
        sm_rig_init(&r, 1);
        r.config.rt.coalesce_warps = shared;
        r.config.rt.hit_latency = HIT;
        r.config.rt.perfect_mem = true;
        for (int i = 0; i < 2; i++)
            trace_init(&t[i], i ? 1 : UINT32_MAX, &r.now);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            records[lane] = record_make(RECORD_INTERNAL, 0x10000 + 64 * lane);
            t[0].rays[lane] = trace_ray(&records[lane], 1);
        }
        t[1].rays[0] = trace_ray(&records[8], 2);
        trace_run(&r, t, 2, &c);
        /* Lane 8's second sector is asked for in cycle 17. The node behind comes for lane 9 in two
         * cycles more, while the younger is under test; alone, it asks from cycle 64 on. */
        uint64_t first = (shared ? 17 : 2 * WARP_LANES + 1) + HIT + trace_tests[RECORD_INTERNAL];
        uint64_t second = shared ? trace_tests[RECORD_INTERNAL] : trace_warm(records, 1, HIT);
        uint64_t ended = t[1].script.issued[1] - t[0].script.issued[0] - TRACE_TO_UNIT;
        assert_int_equal(ended, first + second);
        assert_int_equal(c.rt.requests, WARP_LANES + (shared ? 0 : 2));
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
    }
}

/* All lanes have the same record, and each its own behind it. */
TEST(a_unit_takes_lanes_in_their_order)
{
    for (uint32_t units = 1; units <= 8; units *= 2) {
        struct traced f;
        record_t records[WARP_LANES][2];
        traced_init(&f, UINT32_MAX);
        f.r.config.rt.box_units = units;
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            records[lane][0] = record_make(RECORD_INTERNAL, 0x10000);
            records[lane][1] = record_make(RECORD_DESCRIPTOR, 0x20000 + 32 * lane);
            f.t.rays[lane] = trace_ray(records[lane], 2);
        }
        traced_run(&f);
        cycle_t first = f.t.script.issued[0] + TRACE_TO_UNIT + trace_cold(records[0], 1);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            assert_int_equal(f.r.memory.waiting[2 + lane].addr, 0x20000 + 32 * lane);
            /* One is asked for per cycle, and leaves in the next, however many units there are. */
            assert_int_equal(f.r.memory.sent_at[2 + lane], first + lane + 1);
        }
        traced_free(&f);
    }
}

/* Records of one address and different sizes are different records. */
TEST(lanes_on_records_of_other_sizes_share_none)
{
    struct traced f ENDED_BY(traced_free);
    const record_t records[] = {record_make(RECORD_DESCRIPTOR, 0x10000),
                                record_make(RECORD_TRIANGLE, 0x10000),
                                record_make(RECORD_INTERNAL, 0x10000)};
    traced_init(&f, 7);
    for (uint32_t lane = 0; lane < 3; lane++)
        f.t.rays[lane] = trace_ray(&records[lane], 1);
    traced_run(&f);
    /* The leaf and the node have the same size, and so are one to the unit. */
    assert_int_equal(f.c.rt.requests, 2);
    assert_int_equal(f.c.rt.reads, 1 + 2);
    assert_int_equal(f.c.l1d.merges, 1); /* the first sector of both */
    /* Sectors of the second are asked for in cycles 1 and 2. */
    assert_int_equal(trace_latency(&f.t), 1 + trace_cold(&records[1], 1));
}

/* Lane 0 asks for a node whose data come for lane 1 meanwhile, so that the warp leaves with its own
 * still under way; the warp behind it, in its place, walks to the same node. */
TEST(data_asked_for_by_a_warp_that_left_are_nobodys)
{
    enum { HIT = 60 };
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct trace t[2];
    struct gpu_counters c;
    const record_t two[] = {record_make(RECORD_DESCRIPTOR, 0x20000),
                            record_make(RECORD_INTERNAL, 0x10000)};
    sm_rig_init(&r, TRACE_MEMORY);
    r.config.rt.max_warps = 1;
    r.config.rt.hit_latency = HIT;
    r.config.rt.descriptor_cycles = 1;
    trace_init(&t[0], 3, &r.now);
    t[0].rays[0] = trace_ray(two, 2);
    t[0].rays[1] = trace_ray(&two[1], 1);
    trace_init(&t[1], 1, &r.now);
    t[1].rays[0] = trace_ray(&two[1], 1);
    trace_run(&r, t, 2, &c);
    /* Asked for in cycles 0, 1 and 2, and by lane 0 when the first sector has come. */
    uint64_t first = 2 + 1 + TRACE_MEMORY + trace_tests[RECORD_INTERNAL];
    assert_int_equal(trace_latency(&t[0]), first);
    assert_int_equal(c.rt.reads, 3 + 2 + 2);
    /* The second enters when the first has left. */
    assert_int_equal(t[1].script.issued[1] - t[0].script.issued[1],
                     1 + trace_warm(&two[1], 1, HIT));
    for (int i = 0; i < 2; i++)
        script_free(&t[i].script);
}

/* With perfect memory every record is as warm as if it had been fetched before, and stores are
 * acknowledged when they are made: nothing reaches the memory, the L1D holds nothing. */
TEST(perfect_memory_serves_rays_as_a_warm_l1d_does)
{
    static const uint32_t latencies[] = {0, 1, 20};
    for (uint32_t i = 0; i < sizeof latencies / sizeof *latencies; i++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.config.rt.perfect_mem = true;
        f.r.config.rt.hit_latency = latencies[i];
        f.t.rays[0] = trace_ray(trace_walk, TRACE_WALK);
        traced_run(&f);
        assert_int_equal(trace_latency(&f.t), trace_warm(trace_walk, TRACE_WALK, latencies[i]));
        assert_int_equal(f.r.memory.n, 0);
        assert_int_equal(f.c.l1d.rt_read_misses + f.c.l1d.fills, 0);
        assert_true(f.c.l1d.rt_read_hits > 0);
    }
}

/* The store is made in the cycle in which the test ends, and the warp leaves in it. */
TEST(perfect_memory_acknowledges_a_result_at_once)
{
    struct traced f ENDED_BY(traced_free);
    const record_t records[] = {record_make(RECORD_TRIANGLE_HIT, 0x10000)};
    traced_init(&f, 1);
    f.r.config.rt.perfect_mem = true;
    f.t.rays[0] = trace_ray(records, 1);
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t), trace_warm(records, 1, f.r.config.rt.hit_latency));
    assert_int_equal(f.c.rt.result_stores, 1);
    assert_int_equal(f.c.l1d.rt_write_hits, 1);
    assert_int_equal(f.r.memory.n, 0);
}

/* The first test of a run takes as long as others too where it is longer than alarms reach. */
TEST(a_test_takes_its_cycles_however_many_they_are)
{
    for (uint32_t cycles = 1; cycles <= 255; cycles += cycles < 60 || cycles >= 70 ? 3 : 1) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.config.rt.perfect_mem = true;
        f.r.config.rt.internal_cycles = cycles;
        f.t.rays[0] = trace_ray(&trace_walk[1], 1);
        traced_run(&f);
        assert_int_equal(trace_latency(&f.t), 2 - 1 + cycles); /* asked for sector by sector */
    }
}

/* Warps 0 to 2 issue their traces in this order, a cycle apart, but the second one's sources are of
 * one bank, so that it enters last. What it asks for goes behind the first one's and before the
 * third one's all the same. */
TEST(warps_are_served_in_the_order_of_issue)
{
    enum { WARPS = 3, SOURCES = 8, BEGINS = 0x100000 };
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct script s[WARPS], *all[WARPS];
    static struct ray_work rays[WARPS][WARP_LANES];
    static record_t records[WARPS][WARP_LANES];
    sm_rig_init(&r, TRACE_MEMORY);
    r.config.sm.fetches = 8;
    for (uint32_t i = 0; i < WARPS; i++) {
        struct script_step steps[WARPS + 2];
        uint32_t n = 0;
        for (; n < i; n++)
            steps[n] = step_op(OP_ALU, 1 + n, 0, 0);
        steps[n] = step_op(OP_TRACE_RAY, 60, 0, 0);
        for (uint16_t k = 0; i == 1 && k < SOURCES; k++)
            steps[n].inst.src[steps[n].inst.n_src++] = (uint16_t)(64 + 4 * k);
        steps[n].lanes = i ? UINT32_MAX : 1;
        steps[n++].rays = rays[i];
        steps[n++] = step_op(OP_EXIT, 0, 0, 0);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            records[i][lane] = record_make(RECORD_INTERNAL, BEGINS * (i + 1) + 64 * lane);
            rays[i][lane] = trace_ray(&records[i][lane], 1);
        }
        script_number(steps, n);
        script_init(&s[i], steps, n, &r.now);
        all[i] = &s[i];
    }
    sm_rig_together(&r, all, WARPS);
    for (uint32_t i = 1; i < WARPS; i++)
        assert_int_equal(s[i].issued[i], s[0].issued[0] + i);
    uint32_t asked[WARPS] = {0}, before = 0;
    assert_int_equal(r.memory.n, 2 + 2 * 2 * WARP_LANES);
    for (size_t i = 0; i < r.memory.n; i++) {
        uint64_t of = r.memory.waiting[i].addr / BEGINS - 1;
        asked[of]++;
        if (of == 2 && asked[1] == 0)
            before++;
        else if (of == 2)
            assert_int_equal(asked[1], 2 * WARP_LANES);
    }
    assert_in_range(before, 1, 10);
    for (uint32_t i = 0; i < WARPS; i++)
        script_free(&s[i]);
}

/* Test i of a unit that starts `tests` in `cycles` cycles starts in cycle i * cycles / tests. */
TEST(tests_of_a_unit_start_at_its_rate)
{
    for (uint32_t tests = 1; tests <= 4; tests++)
        for (uint32_t cycles = 1; cycles <= 5; cycles++) {
            const struct rt_rate rate = {tests, cycles};
            uint64_t i = 0;
            for (uint64_t at = 0; at < 50; at++) {
                assert_int_equal(rt_rate_first(rate, at), i);
                for (; i * cycles < (at + 1) * tests; i++)
                    assert_int_equal(rt_rate_cycle(rate, i), at);
            }
        }
}

/* Rays of all SMs have memory of their own for what they store, from that of the first on. */
TEST(fresh_memory_of_an_sm_begins_behind_that_of_the_one_before)
{
    for (uint32_t sm = 0; sm < 200; sm++)
        assert_true(rt_fresh_base(sm + 1) >= rt_fresh_base(sm) + (UINT64_C(1) << 30));
}

/* Twice the same record, one behind the other: it is asked for twice, and what comes for the first
 * serves a lane once. */
TEST(shared_data_serve_a_lane_once)
{
    struct traced f ENDED_BY(traced_free);
    const record_t record = record_make(RECORD_DESCRIPTOR, 0x10000), two[] = {record, record};
    traced_init(&f, 1);
    f.r.config.rt.coalesce_warps = true;
    f.t.rays[0] = trace_ray(two, 2);
    traced_run(&f);
    assert_int_equal(trace_latency(&f.t), trace_cold(&record, 1) + trace_warm(&record, 1, 0));
    assert_int_equal(f.c.rt.requests, 2);
}
