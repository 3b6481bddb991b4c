/* What the RT unit asks of the L1D, cycle by cycle: requests, stores, the port, refusals. */
#include "tests/rig/rig.h"
#include "tests/rig/traces.h"

TEST(a_hit_is_stored_and_acknowledged_before_the_warp_leaves)
{
    for (int fresh = 0; fresh < 2; fresh++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.config.rt.result = fresh ? RESULT_FRESH : RESULT_BUFFER;
        const record_t records[] = {record_make(RECORD_TRIANGLE_HIT, 0x10000),
                                    record_make(RECORD_TRIANGLE_HIT, 0x10040)};
        f.t.rays[0] = trace_ray(records, 2);
        traced_run(&f);
        /* The first store goes out before the second record is asked for; the second store is sent
         * in the cycle in which processing ends. */
        assert_int_equal(trace_latency(&f.t), trace_cold(records, 2) + 1 + 1 + TRACE_MEMORY);
        assert_int_equal(f.c.rt.thread_latency, trace_cold(records, 2) + 1);
        assert_int_equal(f.c.rt.result_stores, 2);
        assert_int_equal(f.c.l1d.rt_write_misses, 2);
        assert_int_equal(f.r.memory.n, 6);
        assert_true(f.r.memory.waiting[2].write && f.r.memory.waiting[5].write);
        if (fresh)
            assert_int_equal(f.r.memory.waiting[5].addr, f.r.memory.waiting[2].addr + 256);
        else
            assert_int_equal(f.r.memory.waiting[5].addr, 0x900000);
    }
}

TEST(table_entries_are_stored_once_the_first_record_came)
{
    struct traced f ENDED_BY(traced_free);
    const uint64_t table[] = {0xa00000, 0xa00020, 0xa00040, 0xa00060};
    traced_init(&f, 1);
    f.t.rays[0] = trace_ray(trace_walk, 2);
    f.t.rays[0].n_table_stores = 4;
    f.t.rays[0].table_stores = table;
    traced_run(&f);
    assert_int_equal(f.c.rt.table_stores, 4);
    /* Header: two sectors in the first two sends; entries right after it came. */
    for (int i = 0; i < 4; i++) {
        assert_true(f.r.memory.waiting[2 + i].write);
        assert_int_equal(f.r.memory.waiting[2 + i].addr, table[i]);
    }
    /* They take the unit's request slot in the four cycles that the header is processed. */
    assert_int_equal(trace_latency(&f.t), trace_cold(trace_walk, 2) + 1);
}

/* The spilled sectors of a stack are stored in the cycles in which the lane would ask for its next
 * record, one per cycle; the lane does not wait for their way. What comes back is a record of one
 * sector. */
TEST(spills_hold_the_next_record_by_a_cycle_each)
{
    enum { MOST = 4 };
    for (uint32_t spills = 0; spills <= MOST; spills++) {
        struct traced f ENDED_BY(traced_free);
        record_t records[3 + MOST];
        const record_t fetched[] = {record_make(RECORD_INTERNAL, 0x10000),
                                    record_make(RECORD_REFILL, 0x500000),
                                    record_make(RECORD_TRIANGLE, 0x10040)};
        uint32_t n = 0;
        records[n++] = fetched[0];
        for (uint32_t i = 0; i < spills; i++)
            records[n++] = record_make(RECORD_SPILL, 0x500000 + 1024 * i);
        records[n++] = fetched[1];
        records[n++] = fetched[2];
        traced_init(&f, 1u << 3);
        f.t.rays[3] = trace_ray(records, n);
        traced_run(&f);
        assert_int_equal(trace_latency(&f.t), trace_cold(fetched, 3) + spills);
        assert_int_equal(f.c.rt.thread_latency, trace_cold(fetched, 3) + spills);
        assert_int_equal(f.c.rt.stages, trace_tests[RECORD_INTERNAL] + trace_tests[RECORD_REFILL] +
                                            trace_tests[RECORD_TRIANGLE]);
        assert_int_equal(f.c.rt.spill_stores, spills);
        assert_int_equal(f.c.rt.refills, 1);
        assert_int_equal(f.c.rt.records, n);
        assert_int_equal(f.c.rt.requests, 3);
        assert_int_equal(f.c.rt.result_stores, 0);
        assert_int_equal(f.r.memory.n, 2 + spills + 1 + 2);
        for (uint32_t i = 0; i < spills; i++) {
            assert_true(f.r.memory.waiting[2 + i].write);
            assert_int_equal(f.r.memory.waiting[2 + i].addr, 0x500000 + 1024 * i);
        }
    }
}

