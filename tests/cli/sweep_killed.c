/* Sweeps that are killed go on where they were; two on one file share the work. */
#define _GNU_SOURCE /* PR_SET_CHILD_SUBREAPER */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/rows.h"

#include "common/memory.h"
#include "common/random.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRID                                                                                       \
    "sweep lonely rigging -g tiny -W 32 -H 32 -s 1 -q -p 20:80:20 -x linear,exponential "          \
    "--reference -t "                                                                              \
    "2 "
#define RESULTS 18

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sleep_s(double s)
{
    struct timespec t = {(time_t)s, (long)(1e9 * (s - (double)(time_t)s))};
    nanosleep(&t, NULL);
}

/* Everybody that the program left behind is ours now, and ends. */
static void wait_for_orphans(void)
{
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
}

/* true: it was still running. */
static bool run_and_kill(double after_s, bool whole_group)
{
    int status;
    pid_t process = program_start(GRID "-o results", "killed.csv");
    sleep_s(after_s);
    kill(whole_group ? -process : process, SIGKILL);
    assert_int_equal(waitpid(process, &status, 0), process);
    wait_for_orphans();
    return WIFSIGNALED(status);
}

TEST(a_killed_sweep_loses_and_repeats_nothing)
{
    enum { LONGEST = 1000 };
    const uint64_t kills = getenv("TEST_ALL") ? 20 : 6;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    alarm(500); /* a child that outlives its parent would be waited for */
    double start_s = now_s();
    char *undisturbed FREED_BY(mem_free) = rows_without_cost(GRID "-o other");
    double whole_s = now_s() - start_s;
    assert_int_equal(results_in("other"), RESULTS);
    size_t before = 0, hits = 0;
    for (uint64_t i = 0; i < kills; i++) {
        double share = (double)random_below(1, RANDOM_TEST, i, LONGEST) / LONGEST;
        bool running = run_and_kill(share * whole_s, i % 2);
        size_t now = access("results", F_OK) == 0 ? results_in("results") : 0;
        assert_true(now >= before);
        before = now;
        hits += running && now < RESULTS;
        if (now)
            assert_int_equal(most_attempts_in("results"), 1);
        if (!running || now == RESULTS) { /* from the start again, so that every kill hits */
            remove("results");
            before = 0;
        }
    }
    assert_true(hits >=
                (kills + 5) / 8); /* half of them where nothing else slows the machine down */
    char *resumed FREED_BY(mem_free) = rows_without_cost(GRID "-o results");
    assert_string_equal(resumed, undisturbed);
    assert_int_equal(results_in("results"), RESULTS);
    assert_int_equal(most_attempts_in("results"), 1);
    alarm(0);
}

TEST(two_sweeps_on_one_file_share_the_work)
{
    int status;
    char *alone FREED_BY(mem_free) = rows_without_cost(GRID), *rows;
    pid_t first = program_start(GRID "-o shared", "first.csv");
    pid_t second = program_start(GRID "-o shared", "second.csv");
    assert_int_equal(waitpid(first, &status, 0), first);
    assert_int_equal(status, 0);
    assert_int_equal(waitpid(second, &status, 0), second);
    assert_int_equal(status, 0);
    assert_int_equal(results_in("shared"), RESULTS);
    assert_int_equal(most_attempts_in("shared"), 1);
    rows = rows_of_file("first.csv");
    assert_string_equal(rows, alone);
    mem_free(rows);
    rows = rows_of_file("second.csv");
    assert_string_equal(rows, alone);
    mem_free(rows);
}

#define LONG_POINT "sweep weekend -W 128 -H 128 -s 1 -x linear -p 100 -K 1 -t 1 -q "

/* The point is lost, the sweep is not. */
TEST(a_process_that_is_killed_fails_its_point)
{
    int status;
    pid_t process = program_start(LONG_POINT "-o one", "one.csv");
    kill(program_child(process), SIGKILL);
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    char *rows FREED_BY(mem_free) = rows_of_file("one.csv");
    assert_non_null(strstr(rows, ",failed,its process was ended by signal 9 (Killed)"));
    mem_free(rows);
    rows = rows_without_cost(LONG_POINT "-o one --retry-failed");
    assert_non_null(strstr(rows, ",done,"));
}

TEST(an_interrupted_sweep_keeps_what_is_done)
{
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        struct outcome o;
        program_interrupt(&o, "sweep weekend -W 64 -H 64 -s 1 -p 5:95:5 -x linear -o stopped",
                          "[3-9] of 19 done", signals[i]);
        assert_int_equal(o.status, 128 + signals[i]);
        assert_string_equal(o.out, "");
        assert_true(results_in("stopped") >= 3);
        outcome_free(&o);
        remove("stopped");
    }
}

TEST_GROUP(program_enter, program_leave)
