#include "orchestrator/result/result_json.h"

#include "orchestrator/result/bottleneck.h"
#include "orchestrator/result/stack_table.h"
#include "orchestrator/result/stall_table.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/options_json.h"

#include <math.h>
#include <string.h>

void result_put_estimate(struct json_writer *w, json_t *object, const struct estimate *e)
{
    json_put_real(w, object, "value", e->value);
    json_put_real(w, object, "low", e->low);
    json_put_real(w, object, "high", e->high);
}

void result_put_bounded(struct json_writer *w, json_t *object, const char *key,
                        const struct estimate *e)
{
    result_put_estimate(w, json_put_object(w, object, key), e);
}

static bool has_bounds(const struct result *r)
{
    return r->kind == RESULT_PREDICTION ? !result_is_exact(r) : r->n_repeats > 0;
}

/* Puts the metrics, with bounds where an estimator or the spread of several runs gives them. */
static void put_metrics(struct json_writer *w, json_t *d, const struct result *r)
{
    json_t *all = json_put_object(w, d, "metrics");
    for (int m = 0; m < METRIC_COUNT; m++) {
        json_t *one = json_put_object(w, all, metrics[m].name);
        if (has_bounds(r))
            result_put_estimate(w, one, &r->metrics[m]);
        else
            json_put_real(w, one, "value", r->metrics[m].value);
    }
}

void result_sheet(struct sheet *s, const char *name, const struct estimate *e, bool exact)
{
    static const char *const endings[] = {"", "_low", "_high"};
    const double parts[] = {e->value, exact ? (double)NAN : e->low, exact ? (double)NAN : e->high};
    char column[96];
    for (int i = 0; i < 3; i++) {
        snprintf(column, sizeof column, "%s%s", name, endings[i]);
        sheet_real(s, column, parts[i]);
    }
}

/* Puts an object of values by the metrics' names; `values` NULL: every value is null. */
static void put_values(struct json_writer *w, json_t *object, const char *key, const double *values)
{
    json_t *all = json_put_object(w, object, key);
    for (int m = 0; m < METRIC_COUNT; m++)
        json_put_real(w, all, metrics[m].name, values ? values[m] : (double)NAN);
}

void result_put_counters(struct json_writer *w, json_t *object, const struct gpu_counters *counters,
                         bool (*has)(const struct counter_table *, const struct counter *))
{
    json_t *all = json_put_object(w, object, "counters");
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        json_t *section = NULL;
        if (!gpu_counters_shown(table, counters))
            continue;
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct counter *row = &table->rows[i];
            if ((has && !has(table, row)) ||
                counter_absent(row, counter_read(table, row, counters)))
                continue;
            section = section ? section : json_put_object(w, all, table->section);
            json_put_count(w, section, row->name, counter_read(table, row, counters));
        }
    }
}

static bool has_stalls(const struct result *r)
{
    return r->settings.output.stalls && result_model(r)->stalls;
}

static void put_group(struct json_writer *w, json_t *groups, const struct result *r,
                      const struct result_group *g)
{
    json_t *group = json_append_object(w, groups);
    json_put_count(w, group, "pixels", g->pixels);
    uint64_t traced = g->finished ? g->runs[0].traced : 0;
    json_put_count(w, group, "pixels_traced", traced);
    json_put_real(w, group, "percent", result_percent(traced, g->pixels));
    put_values(w, group, "metrics", g->finished ? g->metrics : NULL);
    if (has_stalls(r))
        json_put(w, group, "stalls", stalls_json(w, &g->runs[0].counters));
    if (r->settings.output.stats)
        result_put_counters(w, group, &g->runs[0].counters, result_counted(r));
}

static void put_fit(struct json_writer *w, json_t *fits, const struct metric_fit *f)
{
    json_t *fit = json_append_object(w, fits);
    json_put_text(w, fit, "metric", metrics[f->metric].name);
    json_put(w, fit, "group", f->group < 0 ? json_null() : json_integer(f->group));
    json_t *points = json_put_array(w, fit, "points");
    for (int i = 0; i < RESULT_LEVELS; i++) {
        json_t *point = json_append_object(w, points);
        json_put_real(w, point, "percent", f->percent[i]);
        json_put_real(w, point, "value", f->value[i]);
    }
    json_put_real(w, fit, "a", f->fit.a);
    json_put_real(w, fit, "b", f->fit.b);
    json_put_real(w, fit, "c", f->fit.c);
    json_put_real(w, fit, "residual", f->fit.residual);
    json_put_real(w, fit, "at_100", f->fit.at_100);
    json_put_text(w, fit, "verdict", fit_verdict_names[f->fit.verdict]);
    json_put(w, fit, "used", json_boolean(f->used));
}

static json_t *settings_json(struct json_writer *w, const struct result *r)
{
    uint32_t command = r->kind == RESULT_PREDICTION ? COMMAND_PREDICT : COMMAND_SIMULATE;
    json_t *all = options_recorded(w, command, &r->settings);
    json_put_count(w, all, "rays", r->frame.rays_per_hit); /* also where the option is "auto" */
    return all;
}

