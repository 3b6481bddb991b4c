/* roofline.h -- scenes and kernels profiled on one GPU and predicted on others by the quantitative
 * roofline model (sim/roofline/roofline.h): a document of the results of roofline, its tables and
 * figures. */
#pragma once

#include "orchestrator/grids/cells.h"
#include "orchestrator/grids/peaks_cache.h"

struct roofline_target {
    const char *name; /* as given */
    struct gpu_config gpu;
    struct roofline_gpu peaks;
};

/* The GPUs, the first of which is the reference, whose runs are the profiles. */
struct roofline_targets {
    struct roofline_target *all;
    size_t n;
};

/* Finds the peaks of the GPUs in `cache` or measures them (peaks_cache.h). `note` gets a warning
 * about cached ones, "" where there is none. Names are the grid's. */
enum st_code roofline_targets_make(struct roofline_targets *out, const struct grid *given,
                                   const char *cache, char note[STATUS_TEXT], struct status *st);
void roofline_targets_free(struct roofline_targets *t); /* leaves it empty */

/* Puts "reference", "gpus", "kernels" and "mean_abs_error" into the document; shares are ratios,
 * throughputs 1e9 per second. Errors are those of GPUs that were simulated as well; their mean is
 * over all GPUs except the first. */
enum st_code roofline_json(struct json_writer *w, json_t *document, const struct cells *c,
                           const struct roofline_targets *t, struct status *st);
void roofline_print(const json_t *document, FILE *out);

/* Writes files STEM.* and STEM-quadrant.* (orchestrator/figure/figure.h):
 *
 * the classic roofline (Fig. 1): each GPU's bound, single precision, over operations per byte, and
 * each scene where it is on each GPU, at its intensity and predicted throughput;
 * the quadrant split (Fig. 2): each GPU at its bandwidth and peak, and each scene as the line
 * on which operations per byte are its intensity, a diagonal as both axes are logarithmic: GPUs
 * above it are bound by memory, those below by computation.
 *
 * A scene without traffic has no intensity and is not drawn. */
enum st_code roofline_plot(const json_t *document, const char *stem, struct status *st);
