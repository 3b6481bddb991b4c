#define _GNU_SOURCE /* for qsort_r */
#include "orchestrator/study/key_index.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

static int by_key(const void *a, const void *b, void *jobs)
{
    const struct job *all = ((const struct jobs *)jobs)->all;
    return strcmp(all[*(const uint32_t *)a].key, all[*(const uint32_t *)b].key);
}

enum st_code key_index_make(struct key_index *out, const struct jobs *jobs, struct status *st)
{
    *out = (struct key_index){.jobs = jobs};
    TRY(mem_make(&out->order, jobs->n, sizeof *out->order, "jobs", st));
    for (uint32_t i = 0; i < jobs->n; i++)
        out->order[i] = i;
    qsort_r(out->order, jobs->n, sizeof *out->order, by_key, (void *)(uintptr_t)jobs);
    return ST_OK;
}

uint32_t key_index_find(const struct key_index *x, const char *key)
{
    for (uint32_t low = 0, high = x->jobs->n; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(key, x->jobs->all[x->order[middle]].key);
        if (order == 0)
            return x->order[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return UINT32_MAX;
}

void key_index_free(struct key_index *x)
{
    mem_free(x->order);
    *x = (struct key_index){0};
}
