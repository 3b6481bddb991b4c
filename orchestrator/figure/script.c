/* Writes a figure's table and script. The table has a row per point, so that programs can read it
 * without knowing the figure; gnuplot finds a series by the numbers of its first and last row. */
#include "orchestrator/figure/script.h"

#include "common/table.h"
#include "orchestrator/figure/gnuplot.h"

#include <math.h>
#include <string.h>

enum {
    COLOURS = 8,
    WIDE = 760,
    NARROW = 350,
    NARROW_HEIGHT = 300,
    LEGEND_LINE = 19,
    LONGEST_NARROW = 36
};

/* Colours that differ under each kind of colour blindness, as far as eight colours can (after Okabe
 * and Ito), with a lightness that shows on white and on near black. Marks differ as well. */
static const char *const colours[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#c4679c",
                                             "#7a62c9", "#9c6f1e", "#6f7c87", "#b8324f"};
static const int marks[COLOURS] = {7, 5, 9, 13, 11, 6, 4, 8};

/* ---- the table ---- */

static void write_number(double v, FILE *out)
{
    if (isfinite(v))
        fprintf(out, "%.10g", v);
}

/* Writes a label on one line, whatever the text holds, as gnuplot counts lines. */
static void write_label(const char *text, FILE *out)
{
    char line[256];
    size_t n = 0;
    for (; *text && n + 1 < sizeof line; text++)
        line[n++] = (char)((unsigned char)*text < ' ' ? ' ' : *text);
    line[n] = 0;
    table_write_cell(line, out);
}

static const char *category(const struct figure *f, double x)
{
    return x >= 0 && x < (double)f->n_categories ? f->categories[(size_t)x] : "";
}

void figure_write_table(const struct figure *f, FILE *out)
{
    fputs("x,y,low,high,category,series\n", out);
    for (size_t s = 0; s < f->n_series; s++)
        for (size_t i = 0; i < f->series[s].n; i++) {
            const struct figure_point *p = &f->series[s].points[i];
            const double numbers[] = {p->x, p->y, p->low, p->high};
            for (int k = 0; k < 4; k++) {
                write_number(numbers[k], out);
                fputc(',', out);
            }
            if (f->kind != FIGURE_LINES)
                write_label(category(f, p->x), out);
            fputc(',', out);
            write_label(f->series[s].name, out);
            fputc('\n', out);
        }
}

/* ---- range of the axes ---- */

static bool drawn(const struct figure *f, const struct figure_point *p)
{
    return isfinite(p->x) && isfinite(p->y) && (!f->log_x || p->x > 0) && (!f->log_y || p->y > 0);
}

static bool has_bar(const struct figure_point *p)
{
    return isfinite(p->low) && isfinite(p->high);
}

struct extent {
    double x_low, x_high, y_low, y_high; /* with a logarithmic y axis, y_low is the least value
                                            above 0 */
    size_t n;
};

/* Error bars may make the axis at most this many times as long as the values do; longer ones are
 * cut. The error bar of two groups often reaches from nothing to a thousand times the value, which
 * would press the line onto the axis. */
static const double bars_most = 3;

/* Extends the axes so that a point fits; `largest` is the largest of all values. */
static void widen(struct extent *e, const struct figure *f, const struct figure_point *p,
                  double largest)
{
    double most = bars_most * largest;
    const double ys[] = {p->y, fmax(p->low, f->log_y ? p->y / bars_most / bars_most : -most),
                         fmin(p->high, most)};
    e->x_low = fmin(e->x_low, p->x);
    e->x_high = fmax(e->x_high, p->x);
    for (int k = 0; k < (has_bar(p) ? 3 : 1); k++)
        if (!f->log_y || ys[k] > 0) {
            e->y_low = fmin(e->y_low, ys[k]);
            e->y_high = fmax(e->y_high, ys[k]);
        }
    e->n++;
}