/* A list may end with a spill, in whose acknowledgement the warp then waits. */

TEST(a_last_spill_is_acknowledged_before_the_warp_leaves)
{
    struct traced f ENDED_BY(traced_free);
    const record_t records[] = {record_make(RECORD_TRIANGLE_HIT, 0x10000),
                                record_make(RECORD_SPILL, 0x500000)};
    traced_init(&f, 1);
    f.t.rays[0] = trace_ray(records, 2);
    traced_run(&f);
    assert_int_equal(f.c.rt.thread_latency, trace_cold(records, 1));
    assert_int_equal(trace_latency(&f.t),
                     trace_cold(records, 1) + 2 + TRACE_MEMORY); /* spill, then result */
    assert_int_equal(f.c.rt.spill_stores + f.c.rt.result_stores, 2);
}

TEST(the_units_own_limit_of_sectors_binds_if_given)
{
    for (uint32_t limit = 0; limit <= 2; limit++) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, 1);
        f.r.config.rt.mshrs = limit;
        f.t.rays[0] = trace_ray(trace_walk, 2);
        traced_run(&f);
        /* One at a time: the second sector waits for the first, and leaves in the next cycle. */
        uint64_t expected = limit == 1 ? 2 * (2 * (1 + TRACE_MEMORY)) + trace_tests[RECORD_HEADER] +
                                             trace_tests[RECORD_INTERNAL]
                                       : trace_cold(trace_walk, 2);
        assert_int_equal(trace_latency(&f.t), expected);
        assert_true(limit == 1 ? f.c.rt.mshr_waits > 0 : f.c.rt.mshr_waits == 0);
        assert_int_equal(f.c.rt.cycle_mshr, f.c.rt.mshr_waits);
    }
}

TEST(a_full_miss_queue_delays_but_loses_nothing)
{
    struct traced f ENDED_BY(traced_free);
    traced_init(&f, UINT32_MAX);
    f.r.config.l1d.miss_queue = 2; /* one read at a time */
    record_t records[WARP_LANES][2];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        records[lane][0] = record_make(RECORD_INSTANCE, 0x10000 + 128 * (lane / 2));
        records[lane][1] = record_make(RECORD_TRIANGLE_HIT, 0x20000 + 64 * lane);
        f.t.rays[lane] = trace_ray(records[lane], 2);
    }
    traced_run(&f);
    assert_int_equal(f.c.rt.records, 64);
    assert_int_equal(f.c.rt.result_stores, 32);
}

/* --- requests --- */

TEST(a_request_brings_as_many_bytes_as_given)
{
    for (uint32_t bytes = 32; bytes <= 128; bytes *= 2)
        for (uint32_t hit = 0; hit <= 20; hit += 20) {
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct trace t[2];
            struct gpu_counters c;
            sm_rig_init(&r, TRACE_MEMORY);
            r.config.rt.request_B = bytes;
            r.config.rt.hit_latency = hit;
            r.config.sm.flush_l1d = false;
            for (int i = 0; i < 2; i++) {
                trace_init(&t[i], 1, &r.now);
                t[i].rays[0] = trace_ray(trace_walk, TRACE_WALK);
                trace_run(&r, &t[i], 1, &c);
            }
            uint64_t asks = 0, extra = 0;
            for (uint32_t i = 0; i < TRACE_WALK; i++) {
                uint64_t n = (trace_sectors(trace_walk[i]) * SECTOR_B + bytes - 1) / bytes;
                asks += n;
                extra += trace_sectors(trace_walk[i]) - n;
            }
            /* Missing sectors leave one by one, whatever the request brings. */
            assert_int_equal(trace_latency(&t[0]), trace_cold(trace_walk, TRACE_WALK));
            assert_int_equal(trace_latency(&t[1]), trace_warm(trace_walk, TRACE_WALK, hit) - extra);
            assert_int_equal(c.rt.cycle_request, 2 * asks);
            assert_int_equal(c.rt.reads, 2 * (asks + extra));
            for (int i = 0; i < 2; i++)
                script_free(&t[i].script);
        }
}

