#include "sim/config/load/override.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/config/load/load.h"

#include <stdio.h>
#include <string.h>

static bool is_there(const char *gpu)
{
    char *built_in = gpu_config_built_in(gpu);
    mem_free(built_in);
    return built_in || file_exists(gpu);
}

enum st_code config_override_split(char **base, const char **overrides, const char *operand,
                                   struct status *st)
{
    const char *last = strrchr(operand, ':');
    char *part = mem_strdup(operand), *colon = part;
    if (!part)
        return status_no_memory(st, operand);
    while (colon && !is_there(part)) {
        colon = strrchr(part, ':');
        if (colon)
            *colon = 0;
    }
    if (!colon) {
        size_t n = last && strchr(last, '=') ? (size_t)(last - operand) : strlen(operand);
        memcpy(part, operand, n);
        part[n] = 0;
    }
    size_t n = strlen(part);
    *base = part;
    *overrides = operand[n] ? operand + n + 1 : NULL;
    return ST_OK;
}

/* The items of a list of overrides; keys[i] and values[i] point into `text`. */
struct overrides {
    char *text;
    const char **keys, **values;
    size_t n;
};

static void free_overrides(struct overrides *o)
{
    MEM_FREE(o->keys, o->values, o->text);
}

static enum st_code add_override(struct overrides *o, char *item, struct status *st)
{
    char *equals = strchr(item, '=');
    if (!*item)
        return status_fail(st, ST_USAGE,
                           "a parameter is missing; write NAME:KEY=VALUE with commas between "
                           "several, such as rtx2060:sms=46,rt.max_warps=8");
    if (!equals || equals == item || !equals[1])
        return status_fail(st, ST_USAGE, "'%s' is not KEY=VALUE, such as rt.max_warps=8", item);
    *equals = 0;
    for (size_t i = 0; i < o->n; i++)
        if (strcmp(o->keys[i], item) == 0)
            return status_fail(st, ST_USAGE, "'%s' is set twice; once is enough", item);
    o->keys[o->n] = item;
    o->values[o->n++] = equals + 1;
    return ST_OK;
}

/* Splits o->text at its commas. */
static enum st_code part(struct overrides *o, struct status *st)
{
    for (char *item = o->text, *comma; item; item = comma) {
        comma = strchr(item, ',');
        if (comma)
            *comma++ = 0;
        TRY(add_override(o, item, st));
    }
    return ST_OK;
}

static enum st_code read_overrides(struct overrides *o, const char *text, struct status *st)
{
    size_t most = 1;
    for (const char *c = text; *c; c++)
        most += *c == ',';
    o->n = 0;
    o->text = mem_strdup(text);
    o->keys = mem_calloc(most, sizeof *o->keys);
    o->values = mem_calloc(most, sizeof *o->values);
    enum st_code code =
        o->text && o->keys && o->values ? part(o, st) : status_no_memory(st, "overrides of a GPU");
    if (code != ST_OK)
        free_overrides(o);
    return code;
}

static void append(char *text, size_t room, const char *between, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%s", between, more);
}

enum st_code config_override(struct gpu_config *config, const char *overrides, const char *operand,
                             struct status *st)
{
    struct overrides o;
    struct status why = {0};
    enum st_code code = read_overrides(&o, overrides, &why);
    if (code == ST_OK) {
        code = gpu_config_set_all(config, o.keys, o.values, o.n, &why);
        for (size_t i = 0; code == ST_OK && i < o.n; i++)
            gpu_config_note_given(config, o.keys[i], false);
        free_overrides(&o);
    }
    if (code != ST_OK)
        return status_fail(st, code, "%s: %s", operand, why.text);
    append(config->name, sizeof config->name, ":", overrides);
    append(config->title, sizeof config->title, ", with ", overrides);
    return ST_OK;
}
