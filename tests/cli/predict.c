/* partition, predict, simulate and validate as a user runs them. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/image.h"
#include "sim/timing/counters/metrics.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define SMALL " -W 64 -H 8 -s 1 -g mobile_soc -q "

static void write_heat(const char *name, uint32_t width, uint32_t height)
{
    struct image picture ENDED_BY(image_free);
    assert_ok(image_create(&picture, width, height, &st));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint8_t *p = image_at(&picture, x, y);
            p[0] = (x / 8 + y) % 3 == 0 ? 145 : 0;
            p[2] = 90;
            p[3] = 255;
        }
    assert_ok(image_write_png(&picture, name, &st));
}

TEST(predict_prints_a_table_and_nothing_on_standard_error_when_quiet)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "predict weekend" SMALL "-p 50 --all");
    assert_int_equal(o.status, 0);
    assert_string_equal(o.err, "");
    for (int m = 0; m < METRIC_COUNT; m++)
        assert_non_null(strstr(o.out, metrics[m].title));
    assert_non_null(strstr(o.out, "Frame time"));
    assert_null(strstr(o.out, "nan"));
    assert_null(strstr(o.out, " \n"));
}

TEST(the_prediction_says_what_was_traced)
{
    json_t *d FREED_BY(json_decref) =
        document_of("predict weekend" SMALL "-x linear -p 50 --json --stats", 0);
    assert_int_equal(integer_at(d, "pixels"), 512);
    assert_int_equal(size_at(d, "groups"), 4);
    double percent = number_at(d, "percent");
    assert_true(percent >= 50 && percent <= 100);
    assert_true(number_at(d, "metrics.cycles.value") > 0 && number_at(d, "metrics.ipc.value") > 0);
    assert_true(number_at(d, "metrics.rt_efficiency.value") > 0 &&
                number_at(d, "metrics.rt_efficiency.value") <= 1);
    assert_non_null(json_at(d, "counters.gpu"));
}

TEST(the_cost_is_that_of_all_groups_and_phases)
{
    static const char *const names[][2] = {{"simulated_cycles", "gpu.cycles"},
                                           {"warp_instructions", "sm.warp_instructions"},
                                           {"thread_instructions", "sm.thread_instructions"},
                                           {"rays", "rt.rays"}};
    json_t *d FREED_BY(json_decref) =
        document_of("predict weekend" SMALL "--sample groups -p 50 --json --stats", 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        json_int_t sum = 0;
        for (size_t g = 0; g < size_at(d, "groups"); g++)
            sum += integer_at(json_array_get(json_object_get(d, "groups"), g), "counters.%s",
                              names[i][1]);
        assert_true(sum > 0);
        assert_int_equal(integer_at(d, "cost.%s", names[i][0]), sum);
    }
    double cpu_s = 0, wall_s = 0;
    for (int phase = 0; phase < 3; phase++) {
        const char *name = (const char *[]){"setup", "profile", "simulate"}[phase];
        cpu_s += number_at(d, "cost.%s_cpu_s", name);
        wall_s += number_at(d, "cost.%s_wall_s", name);
    }
    assert_near(number_at(d, "cost.cpu_s"), cpu_s);
    assert_near(number_at(d, "cost.wall_s"), wall_s);
}

TEST(intervals_hold_the_value_and_grow_with_the_confidence)
{
    json_t *d FREED_BY(json_decref) =
        document_of("predict weekend" SMALL "-x linear -p 50 --json", 0);
    json_t *wide = document_of("predict weekend" SMALL "-x linear -p 50 --json --confidence 99", 0);
    assert_true(number_at(d, "confidence") == 95);
    assert_true(number_at(wide, "confidence") == 99);
    for (int m = 0; m < METRIC_SEVEN; m++) {
        const char *name = metrics[m].name;
        assert_true(number_at(d, "metrics.%s.low", name) <= number_at(d, "metrics.%s.value", name));
        assert_true(number_at(d, "metrics.%s.high", name) >=
                    number_at(d, "metrics.%s.value", name));
        assert_true(number_at(d, "metrics.%s.value", name) ==
                    number_at(wide, "metrics.%s.value", name));
    }
    assert_true(number_at(wide, "metrics.cycles.low") < number_at(d, "metrics.cycles.low"));
    assert_true(number_at(wide, "metrics.cycles.high") > number_at(d, "metrics.cycles.high"));
    json_decref(d);
    json_decref(wide);
    d = document_of("predict weekend" SMALL "-x linear -p 50 -K 1 --json", 0);
    json_t *cycles = json_at(d, "metrics.cycles");
    assert_true(null_at(cycles, "low"));
}

TEST(the_table_shows_intervals_where_there_are_some)
{
    struct outcome o;
    program_run(&o, "predict weekend" SMALL "-x linear -p 50 --confidence 90");
    assert_non_null(strstr(o.out, "90 % from"));
    assert_null(strstr(o.out, "nan"));
    outcome_free(&o);
    program_run(&o, "predict weekend" SMALL "-x linear -p 50 -K 1");
    assert_null(strstr(o.out, "% from"));
    outcome_free(&o);
    program_refuses("predict weekend --confidence 50", 2, "--confidence is '50'");
    program_refuses("predict weekend --confidence 100", 2, "above 50 and at most 99.9");
    program_refuses("simulate weekend --confidence 90", 2, "is not one of 'simulate'");
}

TEST(validate_shows_the_counters_of_both)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "validate weekend" SMALL "-x linear -p 50 --stats --quiet");
    assert_int_equal(o.status, 0);
    const char *line = strstr(o.out, "  read_hits  ");
    assert_non_null(line);
    unsigned long long prediction = 0, reference = 0;
    assert_int_equal(sscanf(line, " read_hits %llu %llu access", &prediction, &reference), 2);
    assert_true(prediction > 0 && prediction < reference);
}

TEST(validate_compares_with_the_simulation)
{
    json_t *v = document_of("validate weekend" SMALL "-x linear -p 50 --json", 0);
    json_t *s = document_of("simulate weekend" SMALL "--json", 0);
    json_t *p = json_object_get(v, "prediction"), *r = json_object_get(v, "reference");
    double sum = 0;
    for (int m = 0; m < METRIC_SEVEN; m++) {
        const char *name = metrics[m].name;
        double error = number_at(v, "error.%s", name);
        assert_true(number_at(r, "metrics.%s.value", name) ==
                    number_at(s, "metrics.%s.value", name));
        assert_true(fabs(error - (number_at(p, "metrics.%s.value", name) /
                                      number_at(r, "metrics.%s.value", name) -
                                  1)) < 1e-12);
        sum += fabs(error);
    }
    assert_true(fabs(number_at(v, "mae") - sum / 7) < 1e-12);
    json_decref(v);
    json_decref(s);
    program_does("validate weekend" SMALL "-x linear -p 50");
}

TEST(validate_may_hold_a_prediction_against_the_mean_of_several_runs)
{
    struct outcome o ENDED_BY(outcome_free);
    json_t *v = document_of("validate weekend" SMALL "-x linear -p 50 --repeat 3 --json", 0);
    json_t *s = document_of("simulate weekend" SMALL "--repeat 3 --json", 0);
    json_t *p = json_object_get(v, "prediction"), *r = json_object_get(v, "reference");
    json_t *runs = json_at(r, "repeats.runs");
    double error = number_at(v, "error.cycles");
    assert_int_equal(json_array_size(runs), 3);
    assert_null(json_object_get(p, "repeats"));
    assert_true(number_at(r, "metrics.cycles.value") == number_at(s, "metrics.cycles.value"));
    assert_true(
        fabs(error - (number_at(p, "metrics.cycles.value") / number_at(r, "metrics.cycles.value") -
                      1)) < 1e-12);
    json_decref(v);
    json_decref(s);
    program_run(&o, "validate weekend" SMALL "-x linear -p 50 --repeat 3 --quiet");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "  reference mean of 3 runs, each perturbed"));
}

TEST(a_whole_frame_on_the_whole_gpu_has_no_error)
{
    json_t *v FREED_BY(json_decref) = document_of("validate weekend" SMALL "-p 100 -K 1 --json", 0);
    assert_true(number_at(v, "mae") == 0);
}

TEST(a_heatmap_made_elsewhere_gives_temperatures_and_size)
{
    write_heat("heat.png", 40, 6);
    json_t *d FREED_BY(json_decref) =
        document_of("predict weekend -s 1 -q --sample groups --heatmap heat.png --json", 0);
    json_t *own FREED_BY(json_decref) =
        document_of("predict weekend -s 1 -q --sample groups -W 40 -H 6 --json", 0);
    assert_int_equal(integer_at(d, "width"), 40);
    assert_int_equal(integer_at(d, "height"), 6);
    assert_string_not_equal(json_string_value(json_at(d, "inputs.heatmap")),
                            json_string_value(json_at(own, "inputs.heatmap")));
    program_does("predict weekend -s 1 -q --heatmap heat.png -W 40");
    program_refuses("predict weekend --heatmap heat.png -W 41", 2, "heat.png: the heatmap is 40x6");
    program_refuses("predict weekend --heatmap heat.png -H 7", 2, "heat.png: the heatmap is 40x6");
    program_refuses("predict weekend --heatmap missing.png", 1, "missing.png");
    program_refuses("predict", 2, "no SCENE and no --heatmap");
    program_refuses("partition", 2, "no SCENE and no --heatmap");
}

TEST(numbers_that_cannot_be_are_refused)
{
    program_refuses("predict weekend -g mobile_soc -K 3", 2, "it must be 1, 2 or 4");
    program_refuses("partition weekend -g rtx2060 -K 4", 2, "it must be 1, 2, 3 or 6");
    program_refuses("predict weekend -p 0", 2, "--percent is '0'");
    program_refuses("predict weekend -p 101", 2, "--percent is '101'");
    program_refuses("predict weekend --percent-min 70", 2, "--percent-min 70 is above");
    program_refuses("predict weekend" SMALL "--division coarse -b 65x2", 2, "65");
    program_refuses("predict weekend -W 70000 -H 70000", 2, "pixels; there must be at most");
}

TEST(scenes_that_are_not_there_are_refused)
{
    program_refuses("predict missing.ply", 1, "missing.ply");
    program_refuses("simulate missing.gltf", 1, "missing.gltf");
    program_refuses("validate missing.glb", 1, "missing.glb");
    program_refuses("partition missing.fbx -o bad", 1, "missing.fbx");
    program_refuses("predict no_such_scene --keep bad", 1, "no_such_scene");
    assert_int_equal(program_count("bad"), 0);
}

TEST(gpus_that_are_none_are_refused)
{
    program_write_text("syntax.cfg", "title = \"x\";\nsms = = 3;\n");
    program_write_text("unknown.cfg", "title = \"x\";\nsmss = 3;\n");
    program_write_text("type.cfg", "title = 3;\nsms = \"many\";\n");
    program_write_text("cyclic.cfg", "@include \"cyclic.cfg\"\n");
    program_refuses("simulate weekend -g missing.cfg", 2, "missing.cfg");
    program_refuses("simulate weekend -g no_such_gpu", 2, "no_such_gpu");
    program_refuses("simulate weekend -g syntax.cfg", 2, "syntax.cfg:2:");
    program_refuses("simulate weekend -g unknown.cfg", 2, "unknown.cfg");
    program_refuses("simulate weekend -g type.cfg", 2, "type.cfg");
    program_refuses("simulate weekend -g cyclic.cfg", 2, "cyclic.cfg");
    program_refuses("render weekend -g no_such_gpu -o bad.png", 2, "no_such_gpu");
    program_refuses("gpus --dump no_such_gpu", 2, "no_such_gpu");
    assert_int_equal(program_count("bad.png"), 0);
}

TEST(a_dumped_gpu_can_be_read_again_and_is_the_same)
{
    struct outcome o;
    program_run(&o, "gpus --dump tiny");
    assert_int_equal(o.status, 0);
    program_write_text("tiny.cfg", o.out);
    outcome_free(&o);
    json_t *a FREED_BY(json_decref) =
        document_of("simulate lonely -W 32 -H 2 -q --json -g tiny", 0);
    json_t *b FREED_BY(json_decref) =
        document_of("simulate lonely -W 32 -H 2 -q --json -g tiny.cfg", 0);
    assert_string_equal(text_at(a, "inputs.gpu"), text_at(b, "inputs.gpu"));
    assert_true(number_at(a, "metrics.cycles.value") == number_at(b, "metrics.cycles.value"));
}

TEST(one_pixel_and_widths_that_are_no_multiple_of_a_warp_work)
{
    static const struct {
        const char *words;
        int pixels;
        bool whole; /* traces them all */
    } runs[] = {
        {"predict weekend -W 1 -H 1 -q -j", 1, true},
        {"predict weekend -W 33 -H 5 -s 1 -q -j", 165, false},
        {"predict weekend -W 31 -H 7 -s 1 -q --division coarse -b 8x2 -j", 217, false},
        {"simulate weekend -W 1 -H 1 -q -g tiny -j", 1, true},
        {"simulate weekend -W 47 -H 3 -s 1 -q -g tiny -j", 141, true},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        json_t *d FREED_BY(json_decref) = document_of(runs[i].words, 0);
        double traced = number_at(d, "pixels_traced");
        assert_int_equal(integer_at(d, "pixels"), runs[i].pixels);
        assert_true(traced > 0 && traced <= runs[i].pixels);
        if (runs[i].whole)
            assert_int_equal(traced, runs[i].pixels);
        assert_true(number_at(d, "metrics.cycles.value") > 0 &&
                    number_at(d, "metrics.ipc.value") > 0);
        assert_true(number_at(d, "metrics.rt_efficiency.value") <= 1 &&
                    number_at(d, "metrics.l2_miss_rate.value") <= 1);
    }
}

