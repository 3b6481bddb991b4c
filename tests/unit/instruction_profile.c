/* What the instructions of a kernel are like, counted by hand. */
#include "tests/rig/fake_warp.h"
#include "tests/rig/rig.h"

#include "sim/isa/instruction_profile.h"

#include <math.h>

enum { REGISTERS = 64 };

static struct instruction_profile profile_of(struct kernel *k, uint32_t registers)
{
    struct instruction_profiler *p;
    assert_non_null(k);
    assert_ok(instruction_profiler_create(&p, registers, &st));
    assert_ok(instruction_profiler_run(p, k, &st));
    struct instruction_profile sums = *instruction_profiler_sums(p);
    instruction_profiler_free(p);
    k->ops->free(k);
    return sums;
}

TEST(every_operation_is_counted_in_one_class)
{
    static const struct fake_step script[] = {
        {.op = OP_FP_MAD, .dst = 1},
        {.op = OP_ALU, .dst = 2, .active = 0xff},
        {.op = OP_SCALAR, .dst = 40},
        {.op = OP_SCALAR_LOAD, .dst = 41},
        {.op = OP_WAIT},
        {.op = OP_LOAD, .dst = 3, .base = 4096, .per_lane = 4},
        {.op = OP_STORE, .src = 3, .base = 4096, .per_lane = 4},
        {.op = OP_BRANCH},
    };
    struct instruction_profile p = profile_of(
        fake_kernel(script, sizeof script / sizeof *script, 3, REGISTERS, UINT32_MAX), REGISTERS);
    static const uint64_t of_a_warp[INSTRUCTION_CLASSES] = {
        [INSTRUCTION_VECTOR_ALU] = 2,    [INSTRUCTION_SCALAR_ALU] = 1,
        [INSTRUCTION_VECTOR_MEMORY] = 2, [INSTRUCTION_SCALAR_MEMORY] = 1,
        [INSTRUCTION_BRANCH] = 1,        [INSTRUCTION_WAIT] = 1,
        [INSTRUCTION_MISC] = 1};
    assert_int_equal(p.warps, 3);
    for (int i = 0; i < INSTRUCTION_CLASSES; i++)
        assert_int_equal(p.instructions[i], 3 * of_a_warp[i]);
    assert_int_equal(instruction_profile_all(&p), 3 * 9);
    assert_near(instruction_profile_utilization(&p), (32 + 8) / 64.0);
}

/* 128 bytes that a warp loads and stores again, the next warp's beside them. */
TEST(data_are_counted_once_by_sectors)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 3, .base = 4096, .per_cta = 128, .per_lane = 4},
        {.op = OP_STORE, .src = 3, .base = 4096, .per_cta = 128, .per_lane = 4},
        {.op = OP_LOAD, .dst = 3, .base = 1 << 20},
    };
    struct instruction_profile p =
        profile_of(fake_kernel(script, 3, 5, REGISTERS, UINT32_MAX), REGISTERS);
    assert_int_equal(p.data_B, 5 * 128 + 32);
    assert_int_equal(p.code_B, 4 * 8); /* with the end */
}

/* Register 1 is used by instructions 1, 4 and 5. */
static const struct fake_step reusing[] = {
    {.op = OP_ALU, .dst = 1},  {.op = OP_ALU, .dst = 2},           {.op = OP_ALU, .dst = 3},
    {.op = OP_ALU, .src = 1},  {.op = OP_ALU, .src = 1, .dst = 1}, {.op = OP_ALU, .src = 50},
    {.op = OP_ALU, .src = 50},
};
enum { REUSING = sizeof reusing / sizeof *reusing };

TEST(distances_are_those_of_a_warps_own_instructions)
{
    struct instruction_profile p =
        profile_of(fake_kernel(reusing, REUSING, 4, REGISTERS, UINT32_MAX), REGISTERS);
    assert_int_equal(p.reuses[3], 4);
    assert_int_equal(p.reuses[1], 2 * 4);
    assert_near(instruction_profile_reuse(&p), 1);
}

TEST(scalar_registers_are_not_the_vector_files)
{
    struct instruction_profile p =
        profile_of(fake_kernel(reusing, REUSING, 1, REGISTERS, UINT32_MAX), 50);
    assert_int_equal(p.reuses[1], 1);
}

TEST(of_nothing_there_are_no_rates)
{
    static const struct fake_step script[] = {{.op = OP_BRANCH}};
    struct instruction_profile p =
        profile_of(fake_kernel(script, 1, 1, REGISTERS, UINT32_MAX), REGISTERS);
    assert_true(isnan(instruction_profile_utilization(&p)));
    assert_true(isnan(instruction_profile_reuse(&p)));
}

/* Sectors of the first one's are not new to the second. */
TEST(kernels_of_a_program_are_counted_together)
{
    static const struct fake_step script[] = {
        {.op = OP_LOAD, .dst = 3, .base = 4096, .per_lane = 4},
    };
    struct instruction_profiler *p;
    assert_ok(instruction_profiler_create(&p, REGISTERS, &st));
    for (int i = 0; i < 2; i++) {
        struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, 1, 3, REGISTERS, UINT32_MAX);
        assert_ok(instruction_profiler_run(p, k, &st));
    }
    assert_int_equal(instruction_profiler_sums(p)->data_B, 128);
    assert_int_equal(instruction_profiler_sums(p)->warps, 6);
    instruction_profiler_free(p);
}

TEST(a_warp_that_fails_fails)
{
    static const struct fake_step script[] = {{.op = OP_ALU, .dst = 1}};
    struct instruction_profiler *p;
    struct kernel *k FREED_BY(kernel_free) = fake_kernel(script, 1, 4, REGISTERS, 2);
    assert_ok(instruction_profiler_create(&p, REGISTERS, &st));
    assert_int_equal(instruction_profiler_run(p, k, &st), ST_FAILED);
    instruction_profiler_free(p);
}

TEST_GROUP(NULL, NULL)
