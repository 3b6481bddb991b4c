/* Which instructions an SM issued: every kind, every number of lanes, guards that fail. */
#include "tests/rig/rig.h"
#include "tests/rig/sm_rig.h"

enum { MEMORY = 100 };

static struct script_step of_kind(enum warp_op op, enum inst_kind kind, uint32_t lanes,
                                  uint32_t failed)
{
    struct script_step step = step_op(op, 0, 0, 0);
    step.inst.kind = (uint8_t)kind;
    step.lanes = lanes;
    step.failed = failed;
    step.addr = 0x10000;
    step.stride = 32; /* a sector per lane */
    return step;
}

static struct gpu_counters run(struct script_step *steps, uint32_t n)
{
    struct script s ENDED_BY(script_free);
    struct sm_rig r ENDED_BY(sm_rig_free);
    struct gpu_counters c;
    sm_rig_init(&r, MEMORY);
    sm_rig_one(&r, &s, steps, n);
    sm_rig_count(&r, &c);
    return c;
}

TEST(every_kind_is_counted_by_the_lanes_that_executed)
{
    static const record_t none[1];
    struct ray_work rays[WARP_LANES] = {0};
    struct script_step steps[] = {
        of_kind(OP_INT_ADD, KIND_ALU, 0xffff, 0xf),
        of_kind(OP_SFU, KIND_SFU, 0x3, 0),
        of_kind(OP_BRANCH, KIND_CONTROL, 0x7, 0x5),
        of_kind(OP_LOAD, KIND_MEMORY, 0xff, 0x1),
        of_kind(OP_STORE, KIND_MEMORY, 0x1f, 0),
        of_kind(OP_STORE, KIND_RT, 0x3f, 0x8), /* of an image */
        of_kind(OP_ALU, KIND_RT, 0x80000000, 0),
        of_kind(OP_TRACE_RAY, KIND_TRACE, 0xf00, 0),
        of_kind(OP_BRANCH, KIND_CALL, 0x1ff, 0),
        of_kind(OP_LOAD, KIND_TEXTURE, 0x3ff, 0),
        of_kind(OP_ALU, KIND_ALU, 0x70, 0x70), /* every guard fails */
        of_kind(OP_EXIT, KIND_CONTROL, UINT32_MAX, 0),
    };
    enum { N = sizeof steps / sizeof *steps };
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        rays[lane].records = none; /* and none of them */
    steps[7].rays = rays;
    struct gpu_counters c = run(steps, N);
    assert_int_equal(c.mix.alu, 12);
    assert_int_equal(c.mix.sfu, 2);
    assert_int_equal(c.mix.control, 1 + 32);
    assert_int_equal(c.mix.memory, 7 + 5);
    assert_int_equal(c.mix.rt, 5 + 1);
    assert_int_equal(c.mix.trace, 4);
    assert_int_equal(c.mix.call, 9);
    assert_int_equal(c.mix.texture, 10);
    assert_int_equal(c.mix.predicated_off, 4 + 2 + 1 + 1 + 3);
    assert_int_equal(c.sm.warp_instructions, N);
    assert_int_equal(c.sm.thread_instructions, 12 + 2 + 33 + 12 + 6 + 4 + 9 + 10);
    assert_int_equal(c.sm.active_lanes, c.sm.thread_instructions + c.mix.predicated_off);
    assert_int_equal(c.ldst.loads, 2);
    assert_int_equal(c.ldst.stores, 2);
    assert_int_equal(c.ldst.image_stores, 1);
    assert_int_equal(c.ldst.load_sectors, 7 + 10);
    assert_int_equal(c.ldst.store_sectors, 5 + 5);
    assert_int_equal(c.ldst.image_store_sectors, 5);
    assert_int_equal(c.rt.warps, 1);
}

/* Guards change nothing of how many lanes an instruction was issued with. */
TEST(every_number_of_lanes_has_its_counter)
{
    for (uint32_t fails = 0; fails < 2; fails++) {
        struct script_step steps[WARP_LANES * (WARP_LANES + 1) / 2 + 1];
        uint32_t n = 0;
        for (uint32_t lanes = 1; lanes <= WARP_LANES; lanes++)
            for (uint32_t k = 0; k < lanes; k++, n++)
                steps[n] = of_kind(OP_ALU, KIND_ALU, UINT32_MAX >> (WARP_LANES - lanes), fails);
        steps[n++] = of_kind(OP_EXIT, KIND_CONTROL, UINT32_MAX, 0);
        struct gpu_counters c = run(steps, n);
#define CHECK(none, i) assert_int_equal(c.mix.warps_##i, (i) + ((i) == WARP_LANES));
        MIX_LANES(CHECK, )
#undef CHECK
        assert_int_equal(c.mix.predicated_off, fails * (n - 1));
    }
}
