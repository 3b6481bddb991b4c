/* Checks figures and tables of a study's file and keeps them as JSON for the drawing code. */
#include "orchestrator/study/study_file.h"

#include "common/json_writer.h"
#include "common/memory.h"
#include "common/suggest.h"
#include "orchestrator/figure/formula.h"
#include "orchestrator/study/measure.h"

#include <string.h>

/* The word that names an axis whose values are the metrics themselves. */
#define METRIC_AXIS "metric"

struct key;

/* The keys and kinds that figures have, or tables. */
struct form {
    const char *what;
    const struct key *keys;
    size_t n_keys;
    const char *const *kinds;
    size_t n_kinds;
};

/* What the checks of one figure or table need. */
struct checker {
    const struct study *study;
    const struct grid *given; /* axes that the command line gives in place of the file's */
    const struct form *form;
    bool metrics_are_axis;
};

struct key {
    const char *name;
    enum st_code (*check)(const struct conf_node *node, const struct checker *f,
                          struct status *st); /* NULL: for the key "where" */
    bool needed;
};

/* ---- words ---- */

/* Fails with ST_USAGE and suggests the nearest of the known words. */
static enum st_code unknown_word(const struct conf_node *node, const char *what, const char *word,
                                 const char *const *known, size_t n, struct status *st)
{
    struct suggestion near = {0};
    char all[STATUS_TEXT / 2] = "";
    for (size_t i = 0; i < n; i++) {
        suggest_consider(&near, word, known[i]);
        suggest_list(all, sizeof all, known[i]);
    }
    if (near.best)
        return conf_fail(node, st, "unknown %s '%s'; did you mean '%s'?", what, word, near.best);
    return conf_fail(node, st, "unknown %s '%s'; there are %s", what, word, all);
}

static bool is_one_of(const char *word, const char *const *known, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, known[i]) == 0)
            return true;
    return false;
}

static enum st_code check_word(const struct conf_node *node, const char *what,
                               const char *const *known, size_t n, struct status *st)
{
    const char *word;
    TRY(conf_get_text(node, &word, st));
    return is_one_of(word, known, n) ? ST_OK : unknown_word(node, what, word, known, n, st);
}

/* ---- axes and quantities ---- */

static enum st_code check_axis(const struct conf_node *node, const struct checker *f,
                               struct status *st)
{
    const char *word;
    TRY(conf_get_text(node, &word, st));
    if (strcmp(word, METRIC_AXIS) == 0 ||
        is_one_of(word, f->study->points.axes, f->study->points.n_axes))
        return ST_OK;
    return unknown_word(node, "axis", word, f->study->points.axes, f->study->points.n_axes, st);
}

/* Checks a quantity such as "abs_error.cycles". It has no metric where metrics are an axis or where
 * the quantity needs none. */
static enum st_code check_quantity(const struct conf_node *node, const struct checker *f,
                                   struct status *st)
{
    const char *names[METRIC_COUNT], *all[MEASURE_KINDS], *word;
    char kind[32];
    struct measure m;
    TRY(conf_get_text(node, &word, st));
    size_t n = strcspn(word, ".");
    snprintf(kind, sizeof kind, "%.*s", (int)(n < sizeof kind ? n : 0), word);
    for (int i = 0; i < MEASURE_KINDS; i++)
        all[i] = measure_kinds[i].name;
    for (int i = 0; i < METRIC_COUNT; i++)
        names[i] = metrics[i].name;
    if (!measure_parse(&m, kind))
        return unknown_word(node, "quantity", kind, all, MEASURE_KINDS, st);
    if (!measure_kinds[m.kind].of_metric)
        return word[n] ? conf_fail(node, st, "'%s' has a metric; '%s' has none", word, kind)
                       : ST_OK;
    if (!word[n])
        return f->metrics_are_axis ? ST_OK
                                   : conf_fail(node, st,
                                               "'%s' lacks a metric; write %s.cycles, or make "
                                               "\"metric\" an axis",
                                               word, kind);
    if (f->metrics_are_axis)
        return conf_fail(node, st, "'%s' has a metric, and the metrics are an axis; write %s", word,
                         kind);
    return measure_parse(&m, word)
               ? ST_OK
               : unknown_word(node, "metric", word + n + 1, names, METRIC_COUNT, st);
}

/* ---- the key "where" ---- */

