/* plain.h -- a growing array of bytes. It holds a mesh or material file rewritten in a plain form,
 * which assimp reads in place of a file that it might misread (check.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct plain {
    unsigned char *bytes; /* freed with mem_free */
    size_t n, room;
    bool no_memory; /* whether an allocation failed, so that data are missing */
};

void plain_put(struct plain *p, const void *bytes, size_t n);
void plain_put_text(struct plain *p, const char *text);
