/* hit.h -- the shaders that a trace may call, and the trace itself.
 *
 * Structure, loads and formulas are those of LumiBench's closest-hit, miss and intersection
 * shaders; the any-hit shader tests the alpha mask. A file that includes this may define
 * AMBIENT_OCCLUSION: its closest hits turn the normal against the ray and give the hit point
 * instead of a scattered direction. */
#pragma once

#include "rt.h"
#include "shader_math.h"

/* What travels between ray generation and the other shaders, in memory: 48 bytes. */
struct payload {
    float color[3], distance;          /* distance < 0: nothing was hit */
    float scatter[3], scatter_further; /* the next direction; > 0 where the path goes on */
    float normal[3];
    unsigned seed;
};

INLINE void store_color(GLOBAL struct payload *p, struct vec color, float distance)
{
    p->color[0] = color.x;
    p->color[1] = color.y;
    p->color[2] = color.z;
    p->distance = distance;
}

INLINE void store_scatter(GLOBAL struct payload *p, struct vec direction, float further)
{
    p->scatter[0] = direction.x;
    p->scatter[1] = direction.y;
    p->scatter[2] = direction.z;
    p->scatter_further = further;
}

INLINE float wrap(float x) /* into [0, 1] */
{
    return x - __builtin_floorf(x);
}

/* The nearest texel, RGBA8 with red in the low byte. */
INLINE unsigned texel(int texture, float s, float t)
{
    GLOBAL const struct rt_texture *image =
        (GLOBAL const struct rt_texture *)rt_descriptor(RT_TEXTURES) + texture;
    unsigned x = (unsigned)(wrap(s) * (float)image->width);
    unsigned y = (unsigned)(wrap(t) * (float)image->height);
    x = x >= image->width ? image->width - 1 : x;
    y = y >= image->height ? image->height - 1 : y;
    return image->texels[y * image->width + x];
}

struct triangle {
    GLOBAL const struct rt_vertex *a, *b, *c;
    unsigned turned; /* RT_TURNED or 0 */
};

INLINE struct triangle load_triangle(void)
{
    GLOBAL const unsigned *offsets =
        (GLOBAL const unsigned *)rt_descriptor(RT_OFFSETS) + 2 * load_ray_instance_custom_index();
    GLOBAL const unsigned *index =
        (GLOBAL const unsigned *)rt_descriptor(RT_INDICES) + (offsets[0] + load_primitive_id() * 3);
    GLOBAL const struct rt_vertex *vertices =
        (GLOBAL const struct rt_vertex *)rt_descriptor(RT_VERTICES) + (offsets[1] & ~RT_TURNED);
    struct triangle t = {vertices + index[0], vertices + index[1], vertices + index[2],
                         offsets[1] & RT_TURNED};
    return t;
}

INLINE float mix(float a, float b, float c, float u, float v)
{
    return (a * ((1.0f - u) - v) + b * u) + c * v;
}

INLINE float schlick(float cosine, float ior)
{
    float r0 = (1.0f - ior) * rcp(1.0f + ior);
    r0 = r0 * r0;
    return r0 + (1.0f - r0) * exp2(log2(1.0f - cosine) * 5.0f);
}

/* Where a dielectric sends the ray. */
INLINE struct vec refract_or_reflect(struct vec d, struct vec n, float ior, unsigned *seed)
{
    float dn = dot(d, n);
    int inside = dn > 0.0f;
    struct vec outward = inside ? scale(n, -1.0f) : n;
    float eta = inside ? ior : rcp(ior);
    float cosine = inside ? ior * dn : -dn;
    float e = dot(outward, d);
    float k = 1.0f - eta * (eta * (1.0f - e * e));
    float chance = 1.0f;
    struct vec refracted = vec(0.0f, 0.0f, 0.0f);
    if (!(k < 0.0f)) {
        refracted = sub(scale(d, eta), scale(outward, eta * e + root(k)));
        chance = schlick(cosine, ior);
    }
    return random01(seed) < chance ? reflect(d, n, dn) : refracted;
}

