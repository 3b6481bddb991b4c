/* CSV tables: what is taken, and where what is wrong is said to be. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/table.h"

#include <stdlib.h>
#include <string.h>

static enum st_code parse(struct table *t, const char *text, struct status *st)
{
    return table_parse(t, text, strlen(text), "runs.csv", st);
}

TEST(every_kind_of_line_end_quote_and_blank_is_taken)
{
    static const char *const texts[] = {
        "run,note\na,\"x, \"\"y\"\"\"\nb,\n",
        "run,note\r\na,\"x, \"\"y\"\"\"\r\nb,\r\n",
        "run,note\ra,\"x, \"\"y\"\"\"\rb,",
        "\xef\xbb\xbfrun , note\n\n  a  ,\"x, \"\"y\"\"\"\n\nb,\"\"",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct table t ENDED_BY(table_free);
        assert_ok(parse(&t, texts[i], &st));
        assert_int_equal(t.n_columns, 2);
        assert_int_equal(t.n_rows, 2);
        assert_string_equal(t.columns[0], "run");
        assert_string_equal(t.columns[1], "note");
        assert_string_equal(t.rows[0].cells[0], "a");
        assert_string_equal(t.rows[0].cells[1], "x, \"y\"");
        assert_string_equal(t.rows[1].cells[0], "b");
        assert_string_equal(t.rows[1].cells[1], "");
        assert_int_equal(t.rows[0].line, i == 3 ? 3 : 2);
        assert_int_equal(t.rows[1].line, i == 3 ? 5 : 3);
    }
}

TEST(a_cell_may_hold_lines)
{
    struct table t ENDED_BY(table_free);
    assert_ok(parse(&t, "a,b\n1,\"x\ny\r\nz\"\n2,3\n", &st));
    assert_string_equal(t.rows[0].cells[1], "x\ny\r\nz");
    assert_int_equal(t.rows[0].line, 2);
    assert_int_equal(t.rows[1].line, 5);
}

TEST(what_is_wrong_is_said_with_its_line)
{
    static const struct {
        const char *text, *said;
    } bad[] = {
        {"", "runs.csv: is empty; a line of column names"},
        {"\n\n\n", "runs.csv: is empty"},
        {"a,b,a\n1,2,3\n", "runs.csv:1: a second column 'a'; names must differ"},
        {"\na,,c\n1,2,3\n", "runs.csv:2: column 2 has no name"},
        {"a,b\n1,2\n3\n", "runs.csv:3: 1 cells; there are 2 columns"},
        {"a,b\r\n1,2\r\n3,4,5\r\n", "runs.csv:3: 3 cells; there are 2 columns"},
        {"a,b\n1,x\"y\n", "runs.csv:2: a quote inside a cell"},
        {"a,b\n1,\"x\"y\n", "runs.csv:2: a quote inside a cell"},
        {"a,b\n1,2\n3,\"x\n", "runs.csv:3: the file ends inside quotes"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct table t;
        assert_int_equal(parse(&t, bad[i].text, &st), ST_FAILED);
        if (strstr(st.text, bad[i].said) != st.text)
            fail_msg("said: %s", st.text);
        assert_null(t.columns);
    }
    struct table t;
    assert_int_equal(table_parse(&t, "a,b\n1,\0\n", 8, "runs.csv", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "zero byte"));
    assert_int_equal(table_read(&t, "/nowhere/runs.csv", &st), ST_FAILED);
}

TEST(a_quote_that_is_never_closed_does_not_swallow_the_file)
{
    struct table t;
    char *text FREED_BY(mem_free) = mem_calloc(20000, 1);
    assert_non_null(text);
    strcpy(text, "a,b\n1,\"x");
    memset(text + strlen(text), '.', 10000);
    strcat(text, "\n");
    assert_int_equal(parse(&t, text, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "runs.csv:2: a cell of more than 4096 bytes"));
}

TEST(columns_are_as_many_as_can_be_compared)
{
    for (int n = 4096; n <= 4097; n++) {
        struct table t;
        char *text FREED_BY(free) = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        for (int i = 0; i < n; i++)
            fprintf(out, "%sc%d", i ? "," : "", i);
        fputc('\n', out);
        fclose(out);
        enum st_code code = table_parse(&t, text, size, "runs.csv", &st);
        assert_int_equal(code, n == 4096 ? ST_OK : ST_FAILED);
        if (code == ST_OK)
            table_free(&t);
        else
            assert_string_equal(st.text, "runs.csv:1: 4097 columns; there may be 4096");
    }
}

TEST(memory_that_runs_out_is_said_and_given_back)
{
    struct table t;
    assert_survives_without_memory(parse(&t, "a,b\n1,\"x y\"\n2,z\n", &st), 1,
                                   assert_null(t.columns));
    table_free(&t);
}

TEST(cells_are_written_as_they_are_read)
{
    static const char *const cells[] = {"plain", "", "a,b", "say \"x\"", " blank ", "two\nlines"};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct table t ENDED_BY(table_free);
        char *text FREED_BY(free) = NULL;
        size_t n = 0;
        FILE *out = open_memstream(&text, &n);
        fputs("c,d\n", out);
        table_write_cell(cells[i], out);
        fputs(",x\n", out);
        fclose(out);
        assert_ok(table_parse(&t, text, n, "cells", &st));
        assert_string_equal(t.rows[0].cells[0], cells[i]);
    }
}
