/* Atomics of an SM on global memory, cycle by cycle, against a memory of fixed latency. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

#include "sim/timing/sm/atomics.h"

/* From issue to the cycle in which the first request enters the L1D's queue; it leaves in the next.
 * Replies are taken for write-back in the cycle after they came and written back in the next. */
enum { TO_ENTRY = 2, TO_ENTRY_WITH_SOURCES = 3, MEMORY = 100, WAY = 1 + MEMORY + 2, L1 = 20 };

static uint32_t spread(uint64_t addr[WARP_LANES], uint64_t stride, uint32_t lanes, uint32_t size_B,
                       struct sector out[MAX_SECTORS])
{
    for (uint64_t i = 0; i < WARP_LANES; i++)
        addr[i] = 0x1000 + i * stride;
    return atomics_coalesce(addr, lanes, size_B, out);
}

TEST(lanes_share_a_request_unless_they_change_the_same_bytes)
{
    uint64_t addr[WARP_LANES];
    struct sector out[MAX_SECTORS];
    const uint32_t all = UINT32_MAX;
    assert_int_equal(spread(addr, 4, all, 4, out), 4);
    for (uint64_t i = 0; i < 4; i++) {
        assert_int_equal(out[i].addr, 0x1000 + 32 * i);
        assert_int_equal(out[i].bytes, UINT32_MAX);
    }
    assert_int_equal(atomics_conflicts(out, 4), 0);
    assert_int_equal(spread(addr, 8, all, 8, out), 8);
    assert_int_equal(spread(addr, 32, all, 4, out), 32);
    assert_int_equal(atomics_conflicts(out, 32), 0);
    assert_int_equal(spread(addr, 0, all, 4, out), 32);
    assert_int_equal(atomics_conflicts(out, 32), 31);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(out[i].addr, 0x1000);
        assert_int_equal(out[i].bytes, 0xf);
    }
    assert_int_equal(spread(addr, 0, 0x11, 4, out), 2);
    assert_int_equal(spread(addr, 0, 0, 4, out), 0);
    assert_int_equal(atomics_conflicts(out, 0), 0);
    /* Three words of one sector and two of the next, in any order. */
    static const uint8_t word[] = {9, 0, 9, 1, 0, 8, 0, 2};
    for (uint32_t i = 0; i < 8; i++)
        addr[i] = 0x1000 + 4 * word[i];
    assert_int_equal(atomics_coalesce(addr, 0xff, 4, out), 5);
    assert_int_equal(atomics_conflicts(out, 5), 3);
    static const struct sector wanted[] = {
        {0x1000, 0xfff}, {0x1000, 0xf}, {0x1000, 0xf}, {0x1020, 0xff}, {0x1020, 0xf0}};
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(out[i].addr, wanted[i].addr);
        assert_int_equal(out[i].bytes, wanted[i].bytes);
    }
    for (uint32_t n = 1; n <= 5; n++) /* those behind the first n do not count */
        assert_int_equal(atomics_conflicts(out, n), n < 4 ? n - 1 : n - 2);
}

static struct script_step atomic(enum warp_op op, uint32_t dst, uint64_t stride)
{
    struct script_step step = step_op(op, dst, 0, 0);
    step.addr = 0x1000;
    step.stride = stride;
    return step;
}

