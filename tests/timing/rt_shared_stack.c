/* Stacks of rays in shared memory, to the cycle. */
#include "tests/rig/rig.h"
#include "tests/rig/traces.h"

#include <stdio.h>
#include <string.h>

enum { LATENCY = 20, REFILL = 3 /* cycles of its test */, MOST = 8, STACK = 0x500000 };

static void share(struct gpu_config *c, uint32_t entries, uint32_t shared_entries)
{
    c->sm.shared_B = 65536;
    c->rt.stack_overflow = OVERFLOW_SHARED;
    c->rt.stack_entries = entries;
    c->rt.stack_shared_entries = shared_entries;
}

static record_t spill(uint32_t sector)
{
    return record_make(RECORD_SPILL, STACK + 1024 * sector);
}
static record_t refill(uint32_t sector)
{
    return record_make(RECORD_REFILL, STACK + 1024 * sector);
}

/* An internal node, `n` sectors spilled by its test and coming back one after the other, a
 * triangle: of every lane its own, one at a time in the L1D's way. */
struct list {
    record_t records[2 * MOST + 2];
    uint32_t n;
};
static struct list make_list(uint32_t n)
{
    struct list l = {.n = 0};
    l.records[l.n++] = record_make(RECORD_INTERNAL, 0x10000);
    for (uint32_t i = 0; i < n; i++)
        l.records[l.n++] = spill(i);
    for (uint32_t i = n; i > 0; i--)
        l.records[l.n++] = refill(i - 1);
    l.records[l.n++] = record_make(RECORD_TRIANGLE, 0x10040);
    return l;
}

static uint64_t run(uint32_t lanes, uint32_t n, const struct gpu_config *like,
                    struct gpu_counters *c)
{
    struct traced f ENDED_BY(traced_free);
    const struct list list = make_list(n);
    traced_init(&f, lanes);
    if (like)
        f.r.config = *like;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        f.t.rays[lane] = trace_ray(list.records, list.n);
    traced_run(&f);
    uint64_t latency = trace_latency(&f.t);
    *c = f.c;
    return latency;
}

/* The first cycle at the banks is that in which the test before ends, or the one behind the access
 * before; a sector of two words an entry takes a word a cycle of the lane's bank, and comes the
 * latency behind the last one. What is spilled is there first. Nothing goes to memory. */
TEST(a_sector_is_at_the_banks_a_cycle_per_word_and_comes_a_latency_later)
{
    for (uint32_t entries = 1; entries <= 5; entries++)
        for (uint32_t n = 0; n <= 2; n++) {
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct gpu_counters c, without;
            sm_rig_init(&r, TRACE_MEMORY);
            share(&r.config, entries, 8);
            uint64_t words = 2 * (entries < 4 ? entries : 4);
            /* Both spills, and the first refill right behind them, then the second. */
            uint64_t banks = n == 0 ? 0 : (n + 1) * words - 1, again = n == 2 ? words - 1 : 0;
            assert_int_equal(run(1, n, &r.config, &c) - run(1, 0, NULL, &without),
                             banks + again + n * (LATENCY + REFILL));
            assert_int_equal(c.rt.spill_stores, 0);
            assert_int_equal(c.rt.refills, n);
            assert_int_equal(c.rt.records, 2 + 2 * n);
            assert_int_equal(c.rt.requests, 2);
            assert_int_equal(c.rt.reads, without.rt.reads);
            assert_int_equal(c.rt.cycle_wait_l1, banks + again + n * LATENCY);
            assert_int_equal(c.rt.cycle_acknowledge, 0);
        }
}

/* A ray after the other, so that many sectors come one behind the other, whatever the latency: as
 * late as the first. */
TEST(any_number_of_sectors_comes_back)
{
    for (uint32_t latency = 1; latency <= 9; latency += 4) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c, without;
        const uint32_t words = 8;
        sm_rig_init(&r, TRACE_MEMORY);
        share(&r.config, 4, 4 * MOST);
        r.config.ldst.shared_latency = latency;
        uint64_t none = run(1, 0, NULL, &without);
        for (uint32_t n = 1; n <= MOST; n++)
            assert_int_equal(run(1, n, &r.config, &c) - none, n * words - 1 + words +
                                                                  (n - 1) * (words - 1) +
                                                                  n * (latency + REFILL));
    }
}

