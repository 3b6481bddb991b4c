/* pairs.h -- the scenes and GPUs of a grid that has no other axis: its points are all pairs. */
#pragma once

#include "common/labels.h"
#include "orchestrator/study/grid.h"
#include "orchestrator/study/job.h"

struct pairs {
    struct labels scenes, gpus; /* names in the points' order; texts of the points */
    struct gpu_config *configs; /* by GPU */
};

/* ST_FAILED where a GPU cannot be read; *out is then empty. */
enum st_code pairs_make(struct pairs *out, const struct grid_points *points, struct status *st);
void pairs_free(struct pairs *p); /* leaves it empty */

/* `world` is the scene, opened; NULL: `settings` name a compute kernel. */
typedef enum st_code (*pairs_visit)(void *context, size_t scene, const struct settings *settings,
                                    const struct world *world, struct status *st);
/* Visits each scene once, with the settings of its first point. */
enum st_code pairs_each_scene(const struct pairs *p, const struct grid_points *points,
                              pairs_visit visit, void *context, struct status *st);
