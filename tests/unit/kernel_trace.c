/* What warps have done, kept and stepped through again: the same steps, for scripts, scenes and
 * compute kernels, whatever the number of threads. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/functional/compute/compute.h"
#include "sim/functional/exec/launch.h"
#include "sim/trace/replay.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/scenes.h"

#include <stdatomic.h>
#include <string.h>

FREES(kernel_trace_free, struct kernel_trace)

static void same_rays(const struct warp_step *a, const struct warp_step *b)
{
    for (uint32_t on = a->executed; on; on &= on - 1) {
        const struct ray_work *x = &a->rays[__builtin_ctz(on)], *y = &b->rays[__builtin_ctz(on)];
        assert_int_equal(x->n_records, y->n_records);
        assert_int_equal(x->n_nodes, y->n_nodes);
        assert_int_equal(x->depth, y->depth);
        assert_int_equal(x->n_table_stores, y->n_table_stores);
        assert_true(x->result_addr == y->result_addr);
        if (x->n_records)
            assert_memory_equal(x->records, y->records, x->n_records * sizeof *x->records);
        if (x->n_table_stores)
            assert_memory_equal(x->table_stores, y->table_stores,
                                x->n_table_stores * sizeof *x->table_stores);
    }
}

static uint64_t same_warp(struct warp *a, struct warp *b)
{
    struct warp_step x, y;
    uint64_t n = 0;
    for (; a->next; n++) {
        assert_non_null(b->next);
        assert_int_equal(a->active, b->active);
        assert_memory_equal(a->next, b->next, sizeof *a->next);
        assert_ok(a->ops->step(a, &x, &st));
        assert_ok(b->ops->step(b, &y, &st));
        assert_int_equal(x.executed, y.executed);
        if (warp_op_addresses((enum warp_op)x.inst->op))
            for (uint32_t on = x.executed; on; on &= on - 1)
                assert_true(x.addr[__builtin_ctz(on)] == y.addr[__builtin_ctz(on)]);
        if (x.inst->op == OP_TRACE_RAY)
            same_rays(&x, &y);
    }
    assert_null(b->next);
    return n;
}

/* Steps both to their ends; the kernels are new ones. */
static void same_kernels(struct kernel *kernel, const struct kernel_trace *trace)
{
    struct kernel *replay;
    uint64_t instructions = 0;
    assert_ok(replay_kernel(&replay, trace, &st));
    assert_int_equal(kernel->n_ctas, replay->n_ctas);
    assert_int_equal(kernel->registers, replay->registers);
    assert_int_equal(kernel->shared_B, replay->shared_B);
    for (uint32_t cta = 0; cta < kernel->n_ctas; cta++) {
        struct warp *a[KERNEL_CTA_WARPS], *b[KERNEL_CTA_WARPS];
        assert_ok(kernel->ops->start(kernel, cta, a, &st));
        assert_ok(replay->ops->start(replay, cta, b, &st));
        for (uint32_t i = 0; i < kernel_cta_warps(kernel); i++) {
            instructions += same_warp(a[i], b[i]);
            a[i]->ops->end(a[i]);
            b[i]->ops->end(b[i]);
        }
    }
    replay->ops->free(replay);
    assert_int_equal(instructions, trace->instructions);
}

static void same_traces(const struct kernel_trace *a, const struct kernel_trace *b)
{
    assert_int_equal(kernel_trace_bytes(a), kernel_trace_bytes(b));
    assert_memory_equal(a->insts, b->insts, a->n_insts * sizeof *a->insts);
    for (uint32_t w = 0; w < a->n_warps; w++) {
        const struct step_log *x = &a->warps[w], *y = &b->warps[w];
        assert_int_equal(x->n_runs, y->n_runs);
        assert_int_equal(x->n_bytes, y->n_bytes);
        if (x->n_runs)
            assert_memory_equal(x->runs, y->runs, x->n_runs * sizeof *x->runs);
        if (x->n_bytes)
            assert_memory_equal(x->bytes, y->bytes, x->n_bytes);
    }
}

/* ---- scripts ---- */

