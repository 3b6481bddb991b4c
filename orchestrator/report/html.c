#include "orchestrator/report/html.h"

#include "orchestrator/figure/escape.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

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

void html_head(const unsigned char *const *scripts_sha256, size_t n_scripts, FILE *out)
{
    fputs(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'; script-src",
        out);
    for (size_t i = 0; i < n_scripts; i++) {
        fputs(" 'sha256-", out);
        html_base64(scripts_sha256[i], 32, out);
        fputc('\'', out);
    }
    fputs("\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n",
          out);
}

void html_table_begin(const char *caption, bool folded, FILE *out)
{
    if (folded)
        HTML(out, "<details><summary>", caption, "</summary>\n");
    HTML(out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", caption,
         "\"><table class=\"sort\">\n<caption><span>", caption, "</span></caption>\n<thead><tr>");
}

void html_column(const char *name, const char *hint, bool number, int colour, FILE *out)
{
    fprintf(out, "<th scope=\"col\"%s", number ? " class=\"number\"" : "");
    if (hint)
        HTML(out, " title=\"", hint, "\"");
    fputc('>', out);
    if (colour)
        fprintf(out, "<span class=\"swatch k%d\" aria-hidden=\"true\"></span>", colour);
    HTML(out, "", name, "</th>");
}

void html_rows_begin(FILE *out)
{
    fputs("</tr></thead>\n<tbody>\n", out);
}

void html_number(double value, const char *shown, const char *range, FILE *out)
{
    if (!isfinite(value)) {
        fputs("<td class=\"number\">-</td>", out);
        return;
    }
    fprintf(out, "<td class=\"number\" data-v=\"%.9g\">", value);
    escape_html(shown, out);
    if (range)
        HTML(out, "<span class=\"range\">", range, "</span>");
    fputs("</td>", out);
}

void html_table_end(bool folded, FILE *out)
{
    fputs("</tbody></table></div>\n", out);
    if (folded)
        fputs("</details>\n", out);
}
