/* documents.h -- the JSON documents that the program prints. */
#pragma once

#include <jansson.h>

#include "orchestrator/diorama.h"
#include "tests/rig/rig.h"

FREES(json_decref, json_t)

/* The one document that a text or file is; json_decref. */
json_t *document_parse(const char *text);
json_t *document_load(const char *file);

/* Runs the program (program_run) and asserts the exit status and, with -q and status 0, that it
 * said nothing; the document on standard output. */
json_t *document_of(const char *words, int status);

/* Asserts success of a call of the public interface with &error. */
#define must(call)                                                                                 \
    do {                                                                                           \
        if ((call) != DIORAMA_OK)                                                                  \
            fail_msg("%s: %s", #call, error.text);                                                 \
    } while (0)

/* The document of a run through the public interface; both lists are names and values of options
 * that end with NULL. json_decref. */
typedef int rig_run(struct diorama_result **out, const struct diorama_scene *scene,
                    const struct diorama_options *options, struct diorama_error *error);
json_t *rig_document(rig_run *run, const struct diorama_scene *scene, const char *const *common,
                     const char *const *more);

/* The value at a path of keys and indices, such as "groups.0.counters"; printf-style, at most 255
 * characters. json_at: NULL where there is none; number_at and integer_at fail the case there;
 * text_at: NULL where it is no string; size_at: elements of an array or keys of an object. */
#define AT_PATH __attribute__((format(printf, 2, 3)))
AT_PATH json_t *json_at(const json_t *d, const char *path, ...);
AT_PATH double number_at(const json_t *d, const char *path, ...);
AT_PATH json_int_t integer_at(const json_t *d, const char *path, ...);
AT_PATH const char *text_at(const json_t *d, const char *path, ...);
AT_PATH size_t size_at(const json_t *d, const char *path, ...);
AT_PATH bool null_at(const json_t *d, const char *path, ...);
