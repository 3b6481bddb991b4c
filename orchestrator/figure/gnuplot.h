/* gnuplot.h -- runs gnuplot: a script goes in, a picture comes out. */
#pragma once

#include "common/child.h"
#include "common/status.h"

#include <stddef.h>
#include <stdio.h>

/* Runs the script g->in (child_open), without the user's start-up files; *picture is gnuplot's
 * standard output, the caller's (mem_free), with a zero byte after it. ST_FAILED with gnuplot's
 * message where it is missing, fails or writes nothing. */
enum st_code gnuplot_draw(const struct child *g, char **picture, size_t *n, struct status *st);

/* Writes the text as one of gnuplot's in single quotes, in which nothing is replaced or run: a
 * quote is doubled, control characters become blanks. */
void gnuplot_write_text(const char *text, FILE *out);

/* The same for a label of a tic, where '%' would begin a format. */
void gnuplot_write_tic(const char *text, FILE *out);

/* Writes "set xtics (...)" for a logarithmic axis ('x' or 'y') from lo to hi: decades, and as many
 * steps between them as fit; 0 < lo < hi. */
void gnuplot_write_log_tics(char axis, double lo, double hi, FILE *out);
