/* --shaders DIR: a folder of Vulkan-Sim's shader dumps runs instead of a shader of ours. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/image.h"
#include "orchestrator/diorama.h"
#include "tests/rig/documents.h"

#include <stdio.h>
#include <string.h>

#define FRAME "lonely -g tiny -W 32 -H 2 -s 1"

/* A folder with one shader: every pixel gets one colour, `moves` instructions later. */
static void write_dumps(const char *folder, uint32_t moves)
{
    char path[256], text[4096];
    int at = snprintf(text, sizeof text,
                      ".version 2.0\n.target sm_10, map_f64_to_f32\n\n// shader: raygen\n"
                      ".entry MESA_SHADER_RAYGEN_func0_main () {\n"
                      "\t.reg .u32 %%launch_ID_0;\n\t.reg .u32 %%launch_ID_1;\n"
                      "\t.reg .u32 %%launch_ID_2;\n\t.reg .b64 %%OutputImage;\n"
                      "\t.reg .f32 %%ssa_1;\n"
                      "\tload_ray_launch_id %%launch_ID_0, %%launch_ID_1, %%launch_ID_2;\n"
                      "\tload_vulkan_descriptor %%OutputImage, 0, 2;\n");
    for (uint32_t i = 0; i < moves; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "\tmov.f32 %%ssa_1, 0F3f000000;\n");
    snprintf(text + at, sizeof text - (size_t)at,
             "\timage_deref_store %%OutputImage, %%launch_ID_0, %%launch_ID_1, %%launch_ID_2, "
             "%%launch_ID_2, %%launch_ID_2, %%ssa_1, %%ssa_1, %%ssa_1, %%ssa_1, 0, 1, 0, 0, 0, "
             "160;\n\tshader_exit:\n\tret ;\n}\n");
    assert_ok(file_make_folder(folder, &st));
    snprintf(path, sizeof path, "%s/MESA_SHADER_RAYGEN_0.ptx", folder);
    program_write_text(path, text);
}

TEST(what_is_read_is_not_written_over)
{
    struct outcome o;
    write_dumps("dumps", 1);
    program_run(&o, "census " FRAME " --shaders dumps -q --lines dumps/MESA_SHADER_RAYGEN_0.ptx");
    assert_int_equal(o.status, 2);
    assert_string_equal(o.err, "diorama: --lines dumps/MESA_SHADER_RAYGEN_0.ptx is "
                               "'MESA_SHADER_RAYGEN_0.ptx' of the shaders that are read; name "
                               "another one\n");
    outcome_free(&o);
    program_does("census " FRAME " --shaders dumps -q --lines dumps/lines.csv");
    program_does("census " FRAME " --shaders dumps -q --lines dumps/lines.csv");
    assert_int_equal(remove("dumps/lines.csv"), 0);
}

TEST(every_command_that_traces_runs_them)
{
    static const char *const commands[] = {"render", "heatmap", "simulate", "predict", "validate"};
    write_dumps("dumps", 1);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct outcome o ENDED_BY(outcome_free);
        char words[256];
        snprintf(words, sizeof words, "%s " FRAME " --shaders dumps -q", commands[i]);
        program_run(&o, words);
        if (o.status != 0 || (!strstr(o.out, " shaders dumps") && i != 4))
            fail_msg("%s: %d: %s%s", words, o.status, o.out, o.err);
        assert_null(strstr(o.out, "shader path"));
    }
    program_does("partition " FRAME " --shaders dumps -q");
}

