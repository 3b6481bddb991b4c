/* Camera paths: keys are met exactly, what lies between them is a formula, and a path that cannot
 * be is answered with file and line. */
#include "tests/rig/rig.h"
#include "tests/rig/scenes.h"

#include "orchestrator/predict/camera.h"
#include "scenes/camera_path.h"
#include "sim/functional/exec/warp_context.h"

#include <math.h>
#include <string.h>

#define BALL                                                                                       \
    "materials = ( { name = \"grey\"; color = (0.5, 0.5, 0.5); } );\n"                             \
    "spheres = ( { center = (0, 0, 0); radius = 1; material = \"grey\"; } );\n"
#define CAMERA "camera = { eye = (0, 0, 8); look_at = (0, 0, 0); fov = 40; aperture = 0.1;\n"

static struct scene *load(const char *text)
{
    struct scene *s;
    assert_ok(rig_load_text(&s, text, &st));
    return s;
}

/* Keys at uneven distances whose numbers turn round, rise and stay. */
static const struct scene_path uneven = {
    .keys =
        (struct scene_key[]){
            {0, {{0, 1, 2}, {5, 0, 0}, {0, 1, 0}, 40, 0.5f, 3}},
            {10, {{1, 1, -4}, {5, 2, 0}, {0, 1, 0}, 90, 0.5f, 4}},
            {40, {{7, 1, 8.5f}, {6, 1, 1}, {0.5f, 1, 0}, 10, 0, 9}},
            {41, {{7, 1, 9}, {6, 0, 1}, {0, 1, 0.5f}, 12, 0, 90}},
            {99, {{-3, 1, 0.1f}, {0, 0, -7}, {0, 1, 0}, 130, 0.25f, 1e-3f}},
        },
    .n_keys = 5,
};

TEST(a_camera_that_is_given_keeps_its_focus_or_the_point_it_looks_at)
{
    const struct render_settings render = {.eye = {.given = true, .at = {0, 0, 5}}};
    struct scene *follows = load("unit = 1.0;\n" BALL CAMERA " };\n");
    struct scene *stays = load("unit = 1.0;\n" BALL CAMERA "focus = 3; };\n");
    struct scene_camera c;
    assert_ok(camera_given(follows, &render, &c, &st));
    assert_true(c.eye[2] == 5 && c.focus_distance == 5);
    assert_ok(camera_given(stays, &render, &c, &st));
    assert_true(c.eye[2] == 5 && c.focus_distance == 3);
    scene_free(follows);
    scene_free(stays);
}

TEST(a_path_goes_through_its_keys_to_the_last_bit)
{
    for (int how = INTERPOLATE_SMOOTH; how <= INTERPOLATE_LINEAR; how++) {
        struct scene_path path = uneven;
        path.interpolation = (enum scene_interpolation)how;
        for (uint32_t i = 0; i < path.n_keys; i++) {
            struct scene_camera c = camera_path_at(&path, path.keys[i].frame);
            assert_memory_equal(&c, &path.keys[i].camera, sizeof c);
        }
        struct scene_camera behind = camera_path_at(&path, 1000);
        assert_memory_equal(&behind, &path.keys[4].camera, sizeof behind);
    }
}

TEST(linear_is_the_weighted_mean_of_two_keys)
{
    struct scene_path path = uneven;
    path.interpolation = INTERPOLATE_LINEAR;
    struct scene_camera c = camera_path_at(&path, 25); /* half way from 10 to 40 */
    assert_float_equal(c.eye[0], 4, 0);
    assert_float_equal(c.eye[2], 2.25f, 0);
    assert_float_equal(c.up[0], 0.25f, 0);
    assert_float_equal(c.vertical_fov_deg, 50, 0);
    assert_float_equal(c.focus_distance, 6.5f, 0);
    c = camera_path_at(&path, 1);
    assert_float_equal(c.eye[2], 1.4f, 1e-6f);
}

/* A parabola has the tangents of Catmull and Rom at even keys exactly, so the cubic through them is
 * the parabola itself. */
TEST(smooth_reproduces_a_parabola_between_inner_keys)
{
    struct scene_key keys[5];
    for (uint32_t i = 0; i < 5; i++) {
        float t = (float)(10 * i);
        keys[i] =
            (struct scene_key){10 * i, {{t * t / 8, 3 * t, 0}, {0, 0, 1}, {0, 1, 0}, 40, 0, 1}};
    }
    struct scene_path path = {.keys = keys, .n_keys = 5};
    for (uint32_t f = 10; f <= 30; f++) {
        struct scene_camera c = camera_path_at(&path, f);
        assert_float_equal(c.eye[0], (float)(f * f) / 8, 1e-4f);
        assert_float_equal(c.eye[1], (float)(3 * f), 1e-4f);
        assert_float_equal(c.eye[2], 0, 0);
    }
}

