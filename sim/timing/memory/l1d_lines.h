/* l1d_lines.h -- the lines that an L1D holds or waits for, found by one search: their sectors that
 * are present, those in flight with their MSHRs, and the instruction that first requested a part in
 * flight (Vulkan-Sim gpu-cache.cc, tag array and pending_lines). Prefetched sectors are marked
 * until an access uses them.
 *
 * A line is resident while one of its sectors is present; a set has room for `ways` resident lines,
 * of which the least recently used is evicted. Lines with sectors in flight are kept here in
 * addition. */
#pragma once

#include "common/status.h"
#include "sim/config/l1d_params.h"
#include "sim/config/set_index.h"

#include <stdbool.h>
#include <stdint.h>

#define L1D_NO_LINE UINT32_MAX

enum { L1D_SECTORS = 8 }; /* most sectors of a line */

/* A line of the host's cache. */
struct l1d_line {
    uint64_t number;         /* address / line_B */
    uint64_t uid;            /* instruction that first requested a part, if `pending` */
    uint32_t next;           /* in its hash chain, or in the free list */
    uint32_t warmer, colder; /* LRU neighbours in its set, if it is resident; or L1D_NO_LINE */
    uint8_t present, on_way; /* bit per sector: present, in flight */
    uint8_t prefetched;      /* bit per sector: prefetched, without an access since */
    bool pending;            /* a part was requested, and no sector of the line has arrived since */
    uint32_t mshr[L1D_SECTORS]; /* entry of each sector in flight */
};

struct l1d_set {
    uint32_t hottest, coldest, n; /* most and least recently used line; resident lines */
};

struct l1d_lines {
    struct l1d_line *lines;
    uint32_t *chains;
    uint32_t found; /* the line found last */
    uint32_t hash_mask, fresh, free;
    uint32_t ways, n_sets;
    struct l1d_set *sets;
    struct set_index index;
    uint64_t unread; /* prefetched sectors that were dropped without an access */
};

enum st_code l1d_lines_create(struct l1d_lines *l, const struct l1d_config *config,
                              struct status *st);
void l1d_lines_free(struct l1d_lines *l);

static inline uint32_t *l1d_lines_chain(const struct l1d_lines *l, uint64_t number)
{
    return &l->chains[(number * 0x9E3779B97F4A7C15u >> 32) & l->hash_mask];
}

/* The line with a number; L1D_NO_LINE: none of its sectors is present or in flight. Most accesses
 * go to the same line as the last one. */
static inline uint32_t l1d_lines_find(struct l1d_lines *l, uint64_t number)
{
    if (l->found != L1D_NO_LINE && l->lines[l->found].number == number)
        return l->found;
    uint32_t i = *l1d_lines_chain(l, number);
    while (i != L1D_NO_LINE && l->lines[i].number != number)
        i = l->lines[i].next;
    if (i != L1D_NO_LINE)
        l->found = i;
    return i;
}

/* Adds a line that l1d_lines_find() has not found, without sectors; the caller adds them. */
uint32_t l1d_lines_add(struct l1d_lines *l, uint64_t number);

/* Marks a resident line as the most recently used. */
void l1d_lines_touch(struct l1d_lines *l, uint32_t line);
/* Adds a sector (its bit) that has arrived to a line; true: another line was evicted. */
bool l1d_lines_place(struct l1d_lines *l, uint32_t line, uint8_t bit);
/* Drops a present sector. */
void l1d_lines_drop(struct l1d_lines *l, uint32_t line, uint8_t bit);
/* Marks a sector as no longer in flight, present or not. */
void l1d_lines_arrived(struct l1d_lines *l, uint32_t line, uint8_t bit);
/* Drops all present sectors. */
void l1d_lines_clear(struct l1d_lines *l);
