/* child.h -- runs another program to its end, with temporary files for its input and outputs. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdio.h>

/* Files for its standard input, written before it runs, and its standard output and error. */
struct child {
    FILE *in, *out, *said;
};

/* Opens the files. `program` is its name, for messages. After a failure there is nothing to close.
 */
enum st_code child_open(struct child *c, const char *program, struct status *st);
void child_close(struct child *c); /* {0} is a no-op */

/* Runs arguments[0], which is searched in PATH. *failed is set if it did not exit with 0. Fails if
 * it cannot be run at all; the message ends with `needed`. */
enum st_code child_run(const struct child *c, char *const *arguments, const char *needed,
                       bool *failed, struct status *st);

/* Reads the content of one of the files, followed by a zero byte; the caller frees *bytes
 * (mem_free). */
enum st_code child_read(FILE *file, char **bytes, size_t *n, struct status *st);
