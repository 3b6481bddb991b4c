/* child.h -- another program, run to its end between three temporary files. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdio.h>

/* Its standard input, to be written before it runs, its standard output and its errors. */
struct child {
    FILE *in, *out, *said;
};

/* `program` is its name, for messages. On failure there is nothing to close. */
enum st_code child_open(struct child *c, const char *program, struct status *st);
void child_close(struct child *c); /* {0} is a no-op */

/* Runs arguments[0], looked for in PATH. *failed: it did not exit with 0. Fails where it cannot be
 * run at all, and says `needed` behind the reason. */
enum st_code child_run(const struct child *c, char *const *arguments, const char *needed,
                       bool *failed, struct status *st);

/* What stands in one of the files, with a zero byte behind it; the caller's (mem_free). */
enum st_code child_read(FILE *file, char **bytes, size_t *n, struct status *st);
