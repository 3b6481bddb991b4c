#include "orchestrator/cli/published_print.h"

#include "common/json_writer.h"

#include <string.h>

static void print_figure(const struct published_row *row, FILE *out)
{
    const struct published_figure *f = row->figure;
    fprintf(out, "%-42s %-16s %9.6g %9.6g %-12s %+8.1f %%  %s: %s\n", f->what, f->device, f->value,
            row->ours, f->unit, 100 * published_error(row), f->source, f->place);
}

/* Prints each explanation once, with its figures. */
static void print_reasons(const struct published_report *r, FILE *out)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const char *why = r->rows[i].figure->why, *between = "";
        bool again = !*why;
        for (uint32_t k = 0; k < i && !again; k++)
            again = strcmp(r->rows[k].figure->why, why) == 0;
        if (again)
            continue;
        fputs("  ", out);
        for (uint32_t k = i; k < r->n; k++) {
            const struct published_figure *f = r->rows[k].figure;
            if (strcmp(f->why, why) != 0)
                continue;
            fprintf(out, "%s%s", between, f->what);
            if (!f->row)
                fprintf(out, " (%s: %g %s; %s: %s)", f->device, f->value, f->unit, f->source,
                        f->place);
            between = "; ";
        }
        fprintf(out, ":\n    %s\n", why);
    }
}

static bool is_named(const struct published_report *r, const char *key)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (strcmp(r->rows[i].figure->source, key) == 0)
            return true;
    return false;
}

void published_print(const struct published_report *r, const struct gpu_config *gpu, FILE *out)
{
    fprintf(out, "%s: %s\n\n%-42s %-16s %9s %9s %-12s %10s  source\n", gpu->name, gpu->title,
            "figure", "measured on", "published", "ours", "unit", "error");
    for (uint32_t i = 0; i < r->n; i++)
        if (r->rows[i].figure->row)
            print_figure(&r->rows[i], out);
    fputs("\nwhat the model cannot say, or not as it is\n", out);
    print_reasons(r, out);
    fputs("\nsources\n", out);
    for (const struct published_source *s = published_sources; s->key; s++)
        if (is_named(r, s->key))
            fprintf(out, "  %-11s %s\n", s->key, s->text);
}

static void put_figure(struct json_writer *w, json_t *list, const struct published_row *row)
{
    const struct published_figure *f = row->figure;
    json_t *one = json_append_object(w, list);
    json_put_text(w, one, "figure", f->what);
    json_put_text(w, one, "device", f->device);
    json_put_real(w, one, "published", f->value);
    json_put_text(w, one, "unit", f->unit);
    if (f->row) {
        json_put_text(w, one, "row", f->row);
        json_put_real(w, one, "ours", row->ours);
        json_put_real(w, one, "error", published_error(row));
    } else {
        json_put(w, one, "row", json_null());
        json_put(w, one, "ours", json_null());
        json_put(w, one, "error", json_null());
    }
    json_put_text(w, one, "source", f->source);
    json_put_text(w, one, "place", f->place);
    json_put_text(w, one, "why", f->why);
}

enum st_code published_print_json(const struct published_report *r, const struct gpu_config *gpu,
                                  FILE *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = json_writer_document(&w, "microbench");
    json_put_text(&w, document, "gpu", gpu->name);
    json_t *list = json_put_array(&w, document, "published");
    for (uint32_t i = 0; i < r->n; i++)
        put_figure(&w, list, &r->rows[i]);
    json_t *sources = json_put_object(&w, document, "sources");
    for (const struct published_source *s = published_sources; s->key; s++)
        if (is_named(r, s->key))
            json_put_text(&w, sources, s->key, s->text);
    return json_writer_finish(&w, document, out, st);
}
