/* OBJ meshes with the very numbers of their files: as_lumibench. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "scenes/scene.h"
#include "tests/rig/scenes.h"

#include <string.h>

#define SCENE(more)                                                                                \
    "meshes = ( { name = \"m\"; file = \"m.obj\"; as_lumibench = true; " more " } );\n"

/* Numbers that come out otherwise where the part behind the point is rounded by itself. */
static const char obj[] = "v 0.032093 2.212740 -9.469857\n"
                          "v 0.000000 2.217167 -9.460635\n"
                          "v -0.045387 5.060061 -10.882139\n"
                          "v 7 8 9\n"
                          "vt 0.25 0.75\n"
                          "vt 0.5 0.3\n"
                          "vn 0 0 2\n"
                          "vn 0.6 0 0.7\n"
                          "f 1/1/1 2/2/2 3/1/1\n"
                          "f -4//-1 -2//-1 -1//-2\n";

static struct scene *load(const char *mesh, const char *scene)
{
    struct scene *s;
    program_write_text("m.obj", mesh);
    program_write_text("m.scene", scene);
    assert_ok(scene_load(&s, "m.scene", &st));
    return s;
}

static const struct scene_vertex *corner(const struct scene *s, uint32_t i)
{
    return &s->meshes[0].vertices[s->meshes[0].indices[i]];
}

TEST(numbers_are_the_nearest_floats)
{
    struct scene *s FREED_BY(scene_free) = load(obj, SCENE(""));
    static const float positions[6][3] = {
        {0.032093f, 2.212740f, -9.469857f},   {0, 2.217167f, -9.460635f},
        {-0.045387f, 5.060061f, -10.882139f}, {0.032093f, 2.212740f, -9.469857f},
        {-0.045387f, 5.060061f, -10.882139f}, {7, 8, 9}};
    assert_int_equal(s->meshes[0].n_triangles, 2);
    for (uint32_t i = 0; i < 6; i++)
        assert_memory_equal(corner(s, i)->position, positions[i], sizeof positions[i]);
    assert_true(corner(s, 0)->normal[2] == 2.0f && corner(s, 1)->normal[0] == 0.6f);
    assert_true(corner(s, 3)->normal[2] == 0.7f && corner(s, 5)->normal[2] == 2.0f);
    assert_true(corner(s, 0)->texcoord[1] == 0.25f && corner(s, 1)->texcoord[1] == 1.0f - 0.3f);
}

TEST(a_normal_that_is_no_number_stays_the_geometrys)
{
    struct scene *s FREED_BY(scene_free) =
        load("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 3\nvn nan nan nan\n"
             "f 1//1 2//2 3//1\n",
             SCENE(""));
    assert_true(corner(s, 0)->normal[2] == 3.0f && corner(s, 1)->normal[2] == 1.0f);
    assert_non_null(strstr(s->notes, "m.obj:5: 1 normal is not a number; "));
}

/* The transposed inverse of a scaling by 4 is one by 1/4. */
TEST(baked_normals_keep_the_length_of_the_transposed_inverse)
{
    struct scene *s FREED_BY(scene_free) =
        load(obj, SCENE("baked = true; scale = 4; translate = (1, 0, 0);"));
    assert_true(corner(s, 0)->normal[0] == 0.0f && corner(s, 0)->normal[2] == 0.5f);
    assert_true(corner(s, 5)->position[0] == 29.0f && corner(s, 5)->position[2] == 36.0f);
    scene_free(s);
    /* x to y, y to -x, doubled; z halved. */
    s = load(obj, SCENE("baked = true; transform = (0, -2, 0, 0,  2, 0, 0, 0,  0, 0, 0.5, 0);"));
    assert_true(corner(s, 0)->normal[2] == 4.0f);
    assert_true(corner(s, 1)->normal[0] == 0.0f && corner(s, 1)->normal[1] == 0.3f);
    assert_true(corner(s, 1)->normal[2] == 1.4f);
}

static void refuse(const char *mesh, const char *scene, const char *said)
{
    struct status st = {0};
    struct scene *s;
    program_write_text("m.obj", mesh);
    program_write_text("m.scene", scene);
    assert_int_equal(scene_load(&s, "m.scene", &st), ST_FAILED);
    if (!strstr(st.text, said))
        fail_msg("'%s' does not say '%s'", st.text, said);
}

TEST(what_lumibench_would_read_otherwise_is_refused)
{
    refuse("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", SCENE(""),
           "m.obj:4: a face's corner names no normal");
    refuse("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1//1 2//1 3//1\nvn 0 0 1\n", SCENE(""),
           "m.obj:4: a face's corner names no normal, or one that comes later");
    refuse("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\n", SCENE(""),
           "m.obj:6: a face with more than three corners");
    refuse("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n",
           SCENE("baked = true; scale = 0;"),
           ":1: vertex 0 of mesh 'm.obj' has no finite position or normal");
    refuse(obj, "meshes = ( { name = \"m\"; file = \"m.txt\"; as_lumibench = true; } );\n",
           ":1: no mesh file '");
    program_write_text("m.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                                "property float y\nproperty float z\nelement face 1\n"
                                "property list uchar int vertex_indices\nend_header\n"
                                "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    refuse(obj, "meshes = ( { name = \"m\"; file = \"m.ply\"; as_lumibench = true; } );\n",
           ":1: 'as_lumibench' is for OBJ files (.obj), not 'm.ply'");
    refuse(obj, SCENE("") "sky = 5;", ":2: 'sky' is not true or false");
}

TEST_GROUP(program_enter, program_leave)
