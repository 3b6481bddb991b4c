#include "tests/rig/rows.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/table.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

json_t *rows_of(const char *words, int status)
{
    struct outcome o ENDED_BY(outcome_free);
    json_error_t error;
    program_run(&o, words);
    json_t *rows = json_loads(o.out, 0, &error);
    if (o.status != status || !rows)
        fail_msg("diorama %s: %d\n%s\n%s", words, o.status, o.out, o.err);
    return rows;
}

/* The first that differs from run to run. */
static size_t first_varying(const struct table *t)
{
    size_t i = 0;
    while (i < t->n_columns && strcmp(t->columns[i], "simulate_cpu_s") != 0 &&
           strcmp(t->columns[i], "speedup") != 0)
        i++;
    assert_true(i > 0 && i < t->n_columns);
    return i;
}

static void write_cells(char *const *cells, size_t n, FILE *out)
{
    for (size_t i = 0; i < n; i++) {
        table_write_cell(cells[i], out);
        fputc(i + 1 < n ? ',' : '\n', out);
    }
}

static char *leave_out_cost(const char *csv, size_t length)
{
    struct table t;
    char *text = NULL;
    size_t n = 0;
    assert_ok(table_parse(&t, csv, length, "rows", &st));
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    size_t columns = first_varying(&t);
    write_cells(t.columns, columns, out);
    for (size_t i = 0; i < t.n_rows; i++)
        write_cells(t.rows[i].cells, columns, out);
    assert_int_equal(fclose(out), 0);
    table_free(&t);
    char *copy = mem_strdup(text);
    free(text); /* open_memstream took it from malloc */
    return copy;
}

char *rows_without_cost(const char *words)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != 0)
        fail_msg("diorama %s: %d\n%s", words, o.status, o.err);
    return leave_out_cost(o.out, strlen(o.out));
}

char *rows_of_file(const char *csv)
{
    unsigned char *bytes FREED_BY(mem_free);
    size_t n;
    assert_ok(file_read(csv, &bytes, &n, &st));
    return leave_out_cost((const char *)bytes, n);
}

/* After a killed writer whoever opens the file puts it right, and so must be able to write. */
static size_t ask(const char *file, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(file, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    size_t answer = (size_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answer;
}

size_t results_in(const char *file)
{
    if (ask(file, "SELECT count(*) FROM sqlite_master WHERE name = 'result'") == 0)
        return 0; /* killed before it was a file of results */
    return ask(file, "SELECT count(*) FROM result");
}

size_t most_attempts_in(const char *file)
{
    return ask(file, "SELECT max(attempts) FROM result");
}
