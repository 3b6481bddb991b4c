#include "scenes/import/plain.h"

#include "common/memory.h"

#include <string.h>

void plain_put(struct plain *p, const void *bytes, size_t n)
{
    if (p->room - p->n < n) {
        size_t room = p->n + n > 2 * p->room ? p->n + n : 2 * p->room;
        unsigned char *more = mem_resize(p->bytes, room, 1);
        if (!more) {
            p->no_memory = true;
            return;
        }
        p->bytes = more;
        p->room = room;
    }
    if (n > 0)
        memcpy(p->bytes + p->n, bytes, n);
    p->n += n;
}

void plain_put_text(struct plain *p, const char *text)
{
    plain_put(p, text, strlen(text));
}
