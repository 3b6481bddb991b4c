/* Masks of lanes: where none is on, and where there is no thread. */
#include "tests/rig/rig.h"

#include "tests/rig/assembly.h"
#include "tests/rig/shader.h"

static void run(struct rig_shader *shader, const char *body, const struct kernel_settings *settings)
{
    struct status st;
    rig_shader_init(shader, WARP_LANES, 1);
    shader->frame.isa = ISA_RDNA2;
    rig_shader_load(shader, body, settings);
    if (rig_shader_run(shader, 0, &st) != ST_OK)
        fail_msg("%s", st.text);
}

TEST(a_comparison_of_no_lane_gives_an_empty_mask)
{
    static struct rig_shader shader;
    run(&shader,
        RDNA2_SHADER("\ts_mov_b32 s10, -1\n\ts_mov_b32 s11, exec_lo\n\ts_mov_b32 exec_lo, 0\n"
                     "\tv_cmp_eq_u32_e64 s10, v0, v0\n\ts_mov_b32 exec_lo, s11\n"
                     "\tv_mov_b32_e32 v1, s10\n\trt_payload v[10:11]\n"
                     "\tglobal_store_dword v[10:11], v1, off"),
        NULL);
    assert_int_equal(rig_shader_payload(&shader, 0, 0), 0);
    rig_shader_free(&shader);
}

TEST(lanes_without_a_thread_stay_off)
{
    static struct rig_shader shader;
    const struct kernel_settings settings = {.lanes = 6};
    run(&shader,
        RDNA2_SHADER("\ts_mov_b32 exec_lo, -1\n\tv_mov_b32_e32 v1, 1\n\trt_payload v[10:11]\n"
                     "\tglobal_store_dword v[10:11], v1, off"),
        &settings);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        assert_int_equal(rig_shader_payload(&shader, lane, 0), lane == 1 || lane == 2);
    rig_shader_free(&shader);
}
