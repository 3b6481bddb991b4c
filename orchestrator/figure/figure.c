#include "orchestrator/figure/figure.h"

#include "common/auto.h"
#include "common/file.h"
#include "orchestrator/figure/embed.h"
#include "orchestrator/figure/formula.h"
#include "orchestrator/figure/gnuplot.h"
#include "orchestrator/figure/script.h"

#include <string.h>

static enum st_code check_figure(const struct figure *f, struct status *st)
{
    if (f->curve)
        TRY(formula_check(f->curve, "the curve of a figure", st));
    if (!figure_has_points(f))
        return status_fail(st, ST_FAILED, "figure '%s' has no point to draw", f->name);
    return ST_OK;
}

/* Draws the figure by gnuplot for one terminal. */
static enum st_code draw(const struct figure *f, enum figure_terminal t, char **picture, size_t *n,
                         struct status *st)
{
    AUTO(child_close) struct child g;
    TRY(child_open(&g, "gnuplot", st));
    fputs("$data << end_of_data\n", g.in);
    figure_write_table(f, g.in);
    fputs("end_of_data\n", g.in);
    figure_write_terminal(f, t, g.in);
    figure_write_plot(f, t, "$data", g.in);
    return gnuplot_draw(&g, picture, n, st);
}

/* Replaces, in place, the date that cairo writes into a PDF by one of 1970, so that the same figure
 * always has the same bytes. */
static void forget_date(char *pdf, size_t n)
{
    static const char key[] = "/CreationDate (D:", none[] = "19700101000000";
    size_t k = sizeof key - 1, digits = sizeof none - 1;
    for (size_t i = 0; i + k + digits <= n; i++)
        if (memcmp(pdf + i, key, k) == 0)
            memcpy(pdf + i + k, none, digits);
}

/* ---- the files ---- */

static char *joined(const char *stem, const char *ending)
{
    size_t n = strlen(stem) + strlen(ending) + 1;
    char *path = mem_calloc(n, 1);
    if (path)
        snprintf(path, n, "%s%s", stem, ending);
    return path;
}

static enum st_code open_beside(struct file_out *out, const char *stem, const char *ending,
                                struct status *st)
{
    MEM_AUTO char *path = joined(stem, ending);
    return path ? file_out_open(out, path, st) : status_no_memory(st, stem);
}

static enum st_code write_picture(const struct figure *f, enum figure_terminal t, const char *stem,
                                  struct status *st)
{
    struct file_out out;
    MEM_AUTO char *picture = NULL;
    size_t n;
    TRY(draw(f, t, &picture, &n, st));
    TRY(open_beside(&out, stem, t == FIGURE_PDF ? ".pdf" : ".svg", st));
    if (t == FIGURE_PDF) {
        forget_date(picture, n);
        fwrite(picture, 1, n, out.stream);
    } else {
        embed_name(picture, f->title, out.stream);
    }
    return file_out_commit(&out, st);
}

static enum st_code write_table(const struct figure *f, const char *stem, struct status *st)
{
    struct file_out out;
    TRY(open_beside(&out, stem, ".csv", st));
    figure_write_table(f, out.stream);
    return file_out_commit(&out, st);
}

/* Writes a line of the script that sets a file's name. It is the name without the folder, so that
 * the folder can be moved. */
static enum st_code write_name(const char *what, const char *name, const char *ending, FILE *out,
                               struct status *st)
{
    MEM_AUTO char *whole = joined(name, ending);
    if (!whole)
        return status_no_memory(st, name);
    fputs(what, out);
    gnuplot_write_text(whole, out);
    fputc('\n', out);
    return ST_OK;
}

static enum st_code write_whole_script(const struct figure *f, const char *name, FILE *out,
                                       struct status *st)
{
    fputs("# Run in this folder, it draws the SVG and the PDF from the table.\n", out);
    TRY(write_name("data = ", name, ".csv", out, st));
    figure_write_terminal(f, FIGURE_SVG_FILE, out);
    TRY(write_name("set output ", name, ".svg", out, st));
    figure_write_plot(f, FIGURE_SVG_FILE, "data", out);
    figure_write_terminal(f, FIGURE_PDF, out);
    TRY(write_name("set output ", name, ".pdf", out, st));
    fputs("replot\nunset output\n", out);
    return ST_OK;
}

static enum st_code write_script(const struct figure *f, const char *stem, struct status *st)
{
    struct file_out out;
    const char *slash = strrchr(stem, '/');
    TRY(open_beside(&out, stem, ".gp", st));
    return file_out_finish(&out, write_whole_script(f, slash ? slash + 1 : stem, out.stream, st),
                           st);
}

enum st_code figure_write(const struct figure *f, const char *stem, struct status *st)
{
    TRY(check_figure(f, st));
    TRY(write_table(f, stem, st));
    TRY(write_script(f, stem, st));
    TRY(write_picture(f, FIGURE_SVG_FILE, stem, st));
    return write_picture(f, FIGURE_PDF, stem, st);
}

enum st_code figure_svg(const struct figure *f, enum figure_size size, char **svg, size_t *n,
                        struct status *st)
{
    MEM_AUTO char *drawn = NULL;
    size_t n_drawn;
    *svg = NULL;
    TRY(check_figure(f, st));
    TRY(draw(f, size == FIGURE_WIDE ? FIGURE_SVG_WIDE : FIGURE_SVG_NARROW, &drawn, &n_drawn, st));
    return embed_svg(drawn, f, size == FIGURE_WIDE ? "w" : "n", svg, n, st);
}
