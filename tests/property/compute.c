/* Compute kernels in the cycle and the approximate model: what they compute and how many
 * instructions they take is what executing them alone gives, and every counter is the same for any
 * number of threads and, in the cycle model, for visiting every cycle. */
#include "tests/rig/rig.h"

#include "sim/approximate/approximate_gpu.h"
#include "sim/approximate/inst_cost.h"
#include "sim/config/load/load.h"
#include "sim/functional/compute/compute.h"
#include "sim/gpumech/interval_model.h"
#include "sim/timing/gpu.h"
#include "tests/rig/fake_warp.h"
#include "tests/rig/gpus.h"

#include <string.h>

enum { BLOCK = 256, GRID = 20, THREADS = BLOCK * GRID, OUT = 4 * THREADS, BYTES = OUT + 4096 };

/* %rd1: the buffer, %rd2: the thread's word in it, %r1: the thread in its CTA, %r3: threads of
 * that. What comes out lies behind the words of all threads. */
#define KERNEL(body)                                                                               \
    ".version 6.4\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 k_0) {\n"        \
    ".reg .pred %p<4>; .reg .b32 %r<12>; .reg .b64 %rd<12>;\n"                                     \
    "ld.param.u64 %rd1, [k_0]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;"  \
    "mad.lo.s32 %r4, %r2, %r3, %r1; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd2, %rd1, %rd3;\n" body   \
    "\nret;\n}\n"

static const struct {
    const char *name, *text;
} kernels[] = {
    /* The sum of all words, by a tree in each CTA. */
    {"sum", KERNEL(".shared .align 4 .b8 part[1024];\n"
                   "ld.global.u32 %r5, [%rd2]; mul.wide.u32 %rd5, %r1, 4; mov.u64 %rd4, part;\n"
                   "add.s64 %rd6, %rd4, %rd5; st.shared.u32 [%rd6], %r5; shr.u32 %r6, %r3, 1;\n"
                   "again: bar.sync 0; setp.ge.u32 %p1, %r1, %r6; @%p1 bra skip;\n"
                   "mul.wide.u32 %rd7, %r6, 4; add.s64 %rd8, %rd6, %rd7; ld.shared.u32 %r7, [%rd8];"
                   "ld.shared.u32 %r8, [%rd6]; add.s32 %r8, %r8, %r7; st.shared.u32 [%rd6], %r8;\n"
                   "skip: shr.u32 %r6, %r6, 1; setp.ne.u32 %p2, %r6, 0; @%p2 bra again;\n"
                   "setp.ne.u32 %p3, %r1, 0; @%p3 bra done;\n"
                   "red.global.add.u32 [%rd1+20480], %r8;\ndone: mov.u32 %r9, 0;")},
    /* How many words have which low bits, by atomics on shared and then on global memory. */
    {"histogram",
     KERNEL(".shared .align 4 .b8 bins[256];\n"
            "ld.global.u32 %r5, [%rd2]; and.b32 %r6, %r5, 63; mul.wide.u32 %rd5, %r6, 4;\n"
            "mov.u64 %rd4, bins; add.s64 %rd6, %rd4, %rd5; atom.shared.add.u32 %r7, [%rd6], 1;\n"
            "bar.sync 0; setp.ge.u32 %p1, %r1, 64; @%p1 bra done; mul.wide.u32 %rd7, %r1, 4;\n"
            "add.s64 %rd8, %rd4, %rd7; ld.shared.u32 %r8, [%rd8]; add.s64 %rd9, %rd1, %rd7;\n"
            "atom.global.add.u32 %r9, [%rd9+20480], %r8;\ndone: mov.u32 %r10, 0;")},
    /* Words change places through a tile whose columns fall into one bank. */
    {"transpose",
     KERNEL(".shared .align 4 .b8 tile[4096];\n"
            "and.b32 %r5, %r1, 31; shr.u32 %r6, %r1, 5; mov.u64 %rd4, tile; mov.u32 %r9, 0;\n"
            "mad.lo.s32 %r7, %r5, 32, %r6; mul.wide.u32 %rd5, %r7, 4; add.s64 %rd6, %rd4, %rd5;\n"
            "ld.global.u32 %r8, [%rd2]; st.shared.u32 [%rd6], %r8; bar.sync 0;\n"
            "mad.lo.s32 %r7, %r6, 32, %r5; mul.wide.u32 %rd7, %r7, 4; add.s64 %rd8, %rd4, %rd7;\n"
            "ld.shared.u32 %r9, [%rd8]; bar.sync 0; st.global.u32 [%rd2], %r9;")},
};

