/* gathers.h -- what comes in several sectors, some of which are on their way: records for the lanes
 * of a warp, loads of the LDST unit. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct gather {
    uint64_t addr;  /* of the record */
    uint64_t comes; /* of its sectors so far the last one */
    uint32_t owner; /* warp of the RT unit; slot of the SM */
    uint32_t who;   /* lanes; the load's cost */
    uint32_t left;  /* sectors on their way */
    uint32_t next;  /* unused one */
};

struct gathers {
    struct gather *of;
    uint32_t n, unused;
    bool failed; /* memory ran out */
};

bool gathers_create(struct gathers *g); /* false: memory ran out */
void gathers_release(struct gathers *g);

/* Returns the number of a new one, with next of no meaning. Where memory runs out, g->failed and
 * the number is of another one. */
uint32_t gathers_add(struct gathers *g, const struct gather *new);
void gathers_drop(struct gathers *g, uint32_t i);
