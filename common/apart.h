/* apart.h -- runs a function in a separate process, for work on untrusted files that may crash it:
 * the caller gets the result's bytes or one line of error.
 *
 * The process is a copy of this one, made by fork(): the function can read all memory, and changes
 * nothing in the caller. Its standard output and standard error are discarded. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct apart_limits {
    uint64_t memory;  /* bytes in addition to those of this process; also the limit of its answer */
    uint32_t seconds; /* of processor time */
    uint32_t clock_seconds;
};

/* Writes the answer to `out`, or fails; the caller gets its *st. It need not free its
 * allocations. */
typedef enum st_code apart_fn(void *context, FILE *out, struct status *st);

/* The caller owns *bytes, the answer (mem_free). `file` is for messages. ST_FAILED for that file if
 * the process is ended by a signal or a limit, or its answer is incomplete. The bytes may be
 * arbitrary if the process was corrupted: check them. */
enum st_code apart_run(apart_fn *work, void *context, const struct apart_limits *limits,
                       const char *file, unsigned char **bytes, size_t *n, struct status *st);

/* For a process that fork() made of `parent`: ends it when the forking thread ends. */
void apart_follow(pid_t parent);
