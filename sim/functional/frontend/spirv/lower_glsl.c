/* GLSL.std.450: each function as the operations that a GPU has (docs/pipelines.md has the table).
 * Polynomials of inverse trigonometric functions: Abramowitz and Stegun, Handbook of Mathematical
 * Functions, 4.4.46 and 4.4.49. */
#include "sim/functional/frontend/spirv/lower.h"

#include <spirv/unified1/GLSL.std.450.h>

#define PI     3.14159265358979f
#define LOG2_E 1.44269504088896f
#define LN_2   0.693147180559945f

/* The operands of scalar `i`, integers of 8 and 16 bits extended as the function takes them. */
struct call {
    struct spirv_lower *l;
    const uint32_t *at;
    uint32_t i;
    struct spirv_scalar s;
    bool is_signed;
};

static struct spirv_scalar scalar_of(const struct spirv_lower *l, uint32_t id)
{
    return lower_scalar(l->m, lower_scalar_type(l->m, spirv_type_of(l->m, id), 0));
}

static uint32_t arg(const struct call *c, uint32_t k)
{
    uint32_t id = c->at[5 + k];
    bool each = spirv_scalars(c->l->m, spirv_type_of(c->l->m, id)) > 1;
    uint32_t row = lower_row(c->l, id, each ? c->i : 0);
    struct spirv_scalar s = scalar_of(c->l, id);
    return s.is_float    ? lower_from_half(c->l, row, s)
           : s.bits < 32 ? lower_extend(c->l, row, s.bits, 32, c->is_signed)
                         : row;
}

static uint32_t neg(struct spirv_lower *l, uint32_t a)
{
    return lower_op1(l, CODE_NEG_F32, a);
}

static uint32_t less(struct spirv_lower *l, uint32_t a, uint32_t b)
{
    return lower_op2(l, CODE_SETP_LT_F32, a, b);
}

static uint32_t select_f(struct spirv_lower *l, uint32_t c, uint32_t a, uint32_t b)
{
    return lower_op3(l, CODE_SELP_32, a, b, c);
}

static uint32_t clamp_f(struct spirv_lower *l, uint32_t x, uint32_t lo, uint32_t hi)
{
    return lower_op2(l, CODE_MIN_F32, lower_op2(l, CODE_MAX_F32, x, lo), hi);
}

static uint32_t exp2_of(struct spirv_lower *l, uint32_t x)
{
    return lower_op1(l, CODE_EX2_F32, x);
}

static uint32_t exp_of(struct spirv_lower *l, uint32_t x)
{
    return exp2_of(l, lower_fmul(l, x, lower_f32(l, LOG2_E)));
}

/* x to the y; GLSL leaves negative x undefined. */
static uint32_t power(struct spirv_lower *l, uint32_t x, uint32_t y)
{
    return exp2_of(l, lower_fmul(l, lower_op1(l, CODE_LG2_F32, x), y));
}

static uint32_t polynomial(struct spirv_lower *l, uint32_t x, const float *k, uint32_t n)
{
    uint32_t sum = lower_f32(l, k[0]);
    for (uint32_t i = 1; i < n; i++)
        sum = lower_fmad(l, sum, x, lower_f32(l, k[i]));
    return sum;
}

/* acos(|x|) = sqrt(1 - |x|) * p(|x|), 4.4.46: error below 2e-8. */
static uint32_t acos_of(struct spirv_lower *l, uint32_t x)
{
    static const float k[] = {-0.0012624911f, 0.0066700901f, -0.0170881256f, 0.0308918810f,
                              -0.0501743046f, 0.0889789874f, -0.2145988016f, 1.5707963050f};
    uint32_t a = lower_op1(l, CODE_ABS_F32, x);
    uint32_t root = lower_op1(l, CODE_SQRT_F32, lower_fsub(l, lower_f32(l, 1), a));
    uint32_t near = lower_fmul(l, root, polynomial(l, a, k, 8));
    return select_f(l, less(l, x, lower_f32(l, 0)), lower_fsub(l, lower_f32(l, PI), near), near);
}

