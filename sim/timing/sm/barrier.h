/* barrier.h -- the warps of an SM that wait at the barrier of their CTA (docs/model.md, "SM:
 * barriers"; GPGPU-Sim shader.cc, barrier_set_t).
 *
 * A CTA has one barrier. A warp waits from the cycle in which it issues the barrier until every
 * warp of its CTA that has not ended has issued it. A warp that has issued its last instruction
 * counts as arrived. The last arrival releases all of them in its cycle, after all schedulers; they
 * may issue in the next cycle, or barriers_hold() cycles later. */
#pragma once

#include "common/status.h"
#include "sim/config/sm_params.h"

#include <stdint.h>

/* Cycles by which a barrier holds its n warps longer (sm.barrier_cycles). */
static inline uint32_t barriers_hold(const struct sm_config *c, uint32_t n)
{
    return c->barrier_cycles + c->barrier_warp_cycles * n;
}

struct barriers {
    uint64_t waiting; /* warp slots */
    uint64_t changed; /* warps that have arrived at a barrier, or ended while others wait */
    uint32_t cta_warps;
};

/* The warp slots of the CTA to which `warp` belongs, as a mask. */
static inline uint64_t barriers_cta(const struct barriers *b, uint32_t warp)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 */
    return (UINT64_MAX >> (64 - b->cta_warps)) << warp / b->cta_warps * b->cta_warps;
}

/* barriers_arrive() records that a warp has arrived, barriers_note_end() that it has ended. Both
 * return the bits that they add to `changed`. */
static inline uint64_t barriers_arrive(struct barriers *b, uint32_t warp)
{
    uint64_t changed = UINT64_C(1) << warp;
    b->waiting |= changed;
    b->changed |= changed;
    return changed;
}
static inline uint64_t barriers_note_end(struct barriers *b, uint32_t warp)
{
    uint64_t changed = b->waiting & barriers_cta(b, warp) ? UINT64_C(1) << warp : 0;
    b->changed |= changed;
    return changed;
}

/* Handles the changed warps and returns the released ones. `alive`: the warps that have not
 * ended. */
static inline uint64_t barriers_release(struct barriers *b, uint64_t alive)
{
    uint64_t released = 0;
    while (b->changed) {
        uint64_t cta = barriers_cta(b, (uint32_t)__builtin_ctzll(b->changed));
        if ((b->waiting & cta) == (alive & cta))
            released |= b->waiting & cta;
        b->changed &= ~cta;
    }
    b->waiting &= ~released;
    return released;
}
