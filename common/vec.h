/* vec.h -- vectors of three floats, and 3x4 transforms (row-major, column 3 is the translation). */
#pragma once

#include <math.h>

struct vec3 {
    float x, y, z;
};

static inline struct vec3 vec3_make(float x, float y, float z)
{
    return (struct vec3){x, y, z};
}
static inline struct vec3 vec3_add(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline struct vec3 vec3_sub(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline struct vec3 vec3_scale(struct vec3 a, float s)
{
    return (struct vec3){a.x * s, a.y * s, a.z * s};
}
static inline float vec3_dot(struct vec3 a, struct vec3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
static inline struct vec3 vec3_cross(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline float vec3_length(struct vec3 a)
{
    return sqrtf(vec3_dot(a, a));
}
/* Scales to length 1; the zero vector stays zero. */
static inline struct vec3 vec3_normalize(struct vec3 a)
{
    float n = vec3_length(a);
    return n > 0.0f ? vec3_scale(a, 1.0f / n) : a;
}

struct mat34 {
    float m[12];
};

static inline struct mat34 mat34_identity(void)
{
    return (struct mat34){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
}
static inline struct vec3 mat34_point(const struct mat34 *t, struct vec3 p)
{
    const float *m = t->m;
    return (struct vec3){m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
                         m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                         m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}
/* Returns the transform that applies b and then a. */
static inline struct mat34 mat34_mul(const struct mat34 *a, const struct mat34 *b)
{
    struct mat34 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            r.m[4 * i + j] = a->m[4 * i] * b->m[j] + a->m[4 * i + 1] * b->m[4 + j] +
                             a->m[4 * i + 2] * b->m[8 + j] + (j == 3 ? a->m[4 * i + 3] : 0.0f);
    return r;
}
/* Computes the inverse in double precision; returns 0 (and the identity) if t is singular. */
static inline int mat34_inverse(const struct mat34 *t, struct mat34 *out)
{
    double a[12];
    for (int i = 0; i < 12; i++)
        a[i] = (double)t->m[i];
    double c00 = a[5] * a[10] - a[6] * a[9], c01 = a[6] * a[8] - a[4] * a[10],
           c02 = a[4] * a[9] - a[5] * a[8];
    double det = a[0] * c00 + a[1] * c01 + a[2] * c02;
    *out = mat34_identity();
    if (!(fabs(det) > 0.0) || !isfinite(1.0 / det))
        return 0;
    double r[9] = {
        c00 / det, (a[2] * a[9] - a[1] * a[10]) / det, (a[1] * a[6] - a[2] * a[5]) / det,
        c01 / det, (a[0] * a[10] - a[2] * a[8]) / det, (a[2] * a[4] - a[0] * a[6]) / det,
        c02 / det, (a[1] * a[8] - a[0] * a[9]) / det,  (a[0] * a[5] - a[1] * a[4]) / det};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            out->m[4 * i + j] = (float)r[3 * i + j];
        out->m[4 * i + 3] = (float)-(r[3 * i] * a[3] + r[3 * i + 1] * a[7] + r[3 * i + 2] * a[11]);
    }
    return 1;
}