/* With two keys both tangents are the slope. */
TEST(smooth_between_two_keys_is_linear)
{
    struct scene_path smooth = uneven, linear = uneven;
    smooth.n_keys = linear.n_keys = 2;
    linear.interpolation = INTERPOLATE_LINEAR;
    for (uint32_t f = 0; f <= 10; f++) {
        struct scene_camera a = camera_path_at(&smooth, f), b = camera_path_at(&linear, f);
        for (int i = 0; i < 3; i++)
            assert_float_equal(a.eye[i], b.eye[i], 1e-6f);
        assert_float_equal(a.vertical_fov_deg, b.vertical_fov_deg, 1e-5f);
    }
}

/* By hand, for eye.z at frame 25, half way from (10, -4) to (40, 8.5): tangents are those over the
 * neighbours, (8.5 - 2) / 40 and (9 + 4) / 31; a cubic's middle is (p + q) / 2 + 30 (m - n) / 8. */
TEST(smooth_has_the_tangents_of_its_neighbours)
{
    double m = 6.5 / 40, n = 13.0 / 31;
    struct scene_camera c = camera_path_at(&uneven, 25);
    assert_float_equal(c.eye[2], (float)(2.25 + 30 * (m - n) / 8), 1e-5f);
}

TEST(field_of_view_aperture_and_focus_stay_between_their_keys)
{
    for (uint32_t i = 0; i + 1 < uneven.n_keys; i++)
        for (uint32_t f = uneven.keys[i].frame; f <= uneven.keys[i + 1].frame; f++) {
            const struct scene_camera *a = &uneven.keys[i].camera, *b = &uneven.keys[i + 1].camera;
            struct scene_camera c = camera_path_at(&uneven, f);
            assert_true(c.vertical_fov_deg >= fminf(a->vertical_fov_deg, b->vertical_fov_deg) &&
                        c.vertical_fov_deg <= fmaxf(a->vertical_fov_deg, b->vertical_fov_deg));
            assert_true(c.aperture >= fminf(a->aperture, b->aperture) &&
                        c.aperture <= fmaxf(a->aperture, b->aperture));
            assert_true(c.focus_distance >= fminf(a->focus_distance, b->focus_distance) &&
                        c.focus_distance <= fmaxf(a->focus_distance, b->focus_distance));
            assert_ok(scene_validate_camera(&c, &st));
        }
}

TEST(a_key_keeps_what_it_does_not_say)
{
    struct scene *s FREED_BY(scene_free) =
        load(BALL CAMERA "interpolation = \"linear\";\n"
                         "path = ( { frame = 10; eye = (4, 0, 8); },\n"
                         "{ frame = 20; fov = 60; }, { frame = 21; } ); };");
    assert_int_equal(scene_last_frame(s), 21);
    assert_int_equal(s->path.n_keys, 4);
    assert_int_equal(s->path.interpolation, INTERPOLATE_LINEAR);
    assert_memory_equal(&s->path.keys[0].camera, &s->camera, sizeof s->camera);
    struct scene_camera c = scene_camera_at(s, 15);
    assert_float_equal(c.eye[0], 4, 0);
    assert_float_equal(c.vertical_fov_deg, 50, 0);
    assert_float_equal(c.aperture, 0.1f, 1e-7f);
    c = scene_camera_at(s, 21);
    assert_float_equal(c.vertical_fov_deg, 60, 0);
}

TEST(what_is_looked_at_stays_sharp_until_a_focus_is_given)
{
    struct scene *s FREED_BY(scene_free) =
        load(BALL CAMERA "path = ( { frame = 10; eye = (6, 0, 0); } ); };");
    struct scene_camera c = scene_camera_at(s, 5);
    assert_float_equal(c.focus_distance, 5, 1e-6f); /* (3, 0, 4) */
    scene_free(s);
    s = load(BALL CAMERA "path = ( { frame = 10; eye = (6, 0, 0); },\n"
                         "{ frame = 20; eye = (5, 0, 0); focus = 2; } ); };");
    assert_float_equal(scene_camera_at(s, 0).focus_distance, 8, 0);
    assert_float_equal(scene_camera_at(s, 10).focus_distance, 6, 0);
    assert_float_equal(scene_camera_at(s, 20).focus_distance, 2, 0);
    assert_true(scene_camera_at(s, 15).focus_distance < 6);
}

