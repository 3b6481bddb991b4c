/* correlate_plot.h -- the picture of a correlation, drawn by gnuplot. */
#pragma once

#include "orchestrator/compare/correlate.h"

/* ST_USAGE unless the name ends in .svg, .png or .pdf. */
enum st_code correlate_plot_check(const char *path, struct status *st);

/* Draws a scatter plot per metric, ours over theirs, both axes logarithmic, with the diagonal on
 * which they are equal; one colour per scene, one mark per GPU. Values of 0 have no place and are
 * left out. ST_FAILED where gnuplot is missing or fails. */
enum st_code correlate_plot(const struct correlation *c, const char *path, struct status *st);
