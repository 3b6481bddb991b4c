/* sweep.h -- runs the jobs of a study whose results a store lacks. */
#pragma once

#include "orchestrator/study/jobs.h"
#include "orchestrator/study/store.h"

struct sweep_options {
    const char *path;   /* path of the store; NULL: in memory */
    uint32_t processes; /* number of processes at once */
    bool quiet;         /* shows no live line */
    bool retry_failed;  /* runs also jobs that failed before */
    const char *next;   /* a file of this name, once it exists, means that another process has taken
                           over: the sweep ends; NULL: none */
};

struct sweep_end {
    size_t n, done, failed; /* results, without pictures; the others are missing */
    bool interrupted;       /* a signal ended the sweep (common/interrupt.h) */
    bool superseded;        /* another process has taken over */
    bool no_pictures;       /* some pictures could not be made */
};

/* Runs the missing jobs. Each result is in the store before the next job is given to a process.
 * Jobs that another process runs on the same file are waited for and not run here. A failed job has
 * a result: ST_FAILED means that the store cannot be written or processes cannot be started. */
enum st_code sweep_run(struct store *store, struct jobs *jobs, const struct sweep_options *how,
                       struct sweep_end *out, struct status *st);
