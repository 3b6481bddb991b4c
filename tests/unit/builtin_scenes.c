/* The built-in scenes are what the documentation promises: sizes, closed rooms, open skies, sound
 * triangles, cameras that see the outside of things. */
#include "tests/rig/mesh.h"
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"
#include "sim/functional/traversal/traverse.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const struct promise {
    const char *name;
    uint64_t triangles[2]; /* instanced, least and most */
    uint32_t spheres;      /* at least */
    bool sky;
    double hits[2]; /* share of the camera's rays that hit a triangle, least and most */
} promises[] = {
    {"atrium", {200000, 300000}, 0, false, {1, 1}},
    {"bath", {20000, 200000}, 0, false, {1, 1}},
    {"blob", {150000, 1000000}, 0, true, {1, 1}},
    {"cornell", {12, 100}, 1, false, {1, 1}},
    {"flight", {200000, 300000}, 0, false, {1, 1}},
    {"lonely", {1000, 100000}, 1, true, {0.02, 0.3}},
    {"park", {2000000, 20000000}, 0, true, {0.5, 0.95}},
    {"rigging", {10000, 100000}, 0, true, {0.3, 0.8}},
    {"tree", {20000, 1000000}, 0, true, {0.2, 0.9}},
    {"weekend", {0, 0}, 400, true, {0, 0}},
};
enum { PROMISES = sizeof promises / sizeof *promises };

#define FOR_EACH_PROMISE(p) for (const struct promise *p = promises; p < promises + PROMISES; p++)

static struct scene *load(const char *name)
{
    struct scene *s;
    assert_ok(scene_load(&s, name, &st));
    return s;
}

TEST(every_promised_scene_is_listed)
{
    char **names FREED_BY(mem_free);
    size_t n;
    assert_ok(scene_list_builtin(&names, &n, &st));
    assert_true(n >= PROMISES);
    FOR_EACH_PROMISE(p)
    {
        bool found = false;
        for (size_t i = 0; i < n; i++)
            found |= strcmp(names[i], p->name) == 0;
        if (!found)
            fail_msg("'%s' is not listed", p->name);
    }
    for (size_t i = 0; i < n; i++)
        mem_free(names[i]);
}

TEST(sizes_are_as_promised)
{
    FOR_EACH_PROMISE(p)
    {
        struct scene *s FREED_BY(scene_free) = load(p->name);
        uint64_t n = scene_triangles(s);
        if (n < p->triangles[0] || n > p->triangles[1] || s->n_spheres < p->spheres ||
            s->sky != p->sky)
            fail_msg("%s: %llu triangles, %lu spheres, sky %d", p->name, (unsigned long long)n,
                     (unsigned long)s->n_spheres, s->sky);
        assert_int_equal(s->width, 512);
        assert_int_equal(s->height, 512);
    }
}

TEST(loading_is_quick_and_small)
{
    FOR_EACH_PROMISE(p)
    {
        clock_t start = clock();
        struct scene *s = load(p->name);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        double bytes = 56.0 * s->n_instances;
        for (uint32_t i = 0; i < s->n_meshes; i++)
            bytes += 36.0 * s->meshes[i].n_vertices + 12.0 * s->meshes[i].n_triangles;
        /* About 0.2 s where it is longest; the limit leaves room for sanitizers. */
        if (seconds > 4.0 || bytes > 64e6)
            fail_msg("%s: %.2f s, %.0f bytes", p->name, seconds, bytes);
        scene_free(s);
    }
}

TEST(every_triangle_is_sound)
{
    FOR_EACH_PROMISE(p)
    {
        struct scene *s FREED_BY(scene_free) = load(p->name);
        for (uint32_t i = 0; i < s->n_meshes; i++)
            rig_check_mesh(&s->meshes[i]);
    }
}

TEST(loading_twice_gives_the_same_bytes)
{
    FOR_EACH_PROMISE(p)
    {
        struct scene *a FREED_BY(scene_free) = load(p->name), *b = load(p->name);
        assert_string_equal(a->hash, b->hash);
        assert_int_equal(a->n_meshes, b->n_meshes);
        for (uint32_t i = 0; i < a->n_meshes; i++) {
            assert_int_equal(a->meshes[i].n_vertices, b->meshes[i].n_vertices);
            assert_memory_equal(a->meshes[i].vertices, b->meshes[i].vertices,
                                a->meshes[i].n_vertices * sizeof *a->meshes[i].vertices);
        }
        scene_free(b);
    }
}