static void put_inputs(struct json_writer *w, json_t *d, const struct result *r)
{
    json_t *inputs = json_put_object(w, d, "inputs");
    json_put_text(w, inputs, "scene", r->scene_hash);
    json_put_real(w, inputs, "unit", r->unit);
    json_put_text(w, inputs, "gpu", r->gpu.hash);
    json_put_text(w, inputs, "shader", r->shader_hash);
    json_put_text(w, inputs, "heatmap", r->heatmap_hash[0] ? r->heatmap_hash : NULL);
}

json_t *result_put_cost(struct json_writer *w, json_t *d, const struct cost *c)
{
    json_t *cost = json_put_object(w, d, "cost");
    for (size_t i = 0; i < n_cost_rows; i++) {
        const struct cost_row *row = &cost_rows[i];
        double value = cost_read(c, row);
        if (row->kind == COST_SECONDS)
            json_put_real(w, cost, row->name, value);
        else
            json_put(w, cost, row->name,
                     row->kind == COST_FLAG ? json_boolean(value > 0)
                                            : json_integer((json_int_t)value));
    }
    return cost;
}

void result_put_downscale(struct json_writer *w, json_t *object, const struct downscale *d)
{
    json_t *downscale = json_put_object(w, object, "downscale");
    json_put_count(w, downscale, "factor", d->factor);
    json_put_count(w, downscale, "sms", d->sms);
    json_put_count(w, downscale, "memory_partitions", d->memory_partitions);
}

/* Puts how rays were made from the heatmap of a frame without a scene. */
static void put_synthetic(struct json_writer *w, json_t *d, const struct synthetic_facts *s)
{
    json_t *all = json_put_object(w, d, "synthetic");
    json_put_real(w, all, "hottest_pixel_rays", s->rays);
    json_put_real(w, all, "hottest_pixel_ms", s->ms > 0 ? s->ms : (double)NAN);
    json_put_real(w, all, "ray_cycles", s->ms > 0 ? s->ray_cycles : (double)NAN);
    json_put_real(w, all, "ray_work", s->ray_work);
    json_put_real(w, all, "coherence", s->coherence);
    json_put_count(w, all, "footprint_bytes", s->footprint);
    json_put_count(w, all, "triangles", s->triangles);
    json_t *unknown = json_put_array(w, all, "unknown");
    for (const char *const *line = synthetic_unknown; *line; line++)
        json_append(w, unknown, json_string(*line));
}

/* Puts the runs whose means the metrics are. */
static void put_repeats(struct json_writer *w, json_t *d, const struct result *r)
{
    json_t *all = json_put_object(w, d, "repeats");
    double deviations[METRIC_COUNT];
    for (int m = 0; m < METRIC_COUNT; m++)
        deviations[m] = result_repeated(r, (enum metric_id)m).deviation;
    put_values(w, all, "deviation", deviations);
    json_t *runs = json_put_array(w, all, "runs");
    for (uint32_t i = 0; i <= r->n_repeats; i++) {
        double values[METRIC_COUNT];
        if (!result_repeat(r, i)->finished)
            continue;
        json_t *run = json_append_object(w, runs);
        result_run_metrics(result_repeat(r, i), values);
        json_put_count(w, run, "delay", result_repeat(r, i)->delay);
        put_values(w, run, "metrics", values);
    }
}

/* Puts the evidence of an estimate from a run on the whole GPU. */
static void put_evidence(struct json_writer *w, json_t *d, const struct result *r)
{
    double values[METRIC_COUNT];
    char lacks[STATUS_TEXT];
    json_t *evidence = json_put_object(w, d, "evidence");
    metrics_compute(&r->evidence.run.counters, values);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (!model_knows(r->evidence.model, (enum metric_id)m))
            values[m] = (double)NAN;
    json_put_count(w, evidence, "pixels", r->evidence.run.traced);
    json_put_real(w, evidence, "share", r->evidence.share);
    json_put_real(w, evidence, "fills", r->evidence.fills);
    json_put_count(w, evidence, "thread_instructions",
                   r->evidence.run.counters.sm.thread_instructions);
    json_put_real(w, evidence, "units_error", sqrt(r->evidence.spread.variance));
    models_unseen(r->evidence.model, &r->settings.method, &r->gpu, lacks, sizeof lacks);
    if (lacks[0])
        json_put_text(w, evidence, "unseen", lacks);
    put_values(w, evidence, "completed", values);
}

static void put_bottleneck(struct json_writer *w, json_t *d, const struct result *r)
{
    const struct bottleneck b = bottleneck_of(r);
    json_t *all = json_put_object(w, d, "bottleneck");
    json_put_text(w, all, "name", b.most == BOTTLENECKS ? NULL : bottleneck_names[b.most]);
    json_t *shares = json_put_object(w, all, "shares");
    for (int i = 0; i < BOTTLENECKS; i++)
        json_put_real(w, shares, bottleneck_names[i], b.shares[i]);
}

