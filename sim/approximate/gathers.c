#include "sim/approximate/gathers.h"

#include "common/memory.h"

#define NONE UINT32_MAX
enum { FIRST_ROOM = 64 };

/* Makes room for `room` elements; those from g->n on become free. */
static bool grow(struct gathers *g, uint32_t room)
{
    struct gather *grown = mem_resize(g->of, room, sizeof *grown);
    if (!grown)
        return false;
    g->of = grown;
    for (; g->n < room; g->n++) {
        g->of[g->n].next = g->unused;
        g->unused = g->n;
    }
    return true;
}

bool gathers_create(struct gathers *g)
{
    *g = (struct gathers){.unused = NONE};
    return grow(g, FIRST_ROOM);
}

void gathers_release(struct gathers *g)
{
    mem_free(g->of);
    g->of = NULL;
}

uint32_t gathers_add(struct gathers *g, const struct gather *new)
{
    if (g->unused == NONE && !grow(g, 2 * g->n)) {
        g->failed = true;
        return 0;
    }
    uint32_t i = g->unused;
    g->unused = g->of[i].next;
    g->of[i] = *new;
    return i;
}

void gathers_drop(struct gathers *g, uint32_t i)
{
    g->of[i].next = g->unused;
    g->unused = i;
}
