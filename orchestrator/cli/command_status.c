#include "orchestrator/cli/command_status.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/json_writer.h"
#include "orchestrator/slurm/job.h"
#include "orchestrator/study/shard_status.h"

#include <string.h>

/* ---- studies ---- */

static void print_failures(const struct study_table *t, FILE *out)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct study_row *row = &t->rows[i];
        if (row->state != STORE_FAILED)
            continue;
        char where[STATUS_TEXT];
        study_table_describe(t, row, where, sizeof where);
        fprintf(out, "  failed: %s: %s\n", where, row->reason ? row->reason : "out of memory");
    }
}

void command_print_heading(FILE *out)
{
    fprintf(out, "%-24s%8s%8s%8s%8s  %s\n", "study", "points", "done", "failed", "missing",
            "title");
}

void command_print_progress(const struct study_table *t, FILE *out)
{
    fprintf(out, "%-24s%8zu%8zu%8zu%8zu  %s\n", t->name, t->n, t->done, t->failed,
            t->n - t->done - t->failed, t->title);
    print_failures(t, out);
}

static json_t *failures_json(struct json_writer *w, const struct study_table *t)
{
    json_t *all = json_writer_array(w);
    for (size_t i = 0; i < t->n; i++) {
        const struct study_row *row = &t->rows[i];
        if (row->state != STORE_FAILED)
            continue;
        json_t *one = json_writer_object(w), *settings = json_writer_object(w);
        for (uint32_t a = 0; a < t->n_axes; a++)
            json_put_text(w, settings, t->axes[a], row->values[a]);
        json_put(w, one, "settings", settings);
        json_put_text(w, one, "reason", row->reason);
        json_append(w, all, one);
    }
    return all;
}

static json_t *progress_json(struct json_writer *w, const struct study_table *t)
{
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "study", t->name);
    json_put_text(w, one, "title", t->title);
    json_put_count(w, one, "points", t->n);
    json_put_count(w, one, "done", t->done);
    json_put_count(w, one, "failed", t->failed);
    json_put_count(w, one, "missing", t->n - t->done - t->failed);
    json_put(w, one, "failures", failures_json(w, t));
    return one;
}

static enum st_code print_studies(const struct command_context *c, const struct store *store,
                                  char *const *names, size_t n, struct json_writer *w, json_t *all,
                                  struct status *st)
{
    if (!c->settings->output.json)
        command_print_heading(c->out);
    for (size_t i = 0; i < n; i++) {
        struct study_table t;
        TRY(study_table_load(&t, store, names[i], st));
        if (c->settings->output.json)
            json_append(w, all, progress_json(w, &t));
        else
            command_print_progress(&t, c->out);
        study_table_free(&t);
    }
    return ST_OK;
}

/* ---- shards ---- */

struct queue {
    uint32_t running, pending, completed, failed;
    char why_pending[96];
    char failures[SHARD_REASONS][256];
    uint32_t n_failures;
};

static void add_failure(struct queue *q, const struct slurm_task *task)
{
    q->failed++;
    if (q->n_failures == SHARD_REASONS)
        return;
    snprintf(q->failures[q->n_failures++], sizeof q->failures[0], "shard %u: %s%s%s%s%s",
             task->index, task->state, strcmp(task->reason, "None") ? ", " : "",
             strcmp(task->reason, "None") ? task->reason : "", task->node[0] ? ", on " : "",
             task->node);
}

static void see(void *context, const struct slurm_task *task)
{
    struct queue *q = context;
    if (strcmp(task->state, "RUNNING") == 0 || strcmp(task->state, "COMPLETING") == 0 ||
        strcmp(task->state, "CONFIGURING") == 0) {
        q->running++;
    } else if (strcmp(task->state, "PENDING") == 0 || strcmp(task->state, "SUSPENDED") == 0 ||
               strncmp(task->state, "REQUEUE", 7) == 0) {
        q->pending++;
        snprintf(q->why_pending, sizeof q->why_pending, "%s", task->reason);
    } else if (strcmp(task->state, "COMPLETED") == 0) {
        q->completed++;
    } else {
        add_failure(q, task);
    }
}

static void print_shards(const struct shard_status *s, FILE *out)
{
    fprintf(out,
            "%u shards of %s: %u finished, %u begun, %u not begun; %llu runs done, %llu failed%s",
            s->of, s->study[0] ? s->study : "a study", s->finished, s->begun - s->finished,
            s->of - s->begun, (unsigned long long)s->done, (unsigned long long)s->failed,
            s->damaged ? "" : "\n");
    if (s->damaged)
        fprintf(out, ", %u files damaged\n", s->damaged);
    for (uint32_t i = 0; i < s->n_reasons; i++)
        fprintf(out, "  failed: %s\n", s->reasons[i]);
}

static void print_queue(const struct slurm_jobs *jobs, const struct queue *q, FILE *out)
{
    if (q->running + q->pending + q->completed + q->failed == 0) {
        fprintf(out, "  slurm: knows job %s no more\n", jobs->list);
        return;
    }
    fprintf(out,
            "  slurm, job %s: %u running, %u pending%s%s%s, %u completed, %u ended otherwise\n",
            jobs->list, q->running, q->pending, q->pending ? " (" : "", q->why_pending,
            q->pending ? ")" : "", q->completed, q->failed);
    for (uint32_t i = 0; i < q->n_failures; i++)
        fprintf(out, "  %s\n", q->failures[i]);
}

