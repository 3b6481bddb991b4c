#include "orchestrator/report/lines_page.h"

#include "common/auto.h"
#include "orchestrator/report/frame_page.h"
#include "orchestrator/report/html.h"
#include "orchestrator/report/page_files.h"
#include "orchestrator/report/source_text.h"
#include "sim/functional/warp.h"
#include "sim/timing/counters/stalls.h"

#include <math.h>
#include <string.h>

enum { DEAREST = 100, TEXT = 96 };

struct page {
    const struct result *result;
    const struct source_lines *lines;
    const struct source_line **dearest; /* all lines, sorted by their cycles */
    uint64_t all, most;                 /* cycles of schedulers: of all lines, of the dearest */
    struct source_text *texts;          /* by file */
};

/* ---- cells ---- */

/* The bar's length is relative to `most`. */
static void put_share(const struct page *p, const struct inst_count *c, uint64_t most, FILE *out)
{
    double slots = (double)source_slots(c), share = 100 * slots / (p->all ? (double)p->all : 1);
    fprintf(out,
            "<td class=\"share number\" data-v=\"%.9g\"><span class=\"bar\" aria-hidden=\"true\">"
            "<span style=\"width:%.1f%%\"></span></span><span class=\"value\">%.1f</span></td>",
            share, 100 * slots / (most ? (double)most : 1), share);
}

static void put_count(uint64_t n, FILE *out)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    html_number((double)n, text, NULL, out);
}

/* A number of one digit behind the point; "-" where there is nothing that it is a share of. */
static void put_ratio(double of, double by, FILE *out)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%.1f", of / by);
    html_number(by > 0 ? of / by : (double)NAN, text, NULL, out);
}

/* The columns that lines and shaders share, after the share of cycles. */
static void name_rates(FILE *out)
{
    html_column("warp instr.", "instructions issued, by warps", true, 0, out);
    html_column("SIMT %", "executed lanes over 32 for each warp instruction", true, 0, out);
    html_column("mostly by", "the cause of most of its stalls", false, 0, out);
    html_column("sectors", "of 32 bytes, for each executed load or store", true, 0, out);
}

static void put_rates(const struct inst_count *c, uint64_t accesses, FILE *out)
{
    put_count(c->warps, out);
    put_ratio(100 * (double)c->executed, (double)c->warps * WARP_LANES, out);
    HTML_CELL(out, source_cause(c));
    put_ratio((double)c->sectors, (double)accesses, out);
}

/* Issues, then stalls by cause. */
static void name_slots(FILE *out)
{
    struct stall_cause part;
    html_column("issued", "cycles of schedulers in which it issued", true, 0, out);
    for (uint32_t k = 0; k < SOURCE_ISSUED; k++)
        for (size_t i = 0; stall_cause(&stall_stacks[0], NULL, i, &part); i++)
            if (strcmp(part.name, inst_slot_names[k]) == 0)
                html_column(part.name, part.doc, true, 0, out);
}

static void put_slots(const struct inst_count *c, FILE *out)
{
    put_count(c->slots[SOURCE_ISSUED], out);
    for (uint32_t k = 0; k < SOURCE_ISSUED; k++)
        put_count(c->slots[k], out);
}

static void put_code(const char *text, FILE *out)
{
    fputs("<td class=\"code\"><code>", out);
    for (; *text; text++)
        if (*text == '\t')
            fputs("    ", out);
        else
            escape_html((const char[]){*text, '\0'}, out);
    fputs("</code></td>", out);
}

/* ---- shaders ---- */

static void put_shader(const struct page *p, const struct source_shader *s, uint64_t most,
                       FILE *out)
{
    HTML_ROW(out, s->name);
    put_share(p, &s->all, most, out);
    put_count(s->entry.warps, out);
    put_ratio((double)s->entry.active, (double)s->entry.warps, out);
    put_rates(&s->all, s->accesses, out);
    put_slots(&s->all, out);
    fputs(HTML_ROW_END, out);
}

