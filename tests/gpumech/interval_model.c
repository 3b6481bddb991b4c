/* The interval model on kernels that follow a script: what the input collector finds, degenerate
 * kernels, levels, threads. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/config/load/load.h"
#include "sim/gpumech/collector.h"
#include "sim/gpumech/interval_model.h"
#include "tests/rig/fake_warp.h"

#include <string.h>

FREES(kernel_trace_free, struct kernel_trace)
FREES(digest_free, struct digest)

static struct gpu_config gpu;

static int load_gpu(void **state)
{
    struct status st;
    (void)state;
    return gpu_config_load(&gpu, "mobile_soc", &st) == ST_OK ? 0 : -1;
}
TEST_GROUP(load_gpu, NULL)

static struct kernel_trace *trace_of(const struct fake_step *script, uint32_t n, uint32_t ctas)
{
    struct kernel_trace *t;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, n, ctas, 32, UINT32_MAX);
    assert_non_null(k);
    assert_ok(kernel_trace_create(&t, k, &(struct kernel_trace_options){.threads = 1}, &st));
    return t;
}

/* ---- the input collector ---- */

static void collect(struct collected *c, struct digest **d, const struct kernel_trace *t)
{
    assert_ok(digest_create(d, t, &gpu, 1, &st));
    assert_ok(collector_run(c, &gpu, *d, &st));
}

/* A line of each CTA's own, four sectors, read twice: from DRAM, then from the L1D. Of each share
 * one execution more counts as the mean of all, half DRAM. */
TEST(what_was_read_before_is_in_the_l1d)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 1, .base = 1 << 20, .per_cta = 128, .per_lane = 4},
        {.op = OP_LOAD, .dst = 2, .base = 1 << 20, .per_cta = 128, .per_lane = 4},
    };
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_of(script, 2, 15);
    struct collected c ENDED_BY(collected_free);
    struct digest *d FREED_BY(digest_free);
    collect(&c, &d, t);
    assert_near(c.insts[0].share[INTERVAL_DRAM], 15.5 / 16);
    assert_near(c.insts[1].share[INTERVAL_L1], 15.5 / 16);
    assert_near(c.insts[0].mshr_reqs, 4);
    assert_near(c.insts[0].dram_reads, 4);
    assert_near(c.insts[1].mshr_reqs, 0);
    assert_near(c.insts[0].port_cycles, 1); /* a bank each */
    assert_near(c.fetches, 15 * 4);
}

/* Blocks of 256 bytes a lane: 32 sectors, all of one bank. */
TEST(lanes_that_diverge_enter_one_after_the_other)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 1, .base = 1 << 20, .per_cta = 1 << 16, .per_lane = 256},
        {.op = OP_STORE, .src = 1, .base = 1 << 20, .per_cta = 1 << 16, .per_lane = 256},
        {.op = OP_LOAD, .dst = 2, .base = 1 << 20, .per_cta = 1 << 16, .per_lane = 256},
    };
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_of(script, 3, 8);
    struct collected c ENDED_BY(collected_free);
    struct digest *d FREED_BY(digest_free);
    collect(&c, &d, t);
    assert_near(c.insts[0].port_cycles, 32);
    assert_near(c.insts[0].mshr_reqs, 32);
    /* The store has dropped them from the L1D; the L2 has what was written. */
    assert_near(c.insts[2].mshr_reqs, 32);
    assert_near(c.insts[2].dram_reads, 0);
    assert_near(c.insts[1].l2_reqs, 32);
}

/* A walk of 9 records that all lanes share: 9 fetches, of 2 sectors each, a request of 64 bytes and
 * for the hit a store of each lane. */
