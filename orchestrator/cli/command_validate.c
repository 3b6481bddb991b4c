#include "orchestrator/cli/command.h"

#include "common/interrupt.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/settings/options.h"

static enum st_code print_both(const struct command_context *c, const struct result *prediction,
                               const struct result *reference, struct status *st)
{
    struct result_values ours, whole;
    struct validation v;
    struct json_writer w = {0};
    result_values(&ours, prediction);
    result_values(&whole, reference);
    validate_compare(&v, &ours, &whole);
    if (!c->settings->output.quiet) {
        cost_print("prediction", &prediction->cost, c->err);
        cost_print("reference", &reference->cost, c->err);
        const struct cost all = validation_cost(&prediction->cost, &reference->cost);
        cost_print("validate, one setup,", &all, c->err);
    }
    if (c->settings->output.json)
        return json_writer_finish(&w, validation_to_json(&w, &v, prediction, reference), c->out,
                                  st);
    validation_print(&v, prediction, reference, c->out);
    return ST_OK;
}

static enum st_code run_both(const struct command_context *c, const struct pipeline *p,
                             struct status *st)
{
    const struct settings simulated = options_of_reference(c->settings);
    struct result prediction, reference;
    TRY(predict_frame(&prediction, c->settings, p, c->err, st));
    command_warn_target(c, &prediction);
    command_warn_fits(c, &prediction);
    enum st_code code =
        simulate_frame(&reference, &simulated, &p->session, &p->target.gpu, c->err, st);
    interrupt_release();
    if (code == ST_OK) {
        code = print_both(c, &prediction, &reference, st);
        result_free(&reference);
    }
    result_free(&prediction);
    return code;
}

enum st_code command_validate(const struct command_context *c, struct status *st)
{
    struct pipeline p;
    TRY(pipeline_open(&p, c->settings, (struct pipeline_given){0}, st));
    if (p.profile.note[0])
        command_warn(c, "%s", p.profile.note);
    command_warn_world(c, p.world);
    command_warn_launch(c, p.session.launch);
    command_warn_sample(c, &p);
    enum st_code code = run_both(c, &p, st);
    command_warn_late(c, p.session.launch);
    pipeline_close(&p);
    return code;
}