TEST(a_scene_without_a_path_has_one_camera)
{
    struct scene *s FREED_BY(scene_free) = load(BALL CAMERA "};");
    assert_int_equal(scene_last_frame(s), 0);
    struct scene_camera c = scene_camera_at(s, 3);
    assert_memory_equal(&c, &s->camera, sizeof c);
}

TEST(frames_of_a_path_have_hashes_and_uniforms_of_their_own)
{
    struct scene *a FREED_BY(scene_free) =
        load(BALL CAMERA "path = ( { frame = 10; eye = (6, 0, 0); } ); };");
    struct scene *b FREED_BY(scene_free) =
        load(BALL CAMERA "path = ( { frame = 10; eye = (7, 0, 0); } ); };");
    assert_string_not_equal(a->hash, b->hash);
    struct frame frame = {.width = 32, .height = 32, .samples = 1, .max_depth = 1, .seed = 1};
    uint8_t first[UNIFORM_BYTES], second[UNIFORM_BYTES], other[UNIFORM_BYTES];
    uniform_fill(first, a, &frame);
    uniform_fill(other, b, &frame);
    assert_memory_equal(first, other, UNIFORM_BYTES);
    frame.number = 10;
    uniform_fill(second, a, &frame);
    uniform_fill(other, b, &frame);
    assert_memory_not_equal(first, second, UNIFORM_BYTES);
    assert_memory_not_equal(second, other, UNIFORM_BYTES);
}

TEST(a_path_that_cannot_be_is_answered_with_file_and_line)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"path = (); };", ":4: 'path' has no keys; it needs at least one"},
        {"path = 5; };", ":4: 'path' is not a list"},
        {"path = ( 5 ); };", ":4: a key of 'path' is not a group"},
        {"path = ( { eye = (1, 1, 1); } ); };", ":4: missing key 'frame'"},
        {"path = ( { frame = 0; eye = (1, 1, 1); } ); };",
         ":4: a key of 'path' is at frame 0, which is the camera itself"},
        {"path = ( { frame = 4; },\n{ frame = 4; } ); };",
         ":5: a key of 'path' is at frame 4 and the one before it at 4; frames must increase"},
        {"path = ( { frame = 4; },\n\n{ frame = 3; } ); };",
         ":6: a key of 'path' is at frame 3 and the one before it at 4"},
        {"path = ( { frame = -1; } ); };", ":4: "},
        {"path = ( { frame = 100000; } ); };", ":4: "},
        {"path = ( { frame = 1.5; } ); };", ":4: "},
        {"path = ( { frame = 5; position = (1, 1, 1); } ); };",
         ":4: unknown key 'position'; known here: frame, eye, look_at"},
        {"path = ( { frame = 5; eye = (1, 1); } ); };", ":4: 'eye' is not a list of 3 numbers"},
        {"path = ( { frame = 5; eye = (1, 1, 1e99); } ); };",
         ":4: 'eye' has 1e+99, which no 32-bit number holds"},
        {"path = ( { frame = 5; eye = (1, nan, 1); } ); };", ":4: syntax error"},
        {"path = ( { frame = 5; eye = (0, 0, 0); } ); };", ":4: the camera looks at its own"},
        {"path = ( { frame = 5; fov = 180; } ); };", ":4: the camera's vertical field of view"},
        {"path = ( { frame = 5; aperture = -1; } ); };", ":4: the camera's aperture is -1"},
        {"interpolation = \"linear\"; path = ( { frame = 5; },\n{ frame = 15; eye = (0, 0, -8); } "
         "); };",
         ":5: at frame 10, before this key: the camera looks at its own position"},
        {"path = ( { frame = 4; up = (0, -1, 0); } ); };",
         ":4: at frame 2, before this key: the camera's up is zero"},
        {"interpolation = \"linear\"; };", ":4: 'interpolation' is of a camera's 'path'"},
        {"interpolation = \"cubic\"; path = ( { frame = 5; } ); };",
         ":4: 'interpolation' is 'cubic'; it must be 'smooth' or 'linear'"},
        {"interpolation = 3; path = ( { frame = 5; } ); };", ":4: "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        struct scene *s;
        snprintf(text, sizeof text, BALL CAMERA "%s", cases[i].text);
        if (rig_load_text(&s, text, &st) != ST_FAILED || !strstr(st.text, cases[i].said))
            fail_msg("%s: '%s' instead of '%s'", cases[i].text, st.text, cases[i].said);
        assert_non_null(strstr(st.text, "path.scene:"));
    }
}
