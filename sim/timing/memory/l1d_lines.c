#include "sim/timing/memory/l1d_lines.h"

#include "common/memory.h"

#include <string.h>

static void no_residents(struct l1d_lines *l)
{
    for (uint32_t set = 0; set < l->n_sets; set++)
        l->sets[set] = (struct l1d_set){L1D_NO_LINE, L1D_NO_LINE, 0};
}

enum st_code l1d_lines_create(struct l1d_lines *l, const struct l1d_config *config,
                              struct status *st)
{
    uint32_t most = config->sets * config->ways + config->mshrs, buckets = 16;
    while (buckets < 2 * most)
        buckets *= 2;
    *l = (struct l1d_lines){.found = L1D_NO_LINE,
                            .hash_mask = buckets - 1,
                            .free = L1D_NO_LINE,
                            .ways = config->ways,
                            .n_sets = config->sets};
    set_index_make(&l->index, config->sets, SET_INDEX_LINEAR);
    if (!MEM_ARRAYS(MEM_ROOM(l->lines, most), MEM_ROOM(l->chains, buckets),
                    MEM_ROOM(l->sets, config->sets))) {
        l1d_lines_free(l);
        return status_no_memory(st, "L1D");
    }
    memset(l->chains, 0xff, (size_t)buckets * sizeof *l->chains);
    no_residents(l);
    return ST_OK;
}

void l1d_lines_free(struct l1d_lines *l)
{
    MEM_FREE(l->lines, l->chains, l->sets);
    *l = (struct l1d_lines){0};
}

uint32_t l1d_lines_add(struct l1d_lines *l, uint64_t number)
{
    uint32_t i = l->free;
    if (i != L1D_NO_LINE)
        l->free = l->lines[i].next;
    else
        i = l->fresh++;
    uint32_t *chain = l1d_lines_chain(l, number);
    struct l1d_line *line = &l->lines[i];
    line->number = number;
    line->next = *chain;
    line->present = line->on_way = line->prefetched = 0;
    line->pending = false;
    *chain = i;
    l->found = i;
    return i;
}

/* Removes a line without sectors. */
static void forget(struct l1d_lines *l, uint32_t i)
{
    uint32_t *link = l1d_lines_chain(l, l->lines[i].number);
    while (*link != i)
        link = &l->lines[*link].next;
    *link = l->lines[i].next;
    l->lines[i].next = l->free;
    l->free = i;
    if (l->found == i)
        l->found = L1D_NO_LINE;
}

static struct l1d_set *set_of(struct l1d_lines *l, const struct l1d_line *line)
{
    return &l->sets[set_index_of(&l->index, line->number)];
}

static void take_out(struct l1d_lines *l, struct l1d_set *set, const struct l1d_line *line)
{
    *(line->warmer != L1D_NO_LINE ? &l->lines[line->warmer].colder : &set->hottest) = line->colder;
    *(line->colder != L1D_NO_LINE ? &l->lines[line->colder].warmer : &set->coldest) = line->warmer;
}

static void put_hottest(struct l1d_lines *l, struct l1d_set *set, uint32_t i)
{
    struct l1d_line *line = &l->lines[i];
    line->warmer = L1D_NO_LINE;
    line->colder = set->hottest;
    *(set->hottest != L1D_NO_LINE ? &l->lines[set->hottest].warmer : &set->coldest) = i;
    set->hottest = i;
}

void l1d_lines_touch(struct l1d_lines *l, uint32_t i)
{
    struct l1d_line *line = &l->lines[i];
    if (line->warmer == L1D_NO_LINE)
        return;
    struct l1d_set *set = set_of(l, line);
    take_out(l, set, line);
    put_hottest(l, set, i);
}

/* Counts prefetched sectors that are dropped without an access. */
static void note_unread(struct l1d_lines *l, struct l1d_line *line, uint8_t bits)
{
    l->unread += (uint32_t)__builtin_popcount(line->prefetched & bits);
    line->prefetched &= (uint8_t)~bits;
}

/* Handles a resident line that has lost its last sector. */
static void leave(struct l1d_lines *l, struct l1d_set *set, uint32_t i)
{
    struct l1d_line *line = &l->lines[i];
    if (line->prefetched)
        note_unread(l, line, line->present);
    take_out(l, set, line);
    set->n--;
    line->present = 0;
    if (!line->on_way)
        forget(l, i);
}

bool l1d_lines_place(struct l1d_lines *l, uint32_t i, uint8_t bit)
{
    struct l1d_line *line = &l->lines[i];
    if (line->present) {
        line->present |= bit;
        l1d_lines_touch(l, i);
        return false;
    }
    struct l1d_set *set = set_of(l, line);
    bool full = set->n == l->ways;
    if (full)
        leave(l, set, set->coldest);
    line->present = bit;
    set->n++;
    put_hottest(l, set, i);
    return full;
}

void l1d_lines_drop(struct l1d_lines *l, uint32_t i, uint8_t bit)
{
    struct l1d_line *line = &l->lines[i];
    uint8_t rest = line->present & (uint8_t)~bit;
    if (line->prefetched)
        note_unread(l, line, bit);
    if (rest)
        line->present = rest;
    else
        leave(l, set_of(l, line), i);
}

void l1d_lines_arrived(struct l1d_lines *l, uint32_t i, uint8_t bit)
{
    struct l1d_line *line = &l->lines[i];
    line->on_way &= (uint8_t)~bit;
    if (!(line->present | line->on_way))
        forget(l, i);
}

void l1d_lines_clear(struct l1d_lines *l)
{
    for (uint32_t set = 0; set < l->n_sets; set++)
        while (l->sets[set].n)
            leave(l, &l->sets[set], l->sets[set].coldest);
}
