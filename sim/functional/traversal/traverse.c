/* The walk is that of Vulkan-Sim's VulkanRayTracing::traceRay, with its order of floating-point
 * operations. Therefore sums in products of matrices start from 0, and the form of comparisons
 * matters.
 *
 * The stack cannot overflow: each level of the tree leaves at most as many entries as a node is
 * wide.
 *
 * The hit does not depend on the order of the walk: by the rules in traverse.h, distance and number
 * decide between any two triangles, and no triangle in a skipped box would have won. */
#include "sim/functional/traversal/traverse.h"

#include "common/memory.h"
#include "common/vec.h"
#include "scenes/bvh/format.h"
#include "scenes/bvh/micromap.h"
#include "sim/functional/traversal/box.h"
#include "sim/functional/traversal/children.h"
#include "sim/functional/traversal/trail.h"
#include "sim/functional/traversal/triangle.h"
#include "sim/functional/traversal/vectors.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
    STACK_ROOM = BVH_MOST_WIDTH * DEVICE_MOST_DEPTH,
    FIRST_ROOM = 32, /* first room for records, at least twice STEP_RECORDS */
    FIRST_CANDIDATES = 4,
    STEP_RECORDS = 16, /* more than the most records of a step of the walk */
};

/* The two levels of the structure: TLAS and BLAS. */
enum part { PART_TOP, PART_BOTTOM };

struct walk {
    const struct traversal_options *options;
    const struct device_buffer *tlas;
    const struct micromaps *micromaps; /* NULL: none are used */
    uint64_t blas;                     /* device address of the bottom-level structures */
    struct structure part[2];
    const struct ray *ray;
    const struct scene_role *roles; /* by instance; NULL: they have none */
    struct space_ray world, object; /* object: the ray in the space of the instance being walked */
    float scale;                    /* object t = world t * scale           */
    float limit;                    /* boxes that begin before it are visited; world units */
    float next_limit;               /* value of `limit` after the test of the last leaf */
    bool leaf;  /* the last leaf's test may be in progress: box tests must not use its result */
    bool ended; /* the last leaf's hit ends the walk */
    uint32_t instance;
    struct triangle chosen; /* triangle of the reported hit */
    struct space_ray chosen_ray;
    float chosen_t;
    struct trace_result *result;
    record_t *record, *record_full; /* place of the next record; from record_full on there is too
                                       little room for a step */
    uint32_t n_nodes;
    uint32_t depth;
    uint32_t spilled; /* number of lowest entries of the stack that are in memory, or dropped */
    struct trail trail;
    struct visit root[2]; /* by part: root of the structure being walked */
    struct visit stack[STACK_ROOM];
};

static inline const void *bytes_at(const struct walk *w, enum part part, uint64_t addr)
{
    return structure_at(&w->part[part], addr);
}

/* ---- records and candidates ---- */

static void use_room(struct walk *w, size_t n_records)
{
    struct trace_result *r = w->result;
    w->record = r->records + n_records;
    w->record_full = r->records + (r->room_records - STEP_RECORDS);
}

static enum st_code grow_records(struct walk *w, size_t n_records, struct status *st)
{
    struct trace_result *r = w->result;
    uint32_t room = r->room_records < FIRST_ROOM / 2 ? FIRST_ROOM : 2 * r->room_records;
    TRY(mem_remake(&r->records, room, sizeof *r->records, "records of a ray", st));
    r->room_records = room;
    use_room(w, n_records);
    return ST_OK;
}

/* Makes room for the records of a step of the walk. */
static inline enum st_code reserve_records(struct walk *w, struct status *st)
{
    return w->record > w->record_full
               ? grow_records(w, (size_t)(w->record - w->result->records), st)
               : ST_OK;
}

static inline void emit(struct walk *w, enum record_kind kind, uint64_t addr)
{
    *w->record++ = record_make(kind, addr);
}

