#include "common/memory.h"
#include "sim/workload/workload_kernel.h"

#define UNSEEN UINT32_MAX
enum { FIRST, EDGES, LEVELS, FOUND };
/* Numbers of edges of a vertex: 1 to FEW; for one vertex in ONE_IN, MANY times as many. */
enum { FEW = 15, ONE_IN = 64, MANY = 16 };

static uint32_t degree(const struct workload *w, uint32_t v)
{
    uint32_t word = workload_word(w, FIRST, v), few = 1 + (word >> 8) % FEW;
    return word % ONE_IN ? few : MANY * few;
}

static enum st_code prepare(struct workload *w, struct status *st)
{
    uint32_t n = w->size;
    TRY(workload_buffer(w, (uint64_t)n + 1, st));
    uint32_t *first = workload_words(w, FIRST);
    for (uint32_t v = 0; v < n; v++)
        first[v + 1] = first[v] + degree(w, v);
    TRY(workload_buffer(w, first[n], st));
    for (uint32_t e = 0; e < first[n]; e++)
        workload_words(w, EDGES)[e] = workload_below(w, EDGES, e, n);
    TRY(workload_buffer(w, n, st));
    TRY(workload_buffer(w, 1, st));
    for (uint32_t v = 1; v < n; v++)
        workload_words(w, LEVELS)[v] = UNSEEN;
    workload_words(w, FOUND)[0] = 1; /* the search begins at vertex 0 */
    return ST_OK;
}

static enum st_code next(struct workload *w, bool *more, struct status *st)
{
    *more = workload_words(w, FOUND)[0] != 0;
    workload_words(w, FOUND)[0] = 0;
    return WORKLOAD_LAUNCH(w, st, ((struct workload_shape){w->size, 1, 256, 1}),
                           WORKLOAD_VALUE(w->size), WORKLOAD_VALUE(w->launches),
                           WORKLOAD_BUFFER(w, FIRST), WORKLOAD_BUFFER(w, EDGES),
                           WORKLOAD_BUFFER(w, LEVELS), WORKLOAD_BUFFER(w, FOUND));
}

/* Compares with a search in plain C, which uses a queue. */
static enum st_code check_bfs(struct workload *w, struct status *st)
{
    const uint32_t *first = workload_words(w, FIRST), *edges = workload_words(w, EDGES);
    MEM_AUTO uint32_t *levels = NULL;
    MEM_AUTO uint32_t *queue = NULL;
    TRY(mem_make(&levels, w->size, sizeof *levels, "bfs", st));
    TRY(mem_make(&queue, w->size, sizeof *queue, "bfs", st));
    for (uint32_t v = 1; v < w->size; v++)
        levels[v] = UNSEEN;
    for (uint32_t at = 0, end = 1; at < end; at++)
        for (uint32_t v = queue[at], e = first[v]; e < first[v + 1]; e++)
            if (levels[edges[e]] == UNSEEN) {
                levels[edges[e]] = levels[v] + 1;
                queue[end++] = edges[e];
            }
    return workload_expect_words(w, LEVELS, "level", levels, w->size, st);
}

const struct workload_ops bfs_workload = {prepare, next, check_bfs};
