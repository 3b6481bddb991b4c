/* The failure counter is the only global variable of the library that changes: an allocator has no
 * context to hold it, and it costs only two relaxed atomic operations outside tests. */
#include "common/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static atomic_long allocations;
static atomic_long fail_from;

static bool must_fail(void)
{
    long nth = atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed) + 1;
    long limit = atomic_load_explicit(&fail_from, memory_order_relaxed);
    return limit > 0 && nth >= limit;
}

void *mem_calloc(size_t count, size_t size)
{
    if (must_fail())
        return NULL;
    if (count == 0 || size == 0)
        return calloc(1, 1);
    return calloc(count, size);
}

void *mem_room(size_t count, size_t size)
{
    return mem_resize(NULL, count, size);
}

void *mem_resize(void *old, size_t count, size_t size)
{
    if (must_fail() || (size != 0 && count > SIZE_MAX / size))
        return NULL;
    size_t n = count * size;
    return realloc(old, n > 0 ? n : 1);
}

bool mem_arrays(const struct mem_array *arrays, size_t n)
{
    bool all = true;
    for (size_t i = 0; i < n; i++) {
        void *block = arrays[i].get(arrays[i].count, arrays[i].size);
        memcpy(arrays[i].pointer, &block, sizeof block);
        all = all && block;
    }
    return all;
}

void mem_free_all(void *const *blocks, size_t n)
{
    for (size_t i = 0; i < n; i++)
        mem_free(blocks[i]);
}

char *mem_strdup(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = mem_calloc(n, 1);
    if (copy)
        memcpy(copy, text, n);
    return copy;
}

void mem_free(void *block)
{
    free(block);
}

void mem_free_at(void *pointer)
{
    void *block;
    memcpy(&block, pointer, sizeof block);
    free(block);
}

enum st_code mem_make(void *pointer, size_t count, size_t size, const char *what, struct status *st)
{
    void *block = mem_calloc(count, size);
    memcpy(pointer, &block, sizeof block);
    return block ? ST_OK : status_no_memory(st, what);
}

enum st_code mem_remake(void *pointer, size_t count, size_t size, const char *what,
                        struct status *st)
{
    void *block;
    memcpy(&block, pointer, sizeof block);
    block = mem_resize(block, count, size);
    if (!block)
        return status_no_memory(st, what);
    memcpy(pointer, &block, sizeof block);
    return ST_OK;
}

enum st_code mem_copy_text(char **pointer, const char *text, const char *what, struct status *st)
{
    *pointer = mem_strdup(text);
    return *pointer ? ST_OK : status_no_memory(st, what);
}

void mem_fail_from(long nth)
{
    atomic_store(&allocations, 0);
    atomic_store(&fail_from, nth);
}

long mem_count(void)
{
    return atomic_load(&allocations);
}
