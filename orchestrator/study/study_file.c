/* Reads title and grids of a study's file. */
#include "orchestrator/study/study_file.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "orchestrator/settings/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

/* Writes a scalar in the form that the command line takes; real numbers get the fewest digits that
 * keep the value. */
static enum st_code scalar_text(const struct conf_node *node, char *text, size_t n,
                                struct status *st)
{
    const char *words;
    int64_t whole;
    double real;
    switch (conf_kind(node)) {
    case CONF_INT:
        TRY(conf_get_int(node, INT64_MIN, INT64_MAX, &whole, st));
        snprintf(text, n, "%lld", (long long)whole);
        return ST_OK;
    case CONF_REAL:
        TRY(conf_get_real(node, &real, st));
        snprintf(text, n, "%.15g", real);
        if (strtod(text, NULL) != real)
            snprintf(text, n, "%.17g", real);
        return ST_OK;
    case CONF_STRING:
        TRY(conf_get_text(node, &words, st));
        if (strlen(words) >= n)
            return conf_fail(node, st, "a text of %zu bytes; at most %zu are taken", strlen(words),
                             n - 1);
        snprintf(text, n, "%s", words);
        return ST_OK;
    case CONF_GROUP:
    case CONF_LIST:
    case CONF_ARRAY:
    case CONF_BOOL:
        break;
    }
    return conf_fail(node, st, "'%s' is no value; a number or a text in quotes is needed",
                     conf_name(node));
}

/* Adds a value to an axis. To messages of the grid it adds the place in the file. */
static enum st_code add_value(struct grid *g, const char *name, const struct conf_node *node,
                              struct status *st)
{
    char text[4096];
    struct status why = {0};
    if (options_gone(name))
        return conf_fail(node, st, "setting '%s' %s", name, options_gone(name));
    TRY(scalar_text(node, text, sizeof text, st));
    enum st_code code = grid_add(g, name, text, &why);
    if (code == ST_USAGE)
        return conf_fail(node, st, "%s", why.text);
    if (code != ST_OK)
        *st = why;
    return code;
}

enum st_code study_file_axis(struct grid *g, const char *name, const struct conf_node *node,
                             struct status *st)
{
    bool list = conf_kind(node) == CONF_LIST || conf_kind(node) == CONF_ARRAY;
    grid_drop(g, name);
    if (!list)
        return add_value(g, name, node, st);
    if (conf_count(node) == 0)
        return conf_fail(node, st, "'%s' is an empty list; name a value or leave it out", name);
    for (size_t i = 0; i < conf_count(node); i++)
        TRY(add_value(g, name, conf_at(node, i), st));
    return ST_OK;
}

static enum st_code read_axes(struct grid *g, const struct conf_node *group, struct status *st)
{
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, st, "no group of settings; write { percent = 40; }");
    for (size_t i = 0; i < conf_count(group); i++)
        TRY(study_file_axis(g, conf_name(conf_at(group, i)), conf_at(group, i), st));
    return ST_OK;
}

/* ---- grids ---- */

static enum st_code read_grids(struct study *out, const struct grid *settings,
                               const struct conf_node *grids, const struct grid *given,
                               struct status *st)
{
    size_t n = grids ? conf_count(grids) : 1;
    if (grids && (conf_kind(grids) != CONF_LIST || n == 0))
        return conf_fail(grids, st,
                         "'grids' is no list of groups; write grids = ( { ... }, { ... } );");
    TRY(mem_make(&out->grids, n, sizeof *out->grids, "study", st));
    for (size_t i = 0; i < n; i++) {
        out->n_grids++;
        TRY(grid_replace(&out->grids[i], settings, st));
        if (grids)
            TRY(read_axes(&out->grids[i], conf_at(grids, i), st));
        TRY(grid_replace(&out->grids[i], given, st));
    }
    return ST_OK;
}

/* ---- the file ---- */

static enum st_code check_keys(const struct conf_node *root, struct status *st)
{
    static const char *const keys[] = {"title", "reference", "settings",
                                       "grids", "figures",   "tables"};
    enum { KEYS = sizeof keys / sizeof *keys };
    for (size_t i = 0; i < conf_count(root); i++) {
        const struct conf_node *node = conf_at(root, i);
        struct suggestion near = {0};
        size_t k = 0;
        while (k < KEYS && strcmp(keys[k], conf_name(node)) != 0)
            suggest_consider(&near, conf_name(node), keys[k++]);
        if (k < KEYS)
            continue;
        if (near.best)
            return conf_fail(node, st, "unknown key '%s'; did you mean '%s'?", conf_name(node),
                             near.best);
        return conf_fail(node, st,
                         "unknown key '%s'; settings such as this stand in settings = "
                         "{ }",
                         conf_name(node));
    }
    return ST_OK;
}

/* Makes the study's name from the file's: "pixels" for "docs/studies/pixels.study". */
static enum st_code take_name(struct study *out, const char *path, struct status *st)
{
    const char *slash = strrchr(path, '/');
    TRY(mem_copy_text(&out->name, slash ? slash + 1 : path, path, st));
    char *dot = strrchr(out->name, '.');
    if (dot && dot != out->name)
        *dot = 0;
    return ST_OK;
}

static enum st_code read_head(struct study *out, const char *path, const struct conf_node *root,
                              struct status *st)
{
    const struct conf_node *title = conf_find(root, "title"),
                           *reference = conf_find(root, "reference");
    const char *text = NULL;
    bool wanted = false;
    TRY(check_keys(root, st));
    TRY(take_name(out, path, st));
    if (title)
        TRY(conf_get_text(title, &text, st));
    if (title && (!text[0] || strchr(text, '\n')))
        return conf_fail(title, st, "the title is empty or has several lines; one line is needed");
    if (reference)
        TRY(conf_get_bool(reference, &wanted, st));
    out->reference = out->reference || wanted;
    return mem_copy_text(&out->title, text ? text : out->name, path, st);
}

enum st_code study_file_read(struct study *out, const char *path, const struct conf_node *root,
                             const struct grid *given, struct status *st)
{
    const struct conf_node *settings = conf_find(root, "settings");
    AUTO(grid_free) struct grid base = {0};
    TRY(read_head(out, path, root, st));
    if (settings)
        TRY(read_axes(&base, settings, st));
    TRY(read_grids(out, &base, conf_find(root, "grids"), given, st));
    for (size_t i = 0; i < out->n_grids; i++)
        if (!grid_axis(&out->grids[i], GRID_SCENE))
            return conf_fail(settings ? settings : root, st,
                             "no scene; write settings = { scene = [\"lonely\", \"weekend\"]; };");
    return ST_OK;
}
