/* memory.h -- all allocations of Diorama go through here, so that tests can make the n-th fail. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns zeroed memory for `count` objects of `size` bytes; NULL if memory runs out, the product
 * overflows or a test makes it fail. A count of 0 gives a valid pointer. */
void *mem_calloc(size_t count, size_t size);

/* Returns memory as mem_calloc does, but not zeroed: for memory that is written before it is read.
 */
void *mem_room(size_t count, size_t size);

/* Resizes an array; NULL on failure, and the old block then stays valid. */
void *mem_resize(void *old, size_t count, size_t size);

/* Macros for several arrays. MEM_ARRAYS(MEM_ARRAY(s->keys, n), MEM_ROOM(s->values, m)) calls
 * mem_calloc() or mem_room() for each of these pointers and is false if one of them is NULL
 * afterwards. MEM_FREE(s->keys, s->values) calls mem_free() for each. */
struct mem_array {
    void *pointer; /* address of the pointer to the array */
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

/* Written before a local pointer that is NULL or comes from this module: its block is freed when
 * the scope is left. */
#define MEM_AUTO __attribute__((cleanup(mem_free_at)))
void mem_free_at(void *pointer); /* address of the pointer */

/* mem_calloc, mem_room and mem_resize for functions that return a status: they fail with ST_NOMEM
 * for `what`. `pointer` is the address of a pointer. On failure that becomes NULL; with mem_remake,
 * which takes an array or NULL, it stays as it was. */
enum st_code mem_make(void *pointer, size_t count, size_t size, const char *what,
                      struct status *st);
enum st_code mem_remake(void *pointer, size_t count, size_t size, const char *what,
                        struct status *st);
enum st_code mem_copy_text(char **pointer, const char *text, const char *what, struct status *st);

/* For tests: makes the n-th allocation from now on (1 is the next) fail, and all after it; 0: none.
 * All threads share it. */
void mem_fail_from(long nth);

/* Returns the number of allocations since the last mem_fail_from(). */
long mem_count(void);
