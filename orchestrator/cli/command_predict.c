#include "orchestrator/cli/command_frames.h"
#include "orchestrator/cli/command_study.h"

#include "common/interrupt.h"
#include "common/memory.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/report/frame_page.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/result/timeline_json.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/output.h"

/* The picture of the frame, and the page of its pixels. */
static enum st_code keep_frame(const struct command_context *c, const struct pipeline *p,
                               const struct result *r, const char *folder, struct status *st)
{
    struct image picture;
    MEM_AUTO struct pixel_counts *pixels = NULL;
    MEM_AUTO struct group_calls *groups = NULL;
    TRY(mem_make(&pixels, session_pixels(&p->session), sizeof *pixels, "pixels", st));
    TRY(mem_make(&groups, (size_t)launch_groups(p->session.launch) + 1, sizeof *groups, "groups",
                 st));
    const struct render_counts counts = {.pixels = pixels, .groups = groups};
    TRY(session_render(&p->session, &p->target.gpu, c->settings->output.quiet, &picture, &counts,
                       st));
    enum st_code code = output_picture(&picture, folder, "render.png", st);
    if (code == ST_OK)
        code = frame_page_write(p, r, &picture, &counts, folder, st);
    image_free(&picture);
    return code;
}

enum st_code command_keep(const struct command_context *c, const struct pipeline *p,
                          const struct result *r, const char *folder, struct status *st)
{
    TRY(pipeline_write(p, folder, st));
    if (!r->interrupted)
        TRY(keep_frame(c, p, r, folder, st));
    return result_write(r, folder, "prediction.json", st);
}

void command_warn_target(const struct command_context *c, const struct result *r)
{
    const struct target_error *target = &c->settings->method.target;
    const struct estimate *e = &r->metrics[target->metric];
    const char *name = metrics[target->metric].name;
    bool groups = sample_kinds[r->evidence.sample].plan;
    double share = groups ? (double)result_finished(r) / result_groups(r) : 1;
    if (r->evidence.sample == SAMPLE_WINDOWS && r->evidence.run.finished)
        command_warn_few(c, r->evidence.fills);
    if (r->interrupted && !groups && !r->evidence.run.finished && survey_has_bounds(e))
        command_warn(c, "interrupted; the estimate is of %.3g %% of the frame's work",
                     100 * r->evidence.share);
    else if (r->interrupted && !groups && !r->evidence.run.finished)
        command_warn(c,
                     "interrupted; the estimate assumes that the rest of the frame is like its "
                     "first %.3g %%, and has no interval",
                     100 * r->evidence.share);
    else if (r->interrupted && groups && share < 1)
        command_warn(c, "interrupted; %.0f %% of the groups were simulated", 100 * share);
    else if (r->interrupted)
        command_warn(c, "interrupted before the target was met; the estimate until then stands");
    else if (target->error > 0 && !survey_has_bounds(e))
        command_warn(c, "%s has no interval, as one group was simulated; --factor above 1 has more",
                     name);
    else if (target->error > 0 && !result_on_target(r))
        command_warn(c,
                     "the interval of %s is within %.2f %%, with every group simulated; a larger "
                     "--percent may narrow it",
                     name, 100 * survey_half_width(e));
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
    if (!c->settings->output.quiet)
        cost_print(c->line->name, &r->cost, c->err);
    if (c->settings->output.json)
        return json_writer_finish(&w, result_to_json(&w, r), c->out, st);
    result_print(r, c->out);
    return ST_OK;
}

/* Milliseconds that the run goes on after an interrupt, where nothing was timed yet, to measure how
 * fast the frame is. */
enum { HASTE_MS = 1000 };

static enum st_code predict(const struct command_context *c, const struct pipeline *p,
                            struct status *st)
{
    struct result r;
    interrupt_hold(true);
    interrupt_postpone(HASTE_MS);
    enum st_code code = predict_frame(&r, c->settings, p, c->err, st);
    interrupt_hold(false);
    interrupt_release();
    TRY(code);
    command_warn_target(c, &r);
    command_warn_fits(c, &r);
    /* For a model that the user named, this warning was printed earlier. */
    if (!r.exact && r.evidence.model != c->settings->method.model)
        command_warn_unseen(c, &c->settings->method, r.evidence.model, &r.gpu);
    code = c->settings->output.keep ? command_keep(c, p, &r, c->settings->output.keep, st) : ST_OK;
    if (code == ST_OK)
        code = command_print_result(c, &r, st);
    if (code == ST_OK)
        code = timeline_json_write(&r, st);
    if (code == ST_OK && r.interrupted)
        code = ST_PARTIAL;
    result_free(&r);
    return code;
}

static enum st_code check_outputs(const struct command_context *c, struct status *st)
{
    const struct output_settings *output = &c->settings->output;
    TRY(timeline_json_check(c->settings, c->out, st));
    return output->keep ? output_check_folder(output->keep, st) : ST_OK;
}

enum st_code command_predict(const struct command_context *c, struct status *st)
{
    struct pipeline p;
    TRY(check_outputs(c, st));
    if (c->settings->command.frames)
        return command_frames(c, st);
    if (c->settings->output.csv || c->settings->output.plot)
        return status_fail(st, ST_USAGE, "--csv and --plot are about many frames; give --frames");
    if (command_keeps(c))
        return status_fail(
            st, ST_USAGE,
            "--output, --shard and --submit keep many frames; give --frames, or --keep "
            "DIR for the files of one");
    const struct pipeline_given given = {.hold = c->settings->method.timer == TIMER_WORK &&
                                                 !samples_means_groups(&c->settings->method)};
    TRY(pipeline_open(&p, c->settings, given, st));
    if (p.profile.note[0])
        command_warn(c, "%s", p.profile.note);
    command_warn_world(c, p.world);
    command_warn_launch(c, p.session.launch);
    command_warn_sample(c, &p);
    enum st_code code = check_outputs(c, st); /* all inputs are known now */
    if (code == ST_OK)
        code = predict(c, &p, st);
    command_warn_late(c, p.session.launch);
    pipeline_close(&p);
    return code;
}
