#include "orchestrator/command.h"

#include "orchestrator/output.h"
#include "orchestrator/pipeline.h"
#include "orchestrator/predict.h"
#include "orchestrator/result_json.h"
#include "orchestrator/result_table.h"

/* Everything that a person wants to look at afterwards. */
static enum st_code keep(const struct command_context *c, const struct pipeline *p,
                         const struct result *r, struct status *st)
{
    struct image picture;
    TRY(prepare_write(&p->prepared, &p->target, &p->heat, c->settings->keep, st));
    TRY(session_render(&p->session, &p->target.gpu, c->settings->quiet, &picture, NULL, st));
    enum st_code code = output_picture(&picture, c->settings->keep, "render.png", st);
    image_free(&picture);
    TRY(code);
    return result_write(r, c->settings->keep, "prediction.json", st);
}

void command_warn_fits(const struct command_context *c, const struct result *r)
{
    uint32_t bad = 0;
    for (uint32_t i = 0; i < r->n_fits; i++)
        bad += !r->fits[i].used;
    if (bad)
        command_warn(c, "%u of %u exponential fits are no good; the linear prediction stands there",
                     bad, r->n_fits);
}

enum st_code command_print_result(const struct command_context *c, const struct result *r,
                                  struct status *st)
{
    struct json_writer w = {0};
    if (!c->settings->quiet)
        cost_print(c->line->name, &r->cost, c->err);
    if (c->settings->json)
        return json_writer_finish(&w, result_to_json(&w, r), c->out, st);
    result_print(r, c->out);
    return ST_OK;
}

static enum st_code predict(const struct command_context *c, const struct pipeline *p,
                            struct status *st)
{
    struct result r;
    TRY(predict_frame(&r, c->settings, &p->session, &p->target, &p->heat, &p->prepared, c->err,
                      st));
    command_warn_fits(c, &r);
    enum st_code code = c->settings->keep ? keep(c, p, &r, st) : ST_OK;
    if (code == ST_OK)
        code = command_print_result(c, &r, st);
    result_free(&r);
    return code;
}

enum st_code command_predict(const struct command_context *c, struct status *st)
{
    struct pipeline p;
    if (c->settings->keep)
        TRY(output_check_folder(c->settings->keep, st));
    TRY(pipeline_open(&p, c->settings, st));
    enum st_code code = predict(c, &p, st);
    pipeline_close(&p);
    return code;
}
