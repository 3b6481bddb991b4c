/* What the compiler makes of a / b for RDNA 2 rounds as PTX's division does, where steps on the way
 * leave the range of numbers too. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/lane_math.h"
#include "tests/rig/assembly.h"
#include "tests/rig/shader.h"

#include <math.h>

static void run(struct rig_shader *shader, const char *body, const struct kernel_settings *settings)
{
    struct status st;
    rig_shader_init(shader, WARP_LANES, 1);
    shader->frame.isa = ISA_RDNA2;
    rig_shader_load(shader, body, settings);
    if (rig_shader_run(shader, 0, &st) != ST_OK)
        fail_msg("%s", st.text);
}

static float divide(float a, float b)
{
    static struct rig_shader shader;
    char text[2048];
    snprintf(text, sizeof text,
             RDNA2_SHADER("\tv_mov_b32_e32 v1, 0x%x\n\tv_mov_b32_e32 v2, 0x%x\n"
                          "\tv_div_scale_f32 v3, s10, v2, v2, v1\n"
                          "\tv_div_scale_f32 v4, vcc_lo, v1, v2, v1\n"
                          "\tv_rcp_f32_e32 v5, v3\n"
                          "\tv_fma_f32 v6, -v3, v5, 1.0\n"
                          "\tv_fmac_f32_e32 v5, v6, v5\n"
                          "\tv_mul_f32_e32 v6, v4, v5\n"
                          "\tv_fma_f32 v7, -v3, v6, v4\n"
                          "\tv_fmac_f32_e32 v6, v7, v5\n"
                          "\tv_fma_f32 v7, -v3, v6, v4\n"
                          "\tv_div_fmas_f32 v5, v7, v5, v6\n"
                          "\tv_div_fixup_f32 v8, v5, v2, v1\n"
                          "\trt_payload v[10:11]\n"
                          "\tglobal_store_dword v[10:11], v8, off"),
             math_bits_f32(a), math_bits_f32(b));
    run(&shader, text, NULL);
    float quotient = math_f32(rig_shader_payload(&shader, 7, 0));
    rig_shader_free(&shader);
    return quotient;
}

TEST(the_division_sequence_rounds_correctly)
{
    static const float numbers[] = {0.0f,     -0.0f,       1.0f,      3.0f,    -7.0f,    0.1f,
                                    3e38f,    -3e38f,      1e-38f,    1e-45f,  -3e-42f,  1.5e-39f,
                                    INFINITY, NAN,         1e30f,     -1e-30f, 2e-19f,   4e-44f,
                                    1e20f,    16777215.0f, 1.999999f, 7e-20f,  0x1p127f, 0x1p-126f};
    enum { N = sizeof numbers / sizeof *numbers };
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++) {
            float got = divide(numbers[i], numbers[k]), wanted = numbers[i] / numbers[k];
            if (math_bits_f32(got) != math_bits_f32(wanted) && !(isnan(got) && isnan(wanted)))
                fail_msg("%a / %a is %a; expected %a", (double)numbers[i], (double)numbers[k],
                         (double)got, (double)wanted);
        }
}
