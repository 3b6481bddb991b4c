/* sheet.h -- rows of named texts and numbers, written as CSV or as a JSON array of objects. The
 * writer of a row names each column with its value, so that one function serves both formats.
 *
 * Every row must have the same columns in the same order. Numbers have 17 digits; a number that is
 * not finite and a text that is NULL are empty in CSV and null in JSON. */
#pragma once

#include "common/json_writer.h"

struct sheet {
    FILE *out;
    bool json;
    struct json_writer writer;
    json_t *rows, *row; /* for JSON */
    char *first;        /* for CSV: cells of the first row, which follow its names */
    size_t n_first;
    FILE *cells;
    size_t n_rows;
    bool begun; /* whether the row has a cell already */
};

void sheet_open(struct sheet *s, bool json, FILE *out);
void sheet_row(struct sheet *s); /* begins a row */
void sheet_text(struct sheet *s, const char *name, const char *text);
void sheet_real(struct sheet *s, const char *name, double value);
enum st_code sheet_close(struct sheet *s, struct status *st);
