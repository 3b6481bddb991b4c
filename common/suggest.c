#include "common/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Large and small letters are the same: "RTX2060" is near "rtx2060". */
static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Computes the optimal string alignment distance by dynamic programming over three rows. */
unsigned suggest_distance(const char *a, const char *b)
{
    unsigned rows[3][SUGGEST_LONGEST + 1];
    size_t n = strnlen(a, SUGGEST_LONGEST), m = strnlen(b, SUGGEST_LONGEST);
    for (unsigned j = 0; j <= m; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= n; i++) {
        unsigned *now = rows[i % 3], *before = rows[(i + 2) % 3], *two = rows[(i + 1) % 3];
        now[0] = i;
        for (unsigned j = 1; j <= m; j++) {
            unsigned replace = before[j - 1] + !same(a[i - 1], b[j - 1]);
            now[j] = least(replace, least(before[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                now[j] = least(now[j], two[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

void suggest_consider(struct suggestion *s, const char *typed, const char *word)
{
    unsigned n = (unsigned)strnlen(word, SUGGEST_LONGEST);
    unsigned m = (unsigned)strnlen(typed, SUGGEST_LONGEST);
    unsigned allowed = n < 3 ? 1 : n / 3;
    if ((n > m ? n - m : m - n) > allowed) /* the distance is at least that */
        return;
    unsigned distance = suggest_distance(typed, word);
    if (distance > allowed || (s->best && distance >= s->distance))
        return;
    s->best = word;
    s->distance = distance;
}

void suggest_list(char *list, size_t room, const char *word)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used ? ", " : "", word);
}
