#include "orchestrator/compare/correlate.h"

#include "common/memory.h"
#include "common/progress.h"
#include "common/suggest.h"
#include "orchestrator/compare/reference_files.h"
#include "orchestrator/predict/predict.h"
#include "sim/config/load/load.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- which rows and metrics ---- */

static enum st_code want_metric(struct correlation *c, const struct reference_runs *runs,
                                const char *name, struct status *st)
{
    struct suggestion near = {0};
    for (int m = 0; m < METRIC_ALL; m++) {
        if (strcmp(metrics[m].name, name) == 0) {
            if (!runs->column[m] && m < METRIC_MIX)
                return status_fail(st, ST_USAGE, "--metric %s: the table has no such column", name);
            c->wanted[m] = true;
            return ST_OK;
        }
        suggest_consider(&near, name, metrics[m].name);
    }
    return status_fail(st, ST_USAGE, "--metric %s: unknown metric; %s%s%s", name,
                       near.best ? "did you mean '" : "docs/reference/stats.md lists them",
                       near.best ? near.best : "", near.best ? "'?" : "");
}

/* A list with commas. */
static enum st_code want_metrics(struct correlation *c, const struct reference_runs *runs,
                                 const char *list, struct status *st)
{
    if (!list) {
        for (int m = 0; m < METRIC_ALL; m++) {
            c->wanted[m] = runs->column[m];
            c->shown[m] = c->wanted[m] || m >= METRIC_MIX;
        }
        return ST_OK;
    }
    char *copy = mem_strdup(list), *rest = NULL;
    if (!copy)
        return status_no_memory(st, "metrics");
    enum st_code code = ST_OK;
    for (char *name = strtok_r(copy, ",", &rest); code == ST_OK && name;
         name = strtok_r(NULL, ",", &rest))
        code = want_metric(c, runs, name, st);
    mem_free(copy);
    TRY(code);
    memcpy(c->shown, c->wanted, sizeof c->shown);
    for (int m = 0; m < METRIC_ALL; m++)
        if (c->wanted[m])
            return ST_OK;
    return status_fail(st, ST_USAGE,
                       "--metric %s: names no metric; docs/reference/stats.md lists them", list);
}

static enum st_code choose_rows(struct correlation *c, const struct reference_runs *runs,
                                const char *pattern, struct status *st)
{
    c->rows = mem_calloc(runs->n, sizeof *c->rows);
    if (!c->rows)
        return status_no_memory(st, "runs");
    for (size_t i = 0; i < runs->n; i++)
        if (!pattern || fnmatch(pattern, runs->runs[i].name, 0) == 0)
            c->rows[c->n++].run = &runs->runs[i];
    if (c->n == 0)
        return status_fail(st, ST_USAGE, "--rows %s: no run has such a name; the first is '%s'",
                           pattern, runs->runs[0].name);
    return ST_OK;
}

/* ---- running ---- */

/* A scene that one or more rows need. */
struct shared_world {
    const char *scene;
    enum st_code code;
    struct status st;
    struct world world;
};

static enum st_code open_world(struct world *out, const char *table, const char *scene,
                               struct status *st)
{
    char *operand;
    TRY(reference_scene(&operand, table, scene, st));
    enum st_code code = world_open(out, operand, st);
    mem_free(operand);
    return code;
}

/* Each scene once, in the order of the rows. */
static size_t open_worlds(struct shared_world *worlds, const struct correlation *c,
                          const char *table)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) {
        size_t k = 0;
        while (k < n && strcmp(worlds[k].scene, c->rows[i].run->scene) != 0)
            k++;
        if (k < n)
            continue;
        struct shared_world *w = &worlds[n++];
        w->scene = c->rows[i].run->scene;
        w->code = open_world(&w->world, table, w->scene, &w->st);
    }
    return n;
}

static enum st_code simulate(struct correlation_row *row, const struct world *world,
                             const char *table)
{
    struct settings settings = row->run->settings;
    struct gpu_config gpu;
    struct session session;
    struct result r;
    char *operand;
    TRY(reference_gpu(&operand, table, row->run->gpu, &row->st));
    enum st_code code = gpu_config_load(&gpu, operand, &row->st);
    mem_free(operand);
    TRY(code);
    settings.output.quiet = true; /* progress is shown per run */
    settings.render.shaders = row->shaders;
    TRY(session_open(&session, world, &settings.render, NULL, &row->st));
    code = simulate_frame(&r, &settings, &session, &gpu, NULL, &row->st);
    if (code == ST_OK) {
        metrics_compute_all(&r.counters, row->ours);
        result_free(&r);
    }
    session_close(&session);
    return code;
}

static void run_row(struct correlation_row *row, const struct shared_world *worlds,
                    const char *table)
{
    const struct shared_world *w = worlds;
    while (strcmp(w->scene, row->run->scene) != 0)
        w++;
    row->code = w->code;
    row->st = w->st;
    if (w->code == ST_OK && row->run->settings.render.shaders)
        row->code = reference_shaders(&row->shaders, row->run->settings.render.shaders,
                                      (enum shader_kind)row->run->settings.render.shader, &row->st);
    if (row->code == ST_OK)
        row->code = simulate(row, &w->world, table);
}

struct order {
    size_t row;
    double work;
};

static int by_work(const void *a, const void *b)
{
    const struct order *x = a, *y = b;
    if (x->work != y->work)
        return x->work > y->work ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* The longest first, so that no thread is left with it at the end. */
static void sort_rows(const struct correlation *c, struct order *order)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct settings *s = &c->rows[i].run->settings;
        order[i] =
            (struct order){i, (double)s->render.width * s->render.height * s->render.samples};
    }
    qsort(order, c->n, sizeof *order, by_work);
}

