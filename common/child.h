/* child.h -- runs another program to its end, with files in memory for its input and outputs. The
 * program may use CHILD_MEMORY_B of address space and CHILD_SECONDS; it ends with this process. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CHILD_SECONDS = 120 };
#define CHILD_MEMORY_B (UINT64_C(4) << 30)

/* Files for its standard input, written before it runs, and its standard output and error. */
struct child {
    FILE *in, *out, *said;
};

/* A file without a name, which a child may open as child_path() says. */
enum st_code child_file(FILE **out, const char *program, struct status *st);
void child_file_close(FILE **file); /* *file may be NULL */
enum { CHILD_PATH = 32 };
void child_path(FILE *file, char out[CHILD_PATH]);

/* Makes an argument of the name of a file, for the caller to free (mem_free): with "./" before it
 * where it begins with what may be an option ('-') or a file of options ('@'). NULL:
 * no memory. */
char *child_operand(const char *path);

/* Opens the files. `program` is its name, for messages. After a failure there is nothing to close.
 */
enum st_code child_open(struct child *c, const char *program, struct status *st);
void child_close(struct child *c); /* {0} is a no-op */

/* Runs arguments[0], which is searched in PATH. *failed is set if it did not exit with 0. Fails if
 * it cannot be run at all, when the message ends with `needed`, and if a signal ended it, such as
 * that of its time. */
enum st_code child_run(const struct child *c, char *const *arguments, const char *needed,
                       bool *failed, struct status *st);

/* Reads the content of one of the files, followed by a zero byte; the caller frees *bytes
 * (mem_free). */
enum st_code child_read(FILE *file, char **bytes, size_t *n, struct status *st);

/* Adds the files that a compiler has read to those that outputs must not replace (inputs.h).
 * `list` is the rule for make that it wrote, as clang -MF does. */
enum st_code child_inputs(FILE *list, struct status *st);
