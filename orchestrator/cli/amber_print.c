#include "orchestrator/cli/amber_print.h"

#include "common/auto.h"
#include "orchestrator/amber/run.h"

#include <string.h>

bool amber_is_script(const char *operand)
{
    static const char ending[] = ".amber";
    size_t n = strlen(operand);
    return n >= sizeof ending && strcmp(operand + n - (sizeof ending - 1), ending) == 0;
}

static void print_difference(const struct amber_script *s, const struct amber_difference *d,
                             FILE *out)
{
    const struct amber_expect *e = &s->expects.at[d->expect];
    const struct amber_buffer *b = &s->buffers.at[e->buffer];
    fprintf(out, "%s:%u: %.*s", s->path, e->line, (int)b->name.n, b->name.text);
    uint32_t pixel = d->word / b->type.n;
    if (b->image)
        fprintf(out, " at pixel (%u, %u)", pixel % b->width, pixel / b->width);
    bool equal = e->comparator == AMBER_EQ_BUFFER || e->comparator == AMBER_EQ;
    fprintf(out, ", byte %u, is %.9g; expected %s%s%.9g\n", 4 * d->word, d->found,
            equal ? "" : amber_comparators[e->comparator], equal ? "" : " ", d->expected);
}

static enum st_code print_json(const struct command_context *c, const struct amber_script *s,
                               const struct amber_outcome *o, struct status *st)
{
    struct json_writer w = {0};
    json_t *d = json_writer_document(&w, c->line->name), *list = json_writer_array(&w);
    json_put_text(&w, d, "script", s->path);
    json_put_count(&w, d, "expectations", s->expects.n);
    for (uint32_t i = 0; i < o->differences.n; i++) {
        const struct amber_difference *from = &o->differences.at[i];
        json_t *one = json_writer_object(&w);
        json_put_count(&w, one, "line", s->expects.at[from->expect].line);
        json_put_count(&w, one, "byte", 4 * (uint64_t)from->word);
        json_put_real(&w, one, "found", from->found);
        json_put_real(&w, one, "expected", from->expected);
        json_append(&w, list, one);
    }
    json_put(&w, d, "differences", list);
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code print(const struct command_context *c, const struct amber_script *s,
                          const struct amber_outcome *o, struct status *st)
{
    uint32_t n = s->expects.n, wrong = o->differences.n;
    if (c->settings->output.json)
        TRY(print_json(c, s, o, st));
    for (uint32_t i = 0; i < wrong && !c->settings->output.json; i++)
        print_difference(s, &o->differences.at[i], c->out);
    if (wrong)
        return status_fail(st, ST_FAILED, "%s: %u of %u expectations do%s not hold", s->path, wrong,
                           n, wrong == 1 ? "es" : "");
    if (!c->settings->output.json)
        fprintf(c->out, "%s: %u expectation%s hold%s\n", s->path, n, n == 1 ? "" : "s",
                n == 1 ? "s" : "");
    return ST_OK;
}

enum st_code amber_print(const struct command_context *c, const char *path, struct status *st)
{
    AUTO(amber_script_free) struct amber_script s = {0};
    AUTO(amber_outcome_free) struct amber_outcome o = {0};
    TRY(amber_script_read(&s, path, st));
    TRY(amber_run(&s, &o, st));
    return print(c, &s, &o, st);
}
