/* html.h -- writes the elements of the page. Every text is escaped here. */
#pragma once

#include "common/status.h"
#include "orchestrator/figure/escape.h"

#include <stddef.h>
#include <stdio.h>

/* Writes a part of a URL: all characters but letters, digits and "-_." become %XX. */
void html_address(const char *text, FILE *out);

void html_base64(const unsigned char *bytes, size_t n, FILE *out);

/* Begins a page up to its title. It may run the scripts of these SHA-256 hashes, show pictures that
 * it contains, and load nothing. */
void html_head(const unsigned char *const *scripts_sha256, size_t n_scripts, FILE *out);

/* Begins a table that can be sorted, in a region that scrolls. `folded` hides it under its caption
 * until the reader opens it. */
void html_table_begin(const char *caption, bool folded, FILE *out);
/* Writes the head of a column. `number` marks a column of numbers. `hint` is a longer text; NULL:
 * none. `colour`, from 1 on, gives the column the colour of that part of a stack; 0: none. */
void html_column(const char *name, const char *hint, bool number, int colour, FILE *out);
void html_rows_begin(FILE *out); /* after the last column */
#define HTML_ROW(out, header) HTML(out, "<tr><th scope=\"row\">", header, "</th>")
#define HTML_CELL(out, text)  HTML(out, "<td>", text, "</td>")
#define HTML_ROW_END          "</tr>\n"
/* Writes a number as the text `shown`; NAN as "-". `range` is a text below it; NULL: none. */
void html_number(double value, const char *shown, const char *range, FILE *out);
void html_table_end(bool folded, FILE *out);
