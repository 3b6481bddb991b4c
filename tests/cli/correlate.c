/* diorama correlate: on tiny runs of our own, on tables that are wrong, and on the reference runs
 * of Vulkan-Sim where they are there. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/compare/correlate.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#define FRAME_COLUMNS "run,scene,gpu,shader,rays_per_hit,width,height,samples,max_depth"

/* What the program itself says of a frame. */
static void simulate(const char *words, double *cycles, double *l1d_miss_rate)
{
    json_t *d FREED_BY(json_decref) = document_of(words, 0), *m = json_object_get(d, "metrics");
    *cycles = number_at(m, "cycles.value");
    *l1d_miss_rate = number_at(m, "l1d_miss_rate.value");
}

static void write_own_runs(double factor)
{
    double cycles[2], rate[2];
    char text[1024];
    simulate("simulate lonely -g tiny -W 32 -H 4 -s 1 -d 3 --json -q", &cycles[0], &rate[0]);
    simulate("simulate lonely -g tiny -W 32 -H 2 -s 1 -S ao --rays 2 --json -q", &cycles[1],
             &rate[1]);
    snprintf(text, sizeof text,
             FRAME_COLUMNS ",cycles,l1d_miss_rate\r\n"
                           "\"path, small\",lonely,tiny,path,,32,4,1,3,%.17g,%.17g\r\n"
                           "ao,lonely,tiny,ao,2,32,2,1,8,%.17g,\r\n",
             cycles[0] * factor, rate[0], cycles[1]);
    program_write_text("own.csv", text);
}

TEST(own_runs_are_repeated_exactly)
{
    write_own_runs(1);
    json_t *d FREED_BY(json_decref) = document_of("correlate own.csv --json -q", 0);
    const json_t *rows = json_object_get(d, "rows"), *summary = json_object_get(d, "summary");
    assert_int_equal(json_array_size(rows), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *row = json_array_get(rows, i), *ours = json_object_get(row, "ours");
        const json_t *theirs = json_object_get(row, "theirs");
        assert_string_equal(text_at(row, "run"), i ? "ao" : "path, small");
        assert_true(number_at(ours, "cycles") == number_at(theirs, "cycles"));
        assert_true(null_at(row, "failure"));
        assert_true((json_object_get(theirs, "l1d_miss_rate") != NULL) == (i == 0));
    }
    const json_t *cycles = json_object_get(summary, "cycles");
    assert_true(number_at(cycles, "mean_error") == 0);
    assert_true(number_at(cycles, "worst_error") == 0);
    assert_true(number_at(cycles, "rank_correlation") == 1);
    const json_t *rate = json_object_get(summary, "l1d_miss_rate");
    assert_int_equal(number_at(rate, "runs"), 1);
    assert_true(null_at(rate, "rank_correlation")); /* of one row */
    assert_null(json_object_get(summary, "ipc"));   /* not in the table */
}

/* Run i is run i of `simulate --repeat`, ours is their mean, and theirs is inside where it could be
 * one more. */
TEST(kernels_are_rows_beside_frames)
{
    double cycles, rate;
    char text[1024];
    simulate("run saxpy --size 4096 -g tiny --model cycle --json -q", &cycles, &rate);
    snprintf(text, sizeof text,
             FRAME_COLUMNS ",size,cycles\n"
                           "kernel,saxpy,tiny,,,,,,,4096,%.17g\n"
                           "frame,lonely,tiny,path,,32,2,1,3,,1000\n",
             cycles);
    program_write_text("both.csv", text);
    for (int kept = 0; kept < 2; kept++) {
        json_t *d FREED_BY(json_decref) = document_of(
            kept ? "correlate both.csv --json -q -o both.db" : "correlate both.csv --json -q", 0);
        const json_t *rows = json_object_get(d, "rows");
        assert_true(number_at(json_array_get(rows, 0), "ours.cycles") == cycles);
        assert_true(number_at(json_array_get(rows, 1), "ours.cycles") > 1000);
    }
    program_write_text("small.csv", "run,scene,size,gpu,cycles\nk,saxpy,4096,tiny,1\n");
    json_t *alone FREED_BY(json_decref) = document_of("correlate small.csv --json -q", 0);
    assert_true(number_at(json_array_get(json_object_get(alone, "rows"), 0), "ours.cycles") ==
                cycles);
}