TEST(the_document_says_what_ran)
{
    write_dumps("dumps", 3);
    write_dumps("other", 3);
    write_dumps("longer", 4);
    json_t *ours = document_of("simulate " FRAME " --json --stats -q", 0);
    json_t *dumps = document_of("simulate " FRAME " --shaders dumps --json --stats -q", 0);
    json_t *other = document_of("simulate " FRAME " --shaders=other --json --stats -q", 0);
    json_t *longer = document_of("simulate " FRAME " --shaders longer --json --stats -q", 0);
    assert_string_equal(text_at(ours, "shader"), "path");
    assert_true(null_at(ours, "shaders"));
    assert_true(null_at(dumps, "shader"));
    assert_string_equal(text_at(dumps, "shaders"), "dumps");
    const char *hash = text_at(dumps, "inputs.shader");
    assert_string_equal(hash, text_at(other, "inputs.shader"));
    assert_string_not_equal(hash, text_at(longer, "inputs.shader"));
    assert_string_not_equal(hash, text_at(ours, "inputs.shader"));
    /* 64 pixels: the launch id and the moves, the descriptor and the image's store, the end. */
    assert_int_equal(integer_at(dumps, "counters.mix.alu"), 64 * 4);
    assert_int_equal(integer_at(longer, "counters.mix.alu"), 64 * 5);
    assert_int_equal(integer_at(dumps, "counters.mix.rt"), 64 * 2);
    assert_int_equal(integer_at(dumps, "counters.mix.control"), 64);
    assert_int_equal(integer_at(dumps, "counters.mix.warps_32"), 2 * 7);
    const json_t *asked = json_object_get(dumps, "settings");
    assert_int_equal(integer_at(asked, "rays"), 16);
    json_decref(ours);
    json_decref(dumps);
    json_decref(other);
    json_decref(longer);
    json_t *rendered FREED_BY(json_decref) =
        document_of("render " FRAME " --shaders dumps --json -q", 0);
    assert_string_equal(text_at(rendered, "shaders"), "dumps");
    assert_true(null_at(rendered, "shader"));
}

/* The example of the documentation: where a triangle is hit, its barycentrics, which sum to 1. */
TEST(the_example_draws_barycentrics)
{
    struct image picture;
    uint32_t hits = 0, colours[3] = {0};
    json_t *d = document_of("render cornell -W 64 -H 64 --shaders " TEST_SOURCE_DIR
                            "/docs/examples/barycentrics -o barycentrics.png --json -q",
                            0);
    assert_int_equal(integer_at(d, "rays"), 64 * 64);
    json_decref(d);
    assert_ok(image_read_png(&picture, "barycentrics.png", &st));
    for (uint32_t i = 0; i < 64 * 64; i++) {
        const uint8_t *rgb = image_at(&picture, i % 64, i / 64);
        int sum = rgb[0] + rgb[1] + rgb[2];
        hits += sum != 0;
        for (int k = 0; k < 3; k++)
            colours[k] += rgb[k] > 150;
        if (sum != 0)
            assert_in_range(sum, 253, 257);
    }
    image_free(&picture);
    assert_in_range(hits, 64 * 48, 64 * 64);
    for (int k = 0; k < 3; k++)
        assert_in_range(colours[k], 64, 64 * 32);
}

TEST(what_cannot_be_is_refused)
{
    write_dumps("dumps", 1);
    program_refuses("simulate " FRAME " --shaders nowhere -q", 1, "nowhere: ");
    program_refuses("simulate " FRAME " --shaders . -q", 1, "expected the stages of a pipeline");
    program_refuses("simulate " FRAME " --shaders", 2, "--shaders has no value");
    program_refuses("simulate " FRAME " --shader path --shaders dumps", 2, "drop --shader to run");
    program_refuses("simulate " FRAME " --shaders dumps -S ao", 2, "drop --shader to run");
    program_refuses("microbench --shaders dumps", 2, "'--shaders' is not one of 'microbench'");
    write_dumps("broken", 1);
    program_write_text("broken/MESA_SHADER_MISS_1.ptx", ".version 2.0\nnonsense\n");
    program_refuses("predict " FRAME " --shaders broken -q", 1, "MESA_SHADER_MISS_1.ptx:2");
}

static const char runs[] = "run,scene,gpu,shader,width,height,samples,max_depth,cycles\n"
                           "a,lonely,tiny,path,32,2,1,3,9000\n"
                           "b,lonely,tiny,shadow,32,2,1,3,9000\n";

