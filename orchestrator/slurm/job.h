/* job.h -- submits, notes and queries batch jobs of Slurm. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

enum { SLURM_ID = 64 };

/* Submits a script by sbatch; `after` (NULL: none) is a job that must have ended, however. Where
 * sbatch fails, its output is in the message. */
enum st_code slurm_submit(const char *script, size_t n, const char *after, char id[SLURM_ID],
                          struct status *st);

/* Jobs that were submitted for the shards of a folder, the last one last. */
struct slurm_jobs {
    char *list;      /* "12,14": the arrays; "" where there are none. The caller's (mem_free) */
    uint32_t shards; /* of the last one */
};
enum st_code slurm_note(const char *folder, const char *array, const char *merge, uint32_t shards,
                        struct status *st);
enum st_code slurm_noted(const char *folder, struct slurm_jobs *out, struct status *st);

/* A task in Slurm's queue. */
struct slurm_task {
    char job[SLURM_ID], state[32], reason[96], node[64];
    uint32_t index; /* of the array */
};
typedef void (*slurm_see)(void *context, const struct slurm_task *task);
/* Visits the tasks that Slurm still lists; a job that it has forgotten has none. ST_FAILED where it
 * does not answer. */
enum st_code slurm_ask(const char *jobs, slurm_see see, void *context, struct status *st);
