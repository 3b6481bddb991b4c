/* verdicts.h -- for people: which ratios of frame times are certain, and how finely the others are
 * told apart. */
#pragma once

#include "orchestrator/compare/comparison.h"

#include <stdio.h>

/* Of a scene or the means: every GPU against the first, then every pair whose order is open.
 * Columns of names are `width` wide. */
void comparison_print_verdicts(const struct comparison *c, const struct comparison_scene *s,
                               int width, FILE *out);