/* Lanes apart by nothing, a word, a line, backwards; with holes; rays of all kinds of records. */
static const struct fake_step script[] = {
    {.op = OP_LOAD, .dst = 1, .base = 4096, .per_cta = 1 << 20, .per_lane = 4},
    {.op = OP_LOAD, .dst = 2, .base = 1 << 16, .per_lane = (uint64_t)-256, .active = 0xa0008421},
    {.op = OP_STORE, .src = 2, .base = UINT64_C(1) << 40, .per_cta = 64, .active = 1u << 31},
    {.op = OP_FP_ADD, .dst = 3, .src = 1, .active = 0x0000ffff},
    {.op = OP_TRACE_RAY, .dst = 4, .base = 1 << 24, .per_cta = 640, .n_records = 9},
    {.op = OP_TRACE_RAY,
     .dst = 4,
     .base = 1 << 24,
     .per_cta = 128,
     .per_lane = 64,
     .n_records = 40,
     .mixed = true,
     .active = 0x7ffffffe},
    {.op = OP_ALU, .dst = 5, .src = 4},
};
enum { STEPS = sizeof script / sizeof *script, CTAS = 37 };

static struct kernel_trace *trace_script(uint32_t threads, uint64_t most_bytes)
{
    struct status st;
    struct kernel_trace *t = NULL;
    struct kernel *k = fake_kernel(script, STEPS, CTAS, 32, UINT32_MAX);
    const struct kernel_trace_options options = {.threads = threads, .most_bytes = most_bytes};
    assert_non_null(k);
    enum st_code code = kernel_trace_create(&t, k, &options, &st);
    k->ops->free(k);
    assert_true((code == ST_OK) == (t != NULL));
    return t;
}

TEST(a_script_is_stepped_through_again)
{
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_script(1, 0);
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, STEPS, CTAS, 32, UINT32_MAX);
    assert_non_null(k);
    same_kernels(k, t);
}

TEST(threads_change_nothing)
{
    struct kernel_trace *one FREED_BY(kernel_trace_free) = trace_script(1, 0),
                             *three = trace_script(3, 0);
    same_traces(one, three);
    kernel_trace_free(three);
}

/* All lanes visit the same 9 records: 9 groups, not 288. */
TEST(records_that_lanes_share_are_kept_once)
{
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_script(1, 0);
    struct kernel_trace_reader r;
    struct kernel_trace_step step;
    struct ray_work work[WARP_LANES];
    struct step_log_rays rays;
    struct step_log_group group;
    uint32_t traces = 0, groups = 0;
    kernel_trace_start(&r, t, 3);
    while (kernel_trace_next(&r, &step)) {
        if (step.inst->op != OP_TRACE_RAY || traces++)
            continue;
        for (kernel_trace_rays(&r, work, &rays, NULL); step_log_rays_next(&rays, &group);
             groups++) {
            assert_int_equal(group.lanes, UINT32_MAX);
            assert_int_equal(group.step, groups);
            assert_true(record_addr(group.record) == (1 << 24) + 3 * 640 + 64 * groups);
        }
    }
    assert_int_equal(traces, 2);
    assert_int_equal(groups, 9);
}

TEST(addresses_may_be_passed_over)
{
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_script(1, 0);
    struct kernel_trace_reader r;
    struct kernel_trace_step step;
    uint64_t addr[WARP_LANES] = {0};
    kernel_trace_start(&r, t, 2);
    while (kernel_trace_next(&r, &step))
        if (step.inst->op == OP_STORE)
            kernel_trace_addresses(&r, addr);
    assert_true(addr[31] == (UINT64_C(1) << 40) + 2 * 64);
    assert_true(addr[30] == 0);
}

TEST(accesses_are_found_without_what_lies_between)
{
    static const enum warp_op expected[] = {OP_LOAD, OP_LOAD, OP_STORE, OP_TRACE_RAY, OP_TRACE_RAY};
    struct kernel_trace *t FREED_BY(kernel_trace_free) = trace_script(1, 0);
    struct kernel_trace_reader r;
    struct kernel_trace_step step;
    uint32_t n = 0;
    kernel_trace_start(&r, t, 36);
    while (kernel_trace_next_access(&r, &step)) {
        assert_in_range(n, 0, sizeof expected / sizeof *expected - 1);
        assert_int_equal(step.inst->op, expected[n++]);
    }
    assert_int_equal(n, sizeof expected / sizeof *expected);
    assert_int_equal(t->warps[36].n_rays, 2);
}

/* ---- failures ---- */

static void fails(uint32_t threads, uint32_t fail_at, const struct kernel_trace_options *options,
                  const char *expected)
{
    struct status st;
    struct kernel_trace *t = NULL;
    struct kernel_trace_options own = *options;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, STEPS, CTAS, 32, fail_at);
    assert_non_null(k);
    own.threads = threads;
    assert_int_equal(kernel_trace_create(&t, k, &own, &st), ST_FAILED);
    assert_null(t);
    assert_non_null(strstr(st.text, expected));
}