TEST(partition_writes_machine_groups_and_pictures)
{
    write_heat("heat.png", 64, 8);
    json_t *d = document_of("partition --heatmap heat.png -g mobile_soc -o parts --json -q", 0);
    assert_int_equal(size_at(d, "groups"), 4);
    json_decref(d);
    static const char *const files[] = {"parts/heatmap.png",      "parts/quantized.png",
                                        "parts/group_0.coords",   "parts/group_3.coords",
                                        "parts/group_0.png",      "parts/group_3.png",
                                        "parts/mobile_soc_k4.cfg"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *f = fopen(files[i], "rb");
        if (!f)
            fail_msg("%s is missing", files[i]);
        fclose(f);
    }
    program_does("simulate lonely -W 32 -H 2 -q -g parts/mobile_soc_k4.cfg");
    program_does("partition weekend" SMALL "-o parts2");
}

/* As partition writes them, they are the plan that wrote them; what they are not is said. */
TEST(listed_pixels_are_traced)
{
    program_does("partition weekend" SMALL "-o lists");
    json_t *chosen = document_of("predict weekend" SMALL "--sample groups --json", 0);
    json_t *listed = document_of("predict weekend" SMALL "--pixels lists --json", 0);
    assert_true(json_equal(json_object_get(chosen, "metrics"), json_object_get(listed, "metrics")));
    assert_string_equal(text_at(listed, "sample"), "pixels");
    json_decref(chosen);
    json_decref(listed);
    static const struct {
        const char *text, *said;
    } bad[] = {{"1 2\n3\n", "bad/a_0.coords:2: expected a pixel as 'x y'"},
               {"1 x\n", "bad/a_0.coords:1: expected a pixel as 'x y'"},
               {"64 0\n", "bad/a_0.coords:1: pixel 64 0 lies outside the image plane of 64 x 8"},
               {"1 2\n", "bad: has no pixel of group 1"}};
    assert_int_equal(mkdir("bad", 0777), 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        program_write_text("bad/a_0.coords", bad[i].text);
        program_refuses("predict weekend" SMALL "--pixels bad", 1, bad[i].said);
    }
    for (char g[] = "bad/a_0.coords"; g[6] < '4'; g[6]++)
        program_write_text(g, g[6] < '2' ? "1 2\n2 2\n" : g[6] == '2' ? "2 2\n" : "5 5\n");
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "predict weekend -W 64 -H 8 -s 1 -g mobile_soc --pixels bad");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "warning: 2 pixels are in the lists of several groups"));
    program_write_text("bad/b_7.coords", "1 2\n");
    program_refuses("predict weekend" SMALL "--pixels bad/b_7.coords", 1,
                    "is of group 7, and there are 4, 0 to 3; --factor says how many");
    program_refuses("predict weekend" SMALL "--pixels none", 1, "none: there is no such file");
    program_refuses("predict weekend" SMALL "--sample pixels", 2, "--pixels LISTS says where");
    program_refuses("predict weekend" SMALL "--pixels lists --sample all", 2, "drop one of them");
    program_refuses("predict weekend" SMALL "--pixels lists -x exponential", 2, "drop one of them");
}

