/* What micro-benchmarks measure of a GPU, against what its parameters say. */
#include "tests/rig/gpus.h"
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "microbench/peaks.h"
#include "orchestrator/predict/traversal.h"
#include "sim/config/load/load.h"

#include <math.h>

static void measure(struct roofline_gpu *out, struct gpu_config *gpu, const char *operand)
{
    struct status st;
    assert_ok(gpu_config_load(gpu, operand, &st));
    struct traversal_options traversal = traversal_of(gpu);
    assert_ok(peaks_measure(out, gpu, &traversal, &st));
}

static void assert_within(double value, double expected, double share)
{
    if (!(fabs(value - expected) <= share * expected))
        fail_msg("%g instead of %g", value, expected);
}

/* rtx2060: 4 schedulers, whose units take a multiply-add or an integer addition every 2 cycles and
 * a double-precision one every 4; the L1D takes a load of consecutive words per cycle; 336 GB/s. */
TEST(peaks_follow_the_parameters)
{
    struct roofline_gpu peaks;
    struct gpu_config gpu;
    measure(&peaks, &gpu, "rtx2060");
    double lanes = 32.0 * gpu.machine.sms * gpu.machine.core_MHz / 1000;
    assert_within(peaks.sp, 2 * 2 * lanes, 0.02);
    assert_within(peaks.dp, 2 * lanes, 0.02);
    assert_within(peaks.integer, 2 * lanes, 0.02);
    assert_within(peaks.add, 2 * lanes, 0.02);
    assert_within(peaks.ldst, lanes, 0.02);
    assert_within(peaks.bandwidth, 336, 0.02);
    assert_within(peaks.requests, lanes / 32, 0.001);
    assert_near(peaks.places, (double)gpu.machine.sms * gpu.rt.max_warps);
    assert_true(peaks.l2_ns > 0 && peaks.dram_ns > peaks.l2_ns);
}

/* Twice the SMs at the same clocks: twice of what SMs do, nothing more of what DRAM does. */
TEST(peaks_of_sms_add_up)
{
    struct roofline_gpu few, many;
    struct gpu_config gpu;
    measure(&few, &gpu, "mobile_soc:sms=4");
    measure(&many, &gpu, "mobile_soc");
    assert_within(many.sp, 2 * few.sp, 0.01);
    assert_within(many.steps, 2 * few.steps, 0.01);
    assert_within(many.ldst, 2 * few.ldst, 0.01);
    assert_within(many.bandwidth, few.bandwidth, 0.03);
}

/* 4 warps of an SM never fill a unit of 32: each has a place. */
TEST(peaks_of_a_unit_that_is_never_full)
{
    struct roofline_gpu peaks;
    struct gpu_config gpu;
    measure(&peaks, &gpu, "tiny:rt.max_warps=32,sm.ctas=4");
    assert_near(peaks.places, 4.0 * gpu.machine.sms);
    assert_true(peaks.steps > 0 && peaks.steps < peaks.requests);
}

TEST(peaks_fail_without_memory)
{
    struct roofline_gpu peaks;
    struct status st;
    struct gpu_config gpu = rig_gpu("tiny");
    struct traversal_options traversal = traversal_of(&gpu);
    mem_fail_from(1);
    enum st_code code = peaks_measure(&peaks, &gpu, &traversal, &st);
    mem_fail_from(0);
    assert_int_equal(code, ST_NOMEM);
}
