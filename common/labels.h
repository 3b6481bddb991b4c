/* labels.h -- a list of distinct texts, in the order in which they were added. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The list; its texts are borrowed. Starts as {0}. */
struct labels {
    const char **texts;
    uint32_t n, room;
    uint32_t *slots, n_slots; /* by the hash of the text: its index + 1; 0: free */
};

/* Finds or adds a text; *at is its index. False: no memory. */
bool labels_add(struct labels *l, const char *text, size_t *at);
size_t labels_at(const struct labels *l, const char *text); /* index of a text that is in the list
                                                             */
/* Finds the texts again after their order was changed. False: no memory. */
bool labels_index(struct labels *l);
void labels_free(struct labels *l); /* leaves it empty */
