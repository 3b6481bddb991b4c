/* Executes the lane loops of machine code: one function per row of rdna2/ops_vector.h. Results are
 * blended with the old values of lanes that do not execute. */
#include "sim/functional/exec/lane_mask.h"
#include "sim/functional/exec/rdna2_context.h"
#include "sim/functional/exec/rdna2_math.h"

#include <string.h>

#ifdef __clang__ /* clang leaves some loops (calls of libm) scalar, and warns */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/* Inputs and outputs of a lane loop. */
struct lanes {
    const row_u32 *source[3][2]; /* by source: low and high words */
    const row_u32 *old;          /* old values of the destination */
    uint32_t read;               /* mask of lanes that is an input */
    uint32_t out[2][WARP_LANES]; /* results: low, high words; or the cells of a mask in out[0] */
    uint32_t flag[WARP_LANES]; /* cells of the mask that an instruction writes beside its result */
};

#define WORD(n)   r->source[n][0][lane]
#define DOUBLE(n) ((uint64_t)r->source[n][1][lane] << 32 | r->source[n][0][lane])
#define SOURCES                                                                                    \
    const uint32_t a = WORD(0), b = WORD(1), c = WORD(2), bit = r->read >> lane & 1,               \
                   old = r->old[lane];                                                             \
    const int32_t sa = (int32_t)a, sb = (int32_t)b;                                                \
    const float fa = math_f32(a), fb = math_f32(b), fc = math_f32(c);                              \
    const uint64_t la = DOUBLE(0), lb = DOUBLE(1), lc = DOUBLE(2);                                 \
    const double da = math_f64(la), db = math_f64(lb), dc = math_f64(lc);                          \
    (void)a, (void)b, (void)c, (void)bit, (void)old, (void)sa, (void)sb, (void)fa, (void)fb,       \
        (void)fc, (void)la, (void)lb, (void)lc, (void)da, (void)db, (void)dc;

#define PUT_u32(value)   r->out[0][lane] = (value);
#define PUT_f32(value)   r->out[0][lane] = math_bits_f32(value);
#define PUT_lanes(value) r->out[0][lane] = (value) ? UINT32_MAX : 0;
#define PUT_u64(value)                                                                             \
    const uint64_t result = (value);                                                               \
    r->out[0][lane] = (uint32_t)result;                                                            \
    r->out[1][lane] = (uint32_t)(result >> 32);
#define PUT_f64(value) PUT_u64(math_bits_f64(value))

#define XV(name, form, operands, class, result, value)                                             \
    static void name(struct lanes *r)                                                              \
    {                                                                                              \
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {                                       \
            SOURCES                                                                                \
            PUT_##result(value)                                                                    \
        }                                                                                          \
    }
#define XC(name, form, operands, class, result, value, carry)                                      \
    static void name(struct lanes *r)                                                              \
    {                                                                                              \
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {                                       \
            SOURCES                                                                                \
            r->flag[lane] = (carry) ? UINT32_MAX : 0;                                              \
            PUT_##result(value)                                                                    \
        }                                                                                          \
    }
RDNA2_VECTOR(XV)
RDNA2_CARRIES(XC)
#undef XV
#undef XC

typedef void loop(struct lanes *r);
static loop *const loops[RDNA2_FIRST_LANES] = {
#define XV(name, form, operands, class, result, value)       [RDNA2_##name] = name,
#define XC(name, form, operands, class, result, value, flag) [RDNA2_##name] = name,
    RDNA2_VECTOR(XV) RDNA2_CARRIES(XC)
#undef XV
#undef XC
};

/* The part of a word that SDWA selects. */
static uint32_t selected(uint32_t word, uint8_t select)
{
    switch (select) {
    case SELECT_BYTE_0:
    case SELECT_BYTE_1:
    case SELECT_BYTE_2:
    case SELECT_BYTE_3:
        return word >> 8 * (select - SELECT_BYTE_0) & 0xffu;
    case SELECT_WORD_0:
    case SELECT_WORD_1:
        return word >> 16 * (select - SELECT_WORD_0) & 0xffffu;
    default:
        return word;
    }
}

/* Prepares the rows of a source. A row that has no modifiers and differs between lanes is read in
 * place. */
static void prepare_source(struct warp_context *m, const struct rdna2_operand *o, uint32_t which,
                           struct lanes *r)
{
    for (uint32_t w = 0; w < 2; w++) {
        row_u32 *row = rdna2_temporary(m, TEMPORARY_SOURCE + 2 * which + w);
        r->source[which][w] = context_u32(m, o->row[w]);
        if (o->kind == OPERAND_SCALAR && (w == 0 || o->words == 2)) {
            uint32_t word = o->reg == RDNA2_NULL ? 0 : rdna2_scalars(m)[o->reg + w];
            for (uint32_t i = 0; i < WARP_LANES; i++)
                row[i] = word;
            r->source[which][w] = row;
        }
        if (o->select) {
            for (uint32_t i = 0; i < WARP_LANES; i++)
                row[i] = selected(r->source[which][w][i], o->select);
            r->source[which][w] = row;
        }
        if (o->modify && w + 1 == o->words) { /* the word that holds the sign */
            uint32_t keep = o->modify & MODIFY_ABSOLUTE ? 0x7fffffffu : UINT32_MAX;
            uint32_t flip = o->modify & MODIFY_NEGATE ? 0x80000000u : 0;
            for (uint32_t i = 0; i < WARP_LANES; i++)
                row[i] = (r->source[which][w][i] & keep) ^ flip;
            r->source[which][w] = row;
        }
    }
}

/* Clamps to [0, 1]; NaN becomes 0. */
static void clamp(uint32_t *row)
{
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        float a = math_f32(row[i]);
        row[i] = math_bits_f32(a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f);
    }
}

static void blend(const struct warp_context *m, row_u32 *row, const uint32_t *result)
{
    for (uint32_t i = 0; i < WARP_LANES; i++)
        row[i] = (result[i] & m->mask_row[i]) | (row[i] & ~m->mask_row[i]);
}

/* Writes a mask of lanes, with zeros for lanes that do not execute. */
static void put_mask(const struct warp_context *m, const struct rdna2_operand *o,
                     const uint32_t *cells)
{
    uint32_t mask = lanes_of_row(cells) & m->mask;
    if (o->role == 'Q')
        rdna2_scalars(m)[RDNA2_EXEC] = mask;
    else
        rdna2_put_scalar(m, o, mask);
}

void rdna2_vector(struct warp_context *m, const struct rdna2_inst *inst)
{
    struct lanes r;
    const struct rdna2_operand *result = NULL, *mask = NULL;
    const row_u32 *zero = context_u32(m, m->launch->program->register_bytes); /* constant 0 */
    uint32_t n = 0;
    for (uint32_t k = 0; k < 3; k++)
        r.source[k][0] = r.source[k][1] = zero;
    r.old = zero;
    r.read = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        switch (o->role) {
        case 'E':
        case 'D':
            result = o;
            r.old = context_u32(m, o->row[0]);
            break;
        case 'M':
        case 'Q':
            mask = o;
            break;
        case 'm':
        case 'V':
            r.read = (uint32_t)rdna2_get_scalar(m, o);
            break;
        default:
            prepare_source(m, o, n++, &r);
            break;
        }
    }
    loops[inst->opcode->op](&r);
    if (mask)
        put_mask(m, mask, result ? r.flag : r.out[0]);
    if (!result)
        return;
    if (inst->clamp)
        clamp(r.out[0]);
    for (uint32_t w = 0; w < result->words; w++)
        blend(m, context_u32(m, result->row[w]), r.out[w]);
}
