/* The pseudo instructions of machine code (docs/reference/rdna2.md): what each gives in a scene
 * that is worked out by hand, with all lanes on, with some and with none. */
#include "tests/rig/rig.h"

#include "tests/rig/machine_code.h"
#include "tests/rig/scenes.h"
#include "tests/rig/shader.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 32, HEIGHT = 2, CTA = 1, UNTOUCHED = 0x55 };

/* The ray of pixel x goes down from (x, 10, 0.5), t from 0.25 to 100. It meets a floor at t = 12,
 * where x >= 10 a masked triangle at t = 6 before that, and where 19 <= x <= 21 a sphere, for which
 * the rows say t = 5. v20: x; v21: x as a float; v30, v31: 0 and 1; v10: what trace_ray gives. */
#define TRACE(direction)                                                                           \
    "rt_launch_id_x v20\nv_cvt_f32_u32_e32 v21, v20\nv_mov_b32_e32 v22, 0x41200000\n"              \
    "v_mov_b32_e32 v23, 0.5\nv_mov_b32_e32 v24, 0x3e800000\nv_mov_b32_e32 v25, 0\n"                \
    "v_mov_b32_e32 v26, " direction "\nv_mov_b32_e32 v27, 0x42c80000\nv_mov_b32_e32 v30, 0\n"      \
    "v_mov_b32_e32 v31, 1\ntrace_ray v10, v30, v21, v22, v23, v24, v25, v26, v25, v27\n"           \
    "s_waitcnt vmcnt(0)\n"
#define DOWN TRACE("-1.0")
/* Goes on with the lanes that have that candidate, which is selected; ALL ends that. */
#define SELECT(index)                                                                              \
    "intersection_exit v3, " index ", v10\nv_cmp_eq_u32_e32 vcc_lo, 0, v3\n"                       \
    "s_and_saveexec_b32 s12, vcc_lo\nselect_candidate " index "\n"
#define ALL "s_mov_b32 exec_lo, -1\n"
#define ACCEPT(index)                                                                              \
    SELECT(index)                                                                                  \
    "rt_candidate_t v4\nget_shader_id v3, " index "\nv_cmp_eq_u32_e32 vcc_lo, 0, v3\n"             \
    "v_mov_b32_e32 v5, 0x40a00000\nv_cndmask_b32_e32 v4, v4, v5, vcc_lo\n"                         \
    "report_ray_intersection v3, v4\n" ALL
#define ACCEPT_ALL DOWN ACCEPT("v30") ACCEPT("v31")
/* One word of three or more behind an address. */
#define WORD(offset) "global_load_dword v1, v[12:13], off offset:" offset "\n"
/* How far an address is from that of lane 0. */
#define APART "v_readfirstlane_b32 s12, v12\nv_subrev_nc_u32_e32 v1, s12, v12\n"

#define MASKED (x >= 10)
#define SPHERE (x >= 19 && x <= 21)

/* X(name, opcode, what comes before, operands, what comes behind, result of pixel x, where that is
 * wanted): results of I rows are numbers, of R rows reals. */
