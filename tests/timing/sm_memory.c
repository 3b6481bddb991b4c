/* Loads, stores and the L1D of an SM, cycle by cycle, against a memory of fixed latency. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/coalesce.h"
#include "sim/timing/l1d.h"

/* From issue to the first sector's entry: collected and taken by the unit in the next cycle, entry
 * in the one behind; a cycle more with source registers. */
enum { TO_ENTRY = 2, TO_ENTRY_WITH_SOURCES = 3, MEMORY = 100, L1 = 20 };
/* A miss leaves in the cycle after its look-up; data are taken for writeback in the cycle after
 * they came and written back in the next. */
enum { MISS = 1 + MEMORY + 2 };

static void number(struct script_step *steps, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        steps[i].inst.pc = 8 * i;
}

static struct script_step load(uint32_t dst, uint32_t src, uint64_t addr, uint64_t stride)
{
    struct script_step step = step_op(OP_LOAD, dst, src, 0);
    step.addr = addr;
    step.stride = stride;
    return step;
}

static struct script_step store(uint64_t addr, uint64_t stride)
{
    struct script_step step = step_op(OP_STORE, 0, 0, 0);
    step.addr = addr;
    step.stride = stride;
    return step;
}

static void run_one(struct sm_rig *r, struct script *s, struct script_step *steps, uint32_t n,
                    struct gpu_counters *c)
{
    number(steps, n);
    script_init(s, steps, n, &r->now);
    sm_rig_start(r, 16);
    assert_int_equal(sm_rig_run(r, &s, 1, true, 100000), ST_OK);
    sm_rig_count(r, c);
}

static void lanes_become_distinct_sectors_in_order(void **state)
{
    (void)state;
    uint64_t addr[WARP_LANES];
    struct sector out[MAX_SECTORS];
    for (uint64_t i = 0; i < WARP_LANES; i++)
        addr[i] = 0x1000 + 4 * i;
    assert_int_equal(coalesce(addr, UINT32_MAX, 4, out), 4);
    for (uint64_t i = 0; i < 4; i++) {
        assert_int_equal(out[i].addr, 0x1000 + 32 * i);
        assert_int_equal(out[i].bytes, UINT32_MAX);
    }
    assert_int_equal(coalesce(addr, 1u << 9, 4, out), 1);
    assert_int_equal(out[0].addr, 0x1020);
    assert_int_equal(out[0].bytes, 0xf0);
    for (uint64_t i = 0; i < WARP_LANES; i++)
        addr[i] = 0x1000 + 256 * (31 - i);
    assert_int_equal(coalesce(addr, UINT32_MAX, 4, out), 32);
    for (uint64_t i = 0; i < WARP_LANES; i++)
        assert_int_equal(out[i].addr, 0x1000 + 256 * i);
    for (uint64_t i = 0; i < WARP_LANES; i++)
        addr[i] = 0x1000 + 64 * i + 30; /* across a sector's end */
    assert_int_equal(coalesce(addr, UINT32_MAX, 4, out), MAX_SECTORS);
    assert_int_equal(out[0].bytes, 0xc0000000u);
    assert_int_equal(out[1].bytes, 0x3);
    assert_int_equal(coalesce(addr, 0, 4, out), 0);
    addr[0] = 0x2000;
    assert_int_equal(coalesce(addr, 1, 32, out), 1);
    assert_int_equal(out[0].bytes, UINT32_MAX);
}