static bool some_point_has(const struct checker *f, uint32_t axis, const char *value)
{
    const struct grid_points *p = &f->study->points;
    bool found = grid_axis(f->given, p->axes[axis]) != NULL;
    for (size_t i = 0; !found && i < p->n; i++)
        found = strcmp(p->points[i].values[axis], value) == 0;
    return found;
}

/* Checks a value of an axis and writes it in the normal form that the grids' values have. */
static enum st_code check_place(const struct conf_node *node, uint32_t axis,
                                const struct checker *f, json_t *out, struct status *st)
{
    const char *name = f->study->points.axes[axis];
    struct grid one = {0};
    struct json_writer w = {0};
    enum st_code code = study_file_axis(&one, name, node, st);
    for (uint32_t v = 0; code == ST_OK && v < one.axes[0].n; v++) {
        const char *value = one.axes[0].values[v];
        json_append(&w, out, json_string(value));
        if (w.failed)
            code = status_no_memory(st, "study");
        else if (!some_point_has(f, axis, value))
            code = conf_fail(node, st,
                             "no point has %s = '%s'; only values of the grids can be "
                             "asked for",
                             name, value);
    }
    grid_free(&one);
    return code;
}

/* Writes an object such as {"gpu": ["rtx2060"], …}; its values are always lists. */
static enum st_code where_json(const struct conf_node *group, const struct checker *f, json_t *out,
                               struct status *st)
{
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, st, "'where' is no group; write where = { gpu = \"rtx2060\"; };");
    for (size_t i = 0; i < conf_count(group); i++) {
        const struct conf_node *node = conf_at(group, i);
        const struct grid_points *p = &f->study->points;
        uint32_t axis = 0;
        json_t *values = json_array();
        if (!values || json_object_set_new(out, conf_name(node), values) != 0)
            return status_no_memory(st, "study");
        while (axis < p->n_axes && strcmp(p->axes[axis], conf_name(node)) != 0)
            axis++;
        if (axis == p->n_axes)
            return unknown_word(node, "axis", conf_name(node), p->axes, p->n_axes, st);
        TRY(check_place(node, axis, f, values, st));
    }
    return ST_OK;
}

/* ---- one figure or table ---- */

