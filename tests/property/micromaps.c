/* What a ray hits, after the any-hit shader has been asked about its candidates, is the same with
 * opacity micromaps of any level and without: on random masked triangles, textures and rays. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "scenes/bvh/micromap.h"
#include "sim/functional/traversal/traverse.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <string.h>

enum { SCENES = 60, RAYS = 400, TEXTURES = 3, MOST_SIDE = 40 };

static struct rig_scene rig;
static struct image textures[TEXTURES];
static uint8_t texels[TEXTURES][MOST_SIDE * MOST_SIDE * 4];

struct draws {
    uint64_t seed, n;
};

static uint32_t draw(struct draws *d, uint32_t below)
{
    return (uint32_t)random_below(d->seed, RANDOM_TEST, d->n++, below);
}
static float real(struct draws *d, float lo, float hi)
{
    return lo + (hi - lo) * (float)random_unit(d->seed, RANDOM_TEST, d->n++);
}

/* ---- the any-hit shader once more, from sim/shaders/hit.h ---- */

static float wrap(float x)
{
    return x - floorf(x);
}
static float mix(float a, float b, float c, float u, float v)
{
    return (a * ((1.0f - u) - v) + b * u) + c * v;
}

static bool passes(const float at[3][2], const struct image *texture, float u, float v)
{
    uint32_t x = (uint32_t)(wrap(mix(at[0][0], at[1][0], at[2][0], u, v)) * (float)texture->width);
    uint32_t y = (uint32_t)(wrap(mix(at[0][1], at[1][1], at[2][1], u, v)) * (float)texture->height);
    x = x >= texture->width ? texture->width - 1 : x;
    y = y >= texture->height ? texture->height - 1 : y;
    return image_at(texture, x, y)[3] >= 128;
}

static bool any_hit(const struct trace_candidate *c)
{
    const struct scene_mesh *mesh = &rig.meshes[rig.instances[c->instance].index];
    const uint32_t *index = mesh->indices + 3 * (size_t)c->primitive;
    float at[3][2];
    for (int i = 0; i < 3; i++)
        memcpy(at[i], mesh->vertices[index[i]].texcoord, sizeof at[i]);
    const struct scene_material *m = &rig.materials[mesh->vertices[index[0]].material];
    return passes((const float(*)[2])at, &textures[m->texture], c->u, c->v);
}

struct answer {
    bool hit;
    float t, u, v;
    uint32_t instance, primitive;
};

/* As lane_ray_report() takes what the shader reports. */
static struct answer ask(const struct device_image *image, const struct traversal_options *way,
                         const struct ray *ray, struct trace_result *r)
{
    assert_ok(traverse(image, way, ray, r, &st));
    struct answer a = {r->hit, r->hit ? r->t : ray->tmax, r->u, r->v, r->instance, r->primitive};
    for (uint32_t i = 0; i < r->n_candidates; i++) {
        const struct trace_candidate *c = &r->candidates[i];
        bool before = trace_precedes(c->instance, c->primitive, a.instance, a.primitive);
        if (c->t < ray->tmin || c->t > a.t || (a.hit && c->t == a.t && !before) || !any_hit(c))
            continue;
        a = (struct answer){true, c->t, c->u, c->v, c->instance, c->primitive};
    }
    return a;
}

/* ---- what is asked ---- */

/* Blocks of holes, so that there is something to be decided early. */
static void make_textures(struct draws *d)
{
    for (int i = 0; i < TEXTURES; i++) {
        struct image *t = &textures[i];
        *t = (struct image){1 + draw(d, MOST_SIDE), 1 + draw(d, MOST_SIDE), texels[i]};
        memset(texels[i], draw(d, 2) ? 255 : 0, sizeof texels[i]);
        for (uint32_t n = draw(d, 6); n-- > 0;) {
            uint32_t x0 = draw(d, t->width), y0 = draw(d, t->height);
            uint32_t w = 1 + draw(d, t->width), h = 1 + draw(d, t->height);
            uint8_t alpha = (uint8_t)(draw(d, 2) ? 127 + draw(d, 2) : draw(d, 256));
            for (uint32_t y = y0; y < y0 + h && y < t->height; y++)
                for (uint32_t x = x0; x < x0 + w && x < t->width; x++)
                    image_at(t, x, y)[3] = alpha;
        }
    }
}

