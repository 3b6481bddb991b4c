#include "orchestrator/compare/correlate.h"

#include "common/auto.h"
#include "common/progress.h"
#include "common/suggest.h"
#include "orchestrator/compare/reference_files.h"
#include "orchestrator/predict/repeat.h"
#include "orchestrator/settings/models.h"
#include "orchestrator/settings/output.h"
#include "orchestrator/statistics/survey.h"
#include "orchestrator/study/pool.h"
#include "orchestrator/workload/workload_open.h"

#include <fnmatch.h>
#include <jansson.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows and metrics ---- */

static enum st_code want_metric(struct correlation *c, const struct reference_runs *runs,
                                const char *name, struct status *st)
{
    struct suggestion near = {0};
    for (int m = 0; m < RUN_VALUES; m++) {
        if (strcmp(run_value(m)->name, name) == 0) {
            if (!runs->column[m] && (m < METRIC_MIX || m == RUN_FPS))
                return status_fail(st, ST_USAGE, "--metric %s: the table has no such column", name);
            c->wanted[m] = true;
            return ST_OK;
        }
        suggest_consider(&near, name, run_value(m)->name);
    }
    return status_fail(st, ST_USAGE, "--metric %s: unknown metric; %s%s%s", name,
                       near.best ? "did you mean '" : "docs/reference/stats.md lists them",
                       near.best ? near.best : "", near.best ? "'?" : "");
}

/* Marks the metrics of a comma-separated list as wanted. */
static enum st_code want_metrics(struct correlation *c, const struct reference_runs *runs,
                                 const char *list, struct status *st)
{
    if (!list) {
        for (int m = 0; m < RUN_VALUES; m++) {
            c->wanted[m] = runs->column[m];
            c->shown[m] = c->wanted[m] || (!c->predicted && m >= METRIC_MIX && m < METRIC_ALL);
        }
        return ST_OK;
    }
    MEM_AUTO char *copy;
    TRY(mem_copy_text(&copy, list, "metrics", st));
    for (char *name = copy, *comma; name; name = comma) {
        comma = strchr(name, ',');
        if (comma)
            *comma++ = 0;
        if (!*name)
            return status_fail(st, ST_USAGE,
                               "--metric %s: names no metric beside a comma; "
                               "docs/reference/stats.md lists them",
                               list);
        TRY(want_metric(c, runs, name, st));
    }
    memcpy(c->shown, c->wanted, sizeof c->shown);
    return ST_OK;
}

static enum st_code choose_rows(struct correlation *c, const struct reference_runs *runs,
                                const struct settings *settings, struct status *st)
{
    const char *pattern = settings->command.rows;
    const bool by_model = models_simulating(settings->method.model) != MODEL_CYCLE;
    TRY(mem_make(&c->rows, runs->n, sizeof *c->rows, "runs", st));
    for (size_t i = 0; i < runs->n; i++)
        if (!pattern || fnmatch(pattern, runs->runs[i].name, 0) == 0)
            c->rows[c->n++] = (struct correlation_row){
                .run = &runs->runs[i], .predicted = runs->predicted, .by_model = by_model};
    if (c->n == 0)
        return status_fail(st, ST_USAGE, "--rows %s: no run has such a name; the first is '%s'",
                           pattern, runs->runs[0].name);
    return ST_OK;
}

/* ---- running ---- */

/* Finds the files that the table names. A fault in a run's shaders makes only that row fail. */
static enum st_code find_files(struct correlation_row *row, const char *table, struct status *st)
{
    const struct reference_run *run = row->run;
    row->settings = run->settings;
    TRY(workload_is(run->scene) ? mem_copy_text(&row->scene, run->scene, "runs", st)
                                : reference_scene(&row->scene, table, run->scene, st));
    TRY(reference_gpu(&row->gpu, table, run->gpu, st));
    if (run->settings.render.shaders && !workload_is(run->scene))
        row->code = reference_shaders(&row->shaders, run->settings.render.shaders,
                                      (enum shader_kind)run->settings.render.shader, &row->st);
    row->settings.render.scene = row->scene;
    row->settings.render.gpu = row->gpu;
    row->settings.render.shaders = row->shaders;
    if (row->code == ST_NOMEM)
        *st = row->st;
    return row->code == ST_NOMEM ? ST_NOMEM : ST_OK;
}

