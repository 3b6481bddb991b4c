#include "common/conf.h"

#include "common/conf_text.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/suggest.h"

#include <libconfig.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct included {
    const char *written; /* name in the include line, relative to the folder of the first file */
    char *path;
};

struct conf {
    config_t tree;
    char *name;
    struct included *included;
    size_t n_included;
};

/* A conf_node is libconfig's setting under another name. */
static const config_setting_t *raw(const struct conf_node *node)
{
    return (const config_setting_t *)(const void *)node;
}

static const struct conf_node *wrap(const config_setting_t *setting)
{
    return (const struct conf_node *)(const void *)setting;
}

static enum st_code fail_syntax(const config_t *tree, const char *name, struct status *st)
{
    const char *why = config_error_text(tree), *included = config_error_file(tree);
    const char *right = "libconfig syntax is: key = value;";
    if (why && strstr(why, "mismatched"))
        right = "in [ ] all numbers are written alike (0.0, 1.5); ( ) takes 0 beside 1.5";
    if (why && strstr(why, "duplicate"))
        right = "each key may be given once";
    return status_fail_at(st, ST_USAGE, included ? included : name, config_error_line(tree),
                          "%s; %s", why ? why : "syntax error", right);
}

static const char *included_path(const struct conf *c, const char *written)
{
    for (size_t i = 0; i < c->n_included; i++)
        if (c->included[i].written == written || strcmp(c->included[i].written, written) == 0)
            return c->included[i].path;
    return NULL;
}

/* Finds every included file that has a setting. Scalars of an array are in the array's file. */
static enum st_code find_included(struct conf *c, const config_setting_t *setting,
                                  const char *folder, struct status *st)
{
    const char *written = config_setting_source_file(setting);
    if (written && !included_path(c, written)) {
        TRY(mem_remake(&c->included, c->n_included + 1, sizeof *c->included, c->name, st));
        char *path = *written == '/' ? mem_strdup(written) : file_join(folder, written);
        if (!path)
            return status_no_memory(st, c->name);
        c->included[c->n_included++] = (struct included){written, path};
    }
    if (!config_setting_is_aggregate(setting) || config_setting_is_array(setting))
        return ST_OK;
    for (int i = 0; i < config_setting_length(setting); i++)
        TRY(find_included(c, config_setting_get_elem(setting, (unsigned)i), folder, st));
    return ST_OK;
}

/* Most bytes that the library takes for a byte of text. */
enum { MOST_TREE = 64 };

/* The library does not look whether an allocation failed: where there is not as much memory as it
 * can take, it is not called. */
static enum st_code check_memory(size_t n, const char *name, struct status *st)
{
    void *room;
    TRY(mem_make(&room, n + 512, MOST_TREE, name, st));
    mem_free(room);
    return ST_OK;
}

static enum st_code read_tree(struct conf *c, const char *text, size_t n, const char *folder,
                              struct status *st)
{
    size_t all;
    TRY(conf_text_check(text, n, c->name, folder, &all, st));
    TRY(check_memory(all, c->name, st));
    config_set_include_dir(&c->tree, folder);
    if (config_read_string(&c->tree, text) != CONFIG_TRUE)
        return fail_syntax(&c->tree, c->name, st);
    /* The root's hook leads every node to its conf, and so to its file name. */
    config_setting_set_hook(config_root_setting(&c->tree), c);
    return strstr(text, "@include") ? find_included(c, config_root_setting(&c->tree), folder, st)
                                    : ST_OK;
}

enum st_code conf_parse(struct conf **out, const char *text, size_t n, const char *name,
                        struct status *st)
{
    *out = NULL;
    struct conf *c;
    TRY(mem_make(&c, 1, sizeof *c, name, st));
    config_init(&c->tree);
    MEM_AUTO char *folder = file_folder(name);
    enum st_code code = mem_copy_text(&c->name, name, name, st);
    if (code == ST_OK)
        code = folder ? read_tree(c, text, n, folder, st) : status_no_memory(st, name);
    if (code != ST_OK) {
        conf_free(c);
        return code;
    }
    *out = c;
    return ST_OK;
}

