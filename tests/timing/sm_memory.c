/* Loads, stores and the L1D of an SM, cycle by cycle, against a memory of fixed latency. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/sm/coalesce.h"

/* From issue to the first sector's entry: collected and taken by the unit in the next cycle, entry
 * in the one behind; a cycle more with source registers. */
enum { TO_ENTRY = 2, TO_ENTRY_WITH_SOURCES = 3, MEMORY = 100, L1 = 20 };
/* A miss leaves in the cycle after its look-up; data are taken for writeback in the cycle after
 * they came and written back in the next. */
enum { MISS = 1 + MEMORY + 2 };

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
    sm_rig_one(r, s, steps, n);
    sm_rig_count(r, c);
}

TEST(lanes_become_distinct_sectors_in_order)
{
    uint64_t addr[WARP_LANES];
    struct sector out[MAX_SECTORS];
    for (uint64_t i = 0; i < WARP_LANES; i++)
        addr[i] = 0x1000 + 4 * i;
    assert_int_equal(coalesce(addr, UINT32_MAX, 4, out), 4);
    for (uint64_t i = 0; i < 4; i++) {
        assert_int_equal(out[i].addr, 0x1000 + 32 * i);
        assert_int_equal(out[i].bytes, UINT32_MAX);
    }
    for (uint64_t i = 0; i < 8; i++) /* to and fro between two sectors */
        addr[i] = 0x1000 + 32 * (i % 2) + 4 * (i / 2);
    assert_int_equal(coalesce(addr, 0xff, 4, out), 2);
    assert_int_equal(out[0].bytes, 0xffff);
    assert_int_equal(out[1].bytes, 0xffff);
    for (uint64_t i = 0; i < WARP_LANES; i++)
        addr[i] = 0x1000 + 4 * i;
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

TEST(a_load_takes_the_l1_latency_on_a_hit_and_the_way_to_memory_on_a_miss)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
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
}

TEST(another_sector_of_a_line_is_a_sector_miss)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
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
}

TEST(one_sector_per_bank_enters_in_a_cycle)
{
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
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
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
    }
}

TEST(loads_of_a_sector_under_way_join_it)
{
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {load(1, 0, 0x1000, 0), step_op(OP_EXIT, 0, 1, 0)};
    script_number(steps, 2);
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
    assert_int_equal(c.l1d.ldst_read_misses, 1);
    assert_int_equal(c.l1d.ldst_read_sector_misses, 7); /* of other instructions */
    assert_int_equal(c.l1d.peak_mshrs, 1);
    /* Each is written back in its own cycle. */
    for (int i = 1; i < 8; i++)
        assert_int_equal(s[i].issued[1], s[i - 1].issued[1] + 1);
    for (int i = 0; i < 8; i++)
        script_free(&s[i]);
}

TEST(a_warp_leaves_when_its_last_store_is_acknowledged)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {store(0x1000, 0), step_op(OP_EXIT, 0, 0, 0)};
    run_one(&r, &s, steps, 2, &c);
    assert_int_equal(s.ended_at, s.issued[0] + TO_ENTRY + L1 + 1 + MEMORY);
    assert_int_equal(c.l1d.ldst_write_misses, 1);
    assert_int_equal(c.ldst.store_sectors, 1);
    assert_int_equal(r.memory.waiting[0].bytes, 0xf);
    assert_true(c.sm.slot_drain > MEMORY);
}

