/* The lane loops: one function per row of the tables in ops.h. The loops run over 32 cells without
 * branches, so the compiler vectorises them; with a partial mask the old cells are blended back. */
#include "sim/functional/exec/elementary.h"
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"

#ifdef __clang__ /* clang leaves some loops (divisions, calls of libm) scalar, and warns */
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

/* By type: how a cell is stored in a row (ROW_), read (VAL_) and written back (PUT_). */
#define ROW_u16     row_u32
#define ROW_s16     row_u32
#define ROW_u32     row_u32
#define ROW_s32     row_u32
#define ROW_f32     row_f32
#define ROW_u64     row_u64
#define ROW_s64     row_u64
#define ROW_f64     row_f64
#define ROW_pred    row_u32
#define VAL_u16     uint16_t
#define VAL_s16     int16_t
#define VAL_u32     uint32_t
#define VAL_s32     int32_t
#define VAL_f32     float
#define VAL_u64     uint64_t
#define VAL_s64     int64_t
#define VAL_f64     double
#define VAL_pred    uint32_t
#define PUT_u16(v)  ((uint16_t)(v))
#define PUT_u32(v)  ((uint32_t)(v))
#define PUT_f32(v)  (v)
#define PUT_u64(v)  ((uint64_t)(v))
#define PUT_f64(v)  (v)
#define PUT_pred(v) (v)

#define INLINE          static inline __attribute__((always_inline))
#define ROW_AT(type, k) ((ROW_##type *)(void *)(m->registers + c->row[k]))
#define LANE(type, row) ((VAL_##type)(row)[i])
#define SIMD            _Pragma("omp simd")

#define LANES(d_type, value)                                                                       \
    if (m->mask == UINT32_MAX) {                                                                   \
        SIMD for (int i = 0; i < WARP_LANES; i++)                                                  \
        {                                                                                          \
            d[i] = value;                                                                          \
        }                                                                                          \
    } else {                                                                                       \
        const uint32_t *on = m->mask_row;                                                          \
        SIMD for (int i = 0; i < WARP_LANES; i++)                                                  \
        {                                                                                          \
            ROW_##d_type was = d[i], now = value;                                                  \
            d[i] = on[i] ? now : was;                                                              \
        }                                                                                          \
    }

#define X1(name, class, d_type, a_type, value)                                                     \
    INLINE ROW_##d_type value_##name(VAL_##a_type a)                                               \
    {                                                                                              \
        return PUT_##d_type(value);                                                                \
    }                                                                                              \
    static void op_##name(struct warp_context *m, const struct code *c)                            \
    {                                                                                              \
        ROW_##d_type *d = ROW_AT(d_type, 0);                                                       \
        const ROW_##a_type *ra = ROW_AT(a_type, 1);                                                \
        LANES(d_type, value_##name(LANE(a_type, ra)))                                              \
    }
#define X2(name, class, d_type, a_type, b_type, value)                                             \
    INLINE ROW_##d_type value_##name(VAL_##a_type a, VAL_##b_type b)                               \
    {                                                                                              \
        return PUT_##d_type(value);                                                                \
    }                                                                                              \
    static void op_##name(struct warp_context *m, const struct code *c)                            \
    {                                                                                              \
        ROW_##d_type *d = ROW_AT(d_type, 0);                                                       \
        const ROW_##a_type *ra = ROW_AT(a_type, 1);                                                \
        const ROW_##b_type *rb = ROW_AT(b_type, 2);                                                \
        LANES(d_type, value_##name(LANE(a_type, ra), LANE(b_type, rb)))                            \
    }
#define X3(name, class, d_type, a_type, b_type, c_type, value)                                     \
    INLINE ROW_##d_type value_##name(VAL_##a_type a, VAL_##b_type b, VAL_##c_type c)               \
    {                                                                                              \
        return PUT_##d_type(value);                                                                \
    }                                                                                              \
    static void op_##name(struct warp_context *m, const struct code *c)                            \
    {                                                                                              \
        ROW_##d_type *d = ROW_AT(d_type, 0);                                                       \
        const ROW_##a_type *ra = ROW_AT(a_type, 1);                                                \
        const ROW_##b_type *rb = ROW_AT(b_type, 2);                                                \
        const ROW_##c_type *rc = ROW_AT(c_type, 3);                                                \
        LANES(d_type, value_##name(LANE(a_type, ra), LANE(b_type, rb), LANE(c_type, rc)))          \
    }
#define X4(name, class, r_type, a_type, b_type, c_type, d_type, value)                             \
    INLINE ROW_##r_type value_##name(VAL_##a_type a, VAL_##b_type b, VAL_##c_type c,               \
                                     VAL_##d_type d)                                               \
    {                                                                                              \
        return PUT_##r_type(value);                                                                \
    }                                                                                              \
    static void op_##name(struct warp_context *m, const struct code *c)                            \
    {                                                                                              \
        ROW_##r_type *d = ROW_AT(r_type, 0);                                                       \
        const ROW_##a_type *ra = ROW_AT(a_type, 1);                                                \
        const ROW_##b_type *rb = ROW_AT(b_type, 2);                                                \
        const ROW_##c_type *rc = ROW_AT(c_type, 3);                                                \
        const ROW_##d_type *rd = ROW_AT(d_type, 4);                                                \
        LANES(r_type, value_##name(LANE(a_type, ra), LANE(b_type, rb), LANE(c_type, rc),           \
                                   LANE(d_type, rd)))                                              \
    }
#define XC(name, type, condition) X2(name, ALU, pred, type, type, (condition) ? UINT32_MAX : 0u)

OPS_UNARY(X1)
OPS_BINARY(X2)
OPS_TERNARY(X3)
OPS_QUATERNARY(X4)
OPS_COMPARE(XC)

#undef X1
#undef X2
#undef X3
#undef X4
#undef XC
#define X1(name, class, d, a, value)          [CODE_##name] = op_##name,
#define X2(name, class, d, a, b, value)       [CODE_##name] = op_##name,
#define X3(name, class, d, a, b, c, value)    [CODE_##name] = op_##name,
#define X4(name, class, r, a, b, c, d, value) [CODE_##name] = op_##name,
#define XC(name, type, condition)             [CODE_##name] = op_##name,

lane_op *const FOR_VECTORS(lane_ops)[CODE_OPS] = {OPS_UNARY(X1) OPS_BINARY(X2) OPS_TERNARY(X3)
                                                      OPS_QUATERNARY(X4) OPS_COMPARE(XC)};