enum st_code conf_read(struct conf **out, const char *path, struct status *st)
{
    MEM_AUTO unsigned char *bytes = NULL;
    size_t n;
    *out = NULL;
    enum st_code code = file_read(path, &bytes, &n, st);
    if (code != ST_OK) {
        st->code = code == ST_FAILED ? ST_USAGE : code;
        return st->code;
    }
    return conf_parse(out, (const char *)bytes, n, path, st);
}

void conf_free(struct conf *c)
{
    if (!c)
        return;
    config_destroy(&c->tree);
    for (size_t i = 0; i < c->n_included; i++)
        mem_free(c->included[i].path);
    mem_free(c->included);
    mem_free(c->name);
    mem_free(c);
}

const struct conf_node *conf_root(const struct conf *c)
{
    return wrap(config_root_setting(&c->tree));
}

enum conf_kind conf_kind(const struct conf_node *node)
{
    switch (config_setting_type(raw(node))) {
    case CONFIG_TYPE_GROUP:
        return CONF_GROUP;
    case CONFIG_TYPE_LIST:
        return CONF_LIST;
    case CONFIG_TYPE_ARRAY:
        return CONF_ARRAY;
    case CONFIG_TYPE_INT:
    case CONFIG_TYPE_INT64:
        return CONF_INT;
    case CONFIG_TYPE_FLOAT:
        return CONF_REAL;
    case CONFIG_TYPE_STRING:
        return CONF_STRING;
    case CONFIG_TYPE_BOOL:
        return CONF_BOOL;
    default:
        BUG("conf: setting of type %d", config_setting_type(raw(node)));
    }
}

const char *conf_name(const struct conf_node *node)
{
    const char *name = config_setting_name(raw(node));
    return name ? name : "";
}

const char *conf_file(const struct conf_node *node)
{
    const config_setting_t *setting = raw(node);
    const char *included = config_setting_source_file(setting);
    while (config_setting_parent(setting))
        setting = config_setting_parent(setting);
    const struct conf *c = config_setting_get_hook(setting);
    const char *path = included ? included_path(c, included) : NULL;
    return path ? path : c->name;
}

int conf_line(const struct conf_node *node)
{
    return (int)config_setting_source_line(raw(node));
}

size_t conf_count(const struct conf_node *node)
{
    return config_setting_is_aggregate(raw(node)) ? (size_t)config_setting_length(raw(node)) : 0;
}

const struct conf_node *conf_at(const struct conf_node *node, size_t i)
{
    return wrap(config_setting_get_elem(raw(node), (unsigned)i));
}

const struct conf_node *conf_find(const struct conf_node *group, const char *key)
{
    return conf_kind(group) == CONF_GROUP ? wrap(config_setting_get_member(raw(group), key)) : NULL;
}

static enum st_code fail_misspelt(const struct conf_node *member, const char *meant,
                                  struct status *st)
{
    return conf_fail(member, st, "unknown key '%s'; did you mean '%s'?", conf_name(member), meant);
}

enum st_code conf_only(const struct conf_node *group, const char *const *keys, struct status *st)
{
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, st, "'%s' is not a group; write %s = { ... };", conf_name(group),
                         conf_name(group));
    for (size_t i = 0; i < conf_count(group); i++) {
        const struct conf_node *member = conf_at(group, i);
        size_t k = 0;
        while (keys[k] && strcmp(keys[k], conf_name(member)) != 0)
            k++;
        if (keys[k])
            continue;
        char known[STATUS_TEXT / 2] = "";
        struct suggestion near = {0};
        for (k = 0; keys[k]; k++) {
            suggest_list(known, sizeof known, keys[k]);
            suggest_consider(&near, conf_name(member), keys[k]);
        }
        if (near.best)
            return fail_misspelt(member, near.best, st);
        return conf_fail(member, st, "unknown key '%s'; known here: %s", conf_name(member), known);
    }
    return ST_OK;
}

