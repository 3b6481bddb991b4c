/* table.h -- the points of a study as rows, loaded from a store: settings, metrics, errors, cost.
 */
#pragma once

#include "orchestrator/result/validate.h"
#include "orchestrator/study/store.h"
#include "sim/timing/counters/metrics.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct study_row {
    char **values;          /* value of each axis, as text */
    enum store_state state; /* done where all wanted results are there, including the reference */
    char *reason;           /* of failed rows; else NULL */
    bool has_prediction, has_reference; /* whether the fields below have values */
    struct result_values prediction, reference;
    struct validation validation; /* set for done rows with a reference; else everything is NAN */
    char key[HASH_TEXT], reference_key[HASH_TEXT], scene_key[HASH_TEXT]; /* those of struct
                                                                            store_point */
};

struct study_table {
    char *name, *title;
    char **axes; /* "scene", "gpu", then the study's other axes */
    uint32_t n_axes;
    bool reference;         /* whether the study has references */
    json_t *definition;     /* that of struct store_study */
    struct study_row *rows; /* in the order of the grids */
    size_t n;
    bool *varies;        /* for each axis: whether it has more than one value */
    bool *first;         /* for each row and axis, then its reference and its scene: whether no
                            earlier row has the same */
    size_t done, failed; /* number of rows; those neither done nor failed are missing */
};

/* Loads the rows of a study. Rows that are not STORE_DONE lack numbers: never average them. */
enum st_code study_table_load(struct study_table *out, const struct store *store, const char *name,
                              struct status *st);
void study_table_free(struct study_table *t); /* leaves it empty */
/* Reads a result's document, for the caller to free (json_decref); NULL where there is none. */
enum st_code study_document(json_t **out, const struct store *store, const char *key,
                            struct status *st);

/* Returns the index of an axis; -1: there is none of that name. */
int study_table_axis(const struct study_table *t, const char *name);
/* Whether the axis has more than one value. */
bool study_table_varies(const struct study_table *t, uint32_t axis);
/* Whether no earlier row has the row's value of the axis. */
bool study_table_is_first(const struct study_table *t, size_t row, uint32_t axis);
/* The same of its reference and of its scene. */
bool study_table_first_reference(const struct study_table *t, size_t row);
bool study_table_first_scene(const struct study_table *t, size_t row);

/* Writes a text such as "scene=lonely, percent=10": the scene and the axes in which rows differ. */
void study_table_describe(const struct study_table *t, const struct study_row *row, char *text,
                          size_t n);

/* Writes CSV or JSON (common/sheet.h). Columns: the axes, state, reason, each metric with _low and
 * _high, traced_percent, frame_time_ms, exact; with references also each metric's _reference and
 * _error, reference_frame_time_ms, mae, inside and intervals. The last columns are the only ones
 * that differ from run to run: the speedups and reference_simulate_cpu_s (with references),
 * simulate_cpu_s, profile_cpu_s, setup_cpu_s, their sum cpu_s, wall_s, peak_rss_bytes. */
enum st_code study_table_write(const struct study_table *t, bool json, FILE *out,
                               struct status *st);