/* Fills the settings of each repetition. Repetition i is run i of `simulate --repeat`, run on its
 * own so that all repetitions go side by side. */
static enum st_code repeat_row(struct correlation_row *row, uint32_t n, struct status *st)
{
    TRY(mem_make(&row->runs, n, sizeof *row->runs, "runs", st));
    TRY(mem_make(&row->each, n, sizeof *row->each, "runs", st));
    for (uint32_t i = 0; i < n; i++) {
        row->runs[i] = row->settings;
        row->runs[i].method.repeat = 1;
        row->runs[i].output.stats = true; /* documents of kernels then have their counters */
        row->runs[i].method.first_run = row->settings.method.first_run + i;
    }
    return ST_OK;
}

static enum st_code find_all(struct correlation *c, const char *table, struct status *st)
{
    for (size_t i = 0; i < c->n; i++) {
        TRY(find_files(&c->rows[i], table, st));
        TRY(output_check_operands(&c->rows[i].settings, st));
        TRY(repeat_row(&c->rows[i], c->repeat, st));
    }
    return ST_OK;
}

/* Work of a kernel beside those of frames: its launches are not known yet. */
enum { KERNEL_WORK = 1 << 20 };

static enum st_code plan_jobs(struct jobs *out, struct correlation *c, struct status *st)
{
    TRY(mem_make(&out->all, c->n * c->repeat, sizeof *out->all, "runs", st));
    for (size_t i = 0; i < c->n * c->repeat; i++) {
        const struct correlation_row *row = &c->rows[i / c->repeat];
        const struct render_settings *r = &row->settings.render;
        if (row->code == ST_OK)
            out->all[out->n++] = (struct job){
                .kind = correlate_kind(row),
                .settings = &row->runs[i % c->repeat],
                .index = i,
                .work = workload_is(row->scene) ? KERNEL_WORK
                                                : (double)r->width * r->height * r->samples};
    }
    jobs_arrange(out);
    return ST_OK;
}

enum key_kind correlate_kind(const struct correlation_row *row)
{
    return row->predicted || row->by_model ? KEY_PREDICT : KEY_SIMULATE;
}

static void clear(double values[RUN_VALUES])
{
    for (int v = 0; v < RUN_VALUES; v++)
        values[v] = NAN;
}

/* Sends the metrics back from the process that ran the job. */
static enum st_code answer(void *context, const struct pipeline *p, const struct result *r,
                           struct status *st)
{
    double ours[RUN_VALUES];
    struct gpu_counters counters = r->counters;
    (void)p;
    if (r->kind == RESULT_PREDICTION) {
        clear(ours);
        for (int m = 0; m < METRIC_COUNT; m++)
            ours[m] = r->metrics[m].value;
        ours[RUN_FPS] = result_frames_per_second(r);
        return answer_add(context, ours, sizeof ours, st);
    }
    counters.gpu.cycles -= repeat_delay(r->settings.method.first_run);
    metrics_compute_all(&counters, ours);
    ours[RUN_FPS] = NAN;
    return answer_add(context, ours, sizeof ours, st);
}

/* Whether a document has all counters, and these. */
static bool read_counters(const json_t *document, struct gpu_counters *out)
{
    const json_t *all = json_object_get(document, "counters");
    *out = (struct gpu_counters){0};
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        const json_t *section = json_object_get(all, table->section);
        if (!section && !gpu_counters_shown(table, out)) /* stored without counters */
            continue;
        for (size_t i = 0; i < table->n_rows; i++) {
            const json_t *value = json_object_get(section, table->rows[i].name);
            if (!value && counter_absent(&table->rows[i], 0))
                continue;
            if (!json_is_integer(value))
                return false;
            *counter_field(table, &table->rows[i], out) = (uint64_t)json_integer_value(value);
        }
    }
    return true;
}

