/* Work from a heatmap alone, as a user asks for it. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/image.h"
#include "common/random.h"
#include "heatmap/gradient_colors.h"
#include "tests/rig/documents.h"

#include <string.h>

/* The output of a run that says nothing else; to be freed with outcome_free. */
static void run(struct outcome *o, const char *words)
{
    program_run(o, words);
    if (o->status != 0 || o->err[0])
        fail_msg("diorama %s: %d\n%s", words, o->status, o->err);
}

static void says_what_it_is_and_what_it_cannot_know(const json_t *d)
{
    const json_t *s = json_object_get(d, "synthetic");
    assert_string_equal(text_at(d, "workload"), "synthetic");
    assert_string_equal(text_at(d, "shader"), "synthetic");
    assert_string_equal(text_at(d, "scene"), "heat");
    assert_int_equal(integer_at(d, "width"), 40);
    assert_true(number_at(s, "hottest_pixel_rays") == 16);
    assert_true(null_at(s, "hottest_pixel_ms"));
    assert_true(number_at(s, "coherence") == 0.75);
    assert_true(integer_at(s, "footprint_bytes") >= 4 << 20);
    assert_true(size_at(s, "unknown") >= 4);
}

TEST(a_picture_is_enough)
{
    static const char *const commands[] = {"predict", "simulate"};
    struct outcome o ENDED_BY(outcome_free);
    program_does("heatmap rigging -W 40 -H 6 -s 1 -q -o heat.png");
    for (size_t i = 0; i < 2; i++) {
        char words[128];
        snprintf(words, sizeof words, "%s --heatmap heat.png -g tiny -q --json", commands[i]);
        run(&o, words);
        json_t *d FREED_BY(json_decref) = document_parse(o.out);
        says_what_it_is_and_what_it_cannot_know(d);
        outcome_free(&o);
    }
    run(&o, "predict --heatmap heat.png -g tiny -q");
    assert_non_null(strstr(o.out, "Prediction of heat on tiny"));
    assert_non_null(strstr(o.out, "synthetic, from the heatmap: the hottest pixel traces 16 rays"));
    assert_non_null(strstr(o.out, "unknown: geometry, materials, divergence"));
    outcome_free(&o);
    run(&o, "validate --heatmap heat.png -g tiny -q --json");
    json_t *d FREED_BY(json_decref) = document_parse(o.out);
    says_what_it_is_and_what_it_cannot_know(json_object_get(d, "reference"));
    json_decref(d);
    outcome_free(&o);
    program_does("census --heatmap heat.png -q");
    run(&o, "predict rigging -W 40 -H 6 -s 1 -g tiny -q --json");
    d = document_parse(o.out);
    assert_string_equal(text_at(d, "workload"), "scene");
    assert_null(json_object_get(d, "synthetic"));
}

TEST(a_times_rays_are_shown)
{
    struct outcome o;
    run(&o,
        "simulate --heatmap heat.png --hottest-pixel 0.25ms@tiny -g tiny -q --model approximate");
    assert_non_null(strstr(o.out, " rays (0.25 ms of "));
    outcome_free(&o);
    program_refuses("simulate --heatmap heat.png --hottest-pixel 60000ms -g tiny -q", 2,
                    "it must be 1 to 65536 rays");
    program_refuses("simulate --heatmap heat.png --hottest-pixel 0.0001ms -g tiny -q", 2,
                    "it must be 1 to 65536 rays");
    program_refuses("simulate --heatmap heat.png --hottest-pixel 1ms@nosuch -g tiny -q", 2,
                    "nosuch");
}

TEST(its_own_heatmap_is_written_and_kept)
{
    struct outcome o ENDED_BY(outcome_free);
    program_does("heatmap --heatmap heat.png -q -o again.png");
    program_does("heatmap --heatmap again.png -q");
    assert_int_equal(program_count("again_heatmap.png"), 1);
    program_does("predict --heatmap heat.png -g tiny -q --keep kept");
    run(&o, "partition --heatmap heat.png -g tiny -q -o parts");
}

/* The document up to "cost", which differs from run to run. */
static void cut(char *text)
{
    char *cost = strstr(text, "\"cost\"");
    assert_non_null(cost);
    *cost = 0;
}

