/* Camera paths and correlations whose results are kept: the same as without, whole and in shards.
 */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/rows.h"

#include "common/file.h"
#include "common/memory.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATH_SCENE                                                                                 \
    "camera = { eye = (0, 1, 6); look_at = (0, 0, 0);\n"                                           \
    "  path = ( { frame = 10; eye = (6, 1, 0); } ); };\n"                                          \
    "materials = ( { name = \"m\"; color = (0.5, 0.4, 0.3); } );\n"                                \
    "spheres = ( { center = (0, 0, 0); radius = 1; material = \"m\"; } );\n"
#define FRAMES "predict moving.scene --frames 0:10:2 -W 32 -H 16 -s 1 -g tiny -q "
#define COLUMNS                                                                                    \
    "run,scene,gpu,shader,rays_per_hit,width,height,samples,max_depth,cycles,l1d_miss_rate\n"
/* Two of them are one frame. */
#define RUNS                                                                                       \
    COLUMNS "\"a, small\",lonely,tiny,path,,32,4,1,3,9000,0.5\n"                                   \
            "b,lonely,tiny,ao,2,32,2,1,8,8000,\n"                                                  \
            "same,lonely,tiny,ao,2,32,2,1,8,8001,\n"                                               \
            "c,rigging,tiny,path,,32,2,1,8,8000,0.25\n"                                            \
            "d,rigging,tiny,path,,32,4,1,8,,0.25\n"
#define CORRELATE "correlate runs.csv -q "

static int set_up(void **state)
{
    int code = program_enter(state);
    program_write_text("moving.scene", PATH_SCENE);
    program_write_text("runs.csv", RUNS);
    return code;
}

/* ---- the same output ---- */

static void forget_costs(json_t *d)
{
    json_t *frames = json_object_get(d, "frames");
    json_object_del(d, "cost");
    for (size_t i = 0; i < json_array_size(frames); i++)
        json_object_del(json_array_get(frames, i), "cost");
}

/* Of a CSV of --frames: without its last columns. */
static char *cut_costs(const char *text)
{
    char *out = mem_calloc(strlen(text) + 1, 1), *to = out;
    int last = 0, column = 0;
    assert_non_null(out);
    for (const char *at = text; *at && strncmp(at, "simulate_cpu_s", 14) != 0; at++)
        last += *at == ',';
    for (const char *at = text; *at; at++) {
        column = *at == '\n' ? 0 : column + (*at == ',');
        if (column < last)
            *to++ = *at;
    }
    return out;
}

static char *said(const char *words, const char *more)
{
    struct outcome o ENDED_BY(outcome_free);
    char all[512];
    snprintf(all, sizeof all, "%s%s-t 2", words, more);
    program_run(&o, all);
    if (o.status != 0 || o.err[0])
        fail_msg("%s: %d\n%s%s", all, o.status, o.out, o.err);
    return mem_strdup(o.out);
}

static void same_output(const char *words, const char *file)
{
    static const char *const forms[] = {"", "--json ", "--csv - "};
    for (int i = 0; i < 3; i++) {
        char kept[128];
        snprintf(kept, sizeof kept, "%s-o %s ", forms[i], file);
        char *a FREED_BY(mem_free) = said(words, forms[i]), *b = said(words, kept);
        if (i == 1) {
            json_t *x = document_parse(a), *y = document_parse(b);
            forget_costs(x);
            forget_costs(y);
            assert_true(json_equal(x, y));
            json_decref(x);
            json_decref(y);
        } else if (i == 2 && strstr(a, "simulate_cpu_s")) {
            char *x = cut_costs(a), *y = cut_costs(b);
            assert_true(strstr(x, "frame_time_ms") && !strstr(x, "wall_s"));
            assert_string_equal(x, y);
            mem_free(x);
            mem_free(y);
        } else {
            assert_string_equal(a, b);
        }
        mem_free(b);
    }
}

