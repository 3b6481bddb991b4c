/* triangle.h -- intersects a ray with a triangle of either layout of leaves, in Vulkan-Sim's order
 * of operations. */
#pragma once

#include "common/vec.h"
#include "scenes/bvh/format.h"
#include "sim/functional/traversal/box.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct triangle {
    const float *corners; /* the first corner's x; NULL: there is none */
    uint32_t step;        /* floats from one corner to the next */
    uint32_t primitive;
    bool opaque;
};

static inline struct triangle triangle_of_quad(const struct bvh_quad *leaf)
{
    return (struct triangle){leaf->vertex[0], 3, leaf->primitive,
                             leaf->descriptor.geometry & BVH_GEOMETRY_OPAQUE};
}

static inline struct triangle triangle_of_wide(const struct bvh_triangle *leaf)
{
    return (struct triangle){leaf->vertex[0].position, sizeof leaf->vertex[0] / sizeof(float),
                             leaf->vertex[0].word, leaf->vertex[1].word & BVH_GEOMETRY_OPAQUE};
}

static inline struct vec3 space_vec3(const float x[3])
{
    return (struct vec3){x[0], x[1], x[2]};
}

static inline struct vec3 triangle_corner(const struct triangle *tri, uint32_t i)
{
    return space_vec3(tri->corners + (size_t)i * tri->step);
}

/* Computes the barycentrics of the point at t in the triangle by dot products, as Vulkan-Sim does
 * for hit attributes. Leaves *u and *v, those of the intersection test, if the triangle is so thin
 * that the products cancel, or so large that one is infinite. */
static inline void triangle_barycentrics(const struct triangle *tri, const struct space_ray *r,
                                         float t, float *u, float *v)
{
    struct vec3 a = triangle_corner(tri, 0);
    struct vec3 v0 = vec3_sub(triangle_corner(tri, 1), a);
    struct vec3 v1 = vec3_sub(triangle_corner(tri, 2), a);
    struct vec3 p = vec3_add(space_vec3(r->origin), vec3_scale(space_vec3(r->direction), t));
    struct vec3 v2 = vec3_sub(p, a);
    float d00 = vec3_dot(v0, v0), d01 = vec3_dot(v0, v1), d11 = vec3_dot(v1, v1);
    float d20 = vec3_dot(v2, v0), d21 = vec3_dot(v2, v1);
    float den = d00 * d11 - d01 * d01;
    float x = (d11 * d20 - d01 * d21) / den, y = (d00 * d21 - d01 * d20) / den;
    if (!(den > 0.0f && den <= FLT_MAX && isfinite(x) && isfinite(y)))
        return;
    *u = x;
    *v = y;
}

/* Whether the ray hits the triangle, on either face (Moller and Trumbore); *t is in object units.
 * Always inlined, because the step is then constant. */
__attribute__((always_inline)) static inline bool
triangle_hit(const struct triangle *tri, const struct space_ray *r, float *t, float *u, float *v)
{
    struct vec3 d = space_vec3(r->direction), p0 = triangle_corner(tri, 0);
    struct vec3 e1 = vec3_sub(triangle_corner(tri, 1), p0);
    struct vec3 e2 = vec3_sub(triangle_corner(tri, 2), p0);
    struct vec3 p = vec3_cross(d, e2);
    float inverse = 1.0f / vec3_dot(e1, p);
    struct vec3 from = vec3_sub(space_vec3(r->origin), p0);
    *u = vec3_dot(from, p) * inverse;
    if (!(*u >= 0.0f && *u <= 1.0f))
        return false;
    struct vec3 q = vec3_cross(from, e1);
    *v = vec3_dot(d, q) * inverse;
    if (!(*v >= 0.0f && *u + *v <= 1.0f))
        return false;
    *t = vec3_dot(e2, q) * inverse;
    return true;
}

/* Whether the ray meets the front, from which the corners are counter-clockwise. */
static inline bool triangle_front(const struct triangle *tri, const struct space_ray *r)
{
    struct vec3 p0 = triangle_corner(tri, 0);
    struct vec3 e1 = vec3_sub(triangle_corner(tri, 1), p0);
    struct vec3 e2 = vec3_sub(triangle_corner(tri, 2), p0);
    return vec3_dot(space_vec3(r->direction), vec3_cross(e1, e2)) < 0.0f;
}