/* atan(x) for |x| <= 1, 4.4.49: error below 2e-8. */
static uint32_t atan_near(struct spirv_lower *l, uint32_t x)
{
    static const float k[] = {0.0028662257f,  -0.0161657367f, 0.0429096138f,
                              -0.0752896400f, 0.1065626393f,  -0.1420889944f,
                              0.1999355085f,  -0.3333314528f, 1.0f};
    return lower_fmul(l, x, polynomial(l, lower_fmul(l, x, x), k, 9));
}

/* The angle of (x, y): atan of the smaller over the larger, turned into its octant. */
static uint32_t atan2_of(struct spirv_lower *l, uint32_t y, uint32_t x)
{
    uint32_t ax = lower_op1(l, CODE_ABS_F32, x), ay = lower_op1(l, CODE_ABS_F32, y);
    uint32_t most = lower_op2(l, CODE_MAX_F32, ax, ay), least = lower_op2(l, CODE_MIN_F32, ax, ay);
    uint32_t none = lower_op2(l, CODE_SETP_EQ_F32, most, lower_f32(l, 0));
    uint32_t share = select_f(l, none, lower_f32(l, 0), lower_fdiv(l, least, most));
    uint32_t angle = atan_near(l, share);
    angle = select_f(l, less(l, ax, ay), lower_fsub(l, lower_f32(l, PI / 2), angle), angle);
    uint32_t left = lower_op2(l, CODE_SETP_LT_S32, x, lower_u32(l, 0)); /* -0 too */
    angle = select_f(l, left, lower_fsub(l, lower_f32(l, PI), angle), angle);
    return lower_op2(l, CODE_COPYSIGN_F32, y, angle);
}

static uint32_t atan_of(struct spirv_lower *l, uint32_t x)
{
    uint32_t a = lower_op1(l, CODE_ABS_F32, x), one = lower_f32(l, 1);
    uint32_t far = less(l, one, a);
    uint32_t near = atan_near(l, select_f(l, far, lower_op1(l, CODE_RCP_F32, a), a));
    return lower_op2(l, CODE_COPYSIGN_F32, x,
                     select_f(l, far, lower_fsub(l, lower_f32(l, PI / 2), near), near));
}

static uint32_t sign_of(struct spirv_lower *l, uint32_t x)
{
    uint32_t zero = lower_f32(l, 0);
    uint32_t up = select_f(l, less(l, zero, x), lower_f32(l, 1), zero);
    return select_f(l, less(l, x, zero), lower_f32(l, -1), up);
}

static uint32_t smooth_step(struct spirv_lower *l, uint32_t lo, uint32_t hi, uint32_t x)
{
    uint32_t t = lower_fdiv(l, lower_fsub(l, x, lo), lower_fsub(l, hi, lo));
    t = clamp_f(l, t, lower_f32(l, 0), lower_f32(l, 1));
    uint32_t s = lower_fmad(l, lower_f32(l, -2), t, lower_f32(l, 3));
    return lower_fmul(l, lower_fmul(l, t, t), s);
}

/* (e^x - e^-x) / 2, or their sum; tanh is an operation. */
static uint32_t hyperbolic(struct spirv_lower *l, uint32_t x, bool cosine)
{
    uint32_t up = exp_of(l, x), down = exp_of(l, neg(l, x));
    return lower_fmul(l, cosine ? lower_fadd(l, up, down) : lower_fsub(l, up, down),
                      lower_f32(l, 0.5f));
}

static uint32_t log_of(struct spirv_lower *l, uint32_t x)
{
    return lower_fmul(l, lower_op1(l, CODE_LG2_F32, x), lower_f32(l, LN_2));
}

static uint32_t inverse_hyperbolic(struct spirv_lower *l, uint32_t x, uint32_t function)
{
    uint32_t one = lower_f32(l, 1);
    if (function == GLSLstd450Atanh)
        return lower_fmul(l, log_of(l, lower_fdiv(l, lower_fadd(l, one, x), lower_fsub(l, one, x))),
                          lower_f32(l, 0.5f));
    uint32_t square = lower_fmad(l, x, x, lower_f32(l, function == GLSLstd450Asinh ? 1 : -1));
    return log_of(l, lower_fadd(l, x, lower_op1(l, CODE_SQRT_F32, square)));
}