/* The vertex positions' bits, for the next test. */
static uint64_t fingerprint(const struct scene *s)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < s->n_meshes; i++)
        for (uint32_t v = 0; v < s->meshes[i].n_vertices; v++)
            for (int k = 0; k < 3; k++) {
                uint32_t bits;
                memcpy(&bits, &s->meshes[i].vertices[v].position[k], sizeof bits);
                h = random_mix(h ^ bits);
            }
    return h;
}

/* ---- rays ---- */

struct probe {
    const struct scene *scene;
    struct device_image *image;
    struct trace_result result;
};

static void probe_open(struct probe *p, const struct scene *s)
{
    *p = (struct probe){.scene = s};
    assert_ok(device_image_create(&p->image, s, &st));
}

static void probe_close(struct probe *p)
{
    trace_result_release(&p->result);
    device_image_free(p->image);
}

static bool probe_ray(struct probe *p, struct dvec from, double tmin, struct dvec along)
{
    struct ray ray = {.origin = {(float)from.x, (float)from.y, (float)from.z},
                      .tmin = (float)tmin,
                      .direction = {(float)along.x, (float)along.y, (float)along.z},
                      .tmax = 10000.0f,
                      .flags = RAY_OPAQUE};
    assert_ok(traverse(p->image, &(struct traversal_options){.closest = TRAVERSAL_NEAREST}, &ray,
                       &p->result, &st));
    return p->result.hit;
}

static const struct scene_material *hit_material(const struct probe *p)
{
    const struct scene_mesh *m = &p->scene->meshes[p->scene->instances[p->result.instance].index];
    return &p->scene->materials[m->vertices[m->indices[3 * (size_t)p->result.primitive]].material];
}

/* The geometric normal of the triangle hit, in the world. */
static struct dvec hit_normal(const struct probe *p)
{
    const struct scene_instance *in = &p->scene->instances[p->result.instance];
    const struct scene_mesh *m = &p->scene->meshes[in->index];
    struct dvec w[3];
    for (size_t k = 0; k < 3; k++) {
        const float *v = m->vertices[m->indices[3 * (size_t)p->result.primitive + k]].position;
        struct vec3 q = mat34_point(&in->transform, vec3_make(v[0], v[1], v[2]));
        w[k] = dvec_make((double)q.x, (double)q.y, (double)q.z);
    }
    return dvec_unit(dvec_cross(dvec_sub(w[1], w[0]), dvec_sub(w[2], w[0])));
}

static struct dvec of_floats(const float v[3])
{
    return dvec_make((double)v[0], (double)v[1], (double)v[2]);
}

/* Ray (x, y) of a square grid over the picture. */
enum { GRID = 48 };
static struct dvec camera_ray(const struct scene_camera *c, int x, int y)
{
    struct dvec ahead = dvec_unit(dvec_sub(of_floats(c->look_at), of_floats(c->eye)));
    struct dvec right = dvec_unit(dvec_cross(ahead, of_floats(c->up)));
    struct dvec up = dvec_cross(right, ahead);
    double s, k;
    gm_turn((double)c->vertical_fov_deg / 720.0, &s, &k);
    double step = s / k;
    struct dvec d = dvec_along(ahead, right, step * ((x + 0.5) * 2.0 / GRID - 1.0));
    return dvec_unit(dvec_along(d, up, step * (1.0 - (y + 0.5) * 2.0 / GRID)));
}

TEST(cameras_see_what_is_promised_from_its_outside)
{
    FOR_EACH_PROMISE(p)
    {
        struct scene *s = load(p->name);
        struct probe probe;
        int hits = 0, inside_out = 0;
        double nearest = INFINITY;
        probe_open(&probe, s);
        for (int i = 0; i < GRID * GRID; i++) {
            struct dvec d = camera_ray(&s->camera, i % GRID, i / GRID);
            if (!probe_ray(&probe, of_floats(s->camera.eye), 0.001, d))
                continue;
            hits++;
            inside_out += dvec_dot(hit_normal(&probe), d) > 0.0;
            nearest = fmin(nearest, (double)probe.result.t);
        }
        double share = (double)hits / (GRID * GRID);
        if (share < p->hits[0] || share > p->hits[1])
            fail_msg("%s: %g of the camera's rays hit", p->name, share);
        /* Thin things may be met at their open edges. */
        if (inside_out > GRID * GRID / 100)
            fail_msg("%s: %d of %d hits are inside out", p->name, inside_out, hits);
        if (hits && nearest < 0.05)
            fail_msg("%s: something is %g in front of the camera", p->name, nearest);
        probe_close(&probe);
        scene_free(s);
    }
}

