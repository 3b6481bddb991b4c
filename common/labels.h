/* labels.h -- texts without repetition, in the order in which they were met. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts are borrowed. Starts as {0}. */
struct labels {
    const char **texts;
    uint32_t n, room;
};

/* *at is the text's place, which is new where the text is. False: out of memory. */
bool labels_add(struct labels *l, const char *text, size_t *at);
size_t labels_at(const struct labels *l, const char *text); /* of one that is there */
void labels_free(struct labels *l);                         /* leaves it empty */
