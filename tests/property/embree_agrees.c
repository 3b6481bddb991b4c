/* Every ray hits what Embree's rtcIntersect1 (robust mode) says it hits: same triangle and
 * distance, or one at the same distance. Single precision leaves both undecided where a ray passes
 * an edge closer than rounding can tell, or just at tmin; such disagreements are judged in double
 * precision and must be rare. */
#include "tests/rig/rig.h"

#include "tests/rig/scenes.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/functional/traversal/traverse.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <string.h>

/* Rounding of a position, relative to the largest coordinate involved: 64 units in the last place
 * of a float, which a transform, a difference and two dot products can add up to. */
#define ROUNDING (64 * 0x1p-24)
/* Share of rays on which the two may disagree. */
#define MOST_UNDECIDED 0.002

struct both {
    const struct scene *scene;
    struct device_image *image;
    RTCDevice device;
    RTCScene top;
    RTCScene *meshes;
    struct trace_result result;
    unsigned rays, undecided, hits;
    double extent; /* largest side of the scene's bounds */
};

struct answer {
    bool hit;
    double t;
    uint32_t instance, primitive;
};

static void embree_mesh(struct both *b, uint32_t index)
{
    const struct scene_mesh *m = &b->scene->meshes[index];
    b->meshes[index] = rtcNewScene(b->device);
    rtcSetSceneFlags(b->meshes[index], RTC_SCENE_FLAG_ROBUST);
    RTCGeometry g = rtcNewGeometry(b->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float *v =
        rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, m->n_vertices);
    for (uint32_t i = 0; i < m->n_vertices; i++)
        memcpy(v + 3 * (size_t)i, m->vertices[i].position, 12);
    uint32_t *indices =
        rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, m->n_triangles);
    if (m->n_triangles > 0)
        memcpy(indices, m->indices, 12 * (size_t)m->n_triangles);
    rtcCommitGeometry(g);
    rtcAttachGeometry(b->meshes[index], g);
    rtcReleaseGeometry(g);
    rtcCommitScene(b->meshes[index]);
}

static void open_both(struct both *b, const struct scene *s)
{
    *b = (struct both){.scene = s};
    assert_ok(device_image_create(&b->image, s, &st));
    assert_ok(device_image_require(b->image, BVH_CWBVH8, &st));
    b->device = rtcNewDevice("threads=1");
    b->top = rtcNewScene(b->device);
    rtcSetSceneFlags(b->top, RTC_SCENE_FLAG_ROBUST);
    b->meshes = mem_calloc(s->n_meshes, sizeof *b->meshes);
    for (uint32_t i = 0; i < s->n_meshes; i++)
        embree_mesh(b, i);
    for (uint32_t i = 0; i < s->n_instances; i++) {
        if (s->instances[i].geometry != GEOMETRY_MESH)
            continue;
        RTCGeometry g = rtcNewGeometry(b->device, RTC_GEOMETRY_TYPE_INSTANCE);
        rtcSetGeometryInstancedScene(g, b->meshes[s->instances[i].index]);
        rtcSetGeometryTransform(g, 0, RTC_FORMAT_FLOAT3X4_ROW_MAJOR, s->instances[i].transform.m);
        rtcCommitGeometry(g);
        rtcAttachGeometryByID(b->top, g, i);
        rtcReleaseGeometry(g);
    }
    rtcCommitScene(b->top);
    struct vec3 lo, hi;
    scene_bounds(s, &lo, &hi);
    b->extent = fmax(fmax((double)(hi.x - lo.x), (double)(hi.y - lo.y)), (double)(hi.z - lo.z));
}

static void close_both(struct both *b)
{
    for (uint32_t i = 0; i < b->scene->n_meshes; i++)
        rtcReleaseScene(b->meshes[i]);
    mem_free(b->meshes);
    rtcReleaseScene(b->top);
    rtcReleaseDevice(b->device);
    trace_result_release(&b->result);
    device_image_free(b->image);
}

static struct answer ask_embree(struct both *b, const struct ray *ray)
{
    struct RTCRayHit rh = {
        .ray = {.org_x = ray->origin[0],
                .org_y = ray->origin[1],
                .org_z = ray->origin[2],
                .tnear = ray->tmin,
                .dir_x = ray->direction[0],
                .dir_y = ray->direction[1],
                .dir_z = ray->direction[2],
                .tfar = ray->tmax,
                .mask = UINT32_MAX},
        .hit = {.geomID = RTC_INVALID_GEOMETRY_ID},
    };
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(b->top, &context, &rh);
    if (rh.hit.geomID == RTC_INVALID_GEOMETRY_ID)
        return (struct answer){.hit = false};
    return (struct answer){true, (double)rh.ray.tfar, rh.hit.instID[0], rh.hit.primID};
}