/* A sector that the L1D refuses is tried again in every cycle and holds back its bank, no other. */
TEST(a_refused_sector_blocks_its_bank)
{
    enum { A, B, C, D, WARPS };
    /* A and B miss in bank 0, C hits in bank 1, D in bank 0. */
    static const uint64_t addr[WARPS] = {0x4000, 0x8000, 0x1020, 0x1000};
    for (uint32_t open = 40; open <= 43; open++) {
        struct sm_rig r;
        struct script warm, s[WARPS];
        struct script_step steps[WARPS][3 * WARPS + 4];
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.sm.fetches = 8;
        r.config.sm.flush_l1d = false;
        r.config.l1d.miss_queue = 2; /* a read finds it full when one waits */
        struct script_step first[] = {load(1, 0, 0x1000, 0), load(2, 0, 0x1020, 0),
                                      step_op(OP_EXIT, 0, 1, 2)};
        run_one(&r, &warm, first, 3, &c);
        uint64_t refused = c.l1d.refused_miss_queue;
        for (uint32_t i = 0; i < WARPS; i++) {
            uint32_t n = 3 * i;
            for (uint32_t k = 0; k < n; k++)
                steps[i][k] = step_op(OP_ALU, 1 + k, 0, 0);
            steps[i][n] = load(30, 0, addr[i], 0);
            steps[i][n + 1] = step_op(OP_ALU, 31, 30, 0);
            steps[i][n + 2] = step_op(OP_EXIT, 0, 0, 0);
            script_number(steps[i], n + 3);
            script_init(&s[i], steps[i], n + 3, &r.now);
            sm_rig_launch(&r, &(struct script *){&s[i]});
        }
        cycle_t next, opens = r.now + open;
        r.memory.closed = true;
        for (r.now++; sm_resident(r.sm); r.now++) {
            if (r.now == opens)
                r.memory.closed = false;
            assert_int_equal(sm_tick(r.sm, r.now, &next, &r.st), ST_OK);
        }
        sm_rig_count(&r, &c);
        cycle_t look_up[WARPS];
        for (uint32_t i = 0; i < WARPS; i++)
            look_up[i] = s[i].issued[3 * i] + TO_ENTRY + L1;
        assert_true(look_up[D] < opens);
        assert_int_equal(s[C].issued[3 * C + 1], look_up[C]);
        /* A's request leaves, then B's is looked up; D's in the next cycle. */
        assert_int_equal(r.memory.sent_at[2], opens);
        assert_int_equal(r.memory.sent_at[3], opens + 1);
        assert_int_equal(s[D].issued[3 * D + 1], opens + 1);
        assert_int_equal(c.l1d.refused_miss_queue - refused, opens - look_up[B]);
        script_free(&warm);
        for (uint32_t i = 0; i < WARPS; i++)
            script_free(&s[i]);
        sm_rig_free(&r);
    }
}

TEST(a_sector_is_looked_up_after_the_l1_latency)
{
    for (uint32_t latency = 1; latency <= 41; latency += 8) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        r.config.ldst.l1_latency = latency;
        struct script_step steps[] = {
            load(1, 0, 0x1000, 0),
            load(2, 1, 0x1000, 0),
            step_op(OP_EXIT, 0, 2, 0),
        };
        run_one(&r, &s, steps, 3, &c);
        assert_int_equal(r.memory.sent_at[0], s.issued[0] + TO_ENTRY + latency + 1);
        assert_int_equal(s.issued[2] - s.issued[1], TO_ENTRY_WITH_SOURCES + latency);
    }
}

/* A store retires when its last sector has entered, long before it is acknowledged. */
TEST(a_store_retires_on_entry)
{
    for (uint32_t sectors = 1; sectors <= 32; sectors *= 2) {
        struct sm_rig r;
        struct script s;
        cycle_t next;
        sm_rig_init(&r, MEMORY);
        struct script_step steps[] = {store(0x1000, sectors == 1 ? 0 : 128),
                                      step_op(OP_EXIT, 0, 0, 0)};
        steps[0].lanes = sectors == 32 ? UINT32_MAX : (1u << sectors) - 1;
        script_number(steps, 2);
        script_init(&s, steps, 2, &r.now);
        sm_rig_start(&r, 16);
        sm_rig_launch(&r, &(struct script *){&s});
        for (r.now = 1; sm_retired(r.sm) < 2; r.now++)
            assert_int_equal(sm_tick(r.sm, r.now, &next, &r.st), ST_OK);
        cycle_t entered = s.issued[0] + TO_ENTRY + sectors - 1;
        cycle_t exit = s.issued[1] + 2 + r.config.exec.alu_latency + 2;
        assert_int_equal(r.now - 1, entered > exit ? entered : exit);
        assert_int_equal(sm_resident(r.sm), 1);
        sm_rig_free(&r);
        script_free(&s);
    }
}

TEST(a_load_without_lanes_asks_for_nothing)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {load(1, 0, 0x1000, 0), step_op(OP_ALU, 2, 1, 0),
                                  step_op(OP_EXIT, 0, 0, 0)};
    steps[0].lanes = 0;
    run_one(&r, &s, steps, 3, &c);
    assert_int_equal(r.memory.n, 0);
    assert_int_equal(s.issued[1] - s.issued[0], TO_ENTRY);
}

TEST(the_l1d_is_emptied_between_warps_if_asked)
{
    for (int flush = 0; flush < 2; flush++) {
        struct script s[2];
        struct sm_rig r ENDED_BY(sm_rig_free);
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
    }
}

/* A warp launched in the cycle in which the last one leaves finds its data, one launched in the
 * next does not. */