static enum st_code add_candidate(struct trace_result *r, const struct trace_candidate *c,
                                  struct status *st)
{
    if (r->n_candidates == r->room_candidates) {
        uint32_t room = r->room_candidates ? 2 * r->room_candidates : FIRST_CANDIDATES;
        TRY(mem_remake(&r->candidates, room, sizeof *r->candidates, "candidates of a ray", st));
        r->room_candidates = room;
    }
    r->candidates[r->n_candidates++] = *c;
    return ST_OK;
}

/* ---- the stack ---- */

/* The number of entries that are spilled and refilled together. */
static uint32_t batch(const struct walk *w)
{
    uint32_t n = w->options->stack_entries;
    return n < TRAVERSAL_SPILL ? n : TRAVERSAL_SPILL;
}

/* The address of the sector that holds the entries from number `entry` on. */
static uint64_t sector_addr(const struct walk *w, uint32_t entry)
{
    uint64_t sector = entry / batch(w) % TRAVERSAL_STACK_SECTORS;
    return w->ray->stack_addr + sector * TRAVERSAL_STACK_STEP;
}

static inline void push(struct walk *w, struct visit v)
{
    if (w->options->stack_entries && w->depth - w->spilled == w->options->stack_entries) {
        if (w->options->restart) {
            w->spilled++;
        } else {
            emit(w, RECORD_SPILL, sector_addr(w, w->spilled));
            w->spilled += batch(w);
        }
    }
    w->stack[w->depth++] = v;
}

static enum st_code refill(struct walk *w, struct status *st)
{
    TRY(reserve_records(w, st));
    w->spilled -= batch(w);
    emit(w, RECORD_REFILL, sector_addr(w, w->spilled));
    return ST_OK;
}

/* Restarts the walk of a part: its entries, which are above the lowest `floor` ones of the stack,
 * are dropped. Returns the part's root, from which the walk pushes the nodes on its path again, to
 * the node that would have been next. */
static struct visit restart(struct walk *w, enum part part, uint32_t floor)
{
    const struct visit *next = &w->stack[w->depth - 1];
    trail_restart(&w->trail, next->level, next->child);
    w->depth = w->spilled = floor;
    return w->root[part];
}

/* Lets box tests use the result of the last leaf. */
static inline void learn(struct walk *w)
{
    w->limit = w->next_limit;
    w->leaf = false;
    if (w->ended)
        w->depth = w->spilled = 0;
}

/* The distance beyond which no triangle of a part can win, in units of the part. */
static inline float limit_of(const struct walk *w, enum part part)
{
    return part == PART_TOP ? w->limit : w->limit * w->scale;
}

/* Pops the next entry above the lowest `floor` ones that must be visited; out->at is 0 if there is
 * none. Only an internal node is begun beside a leaf; any other entry waits for the leaf's end. */
static inline enum st_code pop(struct walk *w, enum part part, uint32_t floor, struct visit *out,
                               struct status *st)
{
    out->at = 0;
    while (w->depth > floor) {
        if (w->leaf &&
            (w->depth == w->spilled || visit_type(w->stack[w->depth - 1]) != BVH_INTERNAL)) {
            learn(w);
            continue;
        }
        if (w->depth == w->spilled) {
            if (w->options->restart) {
                *out = restart(w, part, floor);
                return ST_OK;
            }
            TRY(refill(w, st));
        }
        const struct visit *top = &w->stack[--w->depth];
        if (w->options->order == TRAVERSAL_STACK || top->enter < limit_of(w, part)) {
            *out = *top;
            return ST_OK;
        }
    }
    return ST_OK;
}

/* ---- internal nodes ---- */

static inline struct visit first_internal(struct walk *w, const struct visit *child, unsigned n)
{
    struct visit next = {0};
    for (unsigned i = 0; i < n; i++)
        if (next.at == 0 && visit_type(child[i]) == BVH_INTERNAL)
            next = child[i];
        else
            push(w, child[i]);
    return next;
}

static inline void sort_by_distance(struct visit *child, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        struct visit c = child[i];
        unsigned k = i;
        for (; k > 0 && child[k - 1].enter > c.enter; k--)
            child[k] = child[k - 1];
        child[k] = c;
    }
}

