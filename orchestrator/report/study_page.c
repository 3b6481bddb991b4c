#include "orchestrator/report/study_page.h"

#include "orchestrator/report/html.h"

#include <math.h>
#include <string.h>

/* ---- progress and options ---- */

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

static void write_axis(const struct study_table *t, uint32_t axis, FILE *out)
{
    HTML(out, "<dt>", t->axes[axis], "</dt><dd>");
    for (size_t i = 0; i < t->n; i++) {
        const char *value = t->rows[i].values[axis];
        if (study_table_is_first(t, i, axis))
            HTML(out, i ? ", " : "", value[0] ? value : "the default");
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
    HTML(out, "<dt>", name, "</dt><dd>", json_is_string(value) ? json_string_value(value) : number,
         "</dd>\n");
}

/* Writes the options of the first result, except those that are axes. */
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
    fprintf(out, "<dt>reference</dt><dd>%s</dd>\n<dt>made by</dt><dd>",
            s->table.reference ? "the whole frame, simulated" : "none");
    for (uint32_t i = 0; i < s->facts.n_versions; i++)
        HTML(out, i ? ", diorama " : "diorama ", s->facts.versions[i]);
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
    HTML(out, ".", ending, "\" aria-label=\"", name, ".", ending, "\">.", ending, "</a>");
}

static void write_figure(const struct page_figure *f, const char *files, FILE *out)
{
    static const char *const endings[] = {"svg", "pdf", "csv", "gp"};
    HTML(out, "<figure>\n<figcaption>", f->title, "</figcaption>\n");
    if (f->problem) {
        HTML(out, "<p class=\"note\">", f->problem, "</p>\n");
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
        HTML(out, "<p class=\"note\">", p->problem, "</p>\n");
        return;
    }
    html_table_begin(s->title, false, out);
    html_column(s->corner, NULL, false, 0, out);
    for (uint32_t c = 0; c < s->columns.n; c++)
        html_column(s->columns.texts[c][0] ? labels_shown(&s->columns, c) : "all", NULL, true, 0,
                    out);
    html_rows_begin(out);
    for (uint32_t row = 0; row < s->rows.n; row++) {
        HTML_ROW(out, labels_shown(&s->rows, row));
        for (uint32_t c = 0; c < s->columns.n; c++) {
            const struct summary_cell *cell = &s->cells[row * s->columns.n + c];
            if (isfinite(cell->number))
                html_number(cell->number, cell->text, NULL, out);
            else
                HTML_CELL(out, cell->text);
        }
        fputs(HTML_ROW_END, out);
    }
    html_table_end(false, out);
    HTML(out, "<p class=\"note\">", s->note, "</p>\n<p class=\"files\">File:");
    write_link(files, p->name, "csv", out);
    fputs("</p>\n", out);
}

void study_page_write(const struct page_study *s, const char *files, FILE *out)
{
    const struct study_table *t = &s->table;
    HTML(out, "<section aria-labelledby=\"", s->id, "\">\n<h2 id=\"", s->id, "\">",
         t->title && t->title[0] ? t->title : t->name, "</h2>\n");
    write_state(t, out);
    write_settings(s, out);
    if (s->n_figures) {
        fputs("<h3>Figures</h3>\n<div class=\"figures\">\n", out);
        for (uint32_t i = 0; i < s->n_figures; i++)
            write_figure(&s->figures[i], files, out);
        fputs("</div>\n", out);
    }
    if (s->n_summaries)
        fputs("<h3>Tables</h3>\n", out);
    for (uint32_t i = 0; i < s->n_summaries; i++)
        write_summary(&s->summaries[i], files, out);
    study_page_points(t, out);
    study_page_failures(t, out);
    study_page_stalls(s, out);
    fputs("</section>\n", out);
}
