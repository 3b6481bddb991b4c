/* sweep.h -- runs the jobs of a study that are missing in a store. */
#pragma once

#include "orchestrator/study/jobs.h"
#include "orchestrator/study/store.h"

struct sweep_options {
    const char *path;   /* of the store; NULL: in memory */
    uint32_t processes; /* at once */
    bool quiet;         /* no live line */
    bool retry_failed;  /* also runs that failed before */
    const char *next;   /* a file of this name means that another process has taken over: end; NULL:
                           none */
};

struct sweep_end {
    size_t n, done, failed; /* results, without pictures; the others are missing */
    bool interrupted;       /* by a signal (common/interrupt.h) */
    bool superseded;        /* another process has taken over */
    bool no_pictures;       /* some pictures could not be made */
};

/* Runs the missing jobs. Each result is in the store before the next job is given out. Jobs that
 * another process runs on the same file are waited for and not run here. Failed jobs are results;
 * ST_FAILED is for a store that cannot be written or processes that cannot be started. */
enum st_code sweep_run(struct store *store, struct jobs *jobs, const struct sweep_options *how,
                       struct sweep_end *out, struct status *st);
