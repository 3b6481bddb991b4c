/* Frames of a camera path as a user asks for them. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/table.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

TEST(a_frame_is_what_a_scene_with_that_camera_is)
{
    static const char *const pairs[][2] = {
        {"predict still.scene" SMALL, "predict moving.scene" SMALL},
        {"predict ten.scene" SMALL, "predict moving.scene --frame 10" SMALL},
        {"simulate ten.scene" SMALL, "simulate moving.scene --frame=10" SMALL},
        {"census ten.scene" SMALL, "census moving.scene --frame 10" SMALL},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_t *a FREED_BY(json_decref) = anonymous(pairs[i][0]), *b = anonymous(pairs[i][1]);
        if (!json_equal(a, b))
            fail_msg("'%s' and '%s' differ", pairs[i][0], pairs[i][1]);
        json_decref(b);
    }
    json_t *other FREED_BY(json_decref) = anonymous("predict moving.scene --frame 11" SMALL);
    json_t *ten FREED_BY(json_decref) = anonymous("predict moving.scene --frame 10" SMALL);
    assert_false(json_equal(other, ten));
}

TEST(every_document_says_which_frame_it_is_about)
{
    static const char *const words[] = {
        "predict moving.scene --frame 7" SMALL,
        "simulate moving.scene --frame 7" SMALL,
        "census moving.scene --frame 7" SMALL,
        "partition moving.scene -o parts --frame 7" SMALL,
        "heatmap moving.scene -o heat.png --frame 7" SMALL,
        "render moving.scene -o picture.png --frame 7" SMALL,
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        json_t *d FREED_BY(json_decref) = document_of(words[i], 0);
        assert_int_equal(integer_at(d, "frame"), 7);
    }
    json_t *d FREED_BY(json_decref) = document_of("predict still.scene" SMALL, 0);
    assert_true(json_is_integer(json_object_get(d, "frame")));
    assert_int_equal(integer_at(d, "frame"), 0);
}

TEST(tables_name_the_frame_unless_it_is_the_first)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "simulate moving.scene --frame 7 -W 32 -H 2 -s 1 -g tiny -q");
    assert_non_null(strstr(o.out, "seed 1, frame 7\n"));
    outcome_free(&o);
    program_run(&o, "simulate moving.scene -W 32 -H 2 -s 1 -g tiny -q");
    assert_non_null(strstr(o.out, "seed 1\n"));
}

TEST(frames_that_are_not_there_are_errors_of_usage)
{
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

TEST(frames_have_profiles_of_their_own)
{
    static const struct {
        const char *words;
        bool cached;
    } runs[] = {
        {"predict moving.scene --sample groups --cache kept" SMALL, false},
        {"predict moving.scene --sample groups --cache kept --frame 3" SMALL, false},
        {"predict moving.scene --sample groups --cache kept --frame 3" SMALL, true},
        {"predict moving.scene --sample groups --cache kept" SMALL, true},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *d FREED_BY(json_decref) = document_of(runs[i].words, 0),
                  *cost = json_object_get(d, "cost");
        assert_int_equal(json_is_true(json_object_get(cost, "profile_cached")), runs[i].cached);
    }
}

#define FRAMES "predict moving.scene --frames 0:20:5" SMALL

static json_t *without_cost(json_t *d)
{
    json_object_del(d, "cost");
    return d;
}

TEST(a_sequence_holds_the_documents_of_its_frames)
{
    json_t *d FREED_BY(json_decref) = document_of(FRAMES, 0),
              *frames = json_object_get(d, "frames");
    assert_int_equal(json_array_size(frames), 5);
    assert_true(json_is_false(json_object_get(d, "interrupted")));
    assert_true(null_at(d, "failure"));
    for (size_t i = 0; i < 5; i++) {
        char words[128];
        snprintf(words, sizeof words, "predict moving.scene --frame %zu" SMALL, 5 * i);
        json_t *alone FREED_BY(json_decref) = without_cost(document_of(words, 0));
        if (!json_equal(alone, without_cost(json_array_get(frames, i))))
            fail_msg("frame %zu of the sequence is another than alone", 5 * i);
    }
}

TEST(order_number_and_threads_change_no_frame)
{
    json_t *d FREED_BY(json_decref) = document_of(FRAMES, 0), *all = json_object_get(d, "frames");
    json_t *one FREED_BY(json_decref) = document_of(FRAMES "-t 1", 0);
    json_t *more FREED_BY(json_decref) = document_of(FRAMES "-t 5", 0);
    json_t *part FREED_BY(json_decref) =
        document_of("predict moving.scene --frames 10:20:10" SMALL, 0);
    for (size_t i = 0; i < 5; i++)
        without_cost(json_array_get(all, i));
    for (size_t i = 0; i < 5; i++) {
        without_cost(json_at(one, "frames.%zu", i));
        without_cost(json_at(more, "frames.%zu", i));
    }
    assert_true(json_equal(without_cost(d), without_cost(one)));
    assert_true(json_equal(d, without_cost(more)));
    for (size_t i = 0; i < 2; i++)
        assert_true(json_equal(json_array_get(all, 2 + 2 * i),
                               without_cost(json_at(part, "frames.%zu", i))));
}

TEST(rows_and_summary_are_those_of_the_documents)
{
    struct table t ENDED_BY(table_free);
    json_t *d FREED_BY(json_decref) = document_of(FRAMES "--csv rows.csv", 0),
              *frames = json_object_get(d, "frames");
    json_t *times = json_at(d, "summary.frame_time_ms");
    double sum = 0, most = 0;
    assert_ok(table_read(&t, "rows.csv", &st));
    assert_int_equal(t.n_rows, 5);
    assert_string_equal(t.columns[0], "frame");
    assert_string_equal(t.columns[1], "frame_time_ms");
    assert_string_equal(t.columns[4], "ipc");
    assert_string_equal(t.columns[8], "cycles_low");
    for (size_t i = 0; i < 5; i++) {
        const json_t *f = json_array_get(frames, i);
        double ms = number_at(f, "frame_time_ms");
        assert_int_equal(strtol(t.rows[i].cells[0], NULL, 10), 5 * i);
        assert_true(strtod(t.rows[i].cells[1], NULL) == ms);
        assert_true(strtod(t.rows[i].cells[8], NULL) == number_at(f, "metrics.cycles.low"));
        sum += ms;
        most = ms > most ? ms : most;
    }
    assert_true(number_at(times, "mean.value") == sum / 5);
    assert_true(number_at(times, "slowest.value") == most);
    assert_true(number_at(times, "mean.low") < sum / 5 && number_at(times, "mean.high") > sum / 5);
    assert_true(null_at(times, "percentile_99"));
}

TEST(csv_to_standard_output_takes_the_place_of_the_table)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "predict moving.scene --frames 5:6 -W 32 -H 2 -s 1 -g tiny -q --csv -");
    assert_int_equal(o.status, 0);
    assert_int_equal(strncmp(o.out, "frame,frame_time_ms,frame_time_ms_low,", 38), 0);
    assert_non_null(strstr(o.out, "\n5,"));
    assert_non_null(strstr(o.out, "\n6,"));
    outcome_free(&o);
    program_run(&o, "predict moving.scene --frames 5:6 -W 32 -H 2 -s 1 -g tiny -q");
    assert_non_null(strstr(o.out, "on tiny, frames 5 to 6 in steps of 1\n"));
    assert_non_null(strstr(o.out, "\nmean "));
    assert_non_null(strstr(o.out, "\nslowest, frame "));
}

TEST(what_is_said_of_frames_must_agree)
{
    program_refuses("predict moving.scene --frames 0:20:5:1", 2,
                    "--frames is '0:20:5:1'; it must be A:B:STEP");
    program_refuses("predict moving.scene --frames 0:20:0.5", 2, "must be whole numbers");
    program_refuses("predict moving.scene --frames 0:25:5", 2,
                    "--frames is '0:25:5'; the camera path of 'moving' has frames 0 to 20");
    program_refuses("predict --frames 0:5", 2, "no SCENE");
    program_refuses("predict still.scene --frames 0:5", 2, "'still' has no camera path");
    program_refuses("predict moving.scene --frames 0:5 --frame 2", 2, "drop one");
    program_refuses("predict moving.scene --frames 0:5 --heatmap x.png", 2, "drop one");
    program_refuses("predict moving.scene --frames 0:5 --trace x.json", 2, "drop one");
    program_refuses("predict moving.scene --frames 0:5 --json --csv -", 2,
                    "both want standard output");
    program_refuses("predict moving.scene --csv x.csv", 2, "give --frames");
    program_refuses("predict moving.scene --plot x", 2, "give --frames");
    program_refuses("predict moving.scene --frames 0:5 --csv x.csv --plot x", 2,
                    "--plot x.csv is what --csv writes, too");
    program_refuses("simulate moving.scene --frames 0:5", 2, "option '--frames' is not one of");
    program_refuses("predict moving.scene --frames 0:5 --csv none/x.csv -g tiny", 1, "none");
    assert_int_equal(program_count("x."), 0);
}

/* 10000 triangles and more, so that loading is what costs. */
TEST(the_scene_is_opened_once_and_profiles_are_kept)
{
    program_write_text("big.scene",
                       "include = ( \"" TEST_SOURCE_DIR "/scenes/builtin/rigging.scene\" );\n"
                       "camera = { eye = (0, 6, 30); look_at = (0, 5, 0);\n"
                       "path = ( { frame = 4; eye = (9, 6, 28); } ); };\n");
    for (int run = 0; run < 2; run++) {
        json_t *d FREED_BY(json_decref) = document_of(
            "predict big.scene --frames 0:4:2 --sample groups --cache once" SMALL "-W 32 -H 2", 0);
        const json_t *frames = json_object_get(d, "frames"), *cost = json_object_get(d, "cost");
        double first = number_at(frames, "0.cost.setup_cpu_s");
        for (size_t i = 1; i < 3; i++)
            assert_true(number_at(frames, "%zu.cost.setup_cpu_s", i) < 0.5 * first);
        assert_true(number_at(d, "cost.setup_cpu_s") < 2 * first);
        const json_t *reused = json_object_get(cost, "reused");
        assert_int_equal(integer_at(reused, "scene"), 2);
        assert_int_equal(integer_at(reused, "profiles"), run ? 3 : 0);
    }
}