struct launched {
    struct compute_program *program;
    struct compute_memory memory;
    const struct compute_buffer *buffer;
    struct kernel *kernel;
    uint8_t params[8];
};

static void launch_ctas(struct launched *l, const char *text, uint32_t block, uint32_t ctas)
{
    *l = (struct launched){.program = NULL};
    assert_ok(compute_memory_add(&l->memory, BYTES, &l->buffer, &st));
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t word = i * 2654435761u >> 7;
        memcpy(l->buffer->host + 4 * (size_t)i, &word, 4);
    }
    memcpy(l->params, &l->buffer->addr, 8);
    assert_ok(compute_program_create(&l->program, ISA_PTX, "k.ptx", text, strlen(text), NULL, &st));
    struct compute_launch launch = {.grid = {ctas, 1, 1},
                                    .block = {block, 1, 1},
                                    .params = l->params,
                                    .param_bytes = sizeof l->params};
    assert_ok(compute_kernel(&l->kernel, l->program, &l->memory, &launch, &st));
}

static void launch(struct launched *l, const char *text, uint32_t block)
{
    launch_ctas(l, text, block, THREADS / block);
}

static void end(struct launched *l)
{
    l->kernel->ops->free(l->kernel);
    compute_program_free(l->program);
    compute_memory_release(&l->memory);
}

static void simulate(const struct gpu_config *gpu, const char *text, uint32_t block,
                     const struct model_options *options, uint8_t result[BYTES],
                     struct functional_counts *counts, struct gpu_counters *out)
{
    struct launched l ENDED_BY(end);
    launch(&l, text, block);
    assert_ok(gpu_simulate(gpu, l.kernel, options, out, &st));
    memcpy(result, l.buffer->host, BYTES);
    compute_kernel_counts(l.kernel, counts);
}

TEST(timing_changes_no_result_and_nothing_changes_timing)
{
    static const char *const gpus[] = {"tiny", "mobile_soc", "rtx2060_vulkansim"};
    static const uint32_t threads[] = {1, 2, 3, 8}, blocks[] = {32, 128, 256};
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        for (size_t i = 0; i < 3; i++) {
            static uint8_t expected[BYTES], got[BYTES];
            struct functional_counts alone, counts;
            struct gpu_counters each, quanta;
            struct launched l;
            uint32_t block = blocks[(k + i) % 3];
            struct gpu_config gpu = rig_gpu(gpus[i]);
            launch(&l, kernels[k].text, block);
            assert_ok(compute_run(l.kernel, &st));
            compute_kernel_counts(l.kernel, &alone);
            memcpy(expected, l.buffer->host, BYTES);
            end(&l);
            simulate(&gpu, kernels[k].text, block, &(struct model_options){.every_cycle = true},
                     got, &counts, &each);
            assert_memory_equal(got, expected, BYTES);
            assert_memory_equal(&counts, &alone, sizeof alone);
            assert_int_equal(each.sm.warp_instructions, alone.warp_instructions);
            assert_int_equal(each.sm.thread_instructions, alone.thread_instructions);
            assert_int_equal(each.gpu.ctas, THREADS / block);
            assert_int_equal(each.sm.warps, THREADS / WARP_LANES);
            for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
                simulate(&gpu, kernels[k].text, block,
                         &(struct model_options){.threads = threads[t]}, got, &counts, &quanta);
                assert_memory_equal(got, expected, BYTES);
                if (memcmp(&each, &quanta, sizeof each) != 0)
                    fail_msg("%s on %s, %u threads: counters differ", kernels[k].name, gpus[i],
                             threads[t]);
            }
        }
}

