/* share.h -- the jobs of a study assigned to shards, and the jobs of a share that are still to be
 * run. */
#pragma once

#include "orchestrator/study/deal.h"
#include "orchestrator/study/shard.h"
#include "orchestrator/study/store.h"

struct share_plan {
    char *folder; /* of the shards */
    struct store_identity identity;
    struct deal deal; /* of the jobs of the plan, in their order */
};

enum st_code share_plan(struct share_plan *out, const char *results, const char *study,
                        const struct jobs *jobs, uint32_t shards, struct status *st);
void share_plan_free(struct share_plan *p); /* leaves it empty */

/* The progress of a shard. */
struct share_state {
    uint32_t runs, done, failed; /* results; the others are missing */
    uint32_t attempts;           /* files */
};

/* Looks for results in the shard's files and in `results`. *open (of each job; may be NULL) is set
 * for jobs of the share that are to be run, with `retry` also for failed ones. An index of 0 stands
 * for all shards, and *out is an array then. ST_FAILED where a file of the shard belongs to another
 * study, program or state of scenes and GPUs. */
enum st_code share_look(const struct share_plan *p, const struct jobs *jobs, const char *results,
                        struct shard shard, bool retry, bool *open, struct share_state *out,
                        struct status *st);

/* Makes the shard's next file, with its own points of the study. *path is the caller's (mem_free),
 * and so is *next, the name that the file after it would have. */
enum st_code share_begin(const struct share_plan *p, const struct jobs *jobs,
                         const struct store_study *study, struct shard shard, char **path,
                         char **next, struct status *st);
