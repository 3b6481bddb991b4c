/* axis.h -- an axis of a figure or table: an axis of the study, or the seven metrics. */
#pragma once

#include "common/labels.h"
#include "orchestrator/study/table.h"

enum { AXIS_NONE = -1, AXIS_METRIC = -2 }; /* other values are the index of an axis of the table */

/* Finds the axis of a name; "metric" is AXIS_METRIC, NULL is AXIS_NONE. False: there is none. */
bool axis_find(const struct study_table *t, const char *name, int *axis);

/* Whether the row has the values that the "where" of a figure or table asks for: {axis: value or
 * list of values}. Numbers are compared as numbers, whether written as numbers or as texts. */
bool axis_where(const struct study_table *t, const json_t *definition, size_t row);

/* Whether a value of a study file is the value of a row. */
bool axis_equal(const json_t *wanted, const char *value);

/* Reads the number in a value of an axis; NAN where there is none. */
double axis_number(const char *value);

/* Sorts the labels if all are numbers; else they stay as they are. False: no memory. */
bool labels_sort_numbers(struct labels *l);
/* Returns the text that is shown for label i: for a path its last part, unless another label ends
 * in the same part. */
const char *labels_shown(const struct labels *l, uint32_t i);
