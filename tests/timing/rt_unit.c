/* The RT unit of an SM, cycle by cycle: a ray is the sum of its records. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include <string.h>

/* From issue to entering: collected (no sources) and taken in the next cycle, in the unit in the
 * one behind. */
enum { TO_UNIT = 2, MEMORY = 100 };

static const uint32_t process[RECORD_KINDS] = {4, 8, 8, 4, 8, 8, 8};

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
    return (struct ray_work){.records = records, .n_records = n, .result_addr = 0x900000};
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
        cmocka_unit_test(the_units_own_limit_of_sectors_binds_if_given),
        cmocka_unit_test(a_full_miss_queue_delays_but_loses_nothing),
        cmocka_unit_test(a_trace_without_rays_returns_at_once),
        cmocka_unit_test(equal_addresses_of_descriptor_and_leaf_are_two_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
