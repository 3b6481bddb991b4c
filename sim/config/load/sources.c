#include "sim/config/load/sources.h"

#include "common/grow.h"
#include "common/suggest.h"

#include <stdio.h>
#include <string.h>

const char *const config_source_names[CONFIG_SOURCE_KINDS] = {
    [CONFIG_UNSOURCED] = "none",      [CONFIG_MEASURED] = "measured", [CONFIG_VENDOR] = "vendor",
    [CONFIG_SIMULATOR] = "simulator", [CONFIG_FITTED] = "fitted",     [CONFIG_ASSUMED] = "assumed",
};

enum { NO_TEXT = 0 };

size_t config_parameters(void)
{
    size_t n = 1;
    for (size_t t = 0; t < n_gpu_param_tables; t++)
        n += gpu_param_tables[t].n_rows;
    return n;
}

enum st_code config_sources_init(struct config_sources *s, struct status *st)
{
    *s = (struct config_sources){0};
    TRY(mem_make(&s->of, config_parameters(), sizeof *s->of, "sources of a GPU", st));
    if (!grow(&s->text, 0, &s->room, 1))
        return status_no_memory(st, "sources of a GPU");
    s->text[s->used++] = 0;
    return ST_OK;
}

void config_sources_release(struct config_sources *s)
{
    MEM_FREE(s->of, s->references, s->text);
    *s = (struct config_sources){0};
}

/* Stores a text; *at is its offset. A text that equals the one at `last` is not stored again,
 * because neighbouring lines of a file often have one source. */
static enum st_code keep(struct config_sources *s, const char *text, uint32_t last, uint32_t *at,
                         struct status *st)
{
    size_t n = strlen(text) + 1;
    *at = n == 1 ? NO_TEXT : last;
    if (strcmp(s->text + *at, text) == 0)
        return ST_OK;
    while (s->room - s->used < n)
        if (!grow(&s->text, s->room, &s->room, 1))
            return status_no_memory(st, "sources of a GPU");
    *at = s->used;
    memcpy(s->text + s->used, text, n);
    s->used += (uint32_t)n;
    return ST_OK;
}

static const struct config_reference *find_reference(const struct config_sources *s,
                                                     const char *key)
{
    for (uint32_t i = 0; i < s->n_references; i++)
        if (strcmp(s->text + s->references[i].key, key) == 0)
            return &s->references[i];
    return NULL;
}

static enum st_code add_reference(struct config_sources *s, const struct conf_node *node,
                                  struct status *st)
{
    const char *text;
    struct config_reference r;
    TRY(conf_get_text(node, &text, st));
    if (!*text)
        return conf_fail(node, st, "the reference '%s' is empty; say what can be looked up",
                         conf_name(node));
    const struct config_reference *known = find_reference(s, conf_name(node));
    if (known && strcmp(s->text + known->text, text) == 0)
        return ST_OK;
    if (known)
        return conf_fail(node, st,
                         "the reference '%.60s' is another one in the file's base; it must have "
                         "another key",
                         conf_name(node));
    TRY(keep(s, conf_name(node), NO_TEXT, &r.key, st));
    TRY(keep(s, text, NO_TEXT, &r.text, st));
    if (!grow(&s->references, s->n_references, &s->room_references, sizeof r))
        return status_no_memory(st, "references of a GPU");
    s->references[s->n_references++] = r;
    return ST_OK;
}

static enum st_code read_references(struct config_sources *s, const struct conf_node *root,
                                    struct status *st)
{
    const struct conf_node *group = conf_find(root, "references");
    if (!group)
        return ST_OK;
    if (conf_kind(group) != CONF_GROUP)
        return conf_fail(group, st,
                         "'references' is not a group; write references = { key = \"...\"; };");
    for (size_t i = 0; i < conf_count(group); i++)
        TRY(add_reference(s, conf_at(group, i), st));
    return ST_OK;
}

