/* colour.h -- colours of errors, warnings and headings.
 *
 * Colours are used only on a terminal, and not if the environment has NO_COLOR
 * (https://no-color.org) or TERM is `dumb`: files and pipes get only the text. */
#pragma once

#include <stddef.h>
#include <stdio.h>

enum colour { COLOUR_ERROR, COLOUR_WARNING, COLOUR_HEADING };

/* Return the control sequence to write before and after coloured text; "" without colours. */
const char *colour_begin(FILE *out, enum colour colour);
const char *colour_end(FILE *out);
/* Returns the length of the sequence of one of these at the beginning of n bytes; 0: there is none.
 */
size_t colour_length(const char *text, size_t n);
