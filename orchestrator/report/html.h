/* html.h -- the pieces that the page is written with. Every text is escaped here. */
#pragma once

#include "common/status.h"
#include "orchestrator/figure/escape.h"

#include <stddef.h>
#include <stdio.h>

/* Part of an address: all but letters, digits and "-_." as %XX. */
void html_address(const char *text, FILE *out);

void html_base64(const unsigned char *bytes, size_t n, FILE *out);

/* A table that sorts, in a region that scrolls. `folded`: under its caption until it is opened. */
void html_table_begin(const char *caption, bool folded, FILE *out);
/* Every column that has numbers says so. `hint`: at length, NULL: none. `colour` from 1 marks the
 * column with that of the stacks' parts; 0: none. */
void html_column(const char *name, const char *hint, bool number, int colour, FILE *out);
void html_rows_begin(FILE *out); /* after the last column */
#define HTML_ROW(out, header) HTML(out, "<tr><th scope=\"row\">", header, "</th>")
#define HTML_CELL(out, text)  HTML(out, "<td>", text, "</td>")
#define HTML_ROW_END          "</tr>\n"
/* `shown` stands for the number in the table; NAN: no number, shown as "-". `range`: below it,
 * NULL: none. */
void html_number(double value, const char *shown, const char *range, FILE *out);
void html_table_end(bool folded, FILE *out);
