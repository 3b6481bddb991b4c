/* deal.h -- assigns the jobs of a study to shards.
 *
 * The deal depends on the study and the number of shards only, so that every task makes the same
 * one for itself. Jobs of one frame, which share a profile, stay together as long as they are at
 * most an eighth of a share. The pieces of each scene, the largest first, go to the shards in turn,
 * forwards and backwards: a scene that takes longer than its samples predict does so in all shards.
 */
#pragma once

#include "orchestrator/study/jobs.h"

enum { DEAL_MOST = 100000 /* shards */ };

struct deal {
    uint32_t *shard; /* of each job, in the jobs' order: 1 to n */
    uint32_t n;
};

enum st_code deal_make(struct deal *out, const struct jobs *jobs, uint32_t n, struct status *st);
void deal_free(struct deal *d); /* leaves it empty */

/* Processor time in seconds of an amount of work (struct job, samples): 50 us a sample, as measured
 * on the built-in scenes by the cycle model (docs/cluster.md). */
double deal_seconds(double work);
