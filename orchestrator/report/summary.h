/* summary.h -- the tables that a study defines: means, and the best of several choices. */
#pragma once

#include "orchestrator/report/pivot.h"

#include <stdio.h>

struct summary_cell {
    char *text;    /* "-" where there is nothing to show */
    double number; /* number by which the cell is sorted; NAN: it is sorted by its text */
};

struct summary {
    const char *name, *title, *note; /* name and title from the definition; `note` tells how to read
                                        the table */
    const char *corner;              /* name of the axis whose values are the rows */
    struct labels rows, columns;
    struct summary_cell *cells; /* [row][column] */
};

/* Makes a table. `definition` is one entry of the study's "tables": "y" is the measure, "rows" and
 * "columns" are axes or "metric". Without "columns" there is one column; |error| by metric has one
 * more row or column, for all seven. The kind "mean" shows the measure's mean over everything else
 * that varies. The kind "best" shows which combination of values of the axes "choose" has the least
 * mean over everything else that varies. Another combination is as good where its mean difference
 * to the best one, point by point, is not above 0 by Student's t at 95 %; the cell shows the values
 * that all combinations as good have in common, and "any" for the other axes. Rows that are not
 * done, and those that "where" leaves out, do not count. ST_FAILED where the definition names
 * something that does not exist. Table and definition are borrowed. */
enum st_code summary_make(struct summary *out, const struct study_table *t,
                          const json_t *definition, struct status *st);
/* Writes a header line, then a line per row with the cells' texts. */
void summary_write_csv(const struct summary *s, FILE *out);
void summary_free(struct summary *s); /* leaves it empty */

#define SUMMARY_BEST_NOTE                                                                          \
    "The combination with the least mean. Others count as just as good unless they are worse by "  \
    "Student's t at 95 %, compared point by point; \"any\" stands where those differ."

/* Fills the cells of kind "best"; summary_make calls it. */
enum st_code summary_fill_best(struct summary *s, const struct pivot *p, struct status *st);
