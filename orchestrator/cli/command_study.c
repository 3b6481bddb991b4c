#include "orchestrator/cli/command_shard.h"
#include "orchestrator/cli/command_submit.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "orchestrator/predict/choice.h"
#include "orchestrator/settings/output.h"
#include "orchestrator/workload/workload_open.h"
#include "sim/config/load/load.h"

#include <omp.h>
#include <string.h>

#define INTERRUPTED "diorama: interrupted; what was finished is kept\n"

/* Prints the notes about all GPUs, each once. */
static void warn_of_gpus(const struct command_context *c, struct keys *keys)
{
    for (char *note; (note = keys_next_note(keys)) != NULL; mem_free(note))
        command_warn_notes(c, note);
}

static void warn_of_scenes(const struct command_context *c, const struct grid_points *all)
{
    struct command_scenes said = {0};
    for (size_t i = 0; i < all->n; i++)
        command_warn_scene(c, &all->points[i].settings, &said);
    mem_free(said.operands);
}

/* Warns of options that have no effect on any point. */
static void warn_of_options(const struct command_context *c, const struct grid_points *all)
{
    bool effective[OPTION_MOST] = {false};
    for (size_t i = 0; i < all->n; i++)
        options_mark_effective(effective, &all->points[i].settings);
    command_warn_unused(c, effective);
}

enum st_code command_check_axes(const struct command_context *c, const struct grid *g,
                                struct status *st)
{
    for (uint32_t a = 0; a < g->n; a++) {
        const struct grid_axis *axis = &g->axes[a];
        if (axis->n > 1 && strcmp(axis->name, GRID_SCENE) != 0 && strcmp(axis->name, "gpu") != 0)
            return status_fail(st, ST_USAGE,
                               "--%s has %u values; %s takes one, 'diorama sweep' takes them",
                               axis->name, axis->n, c->line->name);
    }
    return ST_OK;
}

/* Whether an earlier point has the same GPU and model. */
static bool was_said(const struct grid_points *all, size_t i)
{
    const struct settings *s = &all->points[i].settings;
    for (size_t k = 0; k < i; k++) {
        const struct settings *other = &all->points[k].settings;
        if (strcmp(s->render.gpu, other->render.gpu) == 0 &&
            s->method.model == other->method.model &&
            s->method.interval_level == other->method.interval_level)
            return true;
    }
    return false;
}

/* Warns of parameters of each GPU that the models running it ignore. */
static void warn_of_models(const struct command_context *c, const struct grid_points *all)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct settings *s = &all->points[i].settings;
        struct gpu_config gpu;
        struct status unused = {0};
        if (was_said(all, i) || gpu_config_load(&gpu, s->render.gpu, &unused) != ST_OK)
            continue;
        command_warn_unseen(c, &s->method, models_simulating(s->method.model), &gpu);
    }
}

static void warn_of_all(const struct command_context *c, struct keys *keys,
                        const struct grid_points *all)
{
    warn_of_gpus(c, keys);
    warn_of_models(c, all);
    warn_of_options(c, all);
    warn_of_scenes(c, all);
}

static enum st_code put_study(struct store *store, const struct study *study,
                              const struct jobs *jobs, struct status *st)
{
    struct store_study kept;
    TRY(command_stored_study(study, jobs, &kept, st));
    enum st_code code = store_put_study(store, &kept, st);
    mem_free(kept.definition);
    return code;
}

/* Warns about the prediction whose sampling units fill the GPU the fewest times. */
static void warn_few(const struct command_context *c, const struct study_table *t)
{
    double least = CHOICE_LEAST_FILLS;
    for (size_t i = 0; i < t->n; i++) {
        double fills = t->rows[i].has_prediction ? t->rows[i].prediction.fills : 0;
        if (fills > 0 && fills < least)
            least = fills;
    }
    command_warn_few(c, least);
}

static enum st_code load_and_show(const struct command_context *c, struct store *store,
                                  const struct study *study, study_show show, void *context,
                                  struct status *st)
{
    struct study_table table;
    TRY(study_table_load(&table, store, study->name, st));
    warn_few(c, &table);
    enum st_code code = show(c, store, study, &table, context, st);
    study_table_free(&table);
    return code;
}

bool command_keeps(const struct command_context *c)
{
    const struct settings *s = c->settings;
    return s->output.path || s->command.shard || s->command.submit;
}

struct sweep_options command_sweep_options(const struct command_context *c)
{
    const struct settings *s = c->settings;
    return (struct sweep_options){.path = s->output.path,
                                  .processes = (uint32_t)omp_get_max_threads(),
                                  .quiet = s->output.quiet,
                                  .retry_failed = s->command.retry_failed};
}

static enum st_code run_jobs(const struct command_context *c, struct store *store,
                             const struct study *study, struct jobs *jobs, struct sweep_end *end,
                             struct status *st)
{
    const struct settings *s = c->settings;
    const struct sweep_options how = command_sweep_options(c);
    TRY(put_study(store, study, jobs, st));
    interrupt_hold(true);
    enum st_code code = sweep_run(store, jobs, &how, end, st);
    interrupt_hold(false);
    interrupt_release();
    TRY(code);
    if (end->no_pictures)
        command_warn(c, "not every picture could be made; results are not affected");
    if (!end->interrupted)
        return ST_OK;
    return status_fail(st, ST_FAILED, "interrupted; %zu of %zu runs are done%s", end->done, end->n,
                       s->output.path ? " and kept: the same command goes on"
                                      : " and lost: --output keeps them");
}

static enum st_code run_planned(const struct command_context *c, const struct study *study,
                                struct jobs *jobs, study_show show, void *context,
                                struct status *st)
{
    struct store *store;
    struct sweep_end end;
    TRY(store_open(&store, c->settings->output.path, STORE_WRITE, st));
    enum st_code code = run_jobs(c, store, study, jobs, &end, st);
    if (code == ST_OK)
        code = load_and_show(c, store, study, show, context, st);
    store_close(store);
    return code;
}

enum st_code command_run_study(const struct command_context *c, const struct study *study,
                               study_show show, void *context, struct status *st)
{
    const bool stem = c->line->bit != COMMAND_CORRELATE; /* whose results are no pages either */
    struct jobs jobs;
    struct keys *keys;
    struct shard shard;
    if (c->settings->command.submit)
        shard = (struct shard){0, 0};
    else
        TRY(command_shard(c, &shard, st));
    interrupt_catch(INTERRUPTED);
    TRY(keys_create(&keys, st));
    const bool predicts = study->result == KEY_PREDICT;
    const struct jobs_wanted wanted = {.result = study->result,
                                       .reference = study->reference && predicts,
                                       .pictures = c->settings->output.path && predicts && stem};
    enum st_code code = jobs_plan(&jobs, &study->points, wanted, keys, st);
    if (code == ST_OK) {
        warn_of_all(c, keys, &study->points);
        code = output_check_results(c->settings, stem, c->out, st); /* all inputs are known now */
        if (code == ST_OK)
            code = c->settings->command.submit ? command_submit(c, study, &jobs, st)
                   : shard.of                  ? command_run_shard(c, study, &jobs, shard, st)
                                               : run_planned(c, study, &jobs, show, context, st);
        jobs_free(&jobs);
    }
    keys_free(keys);
    return code;
}