#define RATE_COLUMNS "run,scene,gpu,group,shader,width,height,samples,max_depth,fps"

static double predicted_rate(const char *gpu)
{
    char words[128];
    snprintf(words, sizeof words, "predict lonely -g %s -W 32 -H 4 -s 1 -d 3 --json -q", gpu);
    json_t *d FREED_BY(json_decref) = document_of(words, 0);
    return 1000 / number_at(d, "frame_time_ms");
}

/* A table with frame rates is of predictions. Ratios are to the first row of scene and group; pairs
 * of one GPU are not counted. */
TEST(frame_rates_are_held_against_predictions)
{
    double tiny = predicted_rate("tiny"), mobile = predicted_rate("mobile_soc");
    assert_true(tiny < mobile);
    char text[1024];
    snprintf(text, sizeof text,
             RATE_COLUMNS "\nslow,lonely,tiny,a,path,32,4,1,3,%.17g\n"
                          "fast,lonely,mobile_soc,a,path,32,4,1,3,%.17g\n"
                          "again,lonely,mobile_soc,,path,32,4,1,3,%.17g\n",
             tiny, 0.5 * mobile, 0.9 * tiny);
    program_write_text("rates.csv", text);
    for (int kept = 0; kept < 2; kept++) {
        json_t *d FREED_BY(json_decref) = document_of(
            kept ? "correlate rates.csv --json -q -o rates.db" : "correlate rates.csv --json -q",
            0);
        assert_near(number_at(d, "rows.0.ours.fps"), tiny);
        assert_near(number_at(d, "rows.1.ours.fps"), mobile);
        assert_true(null_at(json_at(d, "rows.0"), "ratio"));
        assert_true(null_at(json_at(d, "rows.2"), "ratio"));
        assert_near(number_at(d, "rows.1.ratio"), mobile / tiny);
        assert_near(number_at(d, "rows.1.ratio_theirs"), 0.5 * mobile / tiny);
        assert_int_equal(number_at(d, "rows.0.place"), 3);
        assert_int_equal(number_at(d, "rows.2.place_theirs"), 0.5 * mobile > tiny ? 3 : 2);
        assert_near(number_at(d, "order.mean_ratio_error"), 1);
        assert_int_equal(number_at(d, "order.ratios"), 1);
        assert_int_equal(number_at(d, "order.pairs"), 2);
        assert_int_equal(number_at(d, "order.ordered"), 0.5 * mobile > tiny);
        assert_near(number_at(d, "summary.fps.worst_error"), 1);
    }
    program_does("correlate rates.csv -q");
    program_refuses("correlate rates.csv --repeat 2", 2, "predictions are not perturbed");
}

TEST(repetitions_tell_chance_from_difference)
{
    double cycles[3], mean = 0, squares = 0;
    char text[1024];
    json_t *runs =
        document_of("simulate lonely -g tiny -W 32 -H 4 -s 1 -d 3 --repeat 3 --json -q", 0);
    for (size_t i = 0; i < 3; i++) {
        const json_t *run = json_at(runs, "repeats.runs.%zu", i);
        cycles[i] = number_at(run, "metrics.cycles");
        mean += cycles[i] / 3;
    }
    json_decref(runs);
    for (uint32_t i = 0; i < 3; i++)
        squares += (cycles[i] - mean) * (cycles[i] - mean);
    assert_true(squares > 0);
    double deviation = sqrt(squares / 2), reach = 4.30265273 * deviation * sqrt(4.0 / 3);
    snprintf(text, sizeof text,
             FRAME_COLUMNS ",cycles\n"
                           "near,lonely,tiny,path,,32,4,1,3,%.17g\n"
                           "far,lonely,tiny,path,,32,4,1,3,%.17g\n",
             mean + 0.99 * reach, mean - 1.01 * reach);
    program_write_text("own.csv", text);
    json_t *d FREED_BY(json_decref) = document_of("correlate own.csv --repeat 3 --json -q", 0);
    const json_t *rows = json_object_get(d, "rows");
    assert_int_equal(number_at(d, "repeat"), 3);
    for (size_t i = 0; i < 2; i++) {
        const json_t *row = json_array_get(rows, i);
        assert_near(number_at(row, "ours.cycles"), mean);
        assert_near(number_at(row, "deviation.cycles"), deviation);
        assert_int_equal(json_is_true(json_at(row, "inside.cycles")), i == 0);
    }
    const json_t *summary = json_at(d, "summary.cycles");
    assert_int_equal(number_at(summary, "compared"), 2);
    assert_int_equal(number_at(summary, "inside"), 1);
    json_t *kept = document_of("correlate own.csv --repeat 3 --output own.db --json -q", 0);
    assert_true(json_equal(d, kept));
    json_decref(kept);
    json_decref(d);
    d = document_of("correlate own.csv --json -q", 0);
    assert_null(json_at(d, "rows.0.deviation"));
}

