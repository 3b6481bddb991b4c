/* cells.h -- the results of a study of scenes and kernels on GPUs, by scene, GPU and model. */
#pragma once

#include "common/json_writer.h"
#include "common/labels.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/table.h"

/* The results of such a study; everything but the labels is borrowed. */
struct cells {
    const struct study_table *table;
    const struct store *store;
    const struct grid *given;   /* grid of the command line: also has GPUs on which nothing ran */
    const char *cache;          /* folder of measured peaks (peaks_cache.h); NULL: no folder */
    struct labels scenes, gpus; /* those that were run, in the order of the table */
};

/* Fills in the scenes and GPUs of the table. */
enum st_code cells_make(struct cells *c, struct status *st);
void cells_free(struct cells *c); /* leaves it empty */

/* Returns the row of a scene on a GPU by a model, or by any model where `model` is NULL; NULL:
 * there is no such row. */
const struct study_row *cells_row(const struct cells *c, size_t scene, size_t gpu,
                                  const char *model);
/* Reads that row's document, for the caller to free (json_decref); NULL where there is none. */
enum st_code cells_document(json_t **out, const struct cells *c, size_t scene, size_t gpu,
                            const char *model, struct status *st);
/* Checks that all rows by a model (NULL: by any) are done; else ST_FAILED with the reason of the
 * first that is not. */
enum st_code cells_check(const struct cells *c, const char *model, struct status *st);

/* Puts the keys scene, workload and gpu. */
void cells_put_names(struct json_writer *w, json_t *object, const struct cells *c, size_t scene,
                     size_t gpu);
