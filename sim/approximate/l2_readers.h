/* l2_readers.h -- reads of a partition's slices that wait for DRAM: by sector, the first that
 * requested it and those that joined it. */
#pragma once

#include "sim/approximate/port.h"

#include <stdbool.h>
#include <stdint.h>

#define L2_NO_READER UINT32_MAX

struct tags;

struct l2_reader {
    struct port *port;
    uint64_t number; /* of its request */
    uint32_t next;   /* of the same sector, or in the free list */
    /* In the first reader of a sector: its address, and the place of its line. */
    uint32_t place;
    uint64_t addr;
    struct tags *tags;
};

struct l2_readers {
    struct l2_reader *of;
    uint32_t n, free; /* L2_NO_READER: all are in use */
};

void l2_readers_init(struct l2_readers *r);
void l2_readers_release(struct l2_readers *r);

/* Adds the port's request behind the first reader of its sector; L2_NO_READER: it is the first.
 * Returns its number; L2_NO_READER: memory ran out. */
uint32_t l2_readers_add(struct l2_readers *r, struct port *port, uint64_t number, uint32_t first);
/* Answers all readers of a sector, the first of which is `first`, in cycle `at`, and removes
 * them. */
void l2_readers_answer(struct l2_readers *r, uint32_t first, uint64_t at);
