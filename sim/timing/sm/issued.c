#include "sim/timing/sm/issued.h"

#include "common/memory.h"

enum { BLOCK = 64 };

struct issued_block {
    struct issued_block *next;
    struct issued items[BLOCK];
};

enum st_code issued_pool_grow(struct issued_pool *pool, struct status *st)
{
    struct issued_block *block;
    TRY(mem_make(&block, 1, sizeof *block, "SM", st));
    block->next = pool->blocks;
    pool->blocks = block;
    for (uint32_t i = BLOCK; i > 0; i--) {
        block->items[i - 1].number = pool->n_items + i - 1;
        issued_put(pool, &block->items[i - 1]);
    }
    pool->n_items += BLOCK;
    return ST_OK;
}

/* Finds the item. The newest block is first in the list. */
struct issued *issued_numbered(const struct issued_pool *pool, uint32_t number)
{
    struct issued_block *block = pool->blocks;
    for (uint32_t newer = pool->n_items - number - 1; newer >= BLOCK; newer -= BLOCK)
        block = block->next;
    return &block->items[number % BLOCK];
}

enum st_code issued_pool_create(struct issued_pool *pool, uint32_t lists, struct status *st)
{
    *pool = (struct issued_pool){0};
    TRY(mem_make(&pool->lists, lists, sizeof *pool->lists, "SM", st));
    for (uint32_t i = lists; i > 0; i--)
        sector_list_put(pool, &pool->lists[i - 1]);
    return issued_pool_grow(pool, st);
}

void issued_pool_free(struct issued_pool *pool)
{
    while (pool->blocks) {
        struct issued_block *block = pool->blocks;
        pool->blocks = block->next;
        mem_free(block);
    }
    mem_free(pool->lists);
    *pool = (struct issued_pool){0};
}
