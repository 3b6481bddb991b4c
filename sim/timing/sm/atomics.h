/* atomics.h -- atomic operations of an SM on global memory, which the L2 performs: the requests
 * that an instruction becomes, and the replies to it (docs/model.md, "SM: atomics"; GPGPU-Sim
 * abstract_hardware_model.cc, memory_coalescing_arch_atomic). */
#pragma once

#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

/* Requests of an operation on `size_B` (1 to 32) bytes at addr[lane], which cross no sector's end,
 * for every lane of `lanes`. Lanes that change different bytes of a sector share a request; of
 * lanes that change the same bytes each has its own, which the L2 performs one after the other.
 * `out` ascends by address; returns how many, at most one for each lane. */
uint32_t atomics_coalesce(const uint64_t addr[WARP_LANES], uint32_t lanes, uint32_t size_B,
                          struct sector out[MAX_SECTORS]);
/* Those beyond the first of their sector. */
uint32_t atomics_conflicts(const struct sector *requests, uint32_t n);

/* Instructions with replies that wait to be written back, in the order in which the first of these
 * came. Cleared, it is empty. */
struct atomic_replies {
    struct issued *first, *last;
};

/* A reply to op has come. */
void atomic_replies_add(struct atomic_replies *r, struct issued *op);
/* Takes one, of the first instruction; `pool` is the instructions'. There must be one. */
struct issued *atomic_replies_take(struct atomic_replies *r, const struct issued_pool *pool);
