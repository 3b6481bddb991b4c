/* Atomics of a user's pipeline, and operations over the lanes of a warp. Lanes act one after the
 * other, in ascending order. */
#include "sim/functional/exec/atomic.h"
#include "sim/functional/exec/frame_state.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/written.h"

#include <string.h>

static uint64_t word(const struct warp_context *m, const struct code *c, uint32_t row,
                     uint32_t lane)
{
    return c->bytes == 8 ? context_u64(m, c->row[row])[lane] : context_u32(m, c->row[row])[lane];
}

void pipeline_change(struct warp_context *m, const struct code *c, uint32_t lane, uint8_t *host,
                     const uint64_t *replaced)
{
    uint64_t old = 0;
    memcpy(&old, host, c->bytes);
    old = replaced ? *replaced : old;
    uint64_t now = atomic_changed((enum atomic_op)c->target, old, word(m, c, 2, lane),
                                  c->n_src > 2 ? word(m, c, 3, lane) : 0, c->bytes);
    memcpy(host, &now, c->bytes);
    if (c->bytes == 8)
        context_u64(m, c->row[0])[lane] = old;
    else
        context_u32(m, c->row[0])[lane] = (uint32_t)old;
}

enum st_code pipeline_atomic(struct warp_context *m, const struct code *c, struct warp_step *step,
                             struct status *st)
{
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t addr = context_u64(m, c->row[1])[lane] + (uint64_t)c->offset, old = 0;
        const struct region *r = memory_find_region(m, addr, c->bytes);
        uint8_t *host;
        if (!r || !r->copied || addr & (c->bytes - 1u))
            return memory_refuse(m, c, addr, lane, c->bytes, "which is in no buffer", st);
        TRY(written_host(m, r, addr, true, &host, st));
        memcpy(&old, host, c->bytes);
        TRY(frame_state_atomic(m, lane, &old, st));
        step->addr[lane] = addr;
        pipeline_change(m, c, lane, host, &old);
    }
    return ST_OK;
}

static uint32_t reduced(const struct warp_context *m, const struct code *c)
{
    uint32_t first = (uint32_t)__builtin_ctz(m->mask);
    uint64_t value = context_u32(m, c->row[1])[first];
    for (uint32_t on = m->mask & (m->mask - 1); on; on &= on - 1)
        value = atomic_changed((enum atomic_op)c->target, value,
                               context_u32(m, c->row[1])[__builtin_ctz(on)], 0, 4);
    return (uint32_t)value;
}

static uint32_t held(const struct warp_context *m, const struct code *c)
{
    uint32_t lanes = 0;
    for (uint32_t on = c->n_src ? m->mask : 0; on; on &= on - 1)
        lanes |= (context_u32(m, c->row[1])[__builtin_ctz(on)] != 0) * (on & (0 - on));
    return lanes;
}

void pipeline_execute_group(struct warp_context *m, const struct code *c)
{
    uint32_t out[WARP_LANES] = {0}, lanes = held(m, c), first = (uint32_t)__builtin_ctz(m->mask);
    uint32_t sum = c->offset == GROUP_REDUCE ? reduced(m, c) : 0;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), from = first;
        switch (c->offset) {
        case GROUP_ELECT:
            out[lane] = lane == first ? UINT32_MAX : 0;
            continue;
        case GROUP_ALL:
            out[lane] = lanes == m->mask ? UINT32_MAX : 0;
            continue;
        case GROUP_ANY:
            out[lane] = lanes ? UINT32_MAX : 0;
            continue;
        case GROUP_BALLOT:
            out[lane] = lanes;
            continue;
        case GROUP_REDUCE:
            out[lane] = sum;
            continue;
        case GROUP_FROM:
            from = context_u32(m, c->row[2])[lane] % WARP_LANES;
            break;
        case GROUP_XOR:
            from = (lane ^ context_u32(m, c->row[2])[lane]) % WARP_LANES;
            break;
        default:
            break;
        }
        out[lane] = context_u32(m, c->row[1])[from];
    }
    for (uint32_t on = m->mask; on; on &= on - 1)
        context_u32(m, c->row[0])[__builtin_ctz(on)] = out[__builtin_ctz(on)];
}