static void put_lists(struct json_writer *w, json_t *document, const struct result *r)
{
    json_t *groups = json_put_array(w, document, "groups");
    for (uint32_t g = 0; g < r->n_groups; g++)
        put_group(w, groups, r, &r->groups[g]);
    if (has_stalls(r))
        json_put(w, document, "stalls", stalls_json(w, &r->counters));
    if (r->lines.of) {
        json_put(w, document, "lines", source_lines_json(w, &r->lines));
        json_put(w, document, "shaders", source_shaders_json(w, &r->lines));
    }
    if (result_stack(r)->n)
        json_put(w, document, "cpi_stack", stack_json(w, result_stack(r)));
    if (r->settings.output.stats)
        result_put_counters(w, document, &r->counters, result_counted(r));
    if (r->evidence.share > 0 && !r->exact)
        put_evidence(w, document, r);
    if (r->n_repeats)
        put_repeats(w, document, r);
    if (r->kind != RESULT_PREDICTION)
        return;
    json_t *fits = json_put_array(w, document, "fits");
    for (uint32_t i = 0; i < r->n_fits; i++)
        put_fit(w, fits, &r->fits[i]);
}

json_t *result_to_json(struct json_writer *w, const struct result *r)
{
    json_t *d = json_writer_document(w, r->kind == RESULT_PREDICTION ? "predict" : "simulate");
    json_put_text(w, d, "scene", r->scene);
    json_put_text(w, d, "gpu", r->gpu.name);
    json_put_text(w, d, "shader", r->frame.shaders ? NULL : shader_names[r->frame.shader]);
    json_put_text(w, d, "shaders", r->frame.shaders);
    json_put_text(w, d, "isa", r->frame.shaders ? NULL : isa_names[r->frame.isa]);
    json_put_text(w, d, "workload", r->synthetic.is ? "synthetic" : "scene");
    json_put_count(w, d, "frame", r->frame.number);
    json_put_count(w, d, "width", r->frame.width);
    json_put_count(w, d, "height", r->frame.height);
    json_put_count(w, d, "samples", r->frame.samples);
    json_put_count(w, d, "seed", r->frame.seed);
    if (r->kind == RESULT_PREDICTION) {
        json_put_text(w, d, "sample", sample_kinds[r->evidence.sample].name);
        json_put_text(w, d, "model", models[r->evidence.model].name);
    }
    json_put_count(w, d, "pixels", result_pixels(r));
    json_put_count(w, d, "pixels_traced", result_traced(r));
    json_put_real(w, d, "percent", result_percent(result_traced(r), result_pixels(r)));
    json_put_real(w, d, "fills", r->fills);
    if (r->synthetic.is)
        put_synthetic(w, d, &r->synthetic);
    profile_facts_put(w, d, &r->profile);
    const struct downscale machine = result_machine(r);
    result_put_downscale(w, d, &machine);
    if (r->kind == RESULT_PREDICTION || r->n_repeats) {
        json_put(w, d, "interrupted", json_boolean(r->interrupted));
        if (r->kind == RESULT_PREDICTION && result_is_exact(r))
            json_put(w, d, "exact", json_true());
        if (has_bounds(r))
            json_put_real(w, d, "confidence", r->settings.method.confidence);
    }
    put_metrics(w, d, r);
    const struct estimate time = result_frame_time(r);
    json_put_real(w, d, "frame_time_ms", time.value);
    if (has_bounds(r)) {
        json_put_real(w, d, "frame_time_ms_low", time.low);
        json_put_real(w, d, "frame_time_ms_high", time.high);
    }
    json_put_real(w, d, "frames_per_second", result_frames_per_second(r));
    put_bottleneck(w, d, r);
    put_lists(w, d, r);
    json_put(w, d, "settings", settings_json(w, r));
    put_inputs(w, d, r);
    result_put_cost(w, d, &r->cost);
    return d;
}

static void put_coverage(struct json_writer *w, json_t *d, const struct validation *v)
{
    json_t *covered = json_put_object(w, d, "covered");
    for (int m = 0; m < METRIC_COUNT; m++)
        json_put(w, covered, metrics[m].name,
                 v->covered[m] == COVERED_NOTHING ? json_null()
                                                  : json_boolean(v->covered[m] == COVERED_INSIDE));
    json_put_count(w, d, "inside", v->inside);
    json_put_count(w, d, "intervals", v->intervals);
}

json_t *validation_to_json(struct json_writer *w, const struct validation *v,
                           const struct result *prediction, const struct result *reference)
{
    json_t *d = json_writer_document(w, "validate");
    json_put(w, d, "prediction", result_to_json(w, prediction));
    json_put(w, d, "reference", result_to_json(w, reference));
    put_values(w, d, "error", v->error);
    json_put_real(w, d, "mae", v->mae);
    put_coverage(w, d, v);
    json_t *speedup = json_put_object(w, d, "speedup");
    for (int i = 0; i < SPEEDUPS; i++)
        json_put_real(w, speedup, speedup_rows[i].name, v->speedup[i]);
    const struct cost all = validation_cost(&prediction->cost, &reference->cost);
    result_put_cost(w, d, &all);
    return d;
}
