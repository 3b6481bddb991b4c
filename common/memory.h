/* memory.h -- every allocation of ours goes through here, so that tests can make the n-th fail. */
#pragma once

#include <stddef.h>

/* Zeroed memory for `count` objects of `size` bytes; NULL where there is none, the product
 * overflows or a test asked for a failure. A count of 0 gives a valid pointer. */
void *mem_calloc(size_t count, size_t size);

/* Resizes an array; NULL on failure, the old block then stays valid. */
void *mem_resize(void *old, size_t count, size_t size);

char *mem_strdup(const char *text);
void mem_free(void *block); /* NULL is a no-op */

/* For tests: the n-th allocation from now on (1 = the next) fails, and all after it; 0 = none.
 * Shared by all threads. */
void mem_fail_from(long nth);

/* Allocations made since the last mem_fail_from(). */
long mem_count(void);
