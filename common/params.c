#include "common/params.h"

#include "common/suggest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *field_of(const struct param_table *table, const struct param *p, void *config)
{
    return (char *)config + table->offset + p->offset;
}

static void list_choices(const struct param *p, char *text, size_t n)
{
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; p->choices[i] && used < n; i++)
        used += (size_t)snprintf(text + used, n - used, "%s\"%s\"", i ? ", " : "", p->choices[i]);
}

static int find_choice(const struct param *p, const char *name)
{
    for (int i = 0; p->choices[i]; i++)
        if (strcmp(p->choices[i], name) == 0)
            return i;
    return -1;
}

static enum st_code read_choice(const struct param *p, const struct conf_node *node, uint32_t *out,
                                struct status *st)
{
    const char *name;
    char known[STATUS_TEXT / 2];
    TRY(conf_get_text(node, &name, st));
    int found = find_choice(p, name);
    list_choices(p, known, sizeof known);
    if (found < 0)
        return conf_fail(node, st, "'%s' is \"%s\"; it must be one of %s", p->name, name, known);
    *out = (uint32_t)found;
    return ST_OK;
}

static enum st_code read_one(const struct param *p, const struct conf_node *node, void *field,
                             struct status *st)
{
    int64_t whole;
    double real;
    switch (p->type) {
    case PARAM_UINT:
        TRY(conf_get_int(node, p->optional ? 0 : (int64_t)p->min, (int64_t)p->max, &whole, st));
        if (whole != 0 && whole < (int64_t)p->min)
            return conf_fail(node, st, "'%s' is %lld; it must be 0 or %g to %g", p->name,
                             (long long)whole, p->min, p->max);
        *(uint32_t *)field = (uint32_t)whole;
        return ST_OK;
    case PARAM_REAL:
        TRY(conf_get_real(node, &real, st));
        if (real < p->min || real > p->max)
            return conf_fail(node, st, "'%s' is %g; it must be %g to %g%s%s", p->name, real, p->min,
                             p->max, p->unit[0] ? " " : "", p->unit);
        *(double *)field = real;
        return ST_OK;
    case PARAM_BOOL:
        return conf_get_bool(node, field, st);
    case PARAM_CHOICE:
        return read_choice(p, node, field, st);
    }
    BUG("params: type %d", (int)p->type);
}

/* Whether `key` equals `word`; if not, `word` becomes a suggestion if it is near enough. */
static bool is_key(const char *key, const char *word, struct suggestion *near)
{
    if (strcmp(word, key) == 0)
        return true;
    suggest_consider(near, key, word);
    return false;
}

static bool known_in(const struct param_table *table, const char *key, struct suggestion *near)
{
    for (size_t i = 0; i < table->n_rows; i++)
        if (is_key(key, table->rows[i].name, near))
            return true;
    return false;
}

static bool known_top(const struct param_table *tables, size_t n_tables, const char *const *extra,
                      const char *key, struct suggestion *near)
{
    for (size_t t = 0; t < n_tables; t++)
        if (tables[t].section[0] ? is_key(key, tables[t].section, near)
                                 : known_in(&tables[t], key, near))
            return true;
    for (size_t i = 0; extra && extra[i]; i++)
        if (is_key(key, extra[i], near))
            return true;
    return false;
}

static enum st_code unknown_key(const struct conf_node *node, const char *section,
                                const struct suggestion *near, struct status *st)
{
    const char *in = section[0] ? " in '" : "", *end = section[0] ? "'" : "";
    if (near->best)
        return conf_fail(node, st, "unknown key '%s'%s%s%s; did you mean '%s'?", conf_name(node),
                         in, section, end, near->best);
    return conf_fail(node, st,
                     "unknown key '%s'%s%s%s; docs/reference/config.md lists the known ones",
                     conf_name(node), in, section, end);
}

static const struct conf_node *value_of(const struct conf_node *node, unsigned how)
{
    bool listed = (how & PARAMS_SOURCED) && conf_kind(node) == CONF_LIST && conf_count(node) > 0;
    return listed ? conf_at(node, 0) : node;
}

static void set_to_0(const struct param *p, void *field)
{
    if (p->type == PARAM_BOOL)
        *(bool *)field = false;
    else
        *(uint32_t *)field = 0;
}

bool params_absent(const struct param *p, const void *field)
{
    return p->optional &&
           (p->type == PARAM_BOOL ? !*(const bool *)field : *(const uint32_t *)field == 0);
}

