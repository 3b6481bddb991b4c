/* Mesh files: what becomes of good ones, and that broken ones are errors instead of less geometry.
 */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/scene.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct folder {
    char path[256];
};

static int set_up(void **state)
{
    struct folder *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    rig_make_folder(f->path);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct folder *f FREED_BY(free) = *state;
    rig_remove_folder(f->path);
    return 0;
}

static void put_bytes(void **state, const char *name, const void *bytes, size_t n)
{
    struct folder *f = *state;
    char *path FREED_BY(mem_free) = file_join(f->path, name);
    assert_ok(file_write(path, bytes, n, &st));
}

static void put(void **state, const char *name, const char *text)
{
    put_bytes(state, name, text, strlen(text));
}

static enum st_code load(void **state, const char *name, struct scene **s, struct status *st)
{
    struct folder *f = *state;
    char *path FREED_BY(mem_free) = file_join(f->path, name);
    return scene_load(s, path, st);
}

static void expect_refusal(void **state, const char *name, const char *said)
{
    struct status st = {0};
    struct scene *s;
    if (load(state, name, &s, &st) != ST_FAILED)
        fail_msg("%s was not refused with '%s'", name, said);
    assert_null(s);
    if (!strstr(st.text, said) || !strstr(st.text, name))
        fail_msg("%s said '%s', not '%s'", name, st.text, said);
}

/* ---- OBJ ---- */

TEST_WITH(polygons_become_triangles_and_equal_vertices_one, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put(state, "a.obj",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 2 0\n"
        "f 1 2 3 4\nf -3 -1 -2\n");
    assert_ok(load(state, "a.obj", &s, &st));
    assert_int_equal(scene_triangles(s), 3);
    assert_int_equal(s->meshes[0].n_vertices, 5);
    assert_int_equal(s->n_instances, 1);
    assert_true(s->meshes[0].vertices[0].normal[2] == 1.0f);
    assert_true(s->materials[0].color[0] == 0.7f && s->sky);
}

TEST_WITH(tiny_models_keep_their_vertices, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put(state, "a.obj", "v 0 0 0\nv 1e-7 0 0\nv 0 1e-7 0\nf 1 2 3\n");
    assert_ok(load(state, "a.obj", &s, &st));
    assert_int_equal(s->meshes[0].n_vertices, 3);
}

TEST_WITH(creases_stay_sharp_and_given_normals_stay, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    /* two squares at a right angle share an edge; a third continues the second almost flat */
    put(state, "a.obj",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 0 -1\nv 1 1 -1\nv 1.1 0 -2\nv 1.1 1 "
        "-2\nf 1 2 3 4\nf 2 5 6 3\nf 5 7 8 6\n");
    assert_ok(load(state, "a.obj", &s, &st));
    assert_int_equal(s->meshes[0].n_vertices, 10); /* the sharp edge's two vertices twice */
    scene_free(s);
    put(state, "b.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 1 0 0\nvn 0 2 0\nf 1//1 2//1 3//2\n");
    assert_ok(load(state, "b.obj", &s, &st));
    assert_true(s->meshes[0].vertices[0].normal[0] == 1.0f);
    assert_true(s->meshes[0].vertices[2].normal[1] == 1.0f);
}

