/* grow.h -- makes room for one more element of a growing array. */
#pragma once

#include "common/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Makes room for one more element. `array` is the address of a pointer to elements of `size` bytes,
 * of which n are used. Doubles the room where it is full; false if memory runs out, with the array
 * unchanged. */
static inline bool grow(void *array, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room)
        return true;
    if (*room > UINT32_MAX / 2)
        return false;
    uint32_t wanted = *room ? 2 * *room : 64;
    void *old;
    memcpy(&old, array, sizeof old);
    void *block = mem_resize(old, wanted, size);
    if (!block)
        return false;
    memcpy(array, &block, sizeof block);
    *room = wanted;
    return true;
}
