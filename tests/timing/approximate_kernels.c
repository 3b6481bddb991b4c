/* Compute kernels in the approximate model: places of several warps, shared memory, atomics. */
#include "tests/rig/rig.h"

#include "sim/approximate/approximate_gpu.h"
#include "sim/config/load/load.h"
#include "sim/timing/gpu.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"

#include <string.h>

enum { N = 24 };

struct shape {
    uint32_t ctas, warps;
    const char *settings[2]; /* a parameter of tiny with one SM, and its value; NULL: none */
};

/* With cycles behind the launch; *cycle: by the cycle model. */
static struct gpu_counters run_script(const struct shape *shape, const struct fake_step *script,
                                      uint32_t n, struct gpu_counters *cycle)
{
    struct gpu_counters c;
    struct gpu_config gpu = rig_gpu("tiny");
    assert_ok(gpu_config_set(&gpu, "sms", "1", &st));
    if (shape->settings[0])
        assert_ok(gpu_config_set(&gpu, shape->settings[0], shape->settings[1], &st));
    struct kernel *k =
        fake_compute_kernel(script, n, shape->ctas, 8, UINT32_MAX, shape->warps, 4096);
    assert_ok(approximate_gpu_simulate(&gpu, k, NULL, &c, &st));
    k->ops->free(k);
    k = fake_compute_kernel(script, n, shape->ctas, 8, UINT32_MAX, shape->warps, 4096);
    assert_ok(gpu_simulate(&gpu, k, NULL, cycle, &st));
    k->ops->free(k);
    c.gpu.cycles -= gpu.machine.launch_cycles;
    cycle->gpu.cycles -= gpu.machine.launch_cycles;
    assert_int_equal(c.sm.warp_instructions, cycle->sm.warp_instructions);
    assert_int_equal(c.sm.warps, cycle->sm.warps);
    return c;
}

/* So many times the same step. */
static struct gpu_counters run(const struct shape *shape, struct fake_step one, uint32_t n,
                               struct gpu_counters *cycle)
{
    struct fake_step script[N];
    for (uint32_t i = 0; i < n; i++)
        script[i] = one;
    return run_script(shape, script, n, cycle);
}

static void assert_within(uint64_t ours, uint64_t theirs, uint64_t off)
{
    if (ours > theirs + off || theirs > ours + off)
        fail_msg("%llu cycles, of the cycle model %llu", (unsigned long long)ours,
                 (unsigned long long)theirs);
}

/* Dependent instructions: a CTA takes as long as one of its warps. */
TEST(warps_of_a_cta_go_side_by_side_and_ctas_as_there_is_room)
{
    static const struct fake_step chain = {OP_FP_ADD, .dst = 1, .src = 1};
    struct gpu_counters cycle;
    uint64_t one = run(&(struct shape){1, 4, {"sm.ctas", "1"}}, chain, N, &cycle).gpu.cycles;
    assert_within(one, cycle.gpu.cycles, 8);
    uint64_t after = run(&(struct shape){3, 4, {"sm.ctas", "1"}}, chain, N, &cycle).gpu.cycles;
    assert_within(after, cycle.gpu.cycles, 24);
    assert_true(after > 5 * one / 2);
    uint64_t beside = run(&(struct shape){2, 4, {"sm.ctas", "3"}}, chain, N, &cycle).gpu.cycles;
    assert_within(beside, cycle.gpu.cycles, 16);
    assert_true(beside < 3 * one / 2);
    /* Room for two and a half. */
    struct gpu_counters half = run(&(struct shape){4, 4, {"sm.threads", "352"}}, chain, N, &cycle);
    assert_within(half.gpu.cycles, cycle.gpu.cycles, 24);
    assert_true(half.gpu.cycles > 3 * one / 2 && half.gpu.cycles < 3 * one);
    assert_int_equal(half.gpu.ctas, 4);
    assert_int_equal(half.sm.warps, 16);
    assert_within(half.sm.resident_warp_cycles, cycle.sm.resident_warp_cycles, 16 * 12);
}

TEST(conflicts_keep_the_unit_for_as_many_cycles_as_the_bank_with_the_most_words_has)
{
    static const struct shape shape = {1, 1, {NULL}};
    struct gpu_counters cycle;
    for (int op = OP_LOAD_SHARED; op <= OP_ATOMIC_SHARED; op++) {
        const struct fake_step side = {(enum warp_op)op, .dst = 1, .per_lane = 4},
                               column = {(enum warp_op)op, .dst = 2, .per_lane = 128},
                               same = {(enum warp_op)op, .dst = 3, .per_lane = 0};
        uint64_t plain = run(&shape, side, 1, &cycle).gpu.cycles;
        assert_within(plain, cycle.gpu.cycles, 4);
        uint64_t most = run(&shape, column, 1, &cycle).gpu.cycles;
        assert_within(most, cycle.gpu.cycles, 4);
        assert_true(most > WARP_LANES);
        if (op != OP_STORE_SHARED) /* of which nobody waits for the result */
            assert_int_equal(most, plain + WARP_LANES - 1);
        uint64_t words = run(&shape, same, 1, &cycle).gpu.cycles;
        assert_int_equal(words, op == OP_ATOMIC_SHARED ? most : plain);
        /* Eight accesses in turn, each into the same register, so that they overlap but in part. */
        uint64_t many = run(&(struct shape){1, 8, {NULL}}, column, 1, &cycle).gpu.cycles;
        assert_within(many, cycle.gpu.cycles, 8);
        assert_true(many >= 8 * WARP_LANES);
    }
}