TEST(a_warp_that_fails_fails_the_trace)
{
    for (uint32_t threads = 1; threads <= 3; threads++)
        fails(threads, 5, &(struct kernel_trace_options){.threads = 0}, "CTA 5 fails");
}

TEST(too_large_a_trace_says_so)
{
    fails(1, UINT32_MAX, &(struct kernel_trace_options){.most_bytes = 1 << 10},
          "expected a smaller frame or grid");
}

TEST(a_trace_can_be_stopped)
{
    atomic_int stop = 1;
    fails(2, UINT32_MAX, &(struct kernel_trace_options){.stop = &stop}, "interrupted");
}

TEST(memory_that_runs_out_is_said)
{
    enum st_code code;
    long n = 1;
    do {
        struct kernel_trace *t = NULL;
        struct kernel *k = fake_kernel(script, STEPS, 2, 32, UINT32_MAX);
        assert_non_null(k);
        mem_fail_from(n++);
        code = kernel_trace_create(&t, k, &(struct kernel_trace_options){.threads = 1}, &st);
        mem_fail_from(0);
        assert_true(code == ST_OK || code == ST_NOMEM);
        kernel_trace_free(t);
        k->ops->free(k);
    } while (code != ST_OK);
    assert_true(n > 8);
}

/* ---- scenes and compute kernels ---- */

TEST(a_scene_is_stepped_through_again)
{
    struct scene *scene FREED_BY(scene_free);
    struct device_image *image FREED_BY(device_image_free);
    struct launch *launch;
    struct kernel *k FREED_BY(kernel_free);
    struct kernel_trace *t FREED_BY(kernel_trace_free);
    const struct frame frame = {
        .width = 40, .height = 6, .samples = 1, .max_depth = 4, .shader = SHADER_PATH, .seed = 1};
    rig_load_image("weekend", &scene, &image);
    assert_ok(launch_create(&launch, image, &frame, &st));
    assert_ok(launch_kernel(launch, &(struct kernel_settings){.lanes = 0}, &k, &st));
    assert_ok(kernel_trace_create(&t, k, &(struct kernel_trace_options){.threads = 2}, &st));
    k->ops->free(k);
    assert_ok(launch_kernel(launch, &(struct kernel_settings){.lanes = 0}, &k, &st));
    same_kernels(k, t);
    launch_free(launch);
}

/* Two warps a CTA, the second with 8 threads; a barrier; word i of the buffer becomes i. */
static const char text[] =
    ".version 6.4\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 k_0) {\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
    "ld.param.u64 %rd1, [k_0];\nmov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
    "mad.lo.s32 %r4, %r2, %r3, %r1;\nmul.wide.u32 %rd3, %r4, 4;\nadd.s64 %rd2, %rd1, %rd3;\n"
    "bar.sync 0;\nst.global.u32 [%rd2], %r4;\nret;\n}\n";

static struct kernel *make_kernel(struct compute_program *p, struct compute_memory *memory,
                                  const uint8_t params[8])
{
    struct kernel *k;
    const struct compute_launch launch = {
        .grid = {5, 1, 1}, .block = {40, 1, 1}, .params = params, .param_bytes = 8};
    assert_ok(compute_kernel(&k, p, memory, &launch, &st));
    return k;
}

TEST(a_compute_kernel_is_stepped_through_again)
{
    struct compute_program *p;
    struct compute_memory memory ENDED_BY(compute_memory_release) = {0};
    const struct compute_buffer *buffer;
    struct kernel_trace *t FREED_BY(kernel_trace_free);
    uint8_t params[8];
    assert_ok(compute_memory_add(&memory, 1024, &buffer, &st));
    memcpy(params, &buffer->addr, sizeof params);
    assert_ok(compute_program_create(&p, ISA_PTX, "t.ptx", text, strlen(text), NULL, &st));
    struct kernel *k FREED_BY(kernel_free) = make_kernel(p, &memory, params);
    assert_ok(kernel_trace_create(&t, k, &(struct kernel_trace_options){.threads = 3}, &st));
    k->ops->free(k);
    assert_int_equal(t->n_warps, 10);
    k = make_kernel(p, &memory, params);
    same_kernels(k, t);
    compute_program_free(p);
}
