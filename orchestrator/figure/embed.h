/* embed.h -- rewrites gnuplot's SVG files: sets their title, and makes them elements of a page. */
#pragma once

#include "orchestrator/figure/figure.h"

#include <stdio.h>

/* Writes an SVG file, with `title` in place of gnuplot's. */
void embed_name(const char *svg, const char *title, FILE *out);

/* Converts the file to an element of a page (see figure_svg). `variant` goes into the ids, so that
 * they differ from those of the same figure in another size. */
enum st_code embed_svg(const char *file, const struct figure *f, const char *variant, char **svg,
                       size_t *n, struct status *st);
