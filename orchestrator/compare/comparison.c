#include "orchestrator/compare/comparison.h"

#include "common/auto.h"
#include "orchestrator/compare/ratios.h"

#include <math.h>
#include <string.h>

const char *comparison_name(int compared)
{
    return compared == COMPARED_TIME ? "frame_time_ms" : metrics[compared].name;
}

/* ---- one cell ---- */

static void clear(struct comparison_cell *cell)
{
    for (int i = 0; i < COMPARED; i++) {
        cell->value[i] = cell->simulated[i] = survey_unbounded((double)NAN);
        cell->truth[i] = cell->truth_ratio[i] = (double)NAN;
        cell->ratio[i] = cell->simulated_ratio[i] =
            (struct ratio){survey_unbounded((double)NAN), RATIO_ENDS};
    }
}

static enum st_code fill(struct comparison_cell *cell, const struct study_row *row,
                         const struct store *store, struct status *st)
{
    cell->row = row;
    cell->done = row->state == STORE_DONE && row->has_prediction;
    if (!cell->done)
        return ST_OK;
    memcpy(cell->value, row->prediction.metrics, sizeof row->prediction.metrics);
    cell->value[COMPARED_TIME] = row->prediction.time_ms;
    if (row->has_reference) {
        memcpy(cell->simulated, row->reference.metrics, sizeof row->reference.metrics);
        cell->simulated[COMPARED_TIME] = row->reference.time_ms;
    }
    for (int i = 0; i < COMPARED; i++)
        cell->truth[i] = cell->simulated[i].value;
    TRY(study_document(&cell->document, store, row->key, st));
    TRY(study_document(&cell->reference, store, row->reference_key, st));
    TRY(paired_runs_add(&cell->reference_runs, cell->reference, st));
    return basis_read(&cell->basis, cell->document, st);
}

/* Whether both cells are one run: GPUs of different names but with equal parameters. */
static bool is_same_run(const struct comparison_cell *a, const struct comparison_cell *b)
{
    return a == b || (a->basis.gpu[0] && strcmp(a->basis.gpu, b->basis.gpu) == 0);
}

static void find_machines(struct comparison_scene *s, size_t n_gpus)
{
    for (size_t g = 0; g < n_gpus; g++)
        while (!is_same_run(&s->cells[s->cells[g].machine], &s->cells[g]))
            s->cells[g].machine++;
}

/* ---- scenes ---- */

static enum st_code make_scene(struct comparison_scene *s, const char *name, size_t n_gpus,
                               struct status *st)
{
    s->name = name;
    TRY(mem_make(&s->cells, n_gpus, sizeof *s->cells, "comparison", st));
    TRY(mem_make(&s->order, n_gpus, sizeof *s->order, "comparison", st));
    TRY(mem_make(&s->times, n_gpus * n_gpus, sizeof *s->times, "comparison", st));
    for (size_t g = 0; g < n_gpus; g++)
        clear(&s->cells[g]);
    return ST_OK;
}

static void free_scene(struct comparison_scene *s, size_t n_gpus)
{
    for (size_t g = 0; s->cells && g < n_gpus; g++) {
        json_decref(s->cells[g].document);
        json_decref(s->cells[g].reference);
        paired_runs_free(&s->cells[g].reference_runs);
        paired_runs_free(&s->cells[g].runs);
    }
    mem_free(s->cells);
    mem_free(s->times);
    mem_free(s->order);
}

static void set_truth_ratios(struct comparison_cell *cell, const struct comparison_cell *first)
{
    for (int i = 0; i < COMPARED; i++)
        cell->truth_ratio[i] = first->truth[i] > 0 ? cell->truth[i] / first->truth[i] : (double)NAN;
}

static void set_ratios(struct comparison_scene *s, size_t n_gpus)
{
    for (size_t g = 0; g < n_gpus; g++) {
        struct comparison_cell *cell = &s->cells[g];
        for (int i = 0; i < COMPARED; i++) {
            cell->ratio[i] = ratios_predicted(cell, &s->cells[0], i);
            cell->simulated_ratio[i] = ratios_simulated(cell, &s->cells[0], i);
        }
        for (size_t b = 0; b < n_gpus; b++)
            s->times[g * n_gpus + b] = ratios_predicted(cell, &s->cells[b], COMPARED_TIME);
    }
}

