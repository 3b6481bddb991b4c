/* Shared memory: cycles at its banks, and loads, stores and atomics of an SM to the cycle. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/sm/shared_memory.h"

/* From issue to the first cycle at the banks: collected and taken by the unit in the next cycle; a
 * cycle more with source registers. From the last one to the issue of what waits: the latency, then
 * write-back. */
enum { TO_BANKS = 2, TO_BANKS_WITH_SOURCES = 3, WRITE_BACK = 1, LATENCY = 20, MEMORY = 100 };

static uint32_t cycles(uint64_t stride, uint32_t lanes, uint32_t size_B, uint32_t banks,
                       bool atomic)
{
    uint64_t addr[WARP_LANES];
    for (uint64_t i = 0; i < WARP_LANES; i++)
        addr[i] = 0x40 + i * stride;
    return shared_memory_cycles(addr, lanes, size_B, banks, atomic);
}

TEST(an_access_takes_the_most_different_words_of_a_bank)
{
    const uint32_t all = UINT32_MAX;
    for (uint32_t degree = 1; degree <= 32; degree *= 2)
        assert_int_equal(cycles(4 * degree, all, 4, 32, false), degree);
    assert_int_equal(cycles(0, all, 4, 32, false), 1);      /* one word for all */
    assert_int_equal(cycles(1, all, 1, 32, false), 1);      /* four lanes in each word */
    assert_int_equal(cycles(4 * 33, all, 4, 32, false), 1); /* a padded column */
    assert_int_equal(cycles(4 * 3, all, 4, 32, false), 1);
    assert_int_equal(cycles(4 * 6, all, 4, 32, false), 2);
    assert_int_equal(cycles(128, 0xff, 4, 32, false), 8); /* the lanes that there are */
    assert_int_equal(cycles(128, 1u << 31, 4, 32, false), 1);
    assert_int_equal(cycles(128, 0, 4, 32, false), 1);
    /* All words of wide accesses. */
    assert_int_equal(cycles(8, all, 8, 32, false), 2);
    assert_int_equal(cycles(16, all, 16, 32, false), 4);
    assert_int_equal(cycles(0, all, 16, 32, false), 1);
    assert_int_equal(cycles(128, all, 16, 32, false), 32);
    assert_int_equal(cycles(8, 3, 16, 1, false), 6); /* the lanes share two words of four */
    /* Other numbers of banks. */
    assert_int_equal(cycles(4, all, 4, 16, false), 2);
    assert_int_equal(cycles(4, all, 4, 64, false), 1);
    assert_int_equal(cycles(4, all, 4, 1, false), 32);
    assert_int_equal(cycles(16, all, 16, 1, false), 128);
    assert_int_equal(cycles(4, all, 4, 31, false), 2);
}

TEST(atomics_take_the_most_lanes_of_a_bank)
{
    const uint32_t all = UINT32_MAX;
    assert_int_equal(cycles(0, all, 4, 32, true), 32);
    assert_int_equal(cycles(0, 0xf0f, 4, 32, true), 8);
    assert_int_equal(cycles(0, all, 8, 32, true), 32);
    assert_int_equal(cycles(4, all, 4, 32, true), 1);
    assert_int_equal(cycles(8, all, 8, 32, true), 2);
    assert_int_equal(cycles(64, all, 4, 32, true), 16);
    assert_int_equal(cycles(0, all, 8, 1, true), 64);
}

static struct script_step shared(enum warp_op op, uint32_t dst, uint32_t src, uint64_t stride)
{
    struct script_step step = step_op(op, dst, src, 0);
    step.stride = stride;
    return step;
}

static void start(struct sm_rig *r, uint32_t latency)
{
    sm_rig_init(r, MEMORY);
    r->config.ldst.shared_latency = latency;
}

TEST(a_load_is_there_behind_its_cycles_at_the_banks_and_the_latency)
{
    for (uint32_t latency = 1; latency <= 31; latency += 10)
        for (uint32_t degree = 1; degree <= 32; degree *= 2) {
            struct script s ENDED_BY(script_free);
            struct sm_rig r ENDED_BY(sm_rig_free);
            struct gpu_counters c;
            start(&r, latency);
            struct script_step steps[] = {
                shared(OP_LOAD_SHARED, 1, 0, 4 * degree),
                step_op(OP_ALU, 2, 1, 0),
                shared(OP_LOAD_SHARED, 3, 2, 4 * degree),
                step_op(OP_EXIT, 0, 3, 0),
            };
            sm_rig_one(&r, &s, steps, 4);
            sm_rig_count(&r, &c);
            assert_int_equal(s.issued[1] - s.issued[0],
                             TO_BANKS + degree - 1 + latency + WRITE_BACK);
            assert_int_equal(s.issued[3] - s.issued[2],
                             TO_BANKS_WITH_SOURCES + degree - 1 + latency + WRITE_BACK);
            assert_int_equal(c.ldst.shared_loads, 2);
            assert_int_equal(c.ldst.shared_stores + c.ldst.shared_atomics, 0);
            assert_int_equal(c.ldst.shared_conflicts, 2 * (degree - 1));
            assert_int_equal(c.ldst.loads, 0);
            assert_int_equal(r.memory.n, 0);
        }
}

