/* What the cycles of an RT unit went into: each cause provoked alone, its cycles by a formula. */
#include "tests/rig/rig.h"
#include "tests/rig/traces.h"

TEST(cycles_of_a_cold_ray_go_into_requests_waits_and_tests)
{
    for (int dram = 0; dram < 2; dram++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.memory.from_dram = dram;
        f.t.rays[0] = trace_ray(trace_walk, TRACE_WALK);
        traced_run(&f);
        uint64_t sectors = 0, tests = 1;
        for (uint32_t i = 0; i < TRACE_WALK; i++) {
            sectors += trace_sectors(trace_walk[i]);
            tests +=
                trace_tests[record_kind(trace_walk[i])] - 1; /* the next is asked for in the last */
        }
        assert_int_equal(f.c.rt.cycle_request, sectors);
        assert_int_equal(f.c.rt.cycle_test, tests);
        assert_int_equal(f.c.rt.cycle_wait_l1, 0);
        assert_int_equal(f.c.rt.cycle_wait_l2, dram ? 0 : TRACE_WALK * (TRACE_MEMORY + 1));
        assert_int_equal(f.c.rt.cycle_wait_dram, dram ? TRACE_WALK * (TRACE_MEMORY + 1) : 0);
        assert_int_equal(f.c.rt.cycle_no_warp, f.r.now - f.c.rt.busy_cycles);
        assert_int_equal(sm_rig_rt_cycles(&f.c.rt), f.r.now);
    }
}

TEST(cycles_of_a_warm_ray_wait_for_the_l1d)
{
    for (uint32_t hit = 0; hit <= 20; hit++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[2];
        struct gpu_counters c[2];
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.rt.hit_latency = hit;
        r.config.sm.flush_l1d = false;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = trace_ray(trace_walk, TRACE_WALK);
            trace_run(&r, &t[i], 1, &c[i]);
        }
        assert_int_equal(c[1].rt.cycle_wait_l1 - c[0].rt.cycle_wait_l1, TRACE_WALK * (uint64_t)hit);
        assert_int_equal(c[1].rt.cycle_wait_l2, c[0].rt.cycle_wait_l2);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
    }
}

/* A ray that meets each level once. */
TEST(waits_are_charged_to_the_level_that_served_them)
{
    enum { NEAR = 0x10000, FAR = 0x20000 };
    for (uint32_t hit = 0; hit <= 20; hit += 5) {
        struct traced f ENDED_BY(traced_free);
        const record_t records[] = {record_make(RECORD_DESCRIPTOR, NEAR),
                                    record_make(RECORD_DESCRIPTOR, FAR),
                                    record_make(RECORD_DESCRIPTOR, NEAR)};
        traced_init(&f, 1);
        f.r.memory.dram_at = FAR;
        f.r.config.rt.hit_latency = hit;
        f.t.rays[0] = trace_ray(records, 3);
        traced_run(&f);
        assert_int_equal(f.c.rt.cycle_wait_l2, TRACE_MEMORY + 1);
        assert_int_equal(f.c.rt.cycle_wait_dram, TRACE_MEMORY + 1);
        assert_int_equal(f.c.rt.cycle_wait_l1, hit);
        assert_int_equal(f.c.rt.cycle_request, 3);
        assert_int_equal(f.c.rt.cycle_test, 3 * (trace_tests[RECORD_DESCRIPTOR] - 1) + 1);
        assert_int_equal(sm_rig_rt_cycles(&f.c.rt), f.r.now);
    }
}

/* Two lanes wait at once: what came first had kept the unit waiting. */
TEST(waits_for_two_levels_are_charged_to_the_first_to_come)
{
    enum { NEAR = 0x10000, FAR = 0x20000 };
    for (int far_first = 0; far_first < 2; far_first++) {
        struct traced f ENDED_BY(traced_free);
        const record_t records[] = {record_make(RECORD_DESCRIPTOR, far_first ? FAR : NEAR),
                                    record_make(RECORD_DESCRIPTOR, far_first ? NEAR : FAR)};
        traced_init(&f, 3);
        f.r.memory.dram_at = FAR;
        f.t.rays[0] = trace_ray(&records[0], 1);
        f.t.rays[1] = trace_ray(&records[1], 1);
        traced_run(&f);
        /* The second comes in the cycle behind, when the first lane is under test. */
        assert_int_equal(far_first ? f.c.rt.cycle_wait_dram : f.c.rt.cycle_wait_l2, TRACE_MEMORY);
        assert_int_equal(far_first ? f.c.rt.cycle_wait_l2 : f.c.rt.cycle_wait_dram, 0);
        assert_int_equal(f.c.rt.cycle_test, trace_tests[RECORD_DESCRIPTOR] + 1);
    }
}