/* Lanes of a warp go together, and wait for each other where they meet in a bank. */
TEST(lanes_meet_where_there_are_fewer_banks_than_lanes)
{
    static const struct {
        uint32_t banks, lanes, cycles;
    } cases[] = {
        {32, 1, 8},           {32, UINT32_MAX, 8}, {64, 1, 4},           {64, UINT32_MAX, 4},
        {16, 0x00010001, 16}, {16, 0x00020001, 8}, {16, UINT32_MAX, 16}, {8, UINT32_MAX, 32},
        {4, 0x11111111, 64},  {4, 0x0000000f, 8},  {1, UINT32_MAX, 256}, {1, 0x80000000, 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, TRACE_MEMORY);
        share(&r.config, 4, 4);
        r.config.ldst.shared_banks = cases[i].banks;
        uint64_t with = run(cases[i].lanes, 1, &r.config, &c);
        assert_int_equal(with - run(cases[i].lanes, 0, NULL, &c),
                         2 * cases[i].cycles - 1 + LATENCY + REFILL);
    }
}

/* Two lanes, of which the second has one test more before it spills: its sector is read while the
 * first one's is on its way, and comes as much later. */
TEST(sectors_on_their_way_come_one_behind_the_other)
{
    const record_t node = record_make(RECORD_INTERNAL, 0x10000), last = refill(0);
    /* At the banks for 8 cycles to be written, the first of which is that in which the test ends,
     * and for 8 to be read. */
    enum { BANKS = 8 + 8 - 1 };
    for (uint32_t later = BANKS + 1; later < LATENCY; later++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        struct trace t;
        const record_t first[] = {node, spill(0), last};
        const record_t second[] = {node, record_make(RECORD_DESCRIPTOR, 0x10000), spill(0), last};
        sm_rig_init(&r, TRACE_MEMORY);
        share(&r.config, 4, 4);
        r.config.rt.descriptor_cycles = later;
        trace_init(&t, 3, &r.now);
        t.rays[0] = trace_ray(first, 3);
        t.rays[1] = trace_ray(second, 4);
        trace_run(&r, &t, 1, &c);
        uint64_t alone = trace_cold(&node, 1) + BANKS + LATENCY + REFILL;
        assert_int_equal(trace_latency(&t), alone + later);
        assert_int_equal(c.rt.thread_latency, alone + alone + later);
        script_free(&t.script);
    }
}

/* Lanes that come one by one, each with a sector on its way while those of others are. */
TEST(any_number_of_sectors_may_be_on_their_way)
{
    enum { LANES = 12, TURNS = 3 };
    static record_t records[LANES][LANES + 1 + 2 * TURNS];
    for (uint32_t latency = 3; latency < 24; latency += 5) {
        struct traced f ENDED_BY(traced_free);
        traced_init(&f, (1u << LANES) - 1);
        share(&f.r.config, 1, 4);
        f.r.config.ldst.shared_latency = latency;
        f.r.config.rt.perfect_mem = true;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint32_t n = 0;
            records[lane][n++] = record_make(RECORD_INTERNAL, 0x10000);
            for (uint32_t i = 0; i < lane; i++)
                records[lane][n++] = record_make(RECORD_DESCRIPTOR, 0x20000);
            for (uint32_t i = 0; i < TURNS; i++) {
                records[lane][n++] = spill(0);
                records[lane][n++] = refill(0);
            }
            f.t.rays[lane] = trace_ray(records[lane], n);
        }
        traced_run(&f);
        assert_int_equal(f.c.rt.refills, LANES * TURNS);
        assert_int_equal(f.c.rt.spill_stores, 0);
        assert_true(f.c.rt.thread_latency >= LANES * TURNS * (uint64_t)(2 + latency + REFILL));
    }
}

