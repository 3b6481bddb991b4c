/* sweep as a user runs it. */
#define _XOPEN_SOURCE 700 /* terminals */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/rows.h"

#include "common/memory.h"
#include "tests/rig/documents.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SMALL "-g tiny -W 16 -H 16 -s 1 -q "
#define GRID  "sweep lonely rigging " SMALL "-p 20:60:20 -x linear,exponential "

/* What predict, simulate and validate say of a point is what its row says. */
TEST(a_row_says_what_validate_says)
{
    json_t *rows FREED_BY(json_decref) =
        rows_of("sweep lonely " SMALL "-p 40 -x linear --reference --json", 0);
    json_t *v FREED_BY(json_decref) =
        rows_of("validate lonely " SMALL "-p 40 -x linear -t 1 --json", 0);
    assert_int_equal(json_array_size(rows), 1);
    const json_t *row = json_array_get(rows, 0);
    const json_t *value = json_at(v, "prediction.metrics.cycles.value");
    assert_true(json_equal(json_object_get(row, "cycles"), value));
    assert_true(number_at(row, "cycles_error") == number_at(v, "error.cycles"));
    assert_true(json_equal(json_object_get(row, "mae"), json_object_get(v, "mae")));
    assert_true(number_at(row, "speedup") > 0);
    assert_string_equal(text_at(row, "state"), "done");
}

/* Whatever model predicts, it is held against the cycle model, which runs once. */
TEST(models_are_values_like_others)
{
    static const char *const names[] = {"cycle", "approximate", "interval", "gatsim"};
    json_t *rows = rows_of("sweep lonely " SMALL "-p 40 -x linear --reference --json "
                           "--model cycle,approximate,interval,gatsim -o models.sqlite",
                           0);
    assert_int_equal(json_array_size(rows), 4);
    for (size_t i = 0; i < 4; i++) {
        char words[256];
        snprintf(words, sizeof words, "validate lonely " SMALL "-p 40 -x linear --json --model %s",
                 names[i]);
        json_t *v FREED_BY(json_decref) = rows_of(words, 0);
        const json_t *row = json_array_get(rows, i);
        assert_string_equal(text_at(row, "model"), names[i]);
        assert_true(number_at(row, "cycles_error") == number_at(v, "error.cycles"));
    }
    json_decref(rows);
    program_refuses("sweep lonely " SMALL "--model cycle,interval --sample windows", 2,
                    "with --model interval it must be all or groups");
    program_refuses("sweep lonely " SMALL "--model intervall", 2,
                    "it must be one of cycle, approximate, interval, gatsim");
}

/* The picture's size is the reference's as well. */
TEST(a_heatmap_is_a_setting_like_others)
{
    program_does("heatmap lonely -W 24 -H 8 -s 1 -q -o heat.png");
    json_t *rows FREED_BY(json_decref) =
        rows_of("sweep lonely -m heat.png -g tiny -s 1 -q --reference --json", 0);
    json_t *v FREED_BY(json_decref) =
        rows_of("validate lonely -m heat.png -g tiny -s 1 -q -t 1 --json", 0);
    const json_t *row = json_array_get(rows, 0);
    assert_true(json_equal(json_object_get(row, "mae"), json_object_get(v, "mae")));
    assert_string_equal(text_at(row, "heatmap"), "heat.png");
}

TEST(rows_are_the_same_with_any_number_of_processes)
{
    static const char *const how[] = {"-t 1", "-t 2", "-t 5 -o results"};
    char *one = NULL, words[256];
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        snprintf(words, sizeof words, GRID "--reference %s", how[i]);
        char *rows = rows_without_cost(words);
        if (one) {
            assert_string_equal(rows, one);
            mem_free(rows);
        } else {
            one = rows;
        }
    }
    mem_free(one);
    remove("results");
}