static struct extent extent_of(const struct figure *f)
{
    struct extent e = {INFINITY, -INFINITY, INFINITY, -INFINITY, 0};
    double largest = 0;
    for (size_t s = 0; s < f->n_series; s++)
        for (size_t i = 0; i < f->series[s].n; i++)
            if (drawn(f, &f->series[s].points[i]))
                largest = fmax(largest, fabs(f->series[s].points[i].y));
    for (size_t s = 0; s < f->n_series; s++)
        for (size_t i = 0; i < f->series[s].n; i++)
            if (drawn(f, &f->series[s].points[i]))
                widen(&e, f, &f->series[s].points[i], largest);
    return e;
}

bool figure_has_points(const struct figure *f)
{
    return extent_of(f).n > 0;
}

static bool any_in(const struct figure *f, const struct figure_series *s, bool with_bar)
{
    for (size_t i = 0; i < s->n; i++)
        if (drawn(f, &s->points[i]) && (!with_bar || has_bar(&s->points[i])))
            return true;
    return false;
}

/* ---- the script ---- */

static const char *curve_title(const struct figure *f)
{
    return f->curve_title ? f->curve_title : f->curve;
}

static size_t longest_name(const struct figure *f)
{
    size_t most = f->curve ? strlen(curve_title(f)) : 0;
    for (size_t s = 0; s < f->n_series; s++)
        if (strlen(f->series[s].name) > most)
            most = strlen(f->series[s].name);
    return most;
}

static size_t legend_lines(const struct figure *f)
{
    return f->n_series + (f->curve ? 1 : 0);
}

/* Whether the legend is below the plot, because beside it the plot would have too little room. */
static bool legend_below(const struct figure *f, enum figure_terminal t)
{
    return t == FIGURE_SVG_NARROW || longest_name(f) > 22;
}

static size_t legend_columns(const struct figure *f, enum figure_terminal t)
{
    size_t room = t == FIGURE_SVG_NARROW ? 40 : 92, each = longest_name(f) + 8;
    return room / each ? room / each : 1;
}

static int height(const struct figure *f, enum figure_terminal t)
{
    int plot = t == FIGURE_SVG_NARROW ? NARROW_HEIGHT : 400;
    size_t lines = legend_lines(f), columns = legend_columns(f, t);
    if (!legend_below(f, t))
        return lines > 16 ? plot + (int)(lines - 16) * LEGEND_LINE : plot;
    return plot + (int)((lines + columns - 1) / columns) * LEGEND_LINE;
}

void figure_write_terminal(const struct figure *f, enum figure_terminal t, FILE *out)
{
    int wide = t == FIGURE_SVG_NARROW ? NARROW : WIDE, high = height(f, t);
    if (t == FIGURE_PDF)
        fprintf(out, "set terminal pdfcairo noenhanced font 'sans,11' size %.3f,%.3f\n",
                wide / 96.0, high / 96.0);
    else
        fprintf(out, "set terminal svg noenhanced font 'sans,13' size %d,%d%s\n", wide, high,
                t == FIGURE_SVG_FILE ? " background 'white'" : "");
}

static void write_label_of(const char *which, const char *text, FILE *out)
{
    fprintf(out, "set %s ", which);
    gnuplot_write_text(text ? text : "", out);
    fputs(" noenhanced\n", out);
}

/* Writes the categories; labels that would overlap are set at an angle. */
static void write_categories(const struct figure *f, enum figure_terminal t, FILE *out)
{
    size_t longest = 0, room = t == FIGURE_SVG_NARROW ? 34 : 80;
    for (size_t i = 0; i < f->n_categories; i++)
        if (strlen(f->categories[i]) > longest)
            longest = strlen(f->categories[i]);
    fprintf(out, "set xrange [-0.6:%.1f]\nset xtics%s noenhanced (", (double)f->n_categories - 0.4,
            f->n_categories * (longest + 1) > room ? " rotate by -35" : "");
    for (size_t i = 0; i < f->n_categories; i++) {
        fputs(i ? ", " : "", out);
        gnuplot_write_tic(f->categories[i], out);
        fprintf(out, " %zu", i);
    }
    fputs(")\n", out);
}

