/* memory.h -- all of our allocations, so tests can make the n-th fail. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Zeroed memory for `count` objects of `size` bytes; NULL if memory runs out, the product overflows
 * or a test injects a failure. A count of 0 gives a valid pointer. */
void *mem_calloc(size_t count, size_t size);

/* The same without zeroing: for memory that is written before it is read. */
void *mem_room(size_t count, size_t size);

/* Resizes an array; NULL on failure, the old block then stays valid. */
void *mem_resize(void *old, size_t count, size_t size);

/* MEM_ARRAYS(MEM_ARRAY(s->keys, n), MEM_ROOM(s->values, m)): mem_calloc() or mem_room() for each of
 * these pointers; false if one of them is NULL then. MEM_FREE(s->keys, s->values): mem_free() of
 * each. */
struct mem_array {
    void *pointer; /* address of the pointer */
    size_t count, size;
    void *(*get)(size_t count, size_t size);
};
#define MEM_ARRAY(pointer, count)                                                                  \
    (struct mem_array)                                                                             \
    {                                                                                              \
        &(pointer), count, sizeof *(pointer), mem_calloc                                           \
    }
#define MEM_ROOM(pointer, count)                                                                   \
    (struct mem_array)                                                                             \
    {                                                                                              \
        &(pointer), count, sizeof *(pointer), mem_room                                             \
    }
#define MEM_ARRAYS(...)                                                                            \
    mem_arrays((const struct mem_array[]){__VA_ARGS__},                                            \
               sizeof((const struct mem_array[]){__VA_ARGS__}) / sizeof(struct mem_array))
bool mem_arrays(const struct mem_array *arrays, size_t n);
#define MEM_FREE(...)                                                                              \
    mem_free_all((void *const[]){__VA_ARGS__},                                                     \
                 sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))
void mem_free_all(void *const *blocks, size_t n);

char *mem_strdup(const char *text);
void mem_free(void *block); /* NULL is a no-op */

/* A local pointer, NULL or from this module, whose block is freed when its scope is left. */
#define MEM_AUTO __attribute__((cleanup(mem_free_at)))
void mem_free_at(void *pointer); /* the pointer's address */

/* The three for functions that fail with a status: ST_NOMEM for `what`. `pointer` is the address of
 * a pointer, which becomes NULL on failure; for mem_remake, with an array or NULL, it stays. */
enum st_code mem_make(void *pointer, size_t count, size_t size, const char *what,
                      struct status *st);
enum st_code mem_remake(void *pointer, size_t count, size_t size, const char *what,
                        struct status *st);
enum st_code mem_copy_text(char **pointer, const char *text, const char *what, struct status *st);

/* For tests: the n-th allocation from now on (1 = the next) fails, and all after it; 0 = none.
 * Shared by all threads. */
void mem_fail_from(long nth);

/* Allocations made since the last mem_fail_from(). */
long mem_count(void);