/* Numbers of a table are rounded; nothing that does not depend on time deviates by itself. */
TEST(a_rounded_number_is_inside_and_its_neighbours_are_not)
{
    char text[2048];
    program_write_text("own.csv", FRAME_COLUMNS ",nodes_per_ray,simt_efficiency,rays\n"
                                                "a,lonely,tiny,path,,32,4,1,3,1,1,1\n");
    json_t *d FREED_BY(json_decref) = document_of("correlate own.csv --repeat 2 --json -q", 0);
    const json_t *ours = json_at(d, "rows.0.ours");
    double nodes = number_at(ours, "nodes_per_ray"), simt = number_at(ours, "simt_efficiency");
    double rays = number_at(ours, "rays");
    json_decref(d);
    snprintf(text, sizeof text,
             FRAME_COLUMNS ",nodes_per_ray,simt_efficiency,rays\n"
                           "as-it-is,lonely,tiny,path,,32,4,1,3,%.6f,%.4f,%.0f\n"
                           "single,lonely,tiny,path,,32,4,1,3,%.9f,%.4e,%.0f.0\n"
                           "more,lonely,tiny,path,,32,4,1,3,%.6f,%.4f,%.0f\n"
                           "less,lonely,tiny,path,,32,4,1,3,%.6f,%.4e,%.0f\n",
             nodes, simt, rays, (double)(float)nodes, simt, rays, nodes + 2e-6, simt + 1e-4,
             rays + 1, nodes - 2e-6, simt - 1.01e-4 * simt, rays - 1);
    program_write_text("own.csv", text);
    d = document_of("correlate own.csv --repeat 2 --json -q", 0);
    const json_t *rows = json_object_get(d, "rows");
    for (size_t i = 0; i < 4; i++) {
        const json_t *row = json_array_get(rows, i), *inside = json_object_get(row, "inside");
        static const char *const names[] = {"nodes_per_ray", "simt_efficiency", "rays"};
        for (size_t m = 0; m < 3; m++)
            if (json_is_true(json_object_get(inside, names[m])) != (i < 2))
                fail_msg("%s of row %zu", names[m], i);
    }
}

/* Ours is told in any case, and compared where the table has such a column. */
TEST(the_mix_of_instructions_is_told)
{
    write_own_runs(1);
    json_t *d = document_of("correlate own.csv --json -q", 0);
    const json_t *row = json_at(d, "rows.0");
    const json_t *ours = json_object_get(row, "ours");
    double alu = number_at(ours, "instructions_alu");
    assert_true(alu > 1000);
    assert_true(number_at(ours, "instructions_trace") >= 32 * 4);
    assert_true(number_at(ours, "instructions_call") == 0);
    assert_true(number_at(ours, "lanes_predicated_off") > 0);
    assert_null(json_at(row, "theirs.instructions_alu"));
    assert_null(json_at(d, "summary.instructions_alu"));
    json_decref(d);

    char text[512];
    snprintf(text, sizeof text,
             FRAME_COLUMNS ",instructions_alu,instructions_sfu\n"
                           "path,lonely,tiny,path,,32,4,1,3,%.17g,\n",
             alu / 2);
    program_write_text("mix.csv", text);
    d = document_of("correlate mix.csv --json -q", 0);
    row = json_at(d, "rows.0");
    assert_true(number_at(row, "theirs.instructions_alu") == alu / 2);
    const json_t *summary = json_at(d, "summary.instructions_alu");
    assert_true(number_at(summary, "worst_error") == 1);
    json_decref(d);

    d = document_of("correlate own.csv --json -q --metric cycles,instructions_rt", 0);
    ours = json_at(d, "rows.0.ours");
    assert_int_equal(json_object_size(ours), 2);
    assert_true(number_at(ours, "instructions_rt") > 0);
    summary = json_at(d, "summary.instructions_rt");
    assert_true(null_at(summary, "mean_error"));
    json_decref(d);

    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "correlate own.csv --csv - -q");
    assert_non_null(strstr(o.out, "\nao,lonely,tiny,lanes_predicated_off,"));
    outcome_free(&o);
    program_run(&o, "correlate own.csv -q");
    assert_null(strstr(o.out, "instructions_alu"));
    outcome_free(&o);
    program_run(&o, "correlate own.csv -q --metric instructions_alu");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "instructions_alu: Thread Instructions: Arithmetic"));
}

