/* gnuplot.h -- runs gnuplot, which turns a script into a picture. */
#pragma once

#include "common/child.h"
#include "common/status.h"

#include <stddef.h>
#include <stdio.h>

/* Runs the script that was written to g->in (child_open), without the user's start-up files.
 * *picture gets gnuplot's standard output with a zero byte after it; the caller frees it
 * (mem_free). ST_FAILED, with gnuplot's message, where gnuplot is missing, fails or writes what
 * is not a whole SVG, PDF or PNG. */
enum st_code gnuplot_draw(const struct child *g, char **picture, size_t *n, struct status *st);

/* Writes a gnuplot string in single quotes, in which gnuplot replaces and runs nothing: quotes are
 * doubled, control characters become blanks. */
void gnuplot_write_text(const char *text, FILE *out);

/* Writes a string as gnuplot_write_text does, for the label of a tick: there '%' begins a format,
 * so it is doubled. */
void gnuplot_write_tic(const char *text, FILE *out);

/* Writes "set xtics (...)" for a logarithmic axis ('x' or 'y') from lo to hi, with 0 < lo < hi: a
 * tick per decade, and as many steps between decades as fit. */
void gnuplot_write_log_tics(char axis, double lo, double hi, FILE *out);
