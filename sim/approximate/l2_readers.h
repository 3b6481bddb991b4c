/* l2_readers.h -- reads of a partition's slices that wait for DRAM. For each sector they form a
 * list: the read that requested the sector, then those that joined it. */
#pragma once

#include "sim/approximate/port.h"

#include <stdbool.h>
#include <stdint.h>

#define L2_NO_READER UINT32_MAX

struct tags;

struct l2_reader {
    struct port *port;
    uint64_t number; /* number of its request in the port */
    uint32_t next;   /* next reader of the same sector, or next free place */
    /* Set in the first reader of a sector only: the address of the sector, and the place of its
     * line. */
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

/* Adds the port's request behind `first`, the first reader of its sector; L2_NO_READER: the request
 * becomes the first. Returns the reader's number; L2_NO_READER: memory ran out. */
uint32_t l2_readers_add(struct l2_readers *r, struct port *port, uint64_t number, uint32_t first);
/* Answers all readers of a sector, the first of which is `first`, in cycle `at`, and removes
 * them. */
void l2_readers_answer(struct l2_readers *r, uint32_t first, uint64_t at);