TEST(an_sm_is_idle_from_the_cycle_after_its_last_warp_left)
{
    for (cycle_t late = 0; late < 2; late++) {
        struct script s[2], *second = &s[1];
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        struct script_step steps[] = {load(1, 0, 0x1000, 0), step_op(OP_EXIT, 0, 1, 0)};
        run_one(&r, &s[0], steps, 2, &c);
        assert_int_equal(s[0].ended_at, r.now - 1);
        script_init(second, steps, 2, &r.now);
        r.now += late;
        sm_launch(r.sm, &(struct warp *){&second->warp}, s[0].ended_at + late);
        assert_int_equal(sm_rig_run(&r, &second, 0, true, 10000), ST_OK);
        sm_rig_count(&r, &c);
        assert_int_equal(c.l1d.flushes, late);
        assert_int_equal(c.l1d.ldst_read_misses, 1 + late);
        for (int i = 0; i < 2; i++)
            script_free(&s[i]);
    }
}

/* As many loads may be under way as the scoreboard lets a warp issue. */
TEST(nothing_but_registers_limits_the_loads_under_way)
{
    enum { LOADS = 200 };
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    struct script_step steps[LOADS + 1];
    sm_rig_init(&r, 50000);
    for (uint32_t k = 0; k < LOADS; k++)
        steps[k] = load(1 + k, 0, 0x1000 + 32 * (k % 4), 0);
    steps[LOADS] = step_op(OP_EXIT, 0, 0, 0);
    run_one(&r, &s, steps, LOADS + 1, &c);
    assert_int_equal(r.memory.n, 4);
    assert_int_equal(s.issued[LOADS - 1] - s.issued[0], LOADS - 1); /* one per cycle */
}

/* A load is to write register 1 of warp 0; warp 1 writes register `written` behind an SFU
 * instruction and, if asked, reads register `read` behind one. What waits for the load goes on in
 * cycle *loaded, what waits for the other in *other. */
static void beside_a_load(uint32_t latency, uint32_t written, uint32_t read, cycle_t *loaded,
                          cycle_t *other)
{
    struct script a ENDED_BY(script_free), b ENDED_BY(script_free), *all[] = {&a, &b};
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct script_step loading[] = {load(1, 0, 0x1000, 0), step_op(OP_ALU, 9, 1, 0),
                                    step_op(OP_EXIT, 0, 0, 0)};
    struct script_step beside[] = {step_op(OP_SFU, written, 0, 0), step_op(OP_ALU, 40, written, 0),
                                   step_op(OP_ALU, 41, 40, 0), step_op(OP_EXIT, 0, 0, 0)};
    sm_rig_init(&r, MEMORY);
    r.config.sm.schedulers = 1;
    r.config.sm.scheduler = SCHEDULER_OLDEST; /* the load's warp goes on at once */
    r.config.sm.collector_steps = 1;
    r.config.exec.sfu_latency = latency;
    beside[1].inst.src[0] = (uint16_t)(read ? read : written);
    beside[1].inst.src[1] = (uint16_t)written;
    beside[1].inst.n_src = 2;
    script_number(loading, 3);
    script_number(beside, 4);
    script_init(&a, loading, 3, &r.now);
    script_init(&b, beside, 4, &r.now);
    sm_rig_together(&r, all, 2);
    *loaded = a.issued[1];
    *other = b.issued[2];
}

/* Of sixteen banks, register 1 of warp 0 lies in bank 1, as register 16 of warp 1. */
TEST(a_load_waits_for_the_bank_that_an_arithmetic_result_is_written_to)
{
    uint32_t met = 0;
    for (uint32_t latency = MEMORY; latency < MEMORY + 50; latency++) {
        cycle_t same, other, unused;
        beside_a_load(latency, 16, 0, &same, &unused);
        beside_a_load(latency, 17, 0, &other, &unused);
        assert_true(same == other || same == other + 1);
        met += same != other;
    }
    assert_int_equal(met, 1);
}

/* In the cycle in which a load is written back, its bank reads nothing. */
TEST(a_load_is_written_before_operands_are_read)
{
    uint32_t met = 0;
    for (uint32_t latency = MEMORY; latency < MEMORY + 50; latency++) {
        cycle_t same, other, unused;
        beside_a_load(latency, 20, 16, &unused, &same);
        beside_a_load(latency, 20, 17, &unused, &other);
        assert_true(same == other || same == other + 1);
        met += same != other;
    }
    assert_int_equal(met, 1);
}
/* A store's sectors are acknowledged as they are looked up, one a cycle and bank: the warp ends
 * when the last one is. */
