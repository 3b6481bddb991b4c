/* mem_port.h -- an SM's interface to the memory system: functions behind a pointer, so SMs and
 * their parts run against the real interconnect or a test's memory.
 *
 * Time: core cycles. An SM may send one request and take one reply per cycle. Check can_send before
 * sending; a refusal is not an error. */
#pragma once

#include "sim/config/clock.h"

#include <stdbool.h>
#include <stdint.h>

enum { SECTOR_B = 32 };

/* A sector read or write in flight; its reply is the same struct. The L2 performs atomic
 * operations: one with a result is a read that changes the sector, a reduction (without a result)
 * is a write that needs the old data. */
struct mem_request {
    uint64_t addr; /* multiple of SECTOR_B */
    uint32_t sm;
    uint32_t tag;   /* private to the requester; comes back unchanged */
    uint32_t bytes; /* of a write or an atomic: bit i: byte i is written; at least one. Ignored for
                       reads */
    uint32_t age;   /* core cycles by which its latency began before it was sent */
    bool write;     /* the reply to a write is its acknowledgement */
    bool atomic;    /* an atomic; with `write`: a reduction */
    bool from_dram; /* in the reply to a read: the L2 waited for DRAM */
};

struct mem_port {
    void *self; /* handed to every function; borrowed */
    bool (*can_send)(const void *self, uint32_t sm);
    void (*send)(void *self, const struct mem_request *request, cycle_t now);
    /* Takes the next reply that has arrived at the SM by `now`; false if there is none. */
    bool (*take)(void *self, uint32_t sm, cycle_t now, struct mem_request *reply);
    /* Allocates memory for the SM's kernel in this cycle. `addr` is the address that the kernel's
     * warps use; earlier allocations get lower places in memory (allocator.h). NULL: no allocation,
     * addresses are places. */
    void (*allocate)(void *self, uint32_t sm, uint64_t addr, cycle_t now);
};
