/* suggest.h -- the nearest of the known words to a mistyped one. */
#pragma once

#include <stddef.h>

/* Edits (insert, delete, replace, swap neighbours) between two words, of which at most the first
 * SUGGEST_LONGEST characters count. */
enum { SUGGEST_LONGEST = 63 };
unsigned suggest_distance(const char *a, const char *b);

/* The running best of a search: start with {0}. */
struct suggestion {
    const char *best; /* NULL: nothing near enough yet */
    unsigned distance;
};
/* Considers `word` for `typed`; of equally near ones the first stays. Words that differ in more
 * than a third of their letters (but at least one edit is allowed) are never taken. */
void suggest_consider(struct suggestion *s, const char *typed, const char *word);

/* Adds a word to the list "a, b, c" of what there is, as far as there is room. */
void suggest_list(char *list, size_t room, const char *word);
