/* escape.h -- writes texts into HTML and SVG. */
#pragma once

#include <stdio.h>

/* Writes a text so that it is safe between tags and in quoted attributes, whatever it holds.
 * Control characters become blanks. */
void escape_html(const char *text, FILE *out);

/* Writes markup and texts in turn, markup first, and escapes the texts: HTML(out, "<b>", name,
 * "</b>"). */
#define HTML(out, ...) escape_parts((const char *const[]){__VA_ARGS__, NULL}, out)
void escape_parts(const char *const *parts, FILE *out); /* `parts` ends with NULL */
