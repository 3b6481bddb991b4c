/* summary.h -- the tables of a study's definition: means, and the best of several choices. */
#pragma once

#include "orchestrator/report/pivot.h"

#include <stdio.h>

struct summary_cell {
    char *text;    /* "-": the cell is empty */
    double number; /* the number to sort by; NAN: by the text */
};

struct summary {
    const char *name, *title, *note; /* the definition's; how to read it */
    const char *corner;              /* the name of the rows' axis */
    struct labels rows, columns;
    struct summary_cell *cells; /* [row][column] */
};

/* `definition` is one entry of the study's "tables": "y" is the measure, "rows" and "columns" are
 * axes or "metric"; without columns there is one, and |error| by metric has one more for all seven.
 * By its "kind": "mean" -- mean of the measure over all else that varies; "best" -- which
 * combination of the axes "choose" has the least mean, over all else that varies. Another
 * combination is as good where its mean difference to the best one, point by point, is not above 0
 * by Student's t at 95 %; the cell names the values that all combinations as good share, and "any"
 * for the others. Rows that are not done, and those that "where" leaves out, do not count.
 * ST_FAILED where the definition names a thing that does not exist. Table and definition are
 * borrowed. */
enum st_code summary_make(struct summary *out, const struct study_table *t,
                          const json_t *definition, struct status *st);
/* Writes a header line, then a line per row: the cells' texts. */
void summary_write_csv(const struct summary *s, FILE *out);
void summary_free(struct summary *s); /* leaves it empty */

#define SUMMARY_BEST_NOTE                                                                          \
    "The combination with the least mean. Others count as just as good unless they are worse by "  \
    "Student's t at 95 %, compared point by point; \"any\" stands where those differ."

/* Part of summary_make: the cells of kind "best". */
enum st_code summary_fill_best(struct summary *s, const struct pivot *p, struct status *st);
