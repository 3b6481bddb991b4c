/* deal.h -- assigns the jobs of a study to shards.
 *
 * The assignment depends only on the study and the number of shards, so every task computes the
 * same one for itself. Jobs of one frame, which share a profile, stay together as long as they are
 * at most an eighth of a share. The pieces of each scene go to the shards in turn, the largest
 * first, forwards and backwards: a scene that takes longer than its samples predict does so in all
 * shards. */
#pragma once

#include "orchestrator/study/jobs.h"

enum { DEAL_MOST = 100000 /* shards */ };

struct deal {
    uint32_t *shard; /* shard of each job, 1 to n, in the order of the jobs */
    uint32_t n;
};

enum st_code deal_make(struct deal *out, const struct jobs *jobs, uint32_t n, struct status *st);
void deal_free(struct deal *d); /* leaves it empty */

/* Converts work (struct job, in samples) to seconds of processor time: 50 us a sample, as measured
 * on the built-in scenes with the cycle model (docs/cluster.md). */
double deal_seconds(double work);