TEST(threads_change_nothing)
{
    struct outcome one ENDED_BY(outcome_free), two ENDED_BY(outcome_free);
    run(&one, "predict --heatmap heat.png -g mobile_soc -q --json -t 1");
    run(&two, "predict --heatmap heat.png -g mobile_soc -q --json -t 2");
    cut(one.out);
    cut(two.out);
    assert_string_equal(one.out, two.out);
}

TEST(what_makes_no_sense_is_refused)
{
    static const struct {
        const char *words, *said;
    } cases[] = {
        {"predict", "no SCENE and no --heatmap; one of them is needed"},
        {"simulate", "no SCENE and no --heatmap"},
        {"heatmap", "no SCENE and no --heatmap"},
        {"census", "no SCENE and no --heatmap"},
        {"validate", "no SCENE and no --heatmap"},
        {"simulate lonely --heatmap heat.png", "both say what runs"},
        {"heatmap lonely --heatmap heat.png", "both say what runs"},
        {"predict --heatmap heat.png --shader ao", "--shader needs a SCENE"},
        {"predict --heatmap heat.png --shaders somewhere", "--shaders needs a SCENE"},
        {"simulate --heatmap heat.png -W 41", "heat.png: the heatmap is 40x6"},
        {"predict --heatmap heat.png --hottest-pixel 0", "--hottest-pixel is '0'; it must be 1 to"},
        {"predict --heatmap heat.png --hottest-pixel 65537", "must be 1 to 65536 rays"},
        {"predict --heatmap heat.png --hottest-pixel 0ms", "must be 1 to 65536 rays"},
        {"predict --heatmap heat.png --hottest-pixel 3s", "0.5ms or 0.5ms@rtx2060"},
        {"predict --heatmap heat.png --hottest-pixel 3ms@", "0.5ms or 0.5ms@rtx2060"},
        {"predict --heatmap heat.png --hottest-pixel -3", "must be 1 to 65536 rays"},
        {"predict --heatmap heat.png --coherence 1.5", "--coherence is '1.5'; it must be 0 to 1"},
        {"predict --heatmap heat.png --coherence -0.5", "--coherence is '-0.5'; it must be 0 to 1"},
        {"predict --heatmap heat.png --footprint 1KiB", "--footprint is '1KiB'; it must be 4KiB"},
        {"predict --heatmap heat.png --footprint 2GiB", "--footprint is '2GiB'; it must be 4KiB"},
        {"predict --heatmap heat.png --footprint MiB", "--footprint is 'MiB'; it must be 4KiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        program_refuses(cases[i].words, 2, cases[i].said);
    program_refuses("predict --heatmap missing.png", 1, "missing.png");
    program_write_text("text.png", "no picture");
    program_refuses("simulate --heatmap text.png", 1, "text.png: is not a picture");
    program_write("short.png", "\x89PNG\r\n\x1a\n", 8);
    program_refuses("predict --heatmap short.png", 1, "short.png: is not a readable PNG");
}

/* ---- other gradients ---- */

static void write_gradient(const char *name, enum gradient gradient)
{
    struct image picture ENDED_BY(image_free);
    assert_ok(image_create(&picture, 40, 6, &st));
    for (uint32_t i = 0; i < 240; i++)
        gradient_color(gradient, i / 239.0, picture.rgba + 4 * (size_t)i);
    assert_ok(image_write_png(&picture, name, &st));
}

/* Runs a command that must succeed and say `said` on standard error; NULL: nothing. */
static void warns(const char *words, const char *said)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != 0 || (said ? !strstr(o.err, said) : o.err[0] != 0))
        fail_msg("diorama %s: %d, %s", words, o.status, o.err);
}

