/* script.h -- the table of a figure and the script of gnuplot that draws it. */
#pragma once

#include "orchestrator/figure/figure.h"

#include <stdio.h>

/* Writes a line of names, then one line per point, series after series: x, y, low, high, category
 * (of bars), series. Missing values are empty. */
void figure_write_table(const struct figure *f, FILE *out);

enum figure_terminal { FIGURE_SVG_FILE, FIGURE_SVG_WIDE, FIGURE_SVG_NARROW, FIGURE_PDF };

/* Writes "set terminal ...", with the size that the figure needs. */
void figure_write_terminal(const struct figure *f, enum figure_terminal t, FILE *out);

/* Writes everything else, up to `plot`. `data` is the table's place as written in the script: a
 * name in quotes or "$name". */
void figure_write_plot(const struct figure *f, enum figure_terminal t, const char *data, FILE *out);