static void run_shards(const char *words, const char *file, int n)
{
    char all[512];
    for (int i = 1; i <= n; i++) {
        snprintf(all, sizeof all, "%s-o %s --shard %d/%d", words, file, i, n);
        program_does(all);
    }
    snprintf(all, sizeof all, "merge %s.shards -o %s", file, file);
    program_does(all);
}

TEST(frames_that_are_kept_are_those_that_are_not)
{
    same_output(FRAMES, "whole");
    assert_int_equal(most_attempts_in("whole"), 1);
    same_output(FRAMES "--stalls -x linear -p 30 ", "whole");
    same_output(FRAMES "--target-error 100 ", "whole");
}

TEST(runs_that_are_kept_are_those_that_are_not)
{
    same_output(CORRELATE, "runs");
    assert_int_equal(results_in("runs"), 4);
    same_output(CORRELATE "--metric cycles,instructions_alu ", "runs");
    same_output(CORRELATE "--rows [ab]* --seed 3 ", "runs");
    assert_int_equal(most_attempts_in("runs"), 1);
}

TEST(shards_of_frames_merged_are_the_path)
{
    run_shards(FRAMES, "three", 3);
    assert_int_equal(results_in("three"), 6);
    same_output(FRAMES, "three");
    run_shards(FRAMES, "nine", 9); /* more than frames */
    same_output(FRAMES, "nine");
    assert_int_equal(most_attempts_in("nine"), 1);
}

TEST(shards_of_runs_merged_are_the_correlation)
{
    run_shards(CORRELATE, "correlated", 3);
    assert_int_equal(results_in("correlated"), 4);
    same_output(CORRELATE, "correlated");
    assert_int_equal(most_attempts_in("correlated"), 1);
}

TEST(an_array_of_slurm_says_their_shards)
{
    static const char *const words[] = {FRAMES "-o frames", CORRELATE "-o array"};
    for (int i = 0; i < 2; i++) {
        setenv("SLURM_ARRAY_TASK_ID", "1", 1);
        setenv("SLURM_ARRAY_TASK_MIN", "1", 1);
        setenv("SLURM_ARRAY_TASK_COUNT", "2", 1);
        program_does(words[i]);
        unsetenv("SLURM_ARRAY_TASK_ID");
        unsetenv("SLURM_ARRAY_TASK_MIN");
        unsetenv("SLURM_ARRAY_TASK_COUNT");
    }
    assert_true(results_in("frames.shards/00001-of-00002.1.db") > 0);
    assert_true(results_in("array.shards/00001-of-00002.1.db") > 0);
}

/* ---- what goes wrong ---- */

TEST(what_is_not_the_same_study_is_refused)
{
    program_does(FRAMES "-o old --shard 1/2");
    program_refuses("predict moving.scene --frames 0:10:5 -W 32 -H 16 -s 1 -g tiny -q -o old "
                    "--shard 1/2",
                    1, "old.shards/00001-of-00002.1.db: belongs to another study");
    program_does(CORRELATE "-o runs2 --shard 1/2");
    program_refuses(CORRELATE "--rows a* -o runs2 --shard 1/2", 1, "belongs to another study");
    program_refuses("merge old.shards runs2.shards -o mixed", 1, "belongs to the study '");
    assert_int_equal(program_count("mixed"), 0);
    /* The frame of a run has changed: its results are another run's. */
    program_write_text("runs.csv", COLUMNS "b,lonely,tiny,ao,2,32,4,1,8,8000,\n");
    program_refuses(CORRELATE "-o runs2 --shard 1/2", 1, "belongs to another study");
    program_write_text("runs.csv", RUNS);
    /* What theirs was has not: no result depends on it. */
    program_does(CORRELATE "-o runs2 --shard 2/2");
}

