/* pool.h -- processes that run jobs side by side; the end of one of them costs one job.
 *
 * A process is forked when it is first needed, or again after its end, and inherits the parent's
 * state: jobs are named by number. The parent must have no threads. Children end with the parent,
 * however that ends, and leave the terminal's Ctrl-C to it. */
#pragma once

#include "orchestrator/study/answer.h"
#include "orchestrator/study/jobs.h"

#include <sys/types.h>

struct pool_worker {
    pid_t process; /* 0: none */
    int socket;
    FILE *answers;         /* the same socket, to read */
    size_t job;            /* SIZE_MAX: idle */
    uint32_t scene, frame; /* of the last job; UINT32_MAX: it had none */
    double start_s;        /* of the job, as pool_now_s */
};

struct pool_options {
    uint32_t processes;
    job_visit answer; /* called in the child with a struct answer, to be filled for a frame; kernels
                         answer as in kernel_job.h */
    int private_file; /* children close it; -1: none */
};

struct pool {
    struct pool_worker *workers;
    struct pool_options how;
    struct jobs *jobs; /* the running ones become JOB_RUNNING */
};

enum st_code pool_open(struct pool *out, struct jobs *jobs, const struct pool_options *how,
                       struct status *st);
/* Ends every process at once, in the middle of its job. */
void pool_close(struct pool *p);

/* Gives every idle worker the open job that it runs best. The claim (may be NULL) is called for
 * each job first; where it sets *ours to false, it has changed the job's state. */
typedef enum st_code (*pool_claim)(void *context, struct job *job, bool *ours, struct status *st);
enum st_code pool_fill(struct pool *p, pool_claim ours, void *context, struct status *st);
uint32_t pool_busy(const struct pool *p); /* workers that have a job */

/* A job that has ended. */
struct pool_event {
    struct job *job;      /* NULL: nothing happened */
    struct answer answer; /* the job of a process that ended early has failed with that reason */
    double wall_s;
};
/* Waits for an event, at most that long (-1: for ever); also returns early on a signal. */
void pool_wait(struct pool *p, int timeout_ms, struct pool_event *out);

double pool_now_s(void);
