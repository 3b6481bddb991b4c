#include "common/labels.h"

#include "common/grow.h"
#include "common/memory.h"

#include <string.h>

size_t labels_at(const struct labels *l, const char *text)
{
    size_t at = 0;
    while (at < l->n && strcmp(l->texts[at], text) != 0)
        at++;
    return at;
}

bool labels_add(struct labels *l, const char *text, size_t *at)
{
    *at = labels_at(l, text);
    if (*at < l->n)
        return true;
    if (!grow(&l->texts, l->n, &l->room, sizeof *l->texts))
        return false;
    l->texts[l->n++] = text;
    return true;
}

void labels_free(struct labels *l)
{
    mem_free(l->texts);
    *l = (struct labels){0};
}
