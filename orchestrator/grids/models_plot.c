/* The figures of the command models: CPI stacks. */
#include "orchestrator/grids/models.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/figure/figure.h"

#include <math.h>
#include <string.h>

enum { LABEL = 160, STEM = 4096 };

/* A figure in the making: a series for each part that any stack has, then one for the cycle model's
 * CPI. */
struct sketch {
    size_t n; /* number of bars */
    char (*texts)[LABEL];
    const char **labels;
    struct figure_series series[MODEL_PARTS + 1];
    struct figure_point *points; /* n points per series */
    size_t n_series;
};

static void free_sketch(struct sketch *s)
{
    MEM_FREE(s->texts, s->labels, s->points);
}

static const json_t *cell_of(const json_t *frame, int model)
{
    return json_array_get(json_object_get(frame, "models"), (size_t)model);
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* Whether all frames have the same text under a key. */
static bool is_same(const json_t *frames, const char *key)
{
    bool same = true;
    for (size_t i = 1; i < json_array_size(frames); i++)
        same = same && strcmp(text_of(json_array_get(frames, 0), key),
                              text_of(json_array_get(frames, i), key)) == 0;
    return same;
}

static enum st_code make_sketch(struct sketch *s, const json_t *frames, struct status *st)
{
    const bool scenes = !is_same(frames, "scene"), gpus = !is_same(frames, "gpu");
    *s = (struct sketch){.n = json_array_size(frames)};
    TRY(mem_make(&s->texts, s->n, sizeof *s->texts, "figure", st));
    TRY(mem_make(&s->labels, s->n, sizeof *s->labels, "figure", st));
    TRY(mem_make(&s->points, (MODEL_PARTS + 1) * s->n, sizeof *s->points, "figure", st));
    for (size_t i = 0; i < s->n; i++) {
        const json_t *frame = json_array_get(frames, i);
        snprintf(s->texts[i], LABEL, "%s%s%s", scenes ? text_of(frame, "scene") : "",
                 scenes && gpus ? " on " : "", gpus ? text_of(frame, "gpu") : "");
        s->labels[i] = s->texts[i];
    }
    return ST_OK;
}

/* Returns the series of a part, or a new one where no earlier stack had the part. */
static size_t series_of(struct sketch *s, const char *name)
{
    size_t at = 0;
    while (at < s->n_series && strcmp(s->series[at].name, name) != 0)
        at++;
    if (at < s->n_series || at == MODEL_PARTS)
        return at;
    struct figure_point *points = s->points + at * s->n;
    for (size_t i = 0; i < s->n; i++)
        points[i] = (struct figure_point){(double)i, (double)NAN, (double)NAN, (double)NAN};
    s->series[at] = (struct figure_series){.name = name, .points = points, .n = s->n};
    s->n_series++;
    return at;
}

static void add_stack(struct sketch *s, size_t i, const json_t *stack)
{
    double low = 0;
    const char *name;
    json_t *part;
    json_object_foreach(json_object_get(stack, "parts"), name, part)
    {
        double cpi = json_number_value(part);
        size_t at = series_of(s, name);
        if (at < MODEL_PARTS)
            s->points[at * s->n + i] = (struct figure_point){(double)i, cpi, low, low + cpi};
        low += cpi;
    }
}

static void add_truth(struct sketch *s, const json_t *frames)
{
    struct figure_point *points = s->points + s->n_series * s->n;
    for (size_t i = 0; i < s->n; i++) {
        const json_t *cpi = json_object_get(cell_of(json_array_get(frames, i), MODEL_CYCLE), "cpi");
        points[i] = (struct figure_point){(double)i, cpi ? json_number_value(cpi) : (double)NAN,
                                          (double)NAN, (double)NAN};
    }
    s->series[s->n_series++] =
        (struct figure_series){.name = "cycle model", .points = points, .n = s->n, .loose = true};
}

static enum st_code draw(const json_t *frames, int model, const char *stem, struct status *st)
{
    AUTO(free_sketch) struct sketch s;
    char name[STEM], title[LABEL];
    const bool one = is_same(frames, "scene");
    TRY(make_sketch(&s, frames, st));
    for (size_t i = 0; i < s.n; i++)
        add_stack(&s, i, json_object_get(cell_of(json_array_get(frames, i), model), "cpi_stack"));
    if (model != MODEL_CYCLE)
        add_truth(&s, frames);
    int n = snprintf(name, sizeof name, "%s-%s", stem, models[model].name);
    if (n < 0 || (size_t)n >= sizeof name)
        return status_fail(st, ST_USAGE, "--plot: the name is too long");
    snprintf(title, sizeof title, "What an SM's cycles are spent on, %s model%s%s",
             models[model].name, one ? ": " : "",
             one ? text_of(json_array_get(frames, 0), "scene") : "");
    const struct figure f = {.name = models[model].name,
                             .title = title,
                             .x_label = "",
                             .y_label = "cycles per warp instruction of an SM",
                             .kind = FIGURE_STACKS,
                             .categories = s.labels,
                             .n_categories = s.n,
                             .series = s.series,
                             .n_series = s.n_series};
    return figure_write(&f, name, st);
}

enum st_code models_plot(const json_t *document, const char *stem, struct status *st)
{
    const json_t *frames = json_object_get(document, "frames");
    uint32_t drawn = 0;
    for (int model = 0; model < TIMING_MODELS; model++) {
        bool has = false;
        for (size_t i = 0; i < json_array_size(frames); i++)
            has |= json_object_get(cell_of(json_array_get(frames, i), model), "cpi_stack") != NULL;
        if (has)
            TRY(draw(frames, model, stem, st));
        drawn += has;
    }
    return drawn ? ST_OK
                 : status_fail(st, ST_FAILED,
                               "no model says what cycles are spent on; there is "
                               "nothing for --plot");
}
