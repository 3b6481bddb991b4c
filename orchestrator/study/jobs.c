#include "orchestrator/study/jobs.h"

#include "common/grow.h"
#include "common/json_writer.h"
#include "common/memory.h"
#include "orchestrator/predict/prepare.h"

#include <stdlib.h>
#include <string.h>

/* ---- how much work ---- */

/* Shares of a reference, roughly; only the order and the time left depend on them. */
#define PROFILE_WORK  0.05
#define ABSTRACT_WORK 0.05
#define PICTURE_WORK  0.1

static double share_of(const struct method_settings *s)
{
    double percent = s->percent ? s->percent
                     : s->extrapolate == EXTRAPOLATE_RATIO
                         ? RATIO_PERCENT
                         : 0.5 * (s->percent_min + s->percent_max);
    double levels = s->extrapolate == EXTRAPOLATE_EXPONENTIAL ? 2 : 1;
    return PROFILE_WORK + ABSTRACT_WORK + levels * percent / 100;
}

static double work_of(enum key_kind kind, const struct settings *s, double samples)
{
    return samples * (kind == KEY_SIMULATE  ? 1
                      : kind == KEY_PREDICT ? share_of(&s->method)
                                            : PICTURE_WORK);
}

/* ---- collecting ---- */

/* A job with what it is sorted by while it is found out which are the same. */
struct draft {
    struct job job;
    size_t index;
    char profile[HASH_TEXT]; /* key of the frame's profile */
    const char *scene;
};

struct planner {
    struct draft *drafts;
    uint32_t n, room;
    struct keys *keys;
    bool reference, pictures;
};

static enum st_code add(struct planner *p, enum key_kind kind, const struct settings *settings,
                        char key[HASH_TEXT], struct status *st)
{
    double samples;
    struct draft d = {.job = {.kind = kind, .settings = settings}, .index = p->n};
    TRY(keys_make(p->keys, kind, settings, d.job.key, &d.job.inputs, st));
    memcpy(key, d.job.key, HASH_TEXT);
    enum st_code code = keys_make(p->keys, KEY_PROFILE, settings, d.profile, NULL, st);
    if (code == ST_OK)
        code = keys_samples(p->keys, &settings->render, &samples, st);
    if (code == ST_OK && !grow(&p->drafts, p->n, &p->room, sizeof *p->drafts))
        code = status_no_memory(st, "jobs");
    if (code != ST_OK) {
        mem_free(d.job.inputs);
        return code;
    }
    d.job.work = work_of(kind, settings, samples);
    d.scene = settings->render.scene;
    p->drafts[p->n++] = d;
    return ST_OK;
}

static enum st_code describe(const struct grid_points *grid, const struct grid_point *point,
                             char **out, struct status *st)
{
    struct json_writer w = {0};
    json_t *all = json_writer_object(&w);
    for (uint32_t a = 0; a < grid->n_axes; a++)
        json_put_text(&w, all, grid->axes[a], point->values[a]);
    char *text = w.failed ? NULL : json_dumps(all, JSON_COMPACT);
    json_decref(all);
    *out = text ? mem_strdup(text) : NULL;
    free(text); /* jansson took it from malloc */
    return *out ? ST_OK : status_no_memory(st, "jobs");
}

static enum st_code add_point(struct planner *p, const struct grid_points *grid, size_t i,
                              struct store_point *out, struct status *st)
{
    const struct settings *settings = &grid->points[i].settings;
    TRY(describe(grid, &grid->points[i], &out->settings, st));
    TRY(add(p, KEY_PREDICT, settings, out->key, st));
    if (p->reference)
        TRY(add(p, KEY_SIMULATE, settings, out->reference_key, st));
    if (p->pictures)
        return add(p, KEY_PICTURES, settings, out->scene_key, st);
    return keys_make(p->keys, KEY_PICTURES, settings, out->scene_key, NULL, st);
}

/* ---- each once ---- */

static int by_key(const void *a, const void *b)
{
    const struct draft *x = a, *y = b;
    int order = strcmp(x->job.key, y->job.key);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static void keep_first(struct planner *p)
{
    uint32_t kept = 0;
    qsort(p->drafts, p->n, sizeof *p->drafts, by_key);
    for (uint32_t i = 0; i < p->n; i++) {
        if (kept && strcmp(p->drafts[kept - 1].job.key, p->drafts[i].job.key) == 0)
            mem_free(p->drafts[i].job.inputs);
        else
            p->drafts[kept++] = p->drafts[i];
    }
    p->n = kept;
}

/* ---- in order ---- */

static int by_scene(const void *a, const void *b)
{
    const struct draft *x = a, *y = b;
    int order = strcmp(x->scene, y->scene);
    if (!order)
        order = strcmp(x->profile, y->profile);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static int by_work(const void *a, const void *b)
{
    const struct job *x = a, *y = b;
    if (x->work != y->work)
        return x->work > y->work ? -1 : 1;
    return strcmp(x->key, y->key);
}

static enum st_code put_in_order(struct jobs *out, struct planner *p, struct status *st)
{
    uint32_t frame = 0;
    qsort(p->drafts, p->n, sizeof *p->drafts, by_scene);
    out->all = mem_calloc(p->n, sizeof *out->all);
    if (!out->all)
        return status_no_memory(st, "jobs");
    for (uint32_t i = 0; i < p->n; i++) {
        const struct draft *d = &p->drafts[i];
        bool same_scene = i && strcmp(d->scene, d[-1].scene) == 0;
        bool same_frame = same_scene && strcmp(d->profile, d[-1].profile) == 0;
        out->n_scenes += !same_scene;
        frame += !same_frame;
        out->all[i] = d->job;
        out->all[i].scene = out->n_scenes - 1;
        out->all[i].frame = frame - 1;
    }
    out->n = p->n;
    p->n = 0; /* the inputs are the jobs' now */
    qsort(out->all, out->n, sizeof *out->all, by_work);
    return ST_OK;
}

static enum st_code plan(struct jobs *out, struct planner *p, const struct grid_points *points,
                         struct status *st)
{
    out->grid = points;
    out->points = mem_calloc(points->n, sizeof *out->points);
    if (!out->points)
        return status_no_memory(st, "jobs");
    out->n_points = points->n;
    for (size_t i = 0; i < points->n; i++)
        TRY(add_point(p, points, i, &out->points[i], st));
    keep_first(p);
    return put_in_order(out, p, st);
}

enum st_code jobs_plan(struct jobs *out, const struct grid_points *points, bool reference,
                       bool pictures, struct keys *keys, struct status *st)
{
    struct planner p = {.keys = keys, .reference = reference, .pictures = pictures};
    *out = (struct jobs){0};
    enum st_code code = plan(out, &p, points, st);
    for (uint32_t i = 0; i < p.n; i++)
        mem_free(p.drafts[i].job.inputs);
    mem_free(p.drafts);
    if (code != ST_OK)
        jobs_free(out);
    return code;
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

/* ---- which next ---- */

/* The scene with the most open work. */
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

/* Jobs stand in the order of their work: the first open one is the longest. */
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

size_t jobs_next(const struct jobs *j, uint32_t scene, uint32_t frame)
{
    size_t best = longest(j, scene, frame);
    return best != SIZE_MAX ? best : longest(j, largest_scene(j), UINT32_MAX);
}
