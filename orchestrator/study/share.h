/* share.h -- the jobs of a study dealt to shards, and the jobs of a share that are still to be run.
 */
#pragma once

#include "orchestrator/study/deal.h"
#include "orchestrator/study/shard.h"
#include "orchestrator/study/store.h"

struct share_plan {
    char *folder; /* of the shards */
    struct store_identity identity;
    struct deal deal; /* of the jobs that it was made for, in their order */
};

enum st_code share_plan(struct share_plan *out, const char *results, const char *study,
                        const struct jobs *jobs, uint32_t shards, struct status *st);
void share_plan_free(struct share_plan *p); /* leaves it empty */

/* How far a shard is. */
struct share_state {
    uint32_t runs, done, failed; /* results; the others are missing */
    uint32_t attempts;           /* files */
};

/* Looks into the shard's files, and into `results`, for results that are there. *open (of each job;
 * may be NULL) is set for jobs of the share that are to be run; failed ones are, too, where
 * `retry`. An index of 0 stands for all shards, and *out is an array then. ST_FAILED where a file
 * of the shard belongs to another study, program or state of scenes and GPUs. */
enum st_code share_look(const struct share_plan *p, const struct jobs *jobs, const char *results,
                        struct shard shard, bool retry, bool *open, struct share_state *out,
                        struct status *st);

/* Makes the shard's next file, with the study's points that are its own. *path is the caller's
 * (mem_free), *next the name that the file after it would have, likewise. */
enum st_code share_begin(const struct share_plan *p, const struct jobs *jobs,
                         const struct store_study *study, struct shard shard, char **path,
                         char **next, struct status *st);