static void put_shaders(const struct page *p, FILE *out)
{
    const struct source_lines *l = p->lines;
    uint64_t most = 0;
    for (uint32_t i = 0; i < l->n_shaders; i++) {
        uint64_t slots = source_slots(&l->shaders[i].all);
        most = slots > most ? slots : most;
    }
    html_table_begin("Cycles of schedulers by shader", false, out);
    html_column("shader", NULL, false, 0, out);
    html_column("cycles %", "of all cycles that belong to a line", true, 0, out);
    html_column("run by warps", "executions of its first instruction", true, 0, out);
    html_column("lanes each", "active in these, of 32", true, 0, out);
    name_rates(out);
    name_slots(out);
    html_rows_begin(out);
    for (uint32_t i = 0; i < l->n_shaders; i++)
        put_shader(p, &l->shaders[i], most, out);
    html_table_end(false, out);
}

/* ---- the dearest lines ---- */

static void put_place(const struct page *p, const struct source_line *line, FILE *out)
{
    const char *name = source_base_name(p->lines->files[line->file]);
    fprintf(out, "<tr><th scope=\"row\"><a href=\"#f%ul%u\">", line->file, line->line);
    escape_html(name, out);
    if (line->line)
        fprintf(out, ":%u", line->line);
    fputs("</a></th>", out);
}

static void put_dearest(const struct page *p, FILE *out)
{
    char caption[TEXT];
    uint32_t n = p->lines->n < DEAREST ? p->lines->n : DEAREST;
    snprintf(caption, sizeof caption, "Cycles of schedulers by line, the dearest %u of %u", n,
             p->lines->n);
    html_table_begin(caption, false, out);
    html_column("line", "a link to its place in the file", false, 0, out);
    html_column("cycles %", "of all cycles that belong to a line", true, 0, out);
    html_column("source", NULL, false, 0, out);
    name_rates(out);
    name_slots(out);
    html_rows_begin(out);
    for (uint32_t i = 0; i < n; i++) {
        const struct source_line *line = p->dearest[i];
        const char *text = source_text_line(&p->texts[line->file], line->line);
        put_place(p, line, out);
        put_share(p, &line->count, p->most, out);
        put_code(text ? text + strspn(text, " \t") : "", out);
        put_rates(&line->count, line->accesses, out);
        put_slots(&line->count, out);
        fputs(HTML_ROW_END, out);
    }
    html_table_end(false, out);
}

/* ---- files ---- */

/* A line of a file, with its costs if it has some. */
static void put_line(const struct page *p, uint32_t file, uint32_t number, const char *text,
                     const struct source_line *line, FILE *out)
{
    fprintf(out, "<tr id=\"f%ul%u\"><th scope=\"row\" data-v=\"%u\">", file, number, number);
    if (number)
        fprintf(out, "%u</th>", number);
    else
        fputs("none</th>", out);
    if (line)
        put_share(p, &line->count, p->most, out);
    else
        fputs("<td></td>", out);
    put_code(text ? text : "", out);
    if (line)
        put_rates(&line->count, line->accesses, out);
    else
        fputs("<td></td><td></td><td></td><td></td>", out);
    fputs(HTML_ROW_END, out);
}

/* All lines of the text, and those with costs that it does not have. */
static void put_lines(const struct page *p, uint32_t file, FILE *out)
{
    const struct source_lines *l = p->lines;
    const struct source_text *text = &p->texts[file];
    uint32_t at = 1;
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->of[i].file != file)
            continue;
        for (; at < l->of[i].line && at <= text->n; at++)
            put_line(p, file, at, source_text_line(text, at), NULL, out);
        put_line(p, file, l->of[i].line, source_text_line(text, l->of[i].line), &l->of[i], out);
        at = l->of[i].line + 1;
    }
    for (; at <= text->n; at++)
        put_line(p, file, at, source_text_line(text, at), NULL, out);
}

