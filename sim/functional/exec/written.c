/* Copies of the lines that a warp has written: a hash table with linear probing, at most half full.
 */
#include "sim/functional/exec/written.h"

#include "common/memory.h"

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
    uint32_t room = m->room_written ? 2 * m->room_written : FIRST_ROOM;
    struct written_line *table;
    TRY(mem_make(&table, room, sizeof *table, "written lines", st));
    for (uint32_t i = 0; i < m->room_written; i++)
        if (m->written[i].addr)
            *find(table, room, m->written[i].addr) = m->written[i];
    mem_free(m->written);
    m->written = table;
    m->room_written = room;
    return ST_OK;
}

void written_clear(struct warp_context *m)
{
    if (m->n_written)
        memset(m->written, 0, m->room_written * sizeof *m->written);
    m->n_written = 0;
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
    if (2 * (m->n_written + 1) > m->room_written)
        TRY(grow_table(m, st));
    struct written_line *found = find(m->written, m->room_written, line);
    m->n_written += !found->addr;
    found->addr = line;
    memcpy(found->bytes + (addr - line), pixel, 4 * sizeof *pixel);
    return ST_OK;
}

void written_get_pixel(const struct warp_context *m, uint64_t addr, float pixel[4])
{
    uint64_t line = addr & ~(uint64_t)(WRITTEN_LINE - 1);
    const struct written_line *found =
        m->n_written ? find(m->written, m->room_written, line) : NULL;
    memset(pixel, 0, 4 * sizeof *pixel);
    if (found && found->addr)
        memcpy(pixel, found->bytes + (addr - line), 4 * sizeof *pixel);
}

enum st_code written_host(struct warp_context *m, const struct region *r, uint64_t addr, bool store,
                          uint8_t **host, struct status *st)
{
    uint64_t line = addr & ~(uint64_t)(WRITTEN_LINE - 1);
    struct written_line *found = m->n_written ? find(m->written, m->room_written, line) : NULL;
    if (found && found->addr) {
        *host = found->bytes + (addr - line);
        return ST_OK;
    }
    *host = r->host + (addr - r->addr);
    if (!store)
        return ST_OK;
    if (2 * (m->n_written + 1) > m->room_written)
        TRY(grow_table(m, st));
    found = find(m->written, m->room_written, line);
    copy_line(found, r, line);
    m->n_written++;
    *host = found->bytes + (addr - line);
    return ST_OK;
}
