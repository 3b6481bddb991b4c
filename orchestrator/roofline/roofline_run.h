/* roofline_run.h -- scenes and kernels profiled on one GPU and predicted on others by the
 * quantitative roofline model (sim/roofline/roofline.h). */
#pragma once

#include "orchestrator/study/pairs.h"
#include "sim/config/gpu_config.h"
#include "sim/roofline/roofline.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct roofline_target {
    const char *name; /* as given */
    const struct gpu_config *gpu;
    struct roofline_gpu peaks;
    char note[STATUS_TEXT]; /* a warning about its peaks; "": none */
};

/* A scene on a GPU. */
struct roofline_cell {
    struct roofline_prediction prediction;
    double cycles;      /* core cycles: the predicted seconds on the GPU's clock */
    uint64_t simulated; /* core cycles of the cycle model; 0: not run */
    double cpu_s;       /* of that run */
};

struct roofline_row {
    const char *scene; /* as given */
    struct roofline_profile profile;
    struct roofline_kernel kernel;
    struct roofline_cell *cells; /* by GPU */
};

struct roofline_table {
    struct pairs pairs;
    struct roofline_target *targets; /* the first is the reference */
    struct roofline_row *rows;       /* by scene */
    struct roofline_cell *cells;
    bool reference; /* targets were simulated as well */
};

/* Runs every scene of the points on the first GPU, whose counters are its profile, and predicts it
 * on every GPU, the first one included. The points are all pairs of scenes and GPUs; only these
 * differ. An interrupt is ST_FAILED. */
enum st_code roofline_run(struct roofline_table *out, const struct grid_points *points,
                          bool reference, struct status *st);
void roofline_free(struct roofline_table *t); /* leaves it empty */

/* (predicted - simulated) / simulated; NAN: not simulated. */
double roofline_error(const struct roofline_cell *cell);
/* Mean of the absolute errors over all scenes and all GPUs except the first; NAN: none. */
double roofline_mean_error(const struct roofline_table *t);
