#include "orchestrator/study/jobs.h"

#include "common/auto.h"
#include "common/grow.h"
#include "common/json_writer.h"
#include "common/memory.h"
#include "orchestrator/workload/workload_open.h"

#include <stdlib.h>
#include <string.h>

/* ---- work ---- */

/* Work of a profile, an approximate run and sampling units as rough multiples of a reference's
 * work. Only the order of jobs and the estimate of the time left depend on them. */
#define PROFILE_WORK     0.05
#define APPROXIMATE_WORK 0.5
#define WINDOWS_WORK     0.15
#define PICTURE_WORK     0.1

static double share_of_groups(const struct method_settings *s)
{
    double percent = s->percent ? s->percent : 0.5 * (s->percent_min + s->percent_max);
    /* Several levels run at the percentage, 3/4 and 1/2 of it. */
    double levels = (extrapolate_levels(s->extrapolate) + 1) / 2.0;
    return PROFILE_WORK + levels * percent / 100;
}

static double share_of(const struct method_settings *s)
{
    if (s->sample == SAMPLE_GROUPS || samples_means_groups(s))
        return share_of_groups(s);
    if (s->sample == SAMPLE_WINDOWS)
        return WINDOWS_WORK;
    return s->model == MODEL_CYCLE ? 1 : APPROXIMATE_WORK;
}

static uint32_t runs_of(enum key_kind kind, const struct method_settings *s)
{
    return kind == KEY_SIMULATE && s->repeat > 1 ? s->repeat : 1;
}

/* A comparison of instruction sets runs both, so it takes twice the work. */
static double share_of_model(const struct method_settings *s)
{
    if (s->observe == OBSERVE_INSTRUCTIONS)
        return 2;
    return models_simulating(s->model) == MODEL_CYCLE ? 1 : APPROXIMATE_WORK;
}

double jobs_work(enum key_kind kind, const struct settings *s, double samples)
{
    switch (kind) {
    case KEY_PREDICT:
        return samples * share_of(&s->method);
    case KEY_SIMULATE:
        return samples * runs_of(kind, &s->method);
    case KEY_MODEL:
        return samples * share_of_model(&s->method);
    case KEY_PICTURES:
    case KEY_PROFILE:
        break;
    }
    return samples * PICTURE_WORK;
}

/* ---- collecting ---- */

struct planner {
    struct jobs *out;
    struct keys *keys;
    size_t point; /* index of the point that is being read */
    struct jobs_wanted wanted;
};

static enum st_code describe_job(struct planner *p, struct job *job, struct status *st)
{
    double samples;
    TRY(keys_make(p->keys, job->kind, job->settings, job->key, &job->inputs, st));
    TRY(keys_make(p->keys, KEY_PROFILE, job->settings, job->profile, NULL, st));
    TRY(keys_samples(p->keys, &job->settings->render, &samples, st));
    job->work = jobs_work(job->kind, job->settings, samples);
    return ST_OK;
}

static enum st_code add_job(struct planner *p, enum key_kind kind, const struct settings *settings,
                            char key[HASH_TEXT], struct status *st)
{
    struct jobs *j = p->out;
    if (!grow(&j->all, j->n, &j->room, sizeof *j->all))
        return status_no_memory(st, "jobs");
    struct job *job = &j->all[j->n++];
    *job = (struct job){.kind = kind, .settings = settings, .index = p->point};
    TRY(describe_job(p, job, st));
    memcpy(key, job->key, HASH_TEXT);
    return ST_OK;
}

static enum st_code describe_point(const struct grid_points *grid, const struct grid_point *point,
                                   char **out, struct status *st)
{
    struct json_writer w = {0};
    json_t *all = json_writer_object(&w);
    for (uint32_t a = 0; a < grid->n_axes; a++)
        json_put_text(&w, all, grid->axes[a], point->values[a]);
    return json_writer_text(&w, all, out, st);
}

static enum st_code add_point(struct planner *p, const struct grid_points *grid, size_t i,
                              struct store_point *out, struct status *st)
{
    const struct settings *settings = &grid->points[i].settings;
    p->point = i;
    TRY(describe_point(grid, &grid->points[i], &out->settings, st));
    TRY(add_job(p, p->wanted.result, settings, out->key, st));
    if (p->wanted.reference)
        TRY(add_job(p, KEY_SIMULATE, settings, out->reference_key, st));
    if (p->wanted.pictures && !workload_is(settings->render.scene)) /* a kernel has no pictures */
        return add_job(p, KEY_PICTURES, settings, out->scene_key, st);
    return keys_make(p->keys, KEY_PICTURES, settings, out->scene_key, NULL, st);
}

/* ---- making each job once ---- */

static int by_index(const struct job *x, const struct job *y)
{
    return (x->index > y->index) - (x->index < y->index);
}

