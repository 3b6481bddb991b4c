#include "orchestrator/study/sequence.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "scenes/camera_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum st_code sequence_check_frames(const struct range *r, const struct settings *settings,
                                   const struct scene *scene, struct status *st)
{
    uint32_t last = scene_last_frame(scene);
    if (range_at(r, range_count(r) - 1) <= last)
        return ST_OK;
    if (last == 0)
        return status_fail(st, ST_USAGE,
                           "--frames is '%s' and '%s' has no camera path; the scene needs a path",
                           settings->command.frames, scene->name);
    return status_fail(st, ST_USAGE, "--frames is '%s'; the camera path of '%s' has frames 0 to %u",
                       settings->command.frames, scene->name, last);
}

static void take_frame(struct sequence *s, const struct result *r)
{
    struct sequence_frame *f = &s->frames[s->n++];
    f->number = r->frame.number;
    result_values(&f->values, r);
    s->profiles_cached += r->cost.profile_cached;
    cost_merge(&s->cost, &r->cost);
    s->cost.profile_cached = s->profiles_cached == s->n;
    s->gpu = r->gpu;
    if (s->n == 1)
        s->frame = r->frame;
}

/* The state that all frames of a run share. */
struct path {
    struct sequence *out;
    struct job_memory memory;
    job_visit visit;
    void *context;
    FILE *dump;
};

/* Keeps a frame's result. An interrupted frame is not complete and is left out. */
static enum st_code keep(void *context, const struct pipeline *p, const struct result *r,
                         struct status *st)
{
    struct path *path = context;
    path->memory.world.setup = (struct cost_time){0}; /* only the first frame's cost includes it */
    if (r->interrupted)
        return ST_OK;
    TRY(path->visit(path->context, p, r, st));
    take_frame(path->out, r);
    return ST_OK;
}

/* Updates the one progress line of the sequence; the frames show none of their own, which would
 * hide it. */
static void show_sequence(const struct sequence *s, struct progress *progress)
{
    const struct sequence_frame *f = &s->frames[s->n - 1];
    char text[PROGRESS_NOTE];
    snprintf(text, sizeof text, "frame %u: %.4g ms", f->number, f->values.time_ms.value);
    progress_note(progress, text);
    progress_add(progress, 1);
}

static enum st_code predict_all(struct path *path, struct status *st)
{
    struct sequence *s = path->out;
    struct progress *progress =
        progress_start("predict", "frame", s->asked, s->settings.output.quiet);
    for (size_t i = 0; i < s->asked && !interrupt_signal(); i++) {
        struct settings settings = s->settings;
        size_t before = s->n;
        settings.command.frames = NULL;
        settings.output.quiet = true;
        settings.render.frame = (uint32_t)range_at(&s->range, i);
        enum st_code code =
            job_run(&path->memory, KEY_PREDICT, &settings, path->dump, keep, path, st);
        if (code != ST_OK && !interrupt_signal()) {
            s->code = code;
            s->failed = settings.render.frame;
            snprintf(s->reason, sizeof s->reason, "%s", st->text);
            break;
        }
        if (s->n > before)
            show_sequence(s, progress);
    }
    progress_end(progress);
    s->interrupted = s->code == ST_OK && s->n < s->asked;
    if (s->n > 0)
        return ST_OK;
    return s->code != ST_OK ? s->code
                            : status_fail(st, ST_FAILED, "interrupted; there is no result");
}

static enum st_code run_sequence(struct path *path, struct status *st)
{
    struct sequence *s = path->out;
    TRY(job_open_scene(&path->memory, &s->settings, st));
    const struct scene *scene = path->memory.world.scene;
    TRY(sequence_check_frames(&s->range, &s->settings, scene, st));
    s->asked = range_count(&s->range);
    TRY(mem_copy_text(&s->scene, scene->name, "frames", st));
    TRY(mem_make(&s->frames, s->asked, sizeof *s->frames, "frames", st));
    return predict_all(path, st);
}

enum st_code sequence_run(struct sequence *out, const struct settings *settings, job_visit visit,
                          void *context, FILE *dump, struct status *st)
{
    struct path path = {.out = out, .visit = visit, .context = context, .dump = dump};
    *out = (struct sequence){.settings = *settings};
    TRY(range_read_whole(&out->range, "--frames", settings->command.frames, 0, SCENE_MOST_FRAME,
                         st));
    enum st_code code = run_sequence(&path, st);
    job_forget(&path.memory);
    if (code != ST_OK)
        sequence_free(out);
    return code;
}

void sequence_free(struct sequence *s)
{
    mem_free(s->scene);
    mem_free(s->frames);
    *s = (struct sequence){0};
}

/* ---- the summary ---- */

/* A statistic over the n numbers of the frames; it may reorder `x`. */
typedef double (*statistic)(double *x, size_t n);

static double mean(double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static double greatest(double *x, size_t n)
{
    double most = x[0];
    for (size_t i = 1; i < n; i++)
        most = fmax(most, x[i]);
    return most;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns the least of the numbers that at least 99 % of them do not exceed. */
static double percentile(double *x, size_t n)
{
    qsort(x, n, sizeof *x, compare);
    return x[(99 * n + 99) / 100 - 1];
}

/* Applies a statistic to the values, the lower and the upper bounds of the estimate that lies at
 * `offset` in each frame. `x` is working memory. */
static struct estimate over(const struct sequence *s, size_t offset, statistic of, double *x)
{
    struct estimate out = {(double)NAN, (double)NAN, (double)NAN};
    double *const into[] = {&out.value, &out.low, &out.high};
    bool bounds = true;
    for (int part = 0; part < 3; part++) {
        for (size_t i = 0; i < s->n; i++) {
            const struct estimate *e =
                (const struct estimate *)((const char *)&s->frames[i] + offset);
            const double parts[] = {e->value, e->low, e->high};
            x[i] = parts[part];
            bounds = bounds && survey_has_bounds(e);
        }
        if (part == 0 || bounds)
            *into[part] = of(x, s->n);
    }
    return out;
}

enum st_code sequence_summarize(struct sequence_summary *out, const struct sequence *s,
                                struct status *st)
{
    const size_t time = offsetof(struct sequence_frame, values.time_ms);
    MEM_AUTO double *x;
    TRY(mem_make(&x, s->n, sizeof *x, "summary", st));
    out->mean_ms = over(s, time, mean, x);
    out->slowest_ms = over(s, time, greatest, x);
    out->percentile_ms = survey_unbounded((double)NAN);
    if (s->n >= SEQUENCE_PERCENTILE_FROM)
        out->percentile_ms = over(s, time, percentile, x);
    out->frames_per_second = (struct estimate){1000 / out->mean_ms.value, 1000 / out->mean_ms.high,
                                               1000 / out->mean_ms.low};
    for (size_t i = s->n; i-- > 0;)
        if (s->frames[i].values.time_ms.value == out->slowest_ms.value)
            out->slowest = s->frames[i].number;
    for (size_t m = 0; m < METRIC_COUNT; m++)
        out->metrics[m] =
            over(s, offsetof(struct sequence_frame, values.metrics) + m * sizeof(struct estimate),
                 mean, x);
    return ST_OK;
}
