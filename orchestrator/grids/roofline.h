/* roofline.h -- the figures of the command roofline. */
#pragma once

#include "orchestrator/grids/grid_command.h"
#include "orchestrator/grids/peaks_cache.h"

/* Writes files STEM.* and STEM-quadrant.* (orchestrator/figure/figure.h):
 *
 * the classic roofline (Fig. 1): each GPU's bound, single precision, over operations per byte, and
 *     a point for each scene on each GPU, at its intensity and predicted throughput;
 * the quadrant split (Fig. 2): each GPU as a point at its bandwidth and peak, and each scene as the
 *     line on which operations per byte equal its intensity. As both axes are logarithmic, it is a
 *     diagonal: GPUs above it are bound by memory, those below by computation.
 *
 * A scene without traffic has no intensity and is not drawn. */
enum st_code roofline_plot(const json_t *document, const char *stem, struct status *st);