TEST(errors_and_their_worst_row_are_named)
{
    write_own_runs(1.25);
    json_t *d FREED_BY(json_decref) = document_of("correlate own.csv --json -q --metric cycles", 0);
    const json_t *cycles = json_at(d, "summary.cycles");
    assert_true(fabs(number_at(cycles, "worst_error") - (1 / 1.25 - 1)) < 1e-12);
    assert_true(fabs(number_at(cycles, "mean_error") - 0.1) < 1e-12);
    assert_string_equal(text_at(cycles, "worst_run"), "path, small");
    assert_int_equal(json_object_size(json_object_get(d, "summary")), 1);
}

TEST(the_output_does_not_depend_on_threads)
{
    struct outcome one ENDED_BY(outcome_free), two ENDED_BY(outcome_free);
    write_own_runs(1);
    program_run(&one, "correlate own.csv --threads 1");
    program_run(&two, "correlate own.csv --threads 2");
    assert_int_equal(one.status, 0);
    assert_string_equal(one.out, two.out);
}

TEST(rows_can_be_chosen)
{
    write_own_runs(1);
    json_t *d = document_of("correlate own.csv --json -q --rows a*", 0);
    assert_int_equal(size_at(d, "rows"), 1);
    json_decref(d);
    program_refuses("correlate own.csv --rows b*", 2, "--rows b*: no run has such a name");
    program_refuses("correlate own.csv --metric cicles", 2, "did you mean 'cycles'?");
    program_refuses("correlate own.csv --metric ipc", 2, "the table has no such column");
}

TEST(csv_has_a_line_per_run_and_metric)
{
    struct outcome o;
    write_own_runs(1);
    program_run(&o, "correlate own.csv --csv - -q");
    assert_int_equal(o.status, 0);
    assert_int_equal(strncmp(o.out, "run,scene,gpu,metric,ours,theirs,error,failure,unit\n", 52),
                     0);
    assert_non_null(strstr(o.out, "\n\"path, small\",lonely,tiny,cycles,"));
    assert_non_null(strstr(o.out, "\nao,lonely,tiny,l1d_miss_rate,"));
    outcome_free(&o);
    program_does("correlate own.csv --csv out.csv -q");
    assert_int_equal(program_count("out.csv"), 1);
    program_refuses("correlate own.csv --csv - --json", 2, "both want standard output");
    program_refuses("correlate own.csv --csv own.csv", 2, "own.csv");
}

