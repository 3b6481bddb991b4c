#include "orchestrator/study/sweep.h"

#include "common/file.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/study/claim.h"
#include "orchestrator/study/pool.h"
#include "orchestrator/study/sweep_answer.h"

#include <stdio.h>
#include <string.h>

enum {
    LIVE_MS = 500,      /* milliseconds between two updates of the live line */
    ELSEWHERE_MS = 200, /* milliseconds between two checks of the jobs that other processes run */
};

struct sweep {
    struct store *store;
    struct jobs *jobs;
    const struct sweep_options *how;
    struct claims claims;
    struct pool pool;
    struct sweep_end *end;
    struct progress *progress;
    double work, seconds; /* of the results that this process made */
};

/* ---- the live line ---- */

static void duration_text(double s, char *text, size_t n)
{
    unsigned long whole = (unsigned long)(s + 0.5);
    if (whole < 100)
        snprintf(text, n, "%lu s", whole);
    else if (whole < 6000)
        snprintf(text, n, "%lu min", (whole + 30) / 60);
    else
        snprintf(text, n, "%lu h %02lu min", whole / 3600, whole % 3600 / 60);
}

/* Estimates the time left from the times of finished jobs: the time of all open work and of the
 * running jobs, less the time that these have run, divided by the number of processes. */
static double seconds_left(const struct sweep *s)
{
    double rate = s->work > 0 ? s->seconds / s->work : 0, left = 0;
    for (size_t i = 0; i < s->jobs->n; i++)
        if (s->jobs->all[i].state == JOB_OPEN || s->jobs->all[i].state == JOB_RUNNING)
            left += rate * s->jobs->all[i].work;
    for (uint32_t i = 0; i < s->pool.how.processes; i++)
        if (s->pool.workers[i].job != SIZE_MAX) {
            double all = rate * s->jobs->all[s->pool.workers[i].job].work;
            double spent = pool_now_s() - s->pool.workers[i].start_s;
            left -= spent < all ? spent : all;
        }
    return left / s->pool.how.processes;
}

static void show_sweep(const struct sweep *s)
{
    const struct sweep_end *e = s->end;
    char line[160], left[32];
    int used = snprintf(line, sizeof line, "%zu of %zu done, %u running", e->done, e->n,
                        pool_busy(&s->pool));
    if (e->failed)
        used += snprintf(line + used, sizeof line - (size_t)used, ", %zu failed", e->failed);
    if (s->work > 0) {
        duration_text(seconds_left(s), left, sizeof left);
        snprintf(line + used, sizeof line - (size_t)used, ", %s left", left);
    }
    progress_say(s->progress, line);
}

/* ---- stored results ---- */

static bool is_result(const struct job *job)
{
    return job->kind != KEY_PICTURES;
}

static void settle(struct sweep *s, struct job *job, enum job_state state)
{
    job->state = state;
    if (!is_result(job))
        return;
    s->end->done += state == JOB_DONE;
    s->end->failed += state == JOB_FAILED;
}

/* Looks a job up in the store. `before` is set for the first look at it; a failed job is then open
 * again where failed jobs are to be retried. */
static enum st_code look(struct sweep *s, struct job *job, bool before, struct status *st)
{
    enum store_state state = STORE_MISSING;
    if (is_result(job)) {
        TRY(store_look(s->store, job->key, &state, st));
    } else {
        struct store_picture last;
        TRY(store_find_picture(s->store, job->key, STORE_RENDER, &last, st));
        state = last.n ? STORE_DONE : STORE_MISSING;
        store_picture_free(&last);
    }
    if (state == STORE_DONE)
        settle(s, job, JOB_DONE);
    if (state == STORE_FAILED && !(before && s->how->retry_failed))
        settle(s, job, JOB_FAILED);
    return ST_OK;
}

/* ---- answers ---- */

static enum st_code keep_result(struct sweep *s, struct job *job, struct answer *a,
                                struct status *st)
{
    bool good = a->code == ST_OK && a->n;
    const char *reason = answer_reason(a);
    struct store_result r = {
        .kind = (char *)(uintptr_t)
            key_kind_names[job->kind == KEY_PREDICT ? KEY_PREDICT : KEY_SIMULATE],
        .inputs = job->inputs,
        .state = good ? STORE_DONE : STORE_FAILED,
        .reason = good ? NULL : (char *)(uintptr_t)reason,
        .document = good ? a->parts[0].bytes : NULL,
    };
    memcpy(r.key, job->key, sizeof r.key);
    TRY(store_put(s->store, &r, st));
    settle(s, job, good ? JOB_DONE : JOB_FAILED);
    return ST_OK;
}

