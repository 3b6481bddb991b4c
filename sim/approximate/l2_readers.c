#include "sim/approximate/l2_readers.h"

#include "common/memory.h"

enum { FIRST_ROOM = 256 };

void l2_readers_init(struct l2_readers *r)
{
    *r = (struct l2_readers){.free = L2_NO_READER};
}

void l2_readers_release(struct l2_readers *r)
{
    mem_free(r->of);
    l2_readers_init(r);
}

/* Makes room for more readers, all free. */
static bool grow(struct l2_readers *r)
{
    uint32_t n = r->n ? 2 * r->n : FIRST_ROOM;
    struct l2_reader *grown = mem_resize(r->of, n, sizeof *grown);
    if (!grown)
        return false;
    r->of = grown;
    for (uint32_t i = r->n; i < n; i++)
        grown[i].next = i + 1 < n ? i + 1 : L2_NO_READER;
    r->free = r->n;
    r->n = n;
    return true;
}

uint32_t l2_readers_add(struct l2_readers *r, struct port *port, uint64_t number, uint32_t first)
{
    if (r->free == L2_NO_READER && !grow(r))
        return L2_NO_READER;
    uint32_t i = r->free;
    struct l2_reader *new = &r->of[i];
    r->free = new->next;
    new->port = port;
    new->number = number;
    new->next = L2_NO_READER;
    if (first != L2_NO_READER) {
        new->next = r->of[first].next;
        r->of[first].next = i;
    }
    return i;
}

void l2_readers_answer(struct l2_readers *r, uint32_t first, uint64_t at)
{
    for (uint32_t i = first; i != L2_NO_READER;) {
        struct l2_reader *one = &r->of[i];
        uint32_t next = one->next;
        port_answer(one->port, one->number, at);
        one->next = r->free;
        r->free = i;
        i = next;
    }
}