static void a_load_takes_the_l1_latency_on_a_hit_and_the_way_to_memory_on_a_miss(void **state)
{
    (void)state;
    struct sm_rig r;
    struct script s;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {
        load(1, 0, 0x1000, 0),    step_op(OP_ALU, 2, 1, 0),  load(3, 2, 0x1000, 0),
        step_op(OP_ALU, 4, 3, 0), step_op(OP_EXIT, 0, 0, 0),
    };
    run_one(&r, &s, steps, 5, &c);
    assert_int_equal(s.issued[1] - s.issued[0], TO_ENTRY + L1 + MISS);
    assert_int_equal(s.issued[3] - s.issued[2], TO_ENTRY_WITH_SOURCES + L1);
    assert_int_equal(c.l1d.ldst_read_misses, 1);
    assert_int_equal(c.l1d.ldst_read_hits, 1);
    assert_int_equal(c.l1d.fills, 1);
    assert_int_equal(c.ldst.loads, 2);
    assert_int_equal(c.ldst.load_sectors, 2);
    /* entry register to last sector */
    assert_int_equal(c.ldst.load_latency, 1 + L1 + MISS + 1 + L1);
    script_free(&s);
    sm_rig_free(&r);
}

static void another_sector_of_a_line_is_a_sector_miss(void **state)
{
    (void)state;
    struct sm_rig r;
    struct script s;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {
        load(1, 0, 0x1000, 0),
        load(2, 1, 0x1060, 0),
        load(3, 2, 0x1080, 0),
        step_op(OP_EXIT, 0, 0, 0),
    };
    run_one(&r, &s, steps, 4, &c);
    assert_int_equal(c.l1d.ldst_read_misses, 2);
    assert_int_equal(c.l1d.ldst_read_sector_misses, 1);
    script_free(&s);
    sm_rig_free(&r);
}

static void one_sector_per_bank_enters_in_a_cycle(void **state)
{
    (void)state;
    static const struct {
        uint64_t stride;
        enum bank_choice bank;
        uint32_t cycles; /* in which 32 sectors enter */
    } cases[] = {
        {32, BANK_SECTOR, 8}, /* four banks in turn */
        {64, BANK_SECTOR, 16},
        {128, BANK_SECTOR, 32}, /* always the same bank */
        {32, BANK_SHIFT_32, 32},
        {(UINT64_C(1) << 32) + 32, BANK_SHIFT_32, 32}, /* addresses above 4 GB as well */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sm_rig r;
        struct script s;
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.ldst.bank = cases[i].bank;
        r.config.l1d.miss_queue = 64;
        struct script_step steps[] = {
            load(1, 0, 0x1000, cases[i].stride), step_op(OP_ALU, 2, 1, 0),
            load(3, 2, 0x1000, cases[i].stride), step_op(OP_ALU, 4, 3, 0),
            step_op(OP_EXIT, 0, 0, 0),
        };
        run_one(&r, &s, steps, 5, &c);
        assert_int_equal(s.issued[3] - s.issued[2],
                         TO_ENTRY_WITH_SOURCES + L1 + cases[i].cycles - 1);
        assert_int_equal(c.l1d.ldst_read_hits, 32);
        /* Cold: the first misses in the first cycle, then one leaves per cycle; each is written
         * back in its own cycle. */
        assert_int_equal(s.issued[1] - s.issued[0], TO_ENTRY + L1 + MISS + 32 - 1);
        /* Highest address first; sectors of one cycle are looked up in the order of their banks. */
        uint64_t last = 0x1000 + 31 * cases[i].stride;
        assert_int_equal(r.memory.waiting[0].addr, cases[i].cycles == 8    ? last - 3 * 32
                                                   : cases[i].cycles == 16 ? last - 64
                                                                           : last);
        script_free(&s);
        sm_rig_free(&r);
    }
}

static void loads_of_a_sector_under_way_join_it(void **state)
{
    (void)state;
    struct sm_rig r;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {load(1, 0, 0x1000, 0), step_op(OP_EXIT, 0, 1, 0)};
    number(steps, 2);
    struct script s[8], *all[8];
    for (int i = 0; i < 8; i++) {
        script_init(&s[i], steps, 2, &r.now);
        all[i] = &s[i];
    }
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, 8, true, 10000), ST_OK);
    sm_rig_count(&r, &c);
    assert_int_equal(r.memory.n, 1);
    assert_int_equal(c.l1d.merges, 7);
    assert_int_equal(c.l1d.ldst_read_misses, 8);
    assert_int_equal(c.l1d.peak_mshrs, 1);
    /* Each is written back in its own cycle. */
    for (int i = 1; i < 8; i++)
        assert_int_equal(s[i].issued[1], s[i - 1].issued[1] + 1);
    for (int i = 0; i < 8; i++)
        script_free(&s[i]);
    sm_rig_free(&r);
}

