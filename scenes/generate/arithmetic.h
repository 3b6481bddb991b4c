/* arithmetic.h -- vectors, sine and cosine, random numbers and noise for the generators, with the
 * same bits on every machine.
 *
 * Everything is computed in double precision with + - * / sqrt and floor, which IEEE 754 rounds
 * correctly. Sine and cosine are our own polynomials, because those of libm differ between
 * versions. mesh.c rounds to float at the end. */
#pragma once

#include "common/random.h"

#include <math.h>
#include <stdint.h>

#define GM_PI 3.14159265358979323846

struct dvec {
    double x, y, z;
};

static inline struct dvec dvec_make(double x, double y, double z)
{
    return (struct dvec){x, y, z};
}
static inline struct dvec dvec_add(struct dvec a, struct dvec b)
{
    return dvec_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline struct dvec dvec_sub(struct dvec a, struct dvec b)
{
    return dvec_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline struct dvec dvec_scale(struct dvec a, double s)
{
    return dvec_make(a.x * s, a.y * s, a.z * s);
}
/* Returns a + b s. */
static inline struct dvec dvec_along(struct dvec a, struct dvec b, double s)
{
    return dvec_add(a, dvec_scale(b, s));
}
static inline double dvec_dot(struct dvec a, struct dvec b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
static inline struct dvec dvec_cross(struct dvec a, struct dvec b)
{
    return dvec_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double dvec_length(struct dvec a)
{
    return sqrt(dvec_dot(a, a));
}
/* Returns the vector with length 1; the zero vector stays zero. */
static inline struct dvec dvec_unit(struct dvec a)
{
    double n = dvec_length(a);
    return n > 0.0 ? dvec_scale(a, 1.0 / n) : a;
}
static inline struct dvec dvec_mix(struct dvec a, struct dvec b, double t)
{
    return dvec_along(a, dvec_sub(b, a), t);
}
/* Returns some unit vector at right angles to the unit vector a. */
static inline struct dvec dvec_perpendicular(struct dvec a)
{
    struct dvec helper = fabs(a.y) < 0.9 ? dvec_make(0, 1, 0) : dvec_make(1, 0, 0);
    return dvec_unit(dvec_cross(helper, a));
}

static inline double gm_mix(double a, double b, double t)
{
    return a + (b - a) * t;
}
static inline double gm_clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}
/* Returns 0 below lo, 1 above hi, and a smooth curve between. */
static inline double gm_step(double lo, double hi, double x)
{
    double t = gm_clamp((x - lo) / (hi - lo), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/* Computes a Taylor series on [-pi/4, pi/4]; the first term that is left out is below 1e-16. */
static inline double gm_sin_small(double x)
{
    double s = x * x;
    return x *
           (1.0 -
            s / 6.0 *
                (1.0 -
                 s / 20.0 *
                     (1.0 -
                      s / 42.0 *
                          (1.0 -
                           s / 72.0 * (1.0 - s / 110.0 * (1.0 - s / 156.0 * (1.0 - s / 210.0)))))));
}
static inline double gm_cos_small(double x)
{
    double s = x * x;
    return 1.0 -
           s / 2.0 *
               (1.0 -
                s / 12.0 *
                    (1.0 - s / 30.0 *
                               (1.0 - s / 56.0 *
                                          (1.0 - s / 90.0 *
                                                     (1.0 - s / 132.0 *
                                                                (1.0 - s / 182.0 *
                                                                           (1.0 - s / 240.0)))))));
}
/* Computes sine and cosine of `turns` whole turns; they are exact at multiples of a quarter turn.
 * |turns| must be far below 2^50. */
static inline void gm_turn(double turns, double *sine, double *cosine)
{
    double quarter = floor(turns * 4.0 + 0.5);
    double rest = (turns - quarter * 0.25) * (2.0 * GM_PI);
    double s = gm_sin_small(rest), c = gm_cos_small(rest);
    double which = quarter - 4.0 * floor(quarter * 0.25);
    *sine = which < 0.5 ? s : which < 1.5 ? c : which < 2.5 ? -s : -c;
    *cosine = which < 0.5 ? c : which < 1.5 ? -s : which < 2.5 ? -c : s;
}
static inline double gm_sin(double radians)
{
    double s, c;
    gm_turn(radians / (2.0 * GM_PI), &s, &c);
    return s;
}
static inline double gm_cos(double radians)
{
    double s, c;
    gm_turn(radians / (2.0 * GM_PI), &s, &c);
    return c;
}

/* A sequence of random numbers, for one part of one scene. */
struct gm_draws {
    uint64_t seed, next;
};
static inline double gm_draw(struct gm_draws *d) /* in [0, 1) */
{
    return random_unit(d->seed, RANDOM_SCENE, d->next++);
}
static inline double gm_draw_in(struct gm_draws *d, double lo, double hi)
{
    return gm_mix(lo, hi, gm_draw(d));
}
/* Returns a point evenly distributed on the unit sphere, by rejection. */
static inline struct dvec gm_draw_direction(struct gm_draws *d)
{
    for (;;) {
        double x = gm_draw_in(d, -1, 1), y = gm_draw_in(d, -1, 1), z = gm_draw_in(d, -1, 1);
        struct dvec v = dvec_make(x, y, z);
        double n = dvec_dot(v, v);
        if (n > 1e-4 && n <= 1.0)
            return dvec_unit(v);
    }
}

/* Smooth noise in about [-1, 1] with lattice constant 1 (scenes/generate/noise.c). With several
 * `octaves` of it, frequency doubles and amplitude halves from one to the next. */
double gm_noise(uint64_t seed, struct dvec p);
double gm_fractal(uint64_t seed, struct dvec p, uint32_t octaves);
