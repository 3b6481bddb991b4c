/* Many files of results into one. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"
#include "tests/rig/rows.h"

#include "common/file.h"
#include "common/memory.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SMALL "-g tiny -W 16 -H 16 -s 1 -q "
#define GRID  "sweep lonely rigging " SMALL "-p 20:80:20 -x linear,exponential --reference "
enum { RUNS = 18, SHARDS = 4 };

static void make_shards(void)
{
    for (int i = 1; i <= SHARDS; i++) {
        char words[256];
        snprintf(words, sizeof words, GRID "-o r.db --shard %d/%d", i, SHARDS);
        program_does(words);
    }
}

static void change(const char *name, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(name, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Every result, whatever the order in which they stand. */
static char *results_of(const char *name)
{
    sqlite3 *db;
    sqlite3_stmt *all;
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    assert_int_equal(sqlite3_open(name, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT * FROM result ORDER BY key", -1, &all, NULL),
                     SQLITE_OK);
    while (sqlite3_step(all) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(all); i++) {
            const unsigned char *cell = sqlite3_column_text(all, i);
            fprintf(out, "%s\n", cell ? (const char *)cell : "");
        }
    sqlite3_finalize(all);
    sqlite3_close(db);
    assert_int_equal(fclose(out), 0);
    return text;
}

#define S1 "r.db.shards/00001-of-00004.1.db "
#define S2 "r.db.shards/00002-of-00004.1.db "
#define S3 "r.db.shards/00003-of-00004.1.db "
#define S4 "r.db.shards/00004-of-00004.1.db "

TEST(any_order_and_any_number_of_times)
{
    make_shards();
    program_does("merge r.db.shards -o forward");
    program_does("merge " S4 S2 S3 S1 "-o backward");
    program_does("merge " S3 "-o pieces");
    program_does("merge " S1 S3 "-o pieces");
    program_does("merge " S4 "-o pieces");
    program_does("merge " S2 S4 "-o pieces");
    program_does("merge forward backward -o both");
    program_does("merge r.db.shards/jobs " S1 S2 S3 S4 "-o star"); /* r.db.shards/ * */
    program_does("merge r.db");
    static const char *const others[] = {"backward", "pieces", "both", "star", "r.db"};
    char *all = results_of("forward");
    for (int i = 0; i < 5; i++) {
        char *other FREED_BY(free) = results_of(others[i]);
        assert_string_equal(other, all);
    }
    free(all);
    remove("r.db");
    char *whole FREED_BY(mem_free) = rows_without_cost(GRID),
                *rows = rows_without_cost(GRID "-o pieces");
    assert_string_equal(rows, whole);
    mem_free(rows);
}

/* Two results of one run: whichever file comes first, the same one stays. */
TEST(of_two_results_the_same_one_stays)
{
    static const char *const changes[] = {
        "UPDATE result SET state = 'failed', reason = 'b', document = NULL",
        "UPDATE result SET state = 'failed', reason = 'a', document = NULL, attempts = 3",
    };
    make_shards();
    program_does("merge " S1 "-o first.db");
    for (int i = 0; i < 2; i++) {
        program_does("merge " S1 "-o second.db");
        change("second.db", changes[i]);
        program_does("merge first.db second.db -o ab.db");
        program_does("merge second.db first.db -o ba.db");
        char *a = results_of("ab.db"), *b = results_of("ba.db");
        assert_string_equal(a, b);
        free(a);
        free(b);
        change("first.db", changes[0]);
        remove("second.db");
        remove("ab.db");
        remove("ba.db");
    }
    remove("first.db");
}

TEST(what_does_not_belong_is_refused)
{
    make_shards();
    program_does("sweep lonely " SMALL "-p 20,40 -o other.db --shard 1/1");
    program_refuses("merge " S1 "other.db.shards/00001-of-00001.1.db -o no.db", 1,
                    "other.db.shards/00001-of-00001.1.db: belongs to the study 'sweep-");
    program_does("merge " S1 "-o program.db");
    change("program.db", "UPDATE shard SET program = '0123456789abcdef0123456789abcdef'");
    program_refuses("merge program.db " S2 "-o no.db", 1, "was made by another program");
    change("program.db", "UPDATE shard SET settings = '0123456789abcdef0123456789abcdef'");
    program_refuses("merge " S2 "program.db -o no.db", 1,
                    "program.db: belongs to another study, or to this one as it was");
    change("foreign.db", "CREATE TABLE t(x); INSERT INTO t VALUES(1)");
    program_refuses("merge " S1 "foreign.db -o no.db", 1,
                    "foreign.db: is an SQLite file of another");
    program_does("merge " S1 "-o newer.db");
    change("newer.db", "PRAGMA user_version = 99");
    program_refuses("merge " S1 "newer.db -o no.db", 1, "newer version");
    program_refuses("merge " S1 "nowhere.db -o no.db", 1, "nowhere.db: cannot be opened");
    program_refuses("merge r.db.shards", 2, "no --output");
    program_refuses("merge r.db.shards/jobs -o no.db", 1, "none of the files has results");
    program_refuses("merge -o no.db", 2, "no RESULTS");
    assert_int_equal(program_count("no.db"), 0);
    program_does("sweep lonely " SMALL "-p 20,40 -o theirs");
    program_refuses("merge " S1 "-o theirs", 1, "theirs: belongs to the study 'sweep-");
    assert_int_equal(results_in("theirs"), 2);
}

/* Every page of a shard's file overwritten, and the file cut at every page: what can be read is in
 * the outcome, the rest is run again, and no result is wrong. */
TEST(a_damaged_file_costs_its_points_only)
{
    size_t n, told = 0, saved = 0;
    unsigned char *good FREED_BY(mem_free);
    make_shards();
    program_does("merge r.db.shards -o whole.db");
    char *whole FREED_BY(mem_free) = rows_without_cost(GRID);
    assert_ok(file_read("r.db.shards/00002-of-00004.1.db", &good, &n, &st));
    size_t own = results_in("r.db.shards/00002-of-00004.1.db");
    for (size_t page = 0; page < n / 4096; page += 3)
        for (int cut = 0; cut < 2; cut++) {
            struct outcome o;
            unsigned char *bad = mem_calloc(n, 1);
            assert_non_null(bad);
            memcpy(bad, good, n);
            memset(bad + 4096 * page, 0x5a, 64);
            program_write("bad.db", bad, cut ? 4096 * page + 100 : n);
            mem_free(bad);
            program_run(&o, "merge " S1 "bad.db " S3 S4 "-o some.db");
            if (!program_count("some.db"))
                fail_msg("page %zu, cut %d: %d\n%s\n%s", page, cut, o.status, o.out, o.err);
            size_t there = results_in("some.db");
            if (there < RUNS - own || (o.status != 0 && o.status != 1))
                fail_msg("page %zu: %d, %zu results\n%s\n%s", page, o.status, there, o.out, o.err);
            if (o.status == 1)
                assert_non_null(strstr(o.err, "diorama: warning: bad.db: damaged ("));
            told += o.status == 1;
            saved += there - (RUNS - own);
            outcome_free(&o);
            remove("some.db");
        }
    assert_true(told > 0 && saved > 0);
    memset(good + n / 2 / 4096 * 4096, 0x5a, 64);
    program_write("bad.db", good, n);
    struct outcome o;
    program_run(&o, "merge " S1 "bad.db " S3 S4 "-o some.db");
    outcome_free(&o);
    char *rows FREED_BY(mem_free) = rows_without_cost(GRID "-o some.db");
    assert_string_equal(rows, whole);
}

/* How many points the others have nobody knows; that they lack is said. */
TEST(shards_without_a_file_are_said)
{
    struct outcome o;
    program_does("sweep lonely " SMALL "-p 20:80:10 -x linear -o begun.db --shard 1/2");
    program_run(&o, "merge begun.db");
    assert_int_equal(o.status, 0);
    assert_string_equal(
        o.err, "diorama: warning: 1 shard has no file; what it was to run is not counted\n");
    outcome_free(&o);
    program_refuses("merge none.db", 1, "none.db: cannot be opened: No such file or directory");
}

TEST_GROUP(program_enter, program_leave)