/* One request per cycle, from the highest address down, and as many replies written back. */
TEST(an_atomic_is_there_with_its_last_reply)
{
    static const struct {
        uint64_t stride;
        uint32_t lanes, requests, conflicts;
    } cases[] = {
        {4, UINT32_MAX, 4, 0}, {32, UINT32_MAX, 32, 0}, {0, UINT32_MAX, 32, 31},
        {0, 0x7f, 7, 6},       {4, 1u << 9, 1, 0},      {128, 0xf0, 4, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        struct script_step steps[] = {atomic(OP_ATOMIC, 1, cases[i].stride),
                                      step_op(OP_ALU, 2, 1, 0), step_op(OP_EXIT, 0, 0, 0)};
        steps[0].lanes = cases[i].lanes;
        sm_rig_one(&r, &s, steps, 3);
        sm_rig_count(&r, &c);
        uint32_t n = cases[i].requests;
        assert_int_equal(s.issued[1] - s.issued[0], TO_ENTRY + n - 1 + WAY);
        assert_int_equal(r.memory.n, n);
        for (uint32_t k = 0; k < n; k++) {
            const struct mem_request *request = &r.memory.waiting[k];
            assert_true(request->atomic && !request->write);
            assert_int_equal(r.memory.sent_at[k], s.issued[0] + TO_ENTRY + k + 1);
            assert_true(k == 0 || request->addr <= r.memory.waiting[k - 1].addr);
        }
        assert_int_equal(c.ldst.atomics, 1);
        assert_int_equal(c.ldst.atomic_requests, n);
        assert_int_equal(c.ldst.atomic_conflicts, cases[i].conflicts);
        assert_int_equal(c.ldst.atomic_latency, 1 + n - 1 + WAY);
        assert_int_equal(c.l1d.ldst_read_hits + c.l1d.ldst_read_misses + c.l1d.ldst_write_misses,
                         0);
    }
}

/* It retires with its last request; the warp ends when all are acknowledged. */
TEST(nobody_waits_for_a_reduction)
{
    for (uint32_t n = 1; n <= 32; n *= 2) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        struct script_step steps[] = {atomic(OP_REDUCE, 0, 0), step_op(OP_ALU, 1, 0, 0),
                                      step_op(OP_EXIT, 0, 0, 0)};
        steps[0].lanes = n == 32 ? UINT32_MAX : (1u << n) - 1;
        sm_rig_one(&r, &s, steps, 3);
        sm_rig_count(&r, &c);
        assert_int_equal(s.issued[1], s.issued[0] + 1);
        assert_int_equal(s.ended_at, s.issued[0] + TO_ENTRY + n - 1 + 1 + MEMORY);
        assert_int_equal(c.ldst.reductions, 1);
        assert_int_equal(c.ldst.atomic_requests, n);
        assert_int_equal(c.ldst.atomic_latency, 0);
        for (uint32_t k = 0; k < n; k++)
            assert_true(r.memory.waiting[k].atomic && r.memory.waiting[k].write);
    }
}

TEST(a_reduction_retires_with_its_last_request)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    cycle_t next;
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {atomic(OP_REDUCE, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    script_number(steps, 2);
    script_init(&s, steps, 2, &r.now);
    sm_rig_start(&r, 16);
    sm_rig_launch(&r, &(struct script *){&s});
    for (r.now = 1; sm_retired(r.sm) < 2; r.now++)
        assert_int_equal(sm_tick(r.sm, r.now, &next, &r.st), ST_OK);
    assert_int_equal(r.now - 1, s.issued[0] + TO_ENTRY + 32 - 1);
}

TEST(a_warp_goes_on_beside_its_atomics)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {atomic(OP_ATOMIC, 1, 0), atomic(OP_ATOMIC, 2, 0),
                                  step_op(OP_ALU, 3, 0, 0), step_op(OP_ALU, 4, 2, 0),
                                  step_op(OP_EXIT, 0, 1, 0)};
    steps[0].lanes = steps[1].lanes = 0xff;
    sm_rig_one(&r, &s, steps, 5);
    assert_int_equal(s.issued[2], s.issued[1] + 1);
    /* The second's requests follow the first's. */
    assert_int_equal(s.issued[3], s.issued[0] + TO_ENTRY + 8 + 8 - 1 + WAY);
}

TEST(the_l1d_drops_the_sector)
{
    for (int reduction = 0; reduction < 2; reduction++) {
        struct script s ENDED_BY(script_free);
        struct sm_rig r ENDED_BY(sm_rig_free);
        struct gpu_counters c;
        sm_rig_init(&r, MEMORY);
        struct script_step steps[] = {
            step_op(OP_LOAD, 1, 0, 0),
            step_op(OP_LOAD, 2, 1, 0),
            step_op(OP_LOAD, 3, 2, 0),
            step_op(reduction ? OP_REDUCE : OP_ATOMIC, reduction ? 0 : 4, 3, 0),
            step_op(OP_LOAD, 5, 3, 0),
            step_op(OP_LOAD, 6, 3, 0),
            step_op(OP_EXIT, 0, 5, 6)};
        for (uint32_t i = 0; i < 6; i++)
            steps[i].addr = i == 1 || i == 5 ? 0x1020 : 0x1000;
        sm_rig_one(&r, &s, steps, 7);
        sm_rig_count(&r, &c);
        /* Hits: the third load, and the last, of another sector of the line. */
        assert_int_equal(c.l1d.ldst_read_hits, 2);
        assert_int_equal(c.l1d.ldst_read_misses + c.l1d.ldst_read_sector_misses, 3);
        assert_int_equal(c.l1d.ldst_write_hits + c.l1d.ldst_write_misses, 0);
    }
}

