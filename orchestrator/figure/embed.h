/* embed.h -- rewrites gnuplot's SVG files: with a title, and as part of a page. */
#pragma once

#include "orchestrator/figure/figure.h"

#include <stdio.h>

/* Writes an SVG file with the title in place of the program's. */
void embed_name(const char *svg, const char *title, FILE *out);

/* Converts the file to an element of a page (see figure_svg); `variant` makes its ids differ from
 * those of the same figure in another size. */
enum st_code embed_svg(const char *file, const struct figure *f, const char *variant, char **svg,
                       size_t *n, struct status *st);
