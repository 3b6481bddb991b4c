#include "orchestrator/predict/predict.h"

#include "common/memory.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/repeat.h"
#include "orchestrator/result/timeline_json.h"
#include "sim/timing/sm.h"

#include <omp.h>
#include <string.h>

static void add_cost(struct cost *cost, const struct run *run)
{
    cost->simulate.cpu_s += run->cpu_s;
    cost->simulated_cycles += run->counters.gpu.cycles;
    cost->warp_instructions += run->counts.warp_instructions;
    cost->thread_instructions += run->counts.thread_instructions;
    cost->rays += run->counts.rays;
    cost->node_visits += run->counts.node_visits;
}

/* Sums the costs of the phases into the totals. The caller's work between phases does not count. */
static void finish_cost(struct result *r)
{
    struct cost *c = &r->cost;
    for (uint32_t g = 0; g < r->n_groups; g++)
        for (uint32_t level = 0; level < r->n_levels; level++)
            add_cost(c, &r->groups[g].runs[level]);
    for (uint32_t i = 0; i < r->n_repeats; i++)
        add_cost(c, &r->repeats[i]);
    add_cost(c, &r->evidence.run);
    c->total.cpu_s = c->setup.cpu_s + c->profile.cpu_s + c->simulate.cpu_s;
    c->total.wall_s = c->setup.wall_s + c->profile.wall_s + c->simulate.wall_s;
    c->peak_rss_bytes = cost_peak_rss_bytes();
    c->threads = (uint32_t)omp_get_max_threads();
}

/* Completes *r or, on failure, frees it. */
static enum st_code finish(struct result *r, enum st_code code, struct status *st)
{
    if (code == ST_OK) {
        finish_cost(r);
        return ST_OK;
    }
    code = timeline_json_rescue(r, st);
    result_free(r);
    return code;
}

static double fills_of(const struct session *session, const struct gpu_config *gpu)
{
    const struct kernel shape = launch_shape(session->launch);
    const struct cta_needs needs = cta_needs_of(&shape);
    return (double)shape.n_ctas / ((double)gpu->machine.sms * residency_ctas(gpu, &needs));
}

static enum st_code result_begin(struct result *out, enum result_kind kind,
                                 const struct settings *settings, const struct session *session,
                                 const struct gpu_config *gpu, uint32_t n_groups, struct status *st)
{
    const struct scene *scene = session->world->scene;
    memset(out, 0, sizeof *out);
    out->kind = kind;
    out->settings = *settings;
    out->gpu = *gpu;
    out->frame = session->frame;
    out->fills = fills_of(session, gpu);
    out->n_levels = 1;
    out->cost.setup = session->setup;
    if (session->world->synthetic)
        out->synthetic = session->world->synthetic->facts;
    snprintf(out->scene_hash, sizeof out->scene_hash, "%s", scene->hash);
    snprintf(out->shader_hash, sizeof out->shader_hash, "%s", launch_shader_hash(session->launch));
    out->unit = scene->unit;
    out->evidence.sample = SAMPLE_GROUPS;
    TRY(mem_copy_text(&out->scene, scene->name, "result", st));
    TRY(mem_make(&out->groups, n_groups ? n_groups : 1, sizeof *out->groups, "result", st));
    out->n_groups = n_groups;
    return ST_OK;
}

static enum st_code estimate_frame(struct result *out, const struct frame_job *job,
                                   const struct pipeline *p, struct status *st)
{
    struct estimator *estimator;
    for (uint32_t g = 0; g < out->n_groups; g++)
        out->groups[g].pixels = p->plan.groups[g].pixels;
    TRY(estimator_creators[out->evidence.sample](&estimator, job, p, out, st));
    enum st_code code = estimator_run(estimator, out, st);
    estimator->ops->free(estimator);
    return code;
}

enum st_code predict_frame(struct result *out, const struct settings *settings,
                           const struct pipeline *p, FILE *dump, struct status *st)
{
    struct frame_job job = {.settings = settings,
                            .session = &p->session,
                            .dump = dump,
                            .threads = 1,
                            .traces = p->traces};
    struct cost_time start = cost_now();
    enum st_code code = result_begin(out, RESULT_PREDICTION, settings, &p->session, &p->target.gpu,
                                     p->plan.n_groups, st);
    if (code == ST_OK) {
        out->downscale = p->target.downscale;
        out->evidence.sample = p->choice.sample;
        out->evidence.model = p->choice.model;
        out->settings.method.model = p->choice.model; /* in place of auto */
        out->settings.method.sample = p->choice.sample;
        out->n_levels = sample_kinds[p->choice.sample].plan
                            ? extrapolate_levels(settings->method.extrapolate)
                            : 1;
        snprintf(out->heatmap_hash, sizeof out->heatmap_hash, "%s", p->profile.hash);
        out->profile = p->profile.facts;
        out->cost.profile = p->profile.cost;
        cost_add(&out->cost.profile, p->choosing);
        out->cost.profile_cached = p->profile.cached;
        code = estimate_frame(out, &job, p, st);
        out->interrupted = out->interrupted || (p->profile.hasty && !out->exact);
        out->cost.simulate.wall_s = cost_since(start).wall_s;
    }
    return finish(out, code, st);
}

static enum st_code check_repeat(const struct method_settings *s, struct status *st)
{
    const struct model_traits *model = &models[models_simulating(s->model)];
    if (s->repeat > 1 && !model->perturbed)
        return status_fail(st, ST_USAGE,
                           "--repeat perturbs the launch, of which the %s knows nothing; drop one "
                           "of them",
                           model->title);
    return ST_OK;
}

static enum st_code check_lines(const struct settings *s, struct status *st)
{
    const struct model_traits *model = &models[models_simulating(s->method.model)];
    if (s->output.lines && models_simulating(s->method.model) != MODEL_CYCLE)
        return status_fail(
            st, ST_USAGE,
            "--lines counts the cycles of schedulers, of which the %s knows nothing; "
            "drop it or --model",
            model->title);
    return ST_OK;
}

enum st_code simulate_frame(struct result *out, const struct settings *settings,
                            const struct session *session, const struct gpu_config *gpu, FILE *dump,
                            struct status *st)
{
    struct frame_job job = {.settings = settings, .session = session, .dump = dump};
    TRY(check_repeat(&settings->method, st));
    TRY(check_lines(settings, st));
    enum st_code code = result_begin(out, RESULT_SIMULATION, settings, session, gpu, 1, st);
    if (code == ST_OK) {
        out->evidence.model = models_simulating(settings->method.model);
        out->settings.method.model = out->evidence.model;
        out->downscale = (struct downscale){1, gpu->machine.sms, gpu->machine.memory_partitions};
        code = repeat_frame(out, &job, st);
        if (code == ST_OK && out->groups[0].runs[0].insts.of)
            code = source_lines_create(&out->lines, launch_program(session->launch),
                                       &out->groups[0].runs[0].insts, st);
    }
    return finish(out, code, st);
}
