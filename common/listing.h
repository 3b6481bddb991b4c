/* listing.h -- the rows of a JSON document as a table for people.
 *
 * A command builds its document once; the table shows some members of it. A member that is missing
 * or null shows as "-"; a column of these alone is left out. Control characters of
 * texts, which could steer a terminal, show as '?'. */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

enum { LISTING_MOST = 24 }; /* columns */

enum listing_kind {
    LISTING_TEXT,   /* to the left */
    LISTING_REAL,   /* with `digits` behind the point */
    LISTING_SIGNED, /* the same with its sign */
    LISTING_SHORT,  /* whole numbers as such, others with `digits` significant ones */
    LISTING_VALUE,  /* by size, and in percent where the row's member "unit" is "fraction" */
};

struct listing_column {
    const char *title;
    const char *path; /* a member of the row, "cycles", or of a member of it, "cost.cpu_s" */
    enum listing_kind kind;
    int digits;
    double scale;       /* the number is multiplied by it; 0: shown as it is */
    const char *suffix; /* behind a number, such as "%"; NULL: nothing */
};

/* Columns of texts, and of numbers as they are. */
#define LISTING_WORDS(title, path)                                                                 \
    {                                                                                              \
        title, path, LISTING_TEXT, 0, 0, NULL                                                      \
    }
#define LISTING_NUMBER(title, path, digits)                                                        \
    {                                                                                              \
        title, path, LISTING_REAL, digits, 0, NULL                                                 \
    }
#define LISTING_ANY(title, path, digits)                                                           \
    {                                                                                              \
        title, path, LISTING_SHORT, digits, 0, NULL                                                \
    }

#define LISTING_METRIC(title, path)                                                                \
    {                                                                                              \
        title, path, LISTING_VALUE, 0, 0, NULL                                                     \
    }

/* Prints a line of titles and a line per row; nothing where there are no rows. `rows` is an array
 * of objects, `n` at most LISTING_MOST. */
#define LISTING(rows, columns, out)                                                                \
    listing_print(rows, columns, sizeof(columns) / sizeof *(columns), out)
void listing_print(const json_t *rows, const struct listing_column *columns, size_t n, FILE *out);
