/* comparison.h -- the same frames on several GPUs: every number beside that of the first GPU, and
 * the GPUs ranked by speed.
 *
 * GPUs are ordered by frame time, not by cycles, since their clocks may differ. Failed cells are
 * listed and never averaged. Means over scenes are geometric (in ratios, no scene or unit weighs
 * more than another) and only over the scenes that all GPUs have, apart from GPUs that have none.
 */
#pragma once

#include "common/labels.h"
#include "orchestrator/compare/basis.h"
#include "orchestrator/statistics/ranking.h"
#include "orchestrator/study/table.h"

/* Metrics by enum metric_id, then frame time. */
enum { COMPARED_TIME = METRIC_COUNT, COMPARED };
const char *comparison_name(int compared); /* "cycles", "frame_time_ms" */

/* One GPU on one scene. */
struct comparison_cell {
    const struct study_row *row; /* NULL: not run, or of means */
    size_t machine; /* index of the first GPU with the same parameters, which may be its own */
    bool done;      /* else there are no numbers */
    json_t *document, *reference; /* of predict and simulate, to be shown; NULL: none */
    struct basis basis;           /* of the prediction */
    struct estimate value[COMPARED];
    double truth[COMPARED], truth_ratio[COMPARED]; /* simulated; NAN: none */
    struct estimate simulated[COMPARED]; /* with the mean's interval where there are several runs */
    struct ratio ratio[COMPARED], simulated_ratio[COMPARED]; /* to the first GPU */
    struct paired_runs reference_runs;                       /* of a repeated reference */
    struct paired_runs runs;                                 /* that resolve its ratios */
};

/* One scene, or the geometric means over scenes. */
struct comparison_scene {
    const char *name;
    struct comparison_cell *cells; /* by GPU */
    struct ratio *times;           /* of frame times: [a * GPUs + b] that of a to b */
    struct place *order;           /* by frame time, certain by ratios */
    size_t done;                   /* GPUs; those come first in the order */
    bool shared;                   /* is in the means */
};

struct comparison {
    struct labels names; /* of the GPUs, in the given order; texts of the table */
    const char **gpus;   /* the names */
    size_t n_gpus;
    struct comparison_scene *scenes;
    size_t n_scenes, n_shared;
    struct comparison_scene mean;
    bool reference;          /* frames were simulated, too */
    uint32_t reference_runs; /* of each, at most; 1: their deviation is not known */
    size_t failed;           /* cells that are not done */
};

/* Scenes and GPUs in the order of the table's rows; of several rows with the same two the first
 * counts. Table and store must outlive *out (the store only this call). */
enum st_code comparison_make(struct comparison *out, const struct study_table *table,
                             const struct store *store, struct status *st);
/* Makes ratios, orders and means again, after cells have got further runs. */
enum st_code comparison_update(struct comparison *c, struct status *st);
void comparison_free(struct comparison *c); /* leaves it empty */

/* The reason why the cell is not done. */
const char *comparison_reason(const struct comparison_cell *cell);

/* The frame time of a GPU, by index, over that of another. */
const struct ratio *comparison_times(const struct comparison *c,
                                     const struct comparison_scene *scene, size_t a, size_t b);