/* Functions of 32-bit floats, component by component; ROW_NONE: another kind. */
static uint32_t float_function(const struct call *c, uint32_t function)
{
    struct spirv_lower *l = c->l;
    uint32_t a = arg(c, 0);
    switch (function) {
    case GLSLstd450Round:
    case GLSLstd450RoundEven:
        return lower_op1(l, CODE_ROUND_RNI_F32, a);
    case GLSLstd450Trunc:
        return lower_op1(l, CODE_ROUND_RZI_F32, a);
    case GLSLstd450Floor:
        return lower_op1(l, CODE_ROUND_RMI_F32, a);
    case GLSLstd450Ceil:
        return lower_op1(l, CODE_ROUND_RPI_F32, a);
    case GLSLstd450Fract:
        return lower_fsub(l, a, lower_op1(l, CODE_ROUND_RMI_F32, a));
    case GLSLstd450FAbs:
        return lower_op1(l, CODE_ABS_F32, a);
    case GLSLstd450FSign:
        return sign_of(l, a);
    case GLSLstd450Radians:
        return lower_fmul(l, a, lower_f32(l, PI / 180));
    case GLSLstd450Degrees:
        return lower_fmul(l, a, lower_f32(l, 180 / PI));
    case GLSLstd450Sin:
        return lower_op1(l, CODE_SIN_F32, a);
    case GLSLstd450Cos:
        return lower_op1(l, CODE_COS_F32, a);
    case GLSLstd450Tan:
        return lower_fdiv(l, lower_op1(l, CODE_SIN_F32, a), lower_op1(l, CODE_COS_F32, a));
    case GLSLstd450Asin:
        return lower_fsub(l, lower_f32(l, PI / 2), acos_of(l, a));
    case GLSLstd450Acos:
        return acos_of(l, a);
    case GLSLstd450Atan:
        return atan_of(l, a);
    case GLSLstd450Sinh:
    case GLSLstd450Cosh:
        return hyperbolic(l, a, function == GLSLstd450Cosh);
    case GLSLstd450Tanh:
        return lower_op1(l, CODE_TANH_F32, a);
    case GLSLstd450Asinh:
    case GLSLstd450Acosh:
    case GLSLstd450Atanh:
        return inverse_hyperbolic(l, a, function);
    case GLSLstd450Exp:
        return exp_of(l, a);
    case GLSLstd450Exp2:
        return exp2_of(l, a);
    case GLSLstd450Log:
        return log_of(l, a);
    case GLSLstd450Log2:
        return lower_op1(l, CODE_LG2_F32, a);
    case GLSLstd450Sqrt:
        return lower_op1(l, CODE_SQRT_F32, a);
    case GLSLstd450InverseSqrt:
        return lower_op1(l, CODE_RSQRT_F32, a);
    default:
        return ROW_NONE;
    }
}

/* Those of two and three arguments. */
static uint32_t float_functions(const struct call *c, uint32_t function)
{
    struct spirv_lower *l = c->l;
    uint32_t a = arg(c, 0), b = arg(c, 1);
    switch (function) {
    case GLSLstd450Atan2:
        return atan2_of(l, a, b);
    case GLSLstd450Pow:
        return power(l, a, b);
    case GLSLstd450FMin:
    case GLSLstd450NMin:
        return lower_op2(l, CODE_MIN_F32, a, b);
    case GLSLstd450FMax:
    case GLSLstd450NMax:
        return lower_op2(l, CODE_MAX_F32, a, b);
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
        return clamp_f(l, a, b, arg(c, 2));
    case GLSLstd450FMix: {
        uint32_t share = arg(c, 2);
        uint64_t bits;
        if (lower_is_constant(l, a, &bits) && lower_is_constant(l, b, &bits))
            return lower_fadd(l, a, lower_fmul(l, share, lower_fsub(l, b, a)));
        return lower_fadd(l, lower_fmul(l, a, lower_fsub(l, lower_f32(l, 1), share)),
                          lower_fmul(l, b, share));
    }
    case GLSLstd450Step:
        return select_f(l, less(l, b, a), lower_f32(l, 0), lower_f32(l, 1));
    case GLSLstd450SmoothStep:
        return smooth_step(l, a, b, arg(c, 2));
    case GLSLstd450Fma:
        return lower_ffma(l, a, b, arg(c, 2));
    case GLSLstd450Ldexp:
        return lower_fmul(l, a, exp2_of(l, lower_op1(l, CODE_CVT_F32_S32, b)));
    default:
        return ROW_NONE;
    }
}

