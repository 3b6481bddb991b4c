/* shader_math.h -- vectors and random numbers of the shaders, with LumiBench's order of operations:
 * a / b is a * (1 / b) with both roundings, normalize is a product with rsqrt, nothing is fused. */
#pragma once

#define INLINE static inline __attribute__((always_inline))

/* One instruction each. */
#ifdef __AMDGCN__
#define rcp(x)   __builtin_amdgcn_rcpf(x)
#define rsqrt(x) __builtin_amdgcn_rsqf(x)
#define root(x)  __builtin_amdgcn_sqrtf(x)
#define exp2(x)  __builtin_exp2f(x)
#define log2(x)  __builtin_log2f(x)
#else
#define rcp(x)   __nvvm_rcp_rn_f(x)
#define rsqrt(x) __nvvm_rsqrt_approx_f(x)
#define root(x)  __nvvm_sqrt_rn_f(x)
#define exp2(x)  __nvvm_ex2_approx_f(x)
#define log2(x)  __nvvm_lg2_approx_f(x)
#endif

struct vec {
    float x, y, z;
};

INLINE struct vec vec(float x, float y, float z)
{
    struct vec v = {x, y, z};
    return v;
}
INLINE struct vec load3(GLOBAL const float *p)
{
    return vec(p[0], p[1], p[2]);
}
INLINE struct vec load3_uniform(CONSTANT const float *p)
{
    return vec(p[0], p[1], p[2]);
}
INLINE struct vec add(struct vec a, struct vec b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}
INLINE struct vec sub(struct vec a, struct vec b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}
INLINE struct vec mul(struct vec a, struct vec b)
{
    return vec(a.x * b.x, a.y * b.y, a.z * b.z);
}
INLINE struct vec scale(struct vec a, float s)
{
    return vec(a.x * s, a.y * s, a.z * s);
}
INLINE float dot(struct vec a, struct vec b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
INLINE struct vec normalize(struct vec a)
{
    return scale(a, rsqrt(dot(a, a)));
}
INLINE struct vec reflect(struct vec d, struct vec n, float d_dot_n)
{
    return sub(d, scale(n, d_dot_n * 2.0f));
}

/* The Tiny Encryption Algorithm, 16 rounds, as a hash of two words. */
INLINE unsigned hash(unsigned v0, unsigned v1)
{
    unsigned s = 0;
#pragma clang loop unroll(full)
    for (int round = 0; round < 16; round++) {
        s += 0x9E3779B9u;
        v0 += ((v1 << 4) + 0xA341316Cu) ^ (v1 + s) ^ ((v1 >> 5) + 0xC8013EA4u);
        v1 += ((v0 << 4) + 0xAD90777Du) ^ (v0 + s) ^ ((v0 >> 5) + 0x7E95761Eu);
    }
    return v0;
}

/* The linear congruential generator of Numerical Recipes; 24 of its bits in [0, 1). */
INLINE unsigned next_seed(unsigned *seed)
{
    *seed = 1664525u * *seed + 1013904223u;
    return *seed & 0xFFFFFFu;
}
INLINE float random01(unsigned *seed)
{
    return (float)next_seed(seed) * 0x1p-24f;
}
INLINE float random11(unsigned *seed) /* in [-1, 1) */
{
    return (float)next_seed(seed) * 0x1p-23f + -1.0f;
}
INLINE struct vec random_in_unit_sphere(unsigned *seed)
{
    struct vec p;
    do {
        p.x = random11(seed);
        p.y = random11(seed);
        p.z = random11(seed);
    } while (!(dot(p, p) < 1.0f));
    return p;
}