static enum st_code read_table(const struct param_table *table, const struct conf_node *root,
                               unsigned how, void *config, struct status *st)
{
    const struct conf_node *group = root;
    if (table->section[0]) {
        if ((how & PARAMS_OTHER) && !conf_find(root, table->section))
            return ST_OK;
        TRY(conf_need(root, table->section, &group, st));
        if (conf_kind(group) != CONF_GROUP)
            return conf_fail(group, st, "'%s' is not a group; write %s = { ... };", table->section,
                             table->section);
        for (size_t i = 0; i < conf_count(group); i++) {
            struct suggestion near = {0};
            if (!known_in(table, conf_name(conf_at(group, i)), &near))
                return unknown_key(conf_at(group, i), table->section, &near, st);
        }
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        const struct conf_node *node;
        const struct param *p = &table->rows[i];
        if ((p->optional || (how & PARAMS_OTHER)) && !conf_find(group, p->name)) {
            if (!(how & PARAMS_OTHER))
                set_to_0(p, field_of(table, p, config));
            continue;
        }
        TRY(conf_need(group, p->name, &node, st));
        TRY(read_one(p, value_of(node, how), field_of(table, p, config), st));
    }
    return ST_OK;
}

enum st_code params_read(const struct param_table *tables, size_t n_tables,
                         const char *const *extra, const struct conf_node *root, unsigned how,
                         void *config, struct status *st)
{
    for (size_t i = 0; i < conf_count(root); i++) {
        struct suggestion near = {0};
        if (!known_top(tables, n_tables, extra, conf_name(conf_at(root, i)), &near))
            return unknown_key(conf_at(root, i), "", &near, st);
    }
    for (size_t t = 0; t < n_tables; t++)
        TRY(read_table(&tables[t], root, how, config, st));
    return ST_OK;
}

/* Sets one parameter; `key` is its full name, for messages. */
static enum st_code set_one(const struct param *p, const char *key, void *field, const char *value,
                            struct status *st)
{
    char *end;
    errno = 0;
    double number = strtod(value, &end);
    bool is_number = end != value && *end == 0 && errno == 0 && isfinite(number);
    char known[STATUS_TEXT / 2];
    switch (p->type) {
    case PARAM_UINT:
    case PARAM_REAL:
        if (!is_number || number > p->max || (number < p->min && !(p->optional && number == 0)) ||
            (p->type == PARAM_UINT && number != floor(number)))
            return status_fail(st, ST_USAGE, "'%s' is '%s'; it must be %sa %s from %.17g to %.17g",
                               key, value, p->optional && p->min > 0 ? "0 or " : "",
                               p->type == PARAM_UINT ? "whole number" : "number", p->min, p->max);
        if (p->type == PARAM_UINT)
            *(uint32_t *)field = (uint32_t)number;
        else
            *(double *)field = number;
        return ST_OK;
    case PARAM_BOOL:
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
            return status_fail(st, ST_USAGE, "'%s' is '%s'; it must be true or false", key, value);
        *(bool *)field = value[0] == 't';
        return ST_OK;
    case PARAM_CHOICE:
        list_choices(p, known, sizeof known);
        if (find_choice(p, value) < 0)
            return status_fail(st, ST_USAGE, "'%s' is '%s'; it must be one of %s", key, value,
                               known);
        *(uint32_t *)field = (uint32_t)find_choice(p, value);
        return ST_OK;
    }
    BUG("params: type %d", (int)p->type);
}

const struct param *params_find(const struct param_table *tables, size_t n_tables, const char *name,
                                size_t *offset)
{
    for (size_t t = 0; t < n_tables; t++) {
        size_t n = strlen(tables[t].section);
        const char *key = name;
        if (n) {
            if (strncmp(name, tables[t].section, n) != 0 || name[n] != '.')
                continue;
            key = name + n + 1;
        }
        for (size_t i = 0; i < tables[t].n_rows; i++)
            if (strcmp(tables[t].rows[i].name, key) == 0) {
                *offset = tables[t].offset + tables[t].rows[i].offset;
                return &tables[t].rows[i];
            }
    }
    return NULL;
}