TEST(sums_and_histograms_are_right)
{
    static uint8_t got[BYTES];
    struct functional_counts counts;
    struct gpu_counters c;
    uint32_t sum = 0, bins[64] = {0}, out[64];
    struct gpu_config gpu = rig_gpu("tiny");
    for (uint32_t i = 0; i < THREADS; i++) {
        sum += i * 2654435761u >> 7;
        bins[(i * 2654435761u >> 7) & 63]++;
    }
    simulate(&gpu, kernels[0].text, BLOCK, NULL, got, &counts, &c);
    memcpy(out, got + OUT, 4);
    assert_int_equal(out[0], sum);
    assert_int_equal(c.ldst.reductions, GRID);
    assert_int_equal(c.l2.atomics, GRID);
    assert_true(c.sm.slot_barrier > 0);
    simulate(&gpu, kernels[1].text, BLOCK, NULL, got, &counts, &c);
    memcpy(out, got + OUT, sizeof out);
    assert_memory_equal(out, bins, sizeof bins);
    assert_int_equal(c.ldst.shared_atomics, THREADS / WARP_LANES);
    assert_int_equal(c.ldst.atomics, 2 * GRID); /* two warps of each CTA */
    assert_int_equal(c.ldst.atomic_requests, 2 * GRID * 4);
    assert_int_equal(c.icnt.atomics, c.l2.atomics);
    /* A column of the tile is a word of one bank for each lane. */
    simulate(&gpu, kernels[2].text, BLOCK, NULL, got, &counts, &c);
    assert_int_equal(c.ldst.shared_stores, THREADS / WARP_LANES);
    assert_int_equal(c.ldst.shared_conflicts, THREADS / WARP_LANES * (WARP_LANES - 1));
}

TEST(a_launch_that_fits_into_no_sm_is_refused)
{
    struct launched l ENDED_BY(end);
    struct gpu_counters c;
    struct gpu_config gpu = rig_gpu("tiny");
    assert_ok(gpu_config_set(&gpu, "sm.shared_B", "1000", &st));
    launch(&l, kernels[0].text, BLOCK);
    assert_int_equal(gpu_simulate(&gpu, l.kernel, NULL, &c, &st), ST_USAGE);
    assert_string_equal(st.text, "an SM has no room for a CTA with 1024 bytes of shared memory; "
                                 "sm.shared_B must be at least that, it is 1000");
}

/* A CTA that fails does so when it is started, which is when an SM has room for it. */
TEST(a_cta_that_fails_ends_the_run_with_its_message)
{
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct launched l ENDED_BY(end);
        struct gpu_counters c;
        struct gpu_config gpu = rig_gpu("tiny");
        launch(&l,
               KERNEL("setp.ne.u32 %p1, %r2, 15; @%p1 bra done; st.global.u32 [%rd1+-4], %r1;\n"
                      "done: mov.u32 %r5, 0;"),
               BLOCK);
        assert_int_equal(
            gpu_simulate(&gpu, l.kernel, &(struct model_options){.threads = threads}, &c, &st),
            ST_FAILED);
        assert_non_null(strstr(st.text, "CTA (15, 0, 0)"));
    }
}

/* --- the approximate model --- */

static void approximate(const struct gpu_config *gpu, struct launched *l, uint32_t threads,
                        struct gpu_counters *out)
{
    assert_ok(approximate_gpu_simulate(gpu, l->kernel, &(struct model_options){.threads = threads},
                                       out, &st));
}

static double error_of(const struct gpu_config *gpu, const struct gpu_counters *ours,
                       const struct gpu_counters *theirs)
{
    double launch = gpu->machine.launch_cycles;
    return ((double)ours->gpu.cycles - launch) / ((double)theirs->gpu.cycles - launch) - 1;
}

static void assert_same_work(const struct gpu_counters *ours, const struct gpu_counters *theirs)
{
    assert_int_equal(ours->gpu.ctas, theirs->gpu.ctas);
    assert_int_equal(ours->sm.warps, theirs->sm.warps);
    assert_int_equal(ours->sm.warp_instructions, theirs->sm.warp_instructions);
    assert_int_equal(ours->sm.thread_instructions, theirs->sm.thread_instructions);
    assert_int_equal(ours->sm.active_lanes, theirs->sm.active_lanes);
    assert_int_equal(ours->l2.atomics, theirs->l2.atomics);
    assert_int_equal(ours->icnt.atomics, theirs->icnt.atomics);
    assert_int_equal(ours->icnt.reads, theirs->icnt.reads);
    assert_int_equal(ours->icnt.writes, theirs->icnt.writes);
    assert_int_equal(ours->icnt.replies, theirs->icnt.replies);
    assert_int_equal(ours->l2.fetches, theirs->l2.fetches);
}

