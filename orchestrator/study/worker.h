/* worker.h -- one process of a pool: runs jobs one after the other, each on one thread. */
#ifndef ORCHESTRATOR_STUDY_WORKER_H
#define ORCHESTRATOR_STUDY_WORKER_H

#include "orchestrator/predict/heat.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/study/jobs.h"
#include "orchestrator/study/message.h"

/* What is kept from job to job: the last scene and the last profile. Starts as {0}. */
struct worker_memory {
    const char *scene; /* NULL: none is open; borrowed from the jobs */
    struct world world;
    struct heat_memory heat;
};

/* Runs one job. The answer's parts: the document, or where it failed the reason; of pictures
 * caption and PNG in turns, in the order of enum store_picture_kind. */
void worker_run(struct worker_memory *m, const struct job *job, struct answer *out);
void worker_release(struct worker_memory *m);

/* Answers jobs by their index until the other side closes the socket. */
void worker_serve(int socket, const struct jobs *jobs);

#endif