/* The L1D alone, whose memory takes nothing. */
static void a_full_miss_queue_or_mshr_refuses(void **state)
{
    (void)state;
    struct status st = {0};
    struct fake_memory m;
    struct l1d_config config = {
        .sets = 1, .ways = 4, .line_B = 128, .mshrs = 64, .mshr_merges = 2, .miss_queue = 16};
    struct l1d *l;
    fake_memory_init(&m, 10);
    m.closed = true;
    assert_ok(l1d_create(&l, &config, &m.port, 0, &st));
    for (uint64_t i = 0; i < 15; i++)
        assert_int_equal(l1d_read(l, L1D_LDST, 32 * i, i), L1D_MISS);
    assert_int_equal(l1d_read(l, L1D_LDST, 32 * 15, 0), L1D_REFUSED); /* reads: one place less */
    assert_int_equal(l1d_read(l, L1D_LDST, 0, 0), L1D_REFUSED);       /* even to join */
    assert_true(l1d_write(l, L1D_LDST, 0x8000, UINT32_MAX, 0));
    assert_false(l1d_write(l, L1D_LDST, 0x8020, UINT32_MAX, 0));
    assert_int_equal(l1d_counters(l)->refused_miss_queue, 3);
    for (cycle_t t = 0; t < 5; t++)
        l1d_send(l, t);
    assert_int_equal(m.n, 0);
    m.closed = false;
    for (cycle_t t = 5; t < 8; t++)
        l1d_send(l, t);
    assert_int_equal(m.n, 3);
    assert_int_equal(l1d_read(l, L1D_LDST, 0, 77), L1D_MISS);
    assert_int_equal(l1d_read(l, L1D_LDST, 0, 78), L1D_REFUSED);
    assert_int_equal(l1d_counters(l)->refused_merge, 1);
    l1d_free(l);
    config.mshrs = 1;
    assert_ok(l1d_create(&l, &config, &m.port, 0, &st));
    assert_int_equal(l1d_read(l, L1D_RT, 0, 0), L1D_MISS);
    assert_int_equal(l1d_read(l, L1D_RT, 64, 0), L1D_REFUSED);
    assert_int_equal(l1d_counters(l)->refused_mshr, 1);
    assert_int_equal(l1d_counters(l)->rt_read_misses, 1);
    l1d_free(l);
    fake_memory_free(&m);
}

static void no_rt(void *self, uint64_t addr, uint64_t who)
{
    (void)self;
    (void)addr;
    (void)who;
    fail_msg("no request of the RT unit waits");
}

static void the_least_recently_used_line_goes_and_writes_evict(void **state)
{
    (void)state;
    struct status st = {0};
    struct fake_memory m;
    struct l1d_config config = {
        .sets = 1, .ways = 2, .line_B = 128, .mshrs = 64, .mshr_merges = 2, .miss_queue = 16};
    struct l1d *l;
    fake_memory_init(&m, 10);
    assert_ok(l1d_create(&l, &config, &m.port, 0, &st));
    for (uint64_t i = 0; i < 3; i++) {
        assert_int_equal(l1d_read(l, L1D_LDST, 128 * i, i), L1D_MISS);
        assert_int_equal(l1d_fill(l, 128 * i, no_rt, NULL), 1);
        assert_int_equal(l1d_take(l), i);
        if (i == 1)
            assert_int_equal(l1d_read(l, L1D_LDST, 0, 9), L1D_HIT); /* 128 is now the oldest */
    }
    assert_int_equal(l1d_counters(l)->evictions, 1);
    assert_int_equal(l1d_read(l, L1D_LDST, 0, 9), L1D_HIT);
    assert_int_equal(l1d_read(l, L1D_LDST, 256, 9), L1D_HIT);
    assert_int_equal(l1d_read(l, L1D_LDST, 128, 9), L1D_MISS);
    assert_true(l1d_write(l, L1D_LDST, 256, 0xf, 3));
    assert_int_equal(l1d_counters(l)->ldst_write_hits, 1);
    assert_int_equal(l1d_read(l, L1D_LDST, 256, 9), L1D_MISS);
    assert_true(l1d_write(l, L1D_LDST, 256, 0xf, 3));
    assert_int_equal(l1d_counters(l)->ldst_write_misses, 1);
    l1d_flush(l);
    assert_int_equal(l1d_read(l, L1D_LDST, 0, 9), L1D_MISS);
    l1d_free(l);
    fake_memory_free(&m);
}