static inline struct visit nearest(struct walk *w, struct visit *child, unsigned n)
{
    if (n == 1)
        return child[0];
    sort_by_distance(child, n);
    for (unsigned i = n; i > 1; i--)
        push(w, child[i - 1]);
    return child[0];
}

/* Returns the nearest child that the walk has not completed, for a node that it may have visited
 * before; pushes the others. A child's distance is at least that of its node, even if the test of
 * its box gives less, so dropped children are always the last ones. */
static struct visit nearest_left(struct walk *w, struct visit node, enum part part,
                                 struct visit *child, unsigned n)
{
    unsigned done = n ? trail_enter(&w->trail, node.level, node.child) : 0;
    sort_by_distance(child, n);
    while (n > 0 && !(child[n - 1].enter < limit_of(w, part)))
        n--;
    if (n <= done) {
        trail_end(&w->trail);
        return (struct visit){0};
    }
    for (unsigned i = done; i < n; i++)
        child[i].child = (uint16_t)i;
    for (unsigned i = n; i > done + 1; i--)
        push(w, child[i - 1]);
    return child[done];
}

/* Ends a node that was begun beside a leaf. Returns the child chosen at the node; none if the walk
 * has ended or the child lies behind the nearest hit. */
static struct visit next_beside(struct walk *w, struct visit next, enum part part)
{
    learn(w);
    bool behind = w->options->order != TRAVERSAL_STACK && !(next.enter < limit_of(w, part));
    return w->ended || behind ? (struct visit){0} : next;
}

/* Visits an internal node: returns the next child to visit and pushes the other children that are
 * hit. */
static inline struct visit visit_internal(struct walk *w, struct visit node, enum part part,
                                          bool wide)
{
    struct visit child[BVH_MOST_WIDTH];
    struct visit next = {0};
    emit(w, wide ? RECORD_WIDE : w->leaf ? RECORD_BESIDE : RECORD_INTERNAL, visit_addr(node));
    w->n_nodes++;
    const struct space_ray *ray = part == PART_TOP ? &w->world : &w->object;
    unsigned n = wide ? children_hit_wide(&w->part[part], node, ray, limit_of(w, part), child)
                      : children_hit(&w->part[part], node, ray, limit_of(w, part), child);
    if (n && w->result->depth <= node.level)
        w->result->depth = node.level + 1u;
    if (w->options->restart)
        return nearest_left(w, node, part, child, n);
    if (n)
        next = w->options->order == TRAVERSAL_STACK ? first_internal(w, child, n)
                                                    : nearest(w, child, n);
    return w->leaf ? next_beside(w, next, part) : next;
}

/* ---- leaves ---- */

/* Sets the limit after a hit at t. Triangles beyond it by less than the rounding error between a
 * box and its triangle must still be visited. Vulkan-Sim stops at t. */
static void set_limit(struct walk *w, float t)
{
    w->next_limit = w->options->closest == TRAVERSAL_LAST ? t : t + (fabsf(t) * 0x1p-20f + FLT_MIN);
}

/* Whether a triangle at t wins against the nearest hit so far. */
static bool wins(const struct walk *w, const struct triangle *tri, float t)
{
    const struct trace_result *r = w->result;
    return t < r->t ||
           (t == r->t && w->chosen.corners && w->options->closest == TRAVERSAL_NEAREST &&
            trace_precedes(w->instance, tri->primitive, r->instance, r->primitive));
}

/* The intersection of the ray with a triangle. */
struct meeting {
    float t, object_t; /* distance in units of the world, and of the instance */
    float u, v;
};

/* Whether the any-hit shader decides about a triangle. */
static bool is_masked(const struct walk *w, const struct triangle *tri)
{
    return !(w->ray->flags & RAY_OPAQUE) && ((w->ray->flags & RAY_NOT_OPAQUE) || !tri->opaque);
}