/* Functions of 64-bit floats; of those that a GPU would compute by a program, none. */
static uint32_t double_function(const struct call *c, uint32_t function)
{
    struct spirv_lower *l = c->l;
    uint32_t a = arg(c, 0);
    switch (function) {
    case GLSLstd450Round:
    case GLSLstd450RoundEven:
        return lower_op1(l, CODE_ROUND_RNI_F64, a);
    case GLSLstd450Trunc:
        return lower_op1(l, CODE_ROUND_RZI_F64, a);
    case GLSLstd450Floor:
        return lower_op1(l, CODE_ROUND_RMI_F64, a);
    case GLSLstd450Ceil:
        return lower_op1(l, CODE_ROUND_RPI_F64, a);
    case GLSLstd450Fract:
        return lower_op2(l, CODE_SUB_F64, a, lower_op1(l, CODE_ROUND_RMI_F64, a));
    case GLSLstd450FAbs:
        return lower_op1(l, CODE_ABS_F64, a);
    case GLSLstd450Sqrt:
        return lower_op1(l, CODE_SQRT_F64, a);
    case GLSLstd450InverseSqrt:
        return lower_op1(l, CODE_RSQRT_F64, a);
    case GLSLstd450FMin:
    case GLSLstd450NMin:
        return lower_op2(l, CODE_MIN_F64, a, arg(c, 1));
    case GLSLstd450FMax:
    case GLSLstd450NMax:
        return lower_op2(l, CODE_MAX_F64, a, arg(c, 1));
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
        return lower_op2(l, CODE_MIN_F64, lower_op2(l, CODE_MAX_F64, a, arg(c, 1)), arg(c, 2));
    case GLSLstd450Fma:
        return lower_op3(l, CODE_FMA_F64, a, arg(c, 1), arg(c, 2));
    default:
        return ROW_NONE;
    }
}

static uint32_t integer_function(const struct call *c, uint32_t function)
{
    struct spirv_lower *l = c->l;
    bool wide = c->s.bits == 64;
    enum cell cell = wide ? CELL_8 : CELL_4;
    uint32_t a = arg(c, 0);
    uint32_t min_s = wide ? CODE_MIN_S64 : CODE_MIN_S32, min_u = wide ? CODE_MIN_U64 : CODE_MIN_U32;
    uint32_t max_s = wide ? CODE_MAX_S64 : CODE_MAX_S32, max_u = wide ? CODE_MAX_U64 : CODE_MAX_U32;
    switch (function) {
    case GLSLstd450SAbs:
        return lower_op1(l, wide ? CODE_ABS_64 : CODE_ABS_32, a);
    case GLSLstd450SSign:
        return lower_op2(l, max_s, lower_op2(l, min_s, a, lower_constant(l, cell, 1)),
                         lower_constant(l, cell, wide ? UINT64_MAX : UINT32_MAX));
    case GLSLstd450UMin:
        return lower_op2(l, min_u, a, arg(c, 1));
    case GLSLstd450SMin:
        return lower_op2(l, min_s, a, arg(c, 1));
    case GLSLstd450UMax:
        return lower_op2(l, max_u, a, arg(c, 1));
    case GLSLstd450SMax:
        return lower_op2(l, max_s, a, arg(c, 1));
    case GLSLstd450UClamp:
        return lower_op2(l, min_u, lower_op2(l, max_u, a, arg(c, 1)), arg(c, 2));
    case GLSLstd450SClamp:
        return lower_op2(l, min_s, lower_op2(l, max_s, a, arg(c, 1)), arg(c, 2));
    default:
        return ROW_NONE;
    }
}

