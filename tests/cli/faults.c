/* One system call fails: the program says so in a line and leaves no file behind. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/rows.h"

#include "common/memory.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define POINTS "sweep lonely -g tiny -W 16 -H 16 -s 1 -p 20,50 -x linear -t 1 -q "

/* Number of files in a folder whose names end so. */
static size_t count_in(const char *folder, const char *ending)
{
    size_t n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t length = strlen(e->d_name), end = strlen(ending);
        bool is_own = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
        n += !is_own && length >= end && strcmp(e->d_name + length - end, ending) == 0;
    }
    if (d)
        closedir(d);
    return n;
}

/* Otherwise the sweep would wait for the rest of the answer for ever. */
TEST(a_lost_answer_fails_its_point)
{
    struct outcome o;
    long calls = program_fail(&o, "write", 0, "EIO", POINTS "-o all.db");
    assert_int_equal(o.status, 0);
    outcome_free(&o);
    for (long n = 1; n <= 4; n++) { /* beginning and rest of both answers */
        assert_true(n < calls);
        program_fail(&o, "write", n, "EIO", POINTS "-o lost.db");
        assert_int_equal(o.status, 1);
        assert_non_null(strstr(o.err, "1 of 2 points failed"));
        assert_non_null(strstr(o.err, "before all of its answer came"));
        outcome_free(&o);
        program_does(POINTS "-o lost.db --retry-failed");
        remove("lost.db");
    }
}

/* A signal in front of a worker's start: the worker inherits it, and its estimate would end at
 * once. */
TEST(a_signal_before_a_run_stores_no_part_of_it)
{
    struct outcome o;
    char *whole FREED_BY(mem_free) = rows_without_cost(POINTS "-o whole.db");
    long calls = program_fail(&o, "socketpair", 0, "SIGTERM", POINTS "-o early.db");
    outcome_free(&o);
    remove("early.db");
    assert_true(calls >= 1);
    for (long n = 1; n <= calls; n++) {
        program_fail(&o, "socketpair", n, "SIGTERM", POINTS "-o early.db");
        assert_int_not_equal(o.status, 0);
        outcome_free(&o);
        char *rows FREED_BY(mem_free) = rows_without_cost(POINTS "-o early.db");
        assert_string_equal(rows, whole);
        remove("early.db");
    }
}

/* The rest of a mesh would be a scene too, with other results. */
TEST(a_file_that_is_cut_while_it_is_read_is_told)
{
    static const char words[] = "simulate own.obj -g tiny -W 16 -H 4 -s 1 -t 1 -q";
    char mesh[8192];
    int used = snprintf(mesh, sizeof mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    for (int i = 0; i < 500; i++)
        used += snprintf(mesh + used, sizeof mesh - (size_t)used, "f 1 2 3\n");
    program_write_text("own.obj", mesh);
    struct outcome o;
    assert_true(program_fail(&o, "read", 0, "cut", words) > 0);
    assert_int_equal(o.status, 0);
    outcome_free(&o);
    program_fail(&o, "read", 1, "cut", words);
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.err, "own.obj: changed while it was read"));
    outcome_free(&o);
}

/* SQLite keeps the reason of its last attempt, which is that there is no such file. */
TEST(the_reason_is_not_that_of_another_attempt)
{
    struct outcome o;
    long calls = program_fail(&o, "openat", 0, "EROFS", POINTS "-o ro.db");
    outcome_free(&o);
    for (long n = 1; n <= calls && n < 20; n++) {
        remove("ro.db");
        program_fail(&o, "openat", n, "EROFS", POINTS "-o ro.db");
        assert_null(strstr(o.err, "No such file"));
        outcome_free(&o);
    }
    remove("ro.db");
}

/* libconfig would write to where malloc() gave nothing. */
TEST(a_text_without_memory_for_its_tree_is_refused)
{
    enum { LISTS = 1000000 };
    struct rlimit before, few;
    char *text FREED_BY(mem_free) = mem_calloc(LISTS + 8, 3);
    size_t n = (size_t)snprintf(text, 32, "materials = (");
    for (int i = 0; i < LISTS; i++, n += 3)
        memcpy(text + n, "(),", 3);
    memcpy(text + n, "());", 5);
    program_write_text("many.scene", text);
    program_refuses("render many.scene -W 8 -H 8 -o o.png", 1, "a material is not a group");
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    few = before;
    few.rlim_cur = 150000000;
    assert_int_equal(setrlimit(RLIMIT_AS, &few), 0);
    program_refuses("render many.scene -W 8 -H 8 -o o.png -t 1", 1, "many.scene: out of memory");
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
}

