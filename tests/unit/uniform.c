/* The uniform block against the matrices that Vulkan-Sim's runs of LumiBench logged. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/shaders/rt.h"

#include <string.h>

struct logged {
    float eye[3], look_at[3], fov;
    uint32_t view_inverse[16];
    uint32_t p; /* of the projection's inverse */
};

static void assert_matrices(const struct logged *l)
{
    struct scene scene = {.camera = {.up = {0.0f, 1.0f, 0.0f}, .vertical_fov_deg = l->fov}};
    struct frame frame = {.width = 32, .height = 32, .samples = 2, .max_depth = 16, .seed = 1};
    memcpy(scene.camera.eye, l->eye, sizeof l->eye);
    memcpy(scene.camera.look_at, l->look_at, sizeof l->look_at);
    uint8_t bytes[UNIFORM_BYTES];
    struct rt_uniform u;
    uniform_fill(bytes, &scene, &frame);
    memcpy(&u, bytes, sizeof u);
    for (int i = 0; i < 16; i++)
        assert_int_equal(math_bits_f32(u.model_view_inverse[i]), l->view_inverse[i]);
    const uint32_t projection[16] = {
        l->p,       0x80000000, 0,          0x80000000, 0x80000000, l->p | 0x80000000,
        0x80000000, 0,          0,          0x80000000, 0,          0xC11FFF98,
        0x80000000, 0,          0xBF800000, 0x41200001};
    for (int i = 0; i < 16; i++)
        assert_int_equal(math_bits_f32(u.projection_inverse[i]), projection[i]);
}

TEST(matrices_equal_those_of_the_reference_runs)
{
    static const struct logged runs[] = {
        {{13, 2, 3},
         {0, 0, 0},
         20,
         {0x3E664193, 0x80000000, 0xBF7971B4, 0x80000000, 0xBE13EB95, 0x3F7D2BD3, 0xBD088AB1, 0,
          0x3F76B012, 0x3E17CECF, 0x3E63B638, 0x80000000, 0x41500002, 0x40000002, 0x40400000,
          0x3F800000},
         0x3E348F0F},
        {{378, 278, 500},
         {178, 278, 0},
         50,
         {0x3F6DB0A6, 0x80000000, 0xBEBE26EB, 0x80000000, 0x80000000, 0x3F800000, 0x80000000, 0,
          0x3EBE26EB, 0x80000000, 0x3F6DB0A6, 0x80000000, 0x43BD0001, 0x438B0000, 0x43FA0000,
          0x3F800000},
         0x3EEEBFE1},
        {{278, 278, 350},
         {278, 278, 0},
         78,
         {0x3F800000, 0x80000000, 0, 0x80000000, 0x80000000, 0x3F800000, 0x80000000, 0, 0,
          0x80000000, 0x3F800000, 0x80000000, 0x438B0000, 0x438B0000, 0x43AF0000, 0x3F800000},
         0x3F4F4E02},
        {{3.28149462f, 20.0356712f, 40.0068588f},
         {3.05629754f, 19.7621322f, 39.0717318f},
         36,
         {0x3F78E283, 0x80000000, 0xBE6FBED7, 0x80000000, 0xBD8328C6, 0x3F763C88, 0xBE8828C1, 0,
          0x3E669A11, 0x3E8C0D40, 0x3F6F6480, 0x80000000, 0x40520402, 0x41A0490E, 0x42200708,
          0x3F800000},
         0x3EA65BE0},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        assert_matrices(&runs[i]);
}

TEST(fields_lie_where_the_shaders_read_them)
{
    struct scene scene = {.camera = {.eye = {0, 0, 5},
                                     .up = {0, 1, 0},
                                     .vertical_fov_deg = 40,
                                     .aperture = 0.25f,
                                     .focus_distance = 7},
                          .sky = true,
                          .light_position = {1, 2, 3},
                          .light_radius = 4};
    struct frame frame = {.width = 33,
                          .height = 5,
                          .samples = 6,
                          .max_depth = 9,
                          .rays_per_hit = 3,
                          .seed = UINT64_C(0x500000003)};
    uint8_t bytes[UNIFORM_BYTES];
    uint32_t word[UNIFORM_BYTES / 4];
    float real[UNIFORM_BYTES / 4];
    uniform_fill(bytes, &scene, &frame);
    memcpy(word, bytes, sizeof word);
    memcpy(real, bytes, sizeof real);
    static const float reals[] = {1, 2, 3, 4, 0.25f, 7, 1.5f};
    for (int i = 0; i < 7; i++)
        assert_float_equal(real[64 + i], reals[i], 0);
    static const uint32_t words[] = {6, 6, 9, 3, 3 ^ 5, 33, 5, 1, 0};
    for (int i = 0; i < 9; i++)
        assert_int_equal(word[71 + i], words[i]);
    uint8_t older[UNIFORM_BYTES], camera[UNIFORM_BYTES];
    memcpy(older, bytes, sizeof older);
    memcpy(camera, bytes, sizeof camera);
    uniform_convert(older, VSIM_BLOCK_OLDER);
    uniform_convert(camera, VSIM_BLOCK_CAMERA);
    assert_memory_equal(older, bytes, 256);
    assert_memory_equal(camera, bytes + 128, 128);
    memcpy(word, older, sizeof word);
    memcpy(real, older, sizeof real);
    assert_float_equal(real[64], 0.25f, 0);
    assert_float_equal(real[65], 7, 0);
    static const uint32_t olds[] = {6, 6, 9, 3 ^ 5, 1, 0};
    for (int i = 0; i < 6; i++)
        assert_int_equal(word[67 + i], olds[i]);
}
