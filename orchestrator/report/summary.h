/* summary.h -- tables that a study asks for: mean errors, and which of several ways is best. */
#ifndef ORCHESTRATOR_REPORT_SUMMARY_H
#define ORCHESTRATOR_REPORT_SUMMARY_H

#include "orchestrator/study/table.h"

struct summary_cell {
    char *text;
    double number; /* what it is sorted by; NAN: the text */
};

/* One row per value of an axis. */
struct summary {
    const char *title; /* the definition's */
    const char *note;  /* how to read it */
    const char *by;    /* the axis */
    const char **columns;
    const char **hints; /* what the columns are, at length */
    uint32_t n_columns; /* without the first, the axis */
    char **rows;        /* values of the axis */
    uint32_t n_rows, room;
    struct summary_cell *cells; /* [row][column] */
};

/* `definition` is one entry of the study's "tables", by its "kind":
 * "mean" -- mean absolute error of each of the seven metrics and of all, by "by" (default: scene);
 * "best" -- per metric which combination of the axes "over" has the least mean absolute error, the
 *   mean being over all other axes, seeds mostly. Another combination is as good where the mean
 *   difference to the best one, point by point, is not above 0 by Student's t at 95 %; what all
 * that are as good have in common is named, what they differ in is "any". Rows that are not done,
 * and those that "where" leaves out, count nowhere. ST_FAILED where the definition names what is
 * not there. Table and definition are borrowed. */
enum st_code summary_make(struct summary *out, const struct study_table *t,
                          const json_t *definition, struct status *st);
void summary_free(struct summary *s); /* leaves it empty */

#endif
