/* deal.h -- which shard of a study runs which job: shares that cost about the same.
 *
 * A shard is a fixed share of the jobs. Jobs of one frame stay together, which then is profiled
 * once, as long as they are an eighth of a share at most; so cut, each scene is dealt in turn, its
 * longest pieces first, always to the shard that has least. A scene whose cost was guessed wrongly
 * is so in all shards alike. The outcome depends on the jobs, their cost and the number of shards
 * alone. */
#pragma once

#include "orchestrator/study/jobs.h"

enum { DEAL_MOST = 100000 /* shards */ };

struct deal {
    uint32_t *shard; /* of each job, in the jobs' order: 1 to n; 0: of none, it costs nothing */
    double *seconds; /* of each shard, from 0; what its jobs cost in all */
    double *longest; /* of each shard: its longest job */
    uint32_t n;
};

/* `seconds` of each job; below 0: it need not be run. */
enum st_code deal_make(struct deal *out, const struct jobs *jobs, const double *seconds, uint32_t n,
                       struct status *st);
void deal_free(struct deal *d); /* leaves it empty */