TEST(records_are_fetched_once_for_all_lanes)
{
    static const struct fake_step script[] = {
        {.op = OP_TRACE_RAY, .dst = 1, .base = 1 << 24, .n_records = 9}};
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_of(script, 1, 3);
    struct collected c ENDED_BY(collected_free);
    struct digest *d FREED_BY(digest_free);
    collect(&c, &d, t);
    assert_int_equal(d->first_trace[3], 3);
    assert_int_equal(d->traces[0].fetched[RECORD_INTERNAL], 8);
    assert_int_equal(d->traces[0].longest[RECORD_TRIANGLE_HIT], 1);
    assert_int_equal(d->traces[0].rivals, 32);
    assert_int_equal(d->traces[0].stores, 32);
    assert_int_equal(d->insts[0].reads, 3 * 9 * 2);
    assert_near(c.insts[0].traces, 1);
    assert_near(c.fetches, 9 * 2); /* the other CTAs find them in the L2 */
}

/* A quarter of the addresses through caches of a quarter of the size: a stream misses always. */
TEST(a_sample_finds_what_all_do)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 1, .base = 1 << 20, .per_cta = 1 << 14, .per_lane = 256},
        {.op = OP_LOAD, .dst = 2, .base = 1 << 20, .per_cta = 1 << 14, .per_lane = 256},
    };
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_of(script, 2, 256);
    struct collected c ENDED_BY(collected_free);
    struct digest *d FREED_BY(digest_free);
    assert_ok(digest_create(&d, t, &gpu, 4, &st));
    assert_in_range(d->n_items, 2 * 256 * 32 / 4 - 600, 2 * 256 * 32 / 4 + 600);
    assert_ok(collector_run(&c, &gpu, d, &st));
    assert_near(c.insts[0].mshr_reqs, 32);
    assert_true(c.insts[0].share[INTERVAL_DRAM] > 0.99);
}

/* ---- the model ---- */

static const struct fake_step mixed[] = {
    {.op = OP_LOAD, .dst = 1, .base = 1 << 20, .per_cta = 1 << 13, .per_lane = 256},
    {.op = OP_FP_ADD, .dst = 2, .src = 1},
    {.op = OP_TRACE_RAY,
     .dst = 3,
     .src = 2,
     .base = 1 << 24,
     .per_cta = 128,
     .per_lane = 64,
     .n_records = 40,
     .mixed = true},
    {.op = OP_SFU, .dst = 4, .src = 3},
    {.op = OP_STORE, .src = 4, .base = 1 << 22, .per_cta = 128, .per_lane = 4},
};

static struct model_answer answer_of(const struct fake_step *script, uint32_t n, uint32_t ctas,
                                     uint32_t variant, uint32_t threads)
{
    struct model_answer a;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, n, ctas, 32, UINT32_MAX);
    assert_non_null(k);
    assert_ok(interval_model(
        &gpu, k, &(struct model_options){.variant = variant, .threads = threads}, &a, &st));
    return a;
}

TEST(threads_change_nothing)
{
    for (uint32_t level = LEVEL_NETWORK; level <= LEVEL_NAIVE; level++) {
        uint32_t variant =
            interval_variant((enum interval_level_of_detail)level, REPRESENTATIVE_CLUSTER, 0);
        struct model_answer one = answer_of(mixed, 5, 300, variant, 1),
                            three = answer_of(mixed, 5, 300, variant, 3);
        assert_memory_equal(&one.counters, &three.counters, sizeof one.counters);
        assert_int_equal(one.stack.n, three.stack.n);
        for (uint32_t i = 0; i < one.stack.n; i++)
            assert_true(one.stack.parts[i].cpi == three.stack.parts[i].cpi);
    }
}

/* Each level has delays that the one before lacks. */
TEST(levels_add_delays)
{
    static const enum interval_level_of_detail levels[] = {LEVEL_NAIVE, LEVEL_MT, LEVEL_MSHR,
                                                           LEVEL_BAND};
    uint64_t before = 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        uint64_t cycles =
            answer_of(mixed, 5, 300, interval_variant(levels[i], REPRESENTATIVE_CLUSTER, 0), 1)
                .counters.gpu.cycles;
        assert_true(cycles >= before);
        before = cycles;
    }
}