/* Sets the ratios between simulated frames and the order of the GPUs. The order follows the ratios
 * to the first GPU where they exist, as they have less run-to-run variation than the times
 * themselves. */
static enum st_code finish_scene(struct comparison_scene *s, size_t n_gpus, struct status *st)
{
    MEM_AUTO double *times;
    TRY(mem_make(&times, n_gpus, sizeof *times, "comparison", st));
    s->done = 0;
    for (size_t g = 0; g < n_gpus; g++) {
        set_truth_ratios(&s->cells[g], &s->cells[0]);
        times[g] = s->cells[0].done ? s->cells[g].ratio[COMPARED_TIME].estimate.value
                                    : s->cells[g].value[COMPARED_TIME].value;
        s->done += s->cells[g].done;
    }
    ranking_order(times, s->times, n_gpus, s->order);
    return ST_OK;
}

const char *comparison_reason(const struct comparison_cell *cell)
{
    return cell->row && cell->row->reason ? cell->row->reason : "there is no result";
}

const struct ratio *comparison_times(const struct comparison *c,
                                     const struct comparison_scene *scene, size_t a, size_t b)
{
    return &scene->times[a * c->n_gpus + b];
}

/* ---- means ---- */

static bool has_any(const struct comparison *c, size_t gpu)
{
    for (size_t s = 0; s < c->n_scenes; s++)
        if (c->scenes[s].cells[gpu].done)
            return true;
    return false;
}

static void choose_shared(struct comparison *c)
{
    c->n_shared = 0;
    for (size_t s = 0; s < c->n_scenes; s++) {
        c->scenes[s].shared = true;
        for (size_t g = 0; g < c->n_gpus; g++)
            if (has_any(c, g) && !c->scenes[s].cells[g].done)
                c->scenes[s].shared = false;
        c->scenes[s].shared = c->scenes[s].shared && c->scenes[s].done;
        c->n_shared += c->scenes[s].shared;
    }
}

static void set_mean(const struct comparison *c, size_t gpu, int compared, struct estimate *values,
                     struct estimate *truths)
{
    struct comparison_cell *mean = &c->mean.cells[gpu];
    size_t n = 0;
    for (size_t s = 0; s < c->n_scenes; s++) {
        const struct comparison_cell *cell = &c->scenes[s].cells[gpu];
        if (!c->scenes[s].shared || !cell->done)
            continue;
        values[n] = cell->value[compared];
        truths[n++] = cell->simulated[compared];
    }
    mean->done = n > 0;
    if (n == 0)
        return;
    mean->value[compared] = ranking_geometric_mean(values, n);
    mean->simulated[compared] = ranking_geometric_mean(truths, n);
    mean->truth[compared] = mean->simulated[compared].value;
}

/* Whether the means of two GPUs are over the same runs, because both GPUs have equal parameters in
 * every scene that counts. */
static bool is_same_mean(const struct comparison *c, size_t a, size_t b)
{
    for (size_t s = 0; s < c->n_scenes; s++)
        if (c->scenes[s].shared && c->scenes[s].cells[a].machine != c->scenes[s].cells[b].machine)
            return false;
    return true;
}

/* Averages ratios[i], the ratio in the i-th scene that counts. */
static struct ratio mean_ratio(const struct comparison *c, const struct ratio *ratios)
{
    return c->n_shared ? ranking_mean_ratio(ratios, c->n_shared, ratios_shared)
                       : (struct ratio){survey_unbounded((double)NAN), RATIO_ENDS};
}

/* Sets the mean ratios of one GPU to the first GPU. */
static void set_mean_ratios(struct comparison *c, size_t gpu, int compared, struct ratio *predicted,
                            struct ratio *simulated)
{
    struct comparison_cell *mean = &c->mean.cells[gpu];
    size_t n = 0;
    for (size_t s = 0; s < c->n_scenes; s++) {
        const struct comparison_cell *cell = &c->scenes[s].cells[gpu];
        if (!c->scenes[s].shared)
            continue;
        predicted[n] = cell->ratio[compared];
        simulated[n++] = cell->simulated_ratio[compared];
    }
    mean->ratio[compared] = mean_ratio(c, predicted);
    mean->simulated_ratio[compared] = mean_ratio(c, simulated);
}