TEST(a_run_that_fails_is_a_row_with_its_reason)
{
    program_write_text("failing.csv", FRAME_COLUMNS ",cycles\n"
                                                    "good,lonely,tiny,path,,32,1,1,2,9000\n"
                                                    "lost,no_such,tiny,path,,32,1,1,2,9000\n"
                                                    "gpu,lonely,no_gpu,path,,32,1,1,2,9000\n");
    json_t *d = document_of("correlate failing.csv --json -q", 1);
    const json_t *rows = json_object_get(d, "rows");
    assert_int_equal(json_array_size(rows), 3);
    for (size_t i = 1; i < 3; i++) {
        const json_t *row = json_array_get(rows, i);
        const char *said = text_at(row, "failure");
        assert_non_null(said);
        assert_non_null(strstr(said, i == 1 ? "no_such" : "no_gpu"));
        assert_int_equal(json_object_size(json_object_get(row, "ours")), 0);
        assert_true(number_at(row, "theirs.cycles") == 9000);
    }
    const json_t *cycles = json_at(d, "summary.cycles");
    assert_int_equal(number_at(cycles, "runs"), 1); /* failed rows are in no mean */
    json_decref(d);
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "correlate failing.csv -q");
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.err, "2 of 3 runs failed; the first, lost: "));
    assert_non_null(strstr(o.out, "lost failed: "));
}

TEST(scenes_and_gpus_beside_the_table_come_first)
{
    struct outcome o;
    program_write_text("lonely.scene",
                       "camera = { eye = (0, 0, 4); look_at = (0, 0, 0); };\nsky = false;\n"
                       "materials = ( { name = \"m\"; color = (0.5, 0.5, 0.5); } );\n"
                       "spheres = ( { center = (0, 0, 0); radius = 0.1; material = \"m\"; } );\n");
    program_write_text("here.csv", FRAME_COLUMNS ",rays,max_tree_depth\n"
                                                 "here,lonely,slow,path,,32,1,1,2,0,1\n"
                                                 "one,lonely,slow:sms=1,path,,32,1,1,2,0,1\n");
    program_run(&o, "gpus --dump tiny");
    program_write_text("slow.cfg", o.out);
    outcome_free(&o);
    json_t *d = document_of("correlate here.csv --json -q", 0);
    const json_t *row = json_at(d, "rows.0");
    assert_true(number_at(row, "ours.rays") >= 32);
    row = json_at(d, "rows.1");
    assert_true(number_at(row, "ours.rays") >= 32);
    const json_t *rays = json_at(d, "summary.rays");
    assert_true(null_at(rays, "mean_error")); /* theirs is 0 */
    json_decref(d);
    program_refuses("correlate here.csv --csv lonely.scene", 2, "lonely.scene' that is read; name");
    program_refuses("correlate here.csv --csv ./slow.cfg", 2, "slow.cfg' that is read; name");
    program_write_text("based.cfg", "base = \"slow.cfg\";\ntitle = \"x\";\n");
    program_write_text("based.csv", FRAME_COLUMNS "\none,lonely,based,path,,32,1,1,2\n");
    program_run(&o, "correlate based.csv -q --csv slow.cfg"); /* the run has found it */
    assert_int_equal(o.status, 2);
    assert_string_equal(o.err, "diorama: slow.cfg is a file that is read; name another one\n");
    outcome_free(&o);
    program_does("gpus --dump slow.cfg");
    assert_int_equal(remove("lonely.scene"), 0);
}

