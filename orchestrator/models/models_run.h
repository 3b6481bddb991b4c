/* models_run.h -- every timing model on the same frames and compute kernels: those of
 * orchestrator/settings/models.h, the first of which is the truth, and the quantitative roofline
 * model. */
#pragma once

#include "orchestrator/settings/models.h"
#include "orchestrator/study/pairs.h"

#include <stddef.h>

/* Follows the timing models. */
enum { MODELS_ROOFLINE = TIMING_MODELS, MODELS_ALL };
const char *models_name(int model); /* "cycle", "roofline" */

/* A model on a scene, or a kernel of sim/workload, and a GPU. */
struct models_cell {
    double cycles;            /* core cycles; NAN: it did not run */
    double cpu_s;             /* processor time; for roofline that of measuring the GPU's peaks */
    double trace_cpu_s;       /* part of cpu_s that executed the frame, whose trace the scene's next
                                 GPU reuses */
    double cpi;               /* cycles of an SM per warp instruction */
    struct model_stack stack; /* the parts of cpi; for the cycle model its issue slots, an
                                 instruction being one of each scheduler */
    char verdict[64];         /* the bottleneck by the model; "": it has none */
    char reason[256];         /* the reason why it did not run; "": it did */
};

struct models_table {
    struct pairs pairs;
    struct models_cell *cells; /* by scene, GPU, model */
};

/* Runs every model on every point. The points are all pairs of scenes and GPUs; only these differ.
 * A scene with the name of a kernel is that kernel. A model that cannot run a frame, or whose run
 * of a kernel has wrong results, has the reason in its cell; a frame that cannot be opened fails.
 * An interrupt is ST_FAILED. `note` gets a warning about cached peaks, "" where there is none. */
enum st_code models_run(struct models_table *out, const struct grid_points *points,
                        char note[STATUS_TEXT], struct status *st);
void models_free(struct models_table *t); /* leaves it empty */

const struct models_cell *models_cell(const struct models_table *t, size_t scene, size_t gpu,
                                      int model);
/* The error relative to the cycle model; NAN: one of them did not run. */
double models_error(const struct models_table *t, size_t scene, size_t gpu, int model);
/* Over all scenes and GPUs with an error: the mean and the largest of the absolute errors, and the
 * cycle model's processor time for them over the model's. NAN: there is none. */
struct models_mean {
    double error, worst, faster;
    double faster_kept; /* without making the traces that are kept */
};
struct models_mean models_mean(const struct models_table *t, int model);
