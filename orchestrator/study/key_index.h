/* key_index.h -- an index that finds jobs by their keys. */
#pragma once

#include "orchestrator/study/jobs.h"

struct key_index {
    const struct jobs *jobs;
    uint32_t *order; /* indices of the jobs, sorted by key */
};

/* Indexes jobs, which must not change afterwards. */
enum st_code key_index_make(struct key_index *out, const struct jobs *jobs, struct status *st);
uint32_t key_index_find(const struct key_index *x, const char *key); /* index of the job;
                                                                        UINT32_MAX: there is none */
void key_index_free(struct key_index *x);                            /* leaves it empty */
