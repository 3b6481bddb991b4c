/* atomics.h -- atomic operations of an SM on global memory, which the L2 performs: coalescing of an
 * instruction into requests, and its replies (docs/model.md, "SM: atomics"; GPGPU-Sim
 * abstract_hardware_model.cc, memory_coalescing_arch_atomic). */
#pragma once

#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

/* Coalesces an operation on `size_B` (1 to 32) bytes at addr[lane] for every lane of `lanes`; no
 * access crosses a sector's end. Lanes that change different bytes of a sector share a request;
 * each of several lanes that change the same bytes has its own request, and the L2 performs these
 * one after the other. `out` ascends by address; returns the number of requests, at most one per
 * lane. */
uint32_t atomics_coalesce(const uint64_t addr[WARP_LANES], uint32_t lanes, uint32_t size_B,
                          struct sector out[MAX_SECTORS]);
/* Number of requests beyond the first of their sector. */
uint32_t atomics_conflicts(const struct sector *requests, uint32_t n);

/* Instructions with replies that wait for write-back, in the order of their first waiting reply. An
 * empty list is all zero. */
struct atomic_replies {
    struct issued *first, *last;
};

/* Adds a reply to op. */
void atomic_replies_add(struct atomic_replies *r, struct issued *op);
/* Takes one reply of the first instruction in the list, which must not be empty; `pool` holds the
 * instructions. */
struct issued *atomic_replies_take(struct atomic_replies *r, const struct issued_pool *pool);