static enum st_code run_rows(struct correlation *c, const char *table, bool quiet,
                             struct status *st)
{
    struct shared_world *worlds = mem_calloc(c->n, sizeof *worlds);
    struct order *order = mem_calloc(c->n, sizeof *order);
    if (!worlds || !order) {
        mem_free(worlds);
        mem_free(order);
        return status_no_memory(st, "runs");
    }
    size_t n_worlds = open_worlds(worlds, c, table);
    sort_rows(c, order);
    struct progress *progress = progress_start("correlate", "run", c->n, quiet);
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t i = 0; i < c->n; i++) {
        run_row(&c->rows[order[i].row], worlds, table);
        progress_add(progress, 1);
    }
    progress_end(progress);
    for (size_t i = 0; i < c->n; i++)
        c->failed += c->rows[i].code != ST_OK;
    for (size_t i = 0; i < n_worlds; i++)
        if (worlds[i].code == ST_OK)
            world_close(&worlds[i].world);
    mem_free(worlds);
    mem_free(order);
    return ST_OK;
}

/* ---- comparing ---- */

double correlate_error(const struct correlation_row *row, enum metric_id metric)
{
    double ours = row->ours[metric], theirs = row->run->theirs[metric];
    if (row->code != ST_OK || isnan(theirs))
        return NAN;
    if (theirs == 0)
        return ours == 0 ? 0 : (double)NAN;
    return ours / theirs - 1;
}

static int by_value(const void *a, const void *b)
{
    const struct order *x = a, *y = b;
    return (x->work > y->work) - (x->work < y->work);
}

/* Ranks from 1; equal values share the mean of theirs. */
static void rank(const double *x, size_t n, struct order *order, double *out)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (struct order){i, x[i]};
    qsort(order, n, sizeof *order, by_value);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && order[end].work == order[i].work;)
            end++;
        for (size_t k = i; k < end; k++)
            out[order[k].row] = 0.5 * (double)(i + 1 + end);
    }
}

static double pearson(const double *x, const double *y, size_t n)
{
    double mean = 0.5 * (double)(n + 1), xy = 0, xx = 0, yy = 0; /* of ranks */
    for (size_t i = 0; i < n; i++) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : (double)NAN;
}

enum st_code correlate_ranks(const double *x, const double *y, size_t n, double *out,
                             struct status *st)
{
    struct order *order = mem_calloc(n, sizeof *order);
    double *ranks = mem_calloc(2 * n, sizeof *ranks);
    if (order && ranks) {
        rank(x, n, order, ranks);
        rank(y, n, order, ranks + n);
        *out = n < 2 ? (double)NAN : pearson(ranks, ranks + n, n);
    }
    enum st_code code = order && ranks ? ST_OK : status_no_memory(st, "ranks");
    mem_free(order);
    mem_free(ranks);
    return code;
}

static enum st_code summarise(struct correlation *c, enum metric_id m, double *pairs,
                              struct status *st)
{
    struct correlation_summary *s = &c->summary[m];
    size_t n = 0;
    *s = (struct correlation_summary){
        .mean_error = 0, .worst_error = NAN, .worst_difference = NAN, .rank_correlation = NAN};
    for (size_t i = 0; i < c->n; i++) {
        const struct correlation_row *row = &c->rows[i];
        double theirs = row->run->theirs[m], error = correlate_error(row, m);
        if (row->code != ST_OK || isnan(theirs))
            continue;
        pairs[n] = row->ours[m];
        pairs[c->n + n++] = theirs;
        if (!(fabs(row->ours[m] - theirs) <= fabs(s->worst_difference)))
            s->worst_difference = row->ours[m] - theirs;
        if (isnan(error))
            continue;
        s->n++;
        s->mean_error += fabs(error);
        if (!(fabs(error) <= fabs(s->worst_error))) {
            s->worst_error = error;
            s->worst_row = i;
        }
    }
    s->mean_error = s->n ? s->mean_error / (double)s->n : (double)NAN;
    return correlate_ranks(pairs, pairs + c->n, n, &s->rank_correlation, st);
}

static enum st_code summarise_all(struct correlation *c, struct status *st)
{
    double *pairs = mem_calloc(2 * c->n, sizeof *pairs);
    enum st_code code = pairs ? ST_OK : status_no_memory(st, "runs");
    for (int m = 0; code == ST_OK && m < METRIC_ALL; m++)
        if (c->wanted[m])
            code = summarise(c, (enum metric_id)m, pairs, st);
    mem_free(pairs);
    return code;
}

enum st_code correlate_run(struct correlation *out, const struct reference_runs *runs,
                           const struct settings *settings, struct status *st)
{
    memset(out, 0, sizeof *out);
    TRY(want_metrics(out, runs, settings->command.metric, st));
    enum st_code code = choose_rows(out, runs, settings->command.rows, st);
    if (code == ST_OK)
        code = run_rows(out, settings->render.scene, settings->output.quiet, st);
    if (code == ST_OK)
        code = summarise_all(out, st);
    if (code != ST_OK)
        correlate_free(out);
    return code;
}

void correlate_free(struct correlation *c)
{
    for (size_t i = 0; c->rows && i < c->n; i++)
        mem_free(c->rows[i].shaders);
    mem_free(c->rows);
    memset(c, 0, sizeof *c);
}
