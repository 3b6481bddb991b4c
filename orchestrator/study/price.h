/* price.h -- what jobs will cost, from what results that are kept did, else from their work. */
#pragma once

#include "orchestrator/study/jobs.h"
#include "orchestrator/study/store.h"

/* Processor time of a sample of a reference where nothing is known: measured on the built-in scenes
 * (docs/cluster.md). */
#define PRICE_OF_SAMPLE_S 50e-6

struct prices {
    struct price *all; /* sorted by what they are of */
    uint32_t n, room;
    uint64_t peak_rss_bytes; /* the most that a result took; 0: none is known */
};

/* `store` NULL: nothing is kept. Of results made by whatever program. */
enum st_code prices_load(struct prices *out, const struct store *store, struct status *st);
void prices_free(struct prices *p); /* leaves it empty */

/* Seconds of processor time: those of the same run, else per sample of runs of the same kind, scene
 * and GPU, else of the same kind and scene, else of the same kind, else PRICE_OF_SAMPLE_S. */
enum st_code prices_of(const struct prices *p, const struct job *job, double *seconds,
                       struct status *st);
