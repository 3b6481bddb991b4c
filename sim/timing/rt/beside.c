/* Internal nodes that are fetched and tested beside the leaf before them (docs/model.md, "RT unit:
 * boxes beside leaves"). rt_warp.c opens a node together with its leaf and lets it be requested;
 * lanes.c moves the lane on when both tests have ended. */
#include "sim/timing/rt/state.h"

void rt_beside_start(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane;
    w->beside_queued &= ~bit;
    w->beside_testing |= bit;
    w->beside_done_at[lane] = u->now + u->cycles[RECORD_BESIDE];
    rt_alarms_set(&u->alarms, index, bit, w->beside_done_at[lane], u->now);
}

void rt_beside_take(struct rt_unit *u, uint32_t index, uint64_t base, uint32_t sectors)
{
    struct rt_warp *w = &u->warps[index];
    for (uint32_t lanes = rt_warp_beside_at(w, base); lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), bit = 1u << lane;
        w->beside_missing[lane] &= (uint8_t)~sectors;
        if (w->beside_missing[lane])
            continue;
        u->done[RECORD_BESIDE]++;
        u->testing |= 1u << index;
        w->beside_ready &= ~bit;
        if (u->unit_of[RECORD_BESIDE] == UNIT_NONE) {
            rt_beside_start(u, index, lane);
        } else {
            w->beside_queued |= bit;
            rt_queue_test(u, index, lane, UNIT_BOX);
        }
    }
    rt_note(u, index);
}

void rt_beside_end(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t bit = 1u << lane;
    if (w->beside_done_at[lane] > u->now) {
        rt_alarms_set(&u->alarms, index, bit, w->beside_done_at[lane], u->now);
        return;
    }
    w->beside_testing &= ~bit;
    w->beside &= ~bit;
    if (!(w->held & bit))
        return;
    /* The step ends with this test instead of the leaf's. */
    w->held &= ~bit;
    w->testing |= bit;
    w->done_at[lane] = u->now;
    if (w->test[lane] != w->at[lane])
        w->more |= bit;
}
