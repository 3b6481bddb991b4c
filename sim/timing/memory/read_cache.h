/* read_cache.h -- a read-only cache of an SM: for instructions, and for the loads of its scalar
 * units (docs/model.md, "SM: instruction cache", "SM: scalar loads").
 *
 * It allocates a line when all of it has arrived; the victim is the least recently used one. A
 * look-up of a line in flight joins it. Its requests go through the L1D's queue of misses, which
 * they share with loads, stores and atomics, to the L2: the SM sends one request per cycle in
 * all. */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/l1d.h"

#include <stdbool.h>
#include <stdint.h>

/* Requests of all read-only caches of an SM that the L1D's queue has not accepted yet, in order. */
struct read_path {
    struct l1d *l1d;
    struct read_request {
        uint64_t addr;
        uint32_t who;
    } * requests; /* ring of `room` */
    uint32_t room, head, n;
};

/* Creates the path for caches with at most `sectors` sectors in flight in all; `l1d` is
 * borrowed. */
enum st_code read_path_create(struct read_path *p, struct l1d *l1d, uint32_t sectors,
                              struct status *st);
void read_path_release(struct read_path *p);
/* Passes on the requests that the L1D's queue accepts. To be called after the L1D has sent its
 * request of the cycle. */
void read_path_ask(struct read_path *p);

struct read_shape {
    uint32_t size_B; /* 0: every access hits */
    uint32_t line_B; /* a power of two */
    uint32_t ways;
    uint32_t entries; /* most lines in flight */
    uint32_t number;  /* number of the cache among those of the path, below READ_CACHES */
};

enum { READ_CACHES = 2 };
enum read_found { READ_HIT, READ_MISS, READ_FULL };

struct read_cache {
    struct read_path *path;
    struct read_line {
        uint64_t number; /* address / line_B */
        uint64_t used;   /* time of the last use, in uses of the cache; 0: holds no line */
    } * lines;           /* ways of a set are adjacent */
    struct read_entry {
        uint64_t number;
        uint32_t missing; /* sectors that have not arrived; 0: free */
    } * entries;
    uint32_t shift, sectors, sets, ways, n_entries, under_way, number;
    uint64_t uses;
};

/* `path` is borrowed; the shape has been checked (sim/config/check.h). */
enum st_code read_cache_create(struct read_cache *c, const struct read_shape *shape,
                               struct read_path *path, struct status *st);
void read_cache_release(struct read_cache *c);

/* Whether a line is present; not counted as a use. */
bool read_cache_has(const struct read_cache *c, uint64_t number);
/* Looks up a line. READ_MISS: it is in flight now; READ_FULL: too many are in flight. */
enum read_found read_cache_look(struct read_cache *c, uint64_t number);
/* The cache that a reply is for, from its `who` (l1d_reply_client). */
uint32_t read_cache_number(uint32_t who);
/* Handles the arrival of a sector. Returns whether it completes a line, whose number goes to
 * *number. */
bool read_cache_fill(struct read_cache *c, uint32_t who, uint64_t *number);
void read_cache_clear(struct read_cache *c); /* invalidates all lines; those in flight stay */