/* Fails for an unknown name and suggests known ones: full names, or names inside a section. */
static enum st_code unknown_name(const struct param_table *tables, size_t n_tables,
                                 const char *name, struct status *st)
{
    char full[2 * SUGGEST_LONGEST], meant[sizeof full] = "";
    struct suggestion near = {0};
    for (size_t t = 0; t < n_tables; t++)
        for (size_t i = 0; i < tables[t].n_rows; i++) {
            const char *section = tables[t].section, *before = near.best, *own;
            unsigned distance = near.distance;
            own = tables[t].rows[i].name;
            snprintf(full, sizeof full, "%s%s%s", section, section[0] ? "." : "", own);
            suggest_consider(&near, name, full);
            suggest_consider(&near, name, own);
            if (near.best != before || near.distance != distance)
                memcpy(meant, full, sizeof meant);
        }
    if (near.best)
        return status_fail(st, ST_USAGE, "no parameter is called '%s'; did you mean '%s'?", name,
                           meant);
    return status_fail(st, ST_USAGE,
                       "no parameter is called '%s'; docs/reference/config.md lists them", name);
}

enum st_code params_set(const struct param_table *tables, size_t n_tables, void *config,
                        const char *name, const char *value, struct status *st)
{
    size_t offset;
    const struct param *p = params_find(tables, n_tables, name, &offset);
    if (!p)
        return unknown_name(tables, n_tables, name, st);
    return set_one(p, name, (char *)config + offset, value, st);
}

void params_value(const struct param *p, const void *field, char *text, size_t n)
{
    char number[PARAM_VALUE_TEXT - 4];
    switch (p->type) {
    case PARAM_UINT:
        snprintf(text, n, "%lu", (unsigned long)*(const uint32_t *)field);
        return;
    case PARAM_REAL:
        snprintf(number, sizeof number, "%.17g", *(const double *)field);
        snprintf(text, n, "%s%s", number, strpbrk(number, ".e") ? "" : ".0");
        return;
    case PARAM_BOOL:
        snprintf(text, n, "%s", *(const bool *)field ? "true" : "false");
        return;
    case PARAM_CHOICE:
        snprintf(text, n, "%s", p->choices[*(const uint32_t *)field]);
        return;
    }
}

static void dump_value(const struct param *p, const void *field, FILE *out)
{
    char text[PARAM_VALUE_TEXT];
    const char *quote = p->type == PARAM_CHOICE ? "\"" : "";
    params_value(p, field, text, sizeof text);
    fprintf(out, "%s%s%s", quote, text, quote);
}

void params_dump(const struct param_table *tables, size_t n_tables, const void *config, FILE *out)
{
    for (size_t t = 0; t < n_tables; t++) {
        const char *indent = tables[t].section[0] ? "    " : "";
        if (tables[t].section[0])
            fprintf(out, "\n%s = {\n", tables[t].section);
        for (size_t i = 0; i < tables[t].n_rows; i++) {
            const struct param *p = &tables[t].rows[i];
            const void *field = (const char *)config + tables[t].offset + p->offset;
            if (params_absent(p, field))
                continue;
            fprintf(out, "%s%s = ", indent, p->name);
            dump_value(p, field, out);
            fprintf(out, ";%s%s\n", p->unit[0] ? " # " : "", p->unit);
        }
        if (tables[t].section[0])
            fprintf(out, "};\n");
    }
}

static void document_range(const struct param *p, FILE *out)
{
    char known[STATUS_TEXT];
    switch (p->type) {
    case PARAM_UINT:
    case PARAM_REAL:
        fprintf(out, "%s%.10g…%.10g", p->optional && p->min > 0 ? "0, " : "", p->min, p->max);
        return;
    case PARAM_BOOL:
        fputs("true, false", out);
        return;
    case PARAM_CHOICE:
        list_choices(p, known, sizeof known);
        fputs(known, out);
        return;
    }
}

void params_document(const struct param_table *tables, size_t n_tables, params_seen *seen,
                     FILE *out)
{
    char text[64];
    for (size_t t = 0; t < n_tables; t++) {
        fprintf(out, "\n## %s\n\n%s.\n\n", tables[t].section[0] ? tables[t].section : "top level",
                tables[t].title);
        fprintf(out, "| key | unit | range | meaning |%s\n| --- | --- | --- | --- |%s\n",
                seen ? " seen by |" : "", seen ? " --- |" : "");
        for (size_t i = 0; i < tables[t].n_rows; i++) {
            const struct param *p = &tables[t].rows[i];
            fprintf(out, "| `%s` | %s | ", p->name, p->unit[0] ? p->unit : "–");
            document_range(p, out);
            fprintf(out, " | %s%s |", p->doc, p->optional ? "; may be left out" : "");
            if (seen)
                fprintf(out, " %s |", seen(p->unseen, text));
            fputc('\n', out);
        }
    }
}
