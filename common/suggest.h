/* suggest.h -- the nearest of the known words to a mistyped one. */
#pragma once

#include <stddef.h>

/* Edits (insert, delete, replace, swap neighbours) between two words; at most the first
 * SUGGEST_LONGEST characters count. */
enum { SUGGEST_LONGEST = 63 };
unsigned suggest_distance(const char *a, const char *b);

/* The best word so far of a search: initialise with {0}. */
struct suggestion {
    const char *best; /* NULL: nothing near enough yet */
    unsigned distance;
};
/* Considers `word` for `typed`; of equally near ones the first stays. Ignores words that differ in
 * more than a third of their letters (but one edit is always allowed). */
void suggest_consider(struct suggestion *s, const char *typed, const char *word);

/* Adds a word to the list "a, b, c" of known words, if there is room. */
void suggest_list(char *list, size_t room, const char *word);