/* The grid grows: what is there is not run again. */
TEST(what_is_kept_is_not_run_again)
{
    struct outcome o;
    program_does("sweep lonely " SMALL "-p 20,40 -o kept");
    program_does("sweep lonely " SMALL "-p 40,60,20 -o kept");
    assert_int_equal(results_in("kept"), 3);
    assert_int_equal(most_attempts_in("kept"), 1);
    program_run(&o, "sweep --status kept");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "       2       2       0       0  Sweep of percent"));
    assert_non_null(strstr(o.out, "       3       3       0       0  Sweep of percent"));
    outcome_free(&o);
    program_does("sweep lonely " SMALL "-p 40 --seed 2 -o kept");
    assert_int_equal(results_in("kept"), 4);
    remove("kept");
}

/* A factor that does not divide the GPU fails in the run, not before. */
TEST(a_point_that_fails_is_a_row_with_its_reason)
{
    json_t *rows = rows_of("sweep lonely " SMALL "-K 1,7 -o failing --json", 1);
    assert_int_equal(json_array_size(rows), 2);
    const json_t *bad = json_array_get(rows, 1);
    assert_string_equal(text_at(bad, "state"), "failed");
    assert_non_null(strstr(text_at(bad, "reason"), "does not divide"));
    assert_true(null_at(bad, "cycles"));
    json_decref(rows);
    json_decref(rows_of("sweep lonely " SMALL "-K 1,7 -o failing --json", 1));
    assert_int_equal(most_attempts_in("failing"), 1);
    json_decref(rows_of("sweep lonely " SMALL "-K 1,7 -o failing --json --retry-failed", 1));
    assert_int_equal(most_attempts_in("failing"), 2);
    rows = rows_of("sweep --status --json -o failing", 0);
    const json_t *failures = json_at(rows, "0.failures");
    assert_string_equal(text_at(failures, "0.settings.factor"), "7");
    json_decref(rows);
    remove("failing");
}

TEST(what_cannot_be_is_refused_before_anything_runs)
{
    program_refuses("sweep", 2, "no SCENE");
    program_refuses("sweep lonely -p 10,101 -o none", 2, "--percent is '101'");
    program_refuses("sweep lonely -p 10:90 --percent-min 70 -o none", 2, "above --percent-max");
    program_refuses("sweep lonely lonely -o none", 2, "scene has the value 'lonely' twice");
    program_refuses("sweep lonely nowhere -o none", 1, "nowhere");
    program_refuses("sweep lonely -g tiny -g nothing -o none", 2, "nothing");
    program_refuses("sweep lonely --percnt 3", 2, "did you mean '--percent'?");
    program_refuses("sweep --status", 2, "one file of results");
    program_refuses("sweep --status a b", 2, "one file of results");
    program_refuses("sweep --status none", 1, "No such file");
    assert_int_equal(program_count("none"), 0);
}

enum { QUIET_MS = 500 };

/* What it shows on a terminal. */
static void on_terminal(const char *words, char *text, size_t n)
{
    struct outcome o ENDED_BY(outcome_free);
    char whole[256];
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    int other = open(ptsname(terminal), O_RDWR | O_NOCTTY); /* keeps what was written */
    snprintf(whole, sizeof whole, "%s >%s", words, ptsname(terminal));
    program_run(&o, whole);
    assert_int_equal(o.status, 0);
    /* The kernel hands over what was written line by line, and not at once. */
    struct pollfd ready = {.fd = terminal, .events = POLLIN};
    size_t used = 0;
    while (used < n - 1 && poll(&ready, 1, QUIET_MS) > 0) {
        ssize_t got = read(terminal, text + used, n - 1 - used);
        used += got > 0 ? (size_t)got : 0;
    }
    text[used] = 0;
    close(other);
    close(terminal);
}

TEST(a_terminal_is_not_shown_what_is_kept)
{
    char text[4096];
    on_terminal("sweep lonely " SMALL "-p 20,40 -o seen", text, sizeof text);
    assert_non_null(strstr(text, "2       2       0       0"));
    assert_null(strstr(text, ",cycles,"));
    on_terminal("sweep lonely " SMALL "-p 20", text, sizeof text);
    assert_non_null(strstr(text, ",cycles,"));
}

TEST_GROUP(program_enter, program_leave)