/* Lane 0 has one record with a long test, lane 1 a short one and then waits for another. */
TEST(a_cycle_with_a_lane_under_test_is_no_wait)
{
    for (uint32_t test = 10; test <= 60; test += 10) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t;
        struct gpu_counters c;
        const record_t lone = record_make(RECORD_DESCRIPTOR, 0x10000);
        const record_t two[] = {record_make(RECORD_HEADER, 0x20000),
                                record_make(RECORD_INTERNAL, 0x20040)};
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.rt.descriptor_cycles = test;
        trace_init(&t, 3, &r.now);
        t.rays[0] = trace_ray(&lone, 1);
        t.rays[1] = trace_ray(two, 2);
        trace_run(&r, &t, 1, &c);
        /* Counted from the first request: one sector, then two. */
        uint64_t came = 1 + TRACE_MEMORY, tested = came + test;
        uint64_t asks = 2 + 1 + TRACE_MEMORY + trace_tests[RECORD_HEADER]; /* two sectors */
        uint64_t came_again = asks + 2 + TRACE_MEMORY;
        uint64_t end = came_again + trace_tests[RECORD_INTERNAL];
        assert_int_equal(trace_latency(&t), end);
        assert_int_equal(c.rt.cycle_request, 5);
        assert_int_equal(c.rt.cycle_wait_l2, came + 1 - 3 + came_again - tested);
        assert_int_equal(c.rt.cycle_test, tested - came - 2 + end - came_again);
        script_free(&t.script);
    }
}

/* All lanes ask for a sector of their own. */
static void ask_for_many(struct sm_rig *r, struct trace *t, record_t *records,
                         struct gpu_counters *c)
{
    trace_init(t, UINT32_MAX, &r->now);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        records[lane] = record_make(RECORD_DESCRIPTOR, 0x10000 + 32 * lane);
        t->rays[lane] = trace_ray(&records[lane], 1);
    }
    trace_run(r, t, 1, c);
    assert_int_equal(c->rt.cycle_request, WARP_LANES);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) /* what is refused stays in front */
        assert_int_equal(r->memory.waiting[lane].addr, 0x10000 + 32 * lane);
    assert_int_equal(sm_rig_rt_cycles(&c->rt), r->now);
}

/* The queue holds one read less than it has places; memory takes one every `interval` cycles, and
 * in the cycle in which one leaves the next is taken. */
TEST(a_full_miss_queue)
{
    for (uint32_t interval = 1; interval <= 5; interval++)
        for (uint32_t places = 2; places <= 6; places++) {
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct trace t;
            struct gpu_counters c;
            record_t records[WARP_LANES];
            sm_rig_init(&r, TRACE_MEMORY);
            r.config.l1d.miss_queue = places;
            r.memory.interval = interval;
            ask_for_many(&r, &t, records, &c);
            cycle_t first = t.script.issued[0] + TRACE_TO_UNIT;
            cycle_t leaves = first + interval - first % interval; /* the first of them */
            cycle_t last = leaves + (WARP_LANES - places) * interval;
            if (last < first + WARP_LANES - 1)
                last = first + WARP_LANES - 1;
            assert_int_equal(c.rt.cycle_miss_queue, last - first - (WARP_LANES - 1));
            assert_int_equal(c.rt.cycle_mshr, 0);
            script_free(&t.script);
        }
}

/* With n MSHRs every request but the first n takes that of the n-th before it, when that one's data
 * come: the L1D's MSHRs or the unit's own. */
TEST(no_free_mshr)
{
    for (int own = 0; own < 2; own++)
        for (uint32_t n = 1; n <= WARP_LANES; n *= 2) {
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct trace t;
            struct gpu_counters c;
            record_t records[WARP_LANES];
            sm_rig_init(&r, TRACE_MEMORY);
            if (own)
                r.config.rt.mshrs = n;
            else
                r.config.l1d.mshrs = n;
            ask_for_many(&r, &t, records, &c);
            uint64_t waits = WARP_LANES / n - 1, each = 1 + TRACE_MEMORY - n;
            assert_int_equal(c.rt.cycle_mshr, waits * each);
            assert_int_equal(c.rt.mshr_waits, own ? waits * each : 0);
            assert_int_equal(c.rt.cycle_miss_queue, 0);
            script_free(&t.script);
        }
}

