/* pool.h -- processes that run jobs side by side; what ends one of them costs one job.
 *
 * A process is forked when it is first needed, or again after its end, and has everything that the
 * parent knew then: jobs are named by number. The parent must have no threads. Children end with
 * the parent, however that ends, and leave the terminal's Ctrl-C to it. */
#ifndef ORCHESTRATOR_STUDY_POOL_H
#define ORCHESTRATOR_STUDY_POOL_H

#include "orchestrator/study/jobs.h"
#include "orchestrator/study/message.h"

#include <sys/types.h>

#define POOL_NONE UINT32_MAX

struct pool_worker {
    pid_t process; /* 0: none */
    int socket;
    size_t job;            /* SIZE_MAX: idle */
    uint32_t scene, frame; /* of the last job; POOL_NONE: it had none */
    double start_s;        /* of the job, as pool_now_s */
};

struct pool {
    struct pool_worker *workers;
    uint32_t n;
    const struct jobs *jobs;
    int private_file; /* children close it; -1: none */
};

enum st_code pool_open(struct pool *out, uint32_t n, const struct jobs *jobs, int private_file,
                       struct status *st);
/* Ends every process at once, in the middle of what it does. */
void pool_close(struct pool *p);

uint32_t
pool_idle(const struct pool *p); /* index of a worker without a job; POOL_NONE: all have one */
uint32_t pool_busy(const struct pool *p); /* how many have one */
enum st_code pool_give(struct pool *p, uint32_t worker, size_t job, struct status *st);

/* A job that has ended. */
struct pool_event {
    size_t job;           /* SIZE_MAX: nothing happened */
    struct answer answer; /* a process that ended on the way is a failed job with that reason */
    double wall_s;
};
/* Waits for one, at most so long; also returns early where a signal comes. */
void pool_wait(struct pool *p, int timeout_ms, struct pool_event *out);

double pool_now_s(void);

#endif
