/* The RT unit of an SM, cycle by cycle: a ray is the sum of its records. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include <string.h>

/* From issue to entering: collected (no sources) and taken in the next cycle, in the unit in the
 * one behind. */
enum { TO_UNIT = 2, MEMORY = 100 };

static const uint32_t process[RECORD_KINDS] = {4, 8, 8, 4, 8, 8, 8, 0, 3};

static uint32_t sectors_of(record_t r)
{
    return (record_bytes(r) + SECTOR_B - 1) / SECTOR_B;
}

/* A record asked for in cycle a: its last sector is asked for in a + sectors - 1, leaves in the
 * next cycle and comes a memory latency later; then it is processed. */
static uint64_t cold(const record_t *records, uint32_t n)
{
    uint64_t cycles = 0;
    for (uint32_t i = 0; i < n; i++)
        cycles += sectors_of(records[i]) + MEMORY + process[record_kind(records[i])];
    return cycles;
}

static uint64_t warm(const record_t *records, uint32_t n, uint32_t hit_latency)
{
    uint64_t cycles = 0;
    for (uint32_t i = 0; i < n; i++)
        cycles += sectors_of(records[i]) - 1 + hit_latency + process[record_kind(records[i])];
    return cycles;
}

static const record_t walk[] = {
    (record_t)0x10000 << 4 | RECORD_HEADER,   (record_t)0x10040 << 4 | RECORD_INTERNAL,
    (record_t)0x10100 << 4 | RECORD_INSTANCE, (record_t)0x20000 << 4 | RECORD_HEADER,
    (record_t)0x20040 << 4 | RECORD_INTERNAL, (record_t)0x20080 << 4 | RECORD_DESCRIPTOR,
    (record_t)0x20100 << 4 | RECORD_TRIANGLE, (record_t)0x20140 << 4 | RECORD_PROCEDURAL,
};
enum { WALK = sizeof walk / sizeof *walk };

static struct ray_work ray(const record_t *records, uint32_t n)
{
    return (struct ray_work){.records = records,
                             .n_records = n,
                             .n_nodes = n / 2,
                             .depth = n + 1,
                             .result_addr = 0x900000};
}

/* trace_ray by `lanes`, then an instruction that needs it, then the end. */
struct trace {
    struct ray_work rays[WARP_LANES];
    struct script_step steps[3];
    struct script script;
};

static void trace_init(struct trace *t, uint32_t lanes, const cycle_t *now)
{
    memset(t, 0, sizeof *t);
    t->steps[0] = step_op(OP_TRACE_RAY, 1, 0, 0);
    t->steps[0].lanes = lanes;
    t->steps[0].rays = t->rays;
    t->steps[1] = step_op(OP_ALU, 2, 1, 0);
    t->steps[2] = step_op(OP_EXIT, 0, 0, 0);
    for (uint32_t i = 0; i < 3; i++)
        t->steps[i].inst.pc = 8 * i;
    script_init(&t->script, t->steps, 3, now);
}

static uint64_t latency_of(const struct trace *t)
{
    return t->script.issued[1] - t->script.issued[0] - TO_UNIT;
}

static void run(struct sm_rig *r, struct trace *t, uint32_t n, struct gpu_counters *c)
{
    struct script *all[32];
    for (uint32_t i = 0; i < n; i++)
        all[i] = &t[i].script;
    if (!r->sm)
        sm_rig_start(r, 16);
    assert_int_equal(sm_rig_run(r, all, n, true, 1000000), ST_OK);
    sm_rig_count(r, c);
}

static void a_single_ray_takes_the_sum_of_its_records(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= WALK; n++) {
        struct sm_rig r;
        struct trace t;
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        trace_init(&t, 1u << 5, &r.now);
        t.rays[5] = ray(walk, n);
        run(&r, &t, 1, &c);
        assert_int_equal(latency_of(&t), cold(walk, n));
        assert_int_equal(c.rt.warp_latency, cold(walk, n));
        assert_int_equal(c.rt.thread_latency, cold(walk, n));
        assert_int_equal(c.rt.busy_cycles, cold(walk, n) + 1);
        assert_int_equal(c.rt.efficiency_q32, (1ull << 32) / 32);
        assert_int_equal(c.rt.records, n);
        assert_int_equal(c.rt.requests, n);
        uint64_t stages = 0, sectors = 0;
        for (uint32_t i = 0; i < n; i++) {
            stages += process[record_kind(walk[i])];
            sectors += sectors_of(walk[i]);
        }
        assert_int_equal(c.rt.stages, stages);
        assert_int_equal(c.rt.sectors, sectors);
        assert_int_equal(c.rt.reads, sectors);
        script_free(&t.script);
        sm_rig_free(&r);
    }
}