TEST(runs_choose_the_folder_of_their_shader)
{
    program_write_text("runs.csv", runs);
    assert_ok(file_make_folder("both", &st));
    write_dumps("both/path", 5);
    write_dumps("both/shadow", 9);
    json_t *d FREED_BY(json_decref) = document_of("correlate runs.csv --shaders both --json -q", 0);
    assert_true(number_at(d, "rows.0.ours.instructions_alu") == 64 * 6);
    assert_true(number_at(d, "rows.1.ours.instructions_alu") == 64 * 10);
    const json_t *row = json_at(d, "rows.1");
    assert_string_equal(text_at(row, "shader"), "shadow");
    assert_string_equal(text_at(row, "shaders"), "both/shadow");
    json_decref(d);

    /* A folder of dumps serves all rows, but for those with a folder of their own in it. */
    write_dumps("all", 2);
    d = document_of("correlate runs.csv --shaders all --json -q", 0);
    assert_true(number_at(d, "rows.0.ours.instructions_alu") == 64 * 3);
    assert_true(number_at(d, "rows.1.ours.instructions_alu") == 64 * 3);
    json_decref(d);
    write_dumps("all/shadow", 7);
    d = document_of("correlate runs.csv --shaders all --json -q", 0);
    assert_true(number_at(d, "rows.0.ours.instructions_alu") == 64 * 3);
    assert_true(number_at(d, "rows.1.ours.instructions_alu") == 64 * 8);
    json_decref(d);

    struct outcome o;
    program_run(&o, "correlate runs.csv --shaders all -q");
    assert_int_equal(o.status, 0);
    assert_int_equal(strncmp(o.out, "ours run the shaders of all\n", 28), 0);
    outcome_free(&o);
    d = document_of("correlate runs.csv --json -q", 0);
    row = json_at(d, "rows.0");
    assert_true(null_at(row, "shaders"));
}

TEST(a_run_without_dumps_fails_alone)
{
    struct outcome o ENDED_BY(outcome_free);
    program_write_text("runs.csv", runs);
    assert_ok(file_make_folder("half", &st));
    write_dumps("half/path", 1);
    program_run(&o, "correlate runs.csv --shaders half --csv - -q");
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.out, "\na,lonely,tiny,cycles,"));
    assert_non_null(strstr(o.err, "1 of 2 runs failed; the first, b: --shaders half: there is "
                                  "neither MESA_SHADER_RAYGEN_0.ptx in it nor "
                                  "shadow/MESA_SHADER_RAYGEN_0.ptx"));
    outcome_free(&o);
    program_run(&o, "correlate runs.csv --shaders nowhere -q");
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.err, "2 of 2 runs failed; the first, a: --shaders nowhere: "));
}

TEST(a_librarys_result_outlives_the_options)
{
    static const char *const given[][2] = {
        {"gpu", "tiny"}, {"width", "32"}, {"height", "1"}, {"samples", "1"}, {"shaders", "dumps"}};
    struct diorama_options *options;
    struct diorama_scene *scene;
    struct diorama_result *result;
    char *text, value[16];
    write_dumps("dumps", 2);
    assert_int_equal(diorama_options_create(&options, NULL), DIORAMA_OK);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        snprintf(value, sizeof value, "%s", given[i][1]);
        assert_int_equal(diorama_options_set(options, given[i][0], value, NULL), DIORAMA_OK);
    }
    assert_int_equal(diorama_scene_load(&scene, "lonely", NULL), DIORAMA_OK);
    assert_int_equal(diorama_simulate(&result, scene, options, NULL), DIORAMA_OK);
    diorama_options_free(options);
    diorama_scene_free(scene);
    assert_int_equal(diorama_result_json(&text, result, NULL), DIORAMA_OK);
    assert_non_null(strstr(text, "\"shader\": null"));
    assert_non_null(strstr(text, "\"shaders\": \"dumps\""));
    diorama_text_free(text);
    diorama_result_free(result);
}

TEST_GROUP(program_enter, program_leave)
