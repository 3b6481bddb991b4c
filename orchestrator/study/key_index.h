/* key_index.h -- jobs by their keys. */
#pragma once

#include "orchestrator/study/jobs.h"

struct key_index {
    const struct jobs *jobs;
    uint32_t *order; /* of the keys */
};

/* Indexes jobs, which must stay unchanged. */
enum st_code key_index_make(struct key_index *out, const struct jobs *jobs, struct status *st);
uint32_t key_index_find(const struct key_index *x, const char *key); /* UINT32_MAX: there is none */
void key_index_free(struct key_index *x);                            /* leaves it empty */