TEST(predict_keeps_everything_to_look_at)
{
    program_does("predict weekend" SMALL "-p 50 --keep kept");
    static const char *const files[] = {"kept/render.png",     "kept/heatmap.png",
                                        "kept/quantized.png",  "kept/group_0.png",
                                        "kept/group_0.coords", "kept/prediction.json"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *f = fopen(files[i], "rb");
        if (!f)
            fail_msg("%s is missing", files[i]);
        fclose(f);
    }
    json_t *d = document_load("kept/prediction.json");
    assert_true(number_at(d, "metrics.cycles.value") > 0);
    json_decref(d);
    program_write_text("file", "");
    program_refuses("predict weekend" SMALL "--keep file", 1, "file");
}

/* Of any of the files that are written there. */
TEST(a_heatmap_in_the_folder_is_not_written_over)
{
    static const char *const names[] = {"heatmap", "group_0", "quantized"};
    write_heat("heat.png", 64, 8);
    program_does("partition --heatmap heat.png -o own -q");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char words[128], said[128];
        snprintf(said, sizeof said, "own/%s.png is a file that is read", names[i]);
        snprintf(words, sizeof words, "partition --heatmap own/%s.png -o own -q", names[i]);
        program_refuses(words, 2, said);
        snprintf(words, sizeof words, "predict weekend -s 1 --heatmap own/%s.png --keep own -q",
                 names[i]);
        program_refuses(words, 2, said);
    }
    program_does("partition --heatmap own/heatmap.png -o other -q");
}

