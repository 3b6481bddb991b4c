/* study_figure.h -- makes the data of a figure from the rows of a study. */
#pragma once

#include "orchestrator/figure/figure.h"
#include "orchestrator/study/table.h"

struct study_figure {
    struct figure figure; /* its texts belong to the table, to the definition or to `held` */
    void **held;          /* allocations that the figure owns */
    uint32_t n_held, room;
};

/* Makes a figure. `definition` is one entry of the study's "figures" (docs/studies.md lists its
 * keys)
 * or one that study_figure_defaults made. Rows that are not done, or that "where" leaves out, do
 * not
 * count. Rows with the same x and series are averaged to one point. With "spread" its error bar
 * goes
 * from the least to the greatest; without, only a point of a single row has one, the row's
 * interval.
 * "fit" adds a line a x^b through the points of all series; `name` becomes the name of the files.
 *
 * ST_FAILED where the definition cannot be drawn; table, definition and name are borrowed. */
enum st_code study_figure_make(struct study_figure *out, const struct study_table *t,
                               const json_t *definition, const char *name, struct status *st);
void study_figure_free(struct study_figure *f); /* leaves it empty */

/* Makes an array of definitions for a study that has none: figures over the axis of numbers with
 * most values, or of GPUs side by side, or of scenes. The caller frees it; NULL: no memory. */
json_t *study_figure_defaults(const struct study_table *t);
