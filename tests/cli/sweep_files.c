/* Files of results and study files that are not what they should be. */
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
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SWEEP "sweep lonely -g tiny -W 16 -H 16 -s 1 -q -p 20,40 -o "

static void make_database(const char *name, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(name, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static char *content_of(const char *name, size_t *n)
{
    unsigned char *bytes;
    assert_ok(file_read(name, &bytes, n, &st));
    return (char *)bytes;
}

/* Neither running nor looking works, and the file stays as it was. */
static void check_refused(const char *name, const char *said)
{
    char words[256];
    size_t n, still;
    char *before = content_of(name, &n);
    snprintf(words, sizeof words, SWEEP "%s", name);
    program_refuses(words, 1, said);
    snprintf(words, sizeof words, "sweep --status %s", name);
    program_refuses(words, 1, said);
    char *after = content_of(name, &still);
    assert_int_equal(n, still);
    assert_memory_equal(before, after, n);
    mem_free(before);
    mem_free(after);
    assert_int_equal(remove(name), 0);
}

TEST(files_of_others_are_left_alone)
{
    make_database("foreign", "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
    check_refused("foreign", "of another program");
    make_database("foreign", "PRAGMA application_id = 7");
    check_refused("foreign", "of another program");
    program_write_text("text", "this is a text and not a database, whatever its name may say ....");
    check_refused("text", "is no file of results; name one that sweep or compare wrote");
    program_write("zeros", (char[4096]){0}, 4096);
    check_refused("zeros", "is no file of results");
    program_does(SWEEP "newer");
    make_database("newer", "PRAGMA user_version = 99");
    check_refused("newer", "newer version of diorama (file version 99, this one knows 1)");
    assert_int_equal(mkdir("folder", 0777), 0);
    program_refuses(SWEEP "folder", 1, "is a folder");
    program_refuses("sweep --status folder", 1, "is a folder");
    program_refuses(SWEEP "nowhere/results", 1, "cannot be opened");
    program_write_text("empty", "");
    program_refuses("sweep --status empty", 1, "is empty");
    program_does(SWEEP "empty");
    remove("empty");
}

/* Every 4096th part of a good file overwritten, and every length that it may be cut to: a clear
 * line or, where the damage concerns nothing that is looked at, the right rows. */
/* A view without an end would be read for ever; triggers would change what is written. */
TEST(what_a_schema_would_run_is_refused)
{
    static const char *const strange[][2] = {
        {"DROP TABLE study; CREATE VIEW study AS WITH RECURSIVE a(name) AS (SELECT 'x' UNION ALL"
         " SELECT name FROM a) SELECT name, name AS title, name AS definition FROM a",
         "has 'study', which no file of results has"},
        {"CREATE TRIGGER loud AFTER INSERT ON result BEGIN DELETE FROM result; END",
         "has 'loud', which no file of results has"},
        {"DROP TABLE picture; CREATE TABLE picture(scene_key TEXT, kind TEXT, caption TEXT,"
         " png BLOB AS (zeroblob(1000000000)))",
         "has 'picture', which no file of results has"},
    };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        program_does(SWEEP "strange");
        make_database("strange", strange[i][0]);
        program_refuses("merge strange -o merged", 1, strange[i][1]);
        assert_int_equal(program_count("merged"), 0);
        check_refused("strange", strange[i][1]);
    }
}

TEST(damaged_files_are_told)
{
    size_t n, told = 0;
    char *rows = rows_without_cost(SWEEP "good"), *good = content_of("good", &n);
    for (size_t page = 0; page < n / 4096; page++) {
        struct outcome o;
        for (int cut = 0; cut < 2; cut++) {
            char *bad = mem_calloc(n, 1);
            assert_non_null(bad);
            memcpy(bad, good, n);
            memset(bad + 4096 * page, 0x5a, 64);
            program_write("bad", bad, cut ? 4096 * page + 100 : n);
            mem_free(bad);
            program_run(&o, "sweep --status bad");
            bool one_line = strncmp(o.err, "diorama: bad: ", 14) == 0 &&
                            strchr(o.err, '\n') == o.err + strlen(o.err) - 1;
            if (o.status != 0 && (o.status != 1 || !one_line || o.out[0]))
                fail_msg("page %zu: %d\n%s\n%s", page, o.status, o.out, o.err);
            told += o.status == 1;
            outcome_free(&o);
        }
    }
    assert_true(told >= n / 4096);
    mem_free(rows);
    mem_free(good);
    remove("good");
    remove("bad");
}

/* As long as there is room results are kept, and with more room the rest follows. */
TEST(a_full_disk_loses_nothing)
{
    struct rlimit before, small;
    struct outcome o;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    small = before;
    small.rlim_cur = 96 << 10;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    program_run(&o, "sweep lonely -g tiny -W 16 -H 16 -s 1 -q -p 5:95:5 -t 1 -o full");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(o.status, 1);
    assert_string_equal(o.out, "");
    assert_non_null(strstr(o.err, "diorama: full: "));
    assert_ptr_equal(strchr(o.err, '\n'), o.err + strlen(o.err) - 1);
    outcome_free(&o);
    size_t kept = results_in("full");
    assert_true(kept > 0 && kept < 19);
    program_does("sweep lonely -g tiny -W 16 -H 16 -s 1 -q -p 5:95:5 -t 1 -o full");
    assert_int_equal(results_in("full"), 19);
    assert_int_equal(most_attempts_in("full"), 1);
    remove("full");
}

TEST(what_cannot_be_written_is_read_all_the_same)
{
    struct outcome o;
    program_does(SWEEP "fixed");
    assert_int_equal(chmod("fixed", 0444), 0);
    if (access("fixed", W_OK) == 0)
        rig_skip(); /* root writes everything */
    program_refuses(SWEEP "fixed", 1, "cannot be written");
    program_run(&o, "sweep --status fixed");
    assert_int_equal(o.status, 0);
    outcome_free(&o);
    remove("fixed");
}

/* ---- study files ---- */

static void check_study(const char *text, const char *said)
{
    program_write_text("s.study", text);
    program_refuses("sweep --study s.study -o none", 2, said);
    assert_int_equal(program_count("none"), 0);
}

#define SETTINGS "settings = { scene = \"lonely\"; gpu = \"tiny\"; percent = [20, 40]; };\n"
#define FIGURE(rest)                                                                               \
    SETTINGS "figures = ( { name = \"f\"; kind = \"lines\"; x = \"percent\"; y = \"mae\";\n" rest  \
             " } );"

TEST(study_files_with_errors_are_told_with_file_and_line)
{
    static const char *const bad[][2] = {
        {"title = ;", "s.study:1: syntax error"},
        {SETTINGS "titel = \"x\";", "s.study:2: unknown key 'titel'; did you mean 'title'?"},
        {"percent = 40;\n" SETTINGS, "s.study:1: unknown key 'percent'; settings such as this"},
        {"title = \"x\";", "no scene; write settings"},
        {SETTINGS "title = 3;", "s.study:2: 'title' is not a text in quotes"},
        {SETTINGS "title = \"\";", "the title is empty"},
        {SETTINGS "reference = \"yes\";", "'reference' is not true or false"},
        {"settings = { scene = \"lonely\";\n percnt = 10; };",
         "s.study:2: no setting 'percnt'; did "
         "you mean 'percent'?"},
        {"settings = { scene = \"lonely\";\n percent = [10,\n 200]; };", "--percent is '200'"},
        {"settings = { scene = \"lonely\"; percent = \"90:10:1\"; };", "must not be below"},
        {"settings = { scene = \"lonely\"; percent = [10, 10]; };", "'10' twice"},
        {"settings = { scene = []; };", "'scene' is an empty list"},
        {"settings = { scene = \"lonely\"; threads = 2; };", "no setting 'threads'"},
        {"settings = { scene = \"lonely\"; first-run = 2; };", "'first-run' is gone: --repeat N"},
        {"settings = { scene = \"lonely\"; gpu = { a = 1; }; };", "'gpu' is no value"},
        {"settings = ( \"lonely\" );", "no group of settings"},
        {SETTINGS "grids = { percent = 3; };", "'grids' is no list of groups"},
        {SETTINGS "grids = ();", "'grids' is no list of groups"},
        {SETTINGS "grids = ( 3 );", "no group of settings"},
        {SETTINGS "grids = ( { percent = 3; },\n { percent = 300; } );", "s.study:3: --percent"},
        {SETTINGS "grids = ( { shader = \"ao\"; shaders = \"d\"; } );", "both say what runs"},
        {SETTINGS "figures = { };", "'figures' is no list of groups"},
        {SETTINGS "figures = ( 1 );", "a figure is a group"},
        {SETTINGS "figures = ( { name = \"f\"; } );", "missing key 'kind'"},
        {FIGURE("simulated = true;"), "s.study:2: 'mae' is no quantity of simulations"},
        {FIGURE("title = \"a\"; x_axis = \"b\";"), "s.study:3: unknown key 'x_axis'"},
        {FIGURE("serie = \"gpu\";"), "did you mean 'series'?"},
        {FIGURE("series = \"factor\";"), "unknown axis 'factor'"},
        {FIGURE("series = \"percnt\";"), "did you mean 'percent'?"},
        {FIGURE("where = { gpu = \"rtx2060\"; };"), "no point has gpu = 'rtx2060'"},
        {FIGURE("where = { percent = [40, 60]; };"), "no point has percent = '60'"},
        {FIGURE("where = { seed = 1; };"), "unknown axis 'seed'"},
        {FIGURE("where = 3;"), "'where' is no group"},
        {FIGURE("fit = \"cubic\";"), "unknown fit 'cubic'"},
        {FIGURE("curve = \"x; shell\";"),
         "s.study:3: the curve is 'x; shell', wrong at character 2"},
        {FIGURE("spread = 1;"), "'spread' is not true or false"},
        {FIGURE("title = \"a\\nb\";"), "one line of text"},
        {FIGURE("paper = { name = \"Zatel\"; x = [1, 2]; y = [1]; };"), "x has 2 values and y 1"},
        {FIGURE("paper = { name = \"Zatel\"; x = [1]; };"), "missing key 'y'"},
        {SETTINGS "figures = ( { name = \"../f\"; kind = \"lines\"; x = \"percent\"; y = \"mae\"; "
                  "} );",
         "no name for a file"},
        {SETTINGS "figures = ( { name = \"f\"; kind = \"dots\"; x = \"percent\"; y = \"mae\"; } );",
         "unknown kind 'dots'"},
        {SETTINGS
         "figures = ( { name = \"f\"; kind = \"bars\"; x = \"percent\"; y = \"error.cycle\"; } );",
         "did you mean 'cycles'?"},
        {SETTINGS
         "figures = ( { name = \"f\"; kind = \"bars\"; x = \"percent\"; y = \"error\"; } );",
         "lacks a metric"},
        {SETTINGS
         "figures = ( { name = \"f\"; kind = \"bars\"; x = \"metric\"; y = \"error.ipc\"; } );",
         "the metrics are an axis"},
        {SETTINGS
         "figures = ( { name = \"f\"; kind = \"bars\"; x = \"percent\"; y = \"mae.ipc\"; } );",
         "'mae' has none"},
        {SETTINGS "figures = ( { name = \"f\"; kind = \"bars\"; x = \"percent\"; y = \"mae\"; },\n"
                  " { name = \"f\"; kind = \"bars\"; x = \"percent\"; y = \"mae\"; } );",
         "s.study:3: a second figure 'f'"},
        {SETTINGS "tables = ( { name = \"t\"; kind = \"mean\"; y = \"mae\"; } );",
         "missing key 'rows'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_study(bad[i][0], bad[i][1]);
    program_refuses("sweep --study nowhere.study", 2, "nowhere.study");
    program_refuses("sweep --study .", 2, ".");
}

/* Scenes and sizes beside the file replace its own. */
TEST(a_study_file_is_run_and_the_command_line_replaces_its_values)
{
    program_write_text("small.study",
                       "title = \"Small\"; reference = true;\n" SETTINGS
                       "grids = ( { extrapolate = \"linear\"; }, { extrapolate = \"exponential\"; "
                       "percent = 40.0; } );\n"
                       "figures = ( { name = \"f\"; kind = \"lines\"; x = \"percent\"; series = "
                       "\"metric\"; y = \"abs_error\"; where = { percent = 20; }; } );");
    json_t *rows =
        rows_of("sweep --study small.study rigging -W 16 -H 16 -s 1 -q --json -o kept", 0);
    static const char *const expected[][2] = {
        {"20", "linear"}, {"40", "linear"}, {"40", "exponential"}};
    assert_int_equal(json_array_size(rows), 3);
    for (size_t i = 0; i < 3; i++) {
        const json_t *row = json_array_get(rows, i);
        assert_string_equal(text_at(row, "scene"), "rigging");
        assert_string_equal(text_at(row, "percent"), expected[i][0]);
        assert_string_equal(text_at(row, "extrapolate"), expected[i][1]);
        assert_true(json_is_number(json_object_get(row, "mae")));
    }
    json_decref(rows);
    assert_int_equal(results_in("kept"), 4);
    rows = rows_of("sweep --status kept --json", 0);
    assert_string_equal(text_at(rows, "0.study"), "small");
    json_decref(rows);
    remove("kept");
}

TEST_GROUP(program_enter, program_leave)