TEST(shared_memory_answers_behind_its_latency)
{
    static const struct fake_step chain = {OP_LOAD_SHARED, .dst = 1, .src = 1, .per_lane = 4};
    struct gpu_counters cycle;
    uint64_t fast =
        run(&(struct shape){1, 1, {"ldst.shared_latency", "10"}}, chain, N, &cycle).gpu.cycles;
    assert_within(fast, cycle.gpu.cycles, 8);
    uint64_t slow =
        run(&(struct shape){1, 1, {"ldst.shared_latency", "50"}}, chain, N, &cycle).gpu.cycles;
    assert_within(slow, cycle.gpu.cycles, 8);
    assert_int_equal(slow - fast, 40 * N);
}

/* Lanes on one word send a request each, which a slice performs one after the other; a reduction
 * waits for nothing but at its warp's end. */
TEST(atomics_go_past_the_l1d_one_by_one)
{
    static const struct shape shape = {1, 2, {"l2.mshr_merges", "256"}}; /* not seen */
    struct gpu_counters cycle;
    for (int op = OP_ATOMIC; op <= OP_REDUCE; op++) {
        const struct fake_step side = {(enum warp_op)op, .dst = op == OP_ATOMIC, .per_lane = 4},
                               same = {(enum warp_op)op, .dst = op == OP_ATOMIC, .per_lane = 0};
        struct gpu_counters few = run(&shape, side, 1, &cycle);
        assert_int_equal(few.l2.atomics, 2 * 4);
        assert_int_equal(few.l2.atomics, cycle.l2.atomics);
        assert_int_equal(few.icnt.atomics, cycle.icnt.atomics);
        assert_int_equal(few.l2.fetches, 4);
        assert_within(few.gpu.cycles, cycle.gpu.cycles, 24);
        struct gpu_counters many = run(&shape, same, 4, &cycle);
        assert_int_equal(many.l2.atomics, 2 * 4 * WARP_LANES);
        assert_int_equal(many.l2.atomics, cycle.l2.atomics);
        assert_int_equal(many.icnt.reads, cycle.icnt.reads);
        assert_int_equal(many.icnt.writes, cycle.icnt.writes);
        assert_int_equal(many.l1d.ldst_read_hits + many.l1d.ldst_read_misses, 0);
        assert_within(many.gpu.cycles, cycle.gpu.cycles, cycle.gpu.cycles / 8);
        assert_true(many.gpu.cycles > few.gpu.cycles + 6 * WARP_LANES);
        struct gpu_counters perfect =
            run(&(struct shape){1, 2, {"ldst.perfect_mem", "true"}}, same, 4, &cycle);
        assert_int_equal(perfect.l2.atomics, 0);
        assert_within(perfect.gpu.cycles, cycle.gpu.cycles, 16);
    }
}

TEST(the_l1d_drops_what_an_atomic_changes)
{
    static const struct fake_step script[] = {{OP_LOAD, .dst = 1, .per_lane = 4},
                                              {OP_ATOMIC, .dst = 2, .src = 1, .per_lane = 4},
                                              {OP_LOAD, .dst = 3, .src = 2, .per_lane = 4},
                                              {OP_LOAD, .dst = 4, .src = 3, .per_lane = 4}};
    struct gpu_counters cycle, c = run_script(&(struct shape){1, 1, {NULL}}, script, 4, &cycle);
    assert_int_equal(c.l1d.ldst_read_misses + c.l1d.ldst_read_sector_misses, 8);
    assert_int_equal(c.l1d.ldst_read_hits, 4);
    assert_int_equal(c.l1d.ldst_read_hits, cycle.l1d.ldst_read_hits);
    assert_within(c.gpu.cycles, cycle.gpu.cycles, 24);
}

/* 32 words in four sectors. */
TEST(what_an_atomic_changes_is_dirty_in_the_l2)
{
    static const struct fake_step atomic = {OP_ATOMIC, .dst = 1, .per_lane = 4};
    struct gpu_counters c;
    struct run_end end;
    struct gpu_config gpu = rig_gpu("tiny");
    struct kernel *k FREED_BY(kernel_free) =
        fake_compute_kernel(&atomic, 1, 1, 8, UINT32_MAX, 2, 0);
    assert_ok(approximate_gpu_simulate(&gpu, k, &(struct model_options){.end = &end}, &c, &st));
    assert_int_equal(end.dirty_sectors, 4);
    assert_int_equal(end.slots, end.sms * 8); /* four CTAs of two warps an SM */
}

/* A fake's CTAs fail where they are not started in order. */
TEST(ctas_are_started_in_their_order)
{
    static const struct fake_step scattered = {OP_LOAD, .dst = 1, .base = 1 << 20, .scatter = 9999};
    struct gpu_counters c;
    struct gpu_config gpu = rig_gpu("rtx2060");
    struct kernel *k FREED_BY(kernel_free) =
        fake_compute_kernel(&scattered, 1, 1000, 8, UINT32_MAX, 3, 0);
    assert_ok(approximate_gpu_simulate(&gpu, k, &(struct model_options){.threads = 2}, &c, &st));
    assert_int_equal(c.gpu.ctas, 1000);
    assert_int_equal(c.sm.warps, 3000);
}