static bool take_metrics(const struct correlation_row *row, uint32_t i, const json_t *document,
                         double *ours)
{
    struct gpu_counters counters;
    if (row->predicted || row->by_model) {
        const json_t *all = json_object_get(document, "metrics");
        for (int m = 0; m < METRIC_COUNT; m++) {
            const json_t *value = json_object_get(json_object_get(all, metrics[m].name), "value");
            ours[m] = json_is_number(value) ? json_number_value(value) : (double)NAN;
        }
        if (row->by_model)
            return isfinite(ours[METRIC_CYCLES]);
        ours[RUN_FPS] = 1000 / json_number_value(json_object_get(document, "frame_time_ms"));
        return isfinite(ours[RUN_FPS]);
    }
    if (!read_counters(document, &counters))
        return false;
    if (!workload_is(row->scene)) /* kernels are not perturbed */
        counters.gpu.cycles -= repeat_delay(row->runs[i].method.first_run);
    metrics_compute_all(&counters, ours);
    return true;
}

enum st_code correlate_take_document(struct correlation_row *row, uint32_t i, const char *text,
                                     bool *whole, struct status *st)
{
    json_auto_t *document = NULL;
    clear(row->each[i]);
    TRY(json_of_text(&document, text, st));
    *whole = take_metrics(row, i, document, row->each[i]);
    return ST_OK;
}

/* Stores the answer of repetition i. Where several repetitions fail, the row keeps the reason of
 * the last to arrive. */
static void take_answer(struct correlation_row *row, uint32_t i, struct pool_event *e)
{
    bool done = e->answer.code == ST_OK, whole;
    enum st_code code = ST_OK;
    if (!done)
        code = status_fail(&row->st, e->answer.code, "%s", answer_reason(&e->answer));
    else if (workload_is(row->scene))
        code = correlate_take_document(row, i, e->answer.parts[0].bytes, &whole, &row->st);
    else
        memcpy(row->each[i], e->answer.parts[0].bytes, sizeof row->each[i]);
    if (code != ST_OK)
        row->code = code;
    e->job->state = done ? JOB_DONE : JOB_FAILED;
    answer_free(&e->answer);
}

static enum st_code run_jobs(struct correlation *c, struct jobs *jobs, bool quiet,
                             struct status *st)
{
    AUTO(pool_close) struct pool pool;
    const struct pool_options how = {(uint32_t)omp_get_max_threads(), answer, -1};
    TRY(pool_open(&pool, jobs, &how, st));
    struct progress *progress = progress_start("correlate", "run", c->n * c->repeat, quiet);
    progress_add(progress, c->n * c->repeat - jobs->n); /* the other repetitions have failed */
    enum st_code code;
    while ((code = pool_fill(&pool, NULL, NULL, st)) == ST_OK && pool_busy(&pool)) {
        struct pool_event event;
        pool_wait(&pool, -1, &event);
        if (!event.job)
            continue;
        take_answer(&c->rows[event.job->index / c->repeat],
                    (uint32_t)(event.job->index % c->repeat), &event);
        progress_add(progress, 1);
    }
    progress_end(progress);
    return code;
}

/* ---- comparing ---- */

double correlate_error(const struct correlation_row *row, int metric)
{
    double ours = row->ours[metric], theirs = row->run->theirs[metric];
    if (row->code != ST_OK || isnan(theirs))
        return NAN;
    if (theirs == 0)
        return ours == 0 ? 0 : (double)NAN;
    return ours / theirs - 1;
}

/* The distance from the mean of the repetitions within which one more repetition would lie: t s
 * sqrt(1 + 1 / n), with s their standard deviation. 0 for one repetition. */
