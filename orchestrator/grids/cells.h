/* cells.h -- the results of a study of scenes and kernels on GPUs, by scene, GPU and model. */
#pragma once

#include "common/json_writer.h"
#include "common/labels.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/table.h"

/* Borrows everything. */
struct cells {
    const struct study_table *table;
    const struct store *store;
    const struct grid *given;   /* of the command line: has GPUs that nothing ran on as well */
    const char *cache;          /* folder of measured peaks (peaks_cache.h); NULL: none */
    struct labels scenes, gpus; /* that were run, in the order of the table */
};

/* Fills in scenes and GPUs of a table. */
enum st_code cells_make(struct cells *c, struct status *st);
void cells_free(struct cells *c); /* leaves it empty */

/* The row of a scene on a GPU, by that model; NULL: of any. NULL: there is no such row. */
const struct study_row *cells_row(const struct cells *c, size_t scene, size_t gpu,
                                  const char *model);
/* Its document, the caller's (json_decref); NULL where there is none. */
enum st_code cells_document(json_t **out, const struct cells *c, size_t scene, size_t gpu,
                            const char *model, struct status *st);
/* ST_FAILED with the reason of the first row that is not done, of those by that model; NULL: of
 * all. */
enum st_code cells_check(const struct cells *c, const char *model, struct status *st);

/* Puts scene, workload and gpu. */
void cells_put_names(struct json_writer *w, json_t *object, const struct cells *c, size_t scene,
                     size_t gpu);
