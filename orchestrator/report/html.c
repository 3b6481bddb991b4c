#include "orchestrator/report/html.h"

#include "orchestrator/figure/escape.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

void html_element(const char *tag, const char *attributes, const char *text, FILE *out)
{
    fprintf(out, "<%s%s>", tag, attributes);
    escape_html(text, out);
    fprintf(out, "</%s>\n", tag);
}

void html_address(const char *text, FILE *out)
{
    for (; *text; text++)
        if (isalnum((unsigned char)*text) || strchr("-_.", *text))
            fputc(*text, out);
        else
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
}

void html_base64(const unsigned char *bytes, size_t n, FILE *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned long three = (unsigned long)bytes[i] << 16;
        three |= i + 1 < n ? (unsigned long)bytes[i + 1] << 8 : 0;
        three |= i + 2 < n ? bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            fputc(i + k <= n ? digits[three >> (18 - 6 * k) & 63] : '=', out);
    }
}

void html_table_begin(const char *caption, bool folded, FILE *out)
{
    if (folded) {
        fputs("<details><summary>", out);
        escape_html(caption, out);
        fputs("</summary>\n", out);
    }
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", out);
    escape_html(caption, out);
    fputs("\"><table class=\"sort\">\n<caption><span>", out);
    escape_html(caption, out);
    fputs("</span></caption>\n<thead><tr>", out);
}

void html_column(const char *name, const char *hint, bool number, int colour, FILE *out)
{
    fprintf(out, "<th scope=\"col\"%s", number ? " class=\"number\"" : "");
    if (hint) {
        fputs(" title=\"", out);
        escape_html(hint, out);
        fputc('"', out);
    }
    fputc('>', out);
    if (colour)
        fprintf(out, "<span class=\"swatch k%d\" aria-hidden=\"true\"></span>", colour);
    escape_html(name, out);
    fputs("</th>", out);
}

void html_rows_begin(FILE *out)
{
    fputs("</tr></thead>\n<tbody>\n", out);
}

void html_row_begin(const char *header, FILE *out)
{
    fputs("<tr><th scope=\"row\">", out);
    escape_html(header, out);
    fputs("</th>", out);
}

void html_cell(const char *text, FILE *out)
{
    fputs("<td>", out);
    escape_html(text, out);
    fputs("</td>", out);
}

void html_number(double value, const char *shown, const char *range, FILE *out)
{
    if (!isfinite(value)) {
        fputs("<td class=\"number\">-</td>", out);
        return;
    }
    fprintf(out, "<td class=\"number\" data-v=\"%.9g\">", value);
    escape_html(shown, out);
    if (range) {
        fputs("<span class=\"range\">", out);
        escape_html(range, out);
        fputs("</span>", out);
    }
    fputs("</td>", out);
}

void html_row_end(FILE *out)
{
    fputs("</tr>\n", out);
}

void html_table_end(bool folded, FILE *out)
{
    fputs("</tbody></table></div>\n", out);
    if (folded)
        fputs("</details>\n", out);
}