static void assert_one_line(const struct outcome *o, const char *said)
{
    const char *end = strchr(o->err, '\n');
    if (strncmp(o->err, "diorama: ", 9) != 0 || !end || end[1] || !strstr(o->err, said))
        fail_msg("stderr: %s\nexpected one line with '%s'", o->err, said);
}

/* The file is on the disk before it has its name, and its name before the program has ended. */
TEST(an_output_that_does_not_reach_the_disk_fails)
{
    struct outcome o;
    for (long n = 0; n <= 2; n++) {
        long calls =
            program_fail(&o, "fsync", n, "EIO", "render lonely -W 8 -H 8 -s 1 -q -o o.png");
        assert_int_equal(o.status, n ? 1 : 0);
        assert_int_equal(calls, n == 1 ? 1 : 2);
        assert_int_equal(program_count("o.png"), n == 1 ? 0 : 1);
        assert_int_equal(program_count(".diorama"), 0);
        if (n)
            assert_one_line(&o, "o.png: cannot be written: Input/output error");
        outcome_free(&o);
        remove("o.png");
    }
}

/* A profile's turn goes with the run, also where its folder cannot be synced. */
TEST(a_turn_that_does_not_reach_the_disk_is_given_back)
{
    struct outcome o;
    long calls = 1;
    for (long n = 0; n <= calls; n++) {
        long all = program_fail(&o, "fsync", n, "EIO",
                                "predict lonely -W 16 -H 8 -s 1 -g tiny --sample groups -q "
                                "--cache kept");
        calls = n ? calls : all;
        assert_true(o.status == 0 || (n && o.status == 1));
        assert_int_equal(count_in("kept", ".making"), 0);
        outcome_free(&o);
        rig_remove_folder("kept");
    }
    assert_true(calls >= 3);
}

static void make_parts(void)
{
    program_does(POINTS "-o parts.db --shard 1/2");
    program_does(POINTS "-o parts.db --shard 2/2");
    program_does("merge parts.db.shards -o whole.db");
}

static void assert_two_points(const char *name)
{
    char words[64];
    struct outcome o ENDED_BY(outcome_free);
    snprintf(words, sizeof words, "sweep --status %s", name);
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, " 2       2       0       0 "));
}

TEST(a_merge_that_does_not_reach_the_disk_leaves_the_old_file)
{
    struct outcome o;
    make_parts();
    long calls = program_fail(&o, "fsync,fdatasync,pwrite64", 0, "EIO", "merge parts.db");
    assert_int_equal(o.status, 0);
    outcome_free(&o);
    assert_true(calls > 10);
    long failed = 0;
    for (long n = 1; n <= calls; n++) {
        program_fail(&o, "fsync,fdatasync,pwrite64", n, n % 2 ? "EIO" : "ENOSPC", "merge parts.db");
        failed += o.status == 1;
        assert_int_equal(program_count(".diorama"), 0);
        assert_two_points("parts.db");
        outcome_free(&o);
    }
    assert_int_equal(failed, calls - 1); /* SQLite ignores that a folder's entry of a journal is not
                                            on the disk */
}

/* The copy of one that was killed is removed by the next. */
TEST(a_merge_that_ends_early_leaves_no_copy)
{
    struct outcome o;
    static const char *const ways[] = {"SIGKILL", "SIGINT", "SIGTERM"};
    static const int status[] = {128 + SIGKILL, 128 + SIGINT, 128 + SIGTERM};
    for (int i = 0; i < 3; i++) {
        program_fail(&o, "pwrite64", 20, ways[i], "merge parts.db");
        assert_int_equal(o.status, status[i]);
        assert_int_equal(program_count(".diorama") > 0, i == 0);
        outcome_free(&o);
        program_does("merge parts.db");
        assert_int_equal(program_count(".diorama"), 0);
        assert_two_points("parts.db");
    }
}

/* Nobody waits for one that was killed, and nothing of it is left. */
TEST(a_profile_that_was_killed_is_made_again_at_once)
{
    static const char words[] =
        "predict lonely -g tiny -W 16 -H 16 -s 1 -q --sample groups --cache kept";
    struct outcome o;
    bool left = false;
    for (long n = 1; n < 20 && !left; n++) {
        program_fail(&o, "unlink", n, "SIGKILL", words);
        assert_int_equal(o.status, 128 + SIGKILL);
        outcome_free(&o);
        left = count_in("kept", ".making") > 0;
    }
    assert_true(left);
    time_t begin = time(NULL);
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    assert_true(time(NULL) - begin < 10);
    assert_int_equal(count_in("kept", ""), 1);
    outcome_free(&o);
}

TEST_GROUP(program_enter, program_leave)