static void write_ranges(const struct figure *f, enum figure_terminal t, const struct extent *e,
                         FILE *out)
{
    if (f->kind != FIGURE_LINES) {
        write_categories(f, t, out);
    } else if (f->log_x) {
        fprintf(out, "set logscale x\nset xrange [%.10g:%.10g]\n", e->x_low / 1.3, e->x_high * 1.3);
        gnuplot_write_log_tics('x', e->x_low / 1.3, e->x_high * 1.3, out);
    } else {
        double span = e->x_high - e->x_low, room = span > 0 ? 0.03 * span : 0.5;
        fprintf(out, "set xrange [%.10g:%.10g]\nset xtics offset 0,0.3\n", e->x_low - room,
                e->x_high + room);
    }
    if (f->log_y) {
        fprintf(out, "set logscale y\nset yrange [%.10g:%.10g]\n", e->y_low / 1.3, e->y_high * 1.3);
        gnuplot_write_log_tics('y', e->y_low / 1.3, e->y_high * 1.3, out);
    } else if (e->y_low >= 0)
        fprintf(out, "set yrange [0:%.10g]\n", e->y_high > 0 ? 1.05 * e->y_high : 1);
    else
        fputs("set xzeroaxis lt 1 lc rgb '#808080'\n", out);
}

static void write_style(const struct figure *f, enum figure_terminal t, FILE *out)
{
    bool in_file = t == FIGURE_SVG_FILE || t == FIGURE_PDF;
    write_label_of("title", in_file ? f->title : "", out);
    write_label_of("xlabel", f->x_label, out);
    write_label_of("ylabel", f->y_label, out);
    fputs("set encoding utf8\nset datafile separator comma\nset border 3 lw 0.8\n"
          "set tics nomirror scale 0.5\nset grid ytics lt 1 lw 0.5 lc rgb 'gray'\n"
          "set boxwidth 1 absolute\nset style fill solid 0.85 noborder\nset clip two\n",
          out);
    if (legend_below(f, t))
        fprintf(out,
                "set key noenhanced outside center bottom horizontal Left reverse height 1 maxcols "
                "%zu\n",
                legend_columns(f, t));
    else
        fputs("set key noenhanced outside right top vertical Left reverse\n", out);
}

/* Writes which rows hold a series, and which columns gnuplot reads. */
static void write_using(const char *data, size_t first, size_t n, FILE *out)
{
    fprintf(out, "%s skip 1 every ::%zu::%zu using ", data, first, first + n - 1);
}

/* Writes a name; in narrow pictures a long name is cut between characters. */
static void write_title(const char *name, enum figure_terminal t, FILE *out)
{
    char cut[LONGEST_NARROW + 4];
    size_t n = strlen(name);
    fputs(" title ", out);
    if (t == FIGURE_SVG_NARROW && n > LONGEST_NARROW) {
        for (n = LONGEST_NARROW; n > 0 && ((unsigned char)name[n] & 0xc0) == 0x80; n--)
            ;
        snprintf(cut, sizeof cut, "%.*s…", (int)n, name);
        name = cut;
    }
    gnuplot_write_text(name, out);
}

static void write_lines(const struct figure *f, size_t s, const char *colour,
                        enum figure_terminal t, FILE *out)
{
    const struct figure_series *series = &f->series[s];
    fputs("1:2 with ", out);
    if (series->plain)
        fputs("lines", out);
    else
        fprintf(out, "%s ps %s pt %d", series->loose ? "points" : "linespoints",
                series->n > 40 ? "0.3" : "0.7", marks[s % COLOURS]);
    fprintf(out, " lw 1.6");
    if (!series->loose)
        fprintf(out, " dt %s", series->dashed ? "2" : s / COLOURS % 2 == 1 ? "4" : "1");
    fprintf(out, " lc rgb '%s'", colour);
    write_title(series->name, t, out);
}