static void hits_take_the_units_hit_latency(void **state)
{
    (void)state;
    for (uint32_t hit = 0; hit <= 30; hit += 10) {
        struct sm_rig r;
        struct trace t[2];
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.rt.hit_latency = hit;
        r.config.sm.flush_l1d = false;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = ray(walk, WALK);
            run(&r, &t[i], 1, &c);
        }
        assert_int_equal(latency_of(&t[0]), cold(walk, WALK));
        assert_int_equal(latency_of(&t[1]), warm(walk, WALK, hit));
        assert_int_equal(c.l1d.rt_read_hits, c.l1d.rt_read_misses + c.l1d.rt_read_sector_misses);
        script_free(&t[0].script);
        script_free(&t[1].script);
        sm_rig_free(&r);
    }
}

static void lanes_on_the_same_record_share_its_requests(void **state)
{
    (void)state;
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    trace_init(&t, 0x80000003u, &r.now);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        t.rays[lane] = ray(walk, WALK);
    t.rays[1].n_records = 2; /* ends early */
    run(&r, &t, 1, &c);
    assert_int_equal(latency_of(&t), cold(walk, WALK));
    assert_int_equal(c.rt.requests, WALK);
    assert_int_equal(c.rt.records, 2 * WALK + 2);
    assert_int_equal(c.rt.rays, 3);
    assert_int_equal(c.rt.nodes, 3 * (WALK / 2)); /* as `ray` says */
    assert_int_equal(c.rt.max_nodes, WALK / 2);
    assert_int_equal(c.rt.max_depth, WALK + 1);
    assert_int_equal(c.rt.thread_latency, 2 * cold(walk, WALK) + cold(walk, 2));
    assert_int_equal(c.rt.efficiency_q32, (c.rt.thread_latency << 32) / (32 * cold(walk, WALK)));
    script_free(&t.script);
    sm_rig_free(&r);
}

static void lanes_on_different_records_ask_one_sector_per_cycle(void **state)
{
    (void)state;
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    trace_init(&t, UINT32_MAX, &r.now);
    record_t records[WARP_LANES];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        records[lane] = record_make(RECORD_INTERNAL, 0x10000 + 64 * lane);
        t.rays[lane] = ray(&records[lane], 1);
    }
    run(&r, &t, 1, &c);
    assert_int_equal(latency_of(&t), 32 * 2 - 1 + 1 + MEMORY + process[RECORD_INTERNAL]);
    /* Lane l's second sector is asked for in cycle 2l + 1. */
    uint64_t sum = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        sum += 2 * lane + 2 + MEMORY + process[RECORD_INTERNAL];
    assert_int_equal(c.rt.thread_latency, sum);
    script_free(&t.script);
    sm_rig_free(&r);
}

static void no_more_warps_than_the_buffer_holds_are_in_the_unit(void **state)
{
    (void)state;
    for (uint32_t max = 1; max <= 4; max *= 2) {
        struct sm_rig r;
        struct trace t[4];
        struct gpu_counters c;
        record_t records[4];
        sm_rig_init(&r, MEMORY);
        r.config.rt.max_warps = max;
        for (uint32_t i = 0; i < 4; i++) {
            trace_init(&t[i], 1, &r.now);
            records[i] = record_make(RECORD_INTERNAL, 0x10000 + 64 * i);
            t[i].rays[0] = ray(&records[i], 1);
        }
        run(&r, t, 4, &c);
        assert_int_equal(c.rt.warps, 4);
        /* Alone, each waits for the one before; with room for all, they overlap. */
        if (max == 1) {
            assert_int_equal(c.rt.warp_latency, 4 * cold(records, 1));
            assert_int_equal(c.rt.busy_cycles, 4 * (cold(records, 1) + 1));
        } else {
            assert_true(c.rt.busy_cycles < (4 / max) * (cold(records, 1) + 2 * max));
        }
        for (int i = 0; i < 4; i++)
            script_free(&t[i].script);
        sm_rig_free(&r);
    }
}