static double reach_of(const struct correlation_row *row, uint32_t repeat, int metric)
{
    if (repeat < 2)
        return 0;
    return survey_quantile(95, repeat - 1) * row->deviation[metric] * sqrt(1 + 1.0 / repeat);
}

bool correlate_inside(const struct correlation_row *row, uint32_t repeat, int metric)
{
    double apart = fabs(row->ours[metric] - row->run->theirs[metric]);
    double rounding = row->run->rounding[metric] * (1 + 1e-9); /* a difference of exactly half a
                                                                  digit is rounded itself */
    return row->code == ST_OK && apart <= reach_of(row, repeat, metric) + rounding;
}

/* Computes the mean and the standard deviation of a row's repetitions. */
static void take_mean(struct correlation_row *row, uint32_t n)
{
    for (int m = 0; m < RUN_VALUES; m++) {
        double sum = 0, squares = 0;
        for (uint32_t i = 0; i < n; i++)
            sum += row->each[i][m];
        row->ours[m] = sum / n;
        for (uint32_t i = 0; i < n; i++)
            squares += (row->each[i][m] - row->ours[m]) * (row->each[i][m] - row->ours[m]);
        row->deviation[m] = n > 1 ? sqrt(squares / (n - 1)) : 0;
    }
}

/* A number and its index. */
struct place_of {
    size_t row;
    double value;
};

static int by_value(const void *a, const void *b)
{
    const struct place_of *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Ranks the numbers from 1 on; equal numbers share the mean of their ranks. */
static void rank(const double *x, size_t n, struct place_of *order, double *out)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (struct place_of){i, x[i]};
    qsort(order, n, sizeof *order, by_value);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && order[end].value == order[i].value;)
            end++;
        for (size_t k = i; k < end; k++)
            out[order[k].row] = 0.5 * (double)(i + 1 + end);
    }
}

static double pearson(const double *x, const double *y, size_t n)
{
    double mean = 0.5 * (double)(n + 1), xy = 0, xx = 0, yy = 0; /* mean is that of the ranks */
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
    MEM_AUTO struct place_of *order;
    MEM_AUTO double *ranks = NULL;
    TRY(mem_make(&order, n, sizeof *order, "ranks", st));
    TRY(mem_make(&ranks, 2 * n, sizeof *ranks, "ranks", st));
    rank(x, n, order, ranks);
    rank(y, n, order, ranks + n);
    *out = n < 2 ? (double)NAN : pearson(ranks, ranks + n, n);
    return ST_OK;
}

static enum st_code summarise(struct correlation *c, int m, double *pairs, struct status *st)
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
        s->compared++;
        s->inside += correlate_inside(row, c->repeat, m);
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

/* ---- frame rates of several GPUs ---- */

static const struct correlation_row *first_of_group(const struct correlation *c, size_t i)
{
    size_t first = 0;
    while (strcmp(c->rows[first].run->scene, c->rows[i].run->scene) != 0 ||
           strcmp(c->rows[first].run->group, c->rows[i].run->group) != 0)
        first++;
    return &c->rows[first];
}

static void set_ratio(const struct correlation *c, size_t i)
{
    struct correlation_row *row = &c->rows[i];
    const struct correlation_row *first = first_of_group(c, i);
    row->ratio = row->ratio_theirs = NAN;
    if (row == first || !*row->run->group || row->code != ST_OK || first->code != ST_OK)
        return;
    row->ratio = row->ours[RUN_FPS] / first->ours[RUN_FPS];
    row->ratio_theirs = row->run->theirs[RUN_FPS] / first->run->theirs[RUN_FPS];
}

/* Compares a row with another of its scene. */
static void compare_pair(struct correlation_order *o, struct correlation_row *a,
                         const struct correlation_row *b, bool once)
{
    double theirs = a->run->theirs[RUN_FPS] - b->run->theirs[RUN_FPS];
    double ours = a->ours[RUN_FPS] - b->ours[RUN_FPS];
    a->place += ours < 0;
    a->place_theirs += theirs < 0;
    if (!once || strcmp(a->run->gpu, b->run->gpu) == 0)
        return;
    o->pairs++;
    o->ordered += (ours < 0) == (theirs < 0);
}

