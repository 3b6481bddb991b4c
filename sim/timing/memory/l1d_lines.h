/* l1d_lines.h -- the lines that an L1D holds or waits for, found by one search: which sectors are
 * there, which are on their way and in which MSHR, and which instruction first asked for a part
 * that is on its way (Vulkan-Sim gpu-cache.cc, tag array and pending_lines). Of sectors that were
 * prefetched it is kept whether anybody has asked for them.
 *
 * A line is resident while a sector of it is there; a set has room for `ways` resident lines, of
 * which the least recently used goes. Lines of which something is on its way stand here besides. */
#pragma once

#include "common/status.h"
#include "sim/config/l1d_params.h"
#include "sim/config/set_index.h"

#include <stdbool.h>
#include <stdint.h>

#define L1D_NO_LINE UINT32_MAX

enum { L1D_SECTORS = 8 }; /* of a line, at most */

/* A line of the host's cache. */
struct l1d_line {
    uint64_t number;            /* address / line_B */
    uint64_t uid;               /* where `pending`: the instruction */
    uint32_t next;              /* in its chain, or of the unused ones */
    uint32_t warmer, colder;    /* in its set, where it is resident; L1D_NO_LINE: none */
    uint8_t present, on_way;    /* a bit for each sector */
    uint8_t prefetched;         /* of these: a prefetch's that nobody else has asked for */
    bool pending;               /* a part was asked for and none of the line has come since */
    uint32_t mshr[L1D_SECTORS]; /* entry of each sector on its way */
};

struct l1d_set {
    uint32_t hottest, coldest, n; /* resident lines */
};

struct l1d_lines {
    struct l1d_line *lines;
    uint32_t *chains;
    uint32_t found; /* the line found last */
    uint32_t hash_mask, fresh, free;
    uint32_t ways, n_sets;
    struct l1d_set *sets;
    struct set_index index;
    uint64_t unread; /* prefetched sectors that have gone without anybody's asking */
};

enum st_code l1d_lines_create(struct l1d_lines *l, const struct l1d_config *config,
                              struct status *st);
void l1d_lines_free(struct l1d_lines *l);

static inline uint32_t *l1d_lines_chain(const struct l1d_lines *l, uint64_t number)
{
    return &l->chains[(number * 0x9E3779B97F4A7C15u >> 32) & l->hash_mask];
}

/* L1D_NO_LINE: nothing of it is there or on its way. Most accesses are to the line of the last. */
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

/* A line that l1d_lines_find() has not found: with nothing of it, which the caller changes. */
uint32_t l1d_lines_add(struct l1d_lines *l, uint64_t number);

/* A resident line is used. */
void l1d_lines_touch(struct l1d_lines *l, uint32_t line);
/* A sector (its bit) of a line has come; true: another line had to go. */
bool l1d_lines_place(struct l1d_lines *l, uint32_t line, uint8_t bit);
/* A sector that is there goes. */
void l1d_lines_drop(struct l1d_lines *l, uint32_t line, uint8_t bit);
/* A sector is not on its way any more, there or not. */
void l1d_lines_arrived(struct l1d_lines *l, uint32_t line, uint8_t bit);
/* All sectors that are there go. */
void l1d_lines_clear(struct l1d_lines *l);
