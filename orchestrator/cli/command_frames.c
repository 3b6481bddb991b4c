/* predict --frames: predicts the frames of a camera path. */
#include "orchestrator/cli/command_frames.h"

#include "common/file.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "orchestrator/cli/command_study.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/settings/output.h"
#include "orchestrator/study/sequence_print.h"
#include "orchestrator/study/sequence_stored.h"

/* Collects the outputs of each frame while the frame's result exists. */
struct collector {
    const struct command_context *c;
    struct json_writer writer;
    json_t *documents;   /* array of the frames' documents, with --json; else NULL */
    uint32_t off_target; /* number of frames whose interval is wider than the target */
    bool said;           /* whether the scene's warnings are printed */
};

/* Keeps the files of a frame in a folder such as FOLDER/frame_00012. */
static enum st_code keep(const struct command_context *c, const struct pipeline *p,
                         const struct result *r, struct status *st)
{
    char name[32];
    snprintf(name, sizeof name, "frame_%05u", r->frame.number);
    MEM_AUTO char *folder = file_join(c->settings->output.keep, name);
    return folder ? command_keep(c, p, r, folder, st) : status_no_memory(st, name);
}

static enum st_code visit(void *context, const struct pipeline *p, const struct result *r,
                          struct status *st)
{
    struct collector *k = context;
    const struct settings *s = k->c->settings;
    if (!k->said)
        command_warn_world(k->c, p->world);
    k->said = true;
    if (p->profile.note[0])
        command_warn(k->c, "frame %u: %s", r->frame.number, p->profile.note);
    k->off_target += s->method.target.error > 0 && !result_on_target(r);
    if (s->output.keep)
        TRY(keep(k->c, p, r, st));
    if (k->documents)
        json_append(&k->writer, k->documents, result_to_json(&k->writer, r));
    return ST_OK;
}

static enum st_code write_csv(const struct sequence *q, const char *path, struct status *st)
{
    struct file_out file;
    TRY(file_out_open(&file, path, st));
    return file_out_finish(&file, sequence_write_csv(q, file.stream, st), st);
}

static enum st_code print_frames(struct collector *k, const struct sequence *q, struct status *st)
{
    const struct command_context *c = k->c;
    struct sequence_summary summary;
    TRY(sequence_summarize(&summary, q, st));
    if (!c->settings->output.quiet)
        cost_print(c->line->name, &q->cost, c->err);
    if (c->settings->output.json) {
        json_t *d = sequence_to_json(&k->writer, q, &summary, k->documents);
        k->documents = NULL;
        return json_writer_finish(&k->writer, d, c->out, st);
    }
    if (output_is_stdout(c->settings->output.csv))
        return sequence_write_csv(q, c->out, st);
    return sequence_print(q, &summary, c->out, st);
}

/* Reports the finished frames, even where the sequence ended early. */
static enum st_code report_frames(struct collector *k, const struct sequence *q, struct status *st)
{
    const struct command_context *c = k->c;
    const struct settings *s = c->settings;
    if (q->interrupted)
        command_warn(c, "interrupted; %zu of %zu frames are done", q->n, q->asked);
    if (k->off_target)
        command_warn(c, "the interval of %s is wider than asked for in %u of %zu frames",
                     metrics[s->method.target.metric].name, k->off_target, q->n);
    TRY(print_frames(k, q, st));
    if (s->output.csv && !output_is_stdout(s->output.csv))
        TRY(write_csv(q, s->output.csv, st));
    if (s->output.plot)
        TRY(sequence_plot(q, s->output.plot, st));
    if (q->code != ST_OK)
        return status_fail(st, q->code, "frame %u: %.400s; %zu of %zu frames are done", q->failed,
                           q->reason, q->n, q->asked);
    return q->interrupted ? ST_PARTIAL : ST_OK;
}

/* ---- with a file of results ---- */

static void count_off_target(struct collector *k, const struct sequence *q)
{
    const struct target_error *target = &k->c->settings->method.target;
    for (size_t i = 0; target->error > 0 && i < q->n; i++) {
        const struct estimate *e = &q->frames[i].values.metrics[target->metric];
        k->off_target += !(100 * survey_half_width(e) <= target->error);
    }
}

static enum st_code show_frames(const struct command_context *c, struct store *store,
                                const struct study *study, const struct study_table *table,
                                void *context, struct status *st)
{
    struct collector k = {.c = c};
    struct sequence q;
    (void)study;
    (void)context;
    TRY(sequence_of_table(&q, c->settings, table, st));
    enum st_code code = c->settings->output.json
                            ? sequence_documents(&k.documents, c->settings, table, store, st)
                            : ST_OK;
    if (code == ST_OK) {
        count_off_target(&k, &q);
        code = report_frames(&k, &q, st);
    }
    sequence_free(&q);
    json_decref(k.documents);
    return code;
}

static enum st_code check_kept(const struct settings *s, struct status *st)
{
    if (s->output.keep)
        return status_fail(
            st, ST_USAGE,
            "--keep writes what is there while a frame is predicted, and of --output "
            "frames need not be; drop one of them");
    if (s->output.stats)
        return status_fail(st, ST_USAGE,
                           "--stats is of every counter, which results that --output keeps do not "
                           "have; drop one of them");
    return ST_OK;
}

static enum st_code run_kept(const struct command_context *c, struct status *st)
{
    struct study study;
    TRY(check_kept(c->settings, st));
    TRY(sequence_study(&study, c->settings, st));
    enum st_code code = command_run_study(c, &study, show_frames, NULL, st);
    study_free(&study);
    return code;
}

/* ---- without a file of results ---- */

static enum st_code run_here(const struct command_context *c, struct status *st)
{
    struct collector k = {.c = c};
    struct sequence q;
    if (c->settings->output.json)
        k.documents = json_writer_array(&k.writer);
    interrupt_hold(true);
    enum st_code code = sequence_run(&q, c->settings, visit, &k, c->err, st);
    interrupt_hold(false);
    interrupt_release();
    if (code == ST_OK) {
        code = report_frames(&k, &q, st);
        sequence_free(&q);
    }
    json_decref(k.documents);
    return code;
}

enum st_code command_frames(const struct command_context *c, struct status *st)
{
    TRY(output_check_results(c->settings, true, c->out, st));
    return command_keeps(c) ? run_kept(c, st) : run_here(c, st);
}
