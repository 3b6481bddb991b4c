/* Frames of a camera path as a user asks for them. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"

#include <string.h>

#define SMALL " -W 64 -H 8 -s 1 -g tiny -q --json "
#define SPHERE                                                                                     \
    "materials = ( { name = \"m\"; color = (0.5, 0.4, 0.3); } );\n"                                \
    "spheres = ( { center = (0, 0, 0); radius = 1; material = \"m\"; },\n"                         \
    "{ center = (3, 0, 0); radius = 1.5; material = \"m\"; } );\n"
#define STILL "camera = { eye = (0, 1, 6); look_at = (0, 0, 0); };\n"
#define PATH                                                                                       \
    "camera = { eye = (0, 1, 6); look_at = (0, 0, 0);\n"                                           \
    "  path = ( { frame = 10; eye = (6, 1, 0); }, { frame = 20; eye = (0, 1, -6); fov = 70; } "    \
    ");\n"                                                                                         \
    "};\n"

static int set_up(void **state)
{
    int code = program_enter(state);
    program_write_text("still.scene", STILL SPHERE);
    program_write_text("moving.scene", PATH SPHERE);
    /* Where frame 10 of the path stands. */
    program_write_text("ten.scene", "camera = { eye = (6, 1, 0); look_at = (0, 0, 0); };\n" SPHERE);
    return code;
}

/* Without what names the scene, the frame and the cost. */
static json_t *anonymous(const char *words)
{
    json_t *d = document_of(words, 0);
    json_object_del(d, "scene");
    json_object_del(d, "frame");
    json_object_del(d, "cost");
    json_object_del(json_object_get(d, "inputs"), "scene");
    return d;
}

static void a_frame_is_what_a_scene_with_that_camera_is(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"predict still.scene" SMALL, "predict moving.scene" SMALL},
        {"predict ten.scene" SMALL, "predict moving.scene --frame 10" SMALL},
        {"simulate ten.scene" SMALL, "simulate moving.scene --frame=10" SMALL},
        {"census ten.scene" SMALL, "census moving.scene --frame 10" SMALL},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_t *a = anonymous(pairs[i][0]), *b = anonymous(pairs[i][1]);
        if (!json_equal(a, b))
            fail_msg("'%s' and '%s' differ", pairs[i][0], pairs[i][1]);
        json_decref(a);
        json_decref(b);
    }
    json_t *other = anonymous("predict moving.scene --frame 11" SMALL);
    json_t *ten = anonymous("predict moving.scene --frame 10" SMALL);
    assert_false(json_equal(other, ten));
    json_decref(other);
    json_decref(ten);
}

static void every_document_says_which_frame_it_is_about(void **state)
{
    (void)state;
    static const char *const words[] = {
        "predict moving.scene --frame 7" SMALL,
        "simulate moving.scene --frame 7" SMALL,
        "census moving.scene --frame 7" SMALL,
        "partition moving.scene -o parts --frame 7" SMALL,
        "heatmap moving.scene -o heat.png --frame 7" SMALL,
        "render moving.scene -o picture.png --frame 7" SMALL,
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        json_t *d = document_of(words[i], 0);
        assert_int_equal(json_integer_value(json_object_get(d, "frame")), 7);
        json_decref(d);
    }
    json_t *d = document_of("predict still.scene" SMALL, 0);
    assert_true(json_is_integer(json_object_get(d, "frame")));
    assert_int_equal(json_integer_value(json_object_get(d, "frame")), 0);
    json_decref(d);
}

static void tables_name_the_frame_unless_it_is_the_first(void **state)
{
    (void)state;
    struct outcome o;
    program_run(&o, "simulate moving.scene --frame 7 -W 32 -H 2 -s 1 -g tiny -q");
    assert_non_null(strstr(o.out, "seed 1, frame 7\n"));
    outcome_free(&o);
    program_run(&o, "simulate moving.scene -W 32 -H 2 -s 1 -g tiny -q");
    assert_non_null(strstr(o.out, "seed 1\n"));
    outcome_free(&o);
}

static void frames_that_are_not_there_are_errors_of_usage(void **state)
{
    (void)state;
    program_refuses("render still.scene --frame 1", 2,
                    "--frame is 1 and 'still' has no camera path; it must be 0");
    program_refuses("predict moving.scene --frame 21", 2,
                    "--frame is 21; the camera path of 'moving' has frames 0 to 20");
    program_refuses("heatmap moving.scene --frame -1", 2,
                    "--frame is '-1'; it must be a whole number from 0 to 99999");
    program_refuses("simulate moving.scene --frame 1.5", 2, "--frame is '1.5'");
    program_refuses("scenes --frame 1", 2, "option '--frame' is not one of 'scenes'");
    assert_int_equal(program_count("moving.png"), 0);
}

static void frames_have_profiles_of_their_own(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool cached;
    } runs[] = {
        {"predict moving.scene --cache kept" SMALL, false},
        {"predict moving.scene --cache kept --frame 3" SMALL, false},
        {"predict moving.scene --cache kept --frame 3" SMALL, true},
        {"predict moving.scene --cache kept" SMALL, true},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *d = document_of(runs[i].words, 0), *cost = json_object_get(d, "cost");
        assert_int_equal(json_is_true(json_object_get(cost, "profile_cached")), runs[i].cached);
        json_decref(d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_is_what_a_scene_with_that_camera_is),
        cmocka_unit_test(every_document_says_which_frame_it_is_about),
        cmocka_unit_test(tables_name_the_frame_unless_it_is_the_first),
        cmocka_unit_test(frames_that_are_not_there_are_errors_of_usage),
        cmocka_unit_test(frames_have_profiles_of_their_own),
    };
    return cmocka_run_group_tests(tests, set_up, program_leave);
}
