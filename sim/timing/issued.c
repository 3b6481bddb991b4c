#include "sim/timing/issued.h"

#include "common/memory.h"

enum st_code issued_pool_create(struct issued_pool *pool, uint32_t n, struct status *st)
{
    *pool = (struct issued_pool){.n = n};
    pool->items = mem_calloc(n, sizeof *pool->items);
    pool->free = mem_calloc(n, sizeof *pool->free);
    if (!pool->items || !pool->free) {
        issued_pool_free(pool);
        return status_no_memory(st, "SM");
    }
    while (pool->n_free < n) {
        pool->free[pool->n_free] = &pool->items[n - 1 - pool->n_free];
        pool->n_free++;
    }
    return ST_OK;
}

void issued_pool_free(struct issued_pool *pool)
{
    mem_free(pool->items);
    mem_free(pool->free);
    *pool = (struct issued_pool){0};
}