static void traces_that_wait_hold_collectors_only_if_so_configured(void **state)
{
    (void)state;
    for (int held = 0; held < 2; held++) {
        struct sm_rig r;
        struct trace t[5];
        struct gpu_counters c;
        record_t record = record_make(RECORD_INTERNAL, 0x10000);
        sm_rig_init(&r, MEMORY);
        r.config.sm.schedulers = 1;
        r.config.sm.collectors = 2;
        r.config.sm.collectors_held = held;
        r.config.rt.max_warps = 1;
        /* One in the unit, one arriving would be too many, one before it, two in collectors. */
        for (uint32_t i = 0; i < 4; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = ray(&record, 1);
        }
        trace_init(&t[4], 1, &r.now);
        t[4].steps[0] = step_op(OP_ALU, 1, 0, 0);
        run(&r, t, 5, &c);
        if (held) {
            assert_true(t[4].script.ended_at > t[0].script.ended_at);
        } else {
            assert_true(t[4].script.ended_at < MEMORY);
            assert_true(t[0].script.ended_at > MEMORY);
        }
        for (int i = 0; i < 5; i++)
            script_free(&t[i].script);
        sm_rig_free(&r);
    }
}

static void a_hit_is_stored_and_acknowledged_before_the_warp_leaves(void **state)
{
    (void)state;
    for (int fresh = 0; fresh < 2; fresh++) {
        struct sm_rig r;
        struct trace t;
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.rt.result = fresh ? RESULT_FRESH : RESULT_BUFFER;
        const record_t records[] = {record_make(RECORD_TRIANGLE_HIT, 0x10000),
                                    record_make(RECORD_TRIANGLE_HIT, 0x10040)};
        trace_init(&t, 1, &r.now);
        t.rays[0] = ray(records, 2);
        run(&r, &t, 1, &c);
        /* The first store goes out before the second record is asked for; the second store is sent
         * in the cycle in which processing ends. */
        assert_int_equal(latency_of(&t), cold(records, 2) + 1 + 1 + MEMORY);
        assert_int_equal(c.rt.thread_latency, cold(records, 2) + 1);
        assert_int_equal(c.rt.result_stores, 2);
        assert_int_equal(c.l1d.rt_write_misses, 2);
        assert_int_equal(r.memory.n, 6);
        assert_true(r.memory.waiting[2].write && r.memory.waiting[5].write);
        if (fresh)
            assert_int_equal(r.memory.waiting[5].addr, r.memory.waiting[2].addr + 256);
        else
            assert_int_equal(r.memory.waiting[5].addr, 0x900000);
        script_free(&t.script);
        sm_rig_free(&r);
    }
}

static void table_entries_are_stored_once_the_first_record_came(void **state)
{
    (void)state;
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
    const uint64_t table[] = {0xa00000, 0xa00020, 0xa00040, 0xa00060};
    sm_rig_init(&r, MEMORY);
    trace_init(&t, 1, &r.now);
    t.rays[0] = ray(walk, 2);
    t.rays[0].n_table_stores = 4;
    t.rays[0].table_stores = table;
    run(&r, &t, 1, &c);
    assert_int_equal(c.rt.table_stores, 4);
    /* Header: two sectors in the first two sends; entries right after it came. */
    for (int i = 0; i < 4; i++) {
        assert_true(r.memory.waiting[2 + i].write);
        assert_int_equal(r.memory.waiting[2 + i].addr, table[i]);
    }
    /* They take the unit's request slot in the four cycles that the header is processed. */
    assert_int_equal(latency_of(&t), cold(walk, 2) + 1);
    script_free(&t.script);
    sm_rig_free(&r);
}

/* The spilled sectors of a stack are stored in the cycles in which the lane would ask for its next
 * record, one per cycle; the lane does not wait for their way. What comes back is a record of one
 * sector. */
static void spills_hold_the_next_record_by_a_cycle_each(void **state)
{
    (void)state;
    enum { MOST = 4 };
    for (uint32_t spills = 0; spills <= MOST; spills++) {
        struct sm_rig r;
        struct trace t;
        struct gpu_counters c;
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
        sm_rig_init(&r, MEMORY);
        trace_init(&t, 1u << 3, &r.now);
        t.rays[3] = ray(records, n);
        run(&r, &t, 1, &c);
        assert_int_equal(latency_of(&t), cold(fetched, 3) + spills);
        assert_int_equal(c.rt.thread_latency, cold(fetched, 3) + spills);
        assert_int_equal(c.rt.stages, process[RECORD_INTERNAL] + process[RECORD_REFILL] +
                                          process[RECORD_TRIANGLE]);
        assert_int_equal(c.rt.spill_stores, spills);
        assert_int_equal(c.rt.refills, 1);
        assert_int_equal(c.rt.records, n);
        assert_int_equal(c.rt.requests, 3);
        assert_int_equal(c.rt.result_stores, 0);
        assert_int_equal(r.memory.n, 2 + spills + 1 + 2);
        for (uint32_t i = 0; i < spills; i++) {
            assert_true(r.memory.waiting[2 + i].write);
            assert_int_equal(r.memory.waiting[2 + i].addr, 0x500000 + 1024 * i);
        }
        script_free(&t.script);
        sm_rig_free(&r);
    }
}