/* Positions of bits, of 32. */
static uint32_t bit_function(const struct call *c, uint32_t function)
{
    struct spirv_lower *l = c->l;
    uint32_t a = arg(c, 0), bit;
    switch (c->s.bits == 32 ? function : GLSLstd450Bad) {
    case GLSLstd450FindILsb:
        bit = lower_op1(l, CODE_CLZ_32, lower_op1(l, CODE_BREV_32, a));
        return lower_op3(l, CODE_SELP_32, lower_u32(l, UINT32_MAX), bit,
                         lower_op2(l, CODE_SETP_EQ_32, a, lower_u32(l, 0)));
    case GLSLstd450FindUMsb:
        return lower_op1(l, CODE_BFIND_U32, a);
    case GLSLstd450FindSMsb:
        return lower_op1(l, CODE_BFIND_S32, a);
    default:
        return ROW_NONE;
    }
}

/* ---- functions of whole vectors ---- */

enum { MOST = 16 };

/* Halves as floats of 32 bits. */
static uint32_t vector(struct spirv_lower *l, uint32_t id, uint32_t *out)
{
    uint32_t n = spirv_scalars(l->m, spirv_type_of(l->m, id));
    for (uint32_t i = 0; i < n && i < MOST; i++)
        out[i] = lower_from_half(l, lower_row(l, id, i), scalar_of(l, id));
    return n < MOST ? n : MOST;
}

/* I - N (2 N . I) */
static void reflect(struct spirv_lower *l, const uint32_t *in, const uint32_t *n, uint32_t size,
                    uint32_t *out)
{
    uint32_t twice = lower_fmul(l, lower_dot(l, n, in, size), lower_f32(l, 2));
    for (uint32_t i = 0; i < size; i++)
        out[i] = lower_fsub(l, in[i], lower_fmul(l, n[i], twice));
}

/* GLSL 4.60, 8.5: k = 1 - eta^2 (1 - (N . I)^2); 0 where k < 0. */
static void refract(struct spirv_lower *l, const uint32_t *in, const uint32_t *n, uint32_t eta,
                    uint32_t size, uint32_t *out)
{
    uint32_t d = lower_dot(l, n, in, size), one = lower_f32(l, 1), zero = lower_f32(l, 0);
    uint32_t sine = lower_fsub(l, one, lower_fmul(l, d, d));
    uint32_t k = lower_fsub(l, one, lower_fmul(l, eta, lower_fmul(l, eta, sine)));
    uint32_t total = less(l, k, zero);
    uint32_t along = lower_fadd(l, lower_fmul(l, eta, d), lower_op1(l, CODE_SQRT_F32, k));
    for (uint32_t i = 0; i < size; i++)
        out[i] = select_f(l, total, zero,
                          lower_fsub(l, lower_fmul(l, in[i], eta), lower_fmul(l, n[i], along)));
}

static void cross(struct spirv_lower *l, const uint32_t *a, const uint32_t *b, uint32_t *out)
{
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t k = (i + 1) % 3, m = (i + 2) % 3;
        out[i] = lower_fsub(l, lower_fmul(l, a[k], b[m]), lower_fmul(l, a[m], b[k]));
    }
}

/* Cofactors along the first column; columns of `n` components. */
static uint32_t determinant(struct spirv_lower *l, const uint32_t *m, uint32_t n)
{
    uint32_t rest[9], sum = ROW_NONE;
    if (n == 1)
        return m[0];
    for (uint32_t r = 0; r < n; r++) {
        uint32_t k = 0;
        for (uint32_t c = 1; c < n; c++)
            for (uint32_t i = 0; i < n; i++)
                if (i != r)
                    rest[k++] = m[c * n + i];
        uint32_t term = lower_fmul(l, m[r], determinant(l, rest, n - 1));
        sum = r == 0 ? term : r % 2 ? lower_fsub(l, sum, term) : lower_fadd(l, sum, term);
    }
    return sum;
}

