/* port.h -- what an SM's L1D has sent to memory, and what memory says of it.
 *
 * SMs and memory meet here alone. In a window the L1D adds requests, known by their numbers; when
 * the window is over memory answers those that were sent in it, and the L1D takes the answers at
 * the beginning of the next one (abstract_gpu.c). */
#pragma once

#include "sim/abstract/slots.h"
#include "sim/timing/counters/icnt_counters.h"

#include <stdbool.h>
#include <stdint.h>

/* Cycles from the crossbar into a slice and back, each stage of the way one
 * (sim/timing/memory/memsys.h). */
enum { TO_SLICE = 3, FROM_SLICE = 3 };

struct request {
    uint64_t addr;  /* of its sector */
    uint64_t asked; /* the miss queue takes it */
    uint64_t sent;  /* into the crossbar's input */
    uint64_t at; /* answered: when the slice has the data or the acknowledgement; taken: when the SM
                    has it */
    uint32_t bytes;   /* of a write; 0: a read */
    uint32_t watcher; /* who is told first (l1d.h) */
    uint32_t place;   /* of its line in the tags */
    uint8_t half;     /* of the warps */
    bool line;        /* the L1D has allocated the line for it */
    bool answered, taken;
};

struct port {
    struct request *ring; /* by number */
    uint32_t mask;
    uint64_t first, next; /* numbers: all before `first` have been taken */
    uint64_t *crossed; /* a ring of as many as the crossbar's input holds, and more: when they left
                          it; 0: not known yet */
    uint32_t crossed_mask;
    uint64_t last; /* crossed last */
    struct slots replies;
    struct icnt_counters count;
};

static inline struct request *port_request(const struct port *p, uint64_t number)
{
    return &p->ring[number & p->mask];
}

/* The places of a ring that is at least n long are a power of two, so that what came m <= n before
 * number i is at (i - m) & mask; 0 where there was none. */
static inline uint32_t ring_mask(uint32_t n)
{
    uint32_t mask = 0;
    while (mask < n - 1)
        mask = 2 * mask + 1;
    return mask;
}
