/* answer.h -- the answer of a process that ran a job: a few blocks of bytes. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ANSWER_PARTS = 8 };

/* An answer starts as {0}. A zero byte follows each part and is not counted. */
struct answer {
    enum st_code code; /* other than ST_OK: the one part is the reason */
    uint32_t n;
    struct {
        char *bytes;
        size_t n;
    } parts[ANSWER_PARTS];
};

/* Adds a part, copied. */
enum st_code answer_add(struct answer *a, const void *bytes, size_t n, struct status *st);
/* Replaces it by a failure. */
void answer_fail(struct answer *a, enum st_code code, const char *reason);
const char *answer_reason(const struct answer *a);
void answer_free(struct answer *a); /* leaves it empty */

/* Writes and reads through a pipe. Both are false where the other process is gone (or memory is,
 * when reading). */
bool answer_write(const struct answer *a, FILE *to);
bool answer_read(struct answer *out, FILE *from);