TEST(a_frame_that_fails_leaves_those_before_it)
{
    struct outcome o ENDED_BY(outcome_free);
    assert_int_equal(mkdir("kept_frames", 0777), 0);
    program_write_text("kept_frames/frame_00010", "in the way");
    program_run(&o, "predict moving.scene --frames 0:20:5 --keep kept_frames" SMALL);
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.err, "diorama: frame 10: "));
    assert_non_null(strstr(o.err, "2 of 5 frames are done"));
    json_t *d FREED_BY(json_decref) = document_parse(o.out);
    assert_int_equal(size_at(d, "frames"), 2);
    assert_true(json_is_string(json_object_get(d, "failure")));
    assert_int_equal(access("kept_frames/frame_00005/prediction.json", F_OK), 0);
    assert_int_equal(access("kept_frames/frame_00005/render.png", F_OK), 0);
}

TEST(interrupted_frames_are_left_out_and_the_others_shown)
{
    struct outcome o ENDED_BY(outcome_free);
    program_interrupt(&o,
                      "predict moving.scene --frames 0:20 -W 256 -H 128 -s 1 -g tiny --json "
                      "--csv cut.csv",
                      "frame ([2-9]|1[0-9]): ", SIGINT); /* not every frame is shown */
    assert_int_equal(o.status, 3);
    json_t *d FREED_BY(json_decref) = document_parse(o.out);
    size_t n = size_at(d, "frames");
    assert_true(n >= 3 && n < 21);
    assert_true(json_is_true(json_object_get(d, "interrupted")));
    assert_int_equal(access("cut.csv", F_OK), 0);
    for (size_t i = 0; i < n; i++)
        assert_true(json_is_false(json_at(d, "frames.%zu.interrupted", i)));
}

TEST(a_plot_draws_every_frame)
{
    struct table t ENDED_BY(table_free);
    if (system("gnuplot -V >/dev/null 2>&1") != 0)
        rig_skip_tool("gnuplot");
    program_does("predict moving.scene --frames 0:20:10 -W 32 -H 2 -s 1 -g tiny -q --plot path");
    assert_int_equal(access("path.svg", F_OK), 0);
    assert_int_equal(access("path.pdf", F_OK), 0);
    assert_int_equal(access("path.gp", F_OK), 0);
    assert_ok(table_read(&t, "path.csv", &st));
    assert_int_equal(t.n_rows, 3);
}

TEST_GROUP(set_up, program_leave)
