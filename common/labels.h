/* labels.h -- a list of distinct texts, in the order in which they were added. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts are borrowed. Initialise with {0}. */
struct labels {
    const char **texts;
    uint32_t n, room;
};

/* *at is the text's place, a new one for a new text. False: out of memory. */
bool labels_add(struct labels *l, const char *text, size_t *at);
size_t labels_at(const struct labels *l, const char *text); /* the text must be present */
void labels_free(struct labels *l);                         /* leaves it empty */
