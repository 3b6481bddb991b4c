/* pivot.h -- groups the rows of a study by two of its axes: into the points of a figure or the
 * cells of a table. */
#pragma once

#include "orchestrator/report/axis.h"
#include "orchestrator/study/measure.h"

/* The rows that have the same two labels. */
struct pivot_cell {
    double sum, least, most;
    struct estimate last;
    size_t n; /* rows that have a number; where it is 0 the other members mean nothing */
};

/* A grouping. The caller sets table, definition and `by` (axis_find), which are borrowed. Rows that
 * the definition's "where" leaves out do not count. Starts as {0}. */
struct pivot {
    const struct study_table *t;
    const json_t *definition;
    int by[2];
    struct measure y;
    int metrics;              /* number of metrics where metrics are an axis: the seven and, with
                                 all_seven, their mean; else 1 */
    struct labels labels[2];  /* sorted where all are numbers */
    struct pivot_cell *cells; /* [labels[0]][labels[1]], then those of the references likewise */
};

/* Reads the measure from the key "y". ST_FAILED where there is none; `what` (such as "figure") and
 * `name` are for the message. */
enum st_code pivot_read(struct pivot *p, const char *what, const char *name, struct status *st);
/* Checks that measure and axes go together; else ST_FAILED. The message calls the axes `axes`, such
 * as "x or series". */
enum st_code pivot_check(const struct pivot *p, const char *what, const char *name,
                         const char *axes, struct status *st);
/* Makes labels and cells. With `all_seven` the mean of all follows the errors of the metrics; with
 * `references` the references have cells, too. */
enum st_code pivot_fill(struct pivot *p, bool all_seven, bool references, struct status *st);
void pivot_free(struct pivot *p); /* leaves no labels and no cells */

/* Returns the mean of a cell; NAN where it has no rows. */
double pivot_mean(const struct pivot_cell *c);

/* Whether a row of the study belongs to the cell at `at`; the row's number may still be missing. */
bool pivot_has(const struct pivot *p, size_t row, const uint32_t at[2]);
double pivot_value(const struct pivot *p, size_t row, const uint32_t at[2]);

/* Returns a text of the definition; NULL: there is none. */
const char *pivot_text(const json_t *definition, const char *key);
