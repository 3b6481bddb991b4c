/* json_writer.h -- JSON documents with the habits of ours: keys keep their order, reals have 17
 * digits, so that equal results are equal bytes; numbers that do not exist are null. */
#pragma once

#include "common/status.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Builds objects; a failed allocation is kept until json_writer_finish. */
struct json_writer {
    bool failed;
};

json_t *json_writer_object(struct json_writer *w);
json_t *json_writer_array(struct json_writer *w);
void json_put(struct json_writer *w, json_t *object, const char *key, json_t *value); /* takes it */
void json_put_real(struct json_writer *w, json_t *object, const char *key, double value);
void json_put_count(struct json_writer *w, json_t *object, const char *key, uint64_t value);
void json_put_text(struct json_writer *w, json_t *object, const char *key, const char *value);
void json_append_text(struct json_writer *w, json_t *array, const char *value);
void json_append(struct json_writer *w, json_t *array, json_t *value); /* takes it */

/* A new object or list as a part of another one, which keeps it; NULL where there is none. */
json_t *json_put_object(struct json_writer *w, json_t *object, const char *key);
json_t *json_put_array(struct json_writer *w, json_t *object, const char *key);
json_t *json_append_object(struct json_writer *w, json_t *array);

/* Prints the document and a newline, frees it. ST_NOMEM where building it failed; errors of the
 * stream are the caller's to check. */
enum st_code json_writer_finish(struct json_writer *w, json_t *document, FILE *out,
                                struct status *st);

/* The same as text in one line, *out the caller's (mem_free). */
enum st_code json_writer_text(struct json_writer *w, json_t *document, char **out,
                              struct status *st);

/* {"command": ..., "version": ...}: how every document begins. */
json_t *json_writer_document(struct json_writer *w, const char *command);