static void inverse(struct spirv_lower *l, const uint32_t *m, uint32_t n, uint32_t *out)
{
    uint32_t scale = lower_op1(l, CODE_RCP_F32, determinant(l, m, n));
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t r = 0; r < n; r++) {
            uint32_t rest[9], k = 0;
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t j = 0; j < n; j++)
                    if (i != r && j != c)
                        rest[k++] = m[i * n + j];
            uint32_t minor = determinant(l, rest, n - 1);
            out[c * n + r] = lower_fmul(l, (c + r) % 2 ? neg(l, minor) : minor, scale);
        }
}

static uint32_t side_of(uint32_t n)
{
    return n == 4 ? 2 : n == 9 ? 3 : 4;
}

static bool is_vector_function(uint32_t function)
{
    return function == GLSLstd450Length || function == GLSLstd450Distance ||
           function == GLSLstd450Normalize || function == GLSLstd450Cross ||
           function == GLSLstd450Reflect || function == GLSLstd450Refract ||
           function == GLSLstd450FaceForward || function == GLSLstd450Determinant ||
           function == GLSLstd450MatrixInverse;
}

/* Functions whose result is not component by component; false: another one. */
static bool vector_function(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t a[MOST] = {0}, b[MOST] = {0}, n, *rows;
    uint32_t n_out = spirv_scalars(l->m, at[1]), function = at[4];
    if (!is_vector_function(function))
        return false;
    struct spirv_scalar s = scalar_of(l, at[5]);
    if (s.bits == 64)
        lower_fail(l, "function %u of GLSL.std.450 on vectors of 64 bits; expected 16 or 32",
                   function);
    n = vector(l, at[5], a);
    if (spirv_count(at) > 6)
        vector(l, at[6], b);
    rows = lower_result(l, at[2], n_out);
    if (!rows)
        return true;
    switch (function) {
    case GLSLstd450Distance:
        for (uint32_t i = 0; i < n; i++)
            a[i] = lower_fsub(l, a[i], b[i]);
        rows[0] = lower_op1(l, CODE_SQRT_F32, lower_dot(l, a, a, n));
        break;
    case GLSLstd450Length:
        rows[0] = n == 1 ? lower_op1(l, CODE_ABS_F32, a[0])
                         : lower_op1(l, CODE_SQRT_F32, lower_dot(l, a, a, n));
        break;
    case GLSLstd450Normalize: {
        uint32_t scale = lower_op1(l, CODE_RSQRT_F32, lower_dot(l, a, a, n));
        for (uint32_t i = 0; i < n; i++)
            rows[i] = lower_fmul(l, a[i], scale);
        break;
    }
    case GLSLstd450Cross:
        cross(l, a, b, rows);
        break;
    case GLSLstd450Reflect:
        reflect(l, a, b, n, rows);
        break;
    case GLSLstd450Refract:
        refract(l, a, b, lower_from_half(l, lower_row(l, at[7], 0), scalar_of(l, at[7])), n, rows);
        break;
    case GLSLstd450FaceForward: {
        uint32_t reference[MOST];
        vector(l, at[7], reference);
        uint32_t same = less(l, lower_dot(l, reference, b, n), lower_f32(l, 0));
        for (uint32_t i = 0; i < n; i++)
            rows[i] = select_f(l, same, a[i], neg(l, a[i]));
        break;
    }
    case GLSLstd450Determinant:
        rows[0] = determinant(l, a, side_of(n));
        break;
    default:
        inverse(l, a, side_of(n), rows);
        break;
    }
    for (uint32_t i = 0; i < n_out && !l->code; i++)
        rows[i] = lower_to_half(l, rows[i], s);
    return true;
}

/* ---- packing ---- */

/* round(clamp(x) * most) in `bits` bits at `shift`. */
static uint32_t packed(struct spirv_lower *l, uint32_t x, bool is_signed, uint32_t bits)
{
    float most = (float)(UINT32_MAX >> (32 - bits + is_signed));
    uint32_t in = clamp_f(l, x, lower_f32(l, is_signed ? -1 : 0), lower_f32(l, 1));
    uint32_t whole = lower_op1(l, CODE_CVT_RNI_S32_F32, lower_fmul(l, in, lower_f32(l, most)));
    return lower_op2(l, CODE_AND_32, whole, lower_u32(l, UINT32_MAX >> (32 - bits)));
}