TEST(perfect_memory_hits_what_the_l1d_never_held)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    r.config.ldst.perfect_mem = true;
    struct script_step steps[] = {
        load(1, 0, 0x1000, 0),    step_op(OP_ALU, 2, 1, 0),  load(3, 2, 0x9000, 0),
        step_op(OP_ALU, 4, 3, 0), store(0x9000, 0),          load(5, 4, 0x9000, 0),
        step_op(OP_ALU, 6, 5, 0), step_op(OP_EXIT, 0, 0, 0),
    };
    run_one(&r, &s, steps, 8, &c);
    assert_int_equal(s.issued[1] - s.issued[0], TO_ENTRY + L1);
    assert_int_equal(s.issued[3] - s.issued[2], TO_ENTRY_WITH_SOURCES + L1);
    assert_int_equal(s.issued[6] - s.issued[5], TO_ENTRY_WITH_SOURCES + L1);
    assert_int_equal(c.l1d.ldst_read_hits, 3);
    assert_int_equal(c.l1d.ldst_write_hits, 1);
    assert_int_equal(c.l1d.ldst_read_misses + c.l1d.ldst_write_misses + c.l1d.fills, 0);
    assert_int_equal(r.memory.n, 0);
}

TEST(a_warp_ends_when_perfect_memory_has_looked_up_its_last_store)
{
    enum { SECTORS = 32, BANKS = 4 };
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    r.config.ldst.perfect_mem = true;
    r.config.ldst.l1_banks = BANKS;
    r.config.ldst.bank = BANK_SECTOR;
    struct script_step steps[] = {store(0x1000, 32), step_op(OP_EXIT, 0, 0, 0)};
    run_one(&r, &s, steps, 2, &c);
    assert_int_equal(s.ended_at - s.issued[0], TO_ENTRY + SECTORS / BANKS - 1 + L1);
    assert_int_equal(c.l1d.ldst_write_hits, SECTORS);
    assert_int_equal(r.memory.n, 0);
}

/* While another warp's results from shared memory take every second write-back, a load of 8 sectors
 * that comes whole needs one of the others, not eight. */
TEST(a_load_is_written_back_by_sectors_or_whole)
{
    enum { SHARED = 400, SECTORS = 8 };
    cycle_t waited[2];
    for (int whole = 0; whole < 2; whole++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script a ENDED_BY(script_free), b ENDED_BY(script_free);
        struct script_step loads[] = {load(1, 0, 0x1000, 8), step_op(OP_ALU, 2, 1, 0),
                                      step_op(OP_EXIT, 0, 0, 0)};
        struct script_step shared[SHARED + 1];
        for (uint32_t i = 0; i < SHARED; i++)
            shared[i] = step_op(OP_LOAD_SHARED, 1 + i % 64, 0, 0);
        shared[SHARED] = step_op(OP_EXIT, 0, 0, 0);
        sm_rig_init(&r, MEMORY);
        r.config.ldst.load_result = whole ? LOAD_RESULT_WHOLE : LOAD_RESULT_SECTOR;
        script_number(loads, 3);
        script_number(shared, SHARED + 1);
        script_init(&a, loads, 3, &r.now);
        script_init(&b, shared, SHARED + 1, &r.now);
        sm_rig_together(&r, (struct script *const[]){&a, &b}, 2);
        waited[whole] = a.issued[1] - a.issued[0];
    }
    assert_true(waited[0] >= waited[1] + SECTORS - 1);
}

/* Warps whose loads hit follow each other as fast as the unit takes their lanes. */
TEST(a_load_takes_a_cycle_for_so_many_lanes)
{
    static const uint32_t lanes[] = {0, 32, 16, 8, 5};
    static const uint32_t cycles[] = {1, 1, 2, 4, 7};
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct script s ENDED_BY(script_free);
        struct gpu_counters c;
        struct script_step steps[18];
        sm_rig_init(&r, MEMORY);
        r.config.ldst.lanes = lanes[i];
        steps[0] = load(1, 0, 0x1000, 0);
        steps[1] = step_op(OP_ALU, 2, 1, 0);
        for (uint32_t k = 0; k < 14; k++)
            steps[2 + k] = load(3 + k, 0, 0x1000, 0);
        steps[16] = step_op(OP_ALU, 30, 16, 0);
        steps[17] = step_op(OP_EXIT, 0, 0, 0);
        run_one(&r, &s, steps, 18, &c);
        /* the last four wait in registers in front of the unit */
        assert_int_equal(s.issued[15] - s.issued[11], 4 * cycles[i]);
    }
}

