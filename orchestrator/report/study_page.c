#include "orchestrator/report/study_page.h"

#include "orchestrator/figure/escape.h"
#include "orchestrator/report/html.h"

#include <math.h>
#include <string.h>

/* ---- how far it is, and with what ---- */

static void write_state(const struct study_table *t, FILE *out)
{
    size_t missing = t->n - t->done - t->failed;
    fprintf(out, "<p><meter min=\"0\" max=\"%zu\" value=\"%zu\">%zu of %zu</meter> ",
            t->n ? t->n : 1, t->done, t->done, t->n);
    if (t->done == t->n)
        fprintf(out, "All %zu points are done.", t->n);
    else
        fprintf(out, "%zu of %zu points are done, ", t->done, t->n);
    if (t->failed)
        fprintf(out, "<span class=\"failed\">%zu failed</span>, ", t->failed);
    if (t->done != t->n)
        fprintf(out, "%zu not yet run.", missing);
    fputs("</p>\n", out);
}

static void write_setting(const char *name, const char *value, FILE *out)
{
    fputs("<dt>", out);
    escape_html(name, out);
    fputs("</dt><dd>", out);
    escape_html(value, out);
    fputs("</dd>\n", out);
}

static void write_axis(const struct study_table *t, uint32_t axis, FILE *out)
{
    bool first = true;
    fputs("<dt>", out);
    escape_html(t->axes[axis], out);
    fputs("</dt><dd>", out);
    for (size_t i = 0; i < t->n; i++) {
        if (!study_table_is_first(t, i, axis))
            continue;
        fputs(first ? "" : ", ", out);
        escape_html(t->rows[i].values[axis][0] ? t->rows[i].values[axis] : "the default", out);
        first = false;
    }
    fputs("</dd>\n", out);
}

static void write_option(const char *name, const json_t *value, FILE *out)
{
    char number[32] = "-";
    if (json_is_boolean(value))
        snprintf(number, sizeof number, "%s", json_is_true(value) ? "true" : "false");
    else if (json_is_number(value))
        snprintf(number, sizeof number, "%.10g", json_number_value(value));
    write_setting(name, json_is_string(value) ? json_string_value(value) : number, out);
}

/* Of the first result, but for those that axes set. */
static void write_options(const struct page_study *s, FILE *out)
{
    const char *name;
    json_t *value;
    if (!s->facts.settings)
        return;
    fputs("<details><summary>All other options</summary>\n<dl>\n", out);
    json_object_foreach(s->facts.settings, name, value) if (study_table_axis(&s->table, name) < 0)
        write_option(name, value, out);
    fputs("</dl></details>\n", out);
}

static void write_settings(const struct page_study *s, FILE *out)
{
    fputs("<dl>\n", out);
    for (uint32_t a = 0; a < s->table.n_axes; a++)
        write_axis(&s->table, a, out);
    write_setting("reference", s->table.reference ? "the whole frame, simulated" : "none", out);
    fputs("<dt>made by</dt><dd>", out);
    for (uint32_t i = 0; i < s->facts.n_versions; i++) {
        fputs(i ? ", diorama " : "diorama ", out);
        escape_html(s->facts.versions[i], out);
    }
    fputs(s->facts.n_versions ? "</dd>\n</dl>\n" : "-</dd>\n</dl>\n", out);
    write_options(s, out);
}

/* ---- figures and tables ---- */

static void write_link(const char *files, const char *name, const char *ending, FILE *out)
{
    fputs(" <a href=\"", out);
    html_address(files, out);
    fputc('/', out);
    html_address(name, out);
    fprintf(out, ".%s\" aria-label=\"", ending);
    escape_html(name, out);
    fprintf(out, ".%s\">.%s</a>", ending, ending);
}

static void write_figure(const struct page_figure *f, const char *files, FILE *out)
{
    static const char *const endings[] = {"svg", "pdf", "csv", "gp"};
    fputs("<figure>\n", out);
    html_element("figcaption", "", f->title, out);
    if (f->problem) {
        html_element("p", " class=\"note\"", f->problem, out);
    } else {
        fprintf(out, "%s%s<p class=\"files\">Files:", f->wide, f->narrow);
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            write_link(files, f->name, endings[i], out);
        fputs("</p>\n", out);
    }
    fputs("</figure>\n", out);
}

static void write_summary(const struct page_summary *p, const char *files, FILE *out)
{
    const struct summary *s = &p->summary;
    if (p->problem) {
        html_element("p", " class=\"note\"", p->problem, out);
        return;
    }
    html_table_begin(s->title, false, out);
    html_column(s->corner, NULL, false, 0, out);
    for (uint32_t c = 0; c < s->columns.n; c++)
        html_column(s->columns.texts[c][0] ? labels_shown(&s->columns, c) : "all", NULL, true, 0,
                    out);
    html_rows_begin(out);
    for (uint32_t row = 0; row < s->rows.n; row++) {
        html_row_begin(labels_shown(&s->rows, row), out);
        for (uint32_t c = 0; c < s->columns.n; c++) {
            const struct summary_cell *cell = &s->cells[row * s->columns.n + c];
            if (isfinite(cell->number))
                html_number(cell->number, cell->text, NULL, out);
            else
                html_cell(cell->text, out);
        }
        html_row_end(out);
    }
    html_table_end(false, out);
    html_element("p", " class=\"note\"", s->note, out);
    fputs("<p class=\"files\">File:", out);
    write_link(files, p->name, "csv", out);
    fputs("</p>\n", out);
}

void study_page_write(const struct page_study *s, const char *files, FILE *out)
{
    const struct study_table *t = &s->table;
    fprintf(out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">", s->id, s->id);
    escape_html(t->title && t->title[0] ? t->title : t->name, out);
    fputs("</h2>\n", out);
    write_state(t, out);
    write_settings(s, out);
    if (s->n_figures) {
        html_element("h3", "", "Figures", out);
        fputs("<div class=\"figures\">\n", out);
        for (uint32_t i = 0; i < s->n_figures; i++)
            write_figure(&s->figures[i], files, out);
        fputs("</div>\n", out);
    }
    if (s->n_summaries)
        html_element("h3", "", "Tables", out);
    for (uint32_t i = 0; i < s->n_summaries; i++)
        write_summary(&s->summaries[i], files, out);
    study_page_points(t, out);
    study_page_failures(t, out);
    study_page_stalls(s, out);
    fputs("</section>\n", out);
}
