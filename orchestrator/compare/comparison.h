/* comparison.h -- the same frames on several GPUs: every number beside that of the first GPU, and
 * the GPUs ranked by speed.
 *
 * GPUs are ordered by frame time, not by cycles, since their clocks may differ. Failed cells are
 * listed and never averaged. Means over scenes are geometric (in ratios, no scene or unit weighs
 * more than another). They are only over the scenes that are done on all GPUs; a GPU on which no
 * scene is done does not count for this. */
#pragma once

#include "common/labels.h"
#include "orchestrator/compare/basis.h"
#include "orchestrator/statistics/ranking.h"
#include "orchestrator/study/table.h"

/* Indices of the compared numbers: enum metric_id, then the frame time. */
enum { COMPARED_TIME = METRIC_COUNT, COMPARED };
const char *comparison_name(int compared); /* such as "cycles" or "frame_time_ms" */

/* One GPU on one scene. */
struct comparison_cell {
    const struct study_row *row; /* NULL: not run, or the cell is a mean over scenes */
    size_t machine; /* index of the first GPU with the same parameters, which may be this one */
    bool done;      /* false: there are no numbers */
    json_t *document, *reference; /* documents of predict and simulate, to be shown; NULL: none */
    struct basis basis;           /* basis of the prediction's errors */
    struct estimate value[COMPARED];
    double truth[COMPARED], truth_ratio[COMPARED]; /* simulated values and their ratios to the first
                                                      GPU; NAN: none */
    struct estimate simulated[COMPARED]; /* simulated values, with the interval of the mean where
                                            there are several runs */
    struct ratio ratio[COMPARED], simulated_ratio[COMPARED]; /* ratios to the first GPU, predicted
                                                                and simulated */
    struct paired_runs reference_runs;                       /* runs of a repeated reference */
    struct paired_runs runs;                                 /* runs that were added to resolve the
                                                                ratios (resolve.h) */
};

/* One scene, or the geometric means over scenes. */
struct comparison_scene {
    const char *name;
    struct comparison_cell *cells; /* one per GPU */
    struct ratio *times;           /* ratios of frame times: [a * n_gpus + b] is that of a to b */
    struct place *order;           /* GPUs by frame time; places are certain where the ratios are */
    size_t done;                   /* GPUs that are done; those come first in the order */
    bool shared;                   /* whether the scene counts in the means */
};

struct comparison {
    struct labels names; /* labels of the GPUs, in the order given; texts are the table's */
    const char **gpus;   /* the names alone */
    size_t n_gpus;
    struct comparison_scene *scenes;
    size_t n_scenes, n_shared;
    struct comparison_scene mean;
    bool reference;          /* whether the frames were simulated, too */
    uint32_t reference_runs; /* most runs of a reference; 1: their deviation is not known */
    size_t failed;           /* cells that are not done */
};

/* Makes the comparison. Scenes and GPUs are in the order of the table's rows; of several rows with
 * the same scene and GPU the first counts. The table must outlive *out; the store is needed only
 * during this call. */
enum st_code comparison_make(struct comparison *out, const struct study_table *table,
                             const struct store *store, struct status *st);
/* Computes ratios, orders and means again, after runs were added to cells. */
enum st_code comparison_update(struct comparison *c, struct status *st);
void comparison_free(struct comparison *c); /* leaves it empty */

/* Returns why the cell is not done. */
const char *comparison_reason(const struct comparison_cell *cell);

/* Returns the ratio of the frame time of GPU `a` to that of GPU `b`; both are indices. */
const struct ratio *comparison_times(const struct comparison *c,
                                     const struct comparison_scene *scene, size_t a, size_t b);
