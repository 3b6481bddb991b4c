/* job.h -- submits batch jobs to Slurm, keeps notes about them and asks for their state. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

enum { SLURM_ID = 64 };

/* Submits a script with sbatch. `after` is a job that must have ended first, successfully or not;
 * NULL: none. Where sbatch fails, the message has its output. */
enum st_code slurm_submit(const char *script, size_t n, const char *after, char id[SLURM_ID],
                          struct status *st);

/* The jobs that were submitted for the shards of a folder, in the order of submission. */
struct slurm_jobs {
    char *list;      /* ids of the arrays, such as "12,14"; "" where there are none. The caller
                        frees it (mem_free) */
    uint32_t shards; /* number of shards of the last job */
};
enum st_code slurm_note(const char *folder, const char *array, const char *merge, uint32_t shards,
                        struct status *st);
enum st_code slurm_noted(const char *folder, struct slurm_jobs *out, struct status *st);

/* A task in Slurm's queue. */
struct slurm_task {
    char job[SLURM_ID], state[32], reason[96], node[64];
    uint32_t index; /* index of the task in its array */
};
typedef void (*slurm_see)(void *context, const struct slurm_task *task);
/* Calls `see` for each task that Slurm still lists; it lists none of a job that ended long ago.
 * ST_FAILED where Slurm does not answer. */
enum st_code slurm_ask(const char *jobs, slurm_see see, void *context, struct status *st);