/* A list may end with a spill, in whose acknowledgement the warp then waits. */
static void a_last_spill_is_acknowledged_before_the_warp_leaves(void **state)
{
    (void)state;
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
    const record_t records[] = {record_make(RECORD_TRIANGLE_HIT, 0x10000),
                                record_make(RECORD_SPILL, 0x500000)};
    sm_rig_init(&r, MEMORY);
    trace_init(&t, 1, &r.now);
    t.rays[0] = ray(records, 2);
    run(&r, &t, 1, &c);
    assert_int_equal(c.rt.thread_latency, cold(records, 1));
    assert_int_equal(latency_of(&t), cold(records, 1) + 2 + MEMORY); /* spill, then result */
    assert_int_equal(c.rt.spill_stores + c.rt.result_stores, 2);
    script_free(&t.script);
    sm_rig_free(&r);
}

static void the_units_own_limit_of_sectors_binds_if_given(void **state)
{
    (void)state;
    for (uint32_t limit = 0; limit <= 2; limit++) {
        struct sm_rig r;
        struct trace t;
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.rt.mshrs = limit;
        trace_init(&t, 1, &r.now);
        t.rays[0] = ray(walk, 2);
        run(&r, &t, 1, &c);
        /* One at a time: the second sector waits for the first, and leaves in the next cycle. */
        uint64_t expected =
            limit == 1 ? 2 * (2 * (1 + MEMORY)) + process[RECORD_HEADER] + process[RECORD_INTERNAL]
                       : cold(walk, 2);
        assert_int_equal(latency_of(&t), expected);
        assert_true(limit == 1 ? c.rt.mshr_waits > 0 : c.rt.mshr_waits == 0);
        assert_int_equal(c.rt.cycle_mshr, c.rt.mshr_waits);
        script_free(&t.script);
        sm_rig_free(&r);
    }
}

static void a_full_miss_queue_delays_but_loses_nothing(void **state)
{
    (void)state;
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    r.config.l1d.miss_queue = 2; /* one read at a time */
    trace_init(&t, UINT32_MAX, &r.now);
    record_t records[WARP_LANES][2];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        records[lane][0] = record_make(RECORD_INSTANCE, 0x10000 + 128 * (lane / 2));
        records[lane][1] = record_make(RECORD_TRIANGLE_HIT, 0x20000 + 64 * lane);
        t.rays[lane] = ray(records[lane], 2);
    }
    run(&r, &t, 1, &c);
    assert_int_equal(c.rt.records, 64);
    assert_int_equal(c.rt.result_stores, 32);
    script_free(&t.script);
    sm_rig_free(&r);
}

static void a_trace_without_rays_returns_at_once(void **state)
{
    (void)state;
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    trace_init(&t, 0, &r.now);
    run(&r, &t, 1, &c);
    assert_int_equal(latency_of(&t), 0);
    assert_int_equal(c.rt.warps, 1);
    assert_int_equal(c.rt.efficiency_q32, 0);
    script_free(&t.script);
    sm_rig_free(&r);
}

static void equal_addresses_of_descriptor_and_leaf_are_two_records(void **state)
{
    (void)state;
    struct sm_rig r;
    struct trace t;
    struct gpu_counters c;
    const record_t records[] = {record_make(RECORD_DESCRIPTOR, 0x10000),
                                record_make(RECORD_TRIANGLE, 0x10000)};
    sm_rig_init(&r, MEMORY);
    trace_init(&t, 1, &r.now);
    t.rays[0] = ray(records, 2);
    run(&r, &t, 1, &c);
    assert_int_equal(latency_of(&t), cold(records, 2)); /* the leaf's second sector is cold */
    assert_int_equal(c.rt.requests, 2);
    assert_int_equal(c.l1d.rt_read_hits, 1);
    assert_int_equal(c.l1d.rt_read_sector_misses, 1);
    script_free(&t.script);
    sm_rig_free(&r);
}

/* --- what tests of many lanes cost --- */

/* All lanes have the same record: its data come to all at once, and lane l's test starts
 * l / units cycles after the first. */
