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

/* An atomic operation on the first number of a pixel; outside a picture it changes nothing. */
static enum st_code change_pixel(struct warp_context *m, const struct code *c, uint32_t lane,
                                 uint64_t addr, struct status *st)
{
    union {
        float numbers[4];
        uint8_t bytes[16];
    } pixel = {.numbers = {0}};
    uint64_t old = 0;
    if (addr)
        written_get_pixel(m, addr, pixel.numbers);
    memcpy(&old, pixel.bytes, c->bytes);
    TRY(frame_state_atomic(m, lane, &old, st));
    pipeline_change(m, c, lane, pixel.bytes, &old);
    return addr ? written_put_pixel(m, addr, pixel.numbers, st) : ST_OK;
}

enum st_code pipeline_atomic(struct warp_context *m, const struct code *c, struct warp_step *step,
                             struct status *st)
{
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        uint64_t addr = context_u64(m, c->row[1])[lane] + (uint64_t)c->offset, old = 0;
        const struct region *r = memory_find_region(m, addr, c->bytes);
        uint8_t *host;
        if (c->resource && (!r || r->resource != c->resource)) {
            pipeline_note_outside(m, c);
            memset(m->sink, 0, sizeof m->sink);
            step->addr[lane] = addr;
            pipeline_change(m, c, lane, m->sink, NULL);
            continue;
        }
        if (c->image) {
            step->addr[lane] = addr;
            TRY(change_pixel(m, c, lane, addr, st));
            continue;
        }
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

/* What an operation on no value gives. */
static uint32_t identity_of(enum atomic_op op)
{
    switch (op) {
    case ATOMIC_MIN:
    case ATOMIC_AND:
        return UINT32_MAX;
    case ATOMIC_MIN_SIGNED:
        return INT32_MAX;
    case ATOMIC_MAX_SIGNED:
        return (uint32_t)INT32_MIN;
    case ATOMIC_MIN_F32:
        return 0x7f800000; /* infinity */
    case ATOMIC_MAX_F32:
        return 0xff800000;
    case ATOMIC_MUL:
        return 1;
    case ATOMIC_MUL_F32:
        return 0x3f800000;
    default:
        return 0;
    }
}

/* Sums and their like over clusters of lanes. */
static void accumulate(const struct warp_context *m, const struct code *c, uint32_t *out)
{
    enum atomic_op op = (enum atomic_op)c->target;
    uint32_t n = context_u32(m, c->row[2])[__builtin_ctz(m->mask)], sums[WARP_LANES], begun = 0;
    n = n && n < WARP_LANES ? n : WARP_LANES;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on), k = lane / n;
        uint32_t value = context_u32(m, c->row[1])[lane], before = sums[k];
        if (!(begun >> k & 1))
            before = identity_of(op);
        sums[k] = begun >> k & 1 ? (uint32_t)atomic_changed(op, before, value, 0, 4) : value;
        begun |= 1u << k;
        out[lane] = c->offset == GROUP_EXCLUSIVE ? before : sums[k];
    }
    for (uint32_t on = c->offset == GROUP_REDUCE ? m->mask : 0; on; on &= on - 1)
        out[__builtin_ctz(on)] = sums[(uint32_t)__builtin_ctz(on) / n];
}

/* The lane whose value a lane gets; `first` is the first one. */
static uint32_t from_of(const struct warp_context *m, const struct code *c, uint32_t lane,
                        uint32_t first)
{
    uint32_t by = c->n_src > 1 ? context_u32(m, c->row[2])[lane] : 0;
    switch (c->offset) {
    case GROUP_FROM:
        return by % WARP_LANES;
    case GROUP_XOR:
        return (lane ^ by) % WARP_LANES;
    case GROUP_UP:
        return (lane - by) % WARP_LANES;
    case GROUP_DOWN:
        return (lane + by) % WARP_LANES;
    default:
        return first;
    }
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
    bool equal = true;
    for (uint32_t on = c->offset == GROUP_EQUAL ? m->mask : 0; on; on &= on - 1)
        equal = equal &&
                context_u32(m, c->row[1])[__builtin_ctz(on)] == context_u32(m, c->row[1])[first];
    if (c->offset >= GROUP_REDUCE)
        accumulate(m, c, out);
    for (uint32_t on = c->offset < GROUP_REDUCE ? m->mask : 0; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
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
        case GROUP_EQUAL:
            out[lane] = equal ? UINT32_MAX : 0;
            continue;
        case GROUP_BALLOT:
            out[lane] = lanes;
            continue;
        default:
            out[lane] = context_u32(m, c->row[1])[from_of(m, c, lane, first)];
            continue;
        }
    }
    for (uint32_t on = m->mask; on; on &= on - 1)
        context_u32(m, c->row[0])[__builtin_ctz(on)] = out[__builtin_ctz(on)];
}