TEST_WITH(texture_coordinates_start_at_the_top, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put(state, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0.25 1\nf 1/1 2/2 3/3\n");
    assert_ok(load(state, "a.obj", &s, &st));
    assert_true(s->meshes[0].vertices[0].texcoord[1] == 1.0f);
    assert_true(s->meshes[0].vertices[2].texcoord[0] == 0.25f);
    assert_true(s->meshes[0].vertices[2].texcoord[1] == 0.0f);
}

/* 2 x 1 texels: grey 255, grey 0. */
static const unsigned char mask_png[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
    0x00, 0xd1, 0x49, 0x20, 0x56, 0x00, 0x00, 0x00, 0x0b, 0x49, 0x44, 0x41, 0x54, 0x78,
    0x9c, 0x63, 0xf8, 0xcf, 0x00, 0x00, 0x02, 0x01, 0x01, 0x00, 0x32, 0xba, 0x2b, 0x92,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

TEST_WITH(obj_materials_are_understood, set_up, tear_down)
{
    struct scene *s;
    put(state, "a.mtl",
        "newmtl plain\nKd 0.1 0.2 0.3\nNi 1.45\nillum 2\n"
        "newmtl lamp\nKd 0 0 0\nKe 15 14 13\n"
        "newmtl mirror\nKd 0 0 0\nKs 0.9 0.8 0.7\nillum 3\n"
        "newmtl glass\nKd 1 1 1\nNi 1.3\nillum 7\n"
        "newmtl thin\nKd 1 1 1\nd 0.2\n"
        "newmtl leaf\nKd 0.5 1 0.5\nmap_d leaf.png\n"
        "newmtl lost\nKd 0.5 1 0.5\nmap_Kd none.png\nmap_d none.jpg\n");
    put(state, "a.obj",
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n"
        "usemtl plain\nf 1 2 3\nusemtl lamp\nf 1 2 3\nusemtl mirror\nf 1 2 3\n"
        "usemtl glass\nf 1 2 3\nusemtl thin\nf 1 2 3\nusemtl leaf\nf 1/1 2/1 3/1\n"
        "usemtl lost\nf 1/1 2/1 3/1\n");
    put_bytes(state, "leaf.png", mask_png, sizeof mask_png);
    assert_ok(load(state, "a.obj", &s, &st));
    assert_int_equal(s->n_materials, 7);
    const struct scene_material *m = s->materials;
    assert_int_equal(m[0].model, MATERIAL_LAMBERTIAN);
    assert_true(m[0].color[2] == 0.3f && m[0].texture == -1);
    assert_int_equal(m[1].model, MATERIAL_EMISSIVE);
    assert_true(m[1].color[0] == 15.0f);
    assert_int_equal(m[2].model, MATERIAL_METALLIC);
    assert_true(m[2].color[1] == 0.8f && m[2].fuzz == 0.0f);
    assert_int_equal(m[3].model, MATERIAL_DIELECTRIC);
    assert_true(m[3].ior == 1.3f);
    assert_int_equal(m[4].model, MATERIAL_DIELECTRIC);
    assert_true(m[4].ior == 1.5f);
    assert_true(m[5].masked && m[5].texture == 0 && m[5].color[1] == 1.0f);
    assert_int_equal(image_at(&s->textures[0], 0, 0)[3], 255);
    assert_int_equal(image_at(&s->textures[0], 1, 0)[3], 0);
    assert_int_equal(image_at(&s->textures[0], 1, 0)[0], 255);
    assert_false(m[6].masked);
    assert_int_equal(m[6].texture, -1);
    assert_non_null(strstr(s->notes, "a.obj: texture 'none.png' is missing, the first of several"));
    scene_free(s);
    put_bytes(state, "leaf.png", mask_png, sizeof mask_png / 2);
    assert_int_equal(load(state, "a.obj", &s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "PNG"));
}

TEST_WITH(broken_obj_files_are_refused, set_up, tear_down)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", "is empty"},
        {"hello\n", "has no triangles"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "has no triangles"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n", "has no triangles"},
        {"v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n", ":2: a vertex needs three finite numbers"},
        {"v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n", ":2: a vertex needs three finite numbers"},
        {"v 0 0 0\nv 1 -inf 0\nv 0 1 0\nf 1 2 3\n", ":2: a vertex needs three finite numbers"},
        {"v 0 0 0\nv 1 1e60 0\nv 0 1 0\nf 1 2 3\n", "NaN or infinite coordinate"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 x\nf 1 2 3\n", ":4: a normal needs three"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 nano\nf 1 2 3\n", ":4: a normal needs three"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nvn nan nan\nf 1 2 3\n", ":4: a normal needs three"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nvn inf 0 0\nf 1 2 3\n", ":4: a normal needs three"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nvt nan 0\nf 1 2 3\n", ":4: a texture coordinate needs"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", ":4: a face names 'v' number 4; the file has 3"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n", ":4: a face's corner is not a number from 1"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4\n", ":4: a face names 'v' number -4; only 3"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", ":4: a face names 'v' number"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/1 3/1\n",
         ":4: a face names 'vt' number 1; the file has"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", ":4: a face has fewer than 3 corners"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 x\n", ":4: a face's corner is not a number"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3/1/1/1\n", ":4: a face"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 2 2 0\nf 1 2 3\nf 2 3 ", ":7: a face has fewer"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 2 2 0\nf 1 2 3\nf 2 3 4",
         ":7: the file ends inside a line: it is truncated"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3", ":5: a face's corners differ"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl go",
         ":5: the file ends inside a line: it is truncated"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put(state, "bad.obj", cases[i].text);
        expect_refusal(state, "bad.obj", cases[i].said);
    }
    put_bytes(state, "zero.obj", "v 0 0 0\nv 1 0 0\0", 17);
    expect_refusal(state, "zero.obj", "has a zero byte");
}

TEST_WITH(a_normal_that_is_no_number_is_the_geometrys, set_up, tear_down)
{
    struct scene *s;
    put(state, "a.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0.6 0 0.8\nvn nan nan nan\n"
        "vn -nan(ind) 0 NaN\nf 1//1 2//2 3//3\nf 1//2 3//2 4//2\n");
    assert_ok(load(state, "a.obj", &s, &st));
    const struct scene_mesh *m = &s->meshes[0];
    assert_int_equal(m->n_triangles, 2);
    for (uint32_t i = 0; i < 6; i++) {
        const float *n = m->vertices[m->indices[i]].normal;
        /* the edge between the two is of 90 degrees, and so sharp */
        const float expected[6][3] = {{0.6f, 0, 0.8f}, {0, 0, 1}, {0, 0, 1},
                                      {1, 0, 0},       {1, 0, 0}, {1, 0, 0}};
        for (int k = 0; k < 3; k++)
            if (!(fabsf(n[k] - expected[i][k]) < 1e-6f))
                fail_msg("corner %u: (%g %g %g)", i, (double)n[0], (double)n[1], (double)n[2]);
    }
    assert_non_null(strstr(s->notes, "a.obj:6: the first of 2 normals that are not a number; "));
    assert_null(strchr(s->notes, '\n'));
    scene_free(s);
    put(state, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n");
    assert_ok(load(state, "a.obj", &s, &st));
    assert_null(s->notes);
    scene_free(s);
}

TEST_WITH(objects_of_a_file_can_be_meshes_of_their_own, set_up, tear_down)
{
    static const char *const names[] = {"a", "b", "d"};
    struct scene *s;
    put(state, "a.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no a\nf 1 2 3\no b\nf 1 2 4\no c\nf 2 3 4\n"
        "f 1 3 4\no d\nf 4 3 2\n");
    put(state, "a.scene",
        "meshes = ( { name = \"m\"; file = \"a.obj\"; separate = true;\n"
        "together = ( (\"b\", \"c\") ); baked = true; translate = (0, 0, 5); } );\n");
    assert_ok(load(state, "a.scene", &s, &st));
    assert_int_equal(s->n_meshes, 3);
    assert_int_equal(s->n_instances, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(s->meshes[i].name, names[i]);
        assert_int_equal(s->meshes[i].n_triangles, i == 1 ? 3 : 1);
        assert_int_equal(s->instances[i].index, i);
    }
    assert_true(s->meshes[0].vertices[0].position[2] == 5.0f);
    scene_free(s);
    static const struct {
        const char *keys, *said;
    } bad[] = {
        {"together = ( (\"b\", \"c\") );", ":1: 'together' without 'separate = true'"},
        {"separate = true; together = ( );", ":1: 'together' is empty"},
        {"separate = true; together = ( \"b\" );", ":1: 'together' is a list of lists of two"},
        {"separate = true; together = ( (\"b\") );", ":1: 'together' is a list of lists of two"},
        {"separate = true; together = ( (\"b\", 1) );", ":1: "},
        {"separate = true; as_lumibench = true;", ":1: 'separate' beside 'as_lumibench'"},
        {"separate = 1;", ":1: 'separate' is not true or false"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[256];
        snprintf(text, sizeof text, "meshes = ( { name = \"m\"; file = \"a.obj\"; %s } );\n",
                 bad[i].keys);
        put(state, "b.scene", text);
        expect_refusal(state, "b.scene", bad[i].said);
    }
    put(state, "b.scene",
        "meshes = ( { name = \"m\"; file = \"a.obj\"; separate = true;\n"
        "together = ( (\"b\", \"x\") ); } );\n");
    assert_int_equal(load(state, "b.scene", &s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "a.obj: has no object 'x' with triangles"));
}

TEST_WITH(unusual_but_sound_obj_files_are_read, set_up, tear_down)
{
    static const char *const good[] = {
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3",                           /* no last new line */
        "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n",                 /* lines as on Windows */
        "# a\nv 0 0 0 1.0\nv 1e0 0. -.5\nv +0 1 0 # b\nf 1 2 \\\n 3\n", /* continued line */
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\nf 1 1 2\n",       /* stray, degenerate */
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct scene *s FREED_BY(scene_free);
        put(state, "good.obj", good[i]);
        assert_ok(load(state, "good.obj", &s, &st));
        assert_int_equal(scene_triangles(s), i == 3 ? 2 : 1);
    }
}

/* ---- PLY ---- */

#define PLY_HEAD(format, vertices, faces)                                                          \
    "ply\nformat " format " 1.0\ncomment none\nelement vertex " vertices                           \
    "\nproperty float x\nproperty float y\nproperty float z\nelement face " faces                  \
    "\nproperty list uchar int vertex_indices\nend_header\n"

static size_t binary_ply(unsigned char *out, const char *head, bool big)
{
    static const float xyz[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    size_t n = strlen(head);
    memcpy(out, head, n);
    for (uint32_t i = 0; i < 13; i++) {
        uint32_t bits = i - 10;
        if (i == 9) {
            out[n++] = 3;
            continue;
        }
        if (i < 9)
            memcpy(&bits, &xyz[i], 4);
        for (int k = 0; k < 4; k++)
            out[n++] = (unsigned char)(bits >> 8 * (big ? 3 - k : k));
    }
    return n;
}

TEST_WITH(ply_files_of_every_format_are_read, set_up, tear_down)
{
    struct scene *s;
    unsigned char bytes[512];
    size_t n = binary_ply(bytes, PLY_HEAD("binary_little_endian", "3", "1"), false);
    put_bytes(state, "little.ply", bytes, n);
    n = binary_ply(bytes, PLY_HEAD("binary_big_endian", "3", "1"), true);
    put_bytes(state, "big.ply", bytes, n);
    put(state, "text.ply", PLY_HEAD("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    static const char *const names[] = {"little.ply", "big.ply", "text.ply"};
    for (size_t i = 0; i < 3; i++) {
        assert_ok(load(state, names[i], &s, &st));
        assert_int_equal(scene_triangles(s), 1);
        assert_true(s->meshes[0].vertices[1].position[0] == 1.0f);
        scene_free(s);
    }
}

TEST_WITH(broken_ply_files_are_refused, set_up, tear_down)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"plx\n", ":1: is not a PLY file"},
        {"ply\nformat ascii 1.0\nelement vertex 3\n", "the PLY header does not end"},
        {"ply\nformat gold 1.0\nend_header\n", ":2: unknown PLY format"},
        {"ply\nformat ascii 1.0\nproperty float x\nend_header\n",
         ":3: a property without an element"},
        {"ply\nformat ascii 1.0\nelement vertex -3\nend_header\n", ":3: an element needs a name"},
        {"ply\nformat ascii 1.0\nelement vertex 3\nproperty gold x\nend_header\n",
         ":4: a property needs a type"},
        {PLY_HEAD("ascii", "3", "0") "0 0 0\n1 0 0\n0 1 0\n", "has no triangles"},
        {PLY_HEAD("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n", "ends at 'face' 0 of 1"},
        {PLY_HEAD("ascii", "3", "2") "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0", "ends at 'face' 1 of 2"},
        {PLY_HEAD("ascii", "4000000000", "1") "0 0 0\n", "ends at 'vertex' 1 of 4000000000"},
        {PLY_HEAD("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
         ":14: face 0 names vertex 3; the file has 3"},
        {PLY_HEAD("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n",
         ":14: face 0 names vertex -1"},
        {PLY_HEAD("ascii", "3", "1") "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", ":12: vertex 1 has a NaN"},
        {PLY_HEAD("ascii", "3", "1") "0 0 0\n1 x 0\n0 1 0\n3 0 1 2\n",
         ":12: a value is not a number"},
        {PLY_HEAD("binary_little_endian", "4000000000", "1") "0123", "ends at 'vertex' 0 of"},
        {PLY_HEAD("binary_little_endian", "1", "1") "0123012301231", "ends at 'face' 0 of 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put(state, "bad.ply", cases[i].text);
        expect_refusal(state, "bad.ply", cases[i].said);
    }
}

TEST_WITH(a_ply_file_cut_anywhere_is_refused, set_up, tear_down)
{
    unsigned char bytes[512];
    size_t n = binary_ply(bytes, PLY_HEAD("binary_little_endian", "3", "1"), false);
    for (size_t cut = 1; cut < n; cut += cut < 150 ? 29 : 1) {
        put_bytes(state, "cut.ply", bytes, cut);
        expect_refusal(state, "cut.ply", "cut.ply");
    }
}

/* ---- glTF ---- */

#define BUFFER "{\"uri\":\"data.bin\",\"byteLength\":42}"
#define VIEWS  "{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}"
#define ACCESSORS                                                                                  \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"                     \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}"
#define PRIMITIVE "{\"attributes\":{\"POSITION\":0},\"indices\":1,\"material\":0}"
#define GLTF(buffer, views, accessors, primitive, nodes, materials)                                \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[" buffer "],\"bufferViews\":[" views            \
    "],\"accessors\":[" accessors "],\"meshes\":[{\"primitives\":[" primitive                      \
    "]}],\"nodes\":[" nodes "],\"materials\":[" materials                                          \
    "],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}"

static void put_data(void **state, const char *name, uint16_t last)
{
    static const float xyz[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    unsigned char bytes[42];
    const uint16_t indices[3] = {0, 1, last};
    memcpy(bytes, xyz, 36);
    memcpy(bytes + 36, indices, 6);
    put_bytes(state, name, bytes, sizeof bytes);
}

TEST_WITH(nodes_place_and_mirror_meshes, set_up, tear_down)
{
    struct scene *s;
    put_data(state, "data.bin", 2);
    put(state, "a.gltf",
        GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE,
             "{\"children\":[1],\"translation\":[10,0,0]},{\"mesh\":0,\"scale\":[-2,1,1]}", "{}"));
    assert_ok(load(state, "a.gltf", &s, &st));
    assert_int_equal(s->n_meshes, 1);
    assert_int_equal(s->n_instances, 1);
    const struct scene_mesh *m = &s->meshes[0];
    const struct scene_vertex *corner[3];
    for (int i = 0; i < 3; i++)
        corner[i] = &m->vertices[m->indices[i]];
    assert_true(m->lo.x == 8.0f && m->hi.x == 10.0f);
    /* a mirrored triangle keeps its front: the winding turns with it */
    float z = (corner[1]->position[0] - corner[0]->position[0]) *
                  (corner[2]->position[1] - corner[0]->position[1]) -
              (corner[1]->position[1] - corner[0]->position[1]) *
                  (corner[2]->position[0] - corner[0]->position[0]);
    assert_true(z > 0 && corner[0]->normal[2] == 1.0f);
    scene_free(s);
}

TEST_WITH(meshes_placed_twice_become_instances, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put_data(state, "data.bin", 2);
    put(state, "a.gltf",
        GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE,
             "{\"children\":[1,2]},{\"mesh\":0,\"translation\":[5,0,0]},"
             "{\"mesh\":0,\"scale\":[1,1,3]}",
             "{}"));
    assert_ok(load(state, "a.gltf", &s, &st));
    assert_int_equal(s->n_meshes, 1);
    assert_int_equal(s->n_instances, 2);
    assert_int_equal(scene_triangles(s), 2);
    assert_true(s->instances[0].transform.m[3] == 5.0f);
    assert_true(s->instances[1].transform.m[10] == 3.0f);
}

TEST_WITH(gltf_materials_are_understood, set_up, tear_down)
{
    static const struct {
        const char *text;
        enum material_model model;
        float color, fuzz, ior;
    } cases[] = {
        {"{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.25,1,1,1],\"metallicFactor\":0}}",
         MATERIAL_LAMBERTIAN, 0.25f, 0, 1},
        {"{\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,1,1,1],\"roughnessFactor\":0.25}}",
         MATERIAL_METALLIC, 0.5f, 0.25f, 1},
        {"{\"emissiveFactor\":[0.5,0,0]}", MATERIAL_EMISSIVE, 0.5f, 0, 1},
        {"{\"emissiveFactor\":[1,0,0],\"extras\":{\"emission\":[30,2,1]}}", MATERIAL_EMISSIVE, 30,
         0, 1},
        {"{\"emissiveFactor\":[0.5,0,0],\"extensions\":{\"KHR_materials_emissive_strength\":"
         "{\"emissiveStrength\":8}}}",
         MATERIAL_EMISSIVE, 4, 0, 1},
        {"{\"pbrMetallicRoughness\":{\"metallicFactor\":0},\"extensions\":"
         "{\"KHR_materials_ior\":{\"ior\":1.25}}}",
         MATERIAL_DIELECTRIC, 1, 0, 1.25f},
    };
    put_data(state, "data.bin", 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene *s;
        char text[2000];
        snprintf(text, sizeof text, GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE, "{\"mesh\":0}", "%s"),
                 cases[i].text);
        put(state, "a.gltf", text);
        assert_ok(load(state, "a.gltf", &s, &st));
        const struct scene_material *m = &s->materials[0];
        if (m->model != cases[i].model || m->color[0] != cases[i].color ||
            m->fuzz != cases[i].fuzz || m->ior != cases[i].ior)
            fail_msg("material %zu: model %d colour %g fuzz %g ior %g", i, (int)m->model,
                     (double)m->color[0], (double)m->fuzz, (double)m->ior);
        scene_free(s);
    }
}

TEST_WITH(broken_gltf_files_are_refused, set_up, tear_down)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"{\"asset\":{\"version\":\"2.0\"},", ":1: is not a readable glTF file"},
        {"{}", "has no asset.version"},
        {"{\"asset\":{\"version\":\"2.0\"}}", "has no triangles"},
        {GLTF("{\"uri\":\"none.bin\",\"byteLength\":42}", VIEWS, ACCESSORS, PRIMITIVE,
              "{\"mesh\":0}", "{}"),
         "none.bin: cannot be read"},
        {GLTF("{\"uri\":\"data.bin\",\"byteLength\":43}", VIEWS, ACCESSORS, PRIMITIVE,
              "{\"mesh\":0}", "{}"),
         "buffer 0 declares 43 bytes, 42 are there"},
        {GLTF("{\"byteLength\":42}", VIEWS, ACCESSORS, PRIMITIVE, "{\"mesh\":0}", "{}"),
         "buffer 0 declares 42 bytes, 0 are there"},
        {GLTF(BUFFER, "{\"buffer\":0,\"byteOffset\":9007199254740991,\"byteLength\":36}", ACCESSORS,
              PRIMITIVE, "{\"mesh\":0}", "{}"),
         "bufferView 0 reaches beyond its buffer"},
        {GLTF(BUFFER, "{\"buffer\":1,\"byteLength\":36}", ACCESSORS, PRIMITIVE, "{\"mesh\":0}",
              "{}"),
         "bufferView 0 needs a buffer"},
        {GLTF(BUFFER, VIEWS,
              "{\"bufferView\":0,\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}",
              PRIMITIVE, "{\"mesh\":0}", "{}"),
         "accessor 0 reaches beyond its bufferView"},
        {GLTF(BUFFER, VIEWS,
              "{\"bufferView\":0,\"componentType\":5126,\"count\":-1,\"type\":\"VEC3\"}", PRIMITIVE,
              "{\"mesh\":0}", "{}"),
         "accessor 0 needs a count above 0"},
        {GLTF(BUFFER, VIEWS, ACCESSORS, "{\"attributes\":{\"POSITION\":7}}", "{\"mesh\":0}", "{}"),
         "mesh 0 has a primitive without a POSITION"},
        {GLTF(BUFFER, VIEWS, ACCESSORS, "{\"attributes\":{\"POSITION\":0},\"indices\":9}",
              "{\"mesh\":0}", "{}"),
         "mesh 0 has indices that are not"},
        {GLTF(BUFFER, VIEWS, ACCESSORS, "{\"attributes\":{\"POSITION\":0},\"mode\":0}",
              "{\"mesh\":0}", "{}"),
         "has no triangles"},
        {GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE, "{\"children\":[1]},{\"children\":[0]}", "{}"),
         "is its own ancestor"},
        {GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE, "{\"children\":[5]}", "{}"),
         "node 0 has a child that does not exist"},
        {GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE, "{\"mesh\":4}", "{}"),
         "node 0 has a mesh that does not exist"},
        {GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE, "{\"name\":\"empty\"}", "{}"),
         "has no triangles"},
    };
    put_data(state, "data.bin", 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene *s;
        put(state, "bad.gltf", cases[i].text);
        assert_int_equal(load(state, "bad.gltf", &s, &st), ST_FAILED);
        if (!strstr(st.text, cases[i].said))
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
    put_data(state, "data.bin", 3);
    put(state, "bad.gltf", GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE, "{\"mesh\":0}", "{}"));
    expect_refusal(state, "bad.gltf", "has no faces");
}

