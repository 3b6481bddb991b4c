/* mem_port.h -- an SM's side of the memory system: three functions behind a pointer, so that SMs
 * and their parts run against the real interconnect or a test's own memory.
 *
 * Time: core cycles. One request may be sent and one reply taken per SM and cycle. Ask before
 * sending; a refusal is not an error. */
#pragma once

#include "sim/config/clock.h"

#include <stdbool.h>
#include <stdint.h>

enum { SECTOR_B = 32 };

/* A sector read or write on its way; the reply to it is the same struct. An atomic operation, which
 * the L2 performs, is a read that changes the sector, a reduction (an atomic whose result nobody
 * wants) a write that needs what was there. */
struct mem_request {
    uint64_t addr; /* multiple of SECTOR_B */
    uint32_t sm;
    uint32_t tag;   /* the requester's own; comes back unchanged */
    uint32_t bytes; /* of a write or an atomic: bit i, byte i is written; at least one. Ignored for
                       reads */
    uint32_t age;   /* core cycles before it was sent from which its latency is counted */
    bool write;     /* the reply to a write is its acknowledgement */
    bool atomic;    /* or, with `write`, a reduction */
    bool from_dram; /* of the reply to a read: the L2 had to wait for DRAM */
};

struct mem_port {
    void *self; /* handed to every function; borrowed */
    bool (*can_send)(const void *self, uint32_t sm);
    void (*send)(void *self, const struct mem_request *request, cycle_t now);
    /* Takes the next reply that has arrived at the SM by `now`; false if there is none. */
    bool (*take)(void *self, uint32_t sm, cycle_t now, struct mem_request *reply);
    /* What the SM's kernel allocates in this cycle, by the address that its warps have for it; what
     * comes first gets the lower place in memory (allocator.h). NULL: places are those addresses.
     */
    void (*allocate)(void *self, uint32_t sm, uint64_t addr, cycle_t now);
};
