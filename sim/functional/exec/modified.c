/* Executes lane operations with modifiers: another rounding, subnormal numbers that count as 0,
 * results clamped to [0, 1]; and sums with carries. */
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"

#include <fenv.h>

static float flushed(float x)
{
    return fabsf(x) < 0x1p-126f ? copysignf(0.0f, x) : x;
}

/* Copies the float sources of an operation to temporary rows and flushes the copies, so registers
 * do not change. */
static void flush_sources(struct warp_context *m, struct code *inner)
{
    const struct op_info *info = &op_info[inner->op];
    for (uint32_t i = 0; i < inner->n_src; i++) {
        if (info->reads[i] != 'f')
            continue;
        uint32_t row = m->launch->program->scratch + i * WARP_LANES * 8;
        const row_f32 *from = context_f32(m, inner->row[inner->n_dst + i]);
        row_f32 *to = context_f32(m, row);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            to[lane] = flushed(from[lane]);
        inner->row[inner->n_dst + i] = row;
    }
}

static void finish_result(struct warp_context *m, const struct code *c)
{
    bool wide = op_info[c->target].cells[0] == CELL_8;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        if (wide) {
            row_f64 *d = (row_f64 *)(void *)context_u64(m, c->row[0]);
            if (c->offset & MODIFY_SATURATE)
                d[lane] = d[lane] > 0 ? (d[lane] < 1 ? d[lane] : 1) : 0;
            continue;
        }
        row_f32 *d = context_f32(m, c->row[0]);
        if (c->offset & MODIFY_FLUSH_RESULT)
            d[lane] = flushed(d[lane]);
        if (c->offset & MODIFY_SATURATE)
            d[lane] = d[lane] > 0 ? (d[lane] < 1 ? d[lane] : 1) : 0;
    }
}

static void finish_test(struct warp_context *m, const struct code *c)
{
    row_u32 *d = context_u32(m, c->row[0]);
    const row_u32 *other = context_u32(m, c->row[1 + op_info[c->target].n_src]);
    uint32_t flip = c->offset & MODIFY_INVERT ? UINT32_MAX : 0;
    uint32_t flip_other = c->offset & MODIFY_INVERT_OTHER ? UINT32_MAX : 0;
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(on);
        d[lane] = (d[lane] ^ flip) & (other[lane] ^ flip_other);
    }
}

/* Calls the lane loop through a pointer, between two calls that set the rounding mode of the
 * processor, so that no compiler can move arithmetic out from between them. */
void modified_execute(struct warp_context *m, const struct code *c)
{
    static const int modes[] = {[MODIFY_TO_NEAREST] = FE_TONEAREST,
                                [MODIFY_TO_ZERO] = FE_TOWARDZERO,
                                [MODIFY_DOWN] = FE_DOWNWARD,
                                [MODIFY_UP] = FE_UPWARD};
    int mode = modes[c->offset & MODIFY_ROUNDING];
    struct code inner = *c;
    inner.op = (uint16_t)c->target;
    if (c->offset & MODIFY_FLUSH_SOURCES)
        flush_sources(m, &inner);
    if (mode != FE_TONEAREST)
        fesetround(mode);
    m->lane_ops[inner.op](m, &inner);
    if (mode != FE_TONEAREST)
        fesetround(FE_TONEAREST);
    if (c->offset & MODIFY_AND)
        finish_test(m, c);
    if (c->offset & (MODIFY_FLUSH_RESULT | MODIFY_SATURATE))
        finish_result(m, c);
}

/* ---- carries ---- */

static uint64_t half_product(uint64_t a, uint64_t b, int64_t how)
{
    if (!(how & CARRY_HIGH))
        return a * b;
    if (how & CARRY_WIDE)
        return how & CARRY_SIGNED ? math_mul_hi_s64((int64_t)a, (int64_t)b) : math_mul_hi_u64(a, b);
    return how & CARRY_SIGNED ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32 : a * b >> 32;
}

static uint64_t source(const struct warp_context *m, const struct code *c, uint32_t k,
                       uint32_t lane)
{
    uint32_t row = c->row[c->n_dst + k];
    return c->offset & CARRY_WIDE ? context_u64(m, row)[lane] : context_u32(m, row)[lane];
}

static void carry_lane(struct warp_context *m, const struct code *c, uint32_t lane)
{
    bool mad = c->op == CODE_CARRY_MAD, wide = c->offset & CARRY_WIDE;
    uint32_t numbers = mad ? 3 : 2;
    uint64_t most = wide ? UINT64_MAX : UINT32_MAX, a = source(m, c, 0, lane);
    uint64_t b = source(m, c, numbers - 1, lane);
    uint64_t in = c->offset & CARRY_IN ? context_u32(m, c->row[c->n_dst + numbers])[lane] : 0;
    if (mad)
        a = half_product(a, source(m, c, 1, lane), c->offset) & most;
    math_u128 sum = c->offset & CARRY_SUBTRACT ? (math_u128)a - b - in : (math_u128)a + b + in;
    if (wide)
        context_u64(m, c->row[0])[lane] = (uint64_t)sum;
    else
        context_u32(m, c->row[0])[lane] = (uint32_t)sum;
    if (c->offset & CARRY_OUT)
        context_u32(m, c->row[1])[lane] = (uint32_t)(sum >> (wide ? 64 : 32)) & 1;
}

void carry_execute(struct warp_context *m, const struct code *c)
{
    for (uint32_t on = m->mask; on; on &= on - 1)
        carry_lane(m, c, (uint32_t)__builtin_ctz(on));
}