TEST(a_full_disk_behind_standard_output_is_an_error)
{
    program_refuses("simulate lonely -W 32 -H 2 -q -g tiny --json >/dev/full", 1,
                    "standard output: No space left on device");
    program_refuses("gpus >/dev/full", 1, "standard output: No space left on device");
}

TEST(no_fit_is_of_a_metric_that_the_model_lacks)
{
    json_t *d FREED_BY(json_decref) = document_of(
        "predict weekend -g tiny -W 64 -H 64 -s 1 -p 40 -x exponential --model interval --json", 0);
    const json_t *fits = json_object_get(d, "fits"), *all = json_object_get(d, "metrics");
    assert_true(json_array_size(fits) > 0);
    for (size_t i = 0; i < json_array_size(fits); i++) {
        const char *metric = text_at(fits, "%zu.metric", i);
        assert_true(json_is_number(json_at(all, "%s.value", metric)));
    }
}

TEST(exponential_extrapolation_reports_its_fits)
{
    json_t *d = document_of("predict weekend" SMALL "-p 40 -x exponential --json", 0);
    const json_t *fits = json_object_get(d, "fits");
    assert_true(json_array_size(fits) >= 4 * METRIC_COUNT);
    const json_t *fit = json_array_get(fits, 0);
    assert_int_equal(size_at(fit, "points"), 3);
    assert_non_null(json_object_get(fit, "residual"));
    json_decref(d);
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "predict weekend -W 64 -H 8 -s 1 -p 40 -x exponential");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "exponential fits are no good; the linear prediction stands"));
    outcome_free(&o);
    program_run(&o, "predict weekend -g tiny -W 64 -H 64 -x exponential --all");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "  diverged\n"));
    assert_null(strstr(o.out, "nan")); /* a residual that is none is shown as - */
    assert_null(strstr(o.out, " inf"));
}