static json_t *shards_json(struct json_writer *w, const struct shard_status *s)
{
    json_t *one = json_writer_object(w), *reasons = json_writer_array(w);
    json_put_text(w, one, "study", s->study);
    json_put_count(w, one, "shards", s->of);
    json_put_count(w, one, "shards_finished", s->finished);
    json_put_count(w, one, "shards_begun", s->begun);
    json_put_count(w, one, "runs_done", s->done);
    json_put_count(w, one, "runs_failed", s->failed);
    json_put_count(w, one, "files_damaged", s->damaged);
    for (uint32_t i = 0; i < s->n_reasons; i++)
        json_append(w, reasons, json_string(s->reasons[i]));
    json_put(w, one, "reasons", reasons);
    return one;
}

static json_t *queue_json(struct json_writer *w, const struct slurm_jobs *jobs,
                          const struct queue *q)
{
    json_t *one = json_writer_object(w), *failures = json_writer_array(w);
    json_put_text(w, one, "slurm_jobs", jobs->list);
    json_put_count(w, one, "running", q->running);
    json_put_count(w, one, "pending", q->pending);
    json_put_count(w, one, "completed", q->completed);
    json_put_count(w, one, "ended_otherwise", q->failed);
    for (uint32_t i = 0; i < q->n_failures; i++)
        json_append(w, failures, json_string(q->failures[i]));
    json_put(w, one, "failures", failures);
    return one;
}

/* Shows the tasks in Slurm's queue. Where Slurm does not answer, the rest is still shown. */
static enum st_code show_queue(const struct command_context *c, const char *folder,
                               struct json_writer *w, json_t *all, struct status *st)
{
    struct slurm_jobs jobs;
    struct queue q = {0};
    struct status why = {0};
    TRY(slurm_noted(folder, &jobs, st));
    if (jobs.list[0] && slurm_ask(jobs.list, see, &q, &why) != ST_OK)
        command_warn(c, "%s", why.text);
    else if (jobs.list[0] && c->settings->output.json)
        json_append(w, all, queue_json(w, &jobs, &q));
    else if (jobs.list[0])
        print_queue(&jobs, &q, c->out);
    mem_free(jobs.list);
    return ST_OK;
}

static enum st_code show_shards(const struct command_context *c, const char *folder,
                                const uint32_t *counts, size_t n, struct json_writer *w,
                                json_t *all, struct status *st)
{
    for (size_t i = 0; i < n; i++) {
        struct shard_status s;
        TRY(shard_status_read(&s, folder, counts[i], st));
        if (c->settings->output.json)
            json_append(w, all, shards_json(w, &s));
        else
            print_shards(&s, c->out);
    }
    return show_queue(c, folder, w, all, st);
}

/* ---- studies and shards ---- */

static enum st_code show_studies(const struct command_context *c, const char *path,
                                 struct json_writer *w, json_t *all, struct status *st)
{
    struct store *store;
    char **names;
    size_t n;
    TRY(store_open(&store, path, STORE_READ, st));
    enum st_code code = store_list(store, &names, &n, st);
    if (code == ST_OK) {
        code = print_studies(c, store, names, n, w, all, st);
        file_free_list(names, n);
    }
    store_close(store);
    return code;
}

/* Finds the numbers of shards: from the names of files or, before the first shard begins, from the
 * note of the submission. */
static enum st_code count_shards(const char *folder, uint32_t **counts, size_t *n,
                                 struct status *st)
{
    struct slurm_jobs jobs;
    TRY(shard_status_counts(folder, counts, n, st));
    if (*n)
        return ST_OK;
    TRY(slurm_noted(folder, &jobs, st));
    mem_free(jobs.list);
    if (!jobs.shards)
        return ST_OK;
    TRY(mem_make(counts, 1, sizeof **counts, folder, st));
    (*counts)[0] = jobs.shards;
    *n = 1;
    return ST_OK;
}

static enum st_code status_of(const struct command_context *c, const char *path,
                              struct json_writer *w, json_t *all, struct status *st)
{
    MEM_AUTO char *folder = shard_folder(path);
    MEM_AUTO uint32_t *counts = NULL;
    size_t n;
    if (!folder)
        return status_no_memory(st, path);
    TRY(count_shards(folder, &counts, &n, st));
    if (n == 0 || file_is_named(path)) /* without the file, its shards are not merged yet */
        TRY(show_studies(c, path, w, all, st));
    return n ? show_shards(c, folder, counts, n, w, all, st) : ST_OK;
}

static enum st_code show_status(const struct command_context *c, const char *path,
                                struct status *st)
{
    struct json_writer w = {0};
    json_t *all = json_writer_array(&w);
    enum st_code code = status_of(c, path, &w, all, st);
    if (code == ST_OK && c->settings->output.json)
        return json_writer_finish(&w, all, c->out, st);
    json_decref(all);
    return code;
}

/* Shows the status of the file that is the operand, or that of --output. */
enum st_code command_status(const struct command_context *c, struct status *st)
{
    const struct settings *s = c->settings;
    uint32_t files = s->command.n_given + (s->output.path != NULL);
    if (files != 1 || (s->command.n_given && strcmp(s->command.given[0].name, GRID_SCENE) != 0) ||
        s->command.study)
        return status_fail(st, ST_USAGE,
                           "--status looks at one file of results and runs nothing; write sweep "
                           "--status FILE");
    return show_status(c, s->output.path ? s->output.path : s->render.scene, st);
}