/* Whether the ray's flags skip a triangle that it meets. */
static bool is_culled(const struct walk *w, const struct triangle *tri)
{
    uint32_t flags = w->ray->flags;
    bool masked = is_masked(w, tri), front = triangle_front(tri, &w->object);
    if (w->roles && w->roles[w->instance].flipped)
        front = !front;
    if (w->roles && w->roles[w->instance].both_sides)
        flags &= ~(uint32_t)(RAY_CULL_FRONT | RAY_CULL_BACK);
    return (flags & RAY_SKIP_TRIANGLES) || (flags & (front ? RAY_CULL_FRONT : RAY_CULL_BACK)) ||
           (flags & (masked ? RAY_CULL_NO_OPAQUE : RAY_CULL_OPAQUE));
}

static enum st_code add_masked(struct walk *w, const struct triangle *tri, const struct meeting *m,
                               struct status *st)
{
    struct trace_candidate c = {CANDIDATE_MASKED, w->instance, tri->primitive, m->t, m->u, m->v};
    return add_candidate(w->result, &c, st);
}

/* Makes an opaque triangle in range the current hit, if it wins. */
static void take_triangle(struct walk *w, const struct triangle *tri, const struct meeting *m)
{
    struct trace_result *r = w->result;
    bool last = w->options->closest == TRAVERSAL_LAST && r->t < w->ray->tmax;
    if (wins(w, tri, m->t) || last) {
        r->t = m->t < r->t ? m->t : r->t;
        r->u = m->u;
        r->v = m->v;
        r->instance = w->instance;
        r->primitive = tri->primitive;
        w->chosen = *tri;
        w->chosen_ray = w->object;
        w->chosen_t = m->object_t;
        set_limit(w, r->t);
    }
    w->ended = w->ray->flags & RAY_TERMINATE_ON_FIRST_HIT;
    if (!w->leaf)
        learn(w);
}

/* Handles a masked triangle in range and before the nearest hit so far, with its records: it
 * becomes a candidate, unless its micromap decides. If the micromap is fetched, it decides whether
 * there is a result to store, so the leaf's record is the one without a hit. */
static enum st_code accept_masked(struct walk *w, const struct triangle *tri, uint64_t addr,
                                  struct meeting m, enum record_kind missed, enum record_kind hit,
                                  struct status *st)
{
    struct micromap_found found = {.state = MICROMAP_UNKNOWN};
    triangle_barycentrics(tri, &w->object, m.object_t, &m.u, &m.v);
    if (w->micromaps && !(w->ray->flags & RAY_NOT_OPAQUE))
        found = micromap_find(w->micromaps, addr - w->blas, m.u, m.v);
    bool ignored = found.state == MICROMAP_TRANSPARENT;
    emit(w, ignored || found.sector ? missed : hit, addr);
    if (found.sector) {
        emit(w, ignored ? RECORD_MICROMAP : RECORD_MICROMAP_HIT, found.sector);
        w->leaf = false; /* so no node is begun beside a micromap */
    }
    if (found.state == MICROMAP_UNKNOWN)
        return add_masked(w, tri, &m, st);
    if (!ignored)
        take_triangle(w, tri, &m);
    return ST_OK;
}

static enum st_code test_procedural(struct walk *w, uint64_t addr, struct status *st)
{
    const struct bvh_procedural *leaf = bytes_at(w, PART_BOTTOM, addr);
    emit(w, RECORD_PROCEDURAL, addr);
    if (w->ray->flags & RAY_SKIP_PROCEDURAL)
        return ST_OK;
    struct trace_candidate c = {
        .kind = CANDIDATE_PROCEDURAL, .instance = w->instance, .primitive = leaf->primitive[0]};
    return add_candidate(w->result, &c, st);
}

/* Tests the triangle at addr, whose box is entered at `enter`. `missed` and `hit` are its
 * records. */