/* A load brings n sectors through the bank that the ray wants, from whatever cycle on. */
TEST(a_bank_that_the_load_store_unit_uses)
{
    enum { N = 8, SFU = 60, TRACED = 0x10000, LOADED = 0x40000 };
    uint64_t most = 0;
    for (uint32_t l1_latency = SFU - 20; l1_latency < SFU + 10; l1_latency++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        struct ray_work rays[WARP_LANES] = {{0}};
        const record_t record = record_make(RECORD_DESCRIPTOR, TRACED);
        struct script_step tracing[] = {step_op(OP_SFU, 3, 0, 0), step_op(OP_TRACE_RAY, 1, 3, 0),
                                        step_op(OP_EXIT, 0, 0, 0)};
        struct script_step loading[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
        struct script a, b, *all[] = {&a, &b};
        rays[0] = trace_ray(&record, 1);
        tracing[1].lanes = 1;
        tracing[1].rays = rays;
        loading[0].addr = LOADED;
        loading[0].stride = 128;
        loading[0].lanes = (1u << N) - 1;
        script_number(tracing, 3);
        script_number(loading, 2);
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.exec.sfu_latency = SFU;
        r.config.ldst.l1_latency = l1_latency;
        r.config.rt.l1_port = L1_PORT_SHARED;
        script_init(&a, tracing, 3, &r.now);
        script_init(&b, loading, 2, &r.now);
        sm_rig_together(&r, all, 2);
        sm_rig_count(&r, &c);
        cycle_t asks = a.issued[1] + TRACE_TO_UNIT + 1; /* reads a register */
        cycle_t first = b.issued[0] + 2 + l1_latency, behind = first + N;
        uint64_t waits = asks >= first && asks < behind ? behind - asks : 0;
        assert_int_equal(c.rt.cycle_port, waits);
        most = waits > most ? waits : most;
        script_free(&a);
        script_free(&b);
    }
    assert_int_equal(most, N);
}

/* Tests of all lanes end together, and their results go one by one; the last is on its way for the
 * memory's latency and a cycle. */
TEST(stores_that_wait_for_their_acknowledgement)
{
    for (uint32_t hits = 1; hits <= WARP_LANES; hits *= 2) {
        struct traced f ENDED_BY(traced_free);
        const record_t record = record_make(RECORD_TRIANGLE_HIT, 0x10000);
        traced_init(&f, hits == WARP_LANES ? UINT32_MAX : (1u << hits) - 1);
        for (uint32_t lane = 0; lane < hits; lane++)
            f.t.rays[lane] = trace_ray(&record, 1);
        traced_run(&f);
        assert_int_equal(f.c.rt.cycle_request, 2 + hits);
        assert_int_equal(f.c.rt.cycle_wait_l2, TRACE_MEMORY + 1);
        assert_int_equal(f.c.rt.cycle_test, trace_tests[RECORD_TRIANGLE_HIT] - 1);
        assert_int_equal(f.c.rt.cycle_acknowledge, TRACE_MEMORY + 1);
        assert_int_equal(trace_latency(&f.t), trace_cold(&record, 1) + hits + TRACE_MEMORY);
    }
}

/* Warps without rays enter one per cycle and leave in the cycle in which they entered; without a
 * warp nothing else is charged. */
TEST(warps_that_are_done_wait_for_their_turn)
{
    enum { WARPS = 4 };
    for (uint32_t lanes = 0; lanes < 2; lanes++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[WARPS];
        struct gpu_counters c;
        const record_t record = record_make(RECORD_DESCRIPTOR, 0x10000);
        sm_rig_init(&r, TRACE_MEMORY);
        for (uint32_t i = 0; i < WARPS; i++) {
            trace_init(&t[i], lanes, &r.now);
            t[i].rays[0] = trace_ray(&record, 1);
        }
        trace_run(&r, t, WARPS, &c);
        /* They ask for the same sector, which comes to all at once: the first leaves when its test
         * ends, each of the others a cycle later. */
        if (lanes) {
            cycle_t first = t[0].script.issued[1];
            for (uint32_t i = 1; i < WARPS; i++)
                assert_int_equal(t[i].script.issued[1], first + i);
        }
        assert_int_equal(c.rt.cycle_complete, lanes ? WARPS - 1 : WARPS);
        assert_int_equal(c.rt.cycle_no_warp, r.now - c.rt.busy_cycles);
        assert_int_equal(sm_rig_rt_cycles(&c.rt), r.now);
        for (uint32_t i = 0; i < WARPS; i++)
            script_free(&t[i].script);
    }
}

/* Data of the L1D and of the L2 that come in the same cycle: replies are looked at first. */
TEST(waits_are_charged_to_the_reply_where_a_hit_comes_with_it)
{
    enum { COLD = 0x10000, WARM = 0x20000 };
    const uint32_t together = TRACE_MEMORY; /* asked a cycle later than what misses */
    for (uint32_t hit = together - 1; hit <= together + 1; hit++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[2];
        struct gpu_counters c[2];
        const record_t cold = record_make(RECORD_DESCRIPTOR, COLD);
        const record_t warm = record_make(RECORD_DESCRIPTOR, WARM);
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.sm.flush_l1d = false;
        r.config.rt.hit_latency = hit;
        trace_init(&t[0], 1, &r.now);
        t[0].rays[0] = trace_ray(&warm, 1);
        trace_run(&r, &t[0], 1, &c[0]);
        trace_init(&t[1], 3, &r.now);
        t[1].rays[0] = trace_ray(&cold, 1);
        t[1].rays[1] = trace_ray(&warm, 1);
        trace_run(&r, &t[1], 1, &c[1]);
        /* Two requests, then cycles up to the one in which the first data come. */
        uint64_t l1 = c[1].rt.cycle_wait_l1 - c[0].rt.cycle_wait_l1;
        uint64_t l2 = c[1].rt.cycle_wait_l2 - c[0].rt.cycle_wait_l2;
        assert_int_equal(l1, hit < together ? hit : 0);
        assert_int_equal(l2, hit < together ? 0 : TRACE_MEMORY);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
    }
}
