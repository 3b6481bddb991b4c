/* One rule for normals that a file does not have, however it shares its vertices. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/scene.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define POINTS "0 0 0\n0 0 1\n0 1 1\n0 1 0\n1 0 0\n1 0 1\n1 1 1\n1 1 0\n"
#define FACES  "4 0 1 2 3\n4 7 6 5 4\n4 0 4 5 1\n4 1 5 6 2\n4 2 6 7 3\n4 3 7 4 0\n"

static const char cube_obj[] =
    "v 0 0 0\nv 0 0 1\nv 0 1 1\nv 0 1 0\nv 1 0 0\nv 1 0 1\nv 1 1 1\nv 1 1 0\n"
    "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
static const char cube_ply[] =
    "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\n"
    "property float z\nelement face 6\nproperty list uchar int vertex_index\n"
    "end_header\n" POINTS FACES;
static const char cube_zero_normals[] =
    "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\n"
    "property float z\nproperty float nx\nproperty float ny\nproperty float nz\n"
    "element face 6\nproperty list uchar int vertex_index\nend_header\n"
    "0 0 0 0 0 0\n0 0 1 0 0 0\n0 1 1 0 0 0\n0 1 0 0 0 0\n1 0 0 0 0 0\n1 0 1 0 0 0\n"
    "1 1 1 0 0 0\n1 1 0 0 0 nan\n" FACES;
static const char cube_off[] = "OFF\n8 6 0\n" POINTS FACES;

static struct scene *load(const char *name, const char *text)
{
    struct scene *s;
    program_write_text(name, text);
    assert_ok(scene_load(&s, name, &st));
    return s;
}

/* The corners of the triangles, in their order, are the same to the bit. */
static void expect_equal(const struct scene *a, const struct scene *b)
{
    const struct scene_mesh *m = &a->meshes[0], *o = &b->meshes[0];
    assert_int_equal(m->n_triangles, o->n_triangles);
    for (uint32_t i = 0; i < 3 * m->n_triangles; i++) {
        const struct scene_vertex *v = &m->vertices[m->indices[i]],
                                  *w = &o->vertices[o->indices[i]];
        assert_memory_equal(v->position, w->position, sizeof v->position);
        if (memcmp(v->normal, w->normal, sizeof v->normal) != 0)
            fail_msg("%s: corner %u has (%g %g %g), not (%g %g %g)", b->name, i,
                     (double)w->normal[0], (double)w->normal[1], (double)w->normal[2],
                     (double)v->normal[0], (double)v->normal[1], (double)v->normal[2]);
    }
}

static void expect_same_everywhere(const char *obj, const char *ply, const char *off)
{
    struct scene *a FREED_BY(scene_free) = load("a.obj", obj), *b = load("b.ply", ply),
                    *c = load("c.off", off);
    expect_equal(a, b);
    expect_equal(a, c);
    scene_free(b);
    scene_free(c);
}

TEST(a_cube_is_the_same_in_every_format)
{
    expect_same_everywhere(cube_obj, cube_ply, cube_off);
    struct scene *a FREED_BY(scene_free) = load("a.obj", cube_obj),
                    *b = load("b.ply", cube_zero_normals);
    expect_equal(a, b);
    assert_int_equal(a->meshes[0].n_vertices, 24);
    assert_int_equal(b->meshes[0].n_vertices, 24);
    assert_non_null(strstr(b->notes, "b.ply:20: 1 normal is not a number"));
    scene_free(b);
}