/* A record that begins in the middle of a request's block: the block's rest, then the next. */
TEST(a_request_stays_within_its_block)
{
    for (uint32_t at = 0; at < 128; at += 32) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct trace t[2];
        struct gpu_counters c;
        const record_t record = record_make(RECORD_INSTANCE, 0x10000 + at);
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.rt.request_B = 128;
        r.config.sm.flush_l1d = false;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = trace_ray(&record, 1);
            trace_run(&r, &t[i], 1, &c);
        }
        assert_int_equal(trace_latency(&t[1]), (at ? 2 : 1) - 1 + trace_tests[RECORD_INSTANCE]);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
    }
}

enum { TRACED = 0x10020, SFU = 100 };

/* Behind an SFU instruction a warp traces a ray of one sector, beside a warp that loads from
 * `loaded`; the load is looked up `l1_latency` cycles after it entered. Cycles in which the trace
 * found the bank in use: */
static uint64_t trace_beside_a_load(enum record_kind kind, uint32_t l1_latency, bool shared,
                                    uint64_t loaded, struct gpu_counters *c, bool *second_first)
{
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct ray_work rays[WARP_LANES] = {{0}};
    const record_t record = record_make(kind, TRACED);
    struct script_step tracing[] = {step_op(OP_SFU, 3, 0, 0), step_op(OP_TRACE_RAY, 1, 3, 0),
                                    step_op(OP_EXIT, 0, 0, 0)};
    struct script_step loading[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    rays[0] = trace_ray(&record, 1);
    tracing[1].lanes = 1;
    tracing[1].rays = rays;
    loading[0].addr = loaded;
    for (uint32_t i = 0; i < 3; i++)
        tracing[i].inst.pc = 8 * i;
    loading[1].inst.pc = 8;
    sm_rig_init(&r, TRACE_MEMORY);
    r.config.exec.sfu_latency = SFU;
    r.config.ldst.l1_latency = l1_latency;
    r.config.rt.l1_port = shared ? L1_PORT_SHARED : L1_PORT_OWN;
    struct script a ENDED_BY(script_free), b ENDED_BY(script_free), *all[] = {&a, &b};
    script_init(&a, tracing, 3, &r.now);
    script_init(&b, loading, 2, &r.now);
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, 2, true, 100000), ST_OK);
    sm_rig_count(&r, c);
    uint64_t first = 0;
    for (size_t i = 0; !first; i++)
        if (r.memory.waiting[i].addr == TRACED || r.memory.waiting[i].addr == TRACED + SECTOR_B)
            first = r.memory.waiting[i].addr;
    *second_first = first != TRACED;
    return c->rt.cycle_port;
}

/* In exactly one cycle the two want the same bank. */
TEST(a_shared_port_serves_the_load_store_unit_first)
{
    const enum record_kind kind = RECORD_DESCRIPTOR;
    uint64_t met = 0;
    for (uint32_t l1_latency = SFU - 20; l1_latency < SFU + 20; l1_latency++) {
        struct gpu_counters c;
        bool second_first;
        assert_int_equal(
            trace_beside_a_load(kind, l1_latency, false, TRACED + 128, &c, &second_first), 0);
        assert_int_equal(
            trace_beside_a_load(kind, l1_latency, true, TRACED + 96, &c, &second_first), 0);
        met += trace_beside_a_load(kind, l1_latency, true, TRACED + 128, &c, &second_first);
    }
    assert_int_equal(met, 1);
}

/* A record's other sectors follow a refused first one, which is asked for again behind them; a
 * refused other one is asked for again at once. */
TEST(a_refused_first_sector_lets_the_others_go_first)
{
    uint32_t overtaken = 0, delayed = 0;
    for (uint32_t l1_latency = SFU - 20; l1_latency < SFU + 20; l1_latency++) {
        struct gpu_counters c;
        bool second_first;
        const enum record_kind kind = RECORD_INTERNAL;
        uint64_t met = trace_beside_a_load(kind, l1_latency, true, TRACED + 128, &c, &second_first);
        assert_int_equal(met, second_first);
        assert_int_equal(c.rt.cycle_request, 2);
        overtaken += second_first;
        met = trace_beside_a_load(kind, l1_latency, true, TRACED + 128 + 32, &c, &second_first);
        assert_false(second_first);
        assert_int_equal(c.rt.cycle_request, 2);
        delayed += (uint32_t)met;
    }
    assert_int_equal(overtaken, 1);
    assert_int_equal(delayed, 1);
}

