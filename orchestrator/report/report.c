#include "orchestrator/report/report.h"

#include "common/auto.h"
#include "common/file.h"
#include "orchestrator/report/html.h"
#include "orchestrator/report/page_files.h"
#include "orchestrator/report/pictures.h"
#include "orchestrator/report/study_figure.h"
#include "orchestrator/report/study_page.h"
#include "version.h"

#include <ctype.h>
#include <string.h>

struct report {
    const struct store *store;
    const char *files, *files_link;
    struct page_study *studies;
    size_t n;
};

static const char *title_of(const struct study_table *t)
{
    return t->title && t->title[0] ? t->title : t->name;
}

/* ---- figures ---- */

/* Makes an id of letters and digits from a name; other characters become '-'. */
static void write_id(char *id, size_t n, const char *name)
{
    size_t i = 0;
    for (; name[i] && i + 1 < n; i++)
        id[i] = (char)(isalnum((unsigned char)name[i]) || name[i] == '_' ? name[i] : '-');
    id[i] = 0;
}

/* Makes the name "<study>-<given>", which must differ from the names that `taken` returns for the
 * numbers before i. */
static enum st_code file_name(char **out, const struct page_study *s, const char *given, uint32_t i,
                              const char *(*taken)(const struct page_study *, uint32_t),
                              struct status *st)
{
    char id[STUDY_PAGE_ID], name[2 * STUDY_PAGE_ID];
    write_id(id, sizeof id, given);
    snprintf(name, sizeof name, "%s-%s", s->id, id);
    for (uint32_t k = 0; k < i; k++)
        if (strcmp(taken(s, k), name) == 0) {
            snprintf(name, sizeof name, "%s-%u-%.40s", s->id, i + 1, id);
            break;
        }
    return mem_copy_text(out, name, s->table.name, st);
}

static const char *name_of_figure(const struct page_study *s, uint32_t i)
{
    return s->figures[i].name;
}

static const char *name_of_summary(const struct page_study *s, uint32_t i)
{
    return s->summaries[i].name;
}

static enum st_code draw(const struct report *r, struct page_figure *out,
                         const struct study_figure *f, struct status *st)
{
    size_t n;
    MEM_AUTO char *stem = file_join(r->files, f->figure.name);
    if (!stem)
        return status_no_memory(st, f->figure.name);
    TRY(file_make_folder(r->files, st));
    TRY(figure_write(&f->figure, stem, st));
    TRY(figure_svg(&f->figure, FIGURE_WIDE, &out->wide, &n, st));
    return figure_svg(&f->figure, FIGURE_NARROW, &out->narrow, &n, st);
}

static enum st_code say_problem(char **problem, const char *text, struct status *st)
{
    return mem_copy_text(problem, text, "page", st);
}

/* Makes a figure. Where its definition has an error, or there is nothing to draw yet, the page
 * shows that message instead. */
static enum st_code make_figure(const struct report *r, struct page_study *s, uint32_t i,
                                const json_t *definition, struct status *st)
{
    struct page_figure *out = &s->figures[i];
    AUTO(study_figure_free) struct study_figure f = {0};
    const char *title = json_string_value(json_object_get(definition, "title"));
    const char *given = json_string_value(json_object_get(definition, "name"));
    TRY(file_name(&out->name, s, given ? given : "figure", i, name_of_figure, st));
    TRY(mem_copy_text(&out->title, title ? title : given ? given : out->name, s->table.name, st));
    enum st_code code = study_figure_make(&f, &s->table, definition, out->name, st);
    if (code == ST_FAILED)
        return say_problem(&out->problem, st->text, st);
    TRY(code);
    if (!figure_has_points(&f.figure))
        return say_problem(&out->problem, "No finished point of this figure yet.", st);
    code = draw(r, out, &f, st);
    return code == ST_USAGE ? say_problem(&out->problem, st->text, st) : code;
}

