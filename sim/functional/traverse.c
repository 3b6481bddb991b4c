/* The walk is Vulkan-Sim's VulkanRayTracing::traceRay; the order of floating-point operations is
 * its order too, which is why products of matrices start from 0 and comparisons are written as they
 * are.
 *
 * A stack entry is a device address (a multiple of 64) with the child's type and level in its low
 * bits. The stack cannot overflow: each level of the tree leaves at most six entries. */
#include "sim/functional/traverse.h"

#include "common/memory.h"
#include "common/vec.h"
#include "scenes/bvh_format.h"
#include "sim/functional/box.h"

#include <math.h>
#include <string.h>

enum {
    ENTRY_TYPE = 7, /* enum bvh_child_type */
    ENTRY_TOP = 8,  /* belongs to the TLAS */
    ENTRY_BITS = 63,
    STACK_ROOM = BVH_WIDTH * DEVICE_MOST_DEPTH,
    FIRST_ROOM = 64,
};

struct walk {
    const struct device_buffer *tlas, *blas;
    const struct ray *ray;
    struct space_ray world, object; /* object: of the instance being walked */
    float scale;                    /* object t = world t * scale           */
    uint32_t instance;
    const struct bvh_quad *nearest; /* NULL: nothing hit; its ray and object t: */
    struct space_ray nearest_ray;
    float nearest_t;
    struct trace_result *result;
    uint32_t depth;
    uint64_t stack[STACK_ROOM];
};

static inline struct vec3 vec3_of(const float x[3])
{
    return (struct vec3){x[0], x[1], x[2]};
}

static inline const uint8_t *bytes_at(const struct device_buffer *buffer, uint64_t addr)
{
    return buffer->bytes + (addr - buffer->addr);
}

/* ---- records and candidates ---- */

static enum st_code grow_records(struct trace_result *r, struct status *st)
{
    uint32_t room = r->room_records ? 2 * r->room_records : FIRST_ROOM;
    record_t *records = mem_resize(r->records, room, sizeof *records);
    if (!records)
        return status_no_memory(st, "records of a ray");
    r->records = records;
    r->room_records = room;
    return ST_OK;
}

static inline enum st_code emit(struct trace_result *r, enum record_kind kind, uint64_t addr,
                                struct status *st)
{
    if (r->n_records == r->room_records)
        TRY(grow_records(r, st));
    r->records[r->n_records++] = record_make(kind, addr);
    return ST_OK;
}

static enum st_code add_candidate(struct trace_result *r, const struct trace_candidate *c,
                                  struct status *st)
{
    if (r->n_candidates == r->room_candidates) {
        uint32_t room = r->room_candidates ? 2 * r->room_candidates : FIRST_ROOM;
        struct trace_candidate *list = mem_resize(r->candidates, room, sizeof *list);
        if (!list)
            return status_no_memory(st, "candidates of a ray");
        r->candidates = list;
        r->room_candidates = room;
    }
    r->candidates[r->n_candidates++] = *c;
    return ST_OK;
}

void trace_result_release(struct trace_result *result)
{
    mem_free(result->records);
    mem_free(result->candidates);
    *result = (struct trace_result){0};
}

/* ---- the walk ---- */

static inline void push(struct walk *w, uint64_t entry)
{
    w->stack[w->depth++] = entry;
}

static inline bool top_is(const struct walk *w, unsigned level)
{
    return w->depth > 0 && (w->stack[w->depth - 1] & ENTRY_TOP) == level;
}

static inline bool top_is_leaf(const struct walk *w, unsigned level)
{
    return top_is(w, level) && (w->stack[w->depth - 1] & ENTRY_TYPE) != BVH_INTERNAL;
}

/* One internal node: its hit children go on the stack, but for the first internal one, whose
 * address is returned (0: none). `level` is ENTRY_TOP or 0. */
static uint64_t visit(struct walk *w, uint64_t addr, unsigned level)
{
    const struct device_buffer *buffer = level == ENTRY_TOP ? w->tlas : w->blas;
    const struct bvh_internal *node = (const void *)bytes_at(buffer, addr);
    const struct space_ray *ray = level == ENTRY_TOP ? &w->world : &w->object;
    float closest = level == ENTRY_TOP ? w->result->t : w->result->t * w->scale;
    unsigned mask = box_hit_children(node, ray, closest);
    uint64_t child = addr + (uint64_t)((int64_t)node->child_offset * BVH_UNIT), next = 0;
    for (int i = 0; i < BVH_WIDTH; i++) {
        unsigned units = bvh_child_units(node->child[i]);
        enum bvh_child_type type = bvh_child_type(node->child[i]);
        if (units > 0 && mask >> i & 1) {
            if (type == BVH_INTERNAL && next == 0)
                next = child;
            else
                push(w, child | type | level);
            __builtin_prefetch(bytes_at(buffer, child)); /* will be visited soon */
        }
        child += (uint64_t)units * BVH_UNIT;
    }
    return next;
}

