/* json_writer.h -- writes JSON documents in Diorama's conventions: keys keep their order, and reals
 * have 17 digits, so that equal results are equal bytes; NaN and infinities are null. */
#pragma once

#include "common/status.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* The state of a document that is being built; json_writer_finish reports a failed allocation. */
struct json_writer {
    bool failed;
};

json_t *json_writer_object(struct json_writer *w);
json_t *json_writer_array(struct json_writer *w);
/* Adds a member and takes over `value`. */
void json_put(struct json_writer *w, json_t *object, const char *key, json_t *value);
void json_put_real(struct json_writer *w, json_t *object, const char *key, double value);
void json_put_count(struct json_writer *w, json_t *object, const char *key, uint64_t value);
void json_put_text(struct json_writer *w, json_t *object, const char *key, const char *value);
void json_append_text(struct json_writer *w, json_t *array, const char *value);
void json_append(struct json_writer *w, json_t *array, json_t *value); /* takes over `value` */

/* Adds a new object (or list) as a member of `object`, which owns it; NULL on failure. */
json_t *json_put_object(struct json_writer *w, json_t *object, const char *key);
json_t *json_put_array(struct json_writer *w, json_t *object, const char *key);
json_t *json_append_object(struct json_writer *w, json_t *array);

/* Returns a number of an object, which may be NULL; NAN: there is none of that name. */
double json_real_of(const json_t *object, const char *key);

/* Reads a text; *out is NULL where it is NULL or no JSON. ST_NOMEM without memory. */
enum st_code json_of_text(json_t **out, const char *text, struct status *st);

/* Returns the text of a value, for the caller to free (free()); NULL without memory. `flags` are
 * those of jansson. */
char *json_text(const json_t *value, size_t flags);

/* Prints a value and frees it. w->failed becomes true where memory runs out; the caller checks for
 * errors of the stream. */
void json_writer_dump(struct json_writer *w, json_t *value, FILE *out, size_t flags);

/* Prints the document and a newline, and frees the document. ST_NOMEM if building it failed; the
 * caller checks for errors of the stream. */
enum st_code json_writer_finish(struct json_writer *w, json_t *document, FILE *out,
                                struct status *st);

/* Writes the document as a text of one line, for the caller to free (mem_free), and frees the
 * document. */
enum st_code json_writer_text(struct json_writer *w, json_t *document, char **out,
                              struct status *st);

/* Begins a document: {"command": ..., "version": ...}. */
json_t *json_writer_document(struct json_writer *w, const char *command);
