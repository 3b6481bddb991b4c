/* summary_best.h -- the cells of a table that says which way is best. */
#ifndef ORCHESTRATOR_REPORT_SUMMARY_BEST_H
#define ORCHESTRATOR_REPORT_SUMMARY_BEST_H

#include "orchestrator/report/summary.h"

#define SUMMARY_BEST_NOTE                                                                          \
    "The combination with the least mean absolute error. Others count as just as good unless "     \
    "they "                                                                                        \
    "are worse by Student's t at 95 %, compared point by point; \"any\" stands where those "       \
    "differ."

/* Fills s->cells, whose rows are values of `axis`. */
enum st_code summary_fill_best(struct summary *s, const struct study_table *t,
                               const json_t *definition, int axis, struct status *st);

/* In percent, of metric `column`, or of all seven; NAN where the row has none. */
double summary_error(const struct study_table *t, size_t row, uint32_t column);

#endif