/* --- results --- */

TEST(a_result_may_be_stored_at_the_end_of_the_ray)
{
    for (uint32_t hits = 0; hits <= 3; hits++)
        for (uint32_t last = 0; last < 2; last++) {
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct trace t;
            struct gpu_counters c;
            record_t records[4];
            uint32_t n = 0;
            for (; n < hits; n++)
                records[n] = record_make(RECORD_TRIANGLE_HIT, 0x10000 + 64 * n);
            if (last || n == 0)
                records[n++] = record_make(RECORD_INTERNAL, 0x20000);
            sm_rig_init(&r, TRACE_MEMORY);
            r.config.rt.result_stores = RESULT_STORES_RAY_END;
            trace_init(&t, 1, &r.now);
            t.rays[0] = trace_ray(records, n);
            trace_run(&r, &t, 1, &c);
            /* Sent in the cycle in which the last test ends; nothing is late because of it. */
            uint64_t store = hits ? 1 + TRACE_MEMORY : 0;
            assert_int_equal(c.rt.result_stores, hits ? 1 : 0);
            assert_int_equal(c.rt.thread_latency, trace_cold(records, n));
            assert_int_equal(trace_latency(&t), trace_cold(records, n) + store);
            assert_int_equal(c.rt.cycle_acknowledge, store);
            script_free(&t.script);
        }
}

/* A trace writes register 1 of warp 0, in bank 1; warp 1 reads a register when
 * an SFU instruction of `latency` is done. The cycle in which it goes on with what it read: */
static cycle_t reading_beside_a_trace(uint32_t latency, uint32_t reg)
{
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct ray_work rays[WARP_LANES] = {{0}};
    const record_t record = record_make(RECORD_DESCRIPTOR, TRACED);
    struct script_step tracing[] = {step_op(OP_TRACE_RAY, 1, 0, 0), step_op(OP_SFU, 2, 0, 0),
                                    step_op(OP_EXIT, 0, 0, 0)};
    struct script_step reading[] = {step_op(OP_SFU, 5, 0, 0), step_op(OP_ALU, 6, 5, reg),
                                    step_op(OP_ALU, 7, 6, 0), step_op(OP_EXIT, 0, 0, 0)};
    for (uint32_t i = 0; i < 4; i++)
        reading[i].inst.pc = 8 * i;
    for (uint32_t i = 0; i < 3; i++)
        tracing[i].inst.pc = 8 * i;
    tracing[0].lanes = 1;
    tracing[0].rays = rays;
    rays[0] = trace_ray(&record, 1);
    sm_rig_init(&r, TRACE_MEMORY);
    r.config.sm.schedulers = 1;
    r.config.sm.collector_steps = 1;
    r.config.exec.sfu_latency = latency;
    struct script a ENDED_BY(script_free), b, *all[] = {&a, &b};
    script_init(&a, tracing, 3, &r.now);
    script_init(&b, reading, 4, &r.now);
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, 2, true, 100000), ST_OK);
    cycle_t goes_on = b.issued[2];
    script_free(&b);
    return goes_on;
}

/* In the cycle behind the one in which a warp leaves, the bank of its result reads nothing. */
TEST(a_finished_trace_writes_its_register)
{
    uint32_t met = 0;
    for (uint32_t latency = TRACE_MEMORY - 20; latency < TRACE_MEMORY + 30; latency++) {
        cycle_t same = reading_beside_a_trace(latency, 16); /* (16 + 1) mod 16 is bank 1 */
        cycle_t other = reading_beside_a_trace(latency, 17);
        assert_true(same == other || same == other + 1);
        met += same != other;
    }
    assert_int_equal(met, 1);
}

/* More stores than the unit's queue has places (4096): what finds none waits and comes in order. */
TEST(more_stores_than_places_are_sent_in_order)
{
    enum { EACH = 150, N = WARP_LANES * EACH };
    struct traced f ENDED_BY(traced_free);
    static record_t records[WARP_LANES][1 + EACH];
    const record_t node = record_make(RECORD_INTERNAL, 0x10000);
    traced_init(&f, UINT32_MAX);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        records[lane][0] = node;
        for (uint32_t i = 0; i < EACH; i++)
            records[lane][1 + i] = record_make(RECORD_SPILL, 0x500000 + 32 * (EACH * lane + i));
        f.t.rays[lane] = trace_ray(records[lane], 1 + EACH);
    }
    traced_run(&f);
    assert_int_equal(f.c.rt.spill_stores, N);
    assert_int_equal(f.c.rt.records, WARP_LANES + N);
    /* Lanes end with their tests, whether or not their stores find a place. */
    assert_int_equal(f.c.rt.thread_latency, WARP_LANES * trace_cold(&node, 1));
    /* One per cycle from the end of the test on, the last one's acknowledgement ends the warp. */
    assert_int_equal(trace_latency(&f.t), trace_cold(&node, 1) + N + TRACE_MEMORY);
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(f.r.memory.waiting[2 + i].addr, 0x500000 + 32 * i);
}

