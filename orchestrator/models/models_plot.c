#include "orchestrator/models/models_plot.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/figure/figure.h"

#include <math.h>
#include <string.h>

enum { LABEL = 160, STEM = 4096 };

/* A figure under construction: a series for each part that any stack has, then the cycle model's
 * CPI. */
struct sketch {
    size_t n; /* bars */
    char (*texts)[LABEL];
    const char **labels;
    struct figure_series series[MODEL_PARTS + 1];
    struct figure_point *points; /* by series, n each */
    size_t n_series;
};

static void free_sketch(struct sketch *s)
{
    MEM_FREE(s->texts, s->labels, s->points);
}

static const struct models_cell *bar(const struct models_table *t, size_t i, int model)
{
    return models_cell(t, i / t->pairs.gpus.n, i % t->pairs.gpus.n, model);
}

static enum st_code make_sketch(struct sketch *s, const struct models_table *t, struct status *st)
{
    *s = (struct sketch){.n = t->pairs.scenes.n * t->pairs.gpus.n};
    TRY(mem_make(&s->texts, s->n, sizeof *s->texts, "figure", st));
    TRY(mem_make(&s->labels, s->n, sizeof *s->labels, "figure", st));
    TRY(mem_make(&s->points, (MODEL_PARTS + 1) * s->n, sizeof *s->points, "figure", st));
    for (size_t i = 0; i < s->n; i++) {
        const char *scene = t->pairs.scenes.texts[i / t->pairs.gpus.n],
                   *gpu = t->pairs.gpus.texts[i % t->pairs.gpus.n];
        snprintf(s->texts[i], LABEL, "%s%s%s", t->pairs.scenes.n > 1 ? scene : "",
                 t->pairs.scenes.n > 1 && t->pairs.gpus.n > 1 ? " on " : "",
                 t->pairs.gpus.n > 1 ? gpu : "");
        s->labels[i] = s->texts[i];
    }
    return ST_OK;
}

/* Returns the series of a part; a new one where no stack had it yet. */
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

static void add_stack(struct sketch *s, size_t i, const struct model_stack *stack)
{
    double low = 0;
    for (uint32_t part = 0; part < stack->n; part++) {
        double cpi = stack->parts[part].cpi;
        size_t at = series_of(s, stack->parts[part].name);
        if (at < MODEL_PARTS)
            s->points[at * s->n + i] = (struct figure_point){(double)i, cpi, low, low + cpi};
        low += cpi;
    }
}

static void add_truth(struct sketch *s, const struct models_table *t)
{
    struct figure_point *points = s->points + s->n_series * s->n;
    for (size_t i = 0; i < s->n; i++)
        points[i] =
            (struct figure_point){(double)i, bar(t, i, MODEL_CYCLE)->cpi, (double)NAN, (double)NAN};
    s->series[s->n_series++] =
        (struct figure_series){.name = "cycle model", .points = points, .n = s->n, .loose = true};
}

static enum st_code draw(const struct models_table *t, int model, const char *stem,
                         struct status *st)
{
    AUTO(free_sketch) struct sketch s;
    char name[STEM], title[LABEL];
    TRY(make_sketch(&s, t, st));
    for (size_t i = 0; i < s.n; i++)
        add_stack(&s, i, &bar(t, i, model)->stack);
    if (model != MODEL_CYCLE)
        add_truth(&s, t);
    int n = snprintf(name, sizeof name, "%s-%s", stem, models_name(model));
    if (n < 0 || (size_t)n >= sizeof name)
        return status_fail(st, ST_USAGE, "--plot: the name is too long");
    snprintf(title, sizeof title, "What an SM's cycles are spent on, %s model%s%s",
             models_name(model), t->pairs.scenes.n == 1 ? ": " : "",
             t->pairs.scenes.n == 1 ? t->pairs.scenes.texts[0] : "");
    const struct figure f = {.name = models_name(model),
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

enum st_code models_plot(const struct models_table *t, const char *stem, struct status *st)
{
    uint32_t drawn = 0;
    for (int model = 0; model < TIMING_MODELS; model++) {
        bool has = false;
        for (size_t i = 0; i < t->pairs.scenes.n * t->pairs.gpus.n; i++)
            has |= bar(t, i, model)->stack.n != 0;
        if (has)
            TRY(draw(t, model, stem, st));
        drawn += has;
    }
    return drawn ? ST_OK
                 : status_fail(st, ST_FAILED,
                               "no model says what cycles are spent on; there is "
                               "nothing for --plot");
}
