/* occupancy.h -- GATSim's occupancy vector of an SM (Section II-C): the cycles until each warp is
 * ready to be scheduled again; 0: it is ready now.
 *
 * Warps are bits of a mask, the oldest lowest. Instead of decrementing every entry in every cycle,
 * the vector keeps the cycle in which each becomes 0: a ring of masks by cycle, so the cost of a
 * step is that of the warps that it wakes. An entry beyond the ring is checked again at the ring's
 * end. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { OCCUPANCY_RING = 64, OCCUPANCY_WARPS = 64 };
#define OCCUPANCY_NEVER UINT64_MAX

struct occupancy {
    uint64_t ready; /* mask of warps whose entry is 0 */
    uint64_t used;  /* bit per place of the ring: some warp's entry is there */
    uint64_t wakes[OCCUPANCY_RING];
    uint64_t ready_at[OCCUPANCY_WARPS]; /* by warp: cycle in which its entry becomes 0 */
};

/* Sets the entry of a warp, which is neither ready nor in the ring: the warp is ready in cycle
 * `at`, which is after `now`. */
static inline void occupancy_set(struct occupancy *o, uint32_t warp, uint64_t at, uint64_t now)
{
    uint64_t ring = at - now < OCCUPANCY_RING ? at : now + OCCUPANCY_RING - 1;
    o->ready_at[warp] = at;
    o->wakes[ring % OCCUPANCY_RING] |= UINT64_C(1) << warp;
    o->used |= UINT64_C(1) << ring % OCCUPANCY_RING;
}

/* The first cycle from `from` on with an entry in the ring; OCCUPANCY_NEVER: none. The ring has no
 * earlier entries. */
static inline uint64_t occupancy_next(const struct occupancy *o, uint64_t from)
{
    uint32_t turn = (uint32_t)from % OCCUPANCY_RING;
    uint64_t ahead = o->used >> turn | o->used << (OCCUPANCY_RING - turn) % OCCUPANCY_RING;
    return ahead ? from + (uint32_t)__builtin_ctzll(ahead) : OCCUPANCY_NEVER;
}

/* Advances to cycle `now`: warps whose entry becomes 0 are ready. */
static inline void occupancy_advance(struct occupancy *o, uint64_t now)
{
    uint32_t place = (uint32_t)now % OCCUPANCY_RING;
    if (!(o->used >> place & 1))
        return;
    uint64_t wakes = o->wakes[place];
    o->wakes[place] = 0;
    o->used &= ~(UINT64_C(1) << place);
    for (uint64_t m = wakes; m; m &= m - 1) {
        uint32_t warp = (uint32_t)__builtin_ctzll(m);
        if (o->ready_at[warp] > now) {
            wakes &= ~(UINT64_C(1) << warp);
            occupancy_set(o, warp, o->ready_at[warp], now);
        }
    }
    o->ready |= wakes;
}
