/* verdicts.h -- prints which ratios of frame times are certain, and how fine a difference the
 * others resolve. */
#pragma once

#include "orchestrator/compare/comparison.h"

#include <stdio.h>

/* For a scene or the means: prints every GPU against the first, then every pair whose order is
 * open. Columns of names are `width` wide. */
void comparison_print_verdicts(const struct comparison *c, const struct comparison_scene *s,
                               int width, FILE *out);
