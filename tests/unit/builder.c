/* The scene builder: what enters a scene, what is refused, what a finished scene holds. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "scenes/builder.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <string.h>

static const struct scene_material grey = {
    .color = {0.5f, 0.5f, 0.5f}, .texture = -1, .model = MATERIAL_LAMBERTIAN};
static const float corners[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 0, -2}, {0, 0, -2}};

/* A square in the plane y = 0 seen from above, without normals; `spoil` may break it. */
static enum st_code add_square(struct scene_builder *b,
                               void (*spoil)(struct scene_vertex *v, uint32_t *indices),
                               uint32_t *index, struct status *st)
{
    static const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
    struct scene_vertex *v = mem_calloc(4, sizeof *v);
    uint32_t *indices = mem_calloc(6, sizeof *indices);
    if (!v || !indices) {
        mem_free(v);
        mem_free(indices);
        return status_no_memory(st, "square");
    }
    for (int i = 0; i < 4; i++)
        memcpy(v[i].position, corners[i], sizeof corners[i]);
    memcpy(indices, order, sizeof order);
    if (spoil)
        spoil(v, indices);
    return builder_mesh(b, "square", v, 4, indices, 2, index, st);
}

static enum st_code build_square(struct scene_builder *b, struct scene **out, struct status *st)
{
    uint32_t index;
    struct mat34 up = mat34_identity();
    up.m[7] = 3.0f;
    struct scene_sphere ball = {.center = {5, 0, 0}, .radius = 1.5f};
    TRY(builder_start(b, st));
    TRY(builder_material(b, &grey, &index, st));
    TRY(add_square(b, NULL, &index, st));
    TRY(builder_instance(b, index, &up, st));
    TRY(builder_instance(b, index, &up, st));
    TRY(builder_sphere(b, &ball, st));
    hash_add(b->hash, "x", 1);
    return builder_finish(b, out, st);
}

TEST(a_finished_scene_has_counts_bounds_and_a_hash)
{
    struct scene_builder b;
    struct scene *s FREED_BY(scene_free);
    char expected[HASH_TEXT];
    assert_ok(build_square(&b, &s, &st));
    assert_int_equal(scene_triangles(s), 4);
    assert_int_equal(scene_unique_triangles(s), 2);
    assert_int_equal(s->n_instances, 3);
    assert_int_equal(s->instances[2].geometry, GEOMETRY_SPHERE);
    struct vec3 lo, hi;
    scene_bounds(s, &lo, &hi);
    assert_true(lo.x == 0.0f && lo.y == -1.5f && lo.z == -2.0f);
    assert_true(hi.x == 6.5f && hi.y == 3.0f && hi.z == 1.5f);
    hash_bytes("x", 1, expected);
    assert_string_equal(s->hash, expected);
    builder_abandon(&b);
}

TEST(missing_normals_become_smooth_ones_and_given_ones_unit_length)
{
    struct scene_builder b;
    struct scene *s FREED_BY(scene_free);
    assert_ok(build_square(&b, &s, &st));
    for (int i = 0; i < 4; i++)
        assert_true(s->meshes[0].vertices[i].normal[1] == 1.0f);
}

static void lengthen(struct scene_vertex *v, uint32_t *indices)
{
    v[1].normal[0] = 4.0f;
    indices[5] = 2; /* the second triangle is degenerate: vertex 3 has no triangle */
}

TEST(a_degenerate_triangle_is_kept_with_a_fallback_normal)
{
    struct scene_builder b;
    uint32_t index;
    assert_ok(builder_start(&b, &st));
    assert_ok(builder_material(&b, &grey, &index, &st));
    assert_ok(add_square(&b, lengthen, &index, &st));
    const struct scene_vertex *v = b.scene->meshes[0].vertices;
    assert_true(v[1].normal[0] == 1.0f && v[1].normal[1] == 0.0f);
    assert_true(v[3].normal[1] == 1.0f);
    assert_int_equal(b.scene->meshes[0].n_triangles, 2);
    builder_abandon(&b);
}

static void no_number(struct scene_vertex *v, uint32_t *indices)
{
    (void)indices;
    v[2].position[1] = NAN;
}
static void infinite(struct scene_vertex *v, uint32_t *indices)
{
    (void)indices;
    v[3].texcoord[0] = INFINITY;
}
static void beyond(struct scene_vertex *v, uint32_t *indices)
{
    (void)v;
    indices[4] = 4;
}
static void no_material(struct scene_vertex *v, uint32_t *indices)
{
    (void)indices;
    v[0].material = 1;
}