/* Shading common to all closest hits: normal n, texture colour tex, material m. */
INLINE void scatter(GLOBAL struct payload *p, GLOBAL const struct rt_material *m, struct vec n,
                    struct vec tex)
{
    float t = load_ray_t_max();
    struct vec d = normalize(load3(load_ray_world_direction()));
    struct vec color = mul(load3(m->color), tex), direction;
    float further;
    unsigned seed = p->seed;
    switch (m->model & RT_MODEL_MASK) {
    case RT_LAMBERTIAN:
        further = dot(d, n) < 0.0f ? 1.0f : 0.0f;
        direction = add(n, random_in_unit_sphere(&seed));
        break;
    case RT_METALLIC:
        direction = reflect(d, n, dot(d, n));
        further = dot(direction, n) > 0.0f ? 1.0f : 0.0f;
        direction = add(direction, scale(random_in_unit_sphere(&seed), m->fuzz));
        break;
    case RT_DIELECTRIC:
        direction = refract_or_reflect(d, n, m->ior, &seed);
        further = 1.0f;
        color = tex;
        break;
    default:
        direction = vec(1.0f, 0.0f, 0.0f);
        further = 0.0f;
        break;
    }
#ifdef AMBIENT_OCCLUSION
    n = dot(d, n) > 0.0f ? scale(n, -1.0f) : n;
    direction = add(load3(load_ray_world_origin()), scale(load3(load_ray_world_direction()), t));
#endif
    store_color(p, color, t);
    store_scatter(p, direction, further);
    p->normal[0] = n.x;
    p->normal[1] = n.y;
    p->normal[2] = n.z;
    p->seed = seed;
}

SHADER void miss(void)
{
    GLOBAL struct payload *p = rt_payload();
    CONSTANT const struct rt_uniform *u = rt_uniform_descriptor(RT_UNIFORM);
    struct vec color = vec(0.0f, 0.0f, 0.0f);
    if (u->has_sky) {
        float t = normalize(load3(load_ray_world_direction())).y + 1.0f;
        color = vec(1.0f + -0.25f * t, 1.0f + -0.15f * t, 1.0f);
    }
    store_color(p, color, -1.0f);
}

SHADER void closest_hit_triangle(void)
{
    GLOBAL struct payload *p = rt_payload();
    GLOBAL const float *attributes = rt_hit_attributes();
    struct triangle t = load_triangle();
    float u = attributes[0], v = attributes[1];
    GLOBAL const struct rt_material *m =
        (GLOBAL const struct rt_material *)rt_descriptor(RT_MATERIALS) + t.a->material;
    struct vec n = vec(mix(t.a->normal[0], t.b->normal[0], t.c->normal[0], u, v),
                       mix(t.a->normal[1], t.b->normal[1], t.c->normal[1], u, v),
                       mix(t.a->normal[2], t.b->normal[2], t.c->normal[2], u, v));
    /* Normals go to world space with the transposed inverse of the instance's transform. Where that
     * changes nothing the matrix is not loaded: it takes two sectors of a lane's own, and
     * LumiBench, whose instances stand where they are, does not look at it either. */
    if (t.turned) {
        GLOBAL const float *inverse = load_ray_world_to_object();
        n = vec(dot(load3(inverse), n), dot(load3(inverse + 4), n), dot(load3(inverse + 8), n));
    }
    n = normalize(n);
    struct vec tex = vec(1.0f, 1.0f, 1.0f);
    if (m->texture >= 0) {
        unsigned c =
            texel(m->texture, mix(t.a->texcoord[0], t.b->texcoord[0], t.c->texcoord[0], u, v),
                  mix(t.a->texcoord[1], t.b->texcoord[1], t.c->texcoord[1], u, v));
        tex = scale(vec((float)(c & 255u), (float)(c >> 8 & 255u), (float)(c >> 16 & 255u)),
                    1.0f / 255.0f);
    }
    scatter(p, m, n, tex);
}