static enum st_code make_figures(const struct report *r, struct page_study *s, struct status *st)
{
    const json_t *definitions = json_object_get(s->table.definition, "figures");
    json_auto_t *defaults = NULL;
    if (!json_array_size(definitions) && s->table.n) {
        definitions = defaults = study_figure_defaults(&s->table);
        if (!defaults)
            return status_no_memory(st, s->table.name);
    }
    uint32_t n = (uint32_t)json_array_size(definitions);
    TRY(mem_make(&s->figures, n, sizeof *s->figures, s->table.name, st));
    for (uint32_t i = 0; i < n; i++) {
        s->n_figures = i + 1;
        TRY(make_figure(r, s, i, json_array_get(definitions, i), st));
    }
    return ST_OK;
}

/* ---- tables ---- */

static enum st_code write_table(const struct report *r, const struct page_summary *s,
                                struct status *st)
{
    struct file_out out;
    char path[2 * STUDY_PAGE_ID + 8];
    TRY(file_make_folder(r->files, st));
    snprintf(path, sizeof path, "%s.csv", s->name);
    MEM_AUTO char *whole = file_join(r->files, path);
    if (!whole)
        return status_no_memory(st, s->name);
    TRY(file_out_open(&out, whole, st));
    summary_write_csv(&s->summary, out.stream);
    return file_out_commit(&out, st);
}

static enum st_code make_summary(const struct report *r, struct page_study *s, uint32_t i,
                                 const json_t *definition, struct status *st)
{
    struct page_summary *out = &s->summaries[i];
    const char *given = json_string_value(json_object_get(definition, "name"));
    char own[STUDY_PAGE_ID]; /* figures and tables may have equal names, but not equal files */
    snprintf(own, sizeof own, "table-%.50s", given ? given : "");
    TRY(file_name(&out->name, s, own, i, name_of_summary, st));
    enum st_code code = summary_make(&out->summary, &s->table, definition, st);
    if (code != ST_OK)
        return code == ST_NOMEM ? code : say_problem(&out->problem, st->text, st);
    return write_table(r, out, st);
}

/* Makes the tables. The page does not fail where one cannot be made: it shows the error in its
 * place. */
static enum st_code make_summaries(const struct report *r, struct page_study *s, struct status *st)
{
    const json_t *definitions = json_object_get(s->table.definition, "tables");
    uint32_t n = (uint32_t)json_array_size(definitions);
    TRY(mem_make(&s->summaries, n, sizeof *s->summaries, s->table.name, st));
    for (uint32_t i = 0; i < n; i++) {
        s->n_summaries = i + 1;
        TRY(make_summary(r, s, i, json_array_get(definitions, i), st));
    }
    return ST_OK;
}

/* ---- the page ---- */

static void write_head(const struct report *r, FILE *out)
{
    const unsigned char *scripts[] = {page_js_sha256};
    html_head(scripts, 1, out);
    HTML(out, "<title>", r->n == 1 ? title_of(&r->studies[0].table) : "Diorama: results of studies",
         "</title>\n<style>\n");
    fprintf(out, "%s</style>\n</head>\n", page_css);
}

static void write_contents(const struct report *r, FILE *out)
{
    fputs("<nav aria-label=\"Studies\"><ul>\n", out);
    for (size_t i = 0; i < r->n; i++)
        HTML(out, "<li><a href=\"#", r->studies[i].id, "\">", title_of(&r->studies[i].table),
             "</a></li>\n");
    fputs("</ul></nav>\n", out);
}

static void write_top(const struct report *r, const struct report_counts *c, FILE *out)
{
    const char *path = store_path(r->store), *slash = strrchr(path, '/');
    HTML(out,
         "<body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n<header>\n<h1>Diorama: "
         "results of studies</h1>\n<p>From ",
         slash ? slash + 1 : path);
    fprintf(out, ": %zu %s, %zu of %zu points done. Page of diorama " DIORAMA_VERSION ".</p>\n",
            c->studies, c->studies == 1 ? "study" : "studies", c->done, c->points);
    fputs("</header>\n", out);
    if (r->n > 1)
        write_contents(r, out);
}