/* What has no effect is said in one line, and only that. */
TEST(options_of_another_method_are_named)
{
    static const struct {
        const char *words, *said;
    } runs[] = {
        {"-x linear -p 40 --fills 3", "warning: without effect here: --fills (of --sample windows"},
        {"--combine paper --percent-min 20", NULL},
        {"-x linear --fills 8", "here: --fills"}, /* its default, but it was asked for */
        {"-x linear --percent 50 --percent-max 70", "here: --percent-max (of --sample groups with"},
        {"--footprint 1MiB", "here: --footprint (of --heatmap without SCENE)"},
        {"-S shadow --max-depth 3", "here: --max-depth (of --shader path and --shaders)"},
        {"-S shadow --rays 3", NULL},
        {"--trace-samples 20 -q", NULL},
        {"-x linear --percent-max 70", NULL},
        {"--fills 3", NULL},
        {"--sample windows --fills 2 -H 256 -W 64", "mostly ramp and tail"},
        {"--sample windows --fills 6 -H 256 -W 128", NULL},
        {"--sample windows --fills 2", NULL}, /* the whole frame */
        {"--sample windows --fills all", NULL},
        {"-g tiny:sms=3 --sample groups", "have no common divisor: it is predicted whole"},
        {"-g tiny:sms=3 -K 1", NULL},
        {"-g rtx2060:sms=46 --sample groups",
         "46 SMs and 12 memory partitions, whose greatest common divisor is 2"},
        {"-g rtx2060", NULL},
        {"-K 1 --division coarse", "here: --division (of --sample groups with"},
        {"-K 2 --division coarse", NULL},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct outcome o ENDED_BY(outcome_free);
        char words[160];
        snprintf(words, sizeof words, "predict lonely -g tiny -W 32 -H 8 -s 1 %s", runs[i].words);
        program_run(&o, words);
        assert_int_equal(o.status, 0);
        const char *warning = strstr(o.err, "warning: ");
        if (!runs[i].said != !warning || (warning && !strstr(warning, runs[i].said)))
            fail_msg("%s: %s", words, o.err);
        if (warning)
            assert_null(strstr(warning + 1, "warning: "));
    }
}