static void tests_start_at_the_rate_of_their_unit(void **state)
{
    (void)state;
    static const enum record_kind kinds[] = {RECORD_INTERNAL, RECORD_TRIANGLE, RECORD_TRIANGLE_HIT,
                                             RECORD_INSTANCE, RECORD_HEADER,   RECORD_PROCEDURAL};
    static const uint32_t units[] = {0, 1, 2, 31, 32, 64};
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (uint32_t j = 0; j < sizeof units / sizeof *units; j++) {
            struct sm_rig r;
            struct trace t;
            struct gpu_counters c;
            const record_t record = record_make(kinds[i], 0x10000);
            bool box = kinds[i] == RECORD_INTERNAL, transform = kinds[i] == RECORD_INSTANCE;
            bool triangle = kinds[i] == RECORD_TRIANGLE || kinds[i] == RECORD_TRIANGLE_HIT;
            bool free = !box && !transform && !triangle;
            /* The units of the other kinds do not matter. */
            sm_rig_init(&r, MEMORY);
            r.config.rt.box_units = box || free ? units[j] : 1;
            r.config.rt.triangle_units = triangle || free ? units[j] : 1;
            r.config.rt.transform_units = transform || free ? units[j] : 1;
            trace_init(&t, UINT32_MAX, &r.now);
            for (uint32_t lane = 0; lane < WARP_LANES; lane++)
                t.rays[lane] = ray(&record, 1);
            run(&r, &t, 1, &c);
            uint64_t rate = units[j] && !free ? units[j] : WARP_LANES;
            uint64_t last = (WARP_LANES - 1) / rate, sum = 0;
            for (uint32_t lane = 0; lane < WARP_LANES; lane++)
                sum += cold(&record, 1) + lane / rate;
            assert_int_equal(c.rt.thread_latency, sum);
            assert_int_equal(c.rt.stages, WARP_LANES * process[kinds[i]]);
            if (kinds[i] != RECORD_TRIANGLE_HIT)
                assert_int_equal(latency_of(&t), cold(&record, 1) + last);
            script_free(&t.script);
            sm_rig_free(&r);
        }
}

static void units_take_the_oldest_warps_lanes_first(void **state)
{
    (void)state;
    for (uint32_t units = 1; units <= 64; units *= 2) {
        struct sm_rig r;
        struct trace t[2];
        struct gpu_counters c;
        const record_t record = record_make(RECORD_INTERNAL, 0x10000);
        sm_rig_init(&r, MEMORY);
        r.config.rt.box_units = units;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], UINT32_MAX, &r.now);
            for (uint32_t lane = 0; lane < WARP_LANES; lane++)
                t[i].rays[lane] = ray(&record, 1);
        }
        run(&r, t, 2, &c);
        /* The younger asks behind the older and gets its data with it. */
        uint64_t last = (WARP_LANES - 1) / units, younger = (2 * WARP_LANES - 1) / units;
        assert_int_equal(latency_of(&t[0]), cold(&record, 1) + last);
        /* Those who end together leave one after the other. */
        uint64_t turn = younger == last;
        assert_int_equal(t[1].script.issued[1] - t[0].script.issued[1], younger - last + turn);
        assert_int_equal(c.rt.cycle_complete, turn);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
        sm_rig_free(&r);
    }
}

/* --- requests --- */

static void a_request_brings_as_many_bytes_as_given(void **state)
{
    (void)state;
    for (uint32_t bytes = 32; bytes <= 128; bytes *= 2)
        for (uint32_t hit = 0; hit <= 20; hit += 20) {
            struct sm_rig r;
            struct trace t[2];
            struct gpu_counters c;
            sm_rig_init(&r, MEMORY);
            r.config.rt.request_B = bytes;
            r.config.rt.hit_latency = hit;
            r.config.sm.flush_l1d = false;
            for (int i = 0; i < 2; i++) {
                trace_init(&t[i], 1, &r.now);
                t[i].rays[0] = ray(walk, WALK);
                run(&r, &t[i], 1, &c);
            }
            uint64_t asks = 0, extra = 0;
            for (uint32_t i = 0; i < WALK; i++) {
                uint64_t n = (sectors_of(walk[i]) * SECTOR_B + bytes - 1) / bytes;
                asks += n;
                extra += sectors_of(walk[i]) - n;
            }
            /* Missing sectors leave one by one, whatever the request brings. */
            assert_int_equal(latency_of(&t[0]), cold(walk, WALK));
            assert_int_equal(latency_of(&t[1]), warm(walk, WALK, hit) - extra);
            assert_int_equal(c.rt.cycle_request, 2 * asks);
            assert_int_equal(c.rt.reads, 2 * (asks + extra));
            for (int i = 0; i < 2; i++)
                script_free(&t[i].script);
            sm_rig_free(&r);
        }
}

/* A record that begins in the middle of a request's block: the block's rest, then the next. */
static void a_request_stays_within_its_block(void **state)
{
    (void)state;
    for (uint32_t at = 0; at < 128; at += 32) {
        struct sm_rig r;
        struct trace t[2];
        struct gpu_counters c;
        const record_t record = record_make(RECORD_INSTANCE, 0x10000 + at);
        sm_rig_init(&r, MEMORY);
        r.config.rt.request_B = 128;
        r.config.sm.flush_l1d = false;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = ray(&record, 1);
            run(&r, &t[i], 1, &c);
        }
        assert_int_equal(latency_of(&t[1]), (at ? 2 : 1) - 1 + process[RECORD_INSTANCE]);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
        sm_rig_free(&r);
    }
}

