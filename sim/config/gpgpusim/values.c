#include "sim/config/gpgpusim/values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD_TEXT = 64 };

enum st_code(gpgpusim_fail)(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                            const char *format, ...)
{
    char text[STATUS_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return status_fail_at(r->st, ST_USAGE, r->file->name, e->line, "%s%s: %s", e->name,
                          e->line ? "" : " (not given)", text);
}

void gpgpusim_taken(struct gpgpusim_reading *r, const struct gpgpusim_entry *e, const char *format,
                    ...)
{
    char text[STATUS_TEXT], where[32] = "not given";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (e->line)
        snprintf(where, sizeof where, "line %d", e->line);
    gpgpusim_note(r->notes, NULL, "%s: %s %.100s: %s", where, e->name, e->value ? e->value : "",
                  text);
}

const struct gpgpusim_entry *gpgpusim_get(const struct gpgpusim_reading *r, const char *name,
                                          struct gpgpusim_entry *none)
{
    const struct gpgpusim_entry *e = gpgpusim_file_find(r->file, name);
    if (e)
        return e;
    const struct gpgpusim_option *option = gpgpusim_option_find(name);
    *none = (struct gpgpusim_entry){.name = name, .value = option ? option->initial : NULL};
    return none;
}

enum st_code gpgpusim_whole(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                            uint32_t *out)
{
    const char *text = e->value ? e->value : "";
    char *end;
    *out = 0;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (text[0] < '0' || text[0] > '9' || *end || errno || value > UINT32_MAX)
        return gpgpusim_fail(
            r, e, "'%.60s' is no whole number; it must be one from 0 to 4294967295", text);
    *out = (uint32_t)value;
    return ST_OK;
}

enum st_code gpgpusim_get_whole(const struct gpgpusim_reading *r, const char *name, uint32_t *out)
{
    struct gpgpusim_entry none;
    return gpgpusim_whole(r, gpgpusim_get(r, name, &none), out);
}

enum st_code gpgpusim_set(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                          const char *key, const char *value)
{
    struct status why = {0};
    if (params_set(gpu_param_tables, n_gpu_param_tables, r->config, key, value, &why) != ST_OK)
        return gpgpusim_fail(r, e, "%s", why.text);
    return ST_OK;
}

enum st_code gpgpusim_set_whole(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                const char *key, uint64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return gpgpusim_set(r, e, key, text);
}

/* Reads one field of a format or of a value: without white space at its ends, zero-terminated.
 * Returns the text behind its separator; NULL after the last field. */
static const char *next_field(const char *at, char field[FIELD_TEXT])
{
    size_t n = strcspn(at, ":,");
    const char *rest = at[n] ? at + n + 1 : NULL;
    while (n > 0 && *at == ' ') {
        at++;
        n--;
    }
    while (n > 0 && at[n - 1] == ' ')
        n--;
    if (n >= FIELD_TEXT)
        n = FIELD_TEXT - 1;
    memcpy(field, at, n);
    field[n] = 0;
    return rest;
}

static const struct param *find_param(const char *key, size_t *offset)
{
    const struct param *p = params_find(gpu_param_tables, n_gpu_param_tables, key, offset);
    if (!p)
        BUG("gpgpusim: no parameter %s", key);
    return p;
}

/* Sets a parameter from a number of the file, which is converted to text for params_set. */
static enum st_code set_field(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                              const char *key, const char *text)
{
    size_t offset;
    uint32_t whole;
    const struct param *p = find_param(key, &offset);
    const struct gpgpusim_entry alone = {e->name, text, NULL, e->line, 0, false};
    if (p->type == PARAM_REAL)
        return gpgpusim_set(r, e, key, text);
    TRY(gpgpusim_whole(r, &alone, &whole));
    if (p->type == PARAM_UINT)
        return gpgpusim_set_whole(r, e, key, whole);
    if (p->type == PARAM_BOOL) {
        if (whole > 1)
            return gpgpusim_fail(r, e, "'%s' is neither 0 nor 1", text);
        return gpgpusim_set(r, e, key, whole ? "true" : "false");
    }
    for (uint32_t i = 0; p->choices[i]; i++)
        if (i == whole)
            return gpgpusim_set(r, e, key, p->choices[i]);
    return gpgpusim_fail(r, e, "'%s' is more than this option has choices", text);
}

static enum st_code wrong_count(const struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                const char *shape)
{
    unsigned least = 0, most = 0;
    char field[FIELD_TEXT], separator = ',';
    for (const char *at = shape; at; most++) {
        separator = at[strcspn(at, ":,")] ? at[strcspn(at, ":,")] : separator;
        at = next_field(at, field);
        least += field[0] != '[';
    }
    if (most == 1)
        return gpgpusim_fail(r, e, "'%.60s' is not one number", e->value);
    if (least == most)
        return gpgpusim_fail(r, e, "'%.60s' has not %u numbers with '%c' between", e->value, most,
                             separator);
    return gpgpusim_fail(r, e, "'%.60s' has not %u to %u numbers with '%c' between", e->value,
                         least, most, separator);
}

static enum st_code read_field(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                               const char *shape, const char *field)
{
    if (shape[0] == '[')
        return ST_OK;
    if (shape[0] != '=')
        return set_field(r, e, shape, field);
    if (strcmp(shape + 1, field) != 0)
        return gpgpusim_fail(r, e, "'%s' in '%.60s'; it must be %s", field, e->value, shape + 1);
    return ST_OK;
}

enum st_code gpgpusim_read_numbers(struct gpgpusim_reading *r, const struct gpgpusim_entry *e,
                                   const char *shape)
{
    char wanted[FIELD_TEXT], field[FIELD_TEXT];
    const char *value = e->value, *at = shape;
    size_t offset;
    const struct param *flag = params_find(gpu_param_tables, n_gpu_param_tables, shape, &offset);
    if (!value && flag && flag->type == PARAM_BOOL)
        return gpgpusim_set(r, e, shape, "true");
    if (!value)
        return gpgpusim_fail(r, e, "no value; it must be %s", shape);
    while (at) {
        size_t n = strcspn(at, ":,");
        char separator = at[n];
        at = next_field(at, wanted);
        if (!value && wanted[0] == '[')
            continue;
        if (!value ||
            (separator && value[strcspn(value, ":,")] != separator && value[strcspn(value, ":,")]))
            return wrong_count(r, e, shape);
        value = next_field(value, field);
        TRY(read_field(r, e, wanted, field));
    }
    return value ? wrong_count(r, e, shape) : ST_OK;
}

static void write_field(const struct gpu_config *config, const char *key, FILE *out)
{
    char text[PARAM_VALUE_TEXT];
    size_t offset;
    const struct param *p = find_param(key, &offset);
    const void *field = (const char *)config + offset;
    if (p->type == PARAM_BOOL) {
        fputs(*(const bool *)field ? "1" : "0", out);
    } else if (p->type == PARAM_CHOICE) {
        fprintf(out, "%lu", (unsigned long)*(const uint32_t *)field);
    } else {
        params_value(p, field, text, sizeof text);
        fputs(text, out);
    }
}

void gpgpusim_write_numbers(const struct gpu_config *config, const char *shape, FILE *out)
{
    char field[FIELD_TEXT];
    char before = 0;
    for (const char *at = shape; at;) {
        char separator = at[strcspn(at, ":,")];
        at = next_field(at, field);
        if (strcmp(field, "[]") == 0)
            continue;
        if (before)
            fputc(before, out);
        before = separator;
        if (field[0] == '=')
            fputs(field + 1, out);
        else if (field[0] == '[')
            fprintf(out, "%.*s", (int)strlen(field) - 2, field + 1);
        else
            write_field(config, field, out);
    }
}

void gpgpusim_each_parameter(const struct gpgpusim_option *option,
                             void (*each)(void *self, const char *key), void *self)
{
    char field[FIELD_TEXT];
    const char *at = option->parameters;
    if (option->use == GPGPUSIM_NUMBERS) {
        while (at) {
            at = next_field(at, field);
            if (field[0] != '[' && field[0] != '=')
                each(self, field);
        }
        return;
    }
    while (at && *at) {
        size_t n = strcspn(at, " ");
        snprintf(field, sizeof field, "%.*s", (int)n, at);
        each(self, field);
        at += n;
        at += strspn(at, " ");
    }
}