static enum st_code read_kind(const struct conf_node *node, enum config_source_kind *kind,
                              struct status *st)
{
    const char *word;
    struct suggestion near = {0};
    TRY(conf_get_text(node, &word, st));
    for (int k = CONFIG_MEASURED; k < CONFIG_SOURCE_KINDS; k++) {
        if (strcmp(config_source_names[k], word) == 0) {
            *kind = (enum config_source_kind)k;
            return ST_OK;
        }
        suggest_consider(&near, word, config_source_names[k]);
    }
    if (near.best)
        return conf_fail(node, st, "unknown kind of source '%.60s'; did you mean '%s'?", word,
                         near.best);
    return conf_fail(node, st,
                     "unknown kind of source '%.60s'; it must be measured, vendor, simulator, "
                     "fitted or assumed",
                     word);
}

static enum st_code unknown_reference(const struct config_sources *s, const struct conf_node *node,
                                      const char *key, struct status *st)
{
    struct suggestion near = {0};
    for (uint32_t i = 0; i < s->n_references; i++)
        suggest_consider(&near, key, s->text + s->references[i].key);
    if (near.best)
        return conf_fail(node, st, "no reference is called '%.60s'; did you mean '%s'?", key,
                         near.best);
    return conf_fail(node, st,
                     "no reference is called '%.60s'; add references = { %.60s = \"...\"; };", key,
                     key);
}

static enum st_code wrong_list(const struct conf_node *node, struct status *st)
{
    return conf_fail(
        node, st,
        "'%s' is not a value with its source; write (value, \"measured\", "
        "\"reference\", \"place in it\"), so too with vendor, simulator and fitted, or (value, "
        "\"assumed\", \"why\")",
        conf_name(node));
}

/* Reads a value's source from its list: (value, "assumed", "why") or (value, kind, "reference",
 * "place"). */
static enum st_code read_list(struct config_sources *s, const struct conf_node *node,
                              struct config_source *of, const struct config_source *last,
                              struct status *st)
{
    const char *reference = "", *place;
    size_t n = conf_count(node);
    if (n < 3)
        return wrong_list(node, st);
    TRY(read_kind(conf_at(node, 1), &of->kind, st));
    if (n != (of->kind == CONFIG_ASSUMED ? 3 : 4))
        return wrong_list(node, st);
    TRY(conf_get_text(conf_at(node, n - 1), &place, st));
    if (!*place)
        return conf_fail(node, st, "the source of '%s' ends with an empty text; say %s",
                         conf_name(node),
                         of->kind == CONFIG_ASSUMED ? "why it is assumed" : "where in it");
    if (of->kind != CONFIG_ASSUMED) {
        TRY(conf_get_text(conf_at(node, 2), &reference, st));
        const struct config_reference *r = find_reference(s, reference);
        if (!r)
            return unknown_reference(s, conf_at(node, 2), reference, st);
        of->reference = r->key;
    }
    return keep(s, place, last->place, &of->place, st);
}

static enum st_code read_one(struct config_sources *s, const struct conf_node *group,
                             const char *key, size_t i, struct status *st)
{
    const struct conf_node *node = conf_find(group, key);
    struct config_source none = {0}, last = i > 0 ? s->of[i - 1] : none;
    if (!node)
        return ST_OK;
    s->of[i] = none;
    return conf_kind(node) == CONF_LIST ? read_list(s, node, &s->of[i], &last, st) : ST_OK;
}

/* Turns the sources of a base for another GPU into assumptions: `word` names that GPU, and the
 * base's own source follows. */
static enum st_code assume(struct config_sources *s, struct config_source *of, const char *word,
                           struct status *st)
{
    char text[512];
    if (of->kind == CONFIG_UNSOURCED || of->kind == CONFIG_ASSUMED)
        return ST_OK;
    snprintf(text, sizeof text, "%s (%s, %s: %s)", word, config_source_names[of->kind],
             s->text + of->reference, s->text + of->place);
    *of = (struct config_source){.kind = CONFIG_ASSUMED};
    return keep(s, text, NO_TEXT, &of->place, st);
}

