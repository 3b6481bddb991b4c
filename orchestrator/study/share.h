/* share.h -- assigns the jobs of a study to shards and finds which jobs of a shard are still to be
 * run. */
#pragma once

#include "orchestrator/study/deal.h"
#include "orchestrator/study/shard.h"
#include "orchestrator/study/store.h"

struct share_plan {
    char *folder; /* the folder of the shards' files */
    struct store_identity identity;
    struct deal deal; /* shard of each job, in the order of the plan's jobs */
};

enum st_code share_plan(struct share_plan *out, const char *results, const char *study,
                        const struct jobs *jobs, uint32_t shards, struct status *st);
void share_plan_free(struct share_plan *p); /* leaves it empty */

/* The progress of a shard. */
struct share_state {
    uint32_t runs, done, failed; /* results wanted, done and failed; the others are missing */
    uint32_t attempts;           /* number of files */
};

/* Looks for results in the shard's files and in `results`. open[i] (may be NULL) is set for each
 * job of the shard that is to be run; with `retry` failed ones are to be run, too. With shard index
 * 0 it looks at all shards, and *out is an array. ST_FAILED where a file of the shard belongs to
 * another study, program or state of scenes and GPUs. */
enum st_code share_look(const struct share_plan *p, const struct jobs *jobs, const char *results,
                        struct shard shard, bool retry, bool *open, struct share_state *out,
                        struct status *st);

/* Makes the shard's next file, with the shard's points of the study. The caller frees (mem_free)
 * *path, its name, and *next, the name that the following file would have. */
enum st_code share_begin(const struct share_plan *p, const struct jobs *jobs,
                         const struct store_study *study, struct shard shard, char **path,
                         char **next, struct status *st);