/* Some on texels' edges, some far away, some turned round, some all in one place. */
static void place_texture(struct draws *d, struct scene_vertex v[3])
{
    uint32_t how = draw(d, 8);
    float far = how == 0 ? 3000 : how < 3 ? 7 : 1, x = real(d, -far, far), y = real(d, -far, far);
    float size = how == 3 ? 1e-4f : how == 4 ? 20 : 1;
    for (int i = 0; i < 3; i++) {
        v[i].texcoord[0] = x + size * real(d, 0, 1);
        v[i].texcoord[1] = y + size * real(d, 0, 1);
        if (how >= 6) {
            v[i].texcoord[0] = (float)draw(d, 5) / 4;
            v[i].texcoord[1] = (float)draw(d, 5) / 4;
        }
    }
}

static void make_scene(struct draws *d)
{
    rig_scene_init(&rig, 1 + TEXTURES);
    make_textures(d);
    rig.scene.textures = textures;
    rig.scene.n_textures = TEXTURES;
    for (int i = 0; i < TEXTURES; i++) {
        rig.materials[1 + i].masked = true;
        rig.materials[1 + i].texture = i;
    }
    uint32_t mesh = rig_add_mesh(&rig);
    rig_add_random_triangles(&rig, mesh, 10 + draw(d, 150), draw(d, 4) ? 10 : 2, d->seed);
    for (uint32_t i = 0; i < rig.meshes[mesh].n_triangles; i++) {
        struct scene_vertex *v = &rig.vertices[mesh][3 * (size_t)i];
        v[0].material = v[1].material = v[2].material = (int32_t)draw(d, 2 + TEXTURES) % 4;
        place_texture(d, v);
        if (draw(d, 10) == 0) /* a needle, whose barycentrics are far from exact */
            for (int k = 0; k < 3; k++)
                v[2].position[k] =
                    v[0].position[k] + 0.4f * (v[1].position[k] - v[0].position[k]) + 1e-5f;
    }
    const struct mat34 turned = {{0, 0, 2, 1, 0, 1, 0, 0, -1, 0, 0, 0}};
    rig_add_instance(&rig, mesh, NULL);
    rig_add_instance(&rig, mesh, &turned);
    rig_add_instance(&rig, mesh, NULL); /* all at equal distance */
}

static struct ray random_ray(struct draws *d)
{
    struct ray ray = {.tmin = 0.001f, .tmax = draw(d, 3) ? 1000 : real(d, 0, 20)};
    const struct scene_vertex *v = &rig.vertices[0][3 * draw(d, rig.meshes[0].n_triangles)];
    /* At a point of a triangle, now and then of its edge. */
    float a = real(d, 0, 1), b = real(d, 0, 1);
    b = draw(d, 4) ? b : 0;
    if (a + b > 1) {
        a = 1 - a;
        b = 1 - b;
    }
    for (int k = 0; k < 3; k++) {
        float at = v[0].position[k] + a * (v[1].position[k] - v[0].position[k]) +
                   b * (v[2].position[k] - v[0].position[k]);
        ray.origin[k] = real(d, -12, 12);
        ray.direction[k] = (at - ray.origin[k]) * 0.1f;
    }
    return ray;
}

struct sums {
    uint64_t hits, candidates[MICROMAP_MOST_LEVEL + 1], decided;
};