/* Lane 0's result is ready when lane 1 asks for the four sectors of its second record: these go
 * first once the first of them has, and behind the result if not. */
TEST(the_rest_of_a_record_goes_before_stores_and_those_before_records)
{
    for (uint32_t test = 1; test <= 14; test++) {
        struct traced f;
        const record_t hit = record_make(RECORD_TRIANGLE_HIT, 0x10000);
        const record_t two[] = {record_make(RECORD_DESCRIPTOR, 0x20000),
                                record_make(RECORD_INSTANCE, 0x30000)};
        traced_init(&f, 3);
        f.r.config.rt.descriptor_cycles = test;
        f.t.rays[0] = trace_ray(&hit, 1);
        f.t.rays[1] = trace_ray(two, 2);
        traced_run(&f);
        /* Sectors of the first records are asked for in cycles 0, 1 and 2. */
        uint64_t ready = 1 + 1 + TRACE_MEMORY + trace_tests[RECORD_TRIANGLE_HIT];
        uint64_t asks = 2 + 1 + TRACE_MEMORY + test;
        bool behind = asks < ready && ready < asks + 4;
        cycle_t entered = f.t.script.issued[0] + TRACE_TO_UNIT;
        for (size_t i = 3; i < 8; i++)
            if (f.r.memory.waiting[i].write)
                assert_int_equal(f.r.memory.sent_at[i], entered + (behind ? asks + 4 : ready) + 1);
        assert_int_equal(f.c.rt.result_stores, 1);
        assert_int_equal(f.r.memory.n, 8);
        traced_free(&f);
    }
}

/* A lane asks for a record whose data are about to come for another lane: its first sector is there
 * in that cycle, and the second comes before it has asked for it, as the load/store unit uses that
 * bank. The warp stays until it has asked. */
TEST(a_warp_leaves_when_it_has_asked_for_what_it_selected)
{
    enum { N = 40, NODE = 0x10000, LOADED = 0x40020 }; /* bank of the node's second sector */
    uint32_t held = 0;
    for (uint32_t l1_latency = 50; l1_latency < 120; l1_latency++) {
        struct sm_rig r;
        struct trace t;
        struct gpu_counters c;
        const record_t two[] = {record_make(RECORD_DESCRIPTOR, 0x20000),
                                record_make(RECORD_INTERNAL, NODE)};
        struct script_step loading[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_LOAD, 2, 0, 0),
                                        step_op(OP_EXIT, 0, 0, 0)};
        struct script b, *all[2];
        for (int i = 0; i < 2; i++) {
            loading[i].addr = LOADED;
            loading[i].stride = 128;
            loading[i].lanes = i ? (1u << (N - WARP_LANES)) - 1 : UINT32_MAX;
        }
        script_number(loading, 3);
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.ldst.l1_latency = l1_latency;
        r.config.rt.l1_port = L1_PORT_SHARED;
        r.config.rt.descriptor_cycles = 1;
        r.config.l1d.miss_queue = 64;
        trace_init(&t, 3, &r.now);
        t.rays[0] = trace_ray(two, 2);
        t.rays[1] = trace_ray(&two[1], 1);
        script_init(&b, loading, 3, &r.now);
        all[0] = &t.script;
        all[1] = &b;
        sm_rig_together(&r, all, 2);
        sm_rig_count(&r, &c);
        /* Asked for in cycles 0, 1 and 2: the descriptor, the node. */
        cycle_t entered = t.script.issued[0] + TRACE_TO_UNIT;
        cycle_t chunk = entered + 2 + 1 + TRACE_MEMORY, end = chunk + trace_tests[RECORD_INTERNAL];
        cycle_t first = b.issued[0] + 2 + l1_latency, behind = first + N;
        bool waits = chunk >= first && chunk < behind;
        if (first <= entered + 2)
            continue;
        if (waits && behind > end)
            end = behind;
        assert_int_equal(t.script.issued[1], end);
        assert_int_equal(c.rt.reads, 5);
        held += end == behind;
        script_free(&t.script);
        script_free(&b);
        sm_rig_free(&r);
    }
    assert_true(held > 10);
}