TEST(pictures_of_other_gradients_are_read)
{
    static const char *const commands[] = {
        "quantize grey.png", "partition --heatmap grey.png -o p",
        "heatmap --heatmap grey.png -o own.png",
        "simulate --heatmap grey.png -g tiny --model approximate",
        "predict rigging -s 1 --heatmap grey.png -g tiny"};
    struct outcome heat, viridis;
    write_gradient("viridis.png", GRADIENT_VIRIDIS);
    write_gradient("grey.png", GRADIENT_GREY);
    write_gradient("plain.png", GRADIENT_HEAT);
    run(&heat, "quantize plain.png -k 2");
    run(&viridis, "quantize viridis.png --gradient viridis -k 2");
    assert_string_not_equal(heat.out, "");
    double t[2];
    for (int i = 0; i < 2; i++) {
        const char *row = strstr(i ? viridis.out : heat.out, "\n1 ");
        assert_non_null(row);
        assert_int_equal(sscanf(row, " 1 #%*x %lf", &t[i]), 1);
    }
    assert_true(t[0] - t[1] < 0.02 && t[1] - t[0] < 0.02);
    outcome_free(&heat);
    outcome_free(&viridis);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char words[160];
        warns(commands[i], "grey.png: ");
        warns(commands[i], "--gradient grey fits better");
        snprintf(words, sizeof words, "%s -q", commands[i]);
        warns(words, NULL);
        snprintf(words, sizeof words, "%s --gradient grey -q", commands[i]);
        warns(words, NULL);
    }
    warns("quantize viridis.png --gradient viridis", NULL);
    warns("quantize viridis.png --gradient turbo", "--gradient viridis fits better");
    struct image noise ENDED_BY(image_free);
    assert_ok(image_create(&noise, 64, 64, &st));
    for (uint64_t i = 0; i < (uint64_t)4 * 64 * 64; i++)
        noise.rgba[i] = i % 4 == 3 ? 255 : (uint8_t)random_below(1, RANDOM_TEST, i, 256);
    assert_ok(image_write_png(&noise, "noise.png", &st));
    warns("quantize noise.png --gradient grey", "their temperatures are guesses");
    program_refuses(
        "quantize viridis.png --gradient warm", 2,
        "--gradient is 'warm'; it must be one of heat, turbo, viridis, inferno, jet, grey");
}

/* It works on what a picture was made into, and on nothing else. */
TEST(its_shader_is_none_for_a_scene)
{
    program_refuses("render cornell -S synthetic", 2,
                    "--shader is 'synthetic'; it must be one of path, shadow, ao");
    program_write_text("runs.csv", "run,scene,gpu,shader,width,height,samples,max_depth\n"
                                   "a,lonely,tiny,synthetic,32,1,1,2\n");
    program_refuses("correlate runs.csv", 1, "it must be one of path, shadow, ao");
}

TEST_GROUP(program_enter, program_leave)

/* A figure with a margin: a white picture with the heatmap in it. */
TEST(figures_are_cropped_or_refused)
{
    struct image heat, figure;
    struct outcome o;
    program_does("heatmap cornell -W 40 -H 30 -s 1 -g tiny -q -o plot.png");
    assert_ok(image_read_png(&heat, "plot.png", &st));
    assert_ok(image_create(&figure, 70, 50, &st));
    memset(figure.rgba, 255, (size_t)4 * 70 * 50);
    for (uint32_t y = 0; y < 30; y++)
        memcpy(image_at(&figure, 9, 11 + y), image_at(&heat, 0, y), (size_t)4 * 40);
    assert_ok(image_write_png(&figure, "figure.png", &st));
    for (uint32_t y = 0; y < 50; y++)
        memset(image_at(&figure, 29, y), 255, 8);
    assert_ok(image_write_png(&figure, "two.png", &st));
    image_free(&figure);
    image_free(&heat);
    static const char *const same[] = {"quantize plot.png -q", "quantize figure.png -q",
                                       "quantize figure.png -q --crop 9,11,40,30"};
    char first[2048] = "";
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        program_run(&o, same[i]);
        assert_int_equal(o.status, 0);
        if (i == 0)
            snprintf(first, sizeof first, "%s", o.out);
        assert_string_equal(o.out, first);
        outcome_free(&o);
    }
    warns("quantize figure.png",
          "figure.png: is a figure with a white margin; of it --crop 9,11,40,30 is taken");
    warns("quantize figure.png", "the rest are left out\n");
    warns("quantize figure.png --gradient turbo", "the rest are left out; figure.png: ");
    program_refuses("quantize two.png --gradient jet", 1, "two.png: has a white margin");
    program_refuses("predict --heatmap two.png -g tiny", 1,
                    "two.png: has a white margin, white 67 % of its pixels, and it is not clear "
                    "which part is the heatmap; say it, such as --crop 9,11,20,30");
    program_refuses("quantize plot.png --crop 0,0,41,1", 2,
                    "--crop is '0,0,41,1', which is not inside of the picture's 40x30 pixels");
    program_refuses("quantize plot.png --crop 1,2,3", 2, "--crop is '1,2,3'; it must be X,Y,W,H");
}
