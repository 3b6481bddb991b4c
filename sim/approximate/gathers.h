/* gathers.h -- accesses that wait for several sectors in flight: fetches of records by the RT unit,
 * and loads and stores of the LDST unit. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct gather {
    uint64_t addr;  /* address of the record */
    uint64_t comes; /* latest known arrival among its sectors */
    uint32_t owner; /* RT unit: number of the warp; LDST unit: slot of the warp */
    uint32_t who;   /* RT unit: lanes that wait; LDST unit: index of the instruction's cost */
    uint32_t left;  /* sectors in flight */
    uint32_t next;  /* in the list of free places */
};

struct gathers {
    struct gather *of;
    uint32_t n, unused;
    bool failed; /* memory ran out */
};

bool gathers_create(struct gathers *g); /* false: memory ran out */
void gathers_release(struct gathers *g);

/* Adds an access and returns its number; new->next is ignored. If memory runs out, sets g->failed
 * and returns the number of another access. */
uint32_t gathers_add(struct gathers *g, const struct gather *new);
void gathers_drop(struct gathers *g, uint32_t i);