static void put_file(const struct page *p, uint32_t file, FILE *out)
{
    const char *path = p->lines->files[file];
    fprintf(out, "<section class=\"source\" id=\"f%u\">\n", file);
    HTML(out, "<h2>", source_base_name(path), "</h2>\n<p class=\"note\">", path, "</p>\n");
    if (!p->texts[file].bytes)
        HTML(out, "<p>The source cannot be shown: ", p->texts[file].problem,
             ". These are its numbers.</p>\n");
    html_table_begin(source_base_name(path), false, out);
    html_column("line", "none: instructions that belong to no line", false, 0, out);
    html_column("cycles %", "of all cycles that belong to a line", true, 0, out);
    html_column("source", NULL, false, 0, out);
    name_rates(out);
    html_rows_begin(out);
    put_lines(p, file, out);
    html_table_end(false, out);
    fputs("</section>\n", out);
}

static void put_contents(const struct page *p, FILE *out)
{
    fputs("<nav aria-label=\"Files\"><ul>\n", out);
    for (uint32_t i = 0; i < p->lines->n_files; i++) {
        fprintf(out, "<li><a href=\"#f%u\">", i);
        HTML(out, "", source_base_name(p->lines->files[i]), "</a></li>\n");
    }
    fputs("</ul></nav>\n", out);
}

/* ---- the page ---- */

static void put_facts(const struct page *p, FILE *out)
{
    uint64_t all = stall_slots(&stall_stacks[0], &p->result->counters);
    fputs("<dl>\n", out);
    frame_page_facts(p->result, out);
    fprintf(out,
            "</dl>\n<p class=\"note\">Of the cycles of schedulers %.1f %% belong to a line; in the "
            "others no warp was there, or its warps only ended.</p>\n",
            all ? 100 * (double)p->all / (double)all : 0);
}

static void put_page(const struct page *p, FILE *out)
{
    const struct result *r = p->result;
    const unsigned char *scripts[] = {page_js_sha256};
    html_head(scripts, 1, out);
    HTML(out, "<title>", r->scene, " on ", r->gpu.name, ": lines</title>\n<style>\n");
    fprintf(out, "%s%s</style>\n</head>\n", page_css, lines_css);
    HTML(out, "<body>\n<a class=\"skip\" href=\"#main\">Skip to the lines</a>\n<header>\n<h1>",
         r->scene, " on ", r->gpu.name, ": what each line costs</h1>\n</header>\n");
    put_contents(p, out);
    fputs("<main id=\"main\">\n", out);
    put_facts(p, out);
    put_shaders(p, out);
    put_dearest(p, out);
    for (uint32_t i = 0; i < p->lines->n_files; i++)
        put_file(p, i, out);
    fprintf(out, "</main>\n<script>%s</script>\n</body>\n</html>\n", page_js);
}

static enum st_code fill(struct page *p, struct status *st)
{
    const struct source_lines *l = p->lines;
    TRY(source_lines_dearest(l, &p->dearest, &p->all, st));
    p->most = l->n ? source_slots(&p->dearest[0]->count) : 0;
    TRY(mem_make(&p->texts, (size_t)l->n_files + 1, sizeof *p->texts, "source text", st));
    for (uint32_t i = 0; i < l->n_files; i++)
        TRY(source_text_read(&p->texts[i], l->files[i], st));
    return ST_OK;
}

static void release(struct page *p)
{
    for (uint32_t i = 0; p->texts && i < p->lines->n_files; i++)
        source_text_free(&p->texts[i]);
    mem_free(p->texts);
    mem_free(p->dearest);
}

enum st_code lines_page_write(const struct result *r, FILE *out, struct status *st)
{
    AUTO(release) struct page p = {.result = r, .lines = &r->lines};
    TRY(fill(&p, st));
    put_page(&p, out);
    return ST_OK;
}