static void set_order(struct correlation *c)
{
    struct correlation_order *o = &c->order;
    *o = (struct correlation_order){.worst_ratio = NAN};
    for (size_t i = 0; i < c->n; i++) {
        struct correlation_row *row = &c->rows[i];
        set_ratio(c, i);
        row->place = row->place_theirs = row->code == ST_OK;
        for (size_t k = 0; row->code == ST_OK && k < c->n; k++)
            if (c->rows[k].code == ST_OK && strcmp(c->rows[k].run->scene, row->run->scene) == 0)
                compare_pair(o, row, &c->rows[k], k < i);
        if (isnan(row->ratio))
            continue;
        double error = row->ratio / row->ratio_theirs - 1;
        o->ratios++;
        o->ratio_error += fabs(error);
        if (!(fabs(error) <= fabs(o->worst_ratio)))
            o->worst_ratio = error;
    }
    o->ratio_error = o->ratios ? o->ratio_error / o->ratios : (double)NAN;
}

enum st_code correlate_summarise(struct correlation *c, struct status *st)
{
    MEM_AUTO double *pairs;
    c->failed = 0;
    for (size_t i = 0; i < c->n; i++) {
        c->failed += c->rows[i].code != ST_OK;
        if (c->rows[i].code == ST_OK)
            take_mean(&c->rows[i], c->repeat);
    }
    TRY(mem_make(&pairs, 2 * c->n, sizeof *pairs, "runs", st));
    for (int m = 0; m < RUN_VALUES; m++)
        if (c->wanted[m])
            TRY(summarise(c, m, pairs, st));
    if (c->predicted)
        set_order(c);
    return ST_OK;
}

/* Frames of another simulator are what the cycle model is held against. */
static enum st_code check_model(const struct correlation *c, struct status *st)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].by_model && !c->rows[i].predicted && c->rows[i].code == ST_OK &&
            !workload_is(c->rows[i].scene))
            return status_fail(st, ST_USAGE,
                               "--model and %s, a frame that is simulated cycle by cycle; expected "
                               "kernels or frames with a rate (--rows)",
                               c->rows[i].run->name);
    return ST_OK;
}

enum st_code correlate_choose(struct correlation *out, const struct reference_runs *runs,
                              const struct settings *settings, struct status *st)
{
    memset(out, 0, sizeof *out);
    out->repeat = settings->method.repeat;
    out->predicted = runs->predicted;
    if (out->predicted && out->repeat > 1)
        return status_fail(
            st, ST_USAGE,
            "--repeat %u: the frames of a table with a column 'fps' are predicted, and "
            "predictions are not perturbed",
            out->repeat);
    TRY(want_metrics(out, runs, settings->command.metric, st));
    TRY_ELSE(choose_rows(out, runs, settings, st), correlate_free(out));
    TRY_ELSE(find_all(out, settings->render.scene, st), correlate_free(out));
    TRY_ELSE(check_model(out, st), correlate_free(out));
    return ST_OK;
}

enum st_code correlate_run(struct correlation *c, bool quiet, struct status *st)
{
    AUTO(jobs_free) struct jobs jobs = {0};
    TRY(plan_jobs(&jobs, c, st));
    TRY(run_jobs(c, &jobs, quiet, st));
    return correlate_summarise(c, st);
}

void correlate_free(struct correlation *c)
{
    for (size_t i = 0; c->rows && i < c->n; i++) {
        MEM_FREE(c->rows[i].runs, c->rows[i].each);
        mem_free(c->rows[i].scene);
        mem_free(c->rows[i].gpu);
        mem_free(c->rows[i].shaders);
    }
    mem_free(c->rows);
    memset(c, 0, sizeof *c);
}