TEST(broken_meshes_are_refused)
{
    static const struct {
        void (*spoil)(struct scene_vertex *v, uint32_t *indices);
        const char *said;
    } cases[] = {
        {no_number, "mesh 'square' has a NaN or infinite coordinate at vertex 2"},
        {infinite, "mesh 'square' has a NaN or infinite coordinate at vertex 3"},
        {beyond, "mesh 'square' uses vertex 4 in triangle 1; there are 4"},
        {no_material, "mesh 'square' uses material 1 at vertex 0; there are 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene_builder b;
        uint32_t index;
        assert_ok(builder_start(&b, &st));
        assert_ok(builder_material(&b, &grey, &index, &st));
        assert_int_equal(add_square(&b, cases[i].spoil, &index, &st), ST_FAILED);
        if (strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
        assert_int_equal(b.scene->n_meshes, 0);
        builder_abandon(&b);
    }
}

TEST(broken_parts_are_refused)
{
    struct scene_builder b;
    uint32_t index;
    assert_ok(builder_start(&b, &st));
    struct scene_material m = grey;
    m.color[1] = -1.0f;
    assert_int_equal(builder_material(&b, &m, &index, &st), ST_FAILED);
    m = grey;
    m.texture = 0;
    assert_int_equal(builder_material(&b, &m, &index, &st), ST_FAILED);
    m = grey;
    m.masked = true;
    assert_int_equal(builder_material(&b, &m, &index, &st), ST_FAILED);
    m = grey;
    m.fuzz = 2.0f;
    assert_int_equal(builder_material(&b, &m, &index, &st), ST_FAILED);
    m = grey;
    m.model = MATERIAL_DIELECTRIC;
    assert_int_equal(builder_material(&b, &m, &index, &st), ST_FAILED);
    assert_ok(builder_material(&b, &grey, &index, &st));
    struct scene_sphere ball = {.radius = 0.0f};
    assert_int_equal(builder_sphere(&b, &ball, &st), ST_FAILED);
    ball.radius = 1.0f;
    ball.material = 1;
    assert_int_equal(builder_sphere(&b, &ball, &st), ST_FAILED);
    struct mat34 flat = mat34_identity();
    assert_int_equal(builder_instance(&b, 0, &flat, &st), ST_FAILED);
    assert_ok(add_square(&b, NULL, &index, &st));
    flat.m[5] = 0.0f;
    assert_int_equal(builder_instance(&b, 0, &flat, &st), ST_FAILED);
    flat.m[5] = NAN;
    assert_int_equal(builder_instance(&b, 0, &flat, &st), ST_FAILED);
    assert_int_equal(b.scene->n_instances, 0);
    builder_abandon(&b);
}

TEST(scenes_that_nobody_can_see_are_refused)
{
    static const struct {
        struct scene_camera camera;
        const char *said;
    } cases[] = {
        {{{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, 0, 0, 1}, "the camera's vertical field of view is 0"},
        {{{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, 180, 0, 1},
         "the camera's vertical field of view is 180"},
        {{{0, 0, 1}, {0, 0, 1}, {0, 1, 0}, 40, 0, 1}, "the camera looks at its own position"},
        {{{0, 0, 1}, {0, 0, 0}, {0, 0, 2}, 40, 0, 1}, "the camera's up is zero or along its view"},
        {{{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, 40, 0, 1}, "the camera's up is zero or along its view"},
        {{{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, 40, -1, 1}, "the camera's aperture is -1"},
        {{{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, 40, 0, 0}, "the camera's focus distance is 0"},
        {{{0, 0, NAN}, {0, 0, 0}, {0, 1, 0}, 40, 0, 1}, "the camera has a number that is not"},
    };
    struct scene_builder b;
    struct scene *s;
    assert_ok(build_square(&b, &s, &st));
    assert_ok(scene_validate(s, &st));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        s->camera = cases[i].camera;
        assert_int_equal(scene_validate(s, &st), ST_FAILED);
        if (strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
    scene_free(s);
    assert_ok(builder_start(&b, &st));
    assert_int_equal(builder_finish(&b, &s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "no geometry"));
    builder_abandon(&b);
}

TEST(every_failed_allocation_is_reported_and_nothing_is_held)
{
    struct scene_builder b;
    struct scene *s = NULL;
    assert_survives_without_memory(build_square(&b, &s, &st), 10, builder_abandon(&b);
                                   scene_free(s));
    builder_abandon(&b);
    scene_free(s);
}
