#include "orchestrator/cli/command_submit.h"

#include "common/auto.h"
#include "common/file.h"
#include "orchestrator/cli/command_shard.h"
#include "orchestrator/slurm/job.h"
#include "orchestrator/slurm/script.h"
#include "orchestrator/study/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The limits of --tasks auto: seconds per task, and tasks. By default a Slurm array has indices up
 * to 1000, and ours begin at 1. */
enum { AUTO_SECONDS = 1800, AUTO_MOST = 1000 };

struct submission {
    const struct command_context *c;
    struct share_plan plan;
    struct slurm_script script;
    bool *missing;
    uint32_t n_missing;
    uint64_t runs, open; /* runs of all shards, and runs that are missing */
};

/* ---- number of shards ---- */

static uint32_t by_work(const struct jobs *jobs)
{
    double work = 0;
    for (uint32_t i = 0; i < jobs->n; i++)
        work += jobs->all[i].work;
    double wanted = ceil(deal_seconds(work) / AUTO_SECONDS);
    uint32_t most = jobs->n < AUTO_MOST ? jobs->n : AUTO_MOST;
    return wanted < 1 || most < 1 ? 1 : wanted < most ? (uint32_t)wanted : most;
}

static enum st_code choose_shards(const struct submission *s, const struct jobs *jobs,
                                  uint32_t *out, struct status *st)
{
    const struct settings *settings = s->c->settings;
    struct slurm_jobs before;
    MEM_AUTO char *folder = shard_folder(settings->output.path);
    *out = settings->command.tasks;
    if (*out)
        return ST_OK;
    if (!folder)
        return status_no_memory(st, "shards");
    TRY(slurm_noted(folder, &before, st));
    mem_free(before.list);
    *out = before.shards ? before.shards : by_work(jobs);
    return ST_OK;
}

/* ---- missing runs ---- */

static enum st_code find_missing(struct submission *s, const struct jobs *jobs, struct status *st)
{
    const struct settings *settings = s->c->settings;
    uint32_t n = s->plan.deal.n;
    MEM_AUTO struct share_state *states = NULL;
    MEM_AUTO bool *open = NULL;
    MEM_AUTO double *work = NULL;
    TRY(mem_make(&work, n, sizeof *work, "shards", st));
    TRY(mem_make(&states, n, sizeof *states, "shards", st));
    TRY(mem_make(&open, jobs->n, sizeof *open, "shards", st));
    TRY(mem_make(&s->missing, n, sizeof *s->missing, "shards", st));
    TRY(share_look(&s->plan, jobs, settings->output.path, (struct shard){0, n},
                   settings->command.retry_failed, open, states, st));
    for (uint32_t i = 0; i < jobs->n; i++) {
        bool result = jobs->all[i].kind != KEY_PICTURES;
        uint32_t owner = s->plan.deal.shard[i] - 1;
        s->missing[owner] = s->missing[owner] || open[i];
        work[owner] += open[i] ? jobs->all[i].work : 0;
        s->open += open[i] && result;
    }
    for (uint32_t i = 0; i < n; i++) {
        s->n_missing += s->missing[i];
        s->runs += states[i].runs;
        s->script.seconds = fmax(s->script.seconds, deal_seconds(work[i]));
    }
    return ST_OK;
}

/* ---- submitting ---- */

typedef enum st_code (*write_script)(const struct slurm_script *s, FILE *out, struct status *st);

static enum st_code submit_one(const struct submission *s, write_script write, const char *after,
                               char id[SLURM_ID], struct status *st)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = file_memory(&text, &n);
    if (!out)
        return status_no_memory(st, "script");
    enum st_code code = write(&s->script, out, st);
    if (!file_memory_close(out, &text) && code == ST_OK)
        code = status_no_memory(st, "script");
    if (code == ST_OK)
        code = slurm_submit(text, n, after, id, st);
    free(text);
    return code;
}

static enum st_code print_scripts(const struct submission *s, struct status *st)
{
    FILE *out = s->c->out;
    if (s->n_missing)
        TRY(slurm_write_array(&s->script, out, st));
    if (s->n_missing)
        fputc('\n', out);
    return slurm_write_merge(&s->script, out, st);
}

/* Puts the study into the file of results, so that the file shows its progress from now on. */
static enum st_code put_study(const struct submission *s, const struct study *study,
                              const struct jobs *jobs, struct status *st)
{
    struct store *store;
    struct store_study stored;
    TRY(store_open(&store, s->c->settings->output.path, STORE_WRITE, st));
    enum st_code code = command_stored_study(study, jobs, &stored, st);
    if (code == ST_OK)
        code = store_put_study(store, &stored, st);
    mem_free(stored.definition);
    store_close(store);
    return code;
}

static enum st_code submit(const struct submission *s, const struct study *study,
                           const struct jobs *jobs, struct status *st)
{
    char array[SLURM_ID] = "-", merge[SLURM_ID];
    const char *results = s->c->settings->output.path;
    FILE *out = s->c->out;
    TRY(file_make_folder(s->plan.folder, st));
    TRY(put_study(s, study, jobs, st));
    if (s->n_missing)
        TRY(submit_one(s, slurm_write_array, NULL, array, st));
    TRY(submit_one(s, slurm_write_merge, s->n_missing ? array : NULL, merge, st));
    TRY(slurm_note(s->plan.folder, array, merge, s->plan.deal.n, st));
    if (s->n_missing)
        fprintf(out, "job %s: %u of %u shards, %llu of %llu runs\n", array, s->n_missing,
                s->plan.deal.n, (unsigned long long)s->open, (unsigned long long)s->runs);
    fprintf(out, "job %s: merges into %s and makes its page\n", merge, results);
    fprintf(out, "watch: diorama sweep --status %s\n", results);
    if (s->n_missing)
        fprintf(out, "end: scancel %s\n", array);
    return ST_OK;
}

static enum st_code hand_over(struct submission *s, const struct study *study, struct jobs *jobs,
                              struct status *st)
{
    const struct settings *settings = s->c->settings;
    uint32_t shards;
    TRY(choose_shards(s, jobs, &shards, st));
    TRY(share_plan(&s->plan, settings->output.path, study->name, jobs, shards, st));
    TRY(find_missing(s, jobs, st));
    s->script.settings = settings;
    s->script.line = s->c->line;
    s->script.name = study->name;
    s->script.folder = s->plan.folder;
    s->script.shards = shards;
    s->script.missing = s->missing;
    return settings->command.dry_run ? print_scripts(s, st) : submit(s, study, jobs, st);
}

enum st_code command_submit(const struct command_context *c, const struct study *study,
                            struct jobs *jobs, struct status *st)
{
    struct submission s = {.c = c};
    if (!c->settings->output.path)
        return status_fail(st, ST_USAGE,
                           "--submit keeps results in the file of --output; name one");
    if (c->settings->command.shard)
        return status_fail(st, ST_USAGE, "--submit runs all shards; leave out --shard");
    if (c->settings->command.resolve > 0)
        return status_fail(
            st, ST_USAGE,
            "--resolve goes on from what all shards have found; leave it out of --submit");
    TRY(slurm_check(c->settings, st));
    enum st_code code = hand_over(&s, study, jobs, st);
    share_plan_free(&s.plan);
    mem_free(s.missing);
    return code;
}
