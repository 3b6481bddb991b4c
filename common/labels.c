#include "common/labels.h"

#include "common/grow.h"
#include "common/memory.h"

#include <string.h>

static uint64_t hash_of(const char *text)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    return h;
}

/* Returns the slot of the text, or the free one where it belongs. */
static uint32_t *slot_of(const struct labels *l, const char *text)
{
    uint64_t at = hash_of(text) % l->n_slots;
    while (l->slots[at] && strcmp(l->texts[l->slots[at] - 1], text) != 0)
        at = (at + 1) % l->n_slots;
    return &l->slots[at];
}

bool labels_index(struct labels *l)
{
    uint32_t n = l->room < 64 ? 128 : 2 * l->room;
    uint32_t *slots = mem_resize(l->slots, n, sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0, n * sizeof *slots);
    l->slots = slots;
    l->n_slots = n;
    for (uint32_t i = 0; i < l->n; i++)
        *slot_of(l, l->texts[i]) = i + 1;
    return true;
}

size_t labels_at(const struct labels *l, const char *text)
{
    uint32_t found = l->n ? *slot_of(l, text) : 0;
    return found ? found - 1 : l->n;
}

bool labels_add(struct labels *l, const char *text, size_t *at)
{
    uint32_t room = l->room;
    *at = labels_at(l, text);
    if (*at < l->n)
        return true;
    if (!grow(&l->texts, l->n, &l->room, sizeof *l->texts))
        return false;
    if ((room != l->room || !l->slots) && !labels_index(l))
        return false;
    *slot_of(l, text) = l->n + 1;
    l->texts[l->n++] = text;
    return true;
}

void labels_free(struct labels *l)
{
    mem_free(l->texts);
    mem_free(l->slots);
    *l = (struct labels){0};
}