/* A full queue of misses holds an atomic, and through the unit what comes behind it. */
TEST(a_full_miss_queue_holds_the_unit)
{
    enum { OPENS = 60, PLACES = 4 };
    struct script s;
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    cycle_t next;
    sm_rig_init(&r, MEMORY);
    r.config.l1d.miss_queue = PLACES;
    struct script_step steps[] = {atomic(OP_ATOMIC, 1, 0), step_op(OP_LOAD_SHARED, 2, 0, 0),
                                  step_op(OP_ALU, 3, 2, 0), step_op(OP_EXIT, 0, 1, 0)};
    steps[0].lanes = 0xff;
    script_number(steps, 4);
    script_init(&s, steps, 4, &r.now);
    sm_rig_start(&r, 16);
    sm_rig_launch(&r, &(struct script *){&s});
    r.memory.closed = true;
    for (r.now = 1; sm_resident(r.sm); r.now++) {
        r.memory.closed = r.now < OPENS;
        assert_int_equal(sm_tick(r.sm, r.now, &next, &r.st), ST_OK);
    }
    sm_rig_count(&r, &c);
    /* In the cycle in which the first leaves there is room for one more: the fifth of eight. */
    cycle_t full = s.issued[0] + TO_ENTRY + PLACES;
    assert_int_equal(r.memory.sent_at[0], OPENS);
    assert_int_equal(c.l1d.refused_miss_queue, OPENS - full);
    cycle_t last = OPENS + 8 - PLACES - 1;
    assert_int_equal(s.issued[2], last + 1 + r.config.ldst.shared_latency + 1);
    script_free(&s);
}

TEST(an_atomic_without_lanes_asks_for_nothing)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    sm_rig_init(&r, MEMORY);
    struct script_step steps[] = {atomic(OP_ATOMIC, 1, 0), step_op(OP_ALU, 2, 1, 0),
                                  atomic(OP_REDUCE, 0, 0), step_op(OP_EXIT, 0, 0, 0)};
    steps[0].failed = steps[2].failed = UINT32_MAX;
    sm_rig_one(&r, &s, steps, 4);
    assert_int_equal(r.memory.n, 0);
    assert_int_equal(s.issued[1] - s.issued[0], TO_ENTRY);
}

/* Replies to more atomics than one block of instructions has find theirs, in whatever order. */
TEST(many_atomics_are_under_way_at_once)
{
    enum { WARPS = 16, EACH = 12 };
    struct script s[WARPS], *all[WARPS];
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, 4000);
    struct script_step steps[2 * EACH + 1];
    for (uint32_t i = 0; i < EACH; i++) {
        steps[i] = atomic(OP_ATOMIC, 1 + i, 0);
        steps[i].lanes = 0x7;
        steps[EACH + i] = step_op(OP_ALU, 100 + i, EACH - i, 0);
    }
    steps[2 * EACH] = step_op(OP_EXIT, 0, 0, 0);
    script_number(steps, 2 * EACH + 1);
    for (uint32_t i = 0; i < WARPS; i++) {
        script_init(&s[i], steps, 2 * EACH + 1, &r.now);
        all[i] = &s[i];
    }
    sm_rig_start(&r, 16);
    assert_int_equal(sm_rig_run(&r, all, WARPS, false, 100000), ST_OK);
    sm_rig_count(&r, &c);
    assert_int_equal(r.memory.n, 3 * WARPS * EACH);
    assert_int_equal(c.ldst.atomics, WARPS * EACH);
    for (uint32_t i = 0; i < WARPS; i++) {
        assert_true(s[i].ended);
        script_free(&s[i]);
    }
}
