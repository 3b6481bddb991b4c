/* cells.h -- the study of scenes and kernels on GPUs that roofline, models and isa run, and its
 * results by scene, GPU and model. */
#pragma once

#include "common/json_writer.h"
#include "common/labels.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/table.h"

/* Makes the study of a command, COMMAND_ROOFLINE, COMMAND_MODELS or COMMAND_ISA, from the scenes
 * and GPUs of `given`, a study of the command line.
 *
 *   roofline  each scene on the first GPU with its profile; with --reference on all others as well
 *   models    each scene on each GPU by each timing model, with the profile on the first GPU
 *   isa       each scene on each GPU with the statistics of both instruction sets */
enum st_code cells_study(struct study *out, enum command_bit command, const struct study *given,
                         const struct settings *base, struct status *st);

/* Borrows table and store. */
struct cells {
    const struct study_table *table;
    const struct store *store;
    struct labels scenes, gpus; /* in the order of the table */
};

enum st_code cells_make(struct cells *out, const struct study_table *table,
                        const struct store *store, struct status *st);
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
