#include "orchestrator/cli/command.h"

#include "microbench/microbench.h"
#include "orchestrator/cli/published_print.h"
#include "orchestrator/predict/traversal.h"

static void print_report(const struct microbench_report *r, FILE *out)
{
    const struct microbench_kind *kind = NULL;
    for (uint32_t i = 0; i < r->n; i++) {
        const struct microbench_row *row = &r->rows[i];
        if (row->kind != kind) {
            kind = row->kind;
            fprintf(out, "%s%s, in %s: %s (docs/model.md, %s)\n", i ? "\n" : "", kind->name,
                    kind->unit, kind->summary, kind->source);
        }
        fprintf(out, "  %-32s %14.4f\n", row->name, row->measured);
    }
}

static enum st_code print_json(const struct microbench_report *r, const struct gpu_config *gpu,
                               FILE *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = json_writer_document(&w, "microbench");
    json_put_text(&w, document, "gpu", gpu->name);
    json_t *rows = json_put_array(&w, document, "benchmarks");
    for (uint32_t i = 0; i < r->n; i++) {
        json_t *one = json_append_object(&w, rows);
        json_put_text(&w, one, "name", r->rows[i].name);
        json_put_text(&w, one, "unit", r->rows[i].kind->unit);
        json_put_real(&w, one, "measured", r->rows[i].measured);
    }
    return json_writer_finish(&w, document, out, st);
}

static enum st_code compare_published(const struct command_context *c, const struct gpu_config *gpu,
                                      const struct traversal_options *traversal, struct status *st)
{
    struct published_report report;
    enum st_code code = ST_OK;
    if (c->settings->command.only)
        return status_fail(st, ST_USAGE,
                           "--published shows all that is published; leave out --only");
    TRY(published_run(&report, gpu, traversal, st));
    if (c->settings->output.json)
        code = published_print_json(&report, gpu, c->out, st);
    else
        published_print(&report, gpu, c->out);
    published_release(&report);
    return code;
}

enum st_code command_microbench(const struct command_context *c, struct status *st)
{
    struct microbench_report report;
    struct gpu_config gpu;
    enum st_code code = ST_OK;
    TRY(command_load_gpu(c, c->settings->render.gpu, &gpu, st));
    struct traversal_options traversal = traversal_of(&gpu);
    if (c->settings->command.published)
        return compare_published(c, &gpu, &traversal, st);
    const char *only[] = {c->settings->command.only, NULL};
    TRY(microbench_run(&report, &gpu, &traversal, *only ? only : NULL, st));
    if (c->settings->output.json)
        code = print_json(&report, &gpu, c->out, st);
    else
        print_report(&report, c->out);
    microbench_release(&report);
    return code;
}
