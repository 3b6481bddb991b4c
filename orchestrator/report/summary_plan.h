/* summary_plan.h -- which rows of the study a cell of a table stands for, and with what number. */
#pragma once

#include "orchestrator/report/summary.h"

struct summary_plan {
    const struct study_table *t;
    const json_t *definition;
    struct measure y;
    int rows, columns; /* as axis_find gives them */
};

/* A cell. */
struct summary_slot {
    const struct summary_plan *plan;
    const char *row, *column;
    int metric; /* of an axis of metrics: METRIC_SEVEN is all of them; -1: there is none */
};

/* Whether row i of the study belongs to the cell. */
bool summary_has(const struct summary_slot *slot, size_t i);
/* NAN where it has no number. */
double summary_value(const struct summary_slot *slot, size_t i);

#define SUMMARY_BEST_NOTE                                                                          \
    "The combination with the least mean. Others count as just as good unless they are worse by "  \
    "Student's t at 95 %, compared point by point; \"any\" stands where those differ."

/* The cells of kind "best". */
enum st_code summary_fill_best(struct summary *s, const struct summary_plan *p, struct status *st);
struct summary_slot summary_slot(const struct summary *s, const struct summary_plan *p,
                                 uint32_t row, uint32_t column);
