/* suggest.h -- finds the known word that is nearest to a mistyped one. */
#pragma once

#include <stddef.h>

/* Returns the number of edits (insert, delete, replace, swap neighbours) between two words, in
 * which large and small letters are the same; at most their first SUGGEST_LONGEST characters count.
 */
enum { SUGGEST_LONGEST = 63 };
unsigned suggest_distance(const char *a, const char *b);

/* A search for the nearest word, with the best one so far. Starts as {0}. */
struct suggestion {
    const char *best; /* NULL: no word was near enough yet */
    unsigned distance;
};
/* Considers `word` as a correction of `typed`; of equally near words the first stays. Ignores words
 * in which more than a third of the letters differ, except that one edit is always allowed. */
void suggest_consider(struct suggestion *s, const char *typed, const char *word);

/* Appends a word to a list such as "a, b, c", if there is room. */
void suggest_list(char *list, size_t room, const char *word);
