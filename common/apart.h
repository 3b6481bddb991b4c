/* apart.h -- runs a function in a separate process, for work on untrusted files that may crash it:
 * the caller gets the bytes of the result or one line of error.
 *
 * The process is a copy of the calling one, made by fork(): the function can read all memory, and
 * changes nothing in the caller. Its standard output and standard error are discarded. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct apart_limits {
    uint64_t memory;  /* bytes in addition to those of the calling process; also the limit of the
                         answer's size */
    uint32_t seconds; /* processor time */
    uint32_t clock_seconds;
};

/* Writes the answer to `out`, or fails; the caller of apart_run gets its *st. It need not free its
 * allocations. */
typedef enum st_code apart_fn(void *context, FILE *out, struct status *st);

/* Runs `work` in a separate process. *bytes is its answer, which the caller frees (mem_free).
 * `file` is for messages. ST_FAILED, with that file, if a signal or a limit ended the process, or
 * its answer is incomplete. The bytes may be arbitrary if the process was corrupted: check them. */
enum st_code apart_run(apart_fn *work, void *context, const struct apart_limits *limits,
                       const char *file, unsigned char **bytes, size_t *n, struct status *st);

/* Ends the calling process, which fork() made of `parent`, when the thread that forked ends. */
void apart_follow(pid_t parent);