static int by_key(const void *a, const void *b)
{
    const struct job *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : by_index(x, y);
}

static void keep_first(struct jobs *j)
{
    uint32_t kept = 0;
    qsort(j->all, j->n, sizeof *j->all, by_key);
    for (uint32_t i = 0; i < j->n; i++) {
        if (kept && strcmp(j->all[kept - 1].key, j->all[i].key) == 0)
            mem_free(j->all[i].inputs);
        else
            j->all[kept++] = j->all[i];
    }
    j->n = kept;
}

/* ---- ordering jobs ---- */

static int by_scene(const void *a, const void *b)
{
    const struct job *x = a, *y = b;
    int order = strcmp(x->settings->render.scene, y->settings->render.scene);
    return order ? order : strcmp(x->profile, y->profile);
}

static int by_work(const void *a, const void *b)
{
    const struct job *x = a, *y = b;
    if (x->work != y->work)
        return x->work > y->work ? -1 : 1;
    int order = strcmp(x->key, y->key);
    return order ? order : by_index(x, y);
}

void jobs_arrange(struct jobs *j)
{
    qsort(j->all, j->n, sizeof *j->all, by_scene);
    for (uint32_t i = 0, scene = 0, frame = 0; i < j->n; i++) {
        struct job *job = &j->all[i];
        if (i && by_scene(job - 1, job) != 0) {
            scene += strcmp(job->settings->render.scene, job[-1].settings->render.scene) != 0;
            frame++;
        }
        job->scene = scene;
        job->frame = frame;
        j->n_scenes = scene + 1;
    }
    qsort(j->all, j->n, sizeof *j->all, by_work);
}

static enum st_code plan(struct planner *p, const struct grid_points *points, struct status *st)
{
    struct jobs *out = p->out;
    TRY(mem_make(&out->points, points->n, sizeof *out->points, "jobs", st));
    out->n_points = points->n;
    for (size_t i = 0; i < points->n; i++)
        TRY(add_point(p, points, i, &out->points[i], st));
    keep_first(out);
    jobs_arrange(out);
    return ST_OK;
}

enum st_code jobs_plan(struct jobs *out, const struct grid_points *points,
                       struct jobs_wanted wanted, struct keys *keys, struct status *st)
{
    struct planner p = {out, keys, 0, wanted};
    *out = (struct jobs){0};
    TRY_ELSE(plan(&p, points, st), jobs_free(out));
    return ST_OK;
}

void jobs_keep(struct jobs *j, const bool *keep)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < j->n; i++) {
        if (keep[i])
            j->all[kept++] = j->all[i];
        else
            mem_free(j->all[i].inputs);
    }
    j->n = kept;
}

void jobs_free(struct jobs *j)
{
    for (size_t i = 0; i < j->n; i++)
        mem_free(j->all[i].inputs);
    for (size_t i = 0; i < j->n_points; i++)
        mem_free(j->points[i].settings);
    mem_free(j->all);
    mem_free(j->points);
    *j = (struct jobs){0};
}

/* ---- the next job ---- */

/* Returns the number of the scene with the most open work. */
static uint32_t largest_scene(const struct jobs *j)
{
    uint32_t best = UINT32_MAX;
    double most = -1;
    for (uint32_t s = 0; s < j->n_scenes; s++) {
        double work = 0;
        bool open = false;
        for (size_t i = 0; i < j->n; i++)
            if (j->all[i].scene == s && j->all[i].state == JOB_OPEN) {
                work += j->all[i].work;
                open = true;
            }
        if (open && work > most) {
            most = work;
            best = s;
        }
    }
    return best;
}

/* Returns the open job with the most work: the first open one, as jobs are sorted by work. */
static size_t longest(const struct jobs *j, uint32_t scene, uint32_t frame)
{
    size_t of_scene = SIZE_MAX;
    for (size_t i = 0; i < j->n; i++) {
        const struct job *job = &j->all[i];
        if (job->state != JOB_OPEN || job->scene != scene)
            continue;
        if (job->frame == frame)
            return i;
        if (of_scene == SIZE_MAX)
            of_scene = i;
    }
    return of_scene;
}

uint32_t jobs_threads(const struct jobs *j, size_t at, uint32_t processes)
{
    const struct job *job = &j->all[at];
    uint32_t runs = runs_of(job->kind, &job->settings->method), left = 1;
    for (size_t i = 0; i < j->n; i++)
        left += i != at && (j->all[i].state == JOB_OPEN || j->all[i].state == JOB_RUNNING);
    uint32_t share = processes / left;
    return share < 1 ? 1 : share < runs ? share : runs;
}

size_t jobs_next(const struct jobs *j, uint32_t scene, uint32_t frame)
{
    size_t best = longest(j, scene, frame);
    return best != SIZE_MAX ? best : longest(j, largest_scene(j), UINT32_MAX);
}
