/* colour.h -- colours of errors, warnings and headings.
 *
 * Only on a terminal, and not where the environment has NO_COLOR (https://no-color.org) or TERM is
 * `dumb`: what is written to files and pipes is the text alone. */
#pragma once

#include <stdio.h>

enum colour { COLOUR_ERROR, COLOUR_WARNING, COLOUR_HEADING };

/* The control sequence before and behind coloured text on `out`; "" where there are no colours. */
const char *colour_begin(FILE *out, enum colour colour);
const char *colour_end(FILE *out);