TEST(a_wrong_table_is_refused_with_its_line)
{
    static const struct {
        const char *text, *said;
    } bad[] = {
        {"", "bad.csv: is empty"},
        {FRAME_COLUMNS ",cycles\n", "bad.csv: has no runs"},
        {FRAME_COLUMNS ",cicles\n", "bad.csv:1: unknown column 'cicles'; did you mean 'cycles'?"},
        {FRAME_COLUMNS ",run\n", "bad.csv:1: a second column 'run'"},
        {"run,scene,gpu,shader,width,height,samples\na,lonely,tiny,path,32,1,1\n",
         "bad.csv:2: no column 'max_depth'"},
        {FRAME_COLUMNS ",cycles\na,lonely,tiny,path,,32,1,1,2,many\n",
         "bad.csv:2: column 'cycles' is 'many'; a number from 0 or nothing is needed"},
        {FRAME_COLUMNS ",cycles\na,lonely,tiny,path,,32,1,1,2,-1\n", "column 'cycles' is '-1'"},
        {FRAME_COLUMNS ",cycles\na,lonely,tiny,path,,32,1,1,2,inf\n", "column 'cycles' is 'inf'"},
        {FRAME_COLUMNS "\na,lonely,tiny,paths,,32,1,1,2\n",
         "bad.csv:2: column 'shader' is 'paths'; it must be one of path, shadow, ao"},
        {FRAME_COLUMNS "\na,lonely,tiny,path,,0,1,1,2\n", "bad.csv:2: column 'width' is '0'"},
        {FRAME_COLUMNS "\na,lonely,tiny,ao,x,32,1,1,2\n", "column 'rays_per_hit' is 'x'"},
        {FRAME_COLUMNS "\na,,tiny,path,,32,1,1,2\n", "bad.csv:2: column 'scene' is empty"},
        {FRAME_COLUMNS "\na,saxpy,tiny,,,32,1,,\n",
         "bad.csv:2: column 'width' is '32'; of a kernel it must be empty"},
        {FRAME_COLUMNS "\na,saxpi,tiny,,,,,,\n",
         "bad.csv:2: column 'shader' is empty; a frame needs it, and 'saxpi' is no kernel"},
        {FRAME_COLUMNS ",size\na,lonely,tiny,path,,32,1,1,2,64\n",
         "bad.csv:2: column 'size' is '64'; of a frame it must be empty"},
        {FRAME_COLUMNS "\na,lonely,tiny,path,,32,1,1,2\n\na,lonely,tiny,path,,32,1,1,2\n",
         "bad.csv:4: a second run 'a'; the first is in line 2"},
        {FRAME_COLUMNS "\na,lonely,tiny,path,,32,1,1\n", "bad.csv:2: 8 cells; there are 9"},
        {RATE_COLUMNS "\na,lonely,tiny,,path,32,1,1,2,\n",
         "bad.csv:2: column 'fps' is ''; frames per second above 0 are needed"},
        {RATE_COLUMNS "\na,lonely,tiny,,path,32,1,1,2,0\n",
         "bad.csv:2: column 'fps' is '0'; frames per second above 0 are needed"},
        {RATE_COLUMNS "\na,saxpy,tiny,,,,,,,5\n",
         "bad.csv:2: 'saxpy' is a kernel; a table with a column 'fps' has frames alone"},
        {FRAME_COLUMNS "\na\x1b[1m,lonely,tiny,path,,32,1,1,2\n",
         "bad.csv:2: column 'run' has a control character"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        program_write_text("bad.csv", bad[i].text);
        program_refuses("correlate bad.csv", 1, bad[i].said);
    }
    program_refuses("correlate", 2, "no RUNS.csv");
    program_refuses("correlate nowhere.csv", 1, "nowhere.csv");
}

TEST(more_runs_than_can_be_compared_are_refused)
{
    char *text FREED_BY(free) = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    fputs(FRAME_COLUMNS "\n", out);
    for (int i = 0; i < 10000; i++)
        fprintf(out, "r%d,lonely,tiny,path,,32,1,1,2\n", i);
    fflush(out);
    program_write_text("many.csv", text);
    program_refuses("correlate many.csv --rows none", 2, "--rows none: no run has such a name");
    fputs("last,lonely,tiny,path,,32,1,1,2\n", out);
    fclose(out);
    program_write_text("many.csv", text);
    program_refuses("correlate many.csv", 1, "many.csv:10002: more than 10000 runs");
}

TEST(outputs_must_be_files_of_their_own)
{
    write_own_runs(1);
    program_refuses("correlate own.csv --csv own.csv", 2, "--csv own.csv is the file 'own.csv'");
    program_refuses("correlate own.csv --csv same.svg --plot same.svg", 2,
                    "--plot same.svg is what --csv writes, too; name another file");
    assert_int_equal(program_count("same"), 0);
    program_refuses("correlate own.csv --metric ,", 2, "--metric ,: names no metric");
    program_refuses("correlate own.csv --metric cycles,", 2, "--metric cycles,: names no metric");
}

TEST(pictures_are_drawn_where_gnuplot_is)
{
    write_own_runs(1);
    program_refuses("correlate own.csv --plot picture.bmp", 2, "must end in .svg, .png or .pdf");
    if (system("gnuplot --version >/dev/null 2>&1") != 0)
        rig_skip_tool("gnuplot");
    program_does("correlate own.csv -q --plot picture.svg");
    program_does("correlate own.csv -q --plot picture.png");
    assert_int_equal(program_count("picture.svg"), 1);
    assert_int_equal(program_count("picture.png"), 1);
}

TEST(equal_values_share_the_mean_of_their_ranks)
{
    static const double x[] = {1, 2, 3, 4, 5}, tied[] = {10, 20, 20, 30, 40};
    static const double down[] = {5, 4, 3, 2, 1}, flat[] = {7, 7, 7, 7, 7};
    double r;
    assert_ok(correlate_ranks(x, x, 5, &r, &st));
    assert_true(fabs(r - 1) < 1e-12);
    assert_ok(correlate_ranks(x, down, 5, &r, &st));
    assert_true(fabs(r + 1) < 1e-12);
    assert_ok(correlate_ranks(x, tied, 5, &r, &st));
    assert_true(fabs(r - 9.5 / sqrt(10 * 9.5)) < 1e-12); /* ranks 1 2.5 2.5 4 5 */
    assert_ok(correlate_ranks(x, flat, 5, &r, &st));
    assert_true(isnan(r));
    assert_ok(correlate_ranks(x, x, 1, &r, &st));
    assert_true(isnan(r));
}

static void assert_errors_within(const json_t *rows, const char *metric, double share)
{
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        double ours = number_at(row, "ours.%s", metric);
        double theirs = number_at(row, "theirs.%s", metric);
        if (!(fabs(ours - theirs) <= share * theirs))
            fail_msg("%s of %s: %g, Vulkan-Sim %g", metric, text_at(row, "run"), ours, theirs);
    }
}

