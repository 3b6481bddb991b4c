/* embed.h -- gnuplot's SVG files made fit to be read: named, and as part of a page. */
#pragma once

#include "orchestrator/figure/figure.h"

#include <stdio.h>

/* Writes an SVG file with the title in place of the program's. */
void embed_name(const char *svg, const char *title, FILE *out);

/* The file as an element of a page (figure_svg says how); `variant` tells its ids from those of the
 * same figure in another size. */
enum st_code embed_svg(const char *file, const struct figure *f, const char *variant, char **svg,
                       size_t *n, struct status *st);
