/* listing.h -- prints the rows of a JSON document as a table for people.
 *
 * A command builds its document once; the table shows some of its members. A member that is missing
 * or null is shown as "-"; a column that has only these is left out. Control characters in texts,
 * which could steer a terminal, are shown as '?'. */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

enum { LISTING_MOST = 24 }; /* most columns */

enum listing_kind {
    LISTING_TEXT,   /* left-aligned */
    LISTING_REAL,   /* with `digits` after the point */
    LISTING_SIGNED, /* as LISTING_REAL, with a sign also where it is positive */
    LISTING_SHORT,  /* whole numbers without a point, others with `digits` significant digits */
    LISTING_VALUE,  /* with digits that suit the size, and in percent where the row's member "unit"
                       is "fraction" */
};

struct listing_column {
    const char *title;
    const char *path; /* a member of the row, such as "cycles", or a member of that, such as
                         "cost.cpu_s" */
    enum listing_kind kind;
    int digits;
    double scale;       /* the number is multiplied by it; 0: shown as it is */
    const char *suffix; /* written after a number, such as "%"; NULL: nothing */
};

/* Rows of the table of columns: for texts, and for numbers that are shown as they are. */
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