enum { TRACED = 0x10020, SFU = 100 };

/* Behind an SFU instruction a warp traces a ray of one sector, beside a warp that loads from
 * `loaded`; the load is looked up `l1_latency` cycles after it entered. Cycles in which the trace
 * found the bank in use: */
static uint64_t trace_beside_a_load(enum record_kind kind, uint32_t l1_latency, bool shared,
                                    uint64_t loaded, struct gpu_counters *c, bool *second_first)
{
    struct sm_rig r;
    struct ray_work rays[WARP_LANES] = {{0}};
    const record_t record = record_make(kind, TRACED);
    struct script_step tracing[] = {step_op(OP_SFU, 3, 0, 0), step_op(OP_TRACE_RAY, 1, 3, 0),
                                    step_op(OP_EXIT, 0, 0, 0)};
    struct script_step loading[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    rays[0] = ray(&record, 1);
    tracing[1].lanes = 1;
    tracing[1].rays = rays;
    loading[0].addr = loaded;
    for (uint32_t i = 0; i < 3; i++)
        tracing[i].inst.pc = 8 * i;
    loading[1].inst.pc = 8;
    sm_rig_init(&r, MEMORY);
    r.config.exec.sfu_latency = SFU;
    r.config.ldst.l1_latency = l1_latency;
    r.config.rt.l1_port = shared ? L1_PORT_SHARED : L1_PORT_OWN;
    struct script a, b, *all[] = {&a, &b};
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
    script_free(&a);
    script_free(&b);
    sm_rig_free(&r);
    return c->rt.cycle_port;
}

/* In exactly one cycle the two want the same bank. */
static void a_shared_port_serves_the_load_store_unit_first(void **state)
{
    (void)state;
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
static void a_refused_first_sector_lets_the_others_go_first(void **state)
{
    (void)state;
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

/* --- data that come without having been asked for --- */

/* Lane 0 goes from a descriptor to the record that the last lane has asked for. Its current record
 * is that one from the cycle in which the descriptor came, under test or not. */
static void a_lane_takes_data_that_come_before_it_asked(void **state)
{
    (void)state;
    enum { HIT = 50, NODE = 0x20000, CAME = 1 + MEMORY };
    for (uint32_t test = 1; test <= 20; test++)
        for (int late = 0; late < 2; late++) {
            struct sm_rig r;
            struct trace t;
            struct gpu_counters c;
            const record_t walked[] = {record_make(RECORD_DESCRIPTOR, 0x10000),
                                       record_make(RECORD_INTERNAL, NODE)};
            sm_rig_init(&r, MEMORY);
            r.config.rt.descriptor_cycles = test;
            r.config.rt.hit_latency = HIT;
            trace_init(&t, late ? 3 : 1u << 31 | 1, &r.now);
            /* Asked for in cycle 0, or behind the two sectors of the node. */
            t.rays[late] = ray(walked, 2);
            t.rays[late ? 0 : 31] = ray(&walked[1], 1);
            run(&r, &t, 1, &c);
            uint64_t other, own;
            if (late) { /* both sectors came before: it asks for them */
                other = 1 + CAME + process[RECORD_INTERNAL];
                own = 2 + CAME + test + 1 + HIT + process[RECORD_INTERNAL];
            } else { /* they come in the two cycles behind the descriptor */
                uint64_t ready = CAME + test, there = CAME + 2;
                other = there + process[RECORD_INTERNAL];
                own = (ready > there ? ready : there) + process[RECORD_INTERNAL];
            }
            assert_int_equal(c.rt.thread_latency, other + own);
            script_free(&t.script);
            sm_rig_free(&r);
        }
}

/* The older warp keeps the unit asking while the data of the record come that the younger wants as
 * well. */
static void other_warps_take_data_only_if_so_configured(void **state)
{
    (void)state;
    enum { QUICK = 10 };
    for (int shared = 0; shared < 2; shared++) {
        struct sm_rig r;
        struct trace t[2];
        struct gpu_counters c;
        record_t records[WARP_LANES];
        sm_rig_init(&r, QUICK);
        r.config.rt.coalesce_warps = shared;
        for (int i = 0; i < 2; i++)
            trace_init(&t[i], i ? 1 : UINT32_MAX, &r.now);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            records[lane] = record_make(RECORD_INTERNAL, 0x10000 + 64 * lane);
            t[0].rays[lane] = ray(&records[lane], 1);
        }
        t[1].rays[0] = ray(&records[8], 1);
        run(&r, t, 2, &c);
        /* Counted from the older's first request: lane 8's second sector is asked for in cycle 17,
         * the younger's turn comes in cycle 64, when both sectors are in the L1D. */
        uint64_t came = shared ? 17 + 1 + QUICK : 2 * WARP_LANES + 1;
        uint64_t ended = t[1].script.issued[1] - t[0].script.issued[0] - TO_UNIT;
        assert_int_equal(ended, came + process[RECORD_INTERNAL]);
        assert_int_equal(c.rt.requests, WARP_LANES + !shared);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
        sm_rig_free(&r);
    }
}

/* --- results --- */

static void a_result_may_be_stored_at_the_end_of_the_ray(void **state)
{
    (void)state;
    for (uint32_t hits = 0; hits <= 3; hits++)
        for (uint32_t last = 0; last < 2; last++) {
            struct sm_rig r;
            struct trace t;
            struct gpu_counters c;
            record_t records[4];
            uint32_t n = 0;
            for (; n < hits; n++)
                records[n] = record_make(RECORD_TRIANGLE_HIT, 0x10000 + 64 * n);
            if (last || n == 0)
                records[n++] = record_make(RECORD_INTERNAL, 0x20000);
            sm_rig_init(&r, MEMORY);
            r.config.rt.result_stores = RESULT_STORES_RAY_END;
            trace_init(&t, 1, &r.now);
            t.rays[0] = ray(records, n);
            run(&r, &t, 1, &c);
            /* Sent in the cycle in which the last test ends; nothing is late because of it. */
            uint64_t store = hits ? 1 + MEMORY : 0;
            assert_int_equal(c.rt.result_stores, hits ? 1 : 0);
            assert_int_equal(c.rt.thread_latency, cold(records, n));
            assert_int_equal(latency_of(&t), cold(records, n) + store);
            assert_int_equal(c.rt.cycle_acknowledge, store);
            script_free(&t.script);
            sm_rig_free(&r);
        }
}

/* A trace writes register 1 of warp 0, in bank 1; warp 1 reads a register when
 * an SFU instruction of `latency` is done. The cycle in which it goes on with what it read: */
static cycle_t reading_beside_a_trace(uint32_t latency, uint32_t reg)
{
    struct sm_rig r;
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
    rays[0] = ray(&record, 1);
    sm_rig_init(&r, MEMORY);
    r.config.sm.schedulers = 1;
    r.config.sm.collector_steps = 1;
    r.config.exec.sfu_latency = latency;
    struct script a, b, *all[] = {&a, &b};
    script_init(&a, tracing, 3, &r.now);
    script_init(&b, reading, 4, &r.now);
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, 2, true, 100000), ST_OK);
    cycle_t goes_on = b.issued[2];
    script_free(&a);
    script_free(&b);
    sm_rig_free(&r);
    return goes_on;
}

