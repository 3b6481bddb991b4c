#include "orchestrator/cli/command_study.h"

#include "common/file.h"
#include "common/json_writer.h"

#include <string.h>
#include <unistd.h>

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

static void print_heading(FILE *out)
{
    fprintf(out, "%-24s%8s%8s%8s%8s  %s\n", "study", "points", "done", "failed", "missing",
            "title");
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
    if (!c->settings->output.json)
        print_heading(c->out);
    for (size_t i = 0; code == ST_OK && i < n; i++) {
        struct study_table t;
        code = study_table_load(&t, store, names[i], st);
        if (code != ST_OK)
            break;
        if (c->settings->output.json)
            json_append(&w, all, progress_json(&w, &t));
        else
            print_progress(&t, c->out);
        study_table_free(&t);
    }
    if (code == ST_OK && c->settings->output.json)
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
    uint32_t files = s->command.n_given + (s->output.path != NULL);
    if (files != 1 || (s->command.n_given && strcmp(s->command.given[0].name, GRID_SCENE) != 0) ||
        s->command.study)
        return status_fail(st, ST_USAGE,
                           "--status looks at one file of results and runs nothing; write sweep "
                           "--status FILE");
    return status_of(c, s->output.path ? s->output.path : s->render.scene, st);
}

/* ---- running ---- */

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

static enum st_code show(const struct command_context *c, struct store *store,
                         const struct study *study, const struct study_table *t, struct status *st)
{
    const struct output_settings *output = &c->settings->output;
    (void)store;
    (void)study;
    /* Who looks on has the rows in the file; a pipe or a file gets them. */
    if (output->path && !output->json && isatty(fileno(c->out))) {
        print_heading(c->out);
        print_progress(t, c->out);
    } else {
        TRY(study_table_write(t, output->json, c->out, st));
    }
    return t->failed ? first_failure(t, st) : ST_OK;
}

static enum st_code sweep(const struct command_context *c, struct status *st)
{
    struct study study;
    TRY(study_create(&study, c->settings, st));
    enum st_code code = command_run_study(c, &study, show, st);
    study_free(&study);
    return code;
}

enum st_code command_sweep(const struct command_context *c, struct status *st)
{
    if (c->settings->command.status)
        return show_status(c, st);
    return sweep(c, st);
}