/* Returns the width of a bar: the bars of a category lie side by side and fill 0.8 of its width. */
static double bar_width(const struct figure *f)
{
    return 0.8 / (double)f->n_series;
}

static double bar_offset(const struct figure *f, size_t s)
{
    return f->kind == FIGURE_BARS ? ((double)s - ((double)f->n_series - 1) / 2) * bar_width(f) : 0;
}

static void write_boxes(const struct figure *f, size_t s, const char *colour,
                        enum figure_terminal t, FILE *out)
{
    fprintf(out, "($1+%.6g):2:(%.6g) with boxes%s lc rgb '%s'", bar_offset(f, s),
            0.94 * bar_width(f), f->series[s].dashed ? " fs pattern 4" : "", colour);
    write_title(f->series[s].name, t, out);
}

/* Writes a piece of a stack. Where there are more series than colours, later ones are hatched. */
static void write_piece(const struct figure *f, size_t s, const char *colour,
                        enum figure_terminal t, FILE *out)
{
    fprintf(out, "1:3:($1-0.3):($1+0.3):3:4 with boxxyerror%s lc rgb '%s'",
            s / COLOURS % 2 == 1 ? " fs pattern 4" : "", colour);
    write_title(f->series[s].name, t, out);
}

/* Writes error bars as arrows with blunt heads. gnuplot's own error bars paint a white spot behind
 * each point, which shows on a dark page. On a logarithmic axis a bar whose low end is 0 or below
 * begins at the frame. */
static void write_error_bars(const struct figure *f, size_t s, const struct extent *e,
                             const char *colour, FILE *out)
{
    char low[64] = "$3";
    if (f->log_y)
        snprintf(low, sizeof low, "($3 > 0 ? $3 : %.10g)", e->y_low / 1.3);
    fprintf(out,
            "($1+%.6g):($2 == $2 ? %s : NaN):(0):($4-%s) with vectors heads size screen 0.005,90 "
            "lw 1.2 dt 1 lc rgb '%s' notitle",
            bar_offset(f, s), low, low, f->kind == FIGURE_BARS ? "black" : colour);
}

static void write_series(const struct figure *f, size_t s, size_t first, const struct extent *e,
                         const char *data, enum figure_terminal t, FILE *out)
{
    const struct figure_series *series = &f->series[s];
    const char *colour = colours[s % COLOURS];
    write_using(data, first, series->n, out);
    if (f->kind == FIGURE_BARS)
        write_boxes(f, s, colour, t, out);
    else if (f->kind == FIGURE_STACKS && !series->loose)
        write_piece(f, s, colour, t, out);
    else
        write_lines(f, s, colour, t, out);
    if (f->kind == FIGURE_STACKS || !any_in(f, series, true))
        return;
    fputs(", \\\n     ", out);
    write_using(data, first, series->n, out);
    write_error_bars(f, s, e, colour, out);
}

void figure_write_plot(const struct figure *f, enum figure_terminal t, const char *data, FILE *out)
{
    struct extent e = extent_of(f);
    const char *between = "plot ";
    write_style(f, t, out);
    write_ranges(f, t, &e, out);
    if (f->curve) {
        fprintf(out, "plot %s with lines lw 2 lc rgb '#909090'", f->curve);
        write_title(curve_title(f), t, out);
        between = ", \\\n     ";
    }
    for (size_t s = 0, first = 0; s < f->n_series; first += f->series[s++].n) {
        if (!any_in(f, &f->series[s], false))
            continue;
        fputs(between, out);
        write_series(f, s, first, &e, data, t, out);
        between = ", \\\n     ";
    }
    fputc('\n', out);
}