/* The smallest of them. What rays do does not depend on the shaders' instructions. */
TEST(vulkan_sims_rays_visit_the_same_nodes)
{
    char *runs FREED_BY(mem_free) = rig_shared("reference/runs.csv"),
               *scenes = rig_shared("scenes"), words[4096];
    if (!runs || !scenes) {
        mem_free(runs);
        mem_free(scenes);
        rig_skip();
    }
    snprintf(words, sizeof words, "correlate %s --json -q --rows *-32-*", runs);
    json_t *d FREED_BY(json_decref) = document_of(words, 0);
    const json_t *rows = json_object_get(d, "rows");
    assert_true(json_array_size(rows) >= 4);
    assert_errors_within(rows, "rays", 0.01);
    assert_errors_within(rows, "nodes_per_ray", 0.01);
    assert_errors_within(rows, "max_nodes_per_ray", 0);
    assert_errors_within(rows, "max_tree_depth", 0);
    assert_errors_within(rows, "rt_accesses", 0.01);
    assert_errors_within(rows, "rt_writes", 0.01);
    json_decref(d);
    snprintf(words, sizeof words, "correlate %s --json -q --rows wknd-*-32-*", runs);
    d = document_of(words, 0);
    rows = json_object_get(d, "rows");
    assert_errors_within(rows, "rays", 0);
    assert_errors_within(rows, "nodes", 0);
    assert_errors_within(rows, "rt_accesses", 0);
    assert_errors_within(rows, "rt_writes", 0);
    mem_free(scenes);
}

/* The run is lost, the correlation is not. */
TEST(a_process_that_is_killed_fails_its_run)
{
    int status;
    unsigned char *text FREED_BY(mem_free);
    size_t n;
    program_write_text("killed.csv", FRAME_COLUMNS ",cycles\nshort,lonely,tiny,path,,32,2,1,8,1\n"
                                                   "long,weekend,mobile_soc,path,,256,256,1,8,1\n");
    pid_t process = program_start("correlate killed.csv --json -q -t 1", "killed.json");
    pid_t child = program_child(process);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL); /* until it has its run */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    assert_ok(file_read("killed.json", &text, &n, &st));
    json_t *d FREED_BY(json_decref) = json_loadb((const char *)text, n, 0, NULL);
    const json_t *rows = json_object_get(d, "rows");
    const char *why = text_at(rows, "1.failure");
    assert_non_null(strstr(why, "its process was ended by signal 9 (Killed)"));
    const json_t *other = json_array_get(rows, 0);
    assert_true(null_at(other, "failure"));
    assert_true(number_at(other, "ours.cycles") > 0);
}

TEST_GROUP(program_enter, program_leave)