#define ROWS(I, R)                                                                                 \
    I(rt_launch_id_x_1, rt_launch_id_x, "", "v1", "", x, true)                                     \
    I(rt_launch_id_y_1, rt_launch_id_y, "", "v1", "", 1, true)                                     \
    I(rt_launch_size_x_1, rt_launch_size_x, "", "s12", "v_mov_b32_e32 v1, s12\n", WIDTH, true)     \
    I(rt_launch_size_y_1, rt_launch_size_y, "", "s12", "v_mov_b32_e32 v1, s12\n", HEIGHT, true)    \
    I(filter_shader_1, filter_shader, "", "v1", "", x % 3 == 0, true)                              \
    I(rt_work_1, rt_work, "rt_work v3\nv_nop\nv_nop\ns_nop 0\n", "v1",                             \
      "v_sub_nc_u32_e32 v1, v1, v3\n", 3, true)                                                    \
    R(rt_descriptor_1, rt_descriptor, "", "s[12:13], 9",                                           \
      "s_load_dword s14, s[12:13], 0x20\ns_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v1, s14\n", 20, true) \
    I(rt_payload_1, rt_payload, "rt_payload v[12:13]\n", "v[12:13]", ALL APART, 256 * x, true)     \
    I(rt_hit_attributes_1, rt_hit_attributes, "rt_hit_attributes v[12:13]\n", "v[12:13]",          \
      ALL APART, 256 * x, true)                                                                    \
    R(rt_hit_attributes_2, rt_hit_attributes, DOWN, "v[12:13]", WORD("0"), ((float)x + 1) / 41,    \
      true)                                                                                        \
    R(rt_hit_attributes_3, rt_hit_attributes, DOWN, "v[12:13]", WORD("4"), 0.5f / 40, true)        \
    I(trace_ray_1, trace_ray, DOWN, "v10, v30, v21, v22, v23, v24, v25, v26, v25, v27",            \
      "s_waitcnt vmcnt(0)\nhit_geometry v1, v10\n", 1, true)                                       \
    I(end_trace_ray_1, end_trace_ray, DOWN, "", "intersection_exit v1, v30, v10\n", 1, true)       \
    I(intersection_exit_1, intersection_exit, DOWN, "v1, v30, v10", "", !MASKED, true)             \
    I(intersection_exit_2, intersection_exit, DOWN, "v1, v31, v10", "", !SPHERE, true)             \
    I(get_shader_id_1, get_shader_id, DOWN "get_shader_id v3, v31\n", "v1, v30",                   \
      "v_add_nc_u32_e32 v1, v1, v3\n", 1, MASKED)                                                  \
    R(select_candidate_1, select_candidate,                                                        \
      DOWN "intersection_exit v3, v30, v10\nv_cmp_eq_u32_e32 vcc_lo, 0, v3\n"                      \
           "s_and_b32 s16, s16, vcc_lo\n",                                                         \
      "v30", "rt_candidate_t v1\n", 6, MASKED && !SPHERE)                                          \
    R(rt_candidate_t_1, rt_candidate_t, DOWN, "v1", "", 0, true)                                   \
    R(rt_candidate_t_2, rt_candidate_t, DOWN SELECT("v30") ALL, "v1", "", MASKED ? 6 : 0, !SPHERE) \
    R(rt_candidate_u_1, rt_candidate_u, DOWN SELECT("v30") ALL, "v1", "",                          \
      ((float)x - 9.5f) / 30.5f, MASKED && !SPHERE)                                                \
    R(rt_candidate_v_1, rt_candidate_v, DOWN SELECT("v30") ALL, "v1", "", 9.5f / 99,               \
      MASKED && !SPHERE)                                                                           \
    I(report_ray_intersection_1, report_ray_intersection,                                          \
      DOWN SELECT("v30") ALL "v_mov_b32_e32 v4, 0x40c00000\n", "v1, v4", "", MASKED, true)         \
    I(report_ray_intersection_2, report_ray_intersection,                                          \
      DOWN SELECT("v30") ALL "v_mov_b32_e32 v4, 0x41500000\n", "v1, v4", "", 0,                    \
      true) /* 13: behind the floor */                                                             \
    I(report_ray_intersection_3, report_ray_intersection,                                          \
      DOWN SELECT("v30") ALL "v_mov_b32_e32 v4, 0x3e000000\n", "v1, v4", "", 0,                    \
      true) /* 0.125: before the ray begins */                                                     \
    I(report_ray_intersection_4, report_ray_intersection,                                          \
      DOWN SELECT("v30") ALL "v_mov_b32_e32 v4, 0x7fc00000\n", "v1, v4", "", 0, true)              \
    R(report_ray_intersection_5, report_ray_intersection,                                          \
      DOWN SELECT("v30") ALL "v_mov_b32_e32 v4, 0x40c00000\n", "v3, v4", "load_ray_t_max v1\n",    \
      MASKED ? 6 : 12, true)                                                                       \
    I(hit_geometry_1, hit_geometry, DOWN, "v1, v10", "", 1, true)                                  \
    I(hit_geometry_2, hit_geometry, TRACE("1.0"), "v1, v10", "", 0, true)                          \
    I(get_closest_hit_shader_id_1, get_closest_hit_shader_id, DOWN, "v1", "", 0, true)             \
    I(get_closest_hit_shader_id_2, get_closest_hit_shader_id, ACCEPT_ALL, "v1", "", SPHERE, true)  \
    I(load_ray_instance_custom_index_1, load_ray_instance_custom_index,                            \
      ACCEPT_ALL "get_closest_hit_shader_id v3\n", "v1", "", SPHERE ? 2 : MASKED, true)            \
    I(load_primitive_id_1, load_primitive_id, ACCEPT_ALL "get_closest_hit_shader_id v3\n", "v1",   \
      "", !MASKED, true)                                                                           \
    R(load_ray_t_min_1, load_ray_t_min, DOWN, "v1", "", 0.25f, true)                               \
    R(load_ray_t_max_1, load_ray_t_max, DOWN, "v1", "", 12, true)                                  \
    R(load_ray_t_max_2, load_ray_t_max, TRACE("1.0"), "v1", "", 100, true)                         \
    R(load_ray_t_max_3, load_ray_t_max, ACCEPT_ALL, "v1", "", SPHERE ? 5 : MASKED ? 6 : 12, true)  \
    R(load_ray_world_direction_1, load_ray_world_direction, DOWN, "v[12:13]", WORD("4"), -1, true) \
    R(load_ray_world_direction_2, load_ray_world_direction, DOWN, "v[12:13]", WORD("8"), 0, true)  \
    R(load_ray_world_origin_1, load_ray_world_origin, DOWN, "v[12:13]", WORD("0"), x, true)        \
    R(load_ray_world_origin_2, load_ray_world_origin, DOWN, "v[12:13]", WORD("8"), 0.5f, true)     \
    R(load_ray_object_to_world_1, load_ray_object_to_world, DOWN, "v[12:13]", WORD("52"), -2,      \
      true)                                                                                        \
    R(load_ray_object_to_world_2, load_ray_object_to_world,                                        \
      ACCEPT_ALL "get_closest_hit_shader_id v3\n", "v[12:13]", WORD("52"), MASKED ? 0 : -2, true)  \
    R(load_ray_world_to_object_1, load_ray_world_to_object, DOWN, "v[12:13]", WORD("52"), 2, true) \
    R(load_ray_world_to_object_2, load_ray_world_to_object, DOWN, "v[12:13]", WORD("20"), 1,       \
      true) /* second of the diagonal */

