/* conf.h -- reads files in libconfig syntax, with file and line in every error message.
 *
 * Only this module uses libconfig. A node belongs to its conf and is freed with it. */
#pragma once

#include "common/status.h"
#include <stddef.h>
#include <stdint.h>

struct conf;      /* a parsed file */
struct conf_node; /* one setting in it */

enum conf_kind { CONF_GROUP, CONF_LIST, CONF_ARRAY, CONF_INT, CONF_REAL, CONF_STRING, CONF_BOOL };

/* Reads a file. Syntax errors and unreadable files are ST_USAGE, as configurations are the user's.
 * `@include "file"` lines are followed, relative to the folder of `path`, ten levels deep. */
enum st_code conf_read(struct conf **out, const char *path, struct status *st);
/* Reads a text in memory; `name` is the file name in messages. A zero byte follows its n bytes. */
enum st_code conf_parse(struct conf **out, const char *text, size_t n, const char *name,
                        struct status *st);
void conf_free(struct conf *c);

const struct conf_node *conf_root(const struct conf *c);
enum conf_kind conf_kind(const struct conf_node *node);
const char *conf_name(const struct conf_node *node); /* "" for elements of lists and the root */
const char *conf_file(const struct conf_node *node);
int conf_line(const struct conf_node *node);

size_t conf_count(const struct conf_node *node); /* members or elements; 0 for scalars */
const struct conf_node *conf_at(const struct conf_node *node, size_t i);
const struct conf_node *conf_find(const struct conf_node *group, const char *key); /* NULL: none */

/* Fails with ST_USAGE and the node's file and line. In the message, the error comes first and then
 * the correct form. */
#define conf_fail(node, st, ...)                                                                   \
    status_fail_at(st, ST_USAGE, conf_file(node), conf_line(node), __VA_ARGS__)

/* Fails at the first member of `group` whose name is not in `keys` (ends with NULL); the message
 * suggests a key or lists all. */
enum st_code conf_only(const struct conf_node *group, const char *const *keys, struct status *st);
/* Finds a member. Where it is missing it fails, at a member with a similar name if there is one. */
enum st_code conf_need(const struct conf_node *group, const char *key, const struct conf_node **out,
                       struct status *st);

/* Read the node's value; values of a wrong type fail. Integers are accepted as reals. */
enum st_code conf_get_int(const struct conf_node *node, int64_t lo, int64_t hi, int64_t *out,
                          struct status *st);
enum st_code conf_get_real(const struct conf_node *node, double *out,
                           struct status *st); /* finite */
enum st_code conf_get_bool(const struct conf_node *node, bool *out, struct status *st);
enum st_code conf_get_text(const struct conf_node *node, const char **out, struct status *st);
/* Reads a text that is one of `names`, which end with NULL: its index. */
enum st_code conf_get_choice(const struct conf_node *node, const char *const *names, uint32_t *out,
                             struct status *st);
/* Reads a list or array of exactly n finite numbers. */
enum st_code conf_get_reals(const struct conf_node *node, size_t n, double *out, struct status *st);
