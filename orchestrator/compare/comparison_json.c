#include "orchestrator/compare/comparison_print.h"

#include "orchestrator/result/result_json.h"

#include <math.h>

static json_t *numbers_json(struct json_writer *w, const double numbers[COMPARED])
{
    json_t *object = json_writer_object(w);
    for (int i = 0; i < COMPARED; i++)
        json_put_real(w, object, comparison_name(i), numbers[i]);
    return object;
}

static json_t *ratios_json(struct json_writer *w, const struct comparison_cell *cell)
{
    json_t *object = json_writer_object(w);
    for (int i = 0; i < COMPARED; i++)
        json_put_real(w, object, comparison_name(i), cell->ratio[i].estimate.value);
    return object;
}

static json_t *bounds_json(struct json_writer *w, const struct ratio ratios[COMPARED])
{
    json_t *object = json_writer_object(w);
    for (int i = 0; i < COMPARED; i++) {
        json_t *one = json_put_object(w, object, comparison_name(i));
        json_put_real(w, one, "low", ratios[i].estimate.low);
        json_put_real(w, one, "high", ratios[i].estimate.high);
    }
    return object;
}

static json_t *intervals_json(struct json_writer *w, const struct comparison_cell *cell)
{
    return bounds_json(w, cell->ratio);
}

/* ---- lists with an entry per result ---- */

static json_t *document_json(struct json_writer *w, const struct comparison_cell *cell)
{
    (void)w;
    return json_incref(cell->document);
}

static json_t *reference_json(struct json_writer *w, const struct comparison_cell *cell)
{
    (void)w;
    return json_incref(cell->reference);
}

static json_t *truth_ratios_json(struct json_writer *w, const struct comparison_cell *cell)
{
    return numbers_json(w, cell->truth_ratio);
}

static json_t *truth_intervals_json(struct json_writer *w, const struct comparison_cell *cell)
{
    return bounds_json(w, cell->simulated_ratio);
}

static void put_list(struct json_writer *w, json_t *d, const char *name, const struct comparison *c,
                     json_t *(*entry)(struct json_writer *, const struct comparison_cell *))
{
    json_t *list = json_put_array(w, d, name);
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++)
            if (c->scenes[s].cells[g].done)
                json_append(w, list, entry(w, &c->scenes[s].cells[g]));
}

static void put_failures(struct json_writer *w, json_t *d, const struct comparison *c)
{
    json_t *list = json_put_array(w, d, "failed");
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++) {
            if (c->scenes[s].cells[g].done)
                continue;
            json_t *one = json_append_object(w, list);
            json_put_text(w, one, "scene", c->scenes[s].name);
            json_put_text(w, one, "gpu", c->gpus[g]);
            json_put_text(w, one, "reason", comparison_reason(&c->scenes[s].cells[g]));
        }
}

static void put_lists(struct json_writer *w, json_t *d, const struct comparison *c)
{
    put_list(w, d, "results", c, document_json);
    put_list(w, d, "normalized", c, ratios_json);
    put_list(w, d, "normalized_intervals", c, intervals_json);
    if (c->reference) {
        put_list(w, d, "references", c, reference_json);
        put_list(w, d, "normalized_references", c, truth_ratios_json);
        put_list(w, d, "normalized_reference_intervals", c, truth_intervals_json);
    }
    put_failures(w, d, c);
}

/* ---- ranking ---- */

static void put_places(struct json_writer *w, json_t *object, const struct comparison *c,
                       const struct comparison_scene *s)
{
    json_t *list = json_put_array(w, object, "places");
    for (size_t i = 0; i < s->done; i++) {
        const struct place *place = &s->order[i];
        const struct comparison_cell *cell = &s->cells[place->index];
        json_t *one = json_append_object(w, list);
        json_put_text(w, one, "gpu", c->gpus[place->index]);
        json_put_count(w, one, "first", place->first);
        json_put_count(w, one, "last", place->last);
        result_put_bounded(w, one, "frame_time_ms", &cell->value[COMPARED_TIME]);
        if (c->reference)
            json_put_real(w, one, "reference_frame_time_ms", cell->truth[COMPARED_TIME]);
    }
}

