/* answer.h -- the answer that a process sends about a job that it ran: a few blocks of bytes. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ANSWER_PARTS = 8 };

/* An answer: the code of the job and its parts. Starts as {0}. A zero byte follows each part; n
 * does not count it. */
struct answer {
    enum st_code code; /* where it is not ST_OK, the only part is the reason */
    uint32_t n;
    struct {
        char *bytes;
        size_t n;
    } parts[ANSWER_PARTS];
};

/* Appends a copy of n bytes as a part. */
enum st_code answer_add(struct answer *a, const void *bytes, size_t n, struct status *st);
/* Replaces the answer by a failure. */
void answer_fail(struct answer *a, enum st_code code, const char *reason);
const char *answer_reason(const struct answer *a);
void answer_free(struct answer *a); /* leaves it empty */

/* Writes to and reads from a pipe. Both return false where the other process has ended, and
 * answer_read also where there is no memory. */
bool answer_write(const struct answer *a, FILE *to);
bool answer_read(struct answer *out, FILE *from);
