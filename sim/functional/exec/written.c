/* Copies of the lines that the warps of a CTA have written: a hash table with linear probing, at
 * most half full.
 */
#include "sim/functional/exec/written.h"

#include "common/memory.h"
#include "sim/functional/exec/frame_state.h"

#include <string.h>

enum { FIRST_ROOM = 64 };

static struct written_line *find(struct written_line *table, uint32_t room, uint64_t line)
{
    uint32_t i =
        (uint32_t)((line / WRITTEN_LINE) * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (room - 1);
    while (table[i].addr && table[i].addr != line)
        i = (i + 1) & (room - 1);
    return &table[i];
}

static enum st_code grow_table(struct warp_context *m, struct status *st)
{
    uint32_t room = m->written->room ? 2 * m->written->room : FIRST_ROOM;
    struct written_line *table;
    TRY(mem_make(&table, room, sizeof *table, "written lines", st));
    for (uint32_t i = 0; i < m->written->room; i++)
        if (m->written->lines[i].addr)
            *find(table, room, m->written->lines[i].addr) = m->written->lines[i];
    mem_free(m->written->lines);
    m->written->lines = table;
    m->written->room = room;
    return ST_OK;
}

void written_clear(struct warp_context *m)
{
    if (m->written->n)
        memset(m->written->lines, 0, m->written->room * sizeof *m->written->lines);
    m->written->n = 0;
}

/* A buffer ends within its last line; the bytes behind it are never accessed. */
static void copy_line(struct written_line *to, const struct region *r, uint64_t line)
{
    uint64_t left = r->addr + r->size - line;
    to->addr = line;
    memcpy(to->bytes, r->host + (line - r->addr), left < WRITTEN_LINE ? left : WRITTEN_LINE);
}

enum st_code written_put_pixel(struct warp_context *m, uint64_t addr, const float pixel[4],
                               struct status *st)
{
    uint64_t line = addr & ~(uint64_t)(WRITTEN_LINE - 1);
    if (2 * (m->written->n + 1) > m->written->room)
        TRY(grow_table(m, st));
    struct written_line *found = find(m->written->lines, m->written->room, line);
    for (uint64_t i = 0; !found->addr && i < WRITTEN_LINE; i += 4 * sizeof *pixel)
        frame_state_pixel(m, line + i, (float *)(void *)(found->bytes + i));
    m->written->n += !found->addr;
    found->addr = line;
    memcpy(found->bytes + (addr - line), pixel, 4 * sizeof *pixel);
    return ST_OK;
}

void written_get_pixel(const struct warp_context *m, uint64_t addr, float pixel[4])
{
    uint64_t line = addr & ~(uint64_t)(WRITTEN_LINE - 1);
    const struct written_line *found =
        m->written->n ? find(m->written->lines, m->written->room, line) : NULL;
    if (found && found->addr)
        memcpy(pixel, found->bytes + (addr - line), 4 * sizeof *pixel);
    else
        frame_state_pixel(m, addr, pixel);
}

enum st_code written_host(struct warp_context *m, const struct region *r, uint64_t addr, bool store,
                          uint8_t **host, struct status *st)
{
    uint64_t line = addr & ~(uint64_t)(WRITTEN_LINE - 1);
    struct written_line *found =
        m->written->n ? find(m->written->lines, m->written->room, line) : NULL;
    if (found && found->addr) {
        *host = found->bytes + (addr - line);
        return ST_OK;
    }
    *host = r->host + (addr - r->addr);
    if (!store)
        return ST_OK;
    if (2 * (m->written->n + 1) > m->written->room)
        TRY(grow_table(m, st));
    found = find(m->written->lines, m->written->room, line);
    copy_line(found, r, line);
    m->written->n++;
    *host = found->bytes + (addr - line);
    return ST_OK;
}

void written_commit(struct warp_context *m)
{
    for (uint32_t i = 0; i < m->written->room; i++)
        if (m->written->lines[i].addr)
            frame_state_put(m, &m->written->lines[i]);
}
