#include "orchestrator/compare/comparison_print.h"

#include <math.h>

static json_t *estimate_json(struct json_writer *w, const struct estimate *e)
{
    json_t *object = json_writer_object(w);
    json_put_real(w, object, "value", e->value);
    json_put_real(w, object, "low", e->low);
    json_put_real(w, object, "high", e->high);
    return object;
}

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

struct lists {
    json_t *results, *normalized, *intervals, *references, *normalized_references, *failed;
};

static json_t *failure_json(struct json_writer *w, const struct comparison *c, size_t s, size_t g)
{
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "scene", c->scenes[s].name);
    json_put_text(w, one, "gpu", c->gpus[g]);
    json_put_text(w, one, "reason", comparison_reason(&c->scenes[s].cells[g]));
    return one;
}

static void append_cell(struct json_writer *w, const struct lists *l, const struct comparison *c,
                        size_t s, size_t g)
{
    const struct comparison_cell *cell = &c->scenes[s].cells[g];
    if (!cell->done) {
        json_append(w, l->failed, failure_json(w, c, s, g));
        return;
    }
    json_append(w, l->results, json_incref(cell->document));
    json_append(w, l->normalized, ratios_json(w, cell));
    json_append(w, l->intervals, intervals_json(w, cell));
    if (!c->reference)
        return;
    json_append(w, l->references, json_incref(cell->reference));
    json_append(w, l->normalized_references, numbers_json(w, cell->truth_ratio));
}

static void put_lists(struct json_writer *w, json_t *d, const struct comparison *c)
{
    const struct lists l = {json_writer_array(w), json_writer_array(w), json_writer_array(w),
                            json_writer_array(w), json_writer_array(w), json_writer_array(w)};
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++)
            append_cell(w, &l, c, s, g);
    json_put(w, d, "results", l.results);
    json_put(w, d, "normalized", l.normalized);
    json_put(w, d, "normalized_intervals", l.intervals);
    if (c->reference) {
        json_put(w, d, "references", l.references);
        json_put(w, d, "normalized_references", l.normalized_references);
    } else {
        json_decref(l.references);
        json_decref(l.normalized_references);
    }
    json_put(w, d, "failed", l.failed);
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
        json_put(w, one, "frame_time_ms",
                 estimate_json(w, &s->cells[place->index].value[COMPARED_TIME]));
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
