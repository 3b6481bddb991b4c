/* The quantitative roofline model, by hand. */
#include "tests/rig/rig.h"

#include "sim/functional/compute/compute.h"
#include "sim/roofline/profiler.h"
#include "sim/roofline/roofline.h"
#include "sim/trace/kernel_trace.h"

#include <math.h>
#include <string.h>

/* 10 warp instructions, 320 places of threads: 100 of fp32, half of them multiply-adds, and 30
 * loads and stores. 3 transactions of 32 bytes. */
static const struct roofline_profile mixed = {.fp32 = 100,
                                              .fma32 = 50,
                                              .integer = 20,
                                              .ldst = 30,
                                              .inst = 10,
                                              .dram_reads = 2,
                                              .dram_writes = 1};
static const struct roofline_gpu gpu = {
    .sp = 100, .dp = 50, .integer = 40, .add = 25, .ldst = 10, .bandwidth = 20};

/* W_comp = 100 + 50, W_traf = 3 * 32, E_mix = 150 / 200, D = 100, 30 and 190 of 320. */
TEST(equations_2_to_9)
{
    struct roofline_kernel k;
    roofline_kernel_make(&k, &mixed);
    assert_int_equal(k.type, ROOFLINE_FP32);
    assert_near(k.ops, 150);
    assert_near(k.bytes, 96);
    assert_near(k.mix, 0.75);
    assert_near(k.issued, 320);
    assert_near(k.dense_ops, 0.3125);
    assert_near(k.dense_ldst, 0.09375);
    assert_near(k.dense_other, 0.59375);
}

/* W = 1, 50 / 10, 50 / 25; C = 0.3125, 0.46875, 1.1875, together 1.96875; E_instr = 0.3125
 * / 1.96875 = 10 / 63; T'_op = 0.75 * 10 / 63 * 100 = 250 / 21; O_krn = 150 / 96, O_dev = T'_op
 * / 20. */
TEST(equations_10_to_19)
{
    struct roofline_prediction p;
    roofline_predict(&p, &mixed, &gpu);
    assert_near(p.peak, 100);
    assert_near(p.weight_op, 1);
    assert_near(p.weight_ldst, 5);
    assert_near(p.weight_other, 2);
    assert_near(p.efficiency, 10.0 / 63);
    assert_near(p.attainable, 250.0 / 21);
    assert_near(p.intensity, 1.5625);
    assert_near(p.balance, 250.0 / 21 / 20);
    assert_near(p.throughput, 250.0 / 21);
    assert_near(p.seconds * 1e9, 150 * 21 / 250.0);
    assert_int_equal(p.bound, ROOFLINE_COMPUTE);
}

/* At 5 GB/s O_dev is 50 / 21, above O_krn: 1.5625 * 5 operations per ns. */
TEST(a_kernel_below_the_balance_of_the_gpu_takes_the_time_of_its_traffic)
{
    struct roofline_gpu slow = gpu;
    struct roofline_prediction p;
    slow.bandwidth = 5;
    roofline_predict(&p, &mixed, &slow);
    assert_int_equal(p.bound, ROOFLINE_MEMORY);
    assert_near(p.throughput, 7.8125);
    assert_near(p.seconds * 1e9, 96 / 5.0);
}

/* K_type is fp64 where there is any of it: E_mix = 15 / 20 of 10 instructions, T_op = T_DP, and
 * each of its multiply-adds costs two of single precision. */
TEST(double_precision_goes_before_all)
{
    struct roofline_profile profile = mixed;
    struct roofline_kernel k;
    struct roofline_prediction p;
    profile.fp64 = 10;
    profile.fma64 = 5;
    roofline_kernel_make(&k, &profile);
    roofline_predict(&p, &profile, &gpu);
    assert_int_equal(k.type, ROOFLINE_FP64);
    assert_near(k.ops, 15);
    assert_near(k.mix, 0.75);
    assert_near(p.peak, 50);
    assert_near(p.weight_op, 2);
}

/* Integers alone: E_mix = 50 %, as T_int counts a multiply-add twice; D_ops = 20 / 320. */
TEST(a_kernel_without_floating_point_is_one_of_integers)
{
    struct roofline_profile profile = mixed;
    struct roofline_kernel k;
    profile.fp32 = profile.fma32 = 0;
    roofline_kernel_make(&k, &profile);
    assert_int_equal(k.type, ROOFLINE_INT);
    assert_near(k.ops, 20);
    assert_near(k.mix, 0.5);
    assert_near(k.dense_ops, 0.0625);
}

/* Nothing but other instructions: 2 * 320 * W_other / T_SP. Without traffic nothing waits for it.
 */
