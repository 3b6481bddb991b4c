/* pivot.h -- the rows of a study by two of its axes: the points of a figure and the cells of a
 * table. */
#pragma once

#include "orchestrator/report/axis.h"
#include "orchestrator/study/measure.h"

/* The rows with the same labels. */
struct pivot_cell {
    double sum, least, most;
    struct estimate last;
    size_t n; /* rows that have a number; 0: the other fields mean nothing */
};

/* Table and definition are the caller's, and so is `by`, from axis_find. Rows that the definition's
 * "where" leaves out do not count. Starts as {0}. */
struct pivot {
    const struct study_table *t;
    const json_t *definition;
    int by[2];
    struct measure y;
    int metrics;              /* metrics that take turns: the seven, and all of them; 1: none
                                 does */
    struct labels labels[2];  /* numbers rise */
    struct pivot_cell *cells; /* [labels[0]][labels[1]], and once more [labels[1]]: references */
};

/* Reads the measure "y". ST_FAILED where it is none; `what` ("figure") and `name` are for the
 * message. */
enum st_code pivot_read(struct pivot *p, const char *what, const char *name, struct status *st);
/* ST_FAILED where measure and axes do not go together; the message calls those `axes` ("x or
 * series"). */
enum st_code pivot_check(const struct pivot *p, const char *what, const char *name,
                         const char *axes, struct status *st);
/* Makes labels and cells. `all_seven`: the mean of all follows the errors of metrics; `references`:
 * those have cells, too. */
enum st_code pivot_fill(struct pivot *p, bool all_seven, bool references, struct status *st);
void pivot_free(struct pivot *p); /* leaves no labels and no cells */

/* The mean; NAN where there are no rows. */
double pivot_mean(const struct pivot_cell *c);

/* Whether a row of the study belongs to the cell; its number there is read row by row. */
bool pivot_has(const struct pivot *p, size_t row, const uint32_t at[2]);
double pivot_value(const struct pivot *p, size_t row, const uint32_t at[2]);

/* A text of the definition; NULL: there is none. */
const char *pivot_text(const json_t *definition, const char *key);
