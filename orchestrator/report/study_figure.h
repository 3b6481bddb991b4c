/* study_figure.h -- from the rows of a study to the data of one of its figures. */
#pragma once

#include "orchestrator/figure/figure.h"
#include "orchestrator/study/table.h"

struct study_figure {
    struct figure figure; /* its texts are the table's, the definition's or in `held` */
    void **held;          /* allocations that the figure owns */
    uint32_t n_held, room;
};

/* `definition` is one entry of the study's "figures" (docs/studies.md lists its keys), or made
 * by study_figure_defaults. Rows that are not done are left out, and so are those that "where" does
 * not name. Points that fall together are averaged: with "spread" the error bar is from the least
 * to the greatest, without it only points of a single row have one, the row's interval. With "fit"
 * a line through the points of all series, a x^b, is added; `name` is that of the files.
 *
 * ST_FAILED where the definition cannot be drawn; table, definition and name are borrowed. */
enum st_code study_figure_make(struct study_figure *out, const struct study_table *t,
                               const json_t *definition, const char *name, struct status *st);
void study_figure_free(struct study_figure *f); /* leaves it empty */

/* Figures for a study that names none, as an array of definitions: over the axis of numbers with
 * most values, of GPUs side by side, or of scenes. Owned by the caller; NULL: out of memory. */
json_t *study_figure_defaults(const struct study_table *t);