/* Instructions one behind the other, none of which waits: a warp issues one per cycle. */
TEST(a_warp_without_stalls_or_memory)
{
    static const struct fake_step script[] = {
        {.op = OP_FP_ADD, .dst = 1}, {.op = OP_FP_ADD, .dst = 2}, {.op = OP_FP_ADD, .dst = 3}};
    struct model_answer a = answer_of(script, 3, 1, 0, 1);
    assert_int_equal(a.counters.gpu.cycles, gpu.machine.launch_cycles + 4);
    assert_int_equal(a.counters.sm.warp_instructions, 4);
    assert_int_equal(a.counters.sm.thread_instructions, 4 * 32);
}

/* The parts are the cycles of all SMs per instruction. */
TEST(parts_add_up)
{
    struct model_answer a = answer_of(mixed, 5, 300, 0, 1);
    double sum = 0;
    for (uint32_t i = 0; i < a.stack.n; i++)
        sum += a.stack.parts[i].cpi;
    double cpi =
        (double)a.counters.gpu.cycles * gpu.machine.sms / (double)a.counters.sm.warp_instructions;
    assert_true(sum > 0.999 * cpi && sum < 1.001 * cpi);
}

TEST(a_cta_that_no_sm_has_room_for_is_refused)
{
    struct model_answer a;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, 5, 3, 100000, UINT32_MAX);
    assert_non_null(k);
    assert_int_equal(interval_model(&gpu, k, &(struct model_options){.threads = 1}, &a, &st),
                     ST_USAGE);
    assert_non_null(strstr(st.text, "sm.registers must be at least"));
}

/* An SM holds as many CTAs as in the cycle model: by their warps, and by their shared memory. */
TEST(an_sm_holds_as_many_ctas_as_in_the_cycle_model)
{
    const struct gpu_config *c = &gpu;
    const struct {
        uint32_t cta_warps, shared_B, ctas;
    } cases[] = {{1, 0, c->sm.ctas},
                 {8, 0, c->sm.threads / (8 * 32)},
                 {8, c->sm.shared_B / 2, 2},
                 {4, c->sm.shared_B, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kernel_trace t = {.shape = {.n_ctas = 1000000,
                                           .registers = 16,
                                           .cta_warps = cases[i].cta_warps,
                                           .shared_B = cases[i].shared_B}};
        assert_int_equal(collector_resident(c, &t), cases[i].ctas * cases[i].cta_warps);
    }
}

TEST(what_is_kept_of_a_trace_changes_nothing)
{
    struct kernel_trace *t = trace_of(mixed, 5, 100);
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(mixed, 5, 100, 32, UINT32_MAX);
    struct model_answer first, second, alone = answer_of(mixed, 5, 100, 0, 1);
    void *kept = NULL;
    const struct model_options options = {.threads = 1, .trace = t, .kept = &kept};
    assert_non_null(k);
    assert_ok(interval_model(&gpu, k, &options, &first, &st));
    assert_non_null(kept);
    assert_ok(interval_model(&gpu, k, &options, &second, &st));
    assert_int_equal(first.counters.gpu.cycles, alone.counters.gpu.cycles);
    assert_int_equal(second.counters.gpu.cycles, alone.counters.gpu.cycles);
    interval_forget(kept);
    kernel_trace_free(t);
}

TEST(memory_that_runs_out_is_said)
{
    enum st_code code;
    long n = 1;
    do {
        struct model_answer a;
        struct kernel *k = fake_kernel(mixed, 5, 2, 32, UINT32_MAX);
        assert_non_null(k);
        mem_fail_from(n);
        n += 7;
        code = interval_model(&gpu, k, &(struct model_options){.threads = 1}, &a, &st);
        mem_fail_from(0);
        assert_true(code == ST_OK || code == ST_NOMEM);
        k->ops->free(k);
    } while (code != ST_OK);
    assert_true(n > 30);
}
