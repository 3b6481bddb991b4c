/* fake_warp.h -- kernels whose warps follow a script: for tests of timing without shaders or
 * scenes. */
#pragma once

#include "sim/functional/warp.h"

#include <stdbool.h>

#include "tests/rig/rig.h"

static inline void kernel_free_of(struct kernel **k)
{
    (*k)->ops->free(*k);
}

/* One instruction of the script; every warp runs the same ones. */
struct fake_step {
    enum warp_op op;
    uint16_t dst, src; /* registers; 0: none */
    uint64_t base;     /* of what has addresses: base + cta * per_cta + warp * per_warp + lane * */
    uint64_t per_cta;  /* per_lane, warp being that of the CTA; OP_TRACE_RAY: addresses of the */
    uint64_t per_warp; /* records likewise */
    uint64_t per_lane;
    uint32_t scatter;   /* not 0: behind base one of so many words of 4 bytes instead, by CTA, warp
                           and lane */
    uint32_t n_records; /* OP_TRACE_RAY: internal nodes, 64 bytes apart, the last a hit triangle */
    bool mixed;         /* records of all kinds instead, spills too, and table entries of some */
    uint32_t active;    /* 0: all lanes */
    uint8_t size_B;     /* of machine code: encoded bytes ... */
    uint8_t counter;    /* ... enum warp_counter ... */
    uint8_t until[COUNTERS]; /* ... OP_WAIT: how low each must be */
    uint8_t access_B;        /* 0: 4 */
    uint16_t reorder_B;      /* of warp_inst */
};

/* OP_EXIT is added behind the last step. The script is borrowed. NULL when out of memory; freed
 * through ops->free. `fail_at`: the CTA whose first step fails; UINT32_MAX: none. */
struct kernel *fake_kernel(const struct fake_step *script, uint32_t n_steps, uint32_t n_ctas,
                           uint32_t registers, uint32_t fail_at);
/* The same of CTAs with so many warps and so much shared memory. They must be started in order. */
struct kernel *fake_compute_kernel(const struct fake_step *script, uint32_t n_steps,
                                   uint32_t n_ctas, uint32_t registers, uint32_t fail_at,
                                   uint32_t cta_warps, uint32_t shared_B);
