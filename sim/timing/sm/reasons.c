#include "sim/timing/sm/reasons.h"

#include "sim/timing/sm/front.h"

/* Why scheduler i issues nothing although one of its warps is ready: the reason why the issue
 * register stays full. */
static enum reason reason_of_ready(const struct sm_front *f, uint32_t i)
{
    const struct collector *c = f->links.collector;
    enum unit_class unit = CLASS_SP;
    while (!(f->in[unit] & f->scheduler[i].warps))
        unit++;
    if (unit == CLASS_MEM)
        return REASON_MEMORY_FULL;
    if (unit == CLASS_RT)
        return REASON_RT_FULL;
    if (collector_input_full(c, unit, i))
        return REASON_UNIT;
    if (collector_held(c, CLASS_RT, i))
        return REASON_RT_FULL;
    return collector_held(c, CLASS_MEM, i) ? REASON_MEMORY_FULL : REASON_COLLECTOR;
}

/* Sets a bit for each reason that holds; the lowest bit has the highest priority (enum reason). The
 * reasons are tested without branches, because these would be unpredictable. */
enum reason reason_of(const struct sm_front *f, uint32_t i)
{
    uint64_t mine = f->scheduler[i].warps;
    if (f->ready & mine)
        return reason_of_ready(f, i);
    uint32_t holds = 1u << REASON_NO_WARP;
    holds |= (uint32_t)(mine != 0) << REASON_DRAIN;
    holds |= (uint32_t)((f->in[WARP_EMPTY] & mine) != 0) << REASON_FETCH;
    holds |= (uint32_t)((f->in[WARP_HAZARD] & mine) != 0) << REASON_CONTROL;
    if (f->barriers.waiting | f->cached | f->in[WARP_HELD]) {
        holds |= (uint32_t)((f->in[WARP_HELD] & mine) != 0) << REASON_CONTROL;
        holds |= (uint32_t)((f->in[WARP_NO_LINE] & mine) != 0) << REASON_FETCH;
        holds |= (uint32_t)((f->in[WARP_WAITS_BARRIER] & mine) != 0) << REASON_BARRIER;
    }
    uint64_t rays = f->in[WARP_WAITS_RT] | f->in[WARP_WAITS_REORDER];
    holds |= (uint32_t)((rays & mine) != 0) << REASON_RT;
    holds |= (uint32_t)((f->in[WARP_WAITS_MEMORY] & mine) != 0) << REASON_MEMORY;
    holds |= (uint32_t)((f->in[WARP_WAITS_ALU] & mine) != 0) << REASON_ALU;
    return (enum reason)__builtin_ctz(holds);
}

/* The warps of scheduler i that stall for a reason; 0: there are none. */
static uint64_t warps_with(const struct sm_front *f, uint32_t i, enum reason reason)
{
    static const uint8_t states[REASONS] = {
        [REASON_ALU] = WARP_WAITS_ALU,  [REASON_MEMORY] = WARP_WAITS_MEMORY,
        [REASON_RT] = WARP_WAITS_RT,    [REASON_BARRIER] = WARP_WAITS_BARRIER,
        [REASON_CONTROL] = WARP_HAZARD, [REASON_FETCH] = WARP_EMPTY,
        [REASON_DRAIN] = WARP_ABSENT,   [REASON_NO_WARP] = WARP_ABSENT};
    uint64_t mine = f->scheduler[i].warps;
    if (reason <= REASON_RT_FULL)
        return f->ready & mine;
    if (states[reason] == WARP_ABSENT)
        return 0;
    uint64_t warps = f->in[states[reason]] & mine;
    if (!warps && reason == REASON_RT)
        warps = f->in[WARP_WAITS_REORDER] & mine;
    if (!warps && reason == REASON_CONTROL)
        warps = f->in[WARP_HELD] & mine;
    if (!warps && reason == REASON_FETCH)
        warps = f->in[WARP_NO_LINE] & mine;
    return warps;
}

static uint32_t inst_of(const struct sm_front *f, uint32_t w)
{
    const struct warp_inst *next = f->slots[w].warp->next;
    return next ? warp_inst_number(next) : f->reasons.insts.n;
}

void reasons_set_inst(struct reasons *r, const struct sm_front *f, uint32_t i, uint32_t w,
                      enum reason reason, cycle_t at)
{
    uint64_t stalled = reason == REASON_ISSUED ? UINT64_C(1) << w : warps_with(f, i, reason);
    uint32_t inst = stalled ? inst_of(f, (uint32_t)__builtin_ctzll(stalled)) : r->insts.n;
    r->insts.of[r->inst[i]].slots[r->of[i]] += at - r->begun[i];
    r->inst[i] = inst;
    r->begun[i] = at;
}

void reasons_count(struct reasons *r, uint32_t schedulers, cycle_t end, struct sm_counters *out)
{
    for (uint32_t i = 0; i < schedulers; i++) {
        if (r->insts.of && end + 1 > r->begun[i])
            r->insts.of[r->inst[i]].slots[r->of[i]] += end + 1 - r->begun[i];
        r->begun[i] = end + 1;
        if (end + 1 > r->since[i])
            r->slots[r->of[i]] += end + 1 - r->since[i];
        r->since[i] = end + 1;
    }
    out->slot_issued = r->slots[REASON_ISSUED];
    out->slot_no_warp = r->slots[REASON_NO_WARP];
    out->slot_drain = r->slots[REASON_DRAIN];
    out->slot_fetch = r->slots[REASON_FETCH];
    out->slot_control = r->slots[REASON_CONTROL];
    out->slot_alu = r->slots[REASON_ALU];
    out->slot_memory = r->slots[REASON_MEMORY];
    out->slot_rt = r->slots[REASON_RT];
    out->slot_barrier = r->slots[REASON_BARRIER];
    out->slot_unit = r->slots[REASON_UNIT];
    out->slot_collector = r->slots[REASON_COLLECTOR];
    out->slot_memory_full = r->slots[REASON_MEMORY_FULL];
    out->slot_rt_full = r->slots[REASON_RT_FULL];
}
