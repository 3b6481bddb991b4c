/* Reads CSV by libcsv, which gets one byte at a time, so that the line is always known. */
#include "common/table.h"

#include "common/file.h"
#include "common/memory.h"

#include <csv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    MOST_CELL = 4096,    /* bytes, so that a missing closing quote does not take in all of a file */
    MOST_COLUMNS = 4096, /* limited since each name is compared with all others */
};

struct reader {
    struct table *table;
    const char *name;
    struct status *st;
    enum st_code code;
    int line, row_line; /* the current line, and the line where the current row begins */
    bool in_row;
    char **cells; /* of the current row */
    size_t n_cells, room_cells, room_rows;
};

#define fail(r, ...) status_fail_at((r)->st, ST_FAILED, (r)->name, (r)->row_line, __VA_ARGS__)

static void free_cells(char **cells, size_t n)
{
    for (size_t i = 0; cells && i < n; i++)
        mem_free(cells[i]);
    mem_free(cells);
}

void table_free(struct table *t)
{
    for (size_t r = 0; r < t->n_rows; r++)
        free_cells(t->rows[r].cells, t->n_columns);
    free_cells(t->columns, t->n_columns);
    mem_free(t->rows);
    *t = (struct table){0};
}

static void no_memory(struct reader *r)
{
    r->code = status_no_memory(r->st, r->name);
}

static void take_cell(void *bytes, size_t n, void *self)
{
    struct reader *r = self;
    if (r->code != ST_OK)
        return;
    if (r->n_cells == r->room_cells) {
        size_t room = r->room_cells ? 2 * r->room_cells : 16;
        char **cells = mem_resize(r->cells, room, sizeof *cells);
        if (!cells) {
            no_memory(r);
            return;
        }
        r->cells = cells;
        r->room_cells = room;
    }
    char *cell = mem_calloc(n + 1, 1);
    if (!cell) {
        no_memory(r);
        return;
    }
    memcpy(cell, bytes, n);
    r->cells[r->n_cells++] = cell;
}

static enum st_code check_columns(const struct reader *r)
{
    if (r->n_cells > MOST_COLUMNS)
        return fail(r, "%zu columns; there may be %d", r->n_cells, MOST_COLUMNS);
    for (size_t i = 0; i < r->n_cells; i++) {
        if (!*r->cells[i])
            return fail(r, "column %zu has no name; every column needs one", i + 1);
        for (size_t k = 0; k < i; k++)
            if (strcmp(r->cells[i], r->cells[k]) == 0)
                return fail(r, "a second column '%s'; names must differ", r->cells[i]);
    }
    return ST_OK;
}

/* Moves the cells to the table: those of the first row become its columns, the others rows. */
static enum st_code keep_row(struct reader *r)
{
    struct table *t = r->table;
    if (!t->columns) {
        TRY(check_columns(r));
        t->columns = r->cells;
        t->n_columns = r->n_cells;
    } else {
        if (r->n_cells != t->n_columns)
            return fail(r, "%zu cells; there are %zu columns", r->n_cells, t->n_columns);
        if (t->n_rows == r->room_rows) {
            size_t room = r->room_rows ? 2 * r->room_rows : 16;
            TRY(mem_remake(&t->rows, room, sizeof *t->rows, r->name, r->st));
            r->room_rows = room;
        }
        t->rows[t->n_rows++] = (struct table_row){r->row_line, r->cells};
    }
    r->cells = NULL;
    r->n_cells = r->room_cells = 0;
    return ST_OK;
}

static void take_row(int end, void *self)
{
    struct reader *r = self;
    (void)end;
    if (r->code == ST_OK)
        r->code = keep_row(r);
    r->in_row = false;
}

static enum st_code fail_parse(const struct reader *r, int why)
{
    if (why == CSV_EPARSE)
        return status_fail_at(r->st, ST_FAILED, r->name, r->line,
                              "a quote inside a cell; a cell with quotes must stand in quotes, and "
                              "each of its own be doubled");
    return status_no_memory(r->st, r->name);
}

static enum st_code feed(struct reader *r, struct csv_parser *p, const char *text, size_t n)
{
    size_t cell_at = 0; /* approximate position where the current cell begins */
    for (size_t i = 0; i < n; i++) {
        bool new_line = text[i] == '\n' || text[i] == '\r';
        bool second = text[i] == '\n' && i > 0 && text[i - 1] == '\r';
        if (!r->in_row && !new_line) {
            r->in_row = true;
            r->row_line = r->line;
            cell_at = i;
        }
        size_t before = r->n_cells;
        if (csv_parse(p, text + i, 1, take_cell, take_row, r) != 1)
            return fail_parse(r, csv_error(p));
        TRY(r->code);
        if (r->n_cells != before)
            cell_at = i;
        if (r->in_row && i - cell_at > MOST_CELL)
            return fail(r, "a cell of more than %d bytes; is a quote not closed?", MOST_CELL);
        r->line += new_line && !second;
    }
    if (csv_fini(p, take_cell, take_row, r) != 0)
        return fail(r, "the file ends inside quotes; a quote must be closed");
    return r->code;
}

static void *resize(void *old, size_t n)
{
    return mem_resize(old, n, 1);
}

enum st_code table_parse(struct table *out, const char *text, size_t n, const char *name,
                         struct status *st)
{
    static const char mark[] = "\xef\xbb\xbf";
    struct csv_parser p;
    struct reader r = {.table = out, .name = name, .st = st, .line = 1};
    *out = (struct table){0};
    if (memchr(text, 0, n))
        return status_fail_at(st, ST_FAILED, name, 0, "has a zero byte; a text file is needed");
    if (n >= sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0) {
        text += sizeof mark - 1;
        n -= sizeof mark - 1;
    }
    csv_init(&p, CSV_STRICT | CSV_STRICT_FINI);
    csv_set_realloc_func(&p, resize);
    csv_set_free_func(&p, mem_free);
    enum st_code code = feed(&r, &p, text, n);
    csv_free(&p);
    if (code == ST_OK && !out->columns)
        code = status_fail_at(st, ST_FAILED, name, 0,
                              "is empty; a line of column names and a line per row are needed");
    free_cells(r.cells, r.n_cells);
    if (code != ST_OK)
        table_free(out);
    return code;
}

enum st_code table_read(struct table *out, const char *path, struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    *out = (struct table){0};
    TRY(file_read(path, &bytes, &n, st));
    return table_parse(out, (const char *)bytes, n, path, st);
}

void table_write_cell(const char *text, FILE *out)
{
    bool plain = text[strcspn(text, ",\"\r\n")] == 0 && *text != ' ' && *text != '\t' &&
                 (!*text || (text[strlen(text) - 1] != ' ' && text[strlen(text) - 1] != '\t'));
    if (plain)
        fputs(text, out);
    else
        csv_fwrite(out, text, strlen(text));
}

void table_write_real(double value, FILE *out)
{
    if (!isnan(value))
        fprintf(out, "%.17g", value);
}