static enum st_code read_inherited(struct config_sources *s, const struct conf_node *root,
                                   struct status *st)
{
    const struct conf_node *node = conf_find(root, "inherited");
    const char *word;
    if (!node)
        return ST_OK;
    TRY(conf_get_text(node, &word, st));
    if (!*word)
        return conf_fail(node, st, "'inherited' is empty; say of which GPU the base's values are");
    if (!conf_find(root, "base"))
        return conf_fail(node, st, "'inherited' speaks of the values of a base, but there is none");
    for (size_t i = 0; i < config_parameters(); i++)
        TRY(assume(s, &s->of[i], word, st));
    return ST_OK;
}

enum st_code config_sources_read(struct config_sources *s, const struct conf_node *root,
                                 struct status *st)
{
    size_t at = 0;
    TRY(read_references(s, root, st));
    TRY(read_inherited(s, root, st));
    TRY(read_one(s, root, "address_map", at++, st));
    for (size_t t = 0; t < n_gpu_param_tables; t++) {
        const struct param_table *table = &gpu_param_tables[t];
        const struct conf_node *group = table->section[0] ? conf_find(root, table->section) : root;
        for (size_t i = 0; i < table->n_rows; i++, at++)
            if (group)
                TRY(read_one(s, group, table->rows[i].name, at, st));
    }
    return ST_OK;
}

enum st_code config_sources_set_all(struct config_sources *s, enum config_source_kind kind,
                                    const char *reference, const char *place, struct status *st)
{
    struct config_source one = {.kind = kind};
    TRY(keep(s, reference, NO_TEXT, &one.reference, st));
    TRY(keep(s, place, NO_TEXT, &one.place, st));
    for (size_t i = 0; i < config_parameters(); i++)
        s->of[i] = one;
    return ST_OK;
}

enum st_code config_sources_forget(struct config_sources *s, const struct gpu_config *before,
                                   const struct gpu_config *after, const char *place,
                                   struct status *st)
{
    struct config_source none = {.kind = CONFIG_UNSOURCED};
    TRY(keep(s, place, NO_TEXT, &none.place, st));
    for (size_t i = 0; i < config_parameters(); i++) {
        struct config_parameter a, b;
        config_parameter_at(&a, before, s, i);
        config_parameter_at(&b, after, s, i);
        if (strcmp(a.value, b.value) != 0)
            s->of[i] = none;
    }
    return ST_OK;
}

static void describe(struct config_parameter *out, const struct gpu_config *config,
                     const struct param_table *table, const struct param *p)
{
    const void *field = (const char *)config + table->offset + p->offset;
    snprintf(out->key, sizeof out->key, "%s%s%s", table->section, table->section[0] ? "." : "",
             p->name);
    params_value(p, field, out->value, sizeof out->value);
    out->unit = p->unit;
    if (out->kind == CONFIG_UNSOURCED && params_absent(p, field)) {
        out->kind = CONFIG_ASSUMED;
        out->place = "off where no file turns it on";
    }
}

void config_parameter_at(struct config_parameter *out, const struct gpu_config *config,
                         const struct config_sources *s, size_t i)
{
    const struct config_source *of = &s->of[i];
    *out = (struct config_parameter){.key = "address_map",
                                     .unit = "",
                                     .kind = of->kind,
                                     .reference = s->text + of->reference,
                                     .place = s->text + of->place};
    if (i == 0) {
        snprintf(out->value, sizeof out->value, "%s", config->address_map_text);
        return;
    }
    size_t row = i - 1;
    const struct param_table *table = gpu_param_tables;
    while (row >= table->n_rows)
        row -= table++->n_rows;
    describe(out, config, table, &table->rows[row]);
}