/* Ways of the RT unit that must not change the hit; the layout of nodes may change its last bits.
 */
static const struct traversal_options ways[] = {
    {.order = TRAVERSAL_STACK},
    {.order = TRAVERSAL_NEAREST_FIRST},
    {.order = TRAVERSAL_STACK, .stack_entries = 2, .one_leaf_record = true},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 5},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 1, .restart = true},
    {.order = TRAVERSAL_NEAREST_FIRST, .overlap = true},
    {.order = TRAVERSAL_STACK, .stack_entries = 3, .overlap = true},
    {.order = TRAVERSAL_NEAREST_FIRST, .nodes = BVH_CWBVH8},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 3, .restart = true, .nodes = BVH_CWBVH8},
};
enum { N_WAYS = sizeof ways / sizeof *ways };

/* Whether the way begins a layout of nodes. */
static bool is_first(int way)
{
    return way == 0 || ways[way].nodes != ways[way - 1].nodes;
}

/* Of the traversal with ways[way], which all the others of its layout before it have to equal. */
static struct answer ask_ours(struct both *b, const struct ray *ray, int way)
{
    const struct trace_result *r = &b->result;
    const struct trace_result before = *r;
    assert_ok(traverse(b->image, &ways[way], ray, &b->result, &st));
    if (!is_first(way) &&
        (r->hit != before.hit || r->t != before.t || r->u != before.u || r->v != before.v ||
         r->instance != before.instance || r->primitive != before.primitive))
        fail_msg("%s, ray %u: way %d hits %d t %.9g instance %u triangle %u, the one before %d "
                 "t %.9g instance %u triangle %u",
                 b->scene->name, b->rays, way, r->hit, (double)r->t, r->instance, r->primitive,
                 before.hit, (double)before.t, before.instance, before.primitive);
    return (struct answer){r->hit, (double)r->t, r->instance, r->primitive};
}

/* ---- the judge ---- */

struct dvec {
    double x[3];
};

