/* apart.h -- a function that runs in a process of its own, for what other people's files may lead
 * astray: whatever becomes of it, this process gets its bytes or fails with one line.
 *
 * The process is a copy of this one, made by fork(): the function sees all that is in memory, and
 * changes nothing of it. Its standard output and standard error lead nowhere. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct apart_limits {
    uint64_t memory;  /* bytes beside those of this process; its answer is no longer either */
    uint32_t seconds; /* of processor time */
    uint32_t clock_seconds;
};

/* Writes the answer to `out`, or fails; *st comes back as it leaves it. What it allocates need not
 * be freed. */
typedef enum st_code apart_fn(void *context, FILE *out, struct status *st);

/* *bytes, the answer, is the caller's (mem_free). `file` is for messages. Where the process is
 * ended by a signal or a limit, that is ST_FAILED of the file, and so is an answer that ends before
 * its end. Bytes that come may be anything if the process went astray: check them. */
enum st_code apart_run(apart_fn *work, void *context, const struct apart_limits *limits,
                       const char *file, unsigned char **bytes, size_t *n, struct status *st);

/* For a process that fork() made of `parent`: it ends when the thread that forked does. */
void apart_follow(pid_t parent);