/* Puts which ratios of frame times to the first GPU are certain, and the finest difference that
 * their intervals resolve. */
static void put_resolution(struct json_writer *w, json_t *object, const struct comparison *c,
                           const struct comparison_scene *s)
{
    json_t *list = json_put_array(w, object, "ratios");
    for (size_t g = 0; g < c->n_gpus; g++) {
        const struct ratio *ratio = &s->cells[g].ratio[COMPARED_TIME];
        if (!s->cells[g].done)
            continue;
        json_t *one = json_append_object(w, list);
        json_put_text(w, one, "gpu", c->gpus[g]);
        result_put_bounded(w, one, "frame_time", &ratio->estimate);
        json_put_real(w, one, "resolution", survey_half_width(&ratio->estimate));
        json_put_text(w, one, "by", ratio_kind_names[ratio->kind]);
        json_put_count(w, one, "pairs", s->cells[g].runs.n);
        json_put(w, one, "certain", json_boolean(ranking_certain(&ratio->estimate)));
    }
}

static json_t *doubts_json(struct json_writer *w, const struct comparison *c,
                           const struct comparison_scene *s)
{
    json_t *list = json_writer_array(w);
    for (size_t i = 0; i < s->done; i++)
        for (size_t j = i + 1; j < s->done; j++) {
            size_t a = s->order[i].index, b = s->order[j].index;
            if (ranking_certain(&comparison_times(c, s, a, b)->estimate))
                continue;
            json_t *pair = json_writer_array(w);
            json_append_text(w, pair, c->gpus[a]);
            json_append_text(w, pair, c->gpus[b]);
            json_append(w, list, pair);
        }
    return list;
}

void comparison_put_ranking(struct json_writer *w, json_t *object, const struct comparison *c,
                            const struct comparison_scene *s)
{
    json_t *doubts = doubts_json(w, c, s);
    json_put(w, object, "certain", json_boolean(json_array_size(doubts) == 0));
    put_places(w, object, c, s);
    json_put(w, object, "uncertain", doubts);
    put_resolution(w, object, c, s);
}

static void put_rankings(struct json_writer *w, json_t *d, const struct comparison *c)
{
    json_t *list = json_put_array(w, d, "ranking");
    for (size_t s = 0; s < c->n_scenes; s++) {
        json_t *one = json_append_object(w, list);
        json_put_text(w, one, "scene", c->scenes[s].name);
        comparison_put_ranking(w, one, c, &c->scenes[s]);
    }
}

/* ---- means ---- */

static void put_mean(struct json_writer *w, json_t *d, const struct comparison *c)
{
    json_t *mean = json_put_object(w, d, "mean");
    json_t *scenes = json_put_array(w, mean, "scenes"), *gpus = json_put_array(w, mean, "gpus");
    for (size_t s = 0; s < c->n_scenes; s++)
        if (c->scenes[s].shared)
            json_append_text(w, scenes, c->scenes[s].name);
    for (size_t g = 0; g < c->n_gpus; g++) {
        const struct comparison_cell *cell = &c->mean.cells[g];
        if (!cell->done)
            continue;
        json_t *one = json_append_object(w, gpus);
        json_put_text(w, one, "gpu", c->gpus[g]);
        json_put(w, one, "normalized", ratios_json(w, cell));
        json_put(w, one, "normalized_intervals", intervals_json(w, cell));
        if (c->reference)
            json_put(w, one, "normalized_references", numbers_json(w, cell->truth_ratio));
        if (c->reference)
            json_put(w, one, "normalized_reference_intervals", truth_intervals_json(w, cell));
    }
    comparison_put_ranking(w, mean, c, &c->mean);
}

json_t *comparison_to_json(struct json_writer *w, const struct comparison *c)
{
    json_t *d = json_writer_document(w, "compare"), *gpus = json_put_array(w, d, "gpus");
    for (size_t g = 0; g < c->n_gpus; g++)
        json_append_text(w, gpus, c->gpus[g]);
    put_lists(w, d, c);
    put_rankings(w, d, c);
    put_mean(w, d, c);
    return d;
}
