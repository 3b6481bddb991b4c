/* The camera of the command line: it is the scene's of those numbers, is kept and recorded, and is
 * refused where it makes no sense. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <stdio.h>
#include <string.h>

#define BALLS                                                                                      \
    "materials = ( { name = \"g\"; color = (0.5, 0.5, 0.5); } );\n"                                \
    "spheres = ( { center = (0, 0, 0); radius = 1.0; material = \"g\"; },\n"                       \
    " { center = (40, 3, 2); radius = 9.0; material = \"g\"; } );\n"
#define CAMERA "camera = { eye = (9, 1, 4); look_at = (1, 0, 0); up = (0, 1, 0.5); fov = 25; };\n"
#define OTHER  "camera = { eye = (1, 1, 7); look_at = (0, 0, 0); };\n"

/* The last lines of the table: rays, visits and instructions. */
static void render(const char *words, char out[512])
{
    char line[256];
    struct outcome o ENDED_BY(outcome_free);
    snprintf(line, sizeof line, "render %s -W 32 -H 32 -s 1 -q -o c.png", words);
    program_run(&o, line);
    assert_int_equal(o.status, 0);
    const char *rays = strstr(o.out, "rays");
    assert_non_null(rays);
    snprintf(out, 512, "%s", rays);
}

TEST_WITH(options_are_the_camera_of_a_scene_file, program_enter, program_leave)
{
    static const char *const units[] = {"", "unit = 1.0;", "unit = 32.0;"};
    char file[512], given[512], other[512];
    (void)state;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s" BALLS CAMERA, units[i]);
        program_write_text("file.scene", text);
        snprintf(text, sizeof text, "%s" BALLS OTHER, units[i]);
        program_write_text("other.scene", text);
        render("file.scene", file);
        render("other.scene", other);
        render("other.scene --eye 9,1,4 --look-at 1,0,0 --up 0,1,0.5 --fov 25", given);
        assert_string_equal(given, file);
        assert_string_not_equal(given, other);
        render("file.scene --eye=1,1,7 --look-at=0,0,0 --up=0,2,0 --fov 40", given);
        assert_string_equal(given, other);
    }
}

TEST_WITH(results_and_studies_tell_cameras_apart, program_enter, program_leave)
{
    struct outcome o;
    (void)state;
    program_write_text("a.scene", BALLS OTHER);
    program_run(&o, "predict a.scene -W 16 -H 16 -g tiny -q -j --eye 9,1,4 --fov 25");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "\"eye\": \"9,1,4\""));
    assert_non_null(strstr(o.out, "\"fov\": 25.0"));
    assert_null(strstr(o.out, "look-at"));
    outcome_free(&o);
    for (int again = 0; again < 2; again++) { /* the second time from the file */
        program_run(&o, "sweep a.scene -W 16 -H 16 -g tiny -q --eye 9,1,4 --eye 1,1,7 -o r.db");
        assert_int_equal(o.status, 0);
        const char *first = strstr(o.out, "\"9,1,4\",done,,"),
                   *second = strstr(o.out, "\"1,1,7\",");
        assert_true(first && second);
        assert_true(strncmp(first + 15, second + 15, 12) != 0);
        outcome_free(&o);
    }
}

TEST_WITH(cameras_that_make_no_sense_are_refused, program_enter, program_leave)
{
    static const char *const cases[][2] = {
        {"render lonely --eye 1,2", "--eye is '1,2'; it must be three numbers, such as 0,1.5,-2"},
        {"render lonely --up 1,2,3,4", "--up is '1,2,3,4'; it must be three numbers"},
        {"render lonely --look-at 1,,3", "--look-at is '1,,3'; it must be three numbers"},
        {"render lonely --eye 1,nan,3", "--eye is '1,nan,3'; it must be three numbers"},
        {"render lonely --eye 1,1e39,3", "--eye is '1,1e39,3'; it must be three numbers"},
        {"render lonely --fov 180", "--fov is '180'; it must be above 0 and at most 179"},
        {"render lonely --eye 1,1,1 --look-at 1,1,1", "--eye and --look-at are the same place"},
        {"render lonely --eye 0,9,0 --look-at 0,0,0",
         "--eye, --look-at, --up and --fov: the camera's up"},
        {"render lonely --up 0,0,0", "--up is 0,0,0; it must point somewhere"},
        {"render lonely --eye 20000,0,0",
         "the camera is 19997.2 away from the scene, of which rays reach 10000;"},
        {"render flight --frame 3 --eye 1,1,1", "--eye and --frame both say where the camera is"},
        {"predict flight --frames 0:3:1 --look-at 1,1,1", "--look-at and --frames both say where"},
        {"simulate --heatmap h.png --fov 20", "--fov is of a SCENE's camera and there is no SCENE"},
        {"scenes --fov 20", "option '--fov' is not one of 'scenes'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        program_refuses(cases[i][0], 2, cases[i][1]);
}