/* From the internal node on top of the stack, if one is, down to where no internal child is hit. */
static enum st_code descend(struct walk *w, unsigned level, struct status *st)
{
    if (top_is_leaf(w, level))
        return ST_OK;
    uint64_t addr = w->stack[--w->depth] & ~(uint64_t)ENTRY_BITS;
    while (addr != 0) {
        TRY(emit(w->result, RECORD_INTERNAL, addr, st));
        w->result->n_nodes++;
        addr = visit(w, addr, level);
    }
    return ST_OK;
}

/* Barycentrics of the point at t in the triangle, by dot products, as Vulkan-Sim's hit attributes;
 * those of the intersection test where the triangle is so thin that the products cancel. */
static void barycentrics(const struct bvh_quad *leaf, const struct space_ray *r, float t, float *u,
                         float *v)
{
    struct vec3 a = vec3_of(leaf->vertex[0]);
    struct vec3 v0 = vec3_sub(vec3_of(leaf->vertex[1]), a);
    struct vec3 v1 = vec3_sub(vec3_of(leaf->vertex[2]), a);
    struct vec3 p = vec3_add(vec3_of(r->origin), vec3_scale(vec3_of(r->direction), t));
    struct vec3 v2 = vec3_sub(p, a);
    float d00 = vec3_dot(v0, v0), d01 = vec3_dot(v0, v1), d11 = vec3_dot(v1, v1);
    float d20 = vec3_dot(v2, v0), d21 = vec3_dot(v2, v1);
    float den = d00 * d11 - d01 * d01;
    if (!(den > 0.0f))
        return;
    *u = (d11 * d20 - d01 * d21) / den;
    *v = (d00 * d21 - d01 * d20) / den;
}