/* In the cycle behind the one in which a warp leaves, the bank of its result reads nothing. */
static void a_finished_trace_writes_its_register(void **state)
{
    (void)state;
    uint32_t met = 0;
    for (uint32_t latency = MEMORY - 20; latency < MEMORY + 30; latency++) {
        cycle_t same = reading_beside_a_trace(latency, 16); /* (16 + 1) mod 16 is bank 1 */
        cycle_t other = reading_beside_a_trace(latency, 17);
        assert_true(same == other || same == other + 1);
        met += same != other;
    }
    assert_int_equal(met, 1);
}

/* --- what the cycles went into --- */

static void cycles_of_a_cold_ray_go_into_requests_waits_and_tests(void **state)
{
    (void)state;
    for (int dram = 0; dram < 2; dram++) {
        struct sm_rig r;
        struct trace t;
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.memory.from_dram = dram;
        trace_init(&t, 1, &r.now);
        t.rays[0] = ray(walk, WALK);
        run(&r, &t, 1, &c);
        uint64_t sectors = 0, tests = 1;
        for (uint32_t i = 0; i < WALK; i++) {
            sectors += sectors_of(walk[i]);
            tests += process[record_kind(walk[i])] - 1; /* the next is asked for in the last */
        }
        assert_int_equal(c.rt.cycle_request, sectors);
        assert_int_equal(c.rt.cycle_test, tests);
        assert_int_equal(c.rt.cycle_wait_l1, 0);
        assert_int_equal(c.rt.cycle_wait_l2, dram ? 0 : WALK * (MEMORY + 1));
        assert_int_equal(c.rt.cycle_wait_dram, dram ? WALK * (MEMORY + 1) : 0);
        assert_int_equal(c.rt.cycle_no_warp, r.now - c.rt.busy_cycles);
        assert_int_equal(sm_rig_rt_cycles(&c.rt), r.now);
        script_free(&t.script);
        sm_rig_free(&r);
    }
}

