/* table.h -- tables in CSV files (RFC 4180): a line of column names, then rows of as many cells.
 *
 * Cells may be in double quotes; blanks around unquoted ones are ignored, and so are empty lines
 * and a byte order mark. Lines end with LF, CR LF or CR. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdio.h>

struct table_row {
    int line; /* line of the file on which the row begins */
    char **cells;
};

struct table {
    char **columns;
    size_t n_columns;
    struct table_row *rows;
    size_t n_rows;
};

/* Reads a file. ST_FAILED, with file and line, if it cannot be read or is not text, quotes do not
 * match, a column has no name or that of another, there are more than 4096 columns, or a row has
 * too few or too many cells. */
enum st_code table_read(struct table *out, const char *path, struct status *st);
/* Reads a table from n bytes of text in memory; `name` is the file name in messages. */
enum st_code table_parse(struct table *out, const char *text, size_t n, const char *name,
                         struct status *st);
void table_free(struct table *t); /* leaves it empty */

/* Writes one cell, in quotes if necessary; the caller writes the separators. */
void table_write_cell(const char *text, FILE *out);
/* Writes a number as a cell, with 17 digits; nothing if it is NAN. */
void table_write_real(double value, FILE *out);