SHADER void closest_hit_sphere(void)
{
    GLOBAL struct payload *p = rt_payload();
    unsigned instance = load_ray_instance_custom_index();
    GLOBAL const unsigned *offsets =
        (GLOBAL const unsigned *)rt_descriptor(RT_OFFSETS) + 2 * instance;
    GLOBAL const struct rt_vertex *vertex =
        (GLOBAL const struct rt_vertex *)rt_descriptor(RT_VERTICES) + offsets[1];
    GLOBAL const struct rt_material *m =
        (GLOBAL const struct rt_material *)rt_descriptor(RT_MATERIALS) + vertex->material;
    GLOBAL const float *sphere = (GLOBAL const float *)rt_descriptor(RT_SPHERES) + 4 * instance;
    struct vec point = add(load3(load_ray_world_origin()),
                           scale(load3(load_ray_world_direction()), load_ray_t_max()));
    struct vec n = scale(sub(point, load3(sphere)), rcp(sphere[3]));
    scatter(p, m, n, vec(1.0f, 1.0f, 1.0f));
}

SHADER void sphere_intersection(void)
{
    GLOBAL const float *sphere =
        (GLOBAL const float *)rt_descriptor(RT_SPHERES) + 4 * load_ray_instance_custom_index();
    struct vec center = load3(sphere);
    float radius = sphere[3];
    struct vec origin = load3(load_ray_world_origin()), d = load3(load_ray_world_direction());
    float tmin = load_ray_t_min(), tmax = load_ray_t_max();
    struct vec oc = sub(origin, center);
    float a = dot(d, d), b = dot(oc, d), c = dot(oc, oc) - radius * radius;
    float discriminant = b * b - a * c;
    if (!(discriminant >= 0.0f))
        return;
    float s = root(discriminant), ra = rcp(a);
    float t1 = (-b - s) * ra, t2 = (-b + s) * ra;
    int first = t1 >= tmin && t1 < tmax, second = t2 >= tmin && t2 < tmax;
    if (!first && !second)
        return;
    GLOBAL float *attributes = rt_hit_attributes();
    attributes[0] = center.x;
    attributes[1] = center.y;
    attributes[2] = center.z;
    attributes[3] = radius;
    report_ray_intersection(first ? t1 : t2);
}

/* A masked triangle counts where its texture's alpha is at least one half. */
SHADER void any_hit(void)
{
    struct triangle t = load_triangle();
    GLOBAL const struct rt_material *m =
        (GLOBAL const struct rt_material *)rt_descriptor(RT_MATERIALS) + t.a->material;
    float u = rt_candidate_u(), v = rt_candidate_v();
    unsigned c = texel(m->texture, mix(t.a->texcoord[0], t.b->texcoord[0], t.c->texcoord[0], u, v),
                       mix(t.a->texcoord[1], t.b->texcoord[1], t.c->texcoord[1], u, v));
    if (c >> 24 >= 128u)
        report_ray_intersection(rt_candidate_t());
}

/* Traces one ray and runs the shaders it needs; the answer is in the payload. */
INLINE void trace(unsigned flags, struct vec o, float tmin, struct vec d, float tmax)
{
    unsigned finished = trace_ray(flags, o.x, o.y, o.z, tmin, d.x, d.y, d.z, tmax);
    for (unsigned i = 0; !intersection_exit(i, finished); i++) {
        unsigned id = get_shader_id(i);
        select_candidate(i);
        if (id == RT_SHADER_SPHERE_INTERSECTION)
            sphere_intersection();
        if (id == RT_SHADER_ANY_HIT)
            any_hit();
    }
    if (hit_geometry(finished)) {
        unsigned id = get_closest_hit_shader_id();
        if (id == RT_HIT_TRIANGLE)
            closest_hit_triangle();
        if (id == RT_HIT_SPHERE)
            closest_hit_sphere();
    } else {
        miss();
    }
    end_trace_ray();
}

/* The two image stores that end every pixel: the sum of its samples, and the displayed colour. */
INLINE void store_pixel(unsigned x, unsigned y, struct vec sum, unsigned samples)
{
    float share = rcp((float)samples);
    image_store(RT_IMAGE_ACCUMULATION, x, y, sum.x, sum.y, sum.z, 0.0f);
    image_store(RT_IMAGE_OUTPUT, x, y, root(sum.x * share), root(sum.y * share),
                root(sum.z * share), 0.0f);
}
