#include "orchestrator/compare/resolve.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/compare/ratios.h"
#include "orchestrator/study/key.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Runs that a GPU has in total after each round. */
static const uint32_t totals[RATIOS_LOOKS] = {2, 4, 8, 16, 32, 48};

struct resolving {
    struct comparison *c;
    struct store *store;
    const struct resolve *how;
    struct keys *keys;
    /* First run and number of runs of the current round, and its jobs. */
    uint32_t first, runs;
    struct settings *settings; /* one per scene and GPU */
    struct jobs all;           /* the round's jobs; no more than there are settings */
};

/* ---- open ratios ---- */

static bool is_open(const struct resolving *r, const struct comparison_cell *cell, uint32_t runs)
{
    const struct estimate *ratio = &cell->ratio[COMPARED_TIME].estimate;
    return cell->done && cell->machine != 0 && isfinite(ratio->value) && !ranking_certain(ratio) &&
           100 * survey_half_width(ratio) > r->how->error &&
           cell->runs.n == runs; /* otherwise one of its runs failed */
}

static size_t count_open(const struct resolving *r, const struct comparison_scene *s, uint32_t runs)
{
    size_t open = 0;
    for (size_t g = 1; g < r->c->n_gpus; g++)
        open += is_open(r, &s->cells[g], runs);
    return open;
}

/* ---- cost ---- */

/* Estimates the seconds that a whole frame takes in the cycle model, from the time of the
 * prediction's pixels. */
static double cost_of(const struct comparison_cell *cell)
{
    const struct result_values *v = &cell->row->prediction;
    return v->percent > 0 ? 100 * v->cost.simulate.cpu_s / v->percent : 0;
}

static void say_round(const struct resolving *r, size_t open, double seconds)
{
    char line[200];
    double left = seconds * (totals[RATIOS_LOOKS - 1] - r->first) / r->runs;
    snprintf(line, sizeof line,
             "%zu ratio%s open: simulating %u pairs of whole frames of each, about %.*f s of "
             "processor time; at most %.*f s until all %u are done",
             open, open == 1 ? " is" : "s are", r->runs, seconds < 10, seconds, left < 10, left,
             totals[RATIOS_LOOKS - 1]);
    r->how->say(r->how->context, line);
}

/* ---- a round ---- */

static enum st_code add_job(struct resolving *r, size_t scene, size_t gpu, struct status *st)
{
    const struct comparison_cell *cell = &r->c->scenes[scene].cells[gpu];
    size_t at = scene * r->c->n_gpus + gpu;
    struct settings *settings = &r->settings[at];
    struct job *job = &r->all.all[r->all.n];
    *settings = r->how->study->points.points[cell->row - r->how->table->rows].settings;
    settings->method.repeat = r->runs;
    settings->method.first_run = r->first;
    *job = (struct job){.kind = KEY_SIMULATE, .settings = settings, .index = at};
    TRY(keys_make(r->keys, KEY_SIMULATE, settings, job->key, &job->inputs, st));
    r->all.n++;
    TRY(keys_make(r->keys, KEY_PROFILE, settings, job->profile, NULL, st));
    job->work = cost_of(cell) * r->runs;
    return ST_OK;
}

/* Plans the runs of every GPU whose ratio is open, and of the first GPU on the same scene. */
static enum st_code plan(struct resolving *r, size_t *open, double *seconds, struct status *st)
{
    *open = 0;
    *seconds = 0;
    for (size_t s = 0; s < r->c->n_scenes; s++) {
        const struct comparison_scene *scene = &r->c->scenes[s];
        size_t here = count_open(r, scene, r->first);
        *open += here;
        for (size_t g = 0; here && g < r->c->n_gpus; g++) {
            if (g > 0 && !is_open(r, &scene->cells[g], r->first))
                continue;
            TRY(add_job(r, s, g, st));
            *seconds += r->all.all[r->all.n - 1].work;
        }
    }
    jobs_arrange(&r->all);
    return ST_OK;
}

static enum st_code take_runs(struct comparison_cell *cell, const struct store *store,
                              const char *key, struct status *st)
{
    json_t *document;
    TRY(study_document(&document, store, key, st));
    enum st_code code = paired_runs_add(&cell->runs, document, st);
    json_decref(document);
    return code;
}

static enum st_code take_all(struct resolving *r, struct status *st)
{
    for (uint32_t i = 0; i < r->all.n; i++) {
        const struct job *job = &r->all.all[i];
        struct comparison_scene *scene = &r->c->scenes[job->index / r->c->n_gpus];
        if (job->state == JOB_DONE)
            TRY(take_runs(&scene->cells[job->index % r->c->n_gpus], r->store, job->key, st));
    }
    return comparison_update(r->c, st);
}

static enum st_code run_round(struct resolving *r, size_t *open, bool *interrupted,
                              struct status *st)
{
    struct sweep_end end;
    double seconds;
    TRY(plan(r, open, &seconds, st));
    if (*open == 0)
        return ST_OK;
    say_round(r, *open, seconds);
    TRY(sweep_run(r->store, &r->all, &r->how->how, &end, st));
    *interrupted = end.interrupted;
    return take_all(r, st);
}

static void forget_round(struct resolving *r)
{
    for (uint32_t i = 0; i < r->all.n; i++)
        mem_free(r->all.all[i].inputs);
    r->all.n = 0;
}

static enum st_code run_rounds(struct resolving *r, struct resolve_end *end, struct status *st)
{
    size_t open = 1;
    for (uint32_t i = 0; i < RATIOS_LOOKS && open && !end->interrupted; i++) {
        r->first = i ? totals[i - 1] : 0;
        r->runs = totals[i] - r->first;
        enum st_code code = run_round(r, &open, &end->interrupted, st);
        forget_round(r);
        TRY(code);
    }
    for (size_t s = 0; s < r->c->n_scenes; s++)
        for (size_t g = 1; g < r->c->n_gpus; g++) {
            const struct comparison_cell *cell = &r->c->scenes[s].cells[g];
            end->open += is_open(r, cell, cell->runs.n);
        }
    return ST_OK;
}

enum st_code comparison_resolve(struct comparison *c, struct store *store,
                                const struct resolve *how, struct resolve_end *end,
                                struct status *st)
{
    size_t cells = c->n_scenes * c->n_gpus;
    MEM_AUTO struct settings *settings = NULL;
    MEM_AUTO struct job *jobs = NULL;
    *end = (struct resolve_end){0};
    TRY(mem_make(&settings, cells, sizeof *settings, "comparison", st));
    TRY(mem_make(&jobs, cells, sizeof *jobs, "comparison", st));
    struct resolving r = {.c = c,
                          .store = store,
                          .how = how,
                          .settings = settings,
                          .all = {.all = jobs, .room = (uint32_t)cells}};
    TRY(keys_create(&r.keys, st));
    enum st_code code = run_rounds(&r, end, st);
    keys_free(r.keys);
    return code;
}