/* Every command says it, and those of lists where none of their points has a use for the option. */
TEST(other_commands_name_options_without_effect)
{
    static const struct {
        const char *words, *said;
    } runs[] = {
        {"partition lonely -g tiny -W 32 -H 8 -x linear --fills 3 -o part", "--fills (of"},
        {"simulate lonely -g tiny -W 32 -H 8 -s 1 --coherence 1", "--coherence (of"},
        {"render lonely -W 8 -H 8 --rays 3 -o a.png", "--rays (of --shader shadow"},
        {"sweep lonely -g tiny -W 32 -H 8 -s 1 -x linear --fills 3", "--fills (of"},
        {"sweep lonely -g tiny -W 32 -H 8 -s 1 --sample groups,windows --fills 3", NULL},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct outcome o ENDED_BY(outcome_free);
        program_run(&o, runs[i].words);
        assert_int_equal(o.status, 0);
        const char *warning = strstr(o.err, "warning: without effect here: ");
        if (!runs[i].said != !warning || (warning && !strstr(warning, runs[i].said)))
            fail_msg("%s: %s", runs[i].words, o.err);
    }
}

TEST(the_old_name_of_fills_is_taken_and_said)
{
    struct outcome o ENDED_BY(outcome_free), now ENDED_BY(outcome_free);
    program_run(&o, "predict lonely -g tiny -W 32 -H 32 -s 1 --sample windows --waves 3 --json");
    program_run(&now,
                "predict lonely -g tiny -W 32 -H 32 -s 1 --sample windows --fills 3 --json -q");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "--waves is --fills now"));
    assert_non_null(strstr(o.out, "\"fills\": \"3\""));
    assert_non_null(strstr(now.out, "\"fills\": \"3\""));
}