TEST(an_atomic_takes_a_cycle_for_each_lane_of_a_word)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    start(&r, LATENCY);
    struct script_step steps[] = {
        shared(OP_ATOMIC_SHARED, 1, 0, 0),
        step_op(OP_ALU, 2, 1, 0),
        shared(OP_ATOMIC_SHARED, 0, 0, 0), /* nobody waits for it */
        step_op(OP_EXIT, 0, 0, 0),
    };
    steps[0].lanes = 0x7ff;
    sm_rig_one(&r, &s, steps, 4);
    sm_rig_count(&r, &c);
    assert_int_equal(s.issued[1] - s.issued[0], TO_BANKS + 11 - 1 + LATENCY + WRITE_BACK);
    assert_int_equal(s.ended_at - s.issued[2], TO_BANKS + 32 - 1 + LATENCY + WRITE_BACK);
    assert_int_equal(c.ldst.shared_atomics, 2);
    assert_int_equal(c.ldst.shared_conflicts, 10 + 31);
}

TEST(a_store_retires_with_its_last_cycle_at_the_banks)
{
    for (uint32_t degree = 1; degree <= 32; degree *= 2) {
        struct sm_rig r;
        struct script s;
        cycle_t next;
        struct gpu_counters c;
        start(&r, LATENCY);
        struct script_step steps[] = {shared(OP_STORE_SHARED, 0, 0, 4 * degree),
                                      step_op(OP_EXIT, 0, 0, 0)};
        script_number(steps, 2);
        script_init(&s, steps, 2, &r.now);
        sm_rig_start(&r, 16);
        sm_rig_launch(&r, &(struct script *){&s});
        for (r.now = 1; sm_retired(r.sm) < 2; r.now++)
            assert_int_equal(sm_tick(r.sm, r.now, &next, &r.st), ST_OK);
        cycle_t stored = s.issued[0] + TO_BANKS + degree - 1;
        cycle_t exit = s.issued[1] + 2 + r.config.exec.alu_latency + 2;
        assert_int_equal(r.now - 1, stored > exit ? stored : exit);
        sm_rig_count(&r, &c);
        assert_int_equal(c.ldst.shared_stores, 1);
        assert_int_equal(c.ldst.shared_loads + c.ldst.shared_atomics, 0);
        script_free(&s);
        sm_rig_free(&r);
    }
}

/* What comes behind an access reaches the banks in the cycle behind its last one. */
TEST(the_unit_serves_one_access_after_the_other)
{
    struct script s;
    struct sm_rig r ENDED_BY(sm_rig_free);
    start(&r, LATENCY);
    struct script_step steps[] = {
        shared(OP_LOAD_SHARED, 1, 0, 4 * 8),
        shared(OP_STORE_SHARED, 0, 0, 4 * 16),
        shared(OP_LOAD_SHARED, 2, 0, 4 * 4),
        step_op(OP_ALU, 3, 1, 0),
        step_op(OP_ALU, 4, 2, 0),
        step_op(OP_EXIT, 0, 0, 0),
    };
    sm_rig_one(&r, &s, steps, 6);
    cycle_t banks = s.issued[0] + TO_BANKS;
    assert_int_equal(s.issued[3], banks + 8 - 1 + LATENCY + WRITE_BACK);
    assert_int_equal(s.issued[4], banks + 8 + 16 + 4 - 1 + LATENCY + WRITE_BACK);
    script_free(&s);
}

TEST(lanes_that_are_off_take_one_cycle)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    start(&r, LATENCY);
    struct script_step steps[] = {shared(OP_LOAD_SHARED, 1, 0, 128), step_op(OP_ALU, 2, 1, 0),
                                  step_op(OP_EXIT, 0, 0, 0)};
    steps[0].failed = UINT32_MAX;
    sm_rig_one(&r, &s, steps, 3);
    assert_int_equal(s.issued[1] - s.issued[0], TO_BANKS + LATENCY + WRITE_BACK);
}

/* Sectors from memory and words of shared memory that are ready together are written back in turn.
 */
TEST(write_back_takes_turns)
{
    enum { SECTORS = 8 };
    struct script far, near, *all[] = {&far, &near};
    struct sm_rig r ENDED_BY(sm_rig_free);
    start(&r, 1);
    struct script_step load[] = {step_op(OP_LOAD, 1, 0, 0), step_op(OP_ALU, 2, 1, 0),
                                 step_op(OP_EXIT, 0, 0, 0)};
    load[0].stride = 128;
    load[0].lanes = (1u << SECTORS) - 1;
    script_number(load, 3);
    script_init(&far, load, 3, &r.now);
    /* As many loads of shared memory, each of which is ready with a sector: it is issued so that
     * the first is at the banks one cycle before the first sector comes. */
    struct script_step words[200];
    uint32_t n = 0;
    for (uint32_t i = 0; i < 115; i++)
        words[n++] = step_op(OP_ALU, 20 + i % 7, 0, 0);
    for (uint32_t i = 0; i < 4 * SECTORS; i++)
        words[n++] = shared(OP_LOAD_SHARED, 30 + i, 0, 4);
    words[n++] = step_op(OP_EXIT, 0, 0, 0);
    script_number(words, n);
    script_init(&near, words, n, &r.now);
    r.config.sm.fetches = 16;
    sm_rig_start(&r, 16);
    sm_rig_together(&r, all, 2);
    /* One sector of eight comes in each cycle from then on, and is taken in the next. */
    cycle_t first = far.issued[0] + 2 + 20 + 1 + MEMORY;
    uint64_t before = 0, during = 0;
    for (uint32_t i = 115; i < 115 + 4 * SECTORS; i++) {
        before += near.issued[i] + TO_BANKS < first;
        during += near.issued[i] + TO_BANKS >= first && near.issued[i] < far.issued[1];
    }
    assert_true(before > 0 && during >= SECTORS);
    /* Without the others it would be there with the last sector's write-back. */
    cycle_t alone = far.issued[0] + 2 + 20 + 1 + MEMORY + 2 + SECTORS - 1;
    assert_int_equal(far.issued[1], alone + SECTORS - 1);
    for (uint32_t i = 0; i < 2; i++)
        script_free(all[i]);
}
