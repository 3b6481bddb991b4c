#include "orchestrator/figure/gnuplot.h"

#include "common/auto.h"

#include <math.h>
#include <string.h>

/* Whether a picture has the end that its format demands: gnuplot exits with 0 although its output
 * was cut by a full disk. */
static bool is_whole(const char *picture, size_t n)
{
    static const struct {
        const char *begin, *end;
    } formats[] = {{"<?xml", "</svg>"}, {"%PDF-", "%%EOF"}, {"\x89PNG", "IEND\xae\x42\x60\x82"}};
    while (n && strchr(" \n", picture[n - 1]))
        n--;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t begin = strlen(formats[i].begin), end = strlen(formats[i].end);
        if (n >= begin + end && memcmp(picture, formats[i].begin, begin) == 0)
            return memcmp(picture + n - end, formats[i].end, end) == 0;
    }
    return false;
}

enum st_code gnuplot_draw(const struct child *g, char **picture, size_t *n, struct status *st)
{
    static char program[] = "gnuplot", no_start_up_files[] = "-d";
    char *const arguments[] = {program, no_start_up_files, NULL};
    MEM_AUTO char *said = NULL;
    size_t n_said = 0;
    bool failed;
    *picture = NULL;
    TRY(child_run(g, arguments, "plots need it (package gnuplot-nox)", &failed, st));
    TRY(child_read(g->said, &said, &n_said, st));
    enum st_code code = child_read(g->out, picture, n, st);
    if (code == ST_OK && (failed || !is_whole(*picture, *n))) {
        code = status_fail(st, ST_FAILED, "gnuplot failed: %s",
                           n_said ? said : "its picture is not whole");
        mem_free(*picture);
        *picture = NULL;
    }
    return code;
}

static void write_quoted(const char *text, char doubled, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'' || *text == doubled)
            fputc(*text, out);
        fputc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text, out);
    }
    fputc('\'', out);
}

void gnuplot_write_text(const char *text, FILE *out)
{
    write_quoted(text, '\'', out);
}

void gnuplot_write_tic(const char *text, FILE *out)
{
    write_quoted(text, '%', out);
}

/* Writes a tick and its label in short form: 0.2, 50, 2k, 1M, 3G. */
static void write_tick(double value, bool first, FILE *out)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    double shown = value;
    const char *unit = units[0];
    for (int i = 1; shown >= 999 && i < 5; i++) {
        shown /= 1e3;
        unit = units[i];
    }
    fprintf(out, "%s'%.3g%s' %.9g", first ? "" : ", ", shown, unit, value);
}

void gnuplot_write_log_tics(char axis, double lo, double hi, FILE *out)
{
    static const double steps[] = {1, 2, 5, 3, 1.5, 4, 7};
    int n = hi / lo > 100 ? 1 : hi / lo > 4 ? 3 : 7;
    bool first = true;
    fprintf(out, "set %ctics (", axis);
    for (int decade = (int)floor(log10(lo)); decade <= (int)ceil(log10(hi)); decade++)
        for (int i = 0; i < n; i++) {
            double value = steps[i] * pow(10, decade);
            if (value < lo || value > hi)
                continue;
            write_tick(value, first, out);
            first = false;
        }
    fputs(")\n", out);
}