TEST(what_a_file_does_not_keep_is_refused)
{
    program_refuses("predict lonely -g tiny -o no", 2, "give --frames");
    program_refuses("predict lonely -g tiny --shard 1/2", 2, "give --frames");
    program_refuses(FRAMES "--shard 1/2", 2, "beside the file of --output; name one");
    program_refuses(CORRELATE "--shard 1/2", 2, "beside the file of --output; name one");
    program_refuses(FRAMES "--shard 3/2 -o no", 2, "it must be I/N");
    program_refuses(FRAMES "--keep folder -o no", 2, "drop one of them");
    program_refuses(FRAMES "--stats -o no", 2, "drop one of them");
    program_refuses("predict moving.scene --frames 0:11 -q -o no", 2, "has frames 0 to 10");
    program_refuses("predict lonely --frames 0:11 -q -o no", 2, "has no camera path");
    program_refuses("predict --frames 0:11 -q -o no", 2, "no SCENE");
    program_refuses("correlate none.csv -q -o no", 1, "none.csv");
    assert_int_equal(program_count("no"), 0);
}

static void change(const char *name, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(name, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

TEST(a_frame_or_run_that_failed_is_told_and_the_others_are_there)
{
    struct outcome o;
    program_does(FRAMES "-o failed");
    change("failed", "UPDATE result SET state = 'failed', document = NULL, reason = 'no luck' "
                     "WHERE document LIKE '%\"frame\":4,%'");
    program_run(&o, FRAMES "-o failed");
    assert_int_equal(o.status, 1);
    assert_string_equal(o.err, "diorama: frame 4: no luck; 5 of 6 frames are done\n");
    assert_non_null(strstr(o.out, "frames   5 of 6"));
    outcome_free(&o);
    program_does(FRAMES "-o failed --retry-failed");
    same_output(FRAMES, "failed");

    program_does(CORRELATE "-o failed.runs");
    change("failed.runs", "UPDATE result SET state = 'failed', document = NULL, reason = 'bad day' "
                          "WHERE document LIKE '%\"shader\":\"ao\"%'");
    program_run(&o, CORRELATE "-o failed.runs");
    assert_int_equal(o.status, 1);
    assert_string_equal(o.err, "diorama: 2 of 5 runs failed; the first, b: bad day\n");
    outcome_free(&o);
    program_does(CORRELATE "-o failed.runs --retry-failed");
    same_output(CORRELATE, "failed.runs");
}

/* A sweep's reference of the same frame has not what a correlation needs. */
TEST(results_without_counters_are_no_runs)
{
    program_does(
        "sweep lonely -g tiny -S ao --rays 2 -W 32 -H 2 -s 1 -p 50 --reference -q -o swept");
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, CORRELATE "--rows b -o swept");
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.err, "swept: has this run without its counters"));
}

TEST(a_file_that_is_half_written_costs_its_frames_only)
{
    size_t n;
    unsigned char *bytes;
    for (int i = 1; i <= 2; i++) {
        char words[256];
        snprintf(words, sizeof words, FRAMES "-o half --shard %d/2", i);
        program_does(words);
    }
    assert_ok(file_read("half.shards/00002-of-00002.1.db", &bytes, &n, &st));
    program_write("half.shards/00002-of-00002.1.db", bytes, n / 2);
    mem_free(bytes);
    program_does(FRAMES "-o half --shard 2/2"); /* goes on in a second file */
    assert_int_equal(program_count("half.shards"), 1);
    struct outcome o;
    program_run(&o, "merge half.shards -o half");
    assert_true(o.status == 0 || strstr(o.err, "damaged"));
    outcome_free(&o);
    same_output(FRAMES, "half");
}

TEST(a_shard_of_frames_that_is_killed_goes_on)
{
    int status;
    pid_t process = program_start("predict moving.scene --frames 0:10 -W 64 -H 64 -s 4 -g tiny -q "
                                  "-t 1 -o killed --shard 1/2",
                                  "out");
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    kill(process, SIGKILL);
    assert_int_equal(waitpid(process, &status, 0), process);
    run_shards("predict moving.scene --frames 0:10 -W 64 -H 64 -s 4 -g tiny -q ", "killed", 2);
    assert_int_equal(results_in("killed"), 11);
    assert_int_equal(most_attempts_in("killed"), 1);
}

TEST_GROUP(set_up, program_leave)
