#include "orchestrator/figure/escape.h"

void escape_html(const char *text, FILE *out)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            fputc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text, out);
        }
}

void escape_parts(const char *const *parts, FILE *out)
{
    for (size_t i = 0; parts[i]; i++)
        if (i % 2)
            escape_html(parts[i], out);
        else
            fputs(parts[i], out);
}
