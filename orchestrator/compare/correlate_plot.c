#include "orchestrator/compare/correlate_plot.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/labels.h"
#include "orchestrator/figure/gnuplot.h"

#include <math.h>
#include <string.h>

enum { PANEL = 220 }; /* side of a panel, in pixels */

/* gnuplot's terminals by the ending of the file, and the units of their sizes. */
static const struct terminal {
    const char *ending, *set;
    double unit; /* length of a pixel in the unit of the terminal's size */
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

/* The key: a colour per scene, a mark per GPU, whatever values of it are changed. */
struct legend {
    struct labels scenes, gpus;
};

/* gnuplot has 8 colours of its own; these are told apart by those, too, that see no red or green.
 */
static const char *const colors[] = {"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                     "#66ccee", "#aa3377", "#b15928", "#ee7733",
                                     "#999933", "#882255", "#44aa99", "#888888"};
enum { COLORS = sizeof colors / sizeof *colors };

/* Number of a GPU's mark; that of a new one if none has its name. */
static size_t gpu_at(const struct legend *l, const char *gpu)
{
    size_t n = strcspn(gpu, ":"), at = 0;
    while (at < l->gpus.n &&
           (strcspn(l->gpus.texts[at], ":") != n || strncmp(l->gpus.texts[at], gpu, n) != 0))
        at++;
    return at;
}

static bool collect_legend(struct legend *l, const struct correlation *c)
{
    bool good = true;
    size_t at;
    for (size_t i = 0; good && i < c->n; i++)
        good = labels_add(&l->scenes, c->rows[i].run->scene, &at) &&
               (gpu_at(l, c->rows[i].run->gpu) < l->gpus.n ||
                labels_add(&l->gpus, c->rows[i].run->gpu, &at));
    return good;
}

static size_t color_of(const struct legend *l, const struct correlation_row *row)
{
    return labels_at(&l->scenes, row->run->scene) % COLORS + 1;
}

static size_t mark_of(size_t gpu)
{
    return 2 * gpu + 5;
}

static bool drawn(const struct correlation_row *row, int m)
{
    return row->code == ST_OK && row->ours[m] > 0 && row->run->theirs[m] > 0;
}

/* Finds the range of the axes. Returns whether there is anything to draw. */
static bool range(const struct correlation *c, int m, double *lo, double *hi)
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

static void write_panel(const struct correlation *c, const struct legend *l, int m, FILE *out)
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
                    color_of(l, &c->rows[i]), mark_of(gpu_at(l, c->rows[i].run->gpu)));
    fputs("-1 -1 1 1\nend\n", out); /* a point outside the axes, since a panel may have no other */
    fprintf(out, "set title '%s'\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n",
            run_value(m)->name, lo, hi, lo, hi);
    gnuplot_write_log_tics('x', lo, hi, out);
    gnuplot_write_log_tics('y', lo, hi, out);
    fputs("plot x with lines lc rgb '#b0b0b0', "
          "$points using 1:2:4:3 with points ps 0.7 pt variable lc variable\n",
          out);
}

static void write_key_entry(const char *text, FILE *out)
{
    fputs(" title ", out);
    gnuplot_write_text(text, out);
    fputs(" noenhanced, ", out);
}

/* Draws the key of colours and marks in a panel of its own. */
static void write_key(const struct legend *l, FILE *out)
{
    fputs("unset logscale\nset title 'ours over theirs'\nunset border\nunset tics\nunset grid\n"
          "set xrange [0:1]\nset yrange [0:1]\nset key left top Left reverse font ',7' spacing 0.9 "
          "maxrows 16\nplot ",
          out);
    for (size_t i = 0; i < l->scenes.n; i++) {
        fprintf(out, "-1 with points pt 7 lc %zu", i % COLORS + 1);
        write_key_entry(l->scenes.texts[i], out);
    }
    for (size_t i = 0; i < l->gpus.n; i++) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(l->gpus.texts[i], ":"), l->gpus.texts[i]);
        fprintf(out, "-1 with points pt %zu lc rgb 'black'", mark_of(i));
        write_key_entry(name, out);
    }
    fputs("-1 notitle\n", out);
}

static void write_script(const struct correlation *c, const struct legend *l,
                         const struct terminal *t, FILE *out)
{
    unsigned panels = 1, columns = 1;
    for (int m = 0; m < RUN_VALUES; m++)
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
    for (int i = 0; i < COLORS; i++)
        fprintf(out, "set linetype %d lc rgb '%s'\n", i + 1, colors[i]);
    for (int m = 0; m < RUN_VALUES; m++)
        if (c->wanted[m])
            write_panel(c, l, m, out);
    write_key(l, out);
    fputs("unset multiplot\n", out);
}

static enum st_code draw(const struct correlation *c, const struct legend *l, const char *path,
                         struct status *st)
{
    AUTO(child_close) struct child g;
    MEM_AUTO char *picture = NULL;
    size_t n = 0;
    TRY(child_open(&g, "gnuplot", st));
    write_script(c, l, find_terminal(path), g.in);
    TRY(gnuplot_draw(&g, &picture, &n, st));
    return file_write(path, picture, n, st);
}

static void free_legend(struct legend *l)
{
    labels_free(&l->scenes);
    labels_free(&l->gpus);
}

enum st_code correlate_plot(const struct correlation *c, const char *path, struct status *st)
{
    AUTO(free_legend) struct legend l = {0};
    return collect_legend(&l, c) ? draw(c, &l, path, st) : status_no_memory(st, "plot");
}
