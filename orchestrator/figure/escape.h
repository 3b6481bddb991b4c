/* escape.h -- texts in HTML and SVG. */
#pragma once

#include <stdio.h>

/* Writes the text so that it is a text between tags and in quoted attributes, whatever it holds.
 * Control characters become blanks. */
void escape_html(const char *text, FILE *out);