/* The same results, instructions and requests as in the cycle model, about its time, and the same
 * bytes for any number of threads. */
TEST(the_approximate_model_runs_the_same_kernels)
{
    static const char *const gpus[] = {"tiny", "mobile_soc", "rtx2060_vulkansim"};
    static const uint32_t blocks[] = {32, 128, 256, 1024};
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        for (size_t i = 0; i < 3; i++) {
            static uint8_t expected[BYTES], got[BYTES];
            struct functional_counts counts;
            struct gpu_counters cycle, one, two;
            struct launched l;
            uint32_t block = blocks[(k + i) % (k == 2 ? 4 : 3)];
            struct gpu_config gpu = rig_gpu(gpus[i]);
            assert_ok(
                gpu_config_set(&gpu, "l2.mshr_merges", "256", &st)); /* it does not see them */
            simulate(&gpu, kernels[k].text, block, NULL, expected, &counts, &cycle);
            launch(&l, kernels[k].text, block);
            approximate(&gpu, &l, 1, &one);
            memcpy(got, l.buffer->host, BYTES);
            end(&l);
            assert_memory_equal(got, expected, BYTES);
            assert_same_work(&one, &cycle);
            double error = error_of(&gpu, &one, &cycle);
            print_message("%s of %u threads on %s: %+.1f %% of cycles\n", kernels[k].name, block,
                          gpus[i], 100 * error);
            assert_true(error > -0.2 && error < 0.2);
            launch(&l, kernels[k].text, block);
            approximate(&gpu, &l, 2, &two);
            end(&l);
            assert_memory_equal(&one, &two, sizeof one);
        }
}

/* In phase i of four warp i of a CTA goes round a loop SPIN times, the others once. */
enum { SPIN = 300 };
#define PHASES(between)                                                                            \
    KERNEL("shr.u32 %r7, %r1, 5; mov.u32 %r8, 0;\n"                                                \
           "phase: mov.u32 %r6, 1; setp.ne.u32 %p1, %r7, %r8; @%p1 bra spin; mov.u32 %r6, 300;\n"  \
           "spin: sub.s32 %r6, %r6, 1; setp.ne.u32 %p2, %r6, 0; @%p2 bra spin;\n" between          \
           "add.s32 %r8, %r8, 1; setp.ne.u32 %p3, %r8, 4; @%p3 bra phase;\n"                       \
           "st.global.u32 [%rd2], %r8;")
/* The last warp of a CTA spins, the others exit at once; so the last one meets no other
 * at the barrier. Where all have gone, nobody comes. */
#define LEAVING(first)                                                                             \
    KERNEL("mov.u32 %r6, 300; setp.lt.u32 %p1, %r1, " first "; @%p1 bra out;\n"                    \
           "spin: sub.s32 %r6, %r6, 1; setp.ne.u32 %p2, %r6, 0; @%p2 bra spin;\n"                  \
           "bar.sync 0; st.global.u32 [%rd2], %r6;\nout:")
/* The last warp spins and goes without a barrier, which releases the others, which wait there. */
#define WAITING                                                                                    \
    KERNEL("mov.u32 %r6, 300; setp.lt.u32 %p1, %r1, 96; @%p1 bra meet;\n"                          \
           "spin: sub.s32 %r6, %r6, 1; setp.ne.u32 %p2, %r6, 0; @%p2 bra spin;\n"                  \
           "bra.uni out;\nmeet: bar.sync 0; st.global.u32 [%rd2], %r6;\nout:")

/* So many CTAs of four warps on one SM that holds one. */
static uint64_t time_of(const char *text, uint32_t ctas, double *error)
{
    struct gpu_counters ours, theirs;
    struct launched l;
    struct gpu_config gpu = rig_gpu("tiny");
    assert_ok(gpu_config_set(&gpu, "sms", "1", &st));
    assert_ok(gpu_config_set(&gpu, "sm.ctas", "1", &st));
    launch_ctas(&l, text, 128, ctas);
    assert_ok(gpu_simulate(&gpu, l.kernel, NULL, &theirs, &st));
    end(&l);
    launch_ctas(&l, text, 128, ctas);
    approximate(&gpu, &l, 1, &ours);
    end(&l);
    assert_same_work(&ours, &theirs);
    *error = error_of(&gpu, &ours, &theirs);
    return ours.gpu.cycles - gpu.machine.launch_cycles;
}