static enum st_code keep_pictures(struct sweep *s, struct job *job, struct answer *a,
                                  struct status *st)
{
    size_t n = a->n / 2;
    bool good = a->code == ST_OK && n > STORE_HEATMAP && n <= STORE_PICTURES;
    for (size_t i = n; good && i-- > 0;) { /* that of STORE_RENDER last: look() takes it for all */
        struct store_picture p = {.caption = a->parts[2 * i].bytes,
                                  .png = (unsigned char *)a->parts[2 * i + 1].bytes,
                                  .n = a->parts[2 * i + 1].n};
        TRY(store_put_picture(s->store, job->key, (enum store_picture_kind)i, &p, st));
    }
    s->end->no_pictures = s->end->no_pictures || !good;
    settle(s, job, good ? JOB_DONE : JOB_FAILED);
    return ST_OK;
}

static enum st_code keep(struct sweep *s, struct pool_event *e, struct status *st)
{
    struct job *job = e->job;
    enum st_code code = is_result(job) ? keep_result(s, job, &e->answer, st)
                                       : keep_pictures(s, job, &e->answer, st);
    claims_give_back(&s->claims, job->key);
    answer_free(&e->answer);
    if (job->state == JOB_DONE) {
        s->work += job->work;
        s->seconds += e->wall_s;
    }
    return code;
}

/* ---- giving jobs to processes ---- */

/* Claims a job. Another process may have finished it since the last look at it. */
static enum st_code claim(void *context, struct job *job, bool *ours, struct status *st)
{
    struct sweep *s = context;
    *ours = false;
    if (!claims_take(&s->claims, job->key)) {
        job->state = JOB_ELSEWHERE;
        return ST_OK;
    }
    bool before = job->state == JOB_OPEN;
    TRY(look(s, job, before, st));
    *ours = job->state == JOB_OPEN || job->state == JOB_ELSEWHERE;
    if (!*ours)
        claims_give_back(&s->claims, job->key);
    return ST_OK;
}

/* Looks again at the jobs that other processes were running. */
static enum st_code look_elsewhere(struct sweep *s, bool *some, struct status *st)
{
    *some = false;
    for (size_t i = 0; i < s->jobs->n; i++) {
        struct job *job = &s->jobs->all[i];
        bool ours;
        if (job->state != JOB_ELSEWHERE)
            continue;
        TRY(claim(s, job, &ours, st));
        if (ours) {
            claims_give_back(&s->claims, job->key);
            job->state = JOB_OPEN;
        }
        *some = *some || job->state == JOB_ELSEWHERE;
    }
    return ST_OK;
}

static bool is_over(const struct sweep *s)
{
    for (size_t i = 0; i < s->jobs->n; i++)
        if (s->jobs->all[i].state < JOB_DONE)
            return false;
    return true;
}

static bool is_superseded(struct sweep *s)
{
    s->end->superseded = s->how->next && file_is_named(s->how->next);
    return s->end->superseded;
}

static enum st_code step(struct sweep *s, struct status *st)
{
    struct pool_event event;
    bool elsewhere;
    if (is_superseded(s))
        return ST_OK;
    TRY(look_elsewhere(s, &elsewhere, st));
    TRY(pool_fill(&s->pool, claim, s, st));
    show_sweep(s);
    if (is_over(s))
        return ST_OK;
    pool_wait(&s->pool, elsewhere ? ELSEWHERE_MS : LIVE_MS, &event);
    if (!event.job)
        return ST_OK;
    if (!is_superseded(s))
        return keep(s, &event, st);
    answer_free(&event.answer);
    return ST_OK;
}

static enum st_code run_sweep(struct sweep *s, struct status *st)
{
    for (size_t i = 0; i < s->jobs->n; i++) {
        s->end->n += is_result(&s->jobs->all[i]);
        TRY(look(s, &s->jobs->all[i], true, st));
    }
    s->progress = progress_start("sweep", "run", s->jobs->n, s->how->quiet);
    enum st_code code = ST_OK;
    while (code == ST_OK && !is_over(s) && !s->end->interrupted && !s->end->superseded) {
        code = step(s, st);
        s->end->interrupted = interrupt_signal() != 0;
    }
    progress_end(s->progress);
    return code;
}

enum st_code sweep_run(struct store *store, struct jobs *jobs, const struct sweep_options *how,
                       struct sweep_end *out, struct status *st)
{
    struct sweep s = {.store = store, .jobs = jobs, .how = how, .end = out};
    *out = (struct sweep_end){0};
    TRY(claims_open(&s.claims, how->path, st));
    const struct pool_options pool = {how->processes, sweep_answer, s.claims.file};
    enum st_code code = pool_open(&s.pool, jobs, &pool, st);
    if (code == ST_OK) {
        code = run_sweep(&s, st);
        pool_close(&s.pool);
    }
    out->interrupted = out->interrupted && !is_over(&s);
    claims_close(&s.claims);
    return code;
}
