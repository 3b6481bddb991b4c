/* plain.h -- bytes that grow: a file written again in the form that the importing library reads
 * without fault. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct plain {
    unsigned char *bytes; /* mem_free */
    size_t n, room;
    bool no_memory; /* something could not be put */
};

void plain_put(struct plain *p, const void *bytes, size_t n);
void plain_put_text(struct plain *p, const char *text);