/* Each bank takes a sector a cycle; no conflict, however many cycles a load takes by its size. */
TEST(sectors_of_different_banks_do_not_conflict)
{
    for (uint32_t sectors = 1; sectors <= WARP_LANES; sectors++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        struct script_step steps[] = {load(1, 0, 0x1000, SECTOR_B), step_op(OP_EXIT, 0, 0, 0)};
        sm_rig_init(&r, MEMORY);
        steps[0].lanes = sectors == 32 ? UINT32_MAX : (1u << sectors) - 1;
        r.config.ldst.l1_banks = 1 + sectors % 7;
        run_one(&r, &s, steps, 2, &c);
        assert_int_equal(c.ldst.load_sectors, sectors);
        assert_int_equal(c.ldst.bank_conflicts, 0);
    }
}

/* What a trace allocates where memory is allocated; and where it is not, none. */
static uint64_t allocated[4];
static uint32_t n_allocated;

static void note_allocation(void *self, uint32_t sm, uint64_t addr, cycle_t now)
{
    (void)self;
    (void)sm;
    (void)now;
    assert_true(n_allocated < 4);
    allocated[n_allocated++] = addr;
}

TEST(a_trace_allocates_its_record_and_hit_attributes)
{
    static const record_t records[] = {(record_t)0x10000 << 4 | RECORD_HEADER};
    for (uint32_t fresh = 0; fresh < 2; fresh++)
        for (uint32_t allocates = 0; allocates < 2; allocates++)
            for (uint32_t attributes = 0; attributes < 2; attributes++) {
                struct script s ENDED_BY(script_free);
                struct sm_rig r ENDED_BY(sm_rig_free);
                struct ray_work rays[WARP_LANES] = {{.records = records,
                                                     .n_records = 1,
                                                     .result_addr = 0x900000,
                                                     .attributes_addr = attributes ? 0x800000 : 0}};
                struct script_step steps[] = {step_op(OP_TRACE_RAY, 1, 0, 0),
                                              step_op(OP_EXIT, 0, 0, 0)};
                sm_rig_init(&r, MEMORY);
                r.config.rt.trace = fresh ? TRACE_FRESH : TRACE_BUFFER;
                r.memory.port.allocate = allocates ? note_allocation : NULL;
                n_allocated = 0;
                rays[2] = rays[0];
                rays[0] = (struct ray_work){0};
                steps[0].lanes = 4;
                steps[0].rays = rays;
                sm_rig_one(&r, &s, steps, 2);
                assert_int_equal(n_allocated, fresh && allocates ? 1 + attributes : 0);
                if (n_allocated)
                    assert_int_equal(allocated[n_allocated - 1], 0x900000);
                if (n_allocated == 2)
                    assert_int_equal(allocated[0], 0x800000);
            }
}

/* A load is written back when its last sector has come, whenever the others came. */
TEST(a_load_may_be_written_back_as_a_whole)
{
    for (uint32_t sectors = 1; sectors <= 6; sectors++)
        for (uint32_t interval = 1; interval <= 9; interval += 4) {
            struct script s ENDED_BY(script_free);
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct gpu_counters c;
            struct script_step steps[] = {load(1, 0, 0x1000, 128), step_op(OP_ALU, 2, 1, 0),
                                          step_op(OP_EXIT, 0, 0, 0)};
            sm_rig_init(&r, MEMORY);
            r.config.ldst.load_result = LOAD_RESULT_WHOLE;
            r.memory.interval = interval;
            steps[0].lanes = (1u << sectors) - 1;
            run_one(&r, &s, steps, 3, &c);
            assert_int_equal(r.memory.n, sectors);
            assert_int_equal(s.issued[1], r.memory.sent_at[sectors - 1] + MEMORY + 2);
        }
}

TEST(stores_to_images_are_counted_among_the_stores)
{
    for (uint32_t images = 0; images <= 2; images++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        struct script_step steps[] = {store(0x1000, 32), store(0x2000, 64),
                                      step_op(OP_EXIT, 0, 0, 0)};
        sm_rig_init(&r, MEMORY);
        for (uint32_t i = 0; i < images; i++)
            steps[i].inst.kind = KIND_RT;
        run_one(&r, &s, steps, 3, &c);
        assert_int_equal(c.ldst.stores, 2);
        assert_int_equal(c.ldst.store_sectors, 64);
        assert_int_equal(c.ldst.image_stores, images);
        assert_int_equal(c.ldst.image_store_sectors, 32 * images);
    }
}
