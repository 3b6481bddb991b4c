#include "tests/rig/documents.h"

#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <stdlib.h>
#include <string.h>

static __attribute__((format(printf, 2, 0))) json_t *vjson_at(const json_t *d, const char *path,
                                                              va_list list)
{
    char text[256];
    vsnprintf(text, sizeof text, path, list);
    for (char *rest = text, *step; (step = strtok_r(NULL, ".", &rest));)
        d = json_is_array(d) ? json_array_get(d, strtoul(step, NULL, 10))
                             : json_object_get(d, step);
    return (json_t *)d;
}

#define WALK_PATH(result)                                                                          \
    va_list list;                                                                                  \
    va_start(list, path);                                                                          \
    json_t *result = vjson_at(d, path, list);                                                      \
    va_end(list)

json_t *json_at(const json_t *d, const char *path, ...)
{
    WALK_PATH(value);
    return value;
}

double number_at(const json_t *d, const char *path, ...)
{
    WALK_PATH(value);
    if (!json_is_number(value))
        fail_msg("no number at %s", path);
    return json_number_value(value);
}

json_int_t integer_at(const json_t *d, const char *path, ...)
{
    WALK_PATH(value);
    if (!json_is_integer(value))
        fail_msg("no whole number at %s", path);
    return json_integer_value(value);
}

const char *text_at(const json_t *d, const char *path, ...)
{
    WALK_PATH(value);
    return json_string_value(value);
}

size_t size_at(const json_t *d, const char *path, ...)
{
    WALK_PATH(value);
    return json_is_object(value) ? json_object_size(value) : json_array_size(value);
}

bool null_at(const json_t *d, const char *path, ...)
{
    WALK_PATH(value);
    return json_is_null(value);
}

json_t *document_parse(const char *text)
{
    json_error_t error;
    json_t *d = json_loads(text, 0, &error);
    if (!d)
        fail_msg("line %d: %s in '%s'", error.line, error.text, text);
    return d;
}

json_t *document_load(const char *file)
{
    json_error_t error;
    json_t *d = json_load_file(file, 0, &error);
    if (!d)
        fail_msg("%s:%d: %s", file, error.line, error.text);
    return d;
}

json_t *document_of(const char *words, int status)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != status || (status == 0 && strstr(words, " -q") && o.err[0]))
        fail_msg("diorama %s: %d\n%s", words, o.status, o.err);
    return document_parse(o.out);
}

json_t *rig_document(rig_run *run, const struct diorama_scene *scene, const char *const *common,
                     const char *const *more)
{
    struct diorama_error error;
    struct diorama_options *options;
    struct diorama_result *result;
    char *text;
    must(diorama_options_create(&options, &error));
    for (int list = 0; list < 2; list++)
        for (const char *const *pair = list ? more : common; *pair; pair += 2)
            must(diorama_options_set(options, pair[0], pair[1], &error));
    must(run(&result, scene, options, &error));
    diorama_options_free(options);
    must(diorama_result_json(&text, result, &error));
    diorama_result_free(result);
    json_t *document = document_parse(text);
    diorama_text_free(text);
    return document;
}
