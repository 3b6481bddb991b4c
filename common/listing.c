#include "common/listing.h"

#include "common/colour.h"
#include "common/printable.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { CELL = 400 }; /* most bytes of a cell; longer texts are cut */

/* ---- one cell ---- */

/* Returns the member at a path; NULL: there is none. */
static const json_t *member(const json_t *row, const char *path)
{
    const char *dot = strchr(path, '.');
    if (!dot)
        return json_object_get(row, path);
    char first[64];
    snprintf(first, sizeof first, "%.*s", (int)(dot - path), path);
    return member(json_object_get(row, first), dot + 1);
}

/* Makes the text of a value whose size is not known, from a rate to a count of cycles. */
static void value_text(const json_t *row, double value, char text[CELL])
{
    const char *unit = json_string_value(json_object_get(row, "unit"));
    if (unit && strcmp(unit, "fraction") == 0)
        snprintf(text, CELL, "%.2f %%", 100 * value);
    else if (value == floor(value) || fabs(value) >= 1e4)
        snprintf(text, CELL, fabs(value) < 1e15 ? "%.0f" : "%.9g", value);
    else
        snprintf(text, CELL, "%.*f", fabs(value) < 10 ? 4 : 2, value);
}

static void number_text(const struct listing_column *c, double value, char text[CELL])
{
    const char *suffix = c->suffix ? c->suffix : "";
    value *= c->scale != 0 ? c->scale : 1;
    if (fabs(value) >= 1e15)
        snprintf(text, CELL, "%.9g%s", value, suffix);
    else if (c->kind == LISTING_SIGNED)
        snprintf(text, CELL, "%+.*f%s", c->digits, value, suffix);
    else if (c->kind == LISTING_SHORT && value == floor(value))
        snprintf(text, CELL, "%.0f%s", value, suffix);
    else if (c->kind == LISTING_SHORT)
        snprintf(text, CELL, "%.*g%s", c->digits, value, suffix);
    else
        snprintf(text, CELL, "%.*f%s", c->digits, value, suffix);
}

/* Makes the text of a cell. False: the row has no value for it. */
static bool cell_text(const struct listing_column *c, const json_t *row, char text[CELL])
{
    const json_t *value = member(row, c->path);
    snprintf(text, CELL, "-");
    if (json_is_number(value)) {
        if (c->kind == LISTING_VALUE)
            value_text(row, json_number_value(value), text);
        else
            number_text(c, json_number_value(value), text);
        return true;
    }
    if (!json_is_string(value))
        return false;
    snprintf(text, CELL, "%s", json_string_value(value));
    printable_clean(text);
    return true;
}

/* ---- the table ---- */

/* Returns the width of a column in characters; 0: no row has a value. */
static int width_of(const json_t *rows, const struct listing_column *c)
{
    char text[CELL];
    size_t width = strlen(c->title);
    bool some = false;
    for (size_t i = 0; i < json_array_size(rows); i++) {
        some |= cell_text(c, json_array_get(rows, i), text);
        width = strlen(text) > width ? strlen(text) : width;
    }
    return !some ? 0 : width ? (int)width : 1;
}

static void print_cell(const struct listing_column *c, const char *text, int width, bool last,
                       FILE *out)
{
    if (c->kind != LISTING_TEXT)
        fprintf(out, "%*s", width, text);
    else if (last)
        fputs(text, out);
    else
        fprintf(out, "%-*s", width, text);
}

void listing_print(const json_t *rows, const struct listing_column *columns, size_t n, FILE *out)
{
    int widths[LISTING_MOST];
    size_t last = 0;
    char text[CELL];
    for (size_t c = 0; c < n; c++) {
        widths[c] = width_of(rows, &columns[c]);
        last = widths[c] ? c : last;
    }
    for (size_t i = 0; json_array_size(rows) && i <= json_array_size(rows); i++) {
        const char *between = i ? "" : colour_begin(out, COLOUR_HEADING);
        for (size_t c = 0; c < n; c++) {
            if (!widths[c])
                continue;
            if (i > 0)
                cell_text(&columns[c], json_array_get(rows, i - 1), text);
            fputs(between, out);
            print_cell(&columns[c], i > 0 ? text : columns[c].title, widths[c], c == last, out);
            between = "  ";
        }
        fprintf(out, "%s\n", i ? "" : colour_end(out));
    }
}