/* A roof of two quads, blunter than 60 degrees: its ridge is smooth, and quads count once. */
TEST(a_blunt_edge_is_smooth_in_every_format)
{
#define ROOF "0 0 0\n1 0 0\n1 1 0.4\n0 1 0.4\n1 2 0\n0 2 0\n"
    static const char obj[] = "v 0 0 0\nv 1 0 0\nv 1 1 0.4\nv 0 1 0.4\nv 1 2 0\nv 0 2 0\n"
                              "f 1 2 3 4\nf 4 3 5 6\n";
    static const char ply[] =
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\n"
        "property float z\nelement face 2\nproperty list uchar int vertex_index\n"
        "end_header\n" ROOF "4 0 1 2 3\n4 3 2 4 5\n";
    expect_same_everywhere(obj, ply, "OFF\n6 2 0\n" ROOF "4 0 1 2 3\n4 3 2 4 5\n");
    struct scene *s = load("a.obj", obj);
    const struct scene_mesh *m = &s->meshes[0];
    assert_int_equal(m->n_vertices, 6);
    for (uint32_t i = 0; i < 6; i++)
        if (m->vertices[i].position[1] == 1.0f && !(m->vertices[i].normal[2] > 0.999f))
            fail_msg("the ridge is not smooth");
    scene_free(s);
}

/* A fan of triangles around one point: each vertex would be compared with each. */
TEST(where_very_many_triangles_meet_normals_are_flat)
{
    enum { N = 200000, LINE = 80 };
    char *text FREED_BY(mem_free) = mem_calloc(2 * N + 1, LINE), *at = text;
    assert_non_null(text);
    at += snprintf(at, LINE, "v 0 0 1\n");
    for (int i = 0; i < N; i++)
        at += snprintf(at, LINE, "v %.17g %.17g 0\n", cos(i * 1e-5), sin(i * 1e-5));
    for (int i = 1; i < N; i++)
        at += snprintf(at, LINE, "f 1 %d %d\n", i + 1, i + 2);
    struct scene *s FREED_BY(scene_free) = load("fan.obj", text);
    assert_int_equal(s->meshes[0].n_triangles, N - 1);
}

/* A power of two as unit changes no normal, where squares of lengths are no floats any more. */
TEST(the_unit_changes_no_normal)
{
    static const int powers[] = {-60, -40, 40, 60};
    struct scene *a FREED_BY(scene_free) = load("a.obj", cube_obj);
    for (size_t k = 0; k < sizeof powers / sizeof *powers; k++) {
        char text[4096] = "", line[128];
        for (int i = 0; i < 8; i++) {
            static const int at[8][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0},
                                         {1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}};
            const double unit = ldexp(1.0, powers[k]);
            snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", at[i][0] * unit, at[i][1] * unit,
                     at[i][2] * unit);
            strncat(text, line, sizeof text - strlen(text) - 1);
        }
        strncat(text, strchr(cube_obj, 'f'), sizeof text - strlen(text) - 1);
        struct scene *s;
        program_write_text("b.obj", text);
        if (scene_load(&s, "b.obj", &st) != ST_OK) /* beyond what a scene may measure */
            continue;
        for (uint32_t i = 0; i < 36; i++)
            assert_memory_equal(s->meshes[0].vertices[s->meshes[0].indices[i]].normal,
                                a->meshes[0].vertices[a->meshes[0].indices[i]].normal,
                                3 * sizeof(float));
        scene_free(s);
    }
}

/* The specification of glTF 2.0, 3.7.2.1: without normals a mesh is flat. */
TEST(gltf_without_normals_is_flat)
{
    static const float points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.2f};
    static const uint16_t indices[6] = {0, 1, 2, 2, 1, 3};
    unsigned char bytes[60];
    memcpy(bytes, points, 48);
    memcpy(bytes + 48, indices, 12);
    assert_ok(file_write("a.bin", bytes, sizeof bytes, &st));
    struct scene *s = load(
        "a.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"a.bin\",\"byteLength\":60}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},"
        "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":12}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}],\"meshes\":["
        "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}");
    const struct scene_mesh *m = &s->meshes[0];
    assert_int_equal(m->n_vertices, 6); /* the edge between the two of 11 degrees is sharp */
    for (uint32_t i = 0; i < 3; i++)
        assert_true(m->vertices[m->indices[i]].normal[2] == 1.0f);
    assert_true(m->vertices[m->indices[3]].normal[2] < 0.99f);
    scene_free(s);
}

TEST_GROUP(program_enter, program_leave)
