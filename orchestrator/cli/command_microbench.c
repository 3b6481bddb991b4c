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
            fprintf(out, "%s%s, in %s: %s\n  expected: %s (docs/model.md, %s)\n", i ? "\n" : "",
                    kind->name, kind->unit, kind->summary, kind->formula, kind->source);
            fprintf(out, "  %-32s %14s %14s %11s %8s\n", "", "measured", "expected", "difference",
                    "bound");
        }
        fprintf(out, "  %-32s %14.4f %14.4f %+10.2f%% %7.2f%%  %s\n", row->name, row->measured,
                row->expected, 100 * microbench_difference(row), 100 * row->bound,
                row->pass ? "pass" : "FAIL");
    }
}

static json_t *row_json(struct json_writer *w, const struct microbench_row *row)
{
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "name", row->name);
    json_put_text(w, one, "unit", row->kind->unit);
    json_put_real(w, one, "measured", row->measured);
    json_put_real(w, one, "expected", row->expected);
    json_put_real(w, one, "difference", microbench_difference(row));
    json_put_real(w, one, "bound", row->bound);
    json_put(w, one, "pass", json_boolean(row->pass));
    return one;
}

static enum st_code print_json(const struct microbench_report *r, const struct gpu_config *gpu,
                               FILE *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = json_writer_document(&w, "microbench");
    json_t *rows = json_writer_array(&w);
    json_put_text(&w, document, "gpu", gpu->name);
    for (uint32_t i = 0; i < r->n; i++)
        json_append(&w, rows, row_json(&w, &r->rows[i]));
    json_put(&w, document, "benchmarks", rows);
    json_put_count(&w, document, "failed", r->failed);
    return json_writer_finish(&w, document, out, st);
}

/* Fails where a measurement is out of its bound. */
static enum st_code judge(const struct microbench_report *r, const struct gpu_config *gpu,
                          struct status *st)
{
    const struct microbench_row *first = r->rows;
    if (!r->failed)
        return ST_OK;
    while (first->pass)
        first++;
    return status_fail(st, ST_FAILED,
                       "%s: %u of %u micro-benchmarks are out of their bound, the first is %s: "
                       "%.9g; expected %.9g within %g%%",
                       gpu->name, r->failed, r->n, first->name, first->measured, first->expected,
                       100 * first->bound);
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
    TRY(microbench_run(&report, &gpu, &traversal, c->settings->command.only, st));
    if (c->settings->output.json)
        code = print_json(&report, &gpu, c->out, st);
    else
        print_report(&report, c->out);
    if (code == ST_OK)
        code = judge(&report, &gpu, st);
    microbench_release(&report);
    return code;
}