static void check_ray(const struct device_image *image, const struct ray *ray, uint64_t seed,
                      struct sums *sums)
{
    static struct trace_result r;
    for (int order = 0; order < 2; order++) {
        struct traversal_options way = {.order = (enum traversal_order)order};
        const struct answer without = ask(image, &way, ray, &r);
        const uint32_t candidates = r.n_candidates;
        sums->hits += without.hit;
        sums->candidates[0] += candidates;
        for (way.micromap_level = 1; way.micromap_level <= 8; way.micromap_level += 1 + order) {
            const struct answer with = ask(image, &way, ray, &r);
            sums->candidates[way.micromap_level] += r.n_candidates;
            bool same = with.hit == without.hit && (!with.hit || with.t == without.t) &&
                        with.u == without.u && with.v == without.v &&
                        with.instance == without.instance && with.primitive == without.primitive;
            if (ray->flags & RAY_TERMINATE_ON_FIRST_HIT) /* which it is may differ */
                same = with.hit == without.hit;
            if (!same || r.n_candidates > candidates)
                fail_msg("seed %llu, order %d, level %u: hit %d t %.9g triangle %u of %u, u %.9g v "
                         "%.9g, without micromaps %d %.9g %u of %u, %.9g %.9g; %u candidates of %u",
                         (unsigned long long)seed, order, way.micromap_level, with.hit,
                         (double)with.t, with.primitive, with.instance, (double)with.u,
                         (double)with.v, without.hit, (double)without.t, without.primitive,
                         without.instance, (double)without.u, (double)without.v, r.n_candidates,
                         candidates);
        }
    }
}

TEST(hits_are_the_same_with_micromaps)
{
    struct sums sums = {0};
    for (uint64_t seed = 1; seed <= SCENES; seed++) {
        struct draws d = {.seed = seed};
        struct device_image *image FREED_BY(device_image_free);
        make_scene(&d);
        assert_ok(device_image_create(&image, &rig.scene, &st));
        for (uint32_t level = 1; level <= 8; level++)
            assert_ok(micromaps_prepare(image, level, &st));
        for (uint32_t i = 0; i < RAYS; i++) {
            struct ray ray = random_ray(&d);
            ray.flags = draw(&d, 4) ? 0 : RAY_TERMINATE_ON_FIRST_HIT;
            check_ray(image, &ray, seed, &sums);
        }
    }
    assert_true(sums.hits > RAYS * SCENES / 2);
    /* They are good for something, and the finer the better. */
    assert_true(3 * sums.candidates[8] < sums.candidates[7] * 4);
    assert_true(sums.candidates[4] < sums.candidates[2]);
    assert_true(3 * sums.candidates[7] < sums.candidates[0]);
}

/* Of single triangles, at every point: opaque is what passes, transparent what does not. */
TEST(states_are_never_wrong)
{
    uint64_t known = 0, all = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct draws d = {.seed = seed};
        struct scene_vertex v[3];
        struct micromap_mask mask;
        uint8_t states[1 << 12];
        float at[3][2];
        uint32_t level = 1 + draw(&d, 7);
        make_textures(&d);
        place_texture(&d, v);
        for (int i = 0; i < 3; i++)
            memcpy(at[i], v[i].texcoord, sizeof at[i]);
        assert_ok(micromap_mask_create(&mask, &textures[0], &st));
        int same = micromap_bake(&mask, (const float(*)[2])at, level, states);
        micromap_mask_release(&mask);
        for (uint32_t n = 0; n < 300; n++) {
            /* On the edges of microtriangles every other time, up to a margin out of the triangle.
             */
            float parts = (float)(1u << level), u = real(&d, 0, 1), w = real(&d, 0, 1) * (1 - u);
            if (n % 2) {
                u = roundf(u * parts) / parts + real(&d, -1e-7f, 1e-7f);
                w = roundf(w * parts) / parts + real(&d, -1e-7f, 1e-7f);
            }
            if (n % 7 == 0)
                u = real(&d, -MICROMAP_MARGIN, 0);
            if (u + w > 1 + MICROMAP_MARGIN || w < -MICROMAP_MARGIN || u < -MICROMAP_MARGIN)
                continue;
            uint32_t i = microtriangle_at(u, w, level);
            int says = states[i / 4] >> 2 * (i % 4) & 3;
            bool pass = passes((const float(*)[2])at, &textures[0], u, w);
            all++;
            known += says != MICROMAP_UNKNOWN;
            if ((same >= 0 && says != same) || says == 2 ||
                (says != MICROMAP_UNKNOWN && pass != (says == MICROMAP_OPAQUE)))
                fail_msg("seed %llu, level %u, u %.9g v %.9g: state %d, the shader says %d",
                         (unsigned long long)seed, level, (double)u, (double)w, says, pass);
        }
    }
    assert_true(2 * known > all && known < all);
}