static void cycles_of_a_warm_ray_wait_for_the_l1d(void **state)
{
    (void)state;
    for (uint32_t hit = 0; hit <= 20; hit++) {
        struct sm_rig r;
        struct trace t[2];
        struct gpu_counters c[2];
        sm_rig_init(&r, MEMORY);
        r.config.rt.hit_latency = hit;
        r.config.sm.flush_l1d = false;
        for (int i = 0; i < 2; i++) {
            trace_init(&t[i], 1, &r.now);
            t[i].rays[0] = ray(walk, WALK);
            run(&r, &t[i], 1, &c[i]);
        }
        assert_int_equal(c[1].rt.cycle_wait_l1 - c[0].rt.cycle_wait_l1, WALK * (uint64_t)hit);
        assert_int_equal(c[1].rt.cycle_wait_l2, c[0].rt.cycle_wait_l2);
        for (int i = 0; i < 2; i++)
            script_free(&t[i].script);
        sm_rig_free(&r);
    }
}

static void refused_cycles_are_charged_to_what_was_full(void **state)
{
    (void)state;
    for (int queue = 0; queue < 2; queue++) {
        struct sm_rig r;
        struct trace t;
        struct gpu_counters c;
        record_t records[WARP_LANES];
        sm_rig_init(&r, MEMORY);
        if (queue)
            r.memory.interval = 3; /* the miss queue fills */
        else
            r.config.l1d.mshrs = 4;
        trace_init(&t, UINT32_MAX, &r.now);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            records[lane] = record_make(RECORD_INTERNAL, 0x10000 + 64 * lane);
            t.rays[lane] = ray(&records[lane], 1);
        }
        run(&r, &t, 1, &c);
        assert_int_equal(c.rt.cycle_request, 2 * WARP_LANES);
        assert_int_equal(c.rt.cycle_miss_queue, c.l1d.refused_miss_queue);
        assert_int_equal(c.rt.cycle_mshr, c.l1d.refused_mshr);
        assert_true(queue ? c.rt.cycle_miss_queue > 0 : c.rt.cycle_mshr > 0);
        script_free(&t.script);
        sm_rig_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_ray_takes_the_sum_of_its_records),
        cmocka_unit_test(hits_take_the_units_hit_latency),
        cmocka_unit_test(lanes_on_the_same_record_share_its_requests),
        cmocka_unit_test(lanes_on_different_records_ask_one_sector_per_cycle),
        cmocka_unit_test(no_more_warps_than_the_buffer_holds_are_in_the_unit),
        cmocka_unit_test(traces_that_wait_hold_collectors_only_if_so_configured),
        cmocka_unit_test(a_hit_is_stored_and_acknowledged_before_the_warp_leaves),
        cmocka_unit_test(table_entries_are_stored_once_the_first_record_came),
        cmocka_unit_test(spills_hold_the_next_record_by_a_cycle_each),
        cmocka_unit_test(a_last_spill_is_acknowledged_before_the_warp_leaves),
        cmocka_unit_test(the_units_own_limit_of_sectors_binds_if_given),
        cmocka_unit_test(a_full_miss_queue_delays_but_loses_nothing),
        cmocka_unit_test(a_trace_without_rays_returns_at_once),
        cmocka_unit_test(equal_addresses_of_descriptor_and_leaf_are_two_records),
        cmocka_unit_test(tests_start_at_the_rate_of_their_unit),
        cmocka_unit_test(units_take_the_oldest_warps_lanes_first),
        cmocka_unit_test(a_request_brings_as_many_bytes_as_given),
        cmocka_unit_test(a_request_stays_within_its_block),
        cmocka_unit_test(a_shared_port_serves_the_load_store_unit_first),
        cmocka_unit_test(a_refused_first_sector_lets_the_others_go_first),
        cmocka_unit_test(a_lane_takes_data_that_come_before_it_asked),
        cmocka_unit_test(other_warps_take_data_only_if_so_configured),
        cmocka_unit_test(a_result_may_be_stored_at_the_end_of_the_ray),
        cmocka_unit_test(a_finished_trace_writes_its_register),
        cmocka_unit_test(cycles_of_a_cold_ray_go_into_requests_waits_and_tests),
        cmocka_unit_test(cycles_of_a_warm_ray_wait_for_the_l1d),
        cmocka_unit_test(refused_cycles_are_charged_to_what_was_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