TEST(studies_warn_of_few_fills)
{
    static const struct {
        const char *words;
        bool said;
    } runs[] = {
        {"sweep lonely -g tiny -W 64 -H 256 -s 1 --sample windows --fills 6,2", true},
        {"compare lonely -g tiny -g tiny:l2.ways=4 -W 64 -H 256 -s 1 --sample windows --fills 3",
         true},
        {"sweep lonely -g tiny -W 64 -H 256 -s 1 --sample windows --fills 6", false},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct outcome o ENDED_BY(outcome_free);
        program_run(&o, runs[i].words);
        assert_int_equal(o.status, 0);
        if (runs[i].said != !!strstr(o.err, "times are mostly ramp and tail"))
            fail_msg("%s: %s", runs[i].words, o.err);
    }
}

TEST(validate_shows_the_predictions_intervals)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "validate lonely -g tiny -W 64 -H 16 -s 1 -q --confidence 90");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "  frame    64 x 16 pixels, 1 sample, "));
    const char *heading = strstr(o.out, "90 % from");
    assert_true(heading && strstr(heading, "reference"));
    double value, low, high, reference;
    const char *line = strstr(o.out, "GPU Simulation Cycles");
    assert_non_null(line);
    assert_int_equal(
        sscanf(line, "GPU Simulation Cycles %lf %lf %lf %lf", &value, &low, &high, &reference), 4);
    assert_true(low < value && value < high && reference > 0);
    outcome_free(&o);
    program_run(&o, "validate lonely -g tiny -W 32 -H 8 -s 1 -q -x linear -p 40 -K 1");
    assert_null(strstr(o.out, "% from"));
}

TEST(lists_name_what_is_built_in)
{
    json_t *g = document_of("gpus --json -q", 0), *s = document_of("scenes --json -q", 0);
    assert_true(size_at(g, "gpus") >= 5);
    assert_true(size_at(s, "scenes") >= 8);
    json_decref(g);
    json_decref(s);
    program_does("gpus");
    program_does("scenes");
}

TEST_GROUP(program_enter, program_leave)

/* Sampling composes with the models: groups are run by the one that is named. */
TEST(groups_are_run_by_the_model_that_is_named)
{
    static const char *const named[] = {"approximate", "interval", "gatsim"};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        char words[160];
        snprintf(words, sizeof words,
                 "predict lonely -g tiny -W 64 -H 64 -p 40 -q --json --model %s -t 1", named[i]);
        json_t *d FREED_BY(json_decref) = document_of(words, 0);
        const json_t *settings = json_object_get(d, "settings");
        const json_t *all = json_object_get(d, "metrics");
        assert_string_equal(text_at(settings, "model"), named[i]);
        assert_string_equal(text_at(settings, "sample"), "groups");
        assert_true(number_at(all, "cycles.value") > 0);
        const json_t *l2 = json_at(all, "l2_miss_rate.value");
        assert_int_equal(json_is_null(l2), i > 0); /* of the approximate model alone */
        words[strlen(words) - 1] = '3';
        json_t *more FREED_BY(json_decref) = document_of(words, 0);
        assert_true(json_equal(all, json_object_get(more, "metrics")));
    }
    program_refuses("predict lonely -g tiny --model gatsim --sample windows", 2,
                    "--sample windows is of --model cycle and approximate; with --model gatsim it "
                    "must be all or groups");
    program_refuses("predict lonely -x ratio", 2, "is --sample all --model approximate now");
    program_refuses("simulate lonely --repeat 2 --first-run 2", 2,
                    "'--first-run' is gone: --repeat N has the runs 0 to N-1");
}
