#include "common/json_writer.h"

#include "common/memory.h"
#include "version.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

json_t *json_writer_object(struct json_writer *w)
{
    json_t *object = json_object();
    w->failed = w->failed || !object;
    return object;
}

json_t *json_writer_array(struct json_writer *w)
{
    json_t *array = json_array();
    w->failed = w->failed || !array;
    return array;
}

void json_put(struct json_writer *w, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        w->failed = true;
}

void json_put_real(struct json_writer *w, json_t *object, const char *key, double value)
{
    json_put(w, object, key, isfinite(value) ? json_real(value) : json_null());
}

enum st_code json_of_text(json_t **out, const char *text, struct status *st)
{
    errno = 0;
    *out = text ? json_loads(text, 0, NULL) : NULL;
    /* jansson calls some allocations that fail an invalid token. */
    return text && !*out && errno == ENOMEM ? status_no_memory(st, "JSON document") : ST_OK;
}

double json_real_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

void json_put_count(struct json_writer *w, json_t *object, const char *key, uint64_t value)
{
    json_put(w, object, key, json_integer((json_int_t)value));
}

/* Makes a JSON text. File names need not be UTF-8; invalid bytes become '?'. */
static json_t *text_of(const char *value)
{
    json_t *text = value ? json_string(value) : json_null();
    if (!text) {
        text = json_string_nocheck(value);
        for (char *at = text ? (char *)(uintptr_t)json_string_value(text) : NULL; at && *at; at++)
            if ((unsigned char)*at >= 0x80)
                *at = '?';
    }
    return text;
}

void json_put_text(struct json_writer *w, json_t *object, const char *key, const char *value)
{
    json_put(w, object, key, text_of(value));
}

void json_append_text(struct json_writer *w, json_t *array, const char *value)
{
    json_append(w, array, text_of(value));
}

void json_append(struct json_writer *w, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0)
        w->failed = true;
}

/* Notes a failure to add a part, which has then been freed. */
static json_t *kept(struct json_writer *w, json_t *part, int failure)
{
    w->failed = w->failed || failure;
    return failure ? NULL : part;
}

json_t *json_put_object(struct json_writer *w, json_t *object, const char *key)
{
    json_t *part = json_object();
    return kept(w, part, json_object_set_new(object, key, part));
}

json_t *json_put_array(struct json_writer *w, json_t *object, const char *key)
{
    json_t *part = json_array();
    return kept(w, part, json_object_set_new(object, key, part));
}

json_t *json_append_object(struct json_writer *w, json_t *array)
{
    json_t *part = json_object();
    return kept(w, part, json_array_append_new(array, part));
}

void json_writer_dump(struct json_writer *w, json_t *value, FILE *out, size_t flags)
{
    if (json_dumpf(value, out, flags) != 0 && !ferror(out))
        w->failed = true;
    json_decref(value);
}

enum st_code json_writer_finish(struct json_writer *w, json_t *document, FILE *out,
                                struct status *st)
{
    if (w->failed) {
        json_decref(document);
        return status_no_memory(st, "JSON document");
    }
    json_writer_dump(w, document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', out);
    return w->failed ? status_no_memory(st, "JSON document") : ST_OK;
}

char *json_text(const json_t *value, size_t flags)
{
    errno = 0;
    char *text = json_dumps(value, flags);
    if (!text || errno != ENOMEM)
        return text;
    free(text); /* jansson leaves out a key that memory does not suffice for, and goes on */
    return NULL;
}

enum st_code json_writer_text(struct json_writer *w, json_t *document, char **out,
                              struct status *st)
{
    char *text = w->failed ? NULL : json_text(document, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(document);
    *out = text ? mem_strdup(text) : NULL;
    free(text); /* jansson allocated it with malloc */
    return *out ? ST_OK : status_no_memory(st, "JSON document");
}

json_t *json_writer_document(struct json_writer *w, const char *command)
{
    json_t *document = json_writer_object(w);
    json_put_text(w, document, "command", command);
    json_put_text(w, document, "version", DIORAMA_VERSION);
    return document;
}
