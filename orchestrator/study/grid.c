#include "orchestrator/study/grid.h"

#include "common/auto.h"
#include "common/grow.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/settings/range.h"

#include <stdio.h>
#include <string.h>

static bool row_can_vary(const struct option_row *row)
{
    return (row->commands & (COMMAND_SWEEP | COMMAND_MODELS | COMMAND_INSIDE)) &&
           (row->flags & OPTION_CHANGES) && !(row->flags & OPTION_MANY);
}

static bool can_vary(const char *name)
{
    const struct option_row *row = options_find(name);
    return strcmp(name, GRID_SCENE) == 0 || (row && row_can_vary(row));
}

static enum st_code unknown(const char *name, struct status *st)
{
    struct suggestion near = {0};
    suggest_consider(&near, name, GRID_SCENE);
    for (size_t i = 0; i < n_option_rows; i++)
        if (row_can_vary(&option_rows[i]) && !options_gone(option_rows[i].name))
            suggest_consider(&near, name, option_rows[i].name);
    if (near.best)
        return status_fail(st, ST_USAGE, "no setting '%s'; did you mean '%s'?", name, near.best);
    return status_fail(st, ST_USAGE, "no setting '%s'; 'diorama sweep --help' lists them", name);
}

/* ---- values ---- */

static struct grid_axis *find(const struct grid *g, const char *name)
{
    for (uint32_t i = 0; i < g->n; i++)
        if (strcmp(g->axes[i].name, name) == 0)
            return &g->axes[i];
    return NULL;
}

const struct grid_axis *grid_axis(const struct grid *g, const char *name)
{
    return find(g, name);
}

static enum st_code add_axis(struct grid *g, const char *name, struct grid_axis **out,
                             struct status *st)
{
    *out = find(g, name);
    if (*out)
        return ST_OK;
    if (!grow(&g->axes, g->n, &g->room, sizeof *g->axes))
        return status_no_memory(st, "grid");
    *out = &g->axes[g->n];
    **out = (struct grid_axis){0};
    TRY(mem_copy_text(&(*out)->name, name, "grid", st));
    g->n++;
    return ST_OK;
}

static enum st_code append(struct grid_axis *axis, const char *text, struct status *st)
{
    if (!grow(&axis->values, axis->n, &axis->room, sizeof *axis->values))
        return status_no_memory(st, "grid");
    TRY(mem_copy_text(&axis->values[axis->n], text, "grid", st));
    axis->n++;
    return ST_OK;
}

static enum st_code add_text(struct grid_axis *axis, const char *text, struct status *st)
{
    for (uint32_t i = 0; i < axis->n; i++)
        if (strcmp(axis->values[i], text) == 0)
            return status_fail(st, ST_USAGE, "%s has the value '%s' twice; once is enough",
                               axis->name, text);
    if (axis->n == GRID_MOST_VALUES)
        return status_fail(st, ST_USAGE, "%s has more than %d values; make the list shorter",
                           axis->name, GRID_MOST_VALUES);
    return append(axis, text, st);
}

/* Adds a value in its normal form, in which 10 and 10.0 are the same text. */
static enum st_code add_value(struct grid_axis *axis, const char *text, struct status *st)
{
    const struct option_row *row = options_find(axis->name);
    struct settings settings;
    char form[OPTION_VALUE_TEXT];
    if (!row)
        return text[0] ? add_text(axis, text, st)
                       : status_fail(st, ST_USAGE, "scene is empty; a name or a file is needed");
    options_default(&settings);
    TRY(options_set(&settings, axis->name, text, st));
    if (row->type == OPTION_TEXT)
        return add_text(axis, text, st);
    options_value(row, &settings, form, sizeof form);
    return add_text(axis, form, st);
}

static enum st_code add_range(struct grid_axis *axis, const char *text, struct status *st)
{
    struct range range;
    TRY(range_read(&range, axis->name, text, st));
    for (size_t i = 0; i < range_count(&range); i++) {
        char value[RANGE_TEXT];
        range_text(&range, i, value);
        TRY(add_value(axis, value, st));
    }
    return ST_OK;
}

static bool is_number(const struct option_row *row)
{
    return row && row->type != OPTION_CHOICE && row->type != OPTION_BLOCK &&
           row->type != OPTION_TARGET;
}

/* Adds the comma-separated values of `list`, which it cuts apart. */
static enum st_code add_list(struct grid_axis *axis, char *list, struct status *st)
{
    const struct option_row *row = options_find(axis->name);
    for (char *rest = list; rest;) {
        char *text = rest;
        rest = strchr(text, ',');
        if (rest)
            *rest++ = 0;
        if (!text[0])
            return status_fail(st, ST_USAGE, "%s has an empty value; lists are written 10,20,30",
                               axis->name);
        TRY(is_number(row) && strchr(text, ':') ? add_range(axis, text, st)
                                                : add_value(axis, text, st));
    }
    return ST_OK;
}

enum st_code grid_add(struct grid *g, const char *name, const char *text, struct status *st)
{
    const struct option_row *row = options_find(name);
    struct grid_axis *axis;
    if (!can_vary(name))
        return unknown(name, st);
    TRY(add_axis(g, name, &axis, st));
    if (!row || row->type == OPTION_TEXT || (row->type == OPTION_POINT && text[0]))
        return add_value(axis, text, st);
    MEM_AUTO char *copy;
    TRY(mem_copy_text(&copy, text, "grid", st));
    return add_list(axis, copy, st);
}

/* ---- grids ---- */

static void free_axis(struct grid_axis *axis)
{
    for (uint32_t i = 0; i < axis->n; i++)
        mem_free(axis->values[i]);
    mem_free(axis->values);
    mem_free(axis->name);
}

void grid_drop(struct grid *g, const char *name)
{
    struct grid_axis *axis = find(g, name);
    if (!axis)
        return;
    free_axis(axis);
    g->n--;
    memmove(axis, axis + 1, (size_t)(g->axes + g->n - axis) * sizeof *axis);
}

void grid_free(struct grid *g)
{
    for (uint32_t i = 0; i < g->n; i++)
        free_axis(&g->axes[i]);
    mem_free(g->axes);
    *g = (struct grid){0};
}

enum st_code grid_replace(struct grid *g, const struct grid *by, struct status *st)
{
    for (uint32_t i = 0; i < by->n; i++) {
        struct grid_axis *axis;
        grid_drop(g, by->axes[i].name);
        TRY(add_axis(g, by->axes[i].name, &axis, st));
        for (uint32_t v = 0; v < by->axes[i].n; v++)
            TRY(append(axis, by->axes[i].values[v], st));
    }
    return ST_OK;
}

enum st_code grid_of_given(struct grid *out, const struct settings *settings, struct status *st)
{
    const struct command_settings *c = &settings->command;
    *out = (struct grid){0};
    for (uint32_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].name, "param") != 0) /* no axis: one run takes all values */
            TRY_ELSE(grid_add(out, c->given[i].name, c->given[i].value, st), grid_free(out));
    return ST_OK;
}