TEST(a_barrier_holds_warps_until_the_last_has_come)
{
    double error, beside;
    uint64_t with = time_of(PHASES("bar.sync 0;\n"), 1, &error);
    uint64_t without = time_of(PHASES("mov.u32 %r9, 0;\n"), 1, &beside);
    assert_true(error > -0.08 && error < 0.08);
    assert_true(with > 3 * without); /* phases one after the other, not side by side */
}

TEST(warps_that_have_ended_count_as_arrived_and_a_place_is_free_behind_the_last)
{
    double error;
    uint64_t one = time_of(LEAVING("96"), 1, &error);
    assert_true(one > 3 * SPIN && error > -0.08 && error < 0.08);
    uint64_t four = time_of(LEAVING("96"), 4, &error);
    assert_true(four > 7 * one / 2 && error > -0.08 && error < 0.08);
    assert_true(time_of(LEAVING("128"), 4, &error) < one);
    assert_true(time_of(WAITING, 1, &error) > 3 * SPIN && error > -0.08 && error < 0.08);
}

TEST(the_approximate_model_stops_amid_ctas)
{
    const atomic_int stop = 1;
    bool unfinished = false;
    struct gpu_counters c;
    struct launched l ENDED_BY(end);
    struct gpu_config gpu = rig_gpu("tiny");
    launch(&l, kernels[0].text, BLOCK);
    const struct model_options options = {.stop = &stop, .unfinished = &unfinished};
    assert_ok(approximate_gpu_simulate(&gpu, l.kernel, &options, &c, &st));
    assert_true(unfinished && c.gpu.ctas > 0 && c.gpu.ctas < GRID);
}

TEST(the_approximate_model_refuses_what_it_has_not)
{
    static const struct fake_step all[] = {{.op = OP_ALU, .dst = 1, .size_B = 4}};
    struct gpu_counters c;
    struct gpu_config gpu = rig_gpu("tiny");
    struct kernel *k FREED_BY(kernel_free) = fake_compute_kernel(all, 1, 8, 16, UINT32_MAX, 33, 0);
    assert_int_equal(approximate_gpu_simulate(&gpu, k, NULL, &c, &st), ST_USAGE);
    assert_string_equal(st.text, "an SM has no room for a CTA of 33 warps; sm.threads must be at "
                                 "least 1056, it is 256");
    k->ops->free(k);
    st = (struct status){0};
    k = fake_compute_kernel(all, 1, 8, 16, UINT32_MAX, 2, 0);
    k->machine_code = true;
    assert_int_equal(approximate_gpu_simulate(&gpu, k, NULL, &c, &st), ST_USAGE);
    assert_string_equal(st.text,
                        "the approximate model does not know machine code; the cycle model does");
}

TEST(the_interval_model_takes_barriers_and_refuses_in_its_own_name)
{
    static const struct fake_step all[] = {
        {.op = OP_ALU, .dst = 1}, {.op = OP_BARRIER}, {.op = OP_LOAD_SHARED, .dst = 2}};
    struct model_answer answer = {0};
    struct gpu_config gpu = rig_gpu("tiny");
    struct kernel *k = fake_compute_kernel(all, 3, 8, 16, UINT32_MAX, 2, 4);
    const struct model_options options = {.threads = 1, .helpers_cpu_s = &(double){0}};
    assert_ok(interval_model(&gpu, k, &options, &answer, &st));
    k->ops->free(k);
    struct inst_costs costs ENDED_BY(inst_costs_release) = {.config = &gpu,
                                                            .model = "the interval model"};
    assert_int_equal(inst_costs_know(&costs, &(struct warp_inst){.op = OP_ALU, .size_B = 4}, &st),
                     ST_USAGE);
    assert_string_equal(st.text, "the interval model does not know machine code; the cycle model "
                                 "does (--model cycle)");
}