/* Follows paths that bounce at random, up to eight times, and counts those that escape. As in the
 * shaders a path ends at lights and back faces. Rays begin nearer than the shaders' 0.001, so that
 * none slips through a wall in the corner beside it. */
static int escapes(const struct scene *s, int paths)
{
    struct probe probe ENDED_BY(probe_close);
    struct gm_draws draws = {1, 0};
    int escaped = 0;
    probe_open(&probe, s);
    for (int i = 0; i < paths; i++) {
        struct dvec at = of_floats(s->camera.eye), d = gm_draw_direction(&draws);
        for (int bounce = 0; bounce < 8; bounce++) {
            if (!probe_ray(&probe, at, 1e-5, d)) {
                escaped++;
                break;
            }
            if (hit_material(&probe)->model == MATERIAL_EMISSIVE)
                break;
            struct dvec n = hit_normal(&probe);
            if (dvec_dot(n, d) > 0.0)
                break;
            at = dvec_along(at, d, (double)probe.result.t);
            d = dvec_unit(dvec_along(n, gm_draw_direction(&draws), 0.99));
        }
    }
    return escaped;
}

TEST(no_path_leaves_a_closed_scene)
{
    static const char *const closed[] = {"atrium", "bath", "cornell"};
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        struct scene *s FREED_BY(scene_free) = load(closed[i]);
        int escaped = escapes(s, 3000);
        if (escaped)
            fail_msg("%s: %d paths escape", closed[i], escaped);
    }
}

TEST(most_paths_leave_an_open_scene)
{
    static const char *const open[] = {"lonely", "park", "rigging", "tree"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        struct scene *s FREED_BY(scene_free) = load(open[i]);
        int escaped = escapes(s, 500);
        if (escaped < 375)
            fail_msg("%s: only %d paths of 500 escape", open[i], escaped);
    }
}

TEST(closed_scenes_have_lights)
{
    FOR_EACH_PROMISE(p)
    {
        struct scene *s FREED_BY(scene_free) = load(p->name);
        bool light = s->sky;
        for (uint32_t i = 0; i < s->n_materials; i++)
            light |= s->materials[i].model == MATERIAL_EMISSIVE;
        if (!light)
            fail_msg("%s is dark", p->name);
    }
}

TEST(the_park_is_made_of_instances)
{
    struct scene *s FREED_BY(scene_free) = load("park");
    assert_true(scene_unique_triangles(s) <= 200000);
    assert_true(s->n_instances >= 500);
}

TEST(the_tree_has_masked_leaves_with_holes)
{
    struct scene *s FREED_BY(scene_free) = load("tree");
    uint64_t masked = 0;
    for (uint32_t i = 0; i < s->n_meshes; i++)
        for (uint32_t t = 0; t < s->meshes[i].n_triangles; t++) {
            const struct scene_mesh *m = &s->meshes[i];
            masked += s->materials[m->vertices[m->indices[3 * (size_t)t]].material].masked;
        }
    assert_true(masked >= 10000);
    assert_int_equal(s->n_textures, 1);
    uint64_t holes = 0, texels = (uint64_t)s->textures[0].width * s->textures[0].height;
    for (uint64_t i = 0; i < texels; i++)
        holes += s->textures[0].rgba[4 * i + 3] < 128;
    assert_true(holes > texels / 4 && holes < texels * 3 / 4);
}

/* Recorded once; another compiler or machine must make the same positions. */
TEST(positions_are_the_same_on_every_machine)
{
    static const struct {
        const char *name;
        uint64_t bits;
    } recorded[] = {
        {"blob", UINT64_C(0xe01ac8377b99da93)},
        {"park", UINT64_C(0xd7ad31b46d7bfbf0)},
        {"tree", UINT64_C(0x36df67fb4b5c422e)},
    };
    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
        struct scene *s FREED_BY(scene_free) = load(recorded[i].name);
        if (fingerprint(s) != recorded[i].bits)
            fail_msg("%s: the positions' fingerprint is 0x%llx, was 0x%llx", recorded[i].name,
                     (unsigned long long)fingerprint(s), (unsigned long long)recorded[i].bits);
    }
}