/* The ray's record comes with what the load/store unit has asked for before: its table entry goes
 * out as it does when the unit's own request brings the record, from the cycle behind on. */
TEST(table_entries_wait_a_cycle_whoever_asked_for_the_record)
{
    enum { BEFORE = 60 };
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct ray_work rays[WARP_LANES] = {{0}};
    const record_t record = record_make(RECORD_DESCRIPTOR, TRACED);
    const uint64_t entry = 0xa00000;
    struct script_step loading[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    struct script_step tracing[BEFORE + 2];
    struct script a, b, *all[] = {&a, &b};
    sm_rig_init(&r, TRACE_MEMORY);
    loading[0].addr = TRACED;
    loading[0].lanes = 1;
    rays[0] = trace_ray(&record, 1);
    rays[0].table_stores = &entry;
    rays[0].n_table_stores = 1;
    for (uint32_t i = 0; i < BEFORE; i++)
        tracing[i] = step_op(OP_ALU, 1 + i, 0, 0);
    tracing[BEFORE] = step_op(OP_TRACE_RAY, 70, 0, 0);
    tracing[BEFORE].lanes = 1;
    tracing[BEFORE].rays = rays;
    tracing[BEFORE + 1] = step_op(OP_EXIT, 0, 0, 0);
    script_number(loading, 2);
    script_number(tracing, BEFORE + 2);
    script_init(&a, loading, 2, &r.now);
    script_init(&b, tracing, BEFORE + 2, &r.now);
    sm_rig_together(&r, all, 2);
    assert_int_equal(r.memory.n, 2);
    assert_true(r.memory.waiting[1].write);
    /* Queued in the cycle behind the reply, asked for then, sent in the next. */
    assert_int_equal(r.memory.sent_at[1], r.memory.sent_at[0] + TRACE_MEMORY + 2);
    script_free(&a);
    script_free(&b);
}

/* The first warp issues first but enters last, as its sources are of one bank. Its table entries
 * are queued in a cycle in which, for some lengths of it, the second one's test ends. */
TEST(table_entries_hold_no_test)
{
    enum { SOURCES = 8 };
    const record_t records[] = {record_make(RECORD_HEADER, 0x10000),
                                record_make(RECORD_DESCRIPTOR, 0x20000)};
    const uint64_t entry = 0xa00000;
    for (uint32_t cycles = 1; cycles < 20; cycles++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script s[2], *all[] = {&s[0], &s[1]};
        struct ray_work rays[2][WARP_LANES] = {{{0}}};
        struct gpu_counters c;
        sm_rig_init(&r, TRACE_MEMORY);
        r.config.sm.fetches = 8;
        r.config.rt.descriptor_cycles = cycles;
        for (uint32_t i = 0; i < 2; i++) {
            struct script_step steps[3];
            uint32_t n = 0;
            for (; n < i; n++)
                steps[n] = step_op(OP_ALU, 1, 0, 0);
            steps[n] = step_op(OP_TRACE_RAY, 60, 0, 0);
            for (uint32_t k = 0; i == 0 && k < SOURCES; k++)
                steps[n].inst.src[steps[n].inst.n_src++] = (uint16_t)(64 + 4 * k);
            steps[n].lanes = 1;
            steps[n++].rays = rays[i];
            steps[n++] = step_op(OP_EXIT, 0, 0, 0);
            rays[i][0] = trace_ray(&records[i], 1);
            script_number(steps, n);
            script_init(&s[i], steps, n, &r.now);
        }
        rays[0][0].table_stores = &entry;
        rays[0][0].n_table_stores = 1;
        sm_rig_together(&r, all, 2);
        sm_rig_count(&r, &c);
        assert_int_equal(c.rt.thread_latency, trace_cold(&records[0], 1) +
                                                  trace_cold(&records[1], 1) + cycles -
                                                  trace_tests[RECORD_DESCRIPTOR]);
        assert_int_equal(c.rt.table_stores, 1);
        for (uint32_t i = 0; i < 2; i++)
            script_free(&s[i]);
    }
}