TEST_WITH(deeply_nested_gltf_is_refused, set_up, tear_down)
{
    static char text[200001];
    memset(text, '[', 200000);
    put(state, "deep.gltf", text);
    expect_refusal(state, "deep.gltf", "is not a readable glTF file");
}

static size_t make_glb(unsigned char *out)
{
    static const char json[] =
        GLTF("{\"byteLength\":42}", VIEWS, ACCESSORS, PRIMITIVE, "{\"mesh\":0}", "{}");
    static const float xyz[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint16_t indices[3] = {0, 1, 2};
    uint32_t length = (sizeof json - 1 + 3) / 4 * 4;
    const uint32_t head[5] = {0x46546c67, 2, 28 + length + 44, length, 0x4e4f534a};
    const uint32_t chunk[2] = {44, 0x004e4942};
    memset(out, ' ', 28 + length + 44);
    memcpy(out, head, 20);
    memcpy(out + 20, json, sizeof json - 1);
    memcpy(out + 20 + length, chunk, 8);
    memcpy(out + 28 + length, xyz, 36);
    memcpy(out + 64 + length, indices, 6);
    return 28 + length + 44;
}

TEST_WITH(a_glb_file_is_read_and_refused_when_cut, set_up, tear_down)
{
    struct scene *s;
    unsigned char bytes[2000];
    size_t n = make_glb(bytes);
    put_bytes(state, "a.glb", bytes, n);
    assert_ok(load(state, "a.glb", &s, &st));
    assert_int_equal(scene_triangles(s), 1);
    scene_free(s);
    for (size_t cut = 1; cut < n; cut += 61) {
        put_bytes(state, "cut.glb", bytes, cut);
        expect_refusal(state, "cut.glb", "cut.glb");
    }
}

/* ---- the rest ---- */

TEST_WITH(other_formats_and_unknown_ones, set_up, tear_down)
{
    struct scene *s;
    put(state, "a.stl",
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
        "vertex 0 1 0\nendloop\nendfacet\nendsolid a\n");
    assert_ok(load(state, "a.stl", &s, &st));
    assert_int_equal(scene_triangles(s), 1);
    scene_free(s);
    put(state, "notes.txt", "not a mesh\n");
    expect_refusal(state, "notes.txt", "notes.txt: is no mesh file; a mesh (.obj");
}

TEST_WITH(every_failed_allocation_is_reported_and_nothing_is_held, set_up, tear_down)
{
    struct folder *f = *state;
    char path[300];
    put_data(state, "data.bin", 2);
    put(state, "a.gltf",
        GLTF(BUFFER, VIEWS, ACCESSORS, PRIMITIVE, "{\"children\":[1,2]},{\"mesh\":0},{\"mesh\":0}",
             "{}"));
    snprintf(path, sizeof path, "%s/a.gltf", f->path);
    struct scene *s;
    assert_survives_without_memory(scene_load(&s, path, &st), 20, assert_true(st.text[0]));
    scene_free(s);
}