static void a_warp_leaves_when_its_last_store_is_acknowledged(void **state)
{
    (void)state;
    struct sm_rig r;
    struct script s;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {store(0x1000, 0), step_op(OP_EXIT, 0, 0, 0)};
    run_one(&r, &s, steps, 2, &c);
    assert_int_equal(s.ended_at, s.issued[0] + TO_ENTRY + L1 + 1 + MEMORY);
    assert_int_equal(c.l1d.ldst_write_misses, 1);
    assert_int_equal(c.ldst.store_sectors, 1);
    assert_int_equal(r.memory.waiting[0].bytes, 0xf);
    assert_true(c.sm.slot_drain > MEMORY);
    script_free(&s);
    sm_rig_free(&r);
}

static void a_load_without_lanes_asks_for_nothing(void **state)
{
    (void)state;
    struct sm_rig r;
    struct script s;
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {load(1, 0, 0x1000, 0), step_op(OP_ALU, 2, 1, 0),
                                  step_op(OP_EXIT, 0, 0, 0)};
    steps[0].lanes = 0;
    run_one(&r, &s, steps, 3, &c);
    assert_int_equal(r.memory.n, 0);
    assert_int_equal(s.issued[1] - s.issued[0], TO_ENTRY);
    script_free(&s);
    sm_rig_free(&r);
}

static void the_l1d_is_emptied_between_warps_if_asked(void **state)
{
    (void)state;
    for (int flush = 0; flush < 2; flush++) {
        struct sm_rig r;
        struct script s[2];
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.sm.flush_l1d = flush;
        struct script_step steps[] = {load(1, 0, 0x1000, 0), step_op(OP_EXIT, 0, 1, 0)};
        run_one(&r, &s[0], steps, 2, &c);
        script_init(&s[1], steps, 2, &r.now);
        assert_int_equal(sm_rig_run(&r, &(struct script *){&s[1]}, 1, true, 10000), ST_OK);
        sm_rig_count(&r, &c);
        assert_int_equal(c.l1d.ldst_read_misses, 1 + flush);
        assert_int_equal(c.l1d.ldst_read_hits, 1 - flush);
        assert_int_equal(c.l1d.flushes, flush);
        script_free(&s[0]);
        script_free(&s[1]);
        sm_rig_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_become_distinct_sectors_in_order),
        cmocka_unit_test(a_load_takes_the_l1_latency_on_a_hit_and_the_way_to_memory_on_a_miss),
        cmocka_unit_test(another_sector_of_a_line_is_a_sector_miss),
        cmocka_unit_test(one_sector_per_bank_enters_in_a_cycle),
        cmocka_unit_test(loads_of_a_sector_under_way_join_it),
        cmocka_unit_test(a_full_miss_queue_or_mshr_refuses),
        cmocka_unit_test(the_least_recently_used_line_goes_and_writes_evict),
        cmocka_unit_test(a_warp_leaves_when_its_last_store_is_acknowledged),
        cmocka_unit_test(a_load_without_lanes_asks_for_nothing),
        cmocka_unit_test(the_l1d_is_emptied_between_warps_if_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
