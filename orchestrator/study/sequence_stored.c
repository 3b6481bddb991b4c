#include "orchestrator/study/sequence_stored.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/settings/options.h"
#include "scenes/scene.h"
#include "sim/config/load/load.h"
#include "sim/timing/counters/metrics.h"

#include <stdlib.h>
#include <string.h>

#define FRAME_AXIS "frame"

/* ---- the study ---- */

/* Fills the grid with those options of the command line that differ from the defaults, and with the
 * frames. */
static enum st_code fill_grid(struct grid *g, const struct settings *settings,
                              const struct range *frames, struct status *st)
{
    if (settings->render.scene)
        TRY(grid_add(g, GRID_SCENE, settings->render.scene, st));
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        const char *const *text = (const void *)((const char *)settings + row->offset);
        char value[OPTION_VALUE_TEXT];
        if (!settings->command.named[i] || !(row->flags & OPTION_CHANGES) ||
            !(row->commands & COMMAND_SWEEP) || strcmp(row->name, FRAME_AXIS) == 0)
            continue;
        options_value(row, settings, value, sizeof value);
        TRY(grid_add(g, row->name, row->type == OPTION_TEXT ? *text : value, st));
    }
    for (size_t i = 0; i < range_count(frames); i++) {
        char number[32];
        snprintf(number, sizeof number, "%.0f", range_at(frames, i));
        TRY(grid_add(g, FRAME_AXIS, number, st));
    }
    return ST_OK;
}

static enum st_code check_frames(const struct settings *settings, const struct range *frames,
                                 struct status *st)
{
    struct scene *scene;
    if (!settings->render.scene)
        return world_none(st);
    TRY(scene_load(&scene, settings->render.scene, st));
    enum st_code code = sequence_check_frames(frames, settings, scene, st);
    scene_free(scene);
    return code;
}

static enum st_code add_figure(struct study *study, struct status *st)
{
    study->figures = json_pack("[{s:s, s:s, s:s, s:s, s:s, s:s}]", "name", "frame_time", "title",
                               "Frame time along the camera path", "kind", "lines", "x", FRAME_AXIS,
                               "y", "frame_time_ms", "series", "gpu");
    return study->figures ? ST_OK : status_no_memory(st, "study");
}

enum st_code sequence_study(struct study *out, const struct settings *settings, struct status *st)
{
    struct settings base = *settings;
    struct range frames;
    struct grid *grid;
    base.command.frames = NULL;
    TRY(range_read_whole(&frames, "--frames", settings->command.frames, 0, SCENE_MOST_FRAME, st));
    TRY(check_frames(settings, &frames, st));
    TRY(mem_make(&grid, 1, sizeof *grid, "study", st));
    enum st_code code = fill_grid(grid, settings, &frames, st);
    if (code != ST_OK) {
        grid_free(grid);
        mem_free(grid);
        return code;
    }
    TRY(study_of_grids(out, "frames", "Frames of a camera path", grid, 1, &base, st));
    TRY_ELSE(add_figure(out, st), study_free(out));
    return ST_OK;
}

/* ---- stored results ---- */

static enum st_code name_inputs(struct sequence *s, struct status *st)
{
    const struct render_settings *render = &s->settings.render;
    struct scene *scene;
    TRY(gpu_config_load(&s->gpu, render->gpu, st));
    TRY(scene_load(&scene, render->scene, st));
    enum st_code code = mem_copy_text(&s->scene, scene->name, "frames", st);
    if (code == ST_OK)
        code = session_frame(&s->frame, render, scene, NULL, st);
    scene_free(scene);
    return code;
}

/* Adds the frame of a row. The bounds of its time follow from those of its cycles. */
static void take_row(struct sequence *s, const struct study_row *row, uint32_t number)
{
    struct sequence_frame *f = &s->frames[s->n++];
    const struct estimate *cycles = &row->prediction.metrics[METRIC_CYCLES];
    f->number = number;
    f->values = row->prediction;
    f->values.time_ms = survey_unbounded(metrics_frame_time_ms(&s->gpu, cycles->value));
    if (survey_has_bounds(cycles)) {
        f->values.time_ms.low = metrics_frame_time_ms(&s->gpu, cycles->low);
        f->values.time_ms.high = metrics_frame_time_ms(&s->gpu, cycles->high);
    }
    s->profiles_cached += f->values.cost.profile_cached;
    cost_merge(&s->cost, &f->values.cost);
}

static void note_failure(struct sequence *s, const struct study_row *row, uint32_t number)
{
    if (s->code != ST_OK)
        return;
    s->code = ST_FAILED;
    s->failed = number;
    snprintf(s->reason, sizeof s->reason, "%s", row->reason ? row->reason : "out of memory");
}

static enum st_code take_rows(struct sequence *s, const struct study_table *table,
                              struct status *st)
{
    int axis = study_table_axis(table, FRAME_AXIS);
    TRY(name_inputs(s, st));
    TRY(mem_make(&s->frames, table->n, sizeof *s->frames, "frames", st));
    s->asked = table->n;
    for (size_t i = 0; i < table->n; i++) {
        const struct study_row *row = &table->rows[i];
        uint32_t number =
            axis < 0 ? 0 : (uint32_t)strtoul(row->values[axis], NULL, 10); /* only digits, as the
                                                                              grid wrote it */
        if (row->state == STORE_DONE)
            take_row(s, row, number);
        else if (row->state == STORE_FAILED)
            note_failure(s, row, number);
    }
    s->frame.number = s->n ? s->frames[0].number : 0;
    s->cost.profile_cached = s->n > 0 && s->profiles_cached == s->n;
    s->interrupted = s->code == ST_OK && s->n < s->asked;
    return s->n ? ST_OK : status_fail(st, ST_FAILED, "frame %u: %s", s->failed, s->reason);
}

enum st_code sequence_of_table(struct sequence *out, const struct settings *settings,
                               const struct study_table *table, struct status *st)
{
    *out = (struct sequence){.settings = *settings};
    TRY(range_read_whole(&out->range, "--frames", settings->command.frames, 0, SCENE_MOST_FRAME,
                         st));
    TRY_ELSE(take_rows(out, table, st), sequence_free(out));
    return ST_OK;
}

/* Removes the stalls, which stored documents always have. */
static void drop_stalls(json_t *document)
{
    json_t *groups = json_object_get(document, "groups");
    json_object_del(document, "stalls");
    for (size_t i = 0; i < json_array_size(groups); i++)
        json_object_del(json_array_get(groups, i), "stalls");
}

enum st_code sequence_documents(json_t **out, const struct settings *settings,
                                const struct study_table *table, const struct store *store,
                                struct status *st)
{
    json_auto_t *all = json_array();
    for (size_t i = 0; i < table->n; i++) {
        json_t *document;
        if (table->rows[i].state != STORE_DONE)
            continue;
        TRY(study_document(&document, store, table->rows[i].key, st));
        if (!settings->output.stalls)
            drop_stalls(document);
        if (json_array_append_new(all, document) != 0)
            return status_no_memory(st, "frames");
    }
    if (!all)
        return status_no_memory(st, "frames");
    *out = json_incref(all);
    return ST_OK;
}
