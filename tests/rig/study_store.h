/* study_store.h -- files of results with invented documents, as sweeps would leave them. */
#pragma once

#include "orchestrator/study/store.h"

/* One point of a study and its results; state STORE_MISSING puts none. */
struct rig_point {
    const char *scene, *gpu, *percent, *seed;
    enum store_state state;
    double cycles;  /* of the prediction; all other metrics follow from it */
    bool reference; /* whose cycles are 1000 */
};

/* Adds a study over scene, gpu, percent and seed; `more` goes into its definition, as
 * "\"figures\": [...]" or "". Fails the test where the store does. */
void rig_put_study(struct store *s, const char *name, const char *title, const char *more,
                   const struct rig_point *points, size_t n);

/* Pictures of 8 x 8 pixels of all kinds for a scene of rig_put_study. */
void rig_put_pictures(struct store *s, const char *scene, const char *caption);

/* Three studies: "percentages", done, with references, figures, tables and pictures; "<script>",
 * whose every text is hostile, with failed points and missing ones; "compare", two GPUs without
 * references or figures. */
void rig_results(const char *path);