/* Checks a name; it becomes the name of a file. */
static enum st_code check_name(const struct conf_node *node, const struct checker *f,
                               struct status *st)
{
    (void)f;
    const char *name;
    TRY(conf_get_text(node, &name, st));
    if (!name[0] || strlen(name) > 64 ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")])
        return conf_fail(node, st,
                         "'%s' is no name for a file; letters, digits, - and _ are needed, at most "
                         "64",
                         name);
    return ST_OK;
}

static enum st_code check_text(const struct conf_node *node, const struct checker *f,
                               struct status *st)
{
    (void)f;
    const char *text;
    TRY(conf_get_text(node, &text, st));
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ')
            return conf_fail(node, st, "'%s' has a control character; it is one line of text",
                             conf_name(node));
    return ST_OK;
}

/* Checks a formula now, as drawing it would fail only after everything has run. */
static enum st_code check_formula(const struct conf_node *node, const struct checker *f,
                                  struct status *st)
{
    (void)f;
    const char *text;
    struct status why = {0};
    TRY(conf_get_text(node, &text, st));
    if (formula_check(text, "the curve", &why) != ST_OK)
        return conf_fail(node, st, "%s", why.text);
    return ST_OK;
}

/* Checks a group of the paper's numbers, which are drawn beside ours. */
static enum st_code check_paper(const struct conf_node *group, struct status *st)
{
    static const char *const keys[] = {"name", "x", "y", NULL};
    const struct conf_node *name, *x, *y;
    TRY(conf_only(group, keys, st));
    TRY(conf_need(group, "name", &name, st));
    TRY(conf_need(group, "x", &x, st));
    TRY(conf_need(group, "y", &y, st));
    TRY(check_text(name, NULL, st));
    if (conf_count(x) != conf_count(y) || conf_count(x) == 0)
        return conf_fail(group, st,
                         "x has %zu values and y %zu; as many are needed, and one at least",
                         conf_count(x), conf_count(y));
    for (size_t i = 0; i < conf_count(y); i++) {
        double number;
        TRY(conf_get_real(conf_at(y, i), &number, st));
        if (conf_kind(conf_at(x, i)) != CONF_STRING)
            TRY(conf_get_real(conf_at(x, i), &number, st));
    }
    return ST_OK;
}

static enum st_code scalar_json(const struct conf_node *node, json_t **out, struct status *st)
{
    const char *text;
    double real;
    bool flag;
    switch (conf_kind(node)) {
    case CONF_STRING:
        TRY(conf_get_text(node, &text, st));
        *out = json_string(text);
        break;
    case CONF_BOOL:
        TRY(conf_get_bool(node, &flag, st));
        *out = json_boolean(flag);
        break;
    default:
        TRY(conf_get_real(node, &real, st));
        *out = json_real(real);
    }
    return *out ? ST_OK
                : conf_fail(node, st, "'%s' is not in UTF-8; other texts cannot be kept",
                            conf_name(node));
}

/* Converts a node to JSON unchanged. The depth is limited, as libconfig's reader limits it. */
static enum st_code plain_json(const struct conf_node *node, json_t **out, struct status *st)
{
    bool group = conf_kind(node) == CONF_GROUP;
    if (!group && conf_kind(node) != CONF_LIST && conf_kind(node) != CONF_ARRAY)
        return scalar_json(node, out, st);
    *out = group ? json_object() : json_array();
    enum st_code code = *out ? ST_OK : status_no_memory(st, "study");
    for (size_t i = 0; code == ST_OK && i < conf_count(node); i++) {
        json_t *child = NULL;
        code = plain_json(conf_at(node, i), &child, st);
        if (code == ST_OK && (group ? json_object_set_new(*out, conf_name(conf_at(node, i)), child)
                                    : json_array_append_new(*out, child)) != 0)
            code = status_no_memory(st, "study");
    }
    if (code != ST_OK) {
        json_decref(*out);
        *out = NULL;
    }
    return code;
}

static enum st_code check_each(const struct conf_node *node, const struct checker *f,
                               struct status *st)
{
    if (conf_kind(node) == CONF_STRING)
        return check_axis(node, f, st);
    for (size_t i = 0; i < conf_count(node); i++)
        TRY(check_axis(conf_at(node, i), f, st));
    return ST_OK;
}

/* Checks one group of the paper's numbers, or a list of several. */
static enum st_code check_papers(const struct conf_node *node, const struct checker *f,
                                 struct status *st)
{
    (void)f;
    if (conf_kind(node) != CONF_LIST)
        return check_paper(node, st);
    for (size_t i = 0; i < conf_count(node); i++)
        TRY(check_paper(conf_at(node, i), st));
    return ST_OK;
}

static enum st_code check_kind(const struct conf_node *node, const struct checker *f,
                               struct status *st)
{
    return check_word(node, "kind", f->form->kinds, f->form->n_kinds, st);
}

static enum st_code check_fit(const struct conf_node *node, const struct checker *f,
                              struct status *st)
{
    static const char *const fits[] = {"power"};
    (void)f;
    return check_word(node, "fit", fits, 1, st);
}

static enum st_code check_bool(const struct conf_node *node, const struct checker *f,
                               struct status *st)
{
    bool flag;
    (void)f;
    return conf_get_bool(node, &flag, st);
}

static const struct key *find_key(const struct form *form, const char *name)
{
    for (size_t i = 0; i < form->n_keys; i++)
        if (strcmp(form->keys[i].name, name) == 0)
            return &form->keys[i];
    return NULL;
}

static enum st_code unknown_key(const struct conf_node *node, const struct form *form,
                                struct status *st)
{
    const char *names[32];
    for (size_t i = 0; i < form->n_keys; i++)
        names[i] = form->keys[i].name;
    return unknown_word(node, "key", conf_name(node), names, form->n_keys, st);
}

static bool has_metric_axis(const struct conf_node *group, const struct form *form)
{
    for (size_t i = 0; i < form->n_keys; i++) {
        const struct conf_node *node = conf_find(group, form->keys[i].name);
        const char *word;
        struct status unused;
        if (form->keys[i].check == check_axis && node &&
            conf_get_text(node, &word, &unused) == ST_OK && strcmp(word, METRIC_AXIS) == 0)
            return true;
    }
    return false;
}

static enum st_code value_json(const struct conf_node *node, const struct key *key,
                               const struct checker *f, json_t **out, struct status *st)
{
    if (key->check) {
        TRY(key->check(node, f, st));
        return plain_json(node, out, st);
    }
    *out = json_object();
    enum st_code code = *out ? where_json(node, f, *out, st) : status_no_memory(st, "study");
    if (code != ST_OK)
        json_decref(*out);
    return code;
}

static enum st_code item_json(const struct conf_node *group, struct checker *f, json_t *out,
                              struct status *st)
{
    const struct form *form = f->form;
    const struct conf_node *needed;
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, st, "a %s is a group; write { name = \"...\"; ... }", form->what);
    for (size_t i = 0; i < form->n_keys; i++)
        if (form->keys[i].needed)
            TRY(conf_need(group, form->keys[i].name, &needed, st));
    f->metrics_are_axis = has_metric_axis(group, form);
    for (size_t i = 0; i < conf_count(group); i++) {
        const struct conf_node *node = conf_at(group, i);
        const struct key *key = find_key(form, conf_name(node));
        json_t *value = NULL;
        if (!key)
            return unknown_key(node, form, st);
        TRY(value_json(node, key, f, &value, st));
        if (json_object_set_new(out, key->name, value) != 0)
            return status_no_memory(st, "study");
    }
    return ST_OK;
}

