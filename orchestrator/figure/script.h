/* script.h -- writes the table of a figure and the gnuplot script that draws it. */
#pragma once

#include "orchestrator/figure/figure.h"

#include <stdio.h>

/* Writes a line of names, then a line per point, series after series: x, y, low, high, category
 * (where the figure has any), series. Missing values are empty. */
void figure_write_table(const struct figure *f, FILE *out);

enum figure_terminal { FIGURE_SVG_FILE, FIGURE_SVG_WIDE, FIGURE_SVG_NARROW, FIGURE_PDF };

/* Writes "set terminal ...", with the size that the figure needs. */
void figure_write_terminal(const struct figure *f, enum figure_terminal t, FILE *out);

/* Writes the rest of the script, up to `plot`. `data` is how the script refers to the table: a file
 * name in quotes or "$name". */
void figure_write_plot(const struct figure *f, enum figure_terminal t, const char *data, FILE *out);
