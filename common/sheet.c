#include "common/sheet.h"

#include "common/file.h"
#include "common/table.h"

#include <math.h>
#include <stdlib.h>

void sheet_open(struct sheet *s, bool json, FILE *out)
{
    *s = (struct sheet){.out = out, .json = json};
    if (json)
        s->rows = json_writer_array(&s->writer);
}

/* Ends a row. The cells of the first row, kept until now, follow the line of names. */
static void end_row(struct sheet *s)
{
    if (s->json || s->n_rows == 0)
        return;
    if (s->cells && s->cells != s->out) {
        fputc('\n', s->out);
        s->writer.failed = !file_memory_close(s->cells, &s->first) || s->writer.failed;
        if (!s->writer.failed)
            fwrite(s->first, 1, s->n_first, s->out);
        free(s->first);
    }
    fputc('\n', s->out);
    s->cells = s->out;
}

void sheet_row(struct sheet *s)
{
    end_row(s);
    s->begun = false;
    if (s->json) {
        s->row = json_append_object(&s->writer, s->rows);
    } else if (s->n_rows == 0) {
        s->cells = file_memory(&s->first, &s->n_first);
        s->writer.failed = !s->cells;
    }
    s->n_rows++;
}

/* Returns, for CSV, the stream to which the next cell is written; NULL: none. */
static FILE *next_cell(struct sheet *s, const char *name)
{
    if (s->writer.failed)
        return NULL;
    if (s->n_rows == 1) {
        fputs(s->begun ? "," : "", s->out);
        table_write_cell(name, s->out);
    }
    fputs(s->begun ? "," : "", s->cells);
    s->begun = true;
    return s->cells;
}

void sheet_text(struct sheet *s, const char *name, const char *text)
{
    FILE *cell;
    if (s->json)
        json_put_text(&s->writer, s->row, name, text);
    else if ((cell = next_cell(s, name)) != NULL)
        table_write_cell(text ? text : "", cell);
}

void sheet_real(struct sheet *s, const char *name, double value)
{
    FILE *cell;
    if (s->json)
        json_put_real(&s->writer, s->row, name, value);
    else if ((cell = next_cell(s, name)) != NULL && isfinite(value))
        table_write_real(value, cell);
}

enum st_code sheet_close(struct sheet *s, struct status *st)
{
    end_row(s);
    if (s->json)
        return json_writer_finish(&s->writer, s->rows, s->out, st);
    return s->writer.failed ? status_no_memory(st, "table") : ST_OK;
}
