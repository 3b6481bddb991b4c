/* gathers.h -- accesses of several sectors, some of which are in flight: records for the lanes of a
 * warp, loads of the LDST unit. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct gather {
    uint64_t addr;  /* of the record */
    uint64_t comes; /* arrival of the last of its sectors so far */
    uint32_t owner; /* warp of the RT unit; slot of the SM */
    uint32_t who;   /* lanes; or the load's cost */
    uint32_t left;  /* sectors in flight */
    uint32_t next;  /* in the list of free ones */
};

struct gathers {
    struct gather *of;
    uint32_t n, unused;
    bool failed; /* memory ran out */
};

bool gathers_create(struct gathers *g); /* false: memory ran out */
void gathers_release(struct gathers *g);

/* Adds one and returns its number; new->next is ignored. If memory runs out, sets g->failed and
 * returns the number of another one. */
uint32_t gathers_add(struct gathers *g, const struct gather *new);
void gathers_drop(struct gathers *g, uint32_t i);