#define X(name, opcode, before, operands, behind, value, where)                                    \
    static bool name(uint32_t x, double *out)                                                      \
    {                                                                                              \
        (void)x;                                                                                   \
        *out = (double)(value);                                                                    \
        return (where);                                                                            \
    }
ROWS(X, X)
#undef X

static const struct row {
    const char *opcode, *before, *operands, *behind;
    bool real;
    bool (*result)(uint32_t x, double *out); /* false: whatever it is */
} rows[] = {
#define I(name, opcode, before, operands, behind, value, where)                                    \
    {#opcode, before, operands, behind, false, name},
#define R(name, opcode, before, operands, behind, value, where)                                    \
    {#opcode, before, operands, behind, true, name},
    ROWS(I, R)
#undef I
#undef R
};

static struct rig_scene scene;
static struct device_image *image;

static int make_scene(void **state)
{
    struct status st;
    struct mat34 down = mat34_identity();
    (void)state;
    down.m[7] = -2; /* y */
    rig_scene_init(&scene, 2);
    scene.materials[1].masked = true;
    rig_add_mesh(&scene);
    rig_add_triangle(&scene, 0, (float[]){-90, 0, 0}, (float[]){-80, 0, 0}, (float[]){-90, 0, 9},
                     0);
    rig_add_triangle(&scene, 0, (float[]){-1, 0, 0}, (float[]){40, 0, 0}, (float[]){-1, 0, 40}, 0);
    rig_add_mesh(&scene);
    rig_add_triangle(&scene, 1, (float[]){9.5f, 4, -9}, (float[]){40, 4, -9},
                     (float[]){9.5f, 4, 90}, 1);
    rig_add_instance(&scene, 0, &down);
    rig_add_instance(&scene, 1, NULL);
    rig_add_sphere(&scene, 20, 5, 0.5f, 1.25f, 0);
    return device_image_create(&image, &scene.scene, &st) == ST_OK ? 0 : -1;
}

static int free_scene(void **state)
{
    (void)state;
    device_image_free(image);
    return 0;
}

static void run(struct rig_shader *shader, const char *body, const struct kernel_settings *settings)
{
    char text[4096];
    struct status st;
    snprintf(text, sizeof text,
             "\t.text\n\t.type raygen,@function\nraygen:\n%s\ts_endpgm\n"
             "\t.section .rodata,#alloc\n\t.amdhsa_kernel raygen\n.amdhsa_next_free_vgpr 40\n"
             ".amdhsa_next_free_sgpr 48\n\t.end_amdhsa_kernel\n",
             body);
    rig_shader_init(shader, WIDTH, HEIGHT);
    shader->frame.isa = ISA_RDNA2;
    shader->image = *image;
    rig_shader_load(shader, text, settings);
    if (rig_shader_run(shader, CTA, &st) != ST_OK)
        fail_msg("%s\n%s", st.text, text);
}

/* The lanes that are off keep v1. Loads and what finishes a result are for the others. */
static void check(const struct row *r, uint32_t exec)
{
    static struct rig_shader shader;
    char body[3072];
    uint8_t filter[WIDTH * HEIGHT];
    uint64_t work[WIDTH * HEIGHT];
    const struct kernel_settings settings = {.filter = filter, .work = work};
    for (uint32_t i = 0; i < sizeof filter; i++)
        filter[i] = i % WIDTH % 3 == 0 ? 2 : 0;
    snprintf(body, sizeof body,
             "v_mov_b32_e32 v1, 0x%x\ns_mov_b32 s16, 0x%x\n%s" ALL
             "s_and_b32 exec_lo, exec_lo, s16\n%s %s\n%s" ALL
             "rt_payload v[14:15]\nglobal_store_dword v[14:15], v1, off\n",
             UNTOUCHED, exec, r->before, r->opcode, r->operands, r->behind);
    run(&shader, body, &settings);
    for (uint32_t x = 0; x < WIDTH; x++) {
        uint32_t got = rig_shader_payload(&shader, x, 0);
        double wanted;
        if (!r->result(x, &wanted))
            continue;
        float real;
        memcpy(&real, &got, sizeof real);
        bool same = r->real ? fabs((double)real - wanted) <= 1e-5 : (double)got == wanted;
        bool apart = strstr(r->behind, "v_subrev") != NULL; /* of all lanes, asked for before */
        if (exec >> x & 1 || apart ? !same : got != UNTOUCHED)
            fail_msg("%s %s of lane %u, EXEC %#x: %#x (%g); expected %g", r->opcode, r->operands, x,
                     exec, got, (double)real, wanted);
    }
    rig_shader_free(&shader);
}

static const struct rdna2_opcode *opcode_of(const char *name)
{
    const struct rdna2_opcode *o = rdna2_opcode_find(name, strlen(name), false);
    assert_non_null(o);
    return o;
}

/* The image is the launch's; lanes that are off store nothing. */
static void check_image_store(void)
{
    static struct rig_shader shader;
    float picture[3 * WIDTH * HEIGHT] = {0};
    const struct kernel_settings settings = {.picture = picture};
    run(&shader,
        "rt_launch_id_x v20\nv_cvt_f32_u32_e32 v21, v20\nv_mov_b32_e32 v22, 0.5\n"
        "v_sub_nc_u32_e32 v23, 31, v20\nv_mov_b32_e32 v24, 0\n"
        "s_mov_b32 exec_lo, 0x0000ffff\nimage_store 2, v23, v24, v21, v22, v21, v22\n"
        "image_store 1, v20, v24, v22, v22, v22, v22\n", /* accumulation: not shown */
        &settings);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        bool stored = i >= 16 && i < WIDTH;
        assert_float_equal(picture[3 * i], stored ? 31 - i : 0, 0);
        assert_float_equal(picture[3 * i + 1], stored ? 0.5f : 0, 0);
        assert_float_equal(picture[3 * i + 2], stored ? 31 - i : 0, 0);
    }
    rig_shader_free(&shader);
    rig_machine_code_mark(opcode_of("image_store"));
}

TEST(pseudo_instructions_give_what_the_scene_has)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check(&rows[i], UINT32_MAX);
        check(&rows[i], 0x80A5C30Fu);
        check(&rows[i], 0);
        rig_machine_code_mark(opcode_of(rows[i].opcode));
    }
    check_image_store();
    rig_machine_code_all_marked(PART_RAYS);
}

TEST_GROUP(make_scene, free_scene)
