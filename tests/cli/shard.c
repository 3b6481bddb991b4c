/* Shares of a study, and the one file that is made of theirs. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/rows.h"

#include "common/memory.h"
#include "common/random.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SMALL "-g tiny -W 16 -H 16 -s 1 -q "
#define GRID  "sweep lonely rigging " SMALL "-p 20:80:20 -x linear,exponential --reference "
enum { RUNS = 18 };

static void run_shards(const char *words, int n)
{
    for (int i = 1; i <= n; i++) {
        char all[512];
        snprintf(all, sizeof all, "%s --shard %d/%d", words, i, n);
        program_does(all);
    }
}

/* ---- shares ---- */

TEST(shards_merged_are_the_sweep)
{
    char *whole FREED_BY(mem_free) = rows_without_cost(GRID);
    static const int counts[] = {1, 2, 7, 40};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        run_shards(GRID "-o r.db", counts[i]);
        program_does("merge r.db.shards -o merged");
        assert_int_equal(results_in("merged"), RUNS);
        assert_int_equal(most_attempts_in("merged"), 1);
        char *rows = rows_without_cost(GRID "-o merged");
        assert_string_equal(rows, whole);
        assert_int_equal(most_attempts_in("merged"), 1);
        mem_free(rows);
        remove("merged");
    }
}

TEST(what_slurm_says_is_the_shard)
{
    run_shards(GRID "-o named", 3);
    for (int i = 0; i < 3; i++) {
        char id[8];
        snprintf(id, sizeof id, "%d", 10 + i);
        setenv("SLURM_ARRAY_TASK_ID", id, 1);
        setenv("SLURM_ARRAY_TASK_MIN", "10", 1);
        setenv("SLURM_ARRAY_TASK_COUNT", "3", 1);
        program_does(GRID "-o slurm");
        program_does(GRID); /* without a file to keep results in it is the whole study */
    }
    setenv("SLURM_ARRAY_TASK_ID", "17", 1);
    program_refuses(GRID "-o slurm", 2, "the array has gaps or is too large");
    unsetenv("SLURM_ARRAY_TASK_ID");
    unsetenv("SLURM_ARRAY_TASK_MIN");
    unsetenv("SLURM_ARRAY_TASK_COUNT");
    for (int i = 1; i <= 3; i++) {
        char file[64], other[64];
        snprintf(file, sizeof file, "named.shards/%05d-of-00003.1.db", i);
        snprintf(other, sizeof other, "slurm.shards/%05d-of-00003.1.db", i);
        assert_int_equal(results_in(file), results_in(other));
    }
}

TEST(comparisons_have_shards_as_well)
{
#define COMPARISON "compare lonely rigging -g tiny -g tiny:sms=2 -W 16 -H 16 -s 1 -q --reference "
    struct outcome whole, merged;
    program_run(&whole, COMPARISON);
    run_shards(COMPARISON "-o c.db", 3);
    program_does("merge c.db.shards -o c.db");
    program_run(&merged, COMPARISON "-o c.db");
    assert_string_equal(merged.out, whole.out);
    assert_int_equal(most_attempts_in("c.db"), 1);
    outcome_free(&whole);
    outcome_free(&merged);
    program_refuses(COMPARISON "--resolve 5 --shard 1/2 -o c.db", 2, "merge them first");
}

TEST(what_cannot_be_a_shard_is_refused)
{
    static const char *const bad[] = {"3/2",
                                      "0/5",
                                      "0/0",
                                      "1",
                                      "1/",
                                      "/2",
                                      "a/b",
                                      "1/2/3",
                                      "-1/2",
                                      "1/100001",
                                      "4294967297/4294967298"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char words[256];
        snprintf(words, sizeof words, GRID "-o none --shard %s", bad[i]);
        program_refuses(words, 2, "it must be I/N, the I-th of N shares, such as 3/20");
    }
    program_refuses(GRID "--shard 1/2", 2, "beside the file of --output; name one");
    assert_int_equal(program_count("none"), 0);
}

