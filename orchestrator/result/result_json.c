#include "orchestrator/result/result_json.h"

#include "orchestrator/result/stall_table.h"
#include "orchestrator/settings/options_json.h"

#include <math.h>
#include <string.h>

void result_put_estimate(struct json_writer *w, json_t *object, const struct estimate *e)
{
    json_put_real(w, object, "value", e->value);
    json_put_real(w, object, "low", e->low);
    json_put_real(w, object, "high", e->high);
}

/* Bounds only where an estimator gives some; the reference has none to give. */
static json_t *metrics_json(struct json_writer *w, const struct result *r)
{
    json_t *all = json_writer_object(w);
    for (int m = 0; m < METRIC_COUNT; m++) {
        json_t *one = json_writer_object(w);
        if (r->kind == RESULT_PREDICTION)
            result_put_estimate(w, one, &r->metrics[m]);
        else
            json_put_real(w, one, "value", r->metrics[m].value);
        json_put(w, all, metrics[m].name, one);
    }
    return all;
}

static json_t *counters_json(struct json_writer *w, const struct gpu_counters *counters)
{
    json_t *all = json_writer_object(w);
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        json_t *section = json_writer_object(w);
        for (size_t i = 0; i < table->n_rows; i++)
            json_put_count(w, section, table->rows[i].name,
                           counter_read(table, &table->rows[i], counters));
        json_put(w, all, table->section, section);
    }
    return all;
}

static json_t *group_json(struct json_writer *w, const struct result *r,
                          const struct result_group *g)
{
    json_t *group = json_writer_object(w), *values = json_writer_object(w);
    json_put_count(w, group, "pixels", g->pixels);
    uint64_t traced = g->finished ? g->runs[0].traced : 0;
    json_put_count(w, group, "pixels_traced", traced);
    json_put_real(w, group, "percent", result_percent(traced, g->pixels));
    for (int m = 0; m < METRIC_COUNT; m++)
        json_put_real(w, values, metrics[m].name, g->finished ? g->metrics[m] : (double)NAN);
    json_put(w, group, "metrics", values);
    if (r->settings.output.stalls)
        json_put(w, group, "stalls", stalls_json(w, &g->runs[0].counters));
    if (r->settings.output.stats)
        json_put(w, group, "counters", counters_json(w, &g->runs[0].counters));
    return group;
}

static json_t *fit_json(struct json_writer *w, const struct metric_fit *f)
{
    json_t *fit = json_writer_object(w), *points = json_writer_array(w);
    json_put_text(w, fit, "metric", metrics[f->metric].name);
    json_put(w, fit, "group", f->group < 0 ? json_null() : json_integer(f->group));
    for (int i = 0; i < RESULT_LEVELS; i++) {
        json_t *point = json_writer_object(w);
        json_put_real(w, point, "percent", f->percent[i]);
        json_put_real(w, point, "value", f->value[i]);
        json_append(w, points, point);
    }
    json_put(w, fit, "points", points);
    json_put_real(w, fit, "a", f->fit.a);
    json_put_real(w, fit, "b", f->fit.b);
    json_put_real(w, fit, "c", f->fit.c);
    json_put_real(w, fit, "residual", f->fit.residual);
    json_put_real(w, fit, "at_100", f->fit.at_100);
    json_put_text(w, fit, "verdict", fit_verdict_names[f->fit.verdict]);
    json_put(w, fit, "used", json_boolean(f->used));
    return fit;
}

static json_t *settings_json(struct json_writer *w, const struct result *r)
{
    uint32_t command = r->kind == RESULT_PREDICTION ? COMMAND_PREDICT : COMMAND_SIMULATE;
    json_t *all = options_recorded(w, command, &r->settings);
    json_put_count(w, all, "rays", r->frame.rays_per_hit); /* what "auto" has come to */
    return all;
}

static json_t *values_json(struct json_writer *w, const double values[METRIC_COUNT])
{
    json_t *all = json_writer_object(w);
    for (int m = 0; m < METRIC_COUNT; m++)
        json_put_real(w, all, metrics[m].name, values[m]);
    return all;
}

/* What a ratio estimate was made from. */
static json_t *ratio_json(struct json_writer *w, const struct result *r)
{
    double whole[METRIC_COUNT], sample[METRIC_COUNT], assisted[METRIC_COUNT];
    json_t *ratio = json_writer_object(w);
    result_ratio_parts(r, whole, sample, assisted);
    json_put_count(w, ratio, "abstract_pixels", r->abstract.traced);
    json_put(w, ratio, "abstract", values_json(w, whole));
    json_put(w, ratio, "sample", values_json(w, sample));
    json_put(w, ratio, "sample_abstract", values_json(w, assisted));
    return ratio;
}

static json_t *inputs_json(struct json_writer *w, const struct result *r)
{
    json_t *inputs = json_writer_object(w);
    json_put_text(w, inputs, "scene", r->scene_hash);
    json_put_text(w, inputs, "gpu", r->gpu.hash);
    json_put_text(w, inputs, "shader", r->shader_hash);
    json_put_text(w, inputs, "heatmap", r->heatmap_hash[0] ? r->heatmap_hash : NULL);
    return inputs;
}

