/* correlate_plot.h -- the picture of a correlation, drawn by gnuplot. */
#pragma once

#include "orchestrator/compare/correlate.h"

/* Checks that the name ends in .svg, .png or .pdf; else ST_USAGE. */
enum st_code correlate_plot_check(const char *path, struct status *st);

/* Draws a scatter plot per metric, ours over theirs, with logarithmic axes and the diagonal on
 * which both are equal; one colour per scene, one mark per GPU. Values of 0 are left out, as a
 * logarithmic axis has no place for them. ST_FAILED where gnuplot is missing or fails. */
enum st_code correlate_plot(const struct correlation *c, const char *path, struct status *st);