TEST(a_study_that_changed_is_told)
{
    program_does(GRID "-o old --shard 1/2");
    program_refuses("sweep lonely " SMALL "-p 20 -o old --shard 1/2", 1,
                    "old.shards/00001-of-00002.1.db: belongs to another study");
    program_refuses("sweep lonely " SMALL "-p 20 -o old --shard 2/2", 1,
                    "belongs to another study");
    size_t runs = results_in("old.shards/00001-of-00002.1.db");
    program_write_text("old.shards/00001-of-00002.1.db", "something else\n");
    program_does(GRID "-o old --shard 1/2"); /* goes on in a file of its own */
    assert_int_equal(results_in("old.shards/00001-of-00002.2.db"), runs);
}

TEST(a_folder_that_cannot_be_written_is_told)
{
    program_write_text("taken.shards", "a file where the folder is to be");
    program_refuses(GRID "-o taken --shard 1/2", 1, "taken.shards");
    program_refuses(GRID "-o /proc/none/r.db --shard 1/2", 1, "/proc/none");
    assert_int_equal(mkdir("fixed.shards", 0555), 0);
    if (access("fixed.shards", W_OK) == 0)
        rig_skip(); /* root writes everything */
    program_refuses(GRID "-o fixed --shard 1/2", 1, "cannot be written");
}

/* ---- ends ---- */

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#define LONG "sweep lonely rigging -g tiny -W 32 -H 32 -s 1 -q -p 5:95:10 -x linear -t 1 "

/* However it ends, it goes on, and nothing is run twice but what had not been finished. */
TEST(a_shard_that_is_ended_goes_on)
{
    static const int ends[] = {SIGTERM, SIGKILL};
    char *whole FREED_BY(mem_free) = rows_without_cost(LONG);
    double start_s = now_s();
    program_does(LONG "-o undisturbed --shard 1/2");
    double whole_s = now_s() - start_s;
    for (uint64_t i = 0; i < 10; i++) {
        int status;
        pid_t process = program_start(LONG "-o ended --shard 1/2", "out");
        double share = random_unit(1, RANDOM_TEST, i) * whole_s;
        nanosleep(&(struct timespec){(time_t)share, (long)(1e9 * (share - (double)(time_t)share))},
                  NULL);
        kill(process, ends[i % 2]);
        assert_int_equal(waitpid(process, &status, 0), process);
    }
    run_shards(LONG "-o ended", 2);
    program_does("merge ended.shards -o ended");
    char *rows FREED_BY(mem_free) = rows_without_cost(LONG "-o ended");
    assert_string_equal(rows, whole);
    assert_int_equal(most_attempts_in("ended"), 1);
}

/* The first, should it still run somewhere, ends. */
TEST(who_goes_on_with_a_shard_has_it)
{
    int status;
    pid_t first = program_start(LONG "-o two --shard 1/1", "first");
    while (program_count("two.shards") == 0 || access("two.shards/00001-of-00001.1.db", F_OK) != 0)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    program_does(LONG "-o two --shard 1/1");
    assert_int_equal(waitpid(first, &status, 0), first);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    program_does("merge two.shards -o two");
    char *whole FREED_BY(mem_free) = rows_without_cost(LONG),
                *rows = rows_without_cost(LONG "-o two");
    assert_string_equal(rows, whole);
    mem_free(rows);
}

TEST(a_full_disk_costs_a_shard_what_is_not_finished)
{
    struct rlimit before, small;
    struct outcome o;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    small = before;
    small.rlim_cur = 96 << 10;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    program_run(&o, LONG "-o full --shard 1/1");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.err, "diorama: full.shards/00001-of-00001.1.db: "));
    outcome_free(&o);
    size_t kept = results_in("full.shards/00001-of-00001.1.db");
    assert_true(kept > 0 && kept < 20);
    program_does(LONG "-o full --shard 1/1");
    assert_int_equal(results_in("full.shards/00001-of-00001.2.db"), 20 - kept);
}

TEST_GROUP(program_enter, program_leave)