/* Whatever is not spilled is none of the stack's, between a spill and what comes back too. */
TEST(other_records_are_fetched_from_memory)
{
    static const enum record_kind kinds[] = {RECORD_MICROMAP, RECORD_BESIDE, RECORD_WIDE,
                                             RECORD_WIDE_TRIANGLE};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct traced f ENDED_BY(traced_free);
        const record_t records[] = {record_make(RECORD_INTERNAL, 0x10000), spill(0),
                                    record_make(kinds[i], 0x20000), refill(0)};
        const record_t fetched[] = {records[0], records[2]};
        traced_init(&f, 1);
        share(&f.r.config, 4, 4);
        f.t.rays[0] = trace_ray(records, 4);
        traced_run(&f);
        assert_int_equal(f.c.rt.requests, 2);
        assert_int_equal(f.c.rt.refills, 1);
        /* A sector of four entries is at the banks for 8 cycles, the first of which is that in
         * which the test ends. */
        assert_int_equal(trace_latency(&f.t), trace_cold(fetched, 2) + 8 - 1 + LATENCY + REFILL);
    }
}

/* Of three sectors of four entries that a ray spills, the two that came first have room in shared
 * memory. */
TEST(what_has_no_room_in_shared_memory_goes_to_memory)
{
    for (uint32_t room = 4; room <= 12; room += 4) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, TRACE_MEMORY);
        share(&r.config, 6, room);
        run(1, 3, &r.config, &c);
        assert_int_equal(c.rt.spill_stores, 3 - room / 4);
        assert_int_equal(c.rt.refills, 3);
        assert_int_equal(c.rt.requests, 2 + 3 - room / 4);
        assert_int_equal(c.rt.records, 8);
    }
}

/* The warp stays until what it spilled is there. */
TEST(a_last_spill_is_at_the_banks_before_the_warp_leaves)
{
    struct traced f ENDED_BY(traced_free);
    const record_t records[] = {record_make(RECORD_INTERNAL, 0x10000), spill(0), spill(1)};
    traced_init(&f, 1);
    share(&f.r.config, 4, 8);
    f.t.rays[0] = trace_ray(records, 3);
    traced_run(&f);
    assert_int_equal(f.c.rt.thread_latency, trace_cold(records, 1));
    assert_int_equal(trace_latency(&f.t), trace_cold(records, 1) + 15);
    assert_int_equal(f.c.rt.cycle_acknowledge, 15);
}

/* ---- beside the load/store unit ---- */

enum { DEGREE = 5 };

/* Cycles of a trace beside loads from shared memory of DEGREE cycles at the banks each, one behind
 * the other, the first of which comes `after` cycles after the beginning. */
static uint64_t beside_loads(uint32_t n, uint32_t after)
{
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct trace t;
    struct script loads ENDED_BY(script_free), *all[] = {&t.script, &loads};
    const struct list list = make_list(1);
    struct script_step loading[] = {step_op(OP_SFU, 1, 0, 0), step_op(OP_LOAD_SHARED, 2, 1, 0),
                                    step_op(OP_LOAD_SHARED, 3, 1, 0), step_op(OP_EXIT, 0, 0, 0)};
    for (uint32_t i = 1; i <= 2; i++) {
        loading[i].lanes = (1u << DEGREE) - 1;
        loading[i].stride = 128;
    }
    loading[1 + n] = loading[3];
    script_number(loading, 2 + n);
    sm_rig_init(&r, TRACE_MEMORY);
    share(&r.config, 4, 4);
    r.config.exec.sfu_latency = after;
    trace_init(&t, 1, &r.now);
    t.rays[0] = trace_ray(list.records, list.n);
    script_init(&loads, loading, 2 + n, &r.now);
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, 2, true, 100000), ST_OK);
    uint64_t latency = trace_latency(&t);
    script_free(&t.script);
    return latency;
}

/* The stack needs the banks for 16 cycles on end. Loads that begin in one of them, or in the cycle
 * before which they begin, have the banks for all of their cycles first, without a gap between two;
 * those that began k cycles before for the rest. */
TEST(the_load_store_unit_has_the_banks_first)
{
    for (uint32_t n = 1; n <= 2; n++) {
        uint64_t delays[2 * DEGREE + 1] = {0}, least = beside_loads(n, 8);
        for (uint32_t after = 9; after < 200; after++) {
            uint64_t delay = beside_loads(n, after) - least;
            assert_true(delay <= n * DEGREE);
            delays[delay]++;
        }
        for (uint32_t delay = 1; delay < n * DEGREE; delay++)
            assert_int_equal(delays[delay], 1);
        assert_int_equal(delays[n * DEGREE], 16);
    }
}