enum st_code conf_need(const struct conf_node *group, const char *key, const struct conf_node **out,
                       struct status *st)
{
    struct suggestion near = {0};
    *out = conf_find(group, key);
    /* Keys of one letter get no suggestion, as all of them are one edit apart. */
    for (size_t i = 0; !*out && key[0] && key[1] && i < conf_count(group); i++) {
        suggest_consider(&near, key, conf_name(conf_at(group, i)));
        if (near.best)
            return fail_misspelt(conf_at(group, i), key, st);
    }
    if (!*out)
        return conf_fail(group, st, "missing key '%s'%s%s", key, *conf_name(group) ? " in " : "",
                         conf_name(group));
    return ST_OK;
}

/* Returns the name of a node for messages; an element of a list has the list's name. */
static const char *shown_name(const struct conf_node *node)
{
    const config_setting_t *list = config_setting_parent(raw(node));
    const char *name = *conf_name(node) || !list ? conf_name(node) : config_setting_name(list);
    return name ? name : "";
}

enum st_code conf_get_int(const struct conf_node *node, int64_t lo, int64_t hi, int64_t *out,
                          struct status *st)
{
    if (conf_kind(node) != CONF_INT)
        return conf_fail(node, st, "'%s' is not a whole number", shown_name(node));
    int64_t value = config_setting_get_int64(raw(node));
    if (value < lo || value > hi)
        return conf_fail(node, st, "'%s' is %lld; it must be %lld to %lld", shown_name(node),
                         (long long)value, (long long)lo, (long long)hi);
    *out = value;
    return ST_OK;
}

enum st_code conf_get_real(const struct conf_node *node, double *out, struct status *st)
{
    enum conf_kind kind = conf_kind(node);
    if (kind != CONF_INT && kind != CONF_REAL)
        return conf_fail(node, st, "'%s' is not a number", shown_name(node));
    double value = kind == CONF_INT ? (double)config_setting_get_int64(raw(node))
                                    : config_setting_get_float(raw(node));
    if (!isfinite(value))
        return conf_fail(node, st, "'%s' is not finite", shown_name(node));
    *out = value;
    return ST_OK;
}

enum st_code conf_get_bool(const struct conf_node *node, bool *out, struct status *st)
{
    if (conf_kind(node) != CONF_BOOL)
        return conf_fail(node, st, "'%s' is not true or false", shown_name(node));
    *out = config_setting_get_bool(raw(node)) != 0;
    return ST_OK;
}

enum st_code conf_get_text(const struct conf_node *node, const char **out, struct status *st)
{
    if (conf_kind(node) != CONF_STRING)
        return conf_fail(node, st, "'%s' is not a text in quotes", shown_name(node));
    *out = config_setting_get_string(raw(node));
    return *out ? ST_OK : status_no_memory(st, conf_file(node));
}

enum st_code conf_get_choice(const struct conf_node *node, const char *const *names, uint32_t *out,
                             struct status *st)
{
    const char *text = "";
    char all[256] = "";
    TRY(conf_get_text(node, &text, st));
    for (*out = 0; names[*out]; ++*out)
        if (strcmp(names[*out], text) == 0)
            return ST_OK;
    for (uint32_t i = 0; names[i]; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", names[i]);
    return conf_fail(node, st, "'%.40s'; expected one of %s", text, all);
}

enum st_code conf_get_reals(const struct conf_node *node, size_t n, double *out, struct status *st)
{
    enum conf_kind kind = conf_kind(node);
    if ((kind != CONF_LIST && kind != CONF_ARRAY) || conf_count(node) != n)
        return conf_fail(node, st, "'%s' is not a list of %zu numbers", shown_name(node), n);
    for (size_t i = 0; i < n; i++) {
        const struct conf_node *element = conf_at(node, i);
        kind = conf_kind(element);
        if (kind != CONF_INT && kind != CONF_REAL)
            return conf_fail(node, st, "'%s' is not a list of %zu numbers", shown_name(node), n);
        TRY(conf_get_real(element, &out[i], st));
    }
    return ST_OK;
}