static enum st_code write_page(const struct report *r, const struct report_counts *c, FILE *out,
                               struct status *st)
{
    write_head(r, out);
    write_top(r, c, out);
    fputs("<main id=\"main\">\n", out);
    for (size_t i = 0; i < r->n; i++)
        study_page_write(&r->studies[i], r->files_link, out);
    TRY(pictures_write(r->studies, r->n, r->store, out, st));
    fprintf(out, "</main>\n<script>%s</script>\n</body>\n</html>\n", page_js);
    return ST_OK;
}

/* ---- the report ---- */

static void free_study(struct page_study *s)
{
    for (uint32_t i = 0; i < s->n_figures; i++) {
        struct page_figure *f = &s->figures[i];
        char *const texts[] = {f->name, f->title, f->wide, f->narrow, f->problem};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            mem_free(texts[k]);
    }
    mem_free(s->figures);
    for (uint32_t i = 0; i < s->n_summaries; i++) {
        mem_free(s->summaries[i].name);
        mem_free(s->summaries[i].problem);
        summary_free(&s->summaries[i].summary);
    }
    mem_free(s->summaries);
    facts_free(&s->facts);
    study_table_free(&s->table);
}

static enum st_code load_study(struct report *r, const char *name, struct status *st)
{
    struct page_study *s = &r->studies[r->n];
    TRY(study_table_load(&s->table, r->store, name, st));
    size_t number = ++r->n; /* counted first, so that a partly loaded study is freed */
    write_id(s->id, sizeof s->id - 8, name);
    for (size_t i = 0; i + 1 < number; i++)
        if (strcmp(r->studies[i].id, s->id) == 0) {
            size_t n = strlen(s->id);
            snprintf(s->id + n, sizeof s->id - n, "-%zu", number);
            break;
        }
    TRY(facts_load(&s->facts, r->store, &s->table, st));
    TRY(make_figures(r, s, st));
    return make_summaries(r, s, st);
}

static enum st_code load(struct report *r, struct status *st)
{
    char **names;
    size_t n;
    TRY(store_list(r->store, &names, &n, st));
    enum st_code code = mem_make(&r->studies, n, sizeof *r->studies, store_path(r->store), st);
    if (code == ST_OK && n == 0)
        code = status_fail_at(st, ST_FAILED, store_path(r->store), 0,
                              "has no study; diorama sweep -o makes one");
    for (size_t i = 0; i < n && code == ST_OK; i++)
        code = load_study(r, names[i], st);
    file_free_list(names, n);
    return code;
}

static struct report_counts count_points(const struct report *r)
{
    struct report_counts c = {.studies = r->n};
    for (size_t i = 0; i < r->n; i++) {
        const struct page_study *s = &r->studies[i];
        c.points += s->table.n;
        c.done += s->table.done;
        c.failed += s->table.failed;
        for (uint32_t k = 0; k < s->n_figures; k++)
            c.figures += s->figures[k].wide != NULL;
    }
    return c;
}

static enum st_code write_whole(const struct report *r, const char *page,
                                const struct report_counts *counts, struct status *st)
{
    struct file_out out;
    TRY(file_out_open(&out, page, st));
    return file_out_finish(&out, write_page(r, counts, out.stream, st), st);
}

enum st_code report_write(const struct store *store, const char *page, const char *files,
                          const char *files_link, struct report_counts *counts, struct status *st)
{
    struct report r = {.store = store, .files = files, .files_link = files_link};
    enum st_code code = load(&r, st);
    if (code == ST_OK) {
        *counts = count_points(&r);
        code = write_whole(&r, page, counts, st);
    }
    for (size_t i = 0; i < r.n; i++)
        free_study(&r.studies[i]);
    mem_free(r.studies);
    return code;
}