__attribute__((always_inline)) static inline enum st_code
test_triangle(struct walk *w, const struct triangle *tri, uint64_t addr, float enter,
              enum record_kind missed, enum record_kind hit, struct status *st)
{
    struct meeting m = {0};
    bool in_range = triangle_hit(tri, &w->object, &m.object_t, &m.u, &m.v);
    m.t = m.object_t / w->scale;
    in_range = in_range && m.t >= w->ray->tmin && m.t <= w->ray->tmax;
    if (!in_range || (w->ray->flags & RAY_CULLS && is_culled(w, tri))) {
        emit(w, missed, addr);
        return ST_OK;
    }
    if (w->options->closest == TRAVERSAL_NEAREST && enter / w->scale > m.t)
        m.t = enter / w->scale;
    bool masked = is_masked(w, tri);
    if (masked && wins(w, tri, m.t))
        return accept_masked(w, tri, addr, m, missed, hit, st);
    emit(w, hit, addr);
    if (!masked)
        take_triangle(w, tri, &m);
    return ST_OK;
}

/* Tests the triangles of a leaf, one after the other, up to a hit that ends the walk. */
static enum st_code test_wide_leaf(struct walk *w, struct visit leaf_at, struct status *st)
{
    uint64_t addr = visit_addr(leaf_at);
    bool any = w->ray->flags & RAY_TERMINATE_ON_FIRST_HIT;
    uint32_t n = visit_type(leaf_at) - BVH_QUAD + 1;
    w->n_nodes++;
    for (uint32_t i = 0; i < n && !(any && w->chosen.corners); i++) {
        const struct triangle tri = triangle_of_wide(bytes_at(w, PART_BOTTOM, addr));
        TRY(test_triangle(w, &tri, addr, leaf_at.enter, RECORD_WIDE_TRIANGLE,
                          RECORD_WIDE_TRIANGLE_HIT, st));
        addr += sizeof(struct bvh_triangle);
    }
    return ST_OK;
}

static inline enum st_code test_leaf(struct walk *w, struct visit leaf_at, bool wide,
                                     struct status *st)
{
    uint64_t addr = visit_addr(leaf_at);
    if (wide && visit_type(leaf_at) != BVH_PROCEDURAL)
        return test_wide_leaf(w, leaf_at, st);
    if (!wide && !w->options->one_leaf_record)
        emit(w, RECORD_DESCRIPTOR, addr);
    w->n_nodes++;
    w->leaf = w->options->overlap;
    if (visit_type(leaf_at) == BVH_PROCEDURAL)
        return test_procedural(w, addr, st);
    const struct triangle tri = triangle_of_quad(bytes_at(w, PART_BOTTOM, addr));
    return test_triangle(w, &tri, addr, leaf_at.enter, RECORD_TRIANGLE, RECORD_TRIANGLE_HIT, st);
}

/* Transforms the ray to the space of an instance, with a direction of unit length. False if that
 * length overflows or underflows. */
