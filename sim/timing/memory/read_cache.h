/* read_cache.h -- a cache of what an SM only reads: its instructions, and what its scalar units
 * load (docs/model.md, "SM: instruction cache", "SM: scalar loads").
 *
 * Whole lines, which are allocated when all of a line has come; the victim is the one used longest
 * ago. A look-up of a line that is under way joins it. Its sectors are asked for through the L1D's
 * queue of misses, which they share with loads, stores and atomics, and so come from the L2: the
 * SM sends one request per cycle, whoever wants it. */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/l1d.h"

#include <stdbool.h>
#include <stdint.h>

/* Requests of all such caches of an SM that the L1D's queue has not taken, in order. */
struct read_path {
    struct l1d *l1d;
    struct read_request {
        uint64_t addr;
        uint32_t who;
    } * requests; /* ring of `room` */
    uint32_t room, head, n;
};

/* For caches of so many sectors under way in all; `l1d` is borrowed. */
enum st_code read_path_create(struct read_path *p, struct l1d *l1d, uint32_t sectors,
                              struct status *st);
void read_path_release(struct read_path *p);
/* Hands over what the L1D's queue takes. To be called behind what the L1D sends in a cycle. */
void read_path_ask(struct read_path *p);

struct read_shape {
    uint32_t size_B; /* 0: everything hits */
    uint32_t line_B; /* a power of two */
    uint32_t ways;
    uint32_t entries; /* lines under way */
    uint32_t number;  /* of the cache among those of the path, below READ_CACHES */
};

enum { READ_CACHES = 2 };
enum read_found { READ_HIT, READ_MISS, READ_FULL };

struct read_cache {
    struct read_path *path;
    struct read_line {
        uint64_t number; /* address / line_B */
        uint64_t used;   /* when last; 0: holds nothing */
    } * lines;           /* ways of a set side by side */
    struct read_entry {
        uint64_t number;
        uint32_t missing; /* sectors; 0: free */
    } * entries;
    uint32_t shift, sectors, sets, ways, n_entries, under_way, number;
    uint64_t uses;
};

/* `path` is borrowed; the shape has been checked (sim/config/check.h). */
enum st_code read_cache_create(struct read_cache *c, const struct read_shape *shape,
                               struct read_path *path, struct status *st);
void read_cache_release(struct read_cache *c);

/* Whether a line is there, which is no use of it. */
bool read_cache_has(const struct read_cache *c, uint64_t number);
/* Looks for a line. READ_MISS: it is under way now; READ_FULL: too many are. */
enum read_found read_cache_look(struct read_cache *c, uint64_t number);
/* Which cache a reply is for, by its `who` (l1d_reply_client). */
uint32_t read_cache_number(uint32_t who);
/* A sector has come; whether with it the line is there, whose number goes to *number. */
bool read_cache_fill(struct read_cache *c, uint32_t who, uint64_t *number);
void read_cache_clear(struct read_cache *c); /* forgets all lines; those under way stay */