static uint32_t unpacked(struct spirv_lower *l, uint32_t word, bool is_signed, uint32_t bits,
                         uint32_t i)
{
    float most = (float)(UINT32_MAX >> (32 - bits + is_signed));
    uint32_t field = lower_op3(l, is_signed ? CODE_BFE_S32 : CODE_BFE_U32, word,
                               lower_u32(l, bits * i), lower_u32(l, bits));
    uint32_t x = lower_fmul(l, lower_op1(l, is_signed ? CODE_CVT_F32_S32 : CODE_CVT_F32_U32, field),
                            lower_f32(l, 1 / most));
    return is_signed ? clamp_f(l, x, lower_f32(l, -1), lower_f32(l, 1)) : x;
}

static uint32_t join(struct spirv_lower *l, const uint32_t *parts, uint32_t n)
{
    uint32_t word = parts[0];
    for (uint32_t i = 1; i < n; i++)
        word = lower_op2(l, CODE_OR_32, word,
                         lower_op2(l, CODE_SHL_32, parts[i], lower_u32(l, 32 / n * i)));
    return word;
}

static bool packing(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t function = at[4], in[MOST] = {0}, n = spirv_scalars(l->m, at[1]);
    bool is_signed = function == GLSLstd450PackSnorm4x8 || function == GLSLstd450PackSnorm2x16 ||
                     function == GLSLstd450UnpackSnorm4x8 || function == GLSLstd450UnpackSnorm2x16;
    switch (function) {
    case GLSLstd450PackSnorm4x8:
    case GLSLstd450PackUnorm4x8:
    case GLSLstd450PackSnorm2x16:
    case GLSLstd450PackUnorm2x16:
    case GLSLstd450PackHalf2x16: {
        uint32_t count = vector(l, at[5], in), *rows = lower_result(l, at[2], 1);
        for (uint32_t i = 0; i < count; i++)
            in[i] = function == GLSLstd450PackHalf2x16 ? lower_op1(l, CODE_CVT_F16_F32, in[i])
                                                       : packed(l, in[i], is_signed, 32 / count);
        if (rows)
            rows[0] = join(l, in, count);
        return true;
    }
    case GLSLstd450UnpackSnorm4x8:
    case GLSLstd450UnpackUnorm4x8:
    case GLSLstd450UnpackSnorm2x16:
    case GLSLstd450UnpackUnorm2x16:
    case GLSLstd450UnpackHalf2x16: {
        uint32_t *rows = lower_result(l, at[2], n), word = lower_row(l, at[5], 0);
        for (uint32_t i = 0; rows && i < n; i++)
            rows[i] = function != GLSLstd450UnpackHalf2x16
                          ? unpacked(l, word, is_signed, 32 / n, i)
                          : lower_op1(l, CODE_CVT_F32_F16,
                                      i ? lower_op2(l, CODE_SHR_U32, word, lower_u32(l, 16))
                                        : lower_op1(l, CODE_EXT_Z16_R4_32, word));
        return true;
    }
    case GLSLstd450PackDouble2x32: {
        uint32_t *rows = lower_result(l, at[2], 1);
        if (rows)
            rows[0] = lower_op2(l, CODE_PACK_64, lower_row(l, at[5], 0), lower_row(l, at[5], 1));
        return true;
    }
    case GLSLstd450UnpackDouble2x32: {
        uint32_t *rows = lower_result(l, at[2], 2), word = lower_row(l, at[5], 0);
        for (uint32_t i = 0; rows && i < 2; i++)
            rows[i] = lower_register(l, CELL_4);
        if (rows)
            lower_emit(l, CODE_UNPACK_64, 0, 2, rows, 1, &word);
        return true;
    }
    default:
        return false;
    }
}

static bool is_signed_function(uint32_t function)
{
    return function == GLSLstd450SAbs || function == GLSLstd450SSign ||
           function == GLSLstd450SMin || function == GLSLstd450SMax || function == GLSLstd450SClamp;
}