static bool enter_space(struct walk *w, const struct bvh_instance *leaf)
{
    const float *m = leaf->world_to_object; /* by columns */
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

static enum st_code walk_instance(struct walk *w, struct visit v, bool wide, struct status *st);

/* Visits `v` and all entries of its part that are pushed meanwhile. Compiled once for each layout
 * of nodes, which `wide` selects. */
static inline enum st_code walk_part(struct walk *w, struct visit v, enum part part, bool wide,
                                     struct status *st)
{
    uint32_t floor = w->depth;
    w->root[part] = v;
    while (v.at != 0) {
        TRY(reserve_records(w, st));
        if (visit_type(v) == BVH_INTERNAL) {
            v = visit_internal(w, v, part, wide);
        } else {
            TRY(part == PART_TOP ? walk_instance(w, v, wide, st) : test_leaf(w, v, wide, st));
            v.at = 0;
        }
        if (v.at == 0)
            TRY(pop(w, part, floor, &v, st));
    }
    return ST_OK;
}

/* Whether the ray sees the instance, whose leaf says so in memory. */
static bool is_seen(const struct walk *w)
{
    const struct scene_role *role = w->roles ? &w->roles[w->instance] : NULL;
    return !role || (role->structure == w->ray->structure && role->mask & w->ray->mask);
}

/* Walks the whole BLAS of an instance before the TLAS continues. */
static enum st_code walk_instance(struct walk *w, struct visit v, bool wide, struct status *st)
{
    uint64_t addr = visit_addr(v);
    const struct bvh_instance *leaf = bytes_at(w, PART_TOP, addr);
    uint64_t header_addr = addr + (uint64_t)leaf->blas;
    const struct bvh_header *header = bytes_at(w, PART_BOTTOM, header_addr);
    emit(w, RECORD_INSTANCE, addr);
    w->n_nodes++;
    w->instance = leaf->id;
    if (!is_seen(w))
        return ST_OK;
    emit(w, RECORD_HEADER, header_addr);
    if (wide)
        structure_enter(&w->part[PART_BOTTOM], header, header_addr);
    if (!enter_space(w, leaf))
        return ST_OK;
    struct visit root = {(header_addr + header->root_offset) | BVH_INTERNAL, v.enter * w->scale,
                         v.level, v.child};
    return wide ? walk_part(w, root, PART_BOTTOM, true, st)
                : walk_part(w, root, PART_BOTTOM, false, st);
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
    r->n_candidates = 0;
    w->n_nodes = 0;
    r->depth = 1;
    memcpy(w->world.origin, w->ray->origin, sizeof w->world.origin);
    memcpy(w->world.direction, w->ray->direction, sizeof w->world.direction);
    w->world.tmin = w->ray->tmin;
    w->world.tmax = w->ray->tmax;
    w->result = r;
    w->chosen.corners = NULL;
    w->chosen_t = 0.0f;
    w->depth = w->spilled = 0;
    trail_end(&w->trail);
    w->leaf = w->ended = false;
    w->scale = 1.0f;
    set_limit(w, r->t);
    w->limit = w->next_limit;
}

static enum st_code walk_tree(struct walk *w, struct status *st)
{
    const struct bvh_header *header = (const void *)w->tlas->bytes;
    struct trace_result *r = w->result;
    if (r->room_records < r->first + STEP_RECORDS)
        TRY(grow_records(w, r->first, st));
    else
        use_room(w, r->first);
    emit(w, RECORD_HEADER, w->tlas->addr);
    if (!ray_is_sound(w->ray))
        return ST_OK;
    space_ray_finish(&w->world);
    float enter;
    if (!box_hit(&w->world, header->lo, header->hi, &enter))
        return ST_OK;
    struct visit root = {(w->tlas->addr + header->root_offset) | BVH_INTERNAL, enter, 1, 0};
    bool wide = w->options->nodes == BVH_CWBVH8;
    if (wide)
        structure_enter(&w->part[PART_TOP], header, w->tlas->addr);
    TRY(wide ? walk_part(w, root, PART_TOP, true, st) : walk_part(w, root, PART_TOP, false, st));
    r->hit = w->chosen.corners && r->t < w->ray->tmax;
    if (r->hit)
        triangle_barycentrics(&w->chosen, &w->chosen_ray, w->chosen_t, &r->u, &r->v);
    return ST_OK;
}

unsigned FOR_VECTORS(box_test)(const struct box_children *node, const struct space_ray *r,
                               float closest, float least, float places[])
{
    return box_hit_children(*node, r, closest, least, places);
}

enum st_code FOR_VECTORS(traverse)(const struct device_image *image,
                                   const struct traversal_options *options, const struct ray *ray,
                                   struct trace_result *result, struct status *st)
{
    struct walk w;
    w.options = options;
    w.tlas = device_image_tlas(image, options->nodes);
    w.part[PART_TOP].host = structure_host(w.tlas);
    w.part[PART_BOTTOM].host = structure_host(device_image_blas(image, options->nodes));
    w.blas = image->buffers[DEVICE_BLAS].addr;
    w.micromaps = options->micromap_level ? micromaps_of(image, options->micromap_level) : NULL;
    w.ray = ray;
    w.roles = image->scene->roles;
    reset(&w, result);
    w.record = result->first ? result->records + result->first : result->records; /* or NULL */
    enum st_code code = walk_tree(&w, st);
    result->n_records = (uint32_t)(w.record - result->records) - result->first;
    result->n_nodes = w.n_nodes;
    return code;
}
