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
    double ratios[COMPARED];
    for (int i = 0; i < COMPARED; i++)
        ratios[i] = cell->ratio[i].value;
    return numbers_json(w, ratios);
}

static json_t *intervals_json(struct json_writer *w, const struct comparison_cell *cell)
{
    json_t *object = json_writer_object(w);
    for (int i = 0; i < COMPARED; i++) {
        json_t *one = json_writer_object(w);
        json_put_real(w, one, "low", cell->ratio[i].low);
        json_put_real(w, one, "high", cell->ratio[i].high);
        json_put(w, object, comparison_name(i), one);
    }
    return object;
}

/* ---- lists with an entry for each result ---- */

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

static void put_list(struct json_writer *w, json_t *d, const char *name, const struct comparison *c,
                     json_t *(*entry)(struct json_writer *, const struct comparison_cell *))
{
    json_t *list = json_writer_array(w);
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++)
            if (c->scenes[s].cells[g].done)
                json_append(w, list, entry(w, &c->scenes[s].cells[g]));
    json_put(w, d, name, list);
}

static json_t *failures_json(struct json_writer *w, const struct comparison *c)
{
    json_t *list = json_writer_array(w);
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++) {
            if (c->scenes[s].cells[g].done)
                continue;
            json_t *one = json_writer_object(w);
            json_put_text(w, one, "scene", c->scenes[s].name);
            json_put_text(w, one, "gpu", c->gpus[g]);
            json_put_text(w, one, "reason", comparison_reason(&c->scenes[s].cells[g]));
            json_append(w, list, one);
        }
    return list;
}

static void put_lists(struct json_writer *w, json_t *d, const struct comparison *c)
{
    put_list(w, d, "results", c, document_json);
    put_list(w, d, "normalized", c, ratios_json);
    put_list(w, d, "normalized_intervals", c, intervals_json);
    if (c->reference) {
        put_list(w, d, "references", c, reference_json);
        put_list(w, d, "normalized_references", c, truth_ratios_json);
    }
    json_put(w, d, "failed", failures_json(w, c));
}

/* ---- ranking ---- */

static json_t *places_json(struct json_writer *w, const struct comparison *c,
                           const struct comparison_scene *s)
{
    json_t *list = json_writer_array(w);
    for (size_t i = 0; i < s->done; i++) {
        const struct place *place = &s->order[i];
        json_t *one = json_writer_object(w);
        json_put_text(w, one, "gpu", c->gpus[place->index]);
        json_put_count(w, one, "first", place->first);
        json_put_count(w, one, "last", place->last);
        json_t *time = json_writer_object(w);
        result_put_estimate(w, time, &s->cells[place->index].value[COMPARED_TIME]);
        json_put(w, one, "frame_time_ms", time);
        if (c->reference)
            json_put_real(w, one, "reference_frame_time_ms",
                          s->cells[place->index].truth[COMPARED_TIME]);
        json_append(w, list, one);
    }
    return list;
}

static json_t *doubts_json(struct json_writer *w, const struct comparison *c,
                           const struct comparison_scene *s)
{
    json_t *list = json_writer_array(w);
    for (size_t i = 0; i < s->done; i++)
        for (size_t j = i + 1; j < s->done; j++) {
            size_t a = s->order[i].index, b = s->order[j].index;
            if (comparison_certain(s, a, b))
                continue;
            json_t *pair = json_writer_array(w);
            json_append_text(w, pair, c->gpus[a]);
            json_append_text(w, pair, c->gpus[b]);
            json_append(w, list, pair);
        }
    return list;
}

static void put_ranking(struct json_writer *w, json_t *object, const struct comparison *c,
                        const struct comparison_scene *s)
{
    json_t *doubts = doubts_json(w, c, s);
    json_put(w, object, "certain", json_boolean(json_array_size(doubts) == 0));
    json_put(w, object, "places", places_json(w, c, s));
    json_put(w, object, "uncertain", doubts);
}

static json_t *rankings_json(struct json_writer *w, const struct comparison *c)
{
    json_t *list = json_writer_array(w);
    for (size_t s = 0; s < c->n_scenes; s++) {
        json_t *one = json_writer_object(w);
        json_put_text(w, one, "scene", c->scenes[s].name);
        put_ranking(w, one, c, &c->scenes[s]);
        json_append(w, list, one);
    }
    return list;
}

/* ---- means ---- */

static json_t *mean_json(struct json_writer *w, const struct comparison *c)
{
    json_t *mean = json_writer_object(w), *scenes = json_writer_array(w);
    json_t *normalized = json_writer_array(w);
    for (size_t s = 0; s < c->n_scenes; s++)
        if (c->scenes[s].shared)
            json_append_text(w, scenes, c->scenes[s].name);
    for (size_t g = 0; g < c->n_gpus; g++) {
        const struct comparison_cell *cell = &c->mean.cells[g];
        json_t *one = json_writer_object(w);
        json_put_text(w, one, "gpu", c->gpus[g]);
        json_put(w, one, "normalized", ratios_json(w, cell));
        json_put(w, one, "normalized_intervals", intervals_json(w, cell));
        if (c->reference)
            json_put(w, one, "normalized_references", numbers_json(w, cell->truth_ratio));
        if (cell->done)
            json_append(w, normalized, one);
        else
            json_decref(one);
    }
    json_put(w, mean, "scenes", scenes);
    json_put(w, mean, "gpus", normalized);
    put_ranking(w, mean, c, &c->mean);
    return mean;
}

json_t *comparison_to_json(struct json_writer *w, const struct comparison *c)
{
    json_t *d = json_writer_document(w, "compare"), *gpus = json_writer_array(w);
    for (size_t g = 0; g < c->n_gpus; g++)
        json_append_text(w, gpus, c->gpus[g]);
    json_put(w, d, "gpus", gpus);
    put_lists(w, d, c);
    json_put(w, d, "ranking", rankings_json(w, c));
    json_put(w, d, "mean", mean_json(w, c));
    return d;
}