/* A figure of simulations alone needs a quantity that they have. */
static enum st_code check_simulated(const struct conf_node *node, const json_t *item,
                                    struct status *st)
{
    const char *y = json_string_value(json_object_get(item, "y"));
    struct measure m;
    if (!json_is_true(json_object_get(item, "simulated")) || !measure_parse(&m, y) ||
        measure_kinds[m.kind].of_reference)
        return ST_OK;
    return conf_fail(node, st,
                     "'%s' is no quantity of simulations; simulated goes with value, normalized "
                     "and frame_time_ms",
                     y);
}

static bool is_named_before(const json_t *all, const json_t *item)
{
    const char *name = json_string_value(json_object_get(item, "name"));
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *other = json_array_get(all, i);
        if (other != item && strcmp(json_string_value(json_object_get(other, "name")), name) == 0)
            return true;
    }
    return false;
}

static enum st_code list_json(const struct conf_node *list, struct checker f, json_t **out,
                              struct status *st)
{
    const struct form *form = f.form;
    *out = json_array();
    if (!*out)
        return status_no_memory(st, "study");
    if (!list)
        return ST_OK;
    if (conf_kind(list) != CONF_LIST)
        return conf_fail(list, st, "'%s' is no list of groups; write %s = ( { ... }, { ... } );",
                         conf_name(list), conf_name(list));
    for (size_t i = 0; i < conf_count(list); i++) {
        json_t *item = json_object();
        if (!item || json_array_append_new(*out, item) != 0)
            return status_no_memory(st, "study");
        TRY(item_json(conf_at(list, i), &f, item, st));
        TRY(check_simulated(conf_at(list, i), item, st));
        if (is_named_before(*out, item))
            return conf_fail(conf_at(list, i), st, "a second %s '%s'; names must differ",
                             form->what, json_string_value(json_object_get(item, "name")));
    }
    return ST_OK;
}

enum st_code study_file_figures(struct study *out, const struct conf_node *root,
                                const struct grid *given, struct status *st)
{
    static const char *const figure_kinds[] = {"lines", "bars"};
    static const char *const table_kinds[] = {"mean", "best"};
    static const struct key figure_keys[] = {
        {"name", check_name, true},       {"title", check_text, false},
        {"kind", check_kind, true},       {"x", check_axis, true},
        {"y", check_quantity, true},      {"series", check_axis, false},
        {"where", NULL, false},           {"paper", check_papers, false},
        {"spread", check_bool, false},    {"fit", check_fit, false},
        {"curve", check_formula, false},  {"curve_title", check_text, false},
        {"simulated", check_bool, false}, {"log_y", check_bool, false},
        {"x_label", check_text, false},   {"y_label", check_text, false},
    };
    static const struct key table_keys[] = {
        {"name", check_name, true},    {"title", check_text, false}, {"kind", check_kind, true},
        {"y", check_quantity, true},   {"rows", check_axis, true},   {"columns", check_axis, false},
        {"choose", check_each, false}, {"over", check_each, false},  {"where", NULL, false},
    };
    static const struct form figure = {"figure", figure_keys,
                                       sizeof figure_keys / sizeof *figure_keys, figure_kinds, 2},
                             table = {"table", table_keys, sizeof table_keys / sizeof *table_keys,
                                      table_kinds, 2};
    TRY(list_json(conf_find(root, "figures"), (struct checker){out, given, &figure, false},
                  &out->figures, st));
    return list_json(conf_find(root, "tables"), (struct checker){out, given, &table, false},
                     &out->tables, st);
}