static uint32_t one(const struct call *c, uint32_t function)
{
    uint32_t row = ROW_NONE;
    if (c->s.is_float && c->s.bits == 64) {
        row = double_function(c, function);
    } else if (c->s.is_float) {
        row = float_function(c, function);
        if (row == ROW_NONE && spirv_count(c->at) > 6)
            row = float_functions(c, function);
        if (row != ROW_NONE)
            row = lower_to_half(c->l, row, c->s);
    } else {
        row = integer_function(c, function);
        if (row != ROW_NONE && c->s.bits < 32)
            row = lower_extend(c->l, row, 32, c->s.bits, false);
        if (row == ROW_NONE)
            row = bit_function(c, function);
    }
    if (row == ROW_NONE)
        lower_fail(c->l,
                   "function %u of GLSL.std.450 on numbers of %u bits; expected one that "
                   "docs/pipelines.md lists",
                   function, c->s.bits);
    return row;
}

/* ---- functions with two results ---- */

/* The fraction and the whole. */
static void split_whole(struct spirv_lower *l, uint32_t x, uint32_t *part, uint32_t *whole)
{
    *whole = lower_op1(l, CODE_ROUND_RZI_F32, x);
    *part = lower_fsub(l, x, *whole);
}

/* x = part * 2^power, 1/2 <= |part| < 1; zeros for 0. Denormals are scaled first. */
static void split_power(struct spirv_lower *l, uint32_t x, uint32_t *part, uint32_t *power)
{
    uint32_t small = less(l, lower_op1(l, CODE_ABS_F32, x), lower_f32(l, 0x1p-126f));
    uint32_t none = lower_op2(l, CODE_SETP_EQ_F32, x, lower_f32(l, 0));
    uint32_t y = select_f(l, small, lower_fmul(l, x, lower_f32(l, 0x1p24f)), x);
    uint32_t bias = select_f(l, small, lower_u32(l, 126 + 24), lower_u32(l, 126));
    uint32_t field = lower_op3(l, CODE_BFE_U32, y, lower_u32(l, 23), lower_u32(l, 8));
    uint32_t bits = lower_op2(l, CODE_AND_32, y, lower_u32(l, 0x807fffff));
    *part = select_f(l, none, x, lower_op2(l, CODE_OR_32, bits, lower_u32(l, 0x3f000000)));
    *power = select_f(l, none, lower_u32(l, 0), lower_op2(l, CODE_SUB_32, field, bias));
}

/* The second result is a part of a structure, or goes to memory. */
static bool two_parts(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t function = at[4], second[MOST], *rows;
    bool stores = function == GLSLstd450Modf || function == GLSLstd450Frexp;
    bool power = function == GLSLstd450FrexpStruct || function == GLSLstd450Frexp;
    if (!stores && !power && function != GLSLstd450ModfStruct)
        return false;
    uint32_t n = spirv_scalars(l->m, spirv_type_of(l->m, at[5]));
    if (scalar_of(l, at[5]).bits != 32)
        lower_fail(l, "function %u of GLSL.std.450 on numbers of %u bits; expected 32", function,
                   scalar_of(l, at[5]).bits);
    rows = lower_result(l, at[2], stores ? n : 2 * n);
    for (uint32_t i = 0; rows && i < n && i < MOST; i++) {
        if (power)
            split_power(l, lower_row(l, at[5], i), &rows[i], &second[i]);
        else
            split_whole(l, lower_row(l, at[5], i), &rows[i], &second[i]);
        if (!stores)
            rows[n + i] = second[i];
    }
    if (stores && rows)
        lower_store(l, at[6], second, n);
    return true;
}

void lower_extended(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]);
    if (two_parts(l, at) || vector_function(l, at) || packing(l, at) || l->code)
        return;
    uint32_t *rows = lower_result(l, at[2], n);
    struct call c = {l, at, 0, scalar_of(l, at[2]), is_signed_function(at[4])};
    for (; rows && c.i < n && !l->code; c.i++)
        rows[c.i] = one(&c, at[4]);
}