static struct dvec minus(struct dvec a, struct dvec b)
{
    return (struct dvec){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}

static struct dvec cross(struct dvec a, struct dvec b)
{
    return (struct dvec){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                          a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

static double dot(struct dvec a, struct dvec b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static double length(struct dvec a)
{
    return sqrt(dot(a, a));
}

static double largest(struct dvec a)
{
    return fmax(fmax(fabs(a.x[0]), fabs(a.x[1])), fabs(a.x[2]));
}

struct verdict {
    double t;     /* where the ray meets the triangle's plane                               */
    double slack; /* how far t may be off, and in-plane positions in units of |direction|   */
    double edge;  /* distance inside the nearest edge, the same units; negative: outside    */
};

static struct dvec world_corner(const struct scene *s, const struct answer *a, int i)
{
    const struct scene_instance *instance = &s->instances[a->instance];
    const struct scene_mesh *m = &s->meshes[instance->index];
    const float *p = m->vertices[m->indices[3 * (size_t)a->primitive + (size_t)i]].position;
    const float *t = instance->transform.m;
    struct dvec w;
    for (int row = 0; row < 3; row++, t += 4)
        w.x[row] = (double)t[0] * (double)p[0] + (double)t[1] * (double)p[1] +
                   (double)t[2] * (double)p[2] + (double)t[3];
    return w;
}

/* Object coordinates count as well: an instance may be far from its own origin. */
static double coordinate_scale(const struct scene *s, const struct answer *a, const struct ray *ray,
                               const struct dvec corners[3])
{
    const struct scene_instance *instance = &s->instances[a->instance];
    double most = 0;
    for (int i = 0; i < 3; i++) {
        most = fmax(most, fabs((double)ray->origin[i]));
        most = fmax(most, largest(corners[i]));
        most = fmax(most, fabs((double)instance->transform.m[4 * i + 3]));
    }
    return most;
}

static struct verdict judge(const struct scene *s, const struct answer *a, const struct ray *ray)
{
    struct dvec corner[3], o, d;
    for (int i = 0; i < 3; i++) {
        corner[i] = world_corner(s, a, i);
        o.x[i] = (double)ray->origin[i];
        d.x[i] = (double)ray->direction[i];
    }
    struct dvec e1 = minus(corner[1], corner[0]), e2 = minus(corner[2], corner[0]);
    struct dvec normal = cross(e1, e2);
    double area = length(normal), speed = length(d);
    double slope = fabs(dot(normal, d)) / (area * speed); /* cosine */
    double thin = length(e1) * length(e2) / area;         /* >= 1   */
    struct verdict v;
    v.slack = ROUNDING * coordinate_scale(s, a, ray, corner) * thin / slope / speed;
    v.t = dot(normal, minus(corner[0], o)) / dot(normal, d);
    struct dvec p = {{o.x[0] + v.t * d.x[0], o.x[1] + v.t * d.x[1], o.x[2] + v.t * d.x[2]}};
    v.edge = INFINITY;
    for (int i = 0; i < 3; i++) {
        struct dvec along = minus(corner[(i + 1) % 3], corner[i]);
        double inside = dot(cross(along, minus(p, corner[i])), normal) / (length(along) * area);
        v.edge = fmin(v.edge, inside / speed);
    }
    return v;
}

/* Is it beyond single precision whether the ray hits this triangle? A degenerate triangle makes
 * NaNs: undecided too. */
static bool undecided(const struct verdict *v, const struct ray *ray)
{
    return !(fabs(v->edge) > v->slack) || !(fabs(v->t - (double)ray->tmin) > v->slack) ||
           !(fabs(v->t - (double)ray->tmax) > v->slack);
}

static void compare(struct both *b, const struct ray *ray, struct answer ours)
{
    struct answer embree = ask_embree(b, ray);
    b->rays++;
    b->hits += embree.hit;
    if (!ours.hit && !embree.hit)
        return;
    struct verdict vo = {0}, ve = {0};
    if (ours.hit)
        vo = judge(b->scene, &ours, ray);
    if (embree.hit)
        ve = judge(b->scene, &embree, ray);
    if (ours.hit && embree.hit) {
        bool same = ours.instance == embree.instance && ours.primitive == embree.primitive;
        if (same && !(fabs(ours.t - vo.t) > vo.slack))
            return;
        if (!same && fabs(ours.t - embree.t) <= fmax(vo.slack, ve.slack))
            return; /* two at the same distance */
    }
    bool ours_nearer = ours.hit && (!embree.hit || ours.t < embree.t);
    const struct verdict *v = ours_nearer ? &vo : &ve;
    if (!undecided(v, ray))
        fail_msg("%s, ray %u: ours %d t %.9g instance %u triangle %u, Embree's %d t %.9g instance "
                 "%u triangle %u; exact t %.9g, %g inside the edge, slack %g",
                 b->scene->name, b->rays, ours.hit, ours.t, ours.instance, ours.primitive,
                 embree.hit, embree.t, embree.instance, embree.primitive, v->t, v->edge, v->slack);
    b->undecided++;
}

/* Every sphere that the ray meets before its nearest triangle must be a candidate. */
static void check_spheres(struct both *b, const struct ray *ray)
{
    const struct scene *s = b->scene;
    const struct trace_result *r = &b->result;
    for (uint32_t i = 0; i < s->n_instances; i++) {
        if (s->instances[i].geometry != GEOMETRY_SPHERE)
            continue;
        const struct scene_sphere *sphere = &s->spheres[s->instances[i].index];
        double oc = 0, dd = 0, cc = 0;
        for (int axis = 0; axis < 3; axis++) {
            double x = (double)ray->origin[axis] - (double)sphere->center[axis];
            double d = (double)ray->direction[axis];
            oc += x * d;
            dd += d * d;
            cc += x * x;
        }
        /* half a percent inside the silhouette, to stay clear of rounding */
        double radius = 0.995 * (double)sphere->radius;
        double root = oc * oc - dd * (cc - radius * radius);
        if (root <= 0)
            continue;
        double t = (-oc - sqrt(root)) / dd;
        if (t < (double)ray->tmin || t >= (double)r->t)
            continue;
        bool found = false;
        for (uint32_t k = 0; k < r->n_candidates && !found; k++)
            found = r->candidates[k].kind == CANDIDATE_PROCEDURAL && r->candidates[k].instance == i;
        if (!found)
            fail_msg("%s, ray %u: sphere instance %u at t %.9g was not visited", s->name, b->rays,
                     i, t);
    }
}

static void check_ray(struct both *b, const struct ray *ray)
{
    for (int way = 0; way < N_WAYS; way++) {
        struct answer ours = ask_ours(b, ray, way);
        check_spheres(b, ray);
        if (is_first(way))
            compare(b, ray, ours);
    }
}

/* ---- rays ---- */

static float unit(uint64_t index)
{
    return (float)random_unit(5, RANDOM_TEST, index);
}

static void random_direction(float d[3], uint64_t index)
{
    for (uint64_t axis = 0; axis < 3; axis++)
        d[axis] = 2 * unit(8 * index + axis) - 1;
}

/* The ray onwards from where the last one ended, or none. */
static void check_secondary(struct both *b, const struct ray *from, uint64_t index)
{
    if (!b->result.hit)
        return;
    struct ray ray = {.tmax = 1e30f, .flags = RAY_OPAQUE};
    for (int axis = 0; axis < 3; axis++)
        ray.origin[axis] = from->origin[axis] + b->result.t * from->direction[axis];
    random_direction(ray.direction, index);
    ray.tmin = fmaxf(0.001f, (float)(1e-4 * b->extent));
    check_ray(b, &ray);
}

static void check_camera_rays(struct both *b, uint32_t width, uint32_t height)
{
    const struct scene_camera *c = &b->scene->camera;
    struct vec3 eye = {c->eye[0], c->eye[1], c->eye[2]};
    struct vec3 to = {c->look_at[0], c->look_at[1], c->look_at[2]};
    struct vec3 front = vec3_normalize(vec3_sub(to, eye));
    struct vec3 right =
        vec3_normalize(vec3_cross(front, (struct vec3){c->up[0], c->up[1], c->up[2]}));
    struct vec3 up = vec3_cross(right, front);
    float k = tanf(c->vertical_fov_deg * 0.00872664626f);
    for (uint32_t i = 0; i < width * height; i++) {
        float x = k * (2 * ((float)(i % width) + unit(2 * i)) / (float)width - 1);
        float y = k * (2 * ((float)(i / width) + unit(2 * i + 1)) / (float)height - 1);
        struct vec3 d =
            vec3_normalize(vec3_add(front, vec3_add(vec3_scale(right, x), vec3_scale(up, y))));
        struct ray ray = {.origin = {eye.x, eye.y, eye.z},
                          .tmin = 0.001f,
                          .direction = {d.x, d.y, d.z},
                          .tmax = 10000,
                          .flags = RAY_OPAQUE};
        check_ray(b, &ray);
        check_secondary(b, &ray, i);
    }
}

/* From anywhere inside the bounds into any direction. */
static void check_random_rays(struct both *b, uint32_t n)
{
    struct vec3 lo, hi;
    scene_bounds(b->scene, &lo, &hi);
    const float corner[3] = {lo.x, lo.y, lo.z}, side[3] = {hi.x - lo.x, hi.y - lo.y, hi.z - lo.z};
    for (uint64_t i = 0; i < n; i++) {
        struct ray ray = {.tmin = 0, .tmax = 1e30f, .flags = RAY_OPAQUE};
        for (uint64_t axis = 0; axis < 3; axis++)
            ray.origin[axis] = corner[axis] + side[axis] * unit(1000000 + 4 * i + axis);
        random_direction(ray.direction, 5000000 + i);
        if (i % 11 == 0)
            ray.direction[i % 3] = 0;
        check_ray(b, &ray);
        check_secondary(b, &ray, 9000000 + i);
    }
}

static void check_share(const struct both *b)
{
    print_message("%s: %u rays, %u hit triangles, %u undecided\n", b->scene->name, b->rays, b->hits,
                  b->undecided);
    assert_true(b->undecided <= MOST_UNDECIDED * b->rays);
}

/* ---- scenes ---- */

static struct rig_scene rig;

TEST(a_soup_of_triangles_is_hit_as_embree_says)
{
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_random_triangles(&rig, 0, 4000, 1, 11);
    struct both b ENDED_BY(close_both);
    open_both(&b, &rig.scene);
    check_random_rays(&b, 4000);
    assert_true(b.hits > 8000); /* in two layouts */
    check_share(&b);
}

/* Rotation, scale, shear and shift. */
TEST(instanced_meshes_are_hit_as_embree_says)
{
    rig_scene_init(&rig, 1);
    rig_add_mesh(&rig);
    rig_add_mesh(&rig);
    rig_add_random_triangles(&rig, 0, 500, 3, 12);
    rig_add_random_triangles(&rig, 1, 50, 8, 13);
    for (uint64_t i = 0; i < 60; i++) {
        struct mat34 m;
        for (uint64_t k = 0; k < 12; k++)
            m.m[k] =
                k % 4 == 3 ? 60 * unit(77000 + 16 * i + k) - 30 : 2 * unit(77000 + 16 * i + k) - 1;
        rig_add_instance(&rig, (uint32_t)(i % 2), &m);
    }
    struct both b ENDED_BY(close_both);
    open_both(&b, &rig.scene);
    check_random_rays(&b, 4000);
    assert_true(b.hits > 8000); /* in two layouts */
    check_share(&b);
}

/* Two sheets of 6 x 6 squares lie in one plane and on each other three times; rays go through their
 * corners, edges and diagonals. */
TEST(ties_are_decided_alike_in_every_order)
{
    rig_scene_init(&rig, 1);
    for (uint32_t mesh = 0; mesh < 2; mesh++) {
        rig_add_mesh(&rig);
        for (int i = 0; i < 36; i++) {
            float x = (float)(i % 6), y = (float)(i / 6);
            const float a[3] = {x, y, 0}, b[3] = {x + 1, y, 0}, c[3] = {x + 1, y + 1, 0};
            const float d[3] = {x, y + 1, 0};
            rig_add_triangle(&rig, mesh, mesh ? d : a, b, c, 0);
            rig_add_triangle(&rig, mesh, a, mesh ? b : c, d, 0);
        }
    }
    for (uint32_t i = 0; i < 6; i++)
        rig_add_instance(&rig, i % 2, NULL);
    struct both b ENDED_BY(close_both);
    open_both(&b, &rig.scene);
    unsigned hits = 0;
    for (int i = 0; i < 25 * 25; i++) {
        float x = 0.25f * (float)(i % 25), y = 0.25f * (float)(i / 25);
        struct ray ray = {.tmax = 100, .direction = {0, 0, -1}, .flags = RAY_OPAQUE};
        memcpy(ray.origin, (float[]){x, y, 2}, sizeof ray.origin);
        struct ray slanted = {.tmax = 100, .direction = {x + 1, y + 2, -4}, .flags = RAY_OPAQUE};
        memcpy(slanted.origin, (float[]){-1, -2, 4}, sizeof slanted.origin);
        for (int way = 0; way < 2 * N_WAYS; way++) {
            ask_ours(&b, way < N_WAYS ? &ray : &slanted, way % N_WAYS);
            hits += b.result.hit;
            if (way < N_WAYS && b.result.hit)
                assert_int_equal(b.result.instance, 0);
        }
    }
    assert_true(hits > 20 * 25 * N_WAYS);
}

TEST(walls_between_spheres_are_hit_as_embree_says)
{
    rig_scene_ref(&rig);
    for (uint64_t i = 0; i < 40; i++)
        rig_add_sphere(&rig, 555 * unit(4 * i), 555 * unit(4 * i + 1), -555 * unit(4 * i + 2),
                       5 + 30 * unit(4 * i + 3), 4);
    struct both b ENDED_BY(close_both);
    open_both(&b, &rig.scene);
    check_random_rays(&b, 4000);
    assert_true(b.hits > 8000); /* in two layouts */
    check_share(&b);
}

static void check_scene(const char *operand)
{
    struct scene *s FREED_BY(scene_free);
    assert_ok(scene_load(&s, operand, &st));
    struct both b ENDED_BY(close_both);
    open_both(&b, s);
    check_camera_rays(&b, 56, 48);
    check_random_rays(&b, 1000);
    check_share(&b);
}

TEST(every_built_in_scene_is_hit_as_embree_says)
{
    char **names FREED_BY(mem_free);
    size_t n;
    assert_ok(scene_list_builtin(&names, &n, &st));
    assert_true(n >= 9);
    for (size_t i = 0; i < n; i++) {
        check_scene(names[i]);
        mem_free(names[i]);
    }
}

/* The smaller ones of those that others made. */
TEST(scenes_of_others_are_hit_as_embree_says)
{
    static const char *const names[] = {"cornell-box", "spot", "teapot", "ship", "japanese-garden"};
    char *shared = rig_shared("scenes");
    if (!shared)
        rig_skip();
    mem_free(shared);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/tests/reference/%s.scene", TEST_SOURCE_DIR, names[i]);
        check_scene(path);
    }
}
