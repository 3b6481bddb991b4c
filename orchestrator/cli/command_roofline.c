#include "orchestrator/cli/command_study.h"

#include "common/interrupt.h"
#include "orchestrator/roofline/roofline_plot.h"
#include "orchestrator/roofline/roofline_print.h"
#include "orchestrator/settings/output.h"

static enum st_code print_roofline(const struct command_context *c, const struct roofline_table *t,
                                   struct status *st)
{
    struct json_writer w = {0};
    if (!c->settings->output.json) {
        roofline_print(t, c->out);
        return ST_OK;
    }
    json_t *document = json_writer_document(&w, c->line->name);
    roofline_json(&w, document, t);
    return json_writer_finish(&w, document, c->out, st);
}

static enum st_code run_roofline(const struct command_context *c, const struct study *study,
                                 struct status *st)
{
    struct roofline_table t;
    interrupt_catch(COMMAND_INTERRUPTED);
    TRY(roofline_run(&t, &study->points, study->reference, st));
    for (size_t g = 0; g < t.pairs.gpus.n; g++)
        if (t.targets[g].note[0])
            command_warn(c, "%s", t.targets[g].note);
    enum st_code code = print_roofline(c, &t, st);
    if (code == ST_OK && c->settings->output.plot)
        code = roofline_plot(&t, c->settings->output.plot, st);
    roofline_free(&t);
    return code;
}

enum st_code command_roofline(const struct command_context *c, struct status *st)
{
    struct study study;
    TRY(output_check_results(c->settings, true, c->out, st));
    TRY(study_create(&study, c->settings, st));
    enum st_code code = command_check_axes(c, &study.grids[0], st);
    if (code == ST_OK)
        code = command_warn_points(c, &study.points, st);
    if (code == ST_OK)
        code = output_check_results(c->settings, true, c->out, st); /* all inputs are known now */
    if (code == ST_OK)
        code = run_roofline(c, &study, st);
    study_free(&study);
    return code;
}
