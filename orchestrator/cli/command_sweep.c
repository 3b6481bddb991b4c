#include "orchestrator/cli/command_status.h"

#include "common/printable.h"

#include <unistd.h>

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

static enum st_code show_sweep(const struct command_context *c, struct store *store,
                               const struct study *study, const struct study_table *t,
                               void *context, struct status *st)
{
    const struct output_settings *output = &c->settings->output;
    (void)store;
    (void)study;
    (void)context;
    /* The rows are in the file already, so a terminal gets the progress instead. */
    if (output->path && !output->json && isatty(printable_descriptor(c->out))) {
        command_print_heading(c->out);
        command_print_progress(t, c->out);
    } else {
        TRY(study_table_write(t, output->json, c->out, st));
    }
    return t->failed ? first_failure(t, st) : ST_OK;
}

static enum st_code sweep(const struct command_context *c, struct status *st)
{
    struct study study;
    TRY(study_create(&study, c->settings, st));
    enum st_code code = command_run_study(c, &study, show_sweep, NULL, st);
    study_free(&study);
    return code;
}

enum st_code command_sweep(const struct command_context *c, struct status *st)
{
    if (c->settings->command.status)
        return command_status(c, st);
    return sweep(c, st);
}
