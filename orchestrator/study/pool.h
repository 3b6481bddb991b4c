/* pool.h -- processes that run jobs side by side; where one of them ends, only its job is lost.
 *
 * A process is forked when it is first needed, and again where it has ended. It inherits the
 * parent's state, so jobs are named by number. The parent must have no threads. Children end with
 * the parent, however that ends, and leave the terminal's Ctrl-C to it. */
#pragma once

#include "orchestrator/study/answer.h"
#include "orchestrator/study/jobs.h"

#include <sys/types.h>

struct pool_worker {
    pid_t process; /* 0: there is none */
    int socket;
    FILE *answers;         /* the socket to the process, as a stream to read */
    size_t job;            /* index of the job that runs; SIZE_MAX: idle */
    uint32_t scene, frame; /* of the last job; UINT32_MAX: it had none */
    double start_s;        /* when the job began, on the clock of pool_now_s */
};

struct pool_options {
    uint32_t processes;
    job_visit answer; /* called in the child with an empty struct answer, which it fills for a
                         frame; kernels answer as in kernel_job.h */
    int private_file; /* a descriptor that children close; -1: none */
};

struct pool {
    struct pool_worker *workers;
    struct pool_options how;
    struct jobs *jobs; /* those that run become JOB_RUNNING */
};

enum st_code pool_open(struct pool *out, struct jobs *jobs, const struct pool_options *how,
                       struct status *st);
/* Ends every process at once, even in the middle of its job. */
void pool_close(struct pool *p);

/* Gives every idle worker the open job that suits it best (jobs_next). The claim (may be NULL) is
 * called for each job first; where it sets *ours to false, it has changed the job's state. */
typedef enum st_code (*pool_claim)(void *context, struct job *job, bool *ours, struct status *st);
enum st_code pool_fill(struct pool *p, pool_claim ours, void *context, struct status *st);
uint32_t pool_busy(const struct pool *p); /* workers that have a job */

/* The end of a job. */
struct pool_event {
    struct job *job;      /* NULL: no job has ended */
    struct answer answer; /* where the process ended early, the job has failed with that reason */
    double wall_s;
};
/* Waits for the end of a job, at most timeout_ms (-1: for ever); returns early on a signal. */
void pool_wait(struct pool *p, int timeout_ms, struct pool_event *out);

double pool_now_s(void);
