/* comparison_plot.h -- a comparison as bars: every GPU's numbers as multiples of the first GPU's.
 */
#pragma once

#include "orchestrator/compare/comparison.h"

/* Writes figures (figure_write) of the ratios, with their intervals as error bars. STEM has the
 * paper's seven metrics and the frame time, as means over the scenes where there are several; then
 * there is also STEM-scenes, which has the frame time of each scene. Fails as figure_write does,
 * and with ST_FAILED where there is nothing to draw. */
#define COMPARISON_PLOT_SCENES "-scenes"

enum st_code comparison_plot(const struct comparison *c, const char *stem, struct status *st);
