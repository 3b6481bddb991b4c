#include "orchestrator/cli/command_shard.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "common/json_writer.h"
#include "orchestrator/study/share.h"

enum st_code command_shard(const struct command_context *c, struct shard *out, struct status *st)
{
    const struct settings *s = c->settings;
    *out = (struct shard){0, 0};
    if (s->command.shard)
        TRY(shard_parse(out, s->command.shard, st));
    else if (s->output.path)
        TRY(shard_of_environment(out, st));
    if (!out->of)
        return ST_OK;
    if (!s->output.path)
        return status_fail(st, ST_USAGE,
                           "--shard keeps its results beside the file of --output; name one");
    if (s->command.resolve > 0)
        return status_fail(st, ST_USAGE,
                           "--resolve goes on from what all shards have found; merge them first");
    if (!s->command.shard && !s->output.quiet)
        fprintf(c->err, "diorama: shard %u/%u, as SLURM_ARRAY_TASK_ID says\n", out->index, out->of);
    return ST_OK;
}

enum st_code command_stored_study(const struct study *study, const struct jobs *jobs,
                                  struct store_study *out, struct status *st)
{
    *out = (struct store_study){
        .name = study->name, .title = study->title, .points = jobs->points, .n = jobs->n_points};
    return study_definition(study, &out->definition, st);
}

/* ---- reporting ---- */

struct shard_end {
    struct shard shard;
    struct share_state state;
    const char *path; /* the shard's new file; NULL: there was nothing to run */
    bool interrupted, superseded;
};

static enum st_code print_shard(const struct command_context *c, const struct study *study,
                                const struct shard_end *e, struct status *st)
{
    const struct share_state *n = &e->state;
    struct json_writer w = {0};
    if (!c->settings->output.json) {
        fprintf(c->out, "shard %u/%u of %s: %u runs, %u done, %u failed, %u missing%s%s\n",
                e->shard.index, e->shard.of, study->name, n->runs, n->done, n->failed,
                n->runs - n->done - n->failed, e->path ? "; " : "", e->path ? e->path : "");
        return ST_OK;
    }
    json_t *d = json_writer_document(&w, c->line->name);
    json_put_text(&w, d, "study", study->name);
    json_put_count(&w, d, "shard", e->shard.index);
    json_put_count(&w, d, "shards", e->shard.of);
    json_put_count(&w, d, "runs", n->runs);
    json_put_count(&w, d, "done", n->done);
    json_put_count(&w, d, "failed", n->failed);
    json_put_text(&w, d, "file", e->path);
    return json_writer_finish(&w, d, c->out, st);
}

static enum st_code tell(const struct shard_end *e, struct status *st)
{
    const struct share_state *n = &e->state;
    if (e->superseded)
        return status_fail(st, ST_FAILED,
                           "another process goes on with shard %u/%u; this one ends, and what it "
                           "finished is kept",
                           e->shard.index, e->shard.of);
    if (e->interrupted)
        return status_fail(st, ST_FAILED,
                           "interrupted; %u of %u runs of the shard are done and kept: the same "
                           "command goes on",
                           n->done, n->runs);
    if (n->failed)
        return status_fail(st, ST_FAILED, "%u of %u runs of the shard failed; --status tells why",
                           n->failed, n->runs);
    return ST_OK;
}

/* ---- running ---- */

static enum st_code run_file(const struct command_context *c, struct jobs *jobs, const char *path,
                             const char *next, struct sweep_end *end, struct status *st)
{
    struct store *store;
    struct sweep_options how = command_sweep_options(c);
    how.path = path;
    how.next = next;
    TRY(store_open(&store, path, STORE_WRITE, st));
    interrupt_hold(true);
    enum st_code code = sweep_run(store, jobs, &how, end, st);
    interrupt_hold(false);
    interrupt_release();
    store_close(store);
    return code;
}

static enum st_code run_shard(const struct command_context *c, const struct study *study,
                              const struct share_plan *plan, struct jobs *jobs, struct shard_end *e,
                              const bool *open, struct status *st)
{
    MEM_AUTO char *path = NULL, *next = NULL;
    struct store_study stored;
    struct sweep_end end;
    TRY(command_stored_study(study, jobs, &stored, st));
    enum st_code code = share_begin(plan, jobs, &stored, e->shard, &path, &next, st);
    mem_free(stored.definition);
    TRY(code);
    jobs_keep(jobs, open);
    TRY(run_file(c, jobs, path, next, &end, st));
    e->state.done += (uint32_t)end.done;
    e->state.failed += (uint32_t)end.failed;
    e->interrupted = end.interrupted;
    e->superseded = end.superseded;
    e->path = path;
    if (end.no_pictures)
        command_warn(c, "not every picture could be made; results are not affected");
    if (!e->interrupted && !e->superseded)
        TRY(print_shard(c, study, e, st));
    return tell(e, st);
}

static bool any(const bool *open, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (open[i])
            return true;
    return false;
}

enum st_code command_run_shard(const struct command_context *c, const struct study *study,
                               struct jobs *jobs, struct shard shard, struct status *st)
{
    AUTO(share_plan_free) struct share_plan plan = {0};
    MEM_AUTO bool *open = NULL;
    struct shard_end e = {.shard = shard};
    const char *results = c->settings->output.path;
    bool retry = c->settings->command.retry_failed;
    TRY(share_plan(&plan, results, study->name, jobs, shard.of, st));
    TRY(mem_make(&open, jobs->n, sizeof *open, "shards", st));
    TRY(share_look(&plan, jobs, results, shard, retry, open, &e.state, st));
    if (retry)
        e.state.failed = 0;
    if (any(open, jobs->n))
        return run_shard(c, study, &plan, jobs, &e, open, st);
    TRY(print_shard(c, study, &e, st));
    return tell(&e, st);
}
