#include "microbench/text.h"

#include "common/memory.h"

#include <stdarg.h>
#include <stdio.h>

static bool make_room(struct text *t, size_t wanted)
{
    size_t room = t->room ? t->room : 4096;
    while (room < wanted)
        room *= 2;
    if (room == t->room)
        return true;
    char *bytes = mem_resize(t->bytes, room, 1);
    if (!bytes)
        return false;
    t->bytes = bytes;
    t->room = room;
    return true;
}

void text_add(struct text *t, const char *format, ...)
{
    for (int turn = 0; turn < 2 && !t->failed; turn++) {
        va_list args;
        va_start(args, format);
        size_t left = t->room - t->n;
        int n = vsnprintf(t->bytes ? t->bytes + t->n : NULL, left, format, args);
        va_end(args);
        if (n < 0) {
            t->failed = true;
        } else if ((size_t)n < left) {
            t->n += (size_t)n;
            return;
        } else {
            t->failed = !make_room(t, t->n + (size_t)n + 1);
        }
    }
}

void text_free(struct text *t)
{
    mem_free(t->bytes);
    *t = (struct text){0};
}
