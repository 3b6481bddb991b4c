#include "orchestrator/compare/correlate_plot.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/figure/gnuplot.h"

#include <math.h>
#include <string.h>

enum { PANEL = 220 }; /* side of a panel, pixels */

/* By the ending of the file: what gnuplot is told, its size in units of PANEL pixels. */
static const struct terminal {
    const char *ending, *set;
    double unit; /* of the size, per pixel */
} terminals[] = {
    {".svg", "svg font 'sans,11' background 'white'", 1},
    {".png", "pngcairo font 'sans,9'", 1},
    {".pdf", "pdfcairo font 'sans,8'", 1 / 72.0},
};

static const struct terminal *find_terminal(const char *path)
{
    size_t n = strlen(path);
    for (size_t i = 0; i < sizeof terminals / sizeof *terminals; i++) {
        size_t k = strlen(terminals[i].ending);
        if (n > k && strcmp(path + n - k, terminals[i].ending) == 0)
            return &terminals[i];
    }
    return NULL;
}

enum st_code correlate_plot_check(const char *path, struct status *st)
{
    if (find_terminal(path))
        return ST_OK;
    return status_fail(st, ST_USAGE, "--plot is '%s'; it must end in .svg, .png or .pdf", path);
}

/* The number of the first row whose scene (or GPU) is this row's. */
static size_t first_like(const struct correlation *c, size_t row, bool gpu)
{
    size_t seen = 0;
    for (size_t i = 0; i <= row; i++) {
        const struct reference_run *a = c->rows[i].run, *b = c->rows[row].run;
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first = first && strcmp(gpu ? c->rows[k].run->gpu : c->rows[k].run->scene,
                                    gpu ? a->gpu : a->scene) != 0;
        if (strcmp(gpu ? a->gpu : a->scene, gpu ? b->gpu : b->scene) == 0)
            return seen;
        seen += first;
    }
    return seen;
}

static bool drawn(const struct correlation_row *row, enum metric_id m)
{
    return row->code == ST_OK && row->ours[m] > 0 && row->run->theirs[m] > 0;
}

/* True where there is something to draw. */
static bool range(const struct correlation *c, enum metric_id m, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = 0;
    for (size_t i = 0; i < c->n; i++) {
        if (!drawn(&c->rows[i], m))
            continue;
        *lo = fmin(*lo, fmin(c->rows[i].ours[m], c->rows[i].run->theirs[m]));
        *hi = fmax(*hi, fmax(c->rows[i].ours[m], c->rows[i].run->theirs[m]));
    }
    *lo *= 0.7;
    *hi *= 1.4;
    return *hi > 0;
}

static void write_panel(const struct correlation *c, enum metric_id m, FILE *out)
{
    double lo, hi;
    if (!range(c, m, &lo, &hi)) {
        lo = 1;
        hi = 10;
    }
    fputs("$points << end\n", out);
    for (size_t i = 0; i < c->n; i++)
        if (drawn(&c->rows[i], m))
            fprintf(out, "%.9g %.9g %zu %zu\n", c->rows[i].run->theirs[m], c->rows[i].ours[m],
                    first_like(c, i, false) + 1, 2 * first_like(c, i, true) + 5);
    fputs("-1 -1 1 1\nend\n", out); /* outside: a panel may have no other point */
    fprintf(out, "set title '%s'\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n",
            metrics[m].name, lo, hi, lo, hi);
    gnuplot_write_log_tics('x', lo, hi, out);
    gnuplot_write_log_tics('y', lo, hi, out);
    fputs("plot x with lines lc rgb '#b0b0b0', "
          "$points using 1:2:4:3 with points ps 0.7 pt variable lc variable\n",
          out);
}

/* Which colour is which scene and which mark is which GPU, in a panel of its own. */
static void write_key(const struct correlation *c, FILE *out)
{
    size_t scenes = 0, gpus = 0;
    fputs("unset logscale\nset title 'ours over theirs'\nunset border\nunset tics\nunset grid\n"
          "set xrange [0:1]\nset yrange [0:1]\nset key left top Left reverse\nplot ",
          out);
    for (size_t i = 0; i < c->n; i++)
        if (first_like(c, i, false) == scenes) {
            fprintf(out, "-1 with points pt 7 lc %zu title ", ++scenes);
            gnuplot_write_text(c->rows[i].run->scene, out);
            fputs(" noenhanced, ", out);
        }
    for (size_t i = 0; i < c->n; i++)
        if (first_like(c, i, true) == gpus) {
            fprintf(out, "-1 with points pt %zu lc rgb 'black' title ", 2 * gpus + 5);
            gpus++;
            gnuplot_write_text(c->rows[i].run->gpu, out);
            fputs(" noenhanced, ", out);
        }
    fputs("-1 notitle\n", out);
}

static void write_script(const struct correlation *c, const struct terminal *t, FILE *out)
{
    unsigned panels = 1, columns = 1;
    for (int m = 0; m < METRIC_ALL; m++)
        panels += c->wanted[m];
    while (columns * columns < panels)
        columns++;
    unsigned rows = (panels + columns - 1) / columns;
    fprintf(out, "set terminal %s size %g,%g\n", t->set, columns * PANEL * t->unit,
            rows * PANEL * t->unit);
    fprintf(out, "set multiplot layout %u,%u\n", rows, columns);
    fputs("set logscale xy\nset size square\nunset key\nset grid\nset title noenhanced\n"
          "set tics font ',7' scale 0.5\nset lmargin 6\nset rmargin 2\nset tmargin 2\nset bmargin "
          "2\n",
          out);
    for (int m = 0; m < METRIC_ALL; m++)
        if (c->wanted[m])
            write_panel(c, (enum metric_id)m, out);
    write_key(c, out);
    fputs("unset multiplot\n", out);
}

enum st_code correlate_plot(const struct correlation *c, const char *path, struct status *st)
{
    struct gnuplot g;
    char *picture = NULL;
    size_t n = 0;
    TRY(gnuplot_open(&g, st));
    write_script(c, find_terminal(path), g.script);
    enum st_code code = gnuplot_draw(&g, &picture, &n, st);
    gnuplot_close(&g);
    if (code == ST_OK)
        code = file_write(path, picture, n, st);
    mem_free(picture);
    return code;
}