/* Moller and Trumbore, both faces. *t is in object units. */
static bool hits_triangle(const struct bvh_quad *leaf, const struct space_ray *r, float *t,
                          float *u, float *v)
{
    struct vec3 d = vec3_of(r->direction), p0 = vec3_of(leaf->vertex[0]);
    struct vec3 e1 = vec3_sub(vec3_of(leaf->vertex[1]), p0);
    struct vec3 e2 = vec3_sub(vec3_of(leaf->vertex[2]), p0);
    struct vec3 p = vec3_cross(d, e2);
    float inverse = 1.0f / vec3_dot(e1, p);
    struct vec3 from = vec3_sub(vec3_of(r->origin), p0);
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

/* A triangle in range: the nearest hit so far, or a candidate, or neither. */
static enum st_code accept_triangle(struct walk *w, const struct bvh_quad *leaf, float object_t,
                                    float u, float v, struct status *st)
{
    struct trace_result *r = w->result;
    float t = object_t / w->scale;
    bool opaque = (w->ray->flags & RAY_OPAQUE) || (leaf->descriptor.geometry & BVH_GEOMETRY_OPAQUE);
    if (!opaque) {
        if (!(t < r->t))
            return ST_OK;
        barycentrics(leaf, &w->object, object_t, &u, &v);
        struct trace_candidate c = {CANDIDATE_MASKED, w->instance, leaf->primitive, t, u, v};
        return add_candidate(r, &c, st);
    }
    if (t < r->t) {
        r->t = t;
        r->u = u;
        r->v = v;
        r->instance = w->instance;
        r->primitive = leaf->primitive;
        w->nearest = leaf;
        w->nearest_ray = w->object;
        w->nearest_t = object_t;
    }
    if (w->ray->flags & RAY_TERMINATE_ON_FIRST_HIT)
        w->depth = 0;
    return ST_OK;
}

static enum st_code test_leaf(struct walk *w, uint64_t entry, struct status *st)
{
    uint64_t addr = entry & ~(uint64_t)ENTRY_BITS;
    struct trace_result *r = w->result;
    TRY(emit(r, RECORD_DESCRIPTOR, addr, st));
    r->n_nodes++;
    if ((entry & ENTRY_TYPE) == BVH_PROCEDURAL) {
        const struct bvh_procedural *leaf = (const void *)bytes_at(w->blas, addr);
        TRY(emit(r, RECORD_PROCEDURAL, addr, st));
        struct trace_candidate c = {
            .kind = CANDIDATE_PROCEDURAL, .instance = w->instance, .primitive = leaf->primitive[0]};
        return add_candidate(r, &c, st);
    }
    const struct bvh_quad *leaf = (const void *)bytes_at(w->blas, addr);
    float object_t, u, v;
    bool in_range = hits_triangle(leaf, &w->object, &object_t, &u, &v) &&
                    object_t / w->scale >= w->ray->tmin && object_t / w->scale <= w->ray->tmax;
    TRY(emit(r, in_range ? RECORD_TRIANGLE_HIT : RECORD_TRIANGLE, addr, st));
    return in_range ? accept_triangle(w, leaf, object_t, u, v, st) : ST_OK;
}

/* The ray in the space of an instance, its direction of unit length again. False where the length
 * over- or underflows. */
static bool enter_space(struct walk *w, const struct bvh_instance *leaf)
{
    const float *m = leaf->world_to_object; /* columns */
    float d[3];
    for (int row = 0; row < 3; row++) {
        float o = 0.0f, x = 0.0f;
        for (int column = 0; column < 3; column++) {
            o += m[3 * column + row] * w->ray->origin[column];
            x += m[3 * column + row] * w->ray->direction[column];
        }
        w->object.origin[row] = o + leaf->world_to_object_at[row];
        d[row] = x;
    }
    w->scale = sqrtf((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]);
    if (!(w->scale > 0.0f) || !isfinite(w->scale))
        return false;
    for (int row = 0; row < 3; row++)
        w->object.direction[row] = d[row] / w->scale;
    w->object.tmin = w->ray->tmin * w->scale;
    w->object.tmax = w->ray->tmax * w->scale;
    space_ray_finish(&w->object);
    return true;
}

/* An instance: its whole BLAS is walked before the TLAS goes on. */
static enum st_code walk_instance(struct walk *w, uint64_t entry, struct status *st)
{
    uint64_t addr = entry & ~(uint64_t)ENTRY_BITS;
    const struct bvh_instance *leaf = (const void *)bytes_at(w->tlas, addr);
    uint64_t header_addr = addr + (uint64_t)leaf->blas;
    const struct bvh_header *header = (const void *)bytes_at(w->blas, header_addr);
    TRY(emit(w->result, RECORD_INSTANCE, addr, st));
    TRY(emit(w->result, RECORD_HEADER, header_addr, st));
    w->result->n_nodes++;
    w->instance = leaf->id;
    if (!enter_space(w, leaf))
        return ST_OK;
    push(w, (header_addr + header->root_offset) | BVH_INTERNAL);
    while (top_is(w, 0)) {
        TRY(descend(w, 0, st));
        while (top_is_leaf(w, 0))
            TRY(test_leaf(w, w->stack[--w->depth], st));
    }
    return ST_OK;
}

static bool ray_is_sound(const struct ray *ray)
{
    bool finite = isfinite(ray->tmin) && !isnan(ray->tmax), zero = true;
    for (int axis = 0; axis < 3; axis++) {
        finite = finite && isfinite(ray->origin[axis]) && isfinite(ray->direction[axis]);
        zero = zero && ray->direction[axis] == 0.0f;
    }
    return finite && !zero;
}

static void reset(struct walk *w, struct trace_result *r)
{
    r->hit = false;
    r->t = w->ray->tmax;
    r->u = r->v = 0.0f;
    r->instance = r->primitive = 0;
    r->n_records = r->n_candidates = r->n_nodes = 0;
    memcpy(w->world.origin, w->ray->origin, sizeof w->world.origin);
    memcpy(w->world.direction, w->ray->direction, sizeof w->world.direction);
    w->world.tmin = w->ray->tmin;
    w->world.tmax = w->ray->tmax;
    w->result = r;
    w->nearest = NULL;
    w->depth = 0;
}

enum st_code traverse(const struct device_image *image, const struct ray *ray,
                      struct trace_result *result, struct status *st)
{
    struct walk w;
    w.tlas = &image->buffers[DEVICE_TLAS];
    w.blas = &image->buffers[DEVICE_BLAS];
    w.ray = ray;
    reset(&w, result);
    const struct bvh_header *header = (const void *)w.tlas->bytes;
    TRY(emit(result, RECORD_HEADER, w.tlas->addr, st));
    if (!ray_is_sound(ray))
        return ST_OK;
    space_ray_finish(&w.world);
    float enter;
    if (!box_hit(&w.world, header->lo, header->hi, &enter))
        return ST_OK;
    push(&w, (w.tlas->addr + header->root_offset) | BVH_INTERNAL | ENTRY_TOP);
    while (w.depth > 0) {
        TRY(descend(&w, ENTRY_TOP, st));
        while (top_is_leaf(&w, ENTRY_TOP))
            TRY(walk_instance(&w, w.stack[--w.depth], st));
    }
    result->hit = w.nearest != NULL;
    if (result->hit)
        barycentrics(w.nearest, &w.nearest_ray, w.nearest_t, &result->u, &result->v);
    return ST_OK;
}
