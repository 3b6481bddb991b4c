#include "orchestrator/command.h"

#include "common/file.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "orchestrator/json_writer.h"
#include "orchestrator/study/study.h"
#include "orchestrator/study/sweep.h"
#include "orchestrator/study/table.h"

#include <omp.h>
#include <string.h>

#define INTERRUPTED "diorama: interrupted; what was finished is kept\n"

/* ---- running ---- */

/* What is to be said of GPUs, once each. */
static void warn_of_gpus(const struct command_context *c, struct keys *keys)
{
    for (char *note; (note = keys_next_note(keys)) != NULL; mem_free(note))
        command_warn(c, "%s", note);
}

static enum st_code put_study(struct store *store, const struct study *study,
                              const struct jobs *jobs, struct status *st)
{
    struct store_study kept = {
        .name = study->name, .title = study->title, .points = jobs->points, .n = jobs->n_points};
    TRY(study_definition(study, &kept.definition, st));
    enum st_code code = store_put_study(store, &kept, st);
    mem_free(kept.definition);
    return code;
}

static enum st_code first_failure(const struct study_table *t, struct status *st)
{
    char where[STATUS_TEXT / 2];
    size_t i = 0;
    while (t->rows[i].state != STORE_FAILED)
        i++;
    study_table_describe(t, &t->rows[i], where, sizeof where);
    return status_fail(st, ST_FAILED, "%zu of %zu points failed; the first, %s: %s", t->failed,
                       t->n, where, t->rows[i].reason ? t->rows[i].reason : "out of memory");
}

static enum st_code print_table(const struct command_context *c, const struct store *store,
                                const char *study, struct status *st)
{
    struct study_table t;
    enum st_code code = ST_OK;
    TRY(study_table_load(&t, store, study, st));
    if (c->settings->json)
        code = study_table_write_json(&t, c->out, st);
    else
        study_table_write_csv(&t, c->out);
    if (code == ST_OK && t.failed)
        code = first_failure(&t, st);
    study_table_free(&t);
    return code;
}

static enum st_code run_jobs(const struct command_context *c, struct store *store,
                             const struct study *study, struct jobs *jobs, struct status *st)
{
    const struct settings *s = c->settings;
    struct sweep_options how = {.path = s->output,
                                .processes = (uint32_t)omp_get_max_threads(),
                                .quiet = s->quiet,
                                .retry_failed = s->retry_failed};
    struct sweep_end end;
    TRY(put_study(store, study, jobs, st));
    interrupt_hold(true);
    enum st_code code = sweep_run(store, jobs, &how, &end, st);
    interrupt_hold(false);
    interrupt_release();
    TRY(code);
    if (end.no_pictures)
        command_warn(c, "not every picture could be made; the results are not concerned");
    if (end.interrupted)
        return status_fail(
            st, ST_FAILED, "interrupted; %zu of %zu runs are done%s", end.done, end.n,
            s->output ? " and kept: the same command goes on" : " and lost: --output keeps them");
    return print_table(c, store, study->name, st);
}

static enum st_code run_study(const struct command_context *c, const struct study *study,
                              struct keys *keys, struct status *st)
{
    struct jobs jobs;
    struct store *store;
    TRY(jobs_plan(&jobs, &study->points, study->reference, c->settings->output != NULL, keys, st));
    warn_of_gpus(c, keys);
    enum st_code code = store_open(&store, c->settings->output, STORE_WRITE, st);
    if (code == ST_OK) {
        code = run_jobs(c, store, study, &jobs, st);
        store_close(store);
    }
    jobs_free(&jobs);
    return code;
}

static enum st_code sweep(const struct command_context *c, struct status *st)
{
    struct study study;
    struct keys *keys;
    TRY(study_create(&study, c->settings, st));
    enum st_code code = keys_create(&keys, st);
    if (code == ST_OK) {
        code = run_study(c, &study, keys, st);
        keys_free(keys);
    }
    study_free(&study);
    return code;
}

/* ---- how far it is ---- */

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

static void print_progress(const struct study_table *t, FILE *out)
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
                                  char *const *names, size_t n, struct status *st)
{
    struct json_writer w = {0};
    json_t *all = json_writer_array(&w);
    enum st_code code = ST_OK;
    if (!c->settings->json)
        fprintf(c->out, "%-24s%8s%8s%8s%8s  %s\n", "study", "points", "done", "failed", "missing",
                "title");
    for (size_t i = 0; code == ST_OK && i < n; i++) {
        struct study_table t;
        code = study_table_load(&t, store, names[i], st);
        if (code != ST_OK)
            break;
        if (c->settings->json)
            json_append(&w, all, progress_json(&w, &t));
        else
            print_progress(&t, c->out);
        study_table_free(&t);
    }
    if (code == ST_OK && c->settings->json)
        return json_writer_finish(&w, all, c->out, st);
    json_decref(all);
    return code;
}

static enum st_code status_of(const struct command_context *c, const char *path, struct status *st)
{
    struct store *store;
    char **names;
    size_t n;
    TRY(store_open(&store, path, STORE_READ, st));
    enum st_code code = store_list(store, &names, &n, st);
    if (code == ST_OK) {
        code = print_studies(c, store, names, n, st);
        file_free_list(names, n);
    }
    store_close(store);
    return code;
}

/* The file is the operand or what --output says. */
static enum st_code show_status(const struct command_context *c, struct status *st)
{
    const struct settings *s = c->settings;
    uint32_t files = s->n_given + (s->output != NULL);
    if (files != 1 || (s->n_given && strcmp(s->given[0].name, GRID_SCENE) != 0) || s->study)
        return status_fail(st, ST_USAGE,
                           "--status looks at one file of results and runs nothing; write sweep "
                           "--status FILE");
    return status_of(c, s->output ? s->output : s->operand, st);
}

enum st_code command_sweep(const struct command_context *c, struct status *st)
{
    if (c->settings->status)
        return show_status(c, st);
    interrupt_catch(INTERRUPTED);
    return sweep(c, st);
}