TEST(what_has_no_operations_takes_the_time_of_what_it_issues)
{
    const struct roofline_profile moves = {.inst = 10};
    struct roofline_prediction p;
    roofline_predict(&p, &moves, &gpu);
    assert_near(p.seconds * 1e9, 2 * 320 * 2 / 100.0);
    assert_int_equal(p.bound, ROOFLINE_COMPUTE);
    assert_true(p.throughput == 0 && isinf(p.intensity));
    roofline_predict(&p, &(struct roofline_profile){0}, &gpu);
    assert_true(p.seconds == 0 && p.throughput == 0);
}

/* 8 places that make 0.4 steps per ns hold a trace 20 ns per step; a tenth of the fetches come from
 * the L2, 50 ns later, and a twentieth from DRAM, 200 ns later: 35 ns. 1000 steps on 8 places take
 * 4375 ns. 6000 requests at 1 per ns take longer, and at 2 per ns do not. */
TEST(the_ceiling_of_the_rt_units)
{
    struct roofline_profile profile = mixed;
    struct roofline_gpu rt = gpu;
    struct roofline_prediction p;
    profile.trace_steps = 1000;
    profile.trace_requests = 6000;
    profile.trace_l2 = 0.1;
    profile.trace_dram = 0.05;
    rt.places = 8;
    rt.steps = 0.4;
    rt.l2_ns = 50;
    rt.dram_ns = 200;
    rt.requests = 2;
    assert_near(roofline_trace_seconds(&profile, &rt) * 1e9, 4375);
    roofline_predict(&p, &profile, &rt);
    assert_int_equal(p.bound, ROOFLINE_TRACE);
    assert_near(p.seconds * 1e9, 4375);
    rt.requests = 1;
    assert_near(roofline_trace_seconds(&profile, &rt) * 1e9, 6000);
    assert_true(roofline_trace_seconds(&mixed, &rt) == 0);
}

/* A profile counts a comparison by what it compares, and logic and shifts as integer; a move, a
 * choice and a conversion as neither (Table 1: "arithmetic, compare, etc."). Of one warp. */
TEST(comparisons_and_logic_are_counted_as_in_table_1)
{
    static const char text[] =
        ".version 6.4\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 k_0) {\n"
        ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .f32 %f<4>; .reg .f64 %fd<4>;\n"
        "mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; cvt.rn.f64.u32 %fd1, %r1;\n" /* other */
        "and.b32 %r2, %r1, 3; shl.b32 %r3, %r1, 2; setp.lt.u32 %p1, %r2, %r3;\n"    /* integer */
        "add.s32 %r4, %r1, 1;\n"
        "setp.lt.f32 %p2, %f1, 0f3F800000; neg.f32 %f2, %f1;\n" /* fp32 */
        "setp.lt.f64 %p3, %fd1, 0d3FF0000000000000;\n"          /* fp64 */
        "selp.b32 %r5, %r1, %r2, %p1;\nret;\n}\n";
    struct compute_program *program;
    struct compute_memory memory ENDED_BY(compute_memory_release) = {0};
    struct roofline_profile counted = {0};
    uint64_t param = 0;
    const struct compute_launch launch = {.grid = {1, 1, 1},
                                          .block = {32, 1, 1},
                                          .params = (const uint8_t *)&param,
                                          .param_bytes = sizeof param};
    struct kernel *k, *profiled;
    assert_ok(compute_program_create(&program, ISA_PTX, "k", text, strlen(text), NULL, &st));
    assert_ok(compute_kernel(&k, program, &memory, &launch, &st));
    assert_ok(profiler_kernel(&profiled, k, &counted, &st));
    struct kernel_trace *trace;
    assert_ok(kernel_trace_create(&trace, profiled, &(struct kernel_trace_options){0}, &st));
    kernel_trace_free(trace);
    profiled->ops->free(profiled);
    k->ops->free(k);
    assert_int_equal(counted.integer, 4 * 32);
    assert_int_equal(counted.fp32, 2 * 32);
    assert_int_equal(counted.fp64, 1 * 32);
    assert_int_equal(counted.inst, 12);
    compute_program_free(program);
}

/* Eq. 17 weighs what is counted: of double precision W_op = T_SP / T_DP = 2, so that D_ops of 1/2
 * is a C_op of 1; with 1/4 of loads at 5 and 1/4 of others at 2 E_instr = 1 / (1 + 1.25 + 0.5). */
TEST(equation_17_weighs_operations_too)
{
    const struct roofline_profile doubles = {.fp64 = 160, .ldst = 80, .inst = 10};
    struct roofline_prediction p;
    roofline_predict(&p, &doubles, &gpu);
    assert_near(p.weight_op, 2);
    assert_near(p.efficiency, 1 / 2.75);
}