json_t *result_cost_json(struct json_writer *w, const struct cost *c)
{
    json_t *cost = json_writer_object(w);
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
    json_t *downscale = json_writer_object(w);
    json_put_count(w, downscale, "factor", d->factor);
    json_put_count(w, downscale, "sms", d->sms);
    json_put_count(w, downscale, "memory_partitions", d->memory_partitions);
    json_put(w, object, "downscale", downscale);
}

/* How the heatmap became work. */
static json_t *synthetic_json(struct json_writer *w, const struct synthetic_facts *s)
{
    json_t *all = json_writer_object(w), *unknown = json_writer_array(w);
    json_put_real(w, all, "hottest_pixel_rays", s->rays);
    json_put_real(w, all, "hottest_pixel_ms", s->ms > 0 ? s->ms : (double)NAN);
    json_put_real(w, all, "ray_cycles", s->ms > 0 ? s->ray_cycles : (double)NAN);
    json_put_real(w, all, "ray_work", s->ray_work);
    json_put_real(w, all, "coherence", s->coherence);
    json_put_count(w, all, "footprint_bytes", s->footprint);
    json_put_count(w, all, "triangles", s->triangles);
    for (const char *const *line = synthetic_unknown; *line; line++)
        json_append(w, unknown, json_string(*line));
    json_put(w, all, "unknown", unknown);
    return all;
}

static void put_lists(struct json_writer *w, json_t *document, const struct result *r)
{
    json_t *groups = json_writer_array(w), *fits = json_writer_array(w);
    for (uint32_t g = 0; !r->exact && g < r->n_groups; g++)
        json_append(w, groups, group_json(w, r, &r->groups[g]));
    for (uint32_t i = 0; i < r->n_fits; i++)
        json_append(w, fits, fit_json(w, &r->fits[i]));
    json_put(w, document, "groups", groups);
    if (r->settings.output.stalls)
        json_put(w, document, "stalls", stalls_json(w, &r->counters));
    if (r->settings.output.stats)
        json_put(w, document, "counters", counters_json(w, &r->counters));
    if (r->abstract.finished)
        json_put(w, document, "ratio", ratio_json(w, r));
    if (r->kind == RESULT_PREDICTION)
        json_put(w, document, "fits", fits);
    else
        json_decref(fits);
}

json_t *result_to_json(struct json_writer *w, const struct result *r)
{
    json_t *d = json_writer_document(w, r->kind == RESULT_PREDICTION ? "predict" : "simulate");
    json_put_text(w, d, "scene", r->scene);
    json_put_text(w, d, "gpu", r->gpu.name);
    json_put_text(w, d, "shader", r->frame.shaders ? NULL : shader_names[r->frame.shader]);
    json_put_text(w, d, "shaders", r->frame.shaders);
    json_put_text(w, d, "workload", r->synthetic.is ? "synthetic" : "scene");
    json_put_count(w, d, "frame", r->frame.number);
    json_put_count(w, d, "width", r->frame.width);
    json_put_count(w, d, "height", r->frame.height);
    json_put_count(w, d, "samples", r->frame.samples);
    json_put_count(w, d, "seed", r->frame.seed);
    json_put_count(w, d, "pixels", result_pixels(r));
    json_put_count(w, d, "pixels_traced", result_traced(r));
    json_put_real(w, d, "percent", result_percent(result_traced(r), result_pixels(r)));
    if (r->synthetic.is)
        json_put(w, d, "synthetic", synthetic_json(w, &r->synthetic));
    const struct downscale machine = result_machine(r);
    result_put_downscale(w, d, &machine);
    if (r->kind == RESULT_PREDICTION) {
        json_put(w, d, "interrupted", json_boolean(r->interrupted));
        if (result_is_exact(r))
            json_put(w, d, "exact", json_true());
        json_put_real(w, d, "confidence", r->settings.method.confidence);
    }
    json_put(w, d, "metrics", metrics_json(w, r));
    json_put_real(w, d, "frame_time_ms", result_frame_time_ms(r));
    json_put_real(w, d, "frames_per_second", result_frames_per_second(r));
    put_lists(w, d, r);
    json_put(w, d, "settings", settings_json(w, r));
    json_put(w, d, "inputs", inputs_json(w, r));
    json_put(w, d, "cost", result_cost_json(w, &r->cost));
    return d;
}

json_t *validation_to_json(struct json_writer *w, const struct validation *v,
                           const struct result *prediction, const struct result *reference)
{
    json_t *d = json_writer_document(w, "validate");
    json_t *error = json_writer_object(w), *speedup = json_writer_object(w);
    json_put(w, d, "prediction", result_to_json(w, prediction));
    json_put(w, d, "reference", result_to_json(w, reference));
    for (int m = 0; m < METRIC_COUNT; m++)
        json_put_real(w, error, metrics[m].name, v->error[m]);
    json_put(w, d, "error", error);
    json_put_real(w, d, "mae", v->mae);
    json_put_real(w, speedup, "cpu", v->speedup_cpu);
    json_put_real(w, speedup, "wall", v->speedup_wall);
    json_put_real(w, speedup, "cpu_with_profile", v->speedup_cpu_with_profile);
    json_put(w, d, "speedup", speedup);
    return d;
}
