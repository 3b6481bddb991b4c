#include "orchestrator/study/study_file.h"

#include "common/auto.h"
#include "common/hash.h"
#include "common/json_writer.h"
#include "common/memory.h"
#include "orchestrator/settings/options.h"

#include <stdlib.h>
#include <string.h>

/* ---- definitions ---- */

static json_t *shared(json_t *array)
{
    return array ? json_incref(array) : json_array();
}

enum st_code study_definition(const struct study *s, char **out, struct status *st)
{
    struct json_writer w = {0};
    json_t *all = json_writer_object(&w), *axes = json_writer_array(&w);
    for (uint32_t a = 0; a < s->points.n_axes; a++)
        json_append(&w, axes, json_string(s->points.axes[a]));
    json_put(&w, all, "axes", axes);
    json_put(&w, all, "reference", json_boolean(s->reference));
    json_put(&w, all, "figures", shared(s->figures));
    json_put(&w, all, "tables", shared(s->tables));
    return json_writer_text(&w, all, out, st);
}

/* ---- studies of the command line ---- */

static void hash_axis(struct hash *h, const struct grid_axis *axis)
{
    hash_add(h, axis->name, strlen(axis->name) + 1);
    for (uint32_t v = 0; v < axis->n; v++)
        hash_add(h, axis->values[v], strlen(axis->values[v]) + 1);
    hash_add(h, "", 1);
}

/* Hashes a grid, with the scenes first, wherever they stand among the axes. */
static void hash_grid(struct hash *h, const struct grid *g)
{
    const struct grid_axis *scenes = grid_axis(g, GRID_SCENE);
    if (scenes)
        hash_axis(h, scenes);
    for (uint32_t a = 0; a < g->n; a++)
        if (&g->axes[a] != scenes)
            hash_axis(h, &g->axes[a]);
}

/* Hashes the arguments of kernels, which are no axis. */
static void hash_arguments(struct hash *h, const struct command_settings *c)
{
    for (uint32_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].name, "param") == 0)
            hash_add(h, c->given[i].value, strlen(c->given[i].value) + 1);
}

/* Names a study by its content, so that studies of different grids have different names in one
 * file. */
static enum st_code name_by_content(struct study *s, const char *beginning,
                                    const struct settings *base, struct status *st)
{
    char hash[HASH_TEXT], name[48];
    struct hash *h;
    TRY(hash_start(&h, st));
    hash_add(h, &s->reference, sizeof s->reference);
    for (size_t g = 0; g < s->n_grids; g++)
        hash_grid(h, &s->grids[g]);
    hash_arguments(h, &base->command);
    hash_finish(h, hash);
    snprintf(name, sizeof name, "%s-%.8s", beginning, hash);
    return mem_copy_text(&s->name, name, "study", st);
}

static enum st_code title_by_axes(struct study *s, struct status *st)
{
    char title[STATUS_TEXT] = "Sweep of";
    const size_t empty = strlen(title);
    size_t used = empty;
    for (uint32_t a = 0; a < s->grids[0].n && used < sizeof title; a++)
        if (s->grids[0].axes[a].n > 1)
            used += (size_t)snprintf(title + used, sizeof title - used, " %s",
                                     s->grids[0].axes[a].name);
    return mem_copy_text(&s->title, used == empty ? "One point" : title, "study", st);
}

static enum st_code of_given(struct study *out, const struct settings *settings,
                             const struct grid *given, struct status *st)
{
    TRY(mem_make(&out->grids, 1, sizeof *out->grids, "study", st));
    out->n_grids = 1;
    TRY(grid_replace(&out->grids[0], given, st));
    TRY(name_by_content(out, "sweep", settings, st));
    TRY(title_by_axes(out, st));
    return grid_points(&out->points, out->grids, 1, settings, st);
}

/* ---- making a study ---- */

static enum st_code of_file(struct study *out, const struct settings *settings,
                            const struct grid *given, struct status *st)
{
    const char *path = settings->command.study;
    struct conf *conf;
    TRY(conf_read(&conf, path, st));
    enum st_code code = study_file_read(out, path, conf_root(conf), given, st);
    if (code == ST_OK)
        code = grid_points(&out->points, out->grids, out->n_grids, settings, st);
    if (code == ST_OK)
        code = study_file_figures(out, conf_root(conf), given, st);
    conf_free(conf);
    return code;
}

static enum st_code check_repeats(const struct study *s, struct status *st)
{
    for (size_t i = 0; !s->reference && i < s->points.n; i++)
        if (s->points.points[i].settings.method.repeat > 1)
            return status_fail(st, ST_USAGE,
                               "repeat is of references, and there are none; add --reference, or "
                               "reference = true; to the study");
    return ST_OK;
}

enum st_code study_create(struct study *out, const struct settings *settings, struct status *st)
{
    AUTO(grid_free) struct grid given;
    *out = (struct study){.reference = settings->command.reference};
    TRY(grid_of_given(&given, settings, st));
    TRY_ELSE(settings->command.study ? of_file(out, settings, &given, st)
                                     : of_given(out, settings, &given, st),
             study_free(out));
    TRY_ELSE(check_repeats(out, st), study_free(out));
    return ST_OK;
}

enum st_code study_of_grids(struct study *out, const char *name, const char *title,
                            struct grid *grids, size_t n, const struct settings *base,
                            struct status *st)
{
    *out = (struct study){.grids = grids, .n_grids = n};
    enum st_code code = name_by_content(out, name, base, st);
    if (code == ST_OK)
        code = mem_copy_text(&out->title, title, "study", st);
    if (code == ST_OK)
        code = grid_points(&out->points, grids, n, base, st);
    if (code != ST_OK)
        study_free(out);
    return code;
}

enum st_code study_rename(struct study *s, const char *name, const char *title, struct status *st)
{
    char whole[128];
    const char *hash = strrchr(s->name, '-');
    snprintf(whole, sizeof whole, "%s%s", name, hash ? hash : "");
    mem_free(s->name);
    mem_free(s->title);
    s->title = NULL;
    TRY(mem_copy_text(&s->name, whole, "study", st));
    return mem_copy_text(&s->title, title, "study", st);
}

void study_free(struct study *s)
{
    grid_points_free(&s->points);
    for (size_t i = 0; i < s->n_grids; i++)
        grid_free(&s->grids[i]);
    mem_free(s->grids);
    mem_free(s->name);
    mem_free(s->title);
    json_decref(s->figures);
    json_decref(s->tables);
    *s = (struct study){0};
}
