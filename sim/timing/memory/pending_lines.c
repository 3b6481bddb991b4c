#include "sim/timing/memory/pending_lines.h"

#include "common/memory.h"

enum st_code pending_lines_create(struct pending_lines *p, uint32_t lines, struct status *st)
{
    uint32_t room = 16;
    while (room < 2 * lines)
        room *= 2;
    p->mask = room - 1;
    p->slots = mem_calloc(room, sizeof *p->slots);
    return p->slots ? ST_OK : status_no_memory(st, "L1D");
}

void pending_lines_free(struct pending_lines *p)
{
    mem_free(p->slots);
    p->slots = NULL;
}

static uint32_t home(const struct pending_lines *p, uint64_t number)
{
    return (uint32_t)(number * 0x9E3779B97F4A7C15u >> 32) & p->mask;
}

/* The line's slot, or the unused one where it would go. */
static uint32_t find(const struct pending_lines *p, uint64_t number)
{
    uint32_t i = home(p, number);
    while (p->slots[i].number && p->slots[i].number != number)
        i = (i + 1) & p->mask;
    return i;
}

void pending_lines_add(struct pending_lines *p, uint64_t line, uint64_t uid)
{
    struct pending_line *slot = &p->slots[find(p, line + 1)];
    if (!slot->number)
        *slot = (struct pending_line){line + 1, uid};
}

bool pending_lines_other(const struct pending_lines *p, uint64_t line, uint64_t uid)
{
    const struct pending_line *slot = &p->slots[find(p, line + 1)];
    return slot->number && slot->uid != uid;
}

/* What stands behind moves up where its way from home leads over the hole. */
void pending_lines_remove(struct pending_lines *p, uint64_t line)
{
    uint32_t hole = find(p, line + 1);
    if (!p->slots[hole].number)
        return;
    for (uint32_t i = (hole + 1) & p->mask; p->slots[i].number; i = (i + 1) & p->mask) {
        uint32_t way = (i - home(p, p->slots[i].number)) & p->mask;
        if (way >= ((i - hole) & p->mask)) {
            p->slots[hole] = p->slots[i];
            hole = i;
        }
    }
    p->slots[hole].number = 0;
}