/* Sets the mean ratios of frame times between every two GPUs. */
static void set_mean_times(struct comparison *c, struct ratio *parts)
{
    for (size_t at = 0; at < c->n_gpus * c->n_gpus; at++) {
        size_t n = 0;
        for (size_t s = 0; s < c->n_scenes; s++)
            if (c->scenes[s].shared)
                parts[n++] = c->scenes[s].times[at];
        c->mean.times[at] = mean_ratio(c, parts);
    }
}

static enum st_code set_means(struct comparison *c, struct status *st)
{
    MEM_AUTO struct estimate *values;
    MEM_AUTO struct ratio *ratios = NULL;
    TRY(mem_make(&values, 2 * c->n_scenes, sizeof *values, "comparison", st));
    TRY(mem_make(&ratios, 2 * c->n_scenes, sizeof *ratios, "comparison", st));
    for (size_t g = 0; g < c->n_gpus; g++)
        for (int i = 0; i < COMPARED; i++) {
            set_mean(c, g, i, values, values + c->n_scenes);
            set_mean_ratios(c, g, i, ratios, ratios + c->n_scenes);
        }
    set_mean_times(c, ratios);
    for (size_t g = 0; g < c->n_gpus; g++)
        while (!is_same_mean(c, c->mean.cells[g].machine, g))
            c->mean.cells[g].machine++;
    return finish_scene(&c->mean, c->n_gpus, st);
}

/* ---- the whole comparison ---- */

enum st_code comparison_update(struct comparison *c, struct status *st)
{
    c->failed = 0;
    for (size_t s = 0; s < c->n_scenes; s++) {
        set_ratios(&c->scenes[s], c->n_gpus);
        TRY(finish_scene(&c->scenes[s], c->n_gpus, st));
        c->failed += c->n_gpus - c->scenes[s].done;
    }
    choose_shared(c);
    return set_means(c, st);
}

static enum st_code make_scenes(struct comparison *c, const struct labels *names, struct status *st)
{
    c->n_scenes = names->n;
    TRY(mem_make(&c->scenes, c->n_scenes, sizeof *c->scenes, "comparison", st));
    for (size_t s = 0; names->texts && s < c->n_scenes; s++)
        TRY(make_scene(&c->scenes[s], names->texts[s], c->n_gpus, st));
    return make_scene(&c->mean, "geometric mean", c->n_gpus, st);
}

static enum st_code make_all(struct comparison *c, struct labels *scenes,
                             const struct study_table *t, const struct store *store,
                             struct status *st)
{
    int scene = study_table_axis(t, "scene"), gpu = study_table_axis(t, "gpu");
    size_t at;
    for (size_t r = 0; r < t->n; r++)
        if (!labels_add(scenes, t->rows[r].values[scene], &at) ||
            !labels_add(&c->names, t->rows[r].values[gpu], &at))
            return status_no_memory(st, "comparison");
    c->gpus = c->names.texts;
    c->n_gpus = c->names.n;
    TRY(make_scenes(c, scenes, st));
    for (size_t r = 0; r < t->n; r++) {
        struct comparison_cell *cell = &c->scenes[labels_at(scenes, t->rows[r].values[scene])]
                                            .cells[labels_at(&c->names, t->rows[r].values[gpu])];
        if (!cell->row)
            TRY(fill(cell, &t->rows[r], store, st));
    }
    c->reference_runs = 1;
    for (size_t r = 0; r < t->n; r++)
        if (t->rows[r].has_reference && t->rows[r].reference.runs > c->reference_runs)
            c->reference_runs = t->rows[r].reference.runs;
    for (size_t s = 0; s < c->n_scenes; s++)
        find_machines(&c->scenes[s], c->n_gpus);
    return comparison_update(c, st);
}

enum st_code comparison_make(struct comparison *out, const struct study_table *table,
                             const struct store *store, struct status *st)
{
    AUTO(labels_free) struct labels scenes = {0};
    *out = (struct comparison){.reference = table->reference};
    TRY_ELSE(make_all(out, &scenes, table, store, st), comparison_free(out));
    return ST_OK;
}

void comparison_free(struct comparison *c)
{
    for (size_t s = 0; c->scenes && s < c->n_scenes; s++)
        free_scene(&c->scenes[s], c->n_gpus);
    free_scene(&c->mean, c->n_gpus);
    mem_free(c->scenes);
    labels_free(&c->names);
    *c = (struct comparison){0};
}
