/* Scenes without transforms: every vertex where its instance had it. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "scenes/flatten.h"
#include "tests/rig/scenes.h"

#include <string.h>

static struct scene_mesh make_mesh(void)
{
    static const struct scene_vertex corners[3] = {
        {.position = {0, 0, 0}, .normal = {0, 0, 1}, .material = 3},
        {.position = {1, 0, 0}, .normal = {0, 0, 1}},
        {.position = {0, 1, 0}, .normal = {0, 0, 1}},
    };
    struct scene_mesh m = {.name = mem_strdup("m"),
                           .vertices = mem_calloc(3, sizeof corners[0]),
                           .n_vertices = 3,
                           .indices = mem_calloc(3, sizeof(uint32_t)),
                           .n_triangles = 1};
    assert_true(m.name && m.vertices && m.indices);
    memcpy(m.vertices, corners, sizeof corners);
    for (uint32_t i = 0; i < 3; i++)
        m.indices[i] = i;
    return m;
}

/* A mesh at its own place, moved, and turned round x by 90 degrees; and a sphere. */
static struct scene *make_scene(void)
{
    static const struct mat34 moved = {{1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7}};
    static const struct mat34 turned = {{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0}};
    struct scene *s = mem_calloc(1, sizeof *s);
    assert_non_null(s);
    s->name = mem_strdup("test");
    s->meshes = mem_calloc(1, sizeof *s->meshes);
    s->instances = mem_calloc(4, sizeof *s->instances);
    s->spheres = mem_calloc(1, sizeof *s->spheres);
    assert_true(s->name && s->meshes && s->instances && s->spheres);
    s->meshes[s->n_meshes++] = make_mesh();
    s->n_spheres = 1;
    for (uint32_t i = 0; i < 4; i++)
        s->instances[s->n_instances++].transform = mat34_identity();
    s->instances[0].transform = moved;
    s->instances[2].transform = turned;
    s->instances[3].geometry = GEOMETRY_SPHERE;
    return s;
}

static void assert_vertex(const struct scene *s, uint32_t instance, uint32_t i, float x, float y,
                          float z)
{
    const float *p = s->meshes[s->instances[instance].index].vertices[i].position;
    if (p[0] != x || p[1] != y || p[2] != z)
        fail_msg("instance %u, vertex %u: (%g, %g, %g) instead of (%g, %g, %g)", instance, i,
                 (double)p[0], (double)p[1], (double)p[2], (double)x, (double)y, (double)z);
}

TEST(instances_become_models_in_their_place)
{
    struct scene *s = make_scene();
    assert_false(scene_is_flat(s));
    assert_ok(scene_flatten(s, &st));
    assert_true(scene_is_flat(s));
    assert_int_equal(s->n_meshes, 3);
    assert_int_equal(s->n_instances, 4);
    assert_vertex(s, 0, 1, 6, 6, 7);
    assert_vertex(s, 1, 1, 1, 0, 0);
    assert_vertex(s, 2, 2, 0, 0, 1);
    const struct scene_mesh *turned = &s->meshes[s->instances[2].index];
    assert_true(turned->vertices[0].normal[1] == -1.0f && turned->vertices[0].normal[2] == 0.0f);
    assert_int_equal(turned->vertices[0].material, 3);
    assert_true(turned->lo.z == 0.0f && turned->hi.z == 1.0f && turned->hi.y == 0.0f);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(s->instances[i].index, s->instances[k].index);
    scene_free(s);
}

TEST(a_flat_scene_stays_as_it_is)
{
    struct scene *s FREED_BY(scene_free) = make_scene();
    s->instances[0].transform = s->instances[2].transform = mat34_identity();
    assert_true(scene_is_flat(s));
    assert_ok(scene_flatten(s, &st));
    assert_int_equal(s->n_meshes, 1);
    assert_int_equal(s->instances[0].index, s->instances[2].index);
}

TEST(scenes_too_large_to_be_flat_are_refused)
{
    struct scene *s FREED_BY(scene_free) = make_scene();
    s->meshes[0].n_triangles = FLATTEN_MOST_TRIANGLES / 2;
    assert_int_equal(scene_flatten(s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "test: 12582912 triangles when every instance is a model"));
    s->meshes[0].n_triangles = 1;
}

TEST(places_beyond_numbers_are_refused)
{
    struct scene *s FREED_BY(scene_free) = make_scene();
    s->instances[2].transform.m[0] = 3e38f;
    s->instances[2].transform.m[3] = 3e38f;
    assert_int_equal(scene_flatten(s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "no finite position or normal"));
}
