/* Rewrites gnuplot's SVG in one pass over its tags; the text between tags stays. In gnuplot's
 * output every change of pen is a group, mostly an empty one; black is set in attributes that a
 * page cannot restyle; and every file has the same ids. */
#include "orchestrator/figure/embed.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/figure/escape.h"

#include <stdlib.h>
#include <string.h>

void embed_name(const char *svg, const char *title, FILE *out)
{
    const char *from = strstr(svg, "<title>"), *to = from ? strstr(from, "</title>") : NULL;
    if (!to) {
        fputs(svg, out);
        return;
    }
    from += strlen("<title>");
    fwrite(svg, 1, (size_t)(from - svg), out);
    HTML(out, "", title, to);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Returns the end of the element that begins at `at`; NULL where it does not end. */
static const char *behind(const char *at, const char *end_tag)
{
    const char *end = strstr(at, end_tag);
    return end ? end + strlen(end_tag) : NULL;
}

/* Skips elements that nobody sees: filters, groups without content, and the background, which
 * gnuplot draws although it has no colour. NULL where a visible element begins. */
static const char *skip_unseen(const char *at)
{
    if (begins(at, "<filter "))
        return behind(at, "</filter>");
    if (begins(at, "<rect ")) {
        const char *end = behind(at, "/>"), *none = strstr(at, "fill=\"none\"/>");
        return end && none && none < end ? end : NULL;
    }
    if (!begins(at, "<g "))
        return NULL;
    const char *inside = strchr(at, '>');
    if (!inside)
        return NULL;
    inside += 1 + strspn(inside + 1, " \t\r\n");
    return begins(inside, "</g>") ? inside + strlen("</g>") : NULL;
}

struct prefix {
    const char *name, *variant;
};

static void write_prefix(const struct prefix *p, FILE *out)
{
    HTML(out, "", p->name, "-", p->variant, "-");
}

/* Returns the length of the text before an id; 0 where there is no id. */
static size_t before_id(const char *at)
{
    static const char *const beginnings[] = {" id='", " id=\"", "href='#", "url(#"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (begins(at, beginnings[i]))
            return strlen(beginnings[i]);
    return 0;
}

/* Returns the length of one of the forms in which gnuplot writes black; 0 where it is none. */
static size_t black(const char *at)
{
    static const char *const ways[] = {"'black'", "\"black\"", "'rgb(  0,   0,   0)'",
                                       "\"rgb(  0,   0,   0)\""};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (begins(at, ways[i]))
            return strlen(ways[i]);
    return 0;
}

/* Copies one tag and returns its end. */
static const char *write_tag(const char *at, const struct prefix *p, FILE *out)
{
    while (*at && *at != '>') {
        size_t id = before_id(at), ink = black(at);
        if (id) {
            fwrite(at, 1, id, out);
            write_prefix(p, out);
        } else if (ink) {
            fputs("'currentColor'", out);
        } else {
            fputc(*at, out);
        }
        at += id + ink ? id + ink : 1;
    }
    return at;
}

static void write_content(const char *at, const struct prefix *p, FILE *out)
{
    while (*at) {
        const char *seen = *at == '<' ? skip_unseen(at) : NULL;
        if (seen)
            at = seen + strspn(seen, "\r\n");
        else if (*at == '<')
            at = write_tag(at, p, out);
        else
            fputc(*at++, out);
    }
}

/* Writes the description for screen readers, which names the axes and the series. */
static void write_description(const struct figure *f, FILE *out)
{
    HTML(out, f->kind == FIGURE_BARS ? "Bars: " : "Lines: ", f->y_label);
    if (f->x_label[0])
        HTML(out, " over ", f->x_label);
    for (size_t i = 0; i < f->n_series; i++)
        HTML(out, i ? ", " : "; ", f->series[i].name);
    fputs(".", out);
}

static void write_head(const char *file, const struct figure *f, const char *variant, FILE *out)
{
    const char *box = strstr(file, "viewBox=\"0 0 ");
    long width = 0, height = 0;
    if (box) {
        char *end;
        width = strtol(box + strlen("viewBox=\"0 0 "), &end, 10);
        height = strtol(end, NULL, 10);
    }
    fprintf(out,
            "<svg class=\"plot plot-%s\" viewBox=\"0 0 %ld %ld\" width=\"%ld\" height=\"%ld\" ",
            variant, width, height, width, height);
    HTML(out, "role=\"img\" aria-labelledby=\"", f->name, "-", variant,
         "-title\" aria-describedby=\"", f->name, "-", variant, "-what\">\n<title id=\"", f->name,
         "-", variant, "-title\">", f->title, "</title>\n<desc id=\"", f->name, "-", variant,
         "-what\">");
    write_description(f, out);
    fputs("</desc>\n", out);
}

enum st_code embed_svg(const char *file, const struct figure *f, const char *variant, char **svg,
                       size_t *n, struct status *st)
{
    const char *canvas = strstr(file, "<g id=\"gnuplot_canvas\">");
    struct prefix p = {f->name, variant};
    FILE *out = canvas ? file_memory(svg, n) : NULL;
    if (!canvas)
        return status_fail(st, ST_FAILED, "gnuplot wrote an SVG without a canvas; 5.4 is known");
    if (!out)
        return status_no_memory(st, f->name);
    write_head(file, f, variant, out);
    write_content(canvas, &p, out);
    if (!file_memory_close(out, svg)) {
        mem_free(*svg);
        *svg = NULL;
        return status_no_memory(st, f->name);
    }
    return ST_OK;
}
