/* Mesh files that are sound but unusual, and what is said where something of them is not read. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/image.h"
#include "scenes/scene.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <string.h>

static struct scene *load(const char *name)
{
    struct scene *s;
    assert_ok(scene_load(&s, name, &st));
    return s;
}

static void put(const char *name, const void *bytes, size_t n)
{
    assert_ok(file_write(name, bytes, n, &st));
}

static void expect_triangles(const char *name, const char *text, uint64_t triangles)
{
    program_write_text(name, text);
    struct scene *s FREED_BY(scene_free) = load(name);
    if (scene_triangles(s) != triangles)
        fail_msg("%s has %llu triangles, not %llu: %s", name,
                 (unsigned long long)scene_triangles(s), (unsigned long long)triangles, text);
}

static void refuse(const char *name, const char *said)
{
    struct status st = {0};
    struct scene *s;
    if (scene_load(&s, name, &st) != ST_FAILED || !strstr(st.text, said))
        fail_msg("%s said '%s', not '%s'", name, st.text, said);
}

static void expect_note(const char *name, const char *note)
{
    struct scene *s FREED_BY(scene_free) = load(name);
    if (!s->notes || !strstr(s->notes, note))
        fail_msg("%s: noted '%s', not '%s'", name, s->notes ? s->notes : "", note);
}

/* ---- OBJ ---- */

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

TEST(obj_files_may_be_written_in_many_ways)
{
    static const char *const good[] = {
        "cstype bezier\ndeg 3\nlod 1\nc_interp on\nmg 1 0.5\n" TRIANGLE
        "parm u 0 1\nf 1 2 3\nend\n",
        TRIANGLE "f 1 2 3 # front\n",
        TRIANGLE "f 1 2 3# front\n",
        "  v 0 0 0\n\tv 1 0 0\n  v 0 1 0\n  f 1 2 3\n",
        "v 0 0 0\nv .5 0 0\nv 0 .5e0 -.0\nf 1 2 3\n",
        "\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r",
        "v 0 0 0\rv 1 0 0\nv 0 1 0\r\nf 1 2 3\n",
        "v 0 0 0\nv 1 \\\r\n0 0\nv 0 1 0\nf 1 \\\n 2 3\n",
        "v 0 0 0 1 0.5 0.5 0.5\nv 1 0 0 # a\nv 0 1 0\no a b # c\nf 1 2 3\n",
        TRIANGLE "g\no\nusemtl\nf 1 2 3\n",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        expect_triangles("good.obj", good[i], 1);
    program_write_text("half.obj", "v 0 0 0\nv .5 0 0\nv 0 .25 0\nf 1 2 3\n");
    struct scene *s FREED_BY(scene_free) = load("half.obj");
    assert_true(s->meshes[0].hi.x == 0.5f && s->meshes[0].hi.y == 0.25f);
}

TEST(what_an_obj_file_has_beside_its_faces_is_said)
{
    program_write_text("a.obj", TRIANGLE "l 1 2\np 1\nf 1 2 3\nsurf 0 1 0 1 1 2 3\n");
    expect_note("a.obj", "a.obj: not read of it: 2 points or lines, free-form curves and surfaces");
    program_write_text("a.obj", "v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\n");
    expect_note("a.obj", "a.obj: not read of it: colours of vertices");
}

TEST(materials_that_are_not_there_are_said)
{
    program_write_text("b.mtl", "newmtl m\nKd 1 0 0\n");
    program_write_text("lost.obj", "mtllib none.mtl \r\n" TRIANGLE "usemtl m\nf 1 2 3\n");
    expect_note("lost.obj",
                "lost.obj: not read of it: materials of 'none.mtl', which is not there");
    program_write_text("b.obj", "mtllib none.mtl\n" TRIANGLE "usemtl m\nf 1 2 3\n");
    struct scene *s FREED_BY(scene_free) = load("b.obj"); /* the file of the mesh's own name */
    assert_true(s->materials[0].color[0] == 1.0f && s->materials[0].color[1] == 0.0f);
    assert_null(s->notes);
}

TEST(a_line_may_name_several_files_of_materials)
{
    program_write_text("red.mtl", "newmtl red\nKd 1 0 0\n");
    program_write_text("green.mtl", "newmtl green\nKd 0 1 0\n");
    program_write_text("two.obj", "mtllib red.mtl  green.mtl none.mtl\n" TRIANGLE
                                  "usemtl green\nf 1 2 3\nusemtl red\nf 3 2 1\n");
    struct scene *s FREED_BY(scene_free) = load("two.obj");
    assert_int_equal(s->n_materials, 2);
    assert_true(s->materials[0].color[0] + s->materials[1].color[0] == 1.0f);
    assert_true(s->materials[0].color[1] + s->materials[1].color[1] == 1.0f);
    assert_non_null(strstr(s->notes, "materials of 'none.mtl', which is not there"));
}

TEST(words_of_materials_that_become_nothing_are_passed_over)
{
    program_write_text("a.mtl",
                       "\xef\xbb\xbf  newmtl m\rKd .5 0.25 0 # c\r\naniso 0.5\nanisor 0.5\n"
                       "Pr 0.1\nKe 0\nNi 1\nd -halo 1\nillum 2\nnorm x.png\nKs .1\n");
    program_write_text("a.obj", "mtllib a.mtl\n" TRIANGLE "usemtl m\nf 1 2 3\n");
    struct scene *s FREED_BY(scene_free) = load("a.obj");
    assert_true(s->materials[0].color[0] == 0.5f && s->materials[0].color[1] == 0.25f);
    assert_null(s->notes);
}

TEST(messages_name_the_file_of_materials_and_its_line)
{
    static const char *const bad[][2] = {
        {"newmtl m\nKd red\n", "a.mtl:2: 'Kd' needs one or three finite numbers"},
        {"newmtl m\n\nKd 0.5 nan 0\n", "a.mtl:3: 'Kd' needs one or three finite numbers"},
        {"newmtl m\nNi\n", "a.mtl:2: 'Ni' needs a finite number"},
    };
    program_write_text("a.obj", "mtllib a.mtl\n" TRIANGLE "usemtl m\nf 1 2 3\n");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        program_write_text("a.mtl", bad[i][0]);
        refuse("a.obj", bad[i][1]);
    }
}

/* ---- PLY ---- */

#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define PLY(more, n, elements)                                                                     \
    "ply\nformat ascii 1.0\n" more "element vertex " n "\n" XYZ elements "end_header\n"
#define FACES(n) "element face " n "\nproperty list uchar int vertex_indices\n"
#define SEVEN    "0 0 0\n1 0 0\n0 1 0\n1 1 0\n2 0 0\n3 0 0\n2 1 0\n"
#define STRIPS   "element tristrips 1\nproperty list int int vertex_indices\n"
#define THREE    "0 0 0\n1 0 0\n0 1 0\n"

TEST(strips_of_triangles_are_read)
{
    program_write_text("a.ply", PLY("", "7", STRIPS) SEVEN "8 0 1 2 3 -1 4 5 6\n");
    struct scene *s = load("a.ply");
    const struct scene_mesh *m = &s->meshes[0];
    assert_int_equal(scene_triangles(s), 3);
    for (uint32_t i = 0; i < m->n_vertices; i++) /* every other one is turned */
        assert_true(m->vertices[i].normal[2] == 1.0f);
    scene_free(s);
    /* one that names a vertex twice leads on */
    expect_triangles("a.ply", PLY("", "7", STRIPS) SEVEN "8 0 1 2 2 4 4 5 6\n", 2);
    expect_triangles("a.ply", PLY("", "7", FACES("1") STRIPS) SEVEN "3 0 1 2\n3 1 3 2\n", 2);
    program_write_text("a.ply", PLY("", "7", STRIPS) SEVEN "4 0 1 2 7\n");
    refuse("a.ply", "a.ply:17: tristrips 0 names vertex 7; the file has 7");
    program_write_text("a.ply", PLY("", "7", STRIPS) SEVEN "4 0 1 -1 2\n");
    refuse("a.ply", "has no triangles");
}

TEST(what_a_ply_file_declares_must_become_triangles)
{
    program_write_text("a.ply",
                       "ply\nformat ascii 1.0\nelement vertex 2\nproperty int x\n"
                       "element vertex 3\n" XYZ FACES("1") "end_header\n0\n0\n" THREE "3 0 1 2\n");
    refuse("a.ply", "a.ply:5: a second element 'vertex'");
    program_write_text("a.ply", PLY("", "3", FACES("2")) THREE "3 0 1 2\n2 0 1\n");
    refuse("a.ply", "face 1 has 2 corners; three are needed");
    program_write_text("a.ply",
                       "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n"
                       "property float y\n" FACES("1") "end_header\n0 0\n1 0\n0 1\n3 0 1 2\n");
    refuse("a.ply", "has vertices without x, y and z");
}

TEST(headers_of_ply_files_may_be_unusual)
{
    program_write_text("a.ply", PLY("exported by a program\nobj_info a\n\n", "3", FACES("1")) THREE
                       "3 0 1 2\n");
    expect_note("a.ply", "header lines with words that PLY does not have");
    program_write_text(
        "a.ply",
        PLY("", "3",
            "property uchar red\n" FACES(
                "1") "element edge 1\nproperty int a\n") "0 0 0 9\n1 0 0 9\n0 1 0 9\n3 0 1 2\n0\n");
    expect_note("a.ply", "not read of it: colours of vertices, element 'edge'");
    static const char lone[] = "ply\rformat ascii 1.0\relement vertex 3\rproperty float x\r"
                               "property float y\rproperty float z\relement face 1\r"
                               "property list uchar int vertex_indices\rend_header\r"
                               "0 0 0\r1 0 0\r0 1 0\r3 0 1 2\r";
    expect_triangles("a.ply", lone, 1);
}

/* The first byte of the first number is a line feed. */
TEST(binary_data_may_begin_with_a_line_feed)
{
    static const char head[] =
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\n" XYZ FACES("1") "end_header\n";
    unsigned char bytes[512];
    const uint32_t numbers[9] = {0x3f80000a, 0, 0, 0, 0, 0, 0, 0x3f800000, 0},
                   corners[3] = {0, 1, 2};
    size_t n = sizeof head - 1;
    memcpy(bytes, head, n);
    memcpy(bytes + n, numbers, sizeof numbers);
    bytes[n + 36] = 3;
    memcpy(bytes + n + 37, corners, sizeof corners);
    put("a.ply", bytes, n + 49);
    struct scene *s FREED_BY(scene_free) = load("a.ply");
    assert_true(s->meshes[0].hi.x > 1.0f && s->meshes[0].hi.x < 1.00001f);
}

/* ---- glTF ---- */

#define GLTF(more, buffer, views, accessors, attributes, material, nodes)                          \
    "{\"asset\":{\"version\":\"2.0\"}," more "\"buffers\":[" buffer "],\"bufferViews\":[" views    \
    "],\"accessors\":[" accessors "],\"meshes\":[{\"primitives\":[{\"attributes\":{" attributes    \
    "},\"material\":0}]}],\"materials\":[" material "],\"nodes\":[" nodes                          \
    "],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}"
#define VIEW(offset, n, stride)                                                                    \
    "{\"buffer\":0,\"byteOffset\":" offset ",\"byteLength\":" n ",\"byteStride\":" stride "}"
#define ACCESSOR(view, type, shape, more)                                                          \
    "{\"bufferView\":" view ",\"componentType\":" type ",\"count\":3,\"type\":\"" shape "\"" more  \
    "}"
#define NORMALIZED ",\"normalized\":true"
#define PLAIN      "{\"pbrMetallicRoughness\":{\"metallicFactor\":0}}"
#define NODE       "{\"mesh\":0,\"scale\":[2,2,2]}"

/* Three vertices of 8 + 4 + 4 bytes: positions of 16 bits, normals of 8, texture coordinates of 16.
 */
static const unsigned char quantised[48] = {
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0, 0, 0, 0, 0x7f, 0, 0x00, 0x00, 0x00, 0x00,
    0xff, 0x7f, 0x00, 0x00, 0x00, 0x00, 0, 0, 0, 0, 0x7f, 0, 0xff, 0xff, 0x00, 0x00,
    0x00, 0x00, 0x01, 0x80, 0x00, 0x00, 0, 0, 0, 0, 0x81, 0, 0x00, 0x00, 0xff, 0xff};

#define QUANTISED(uri, more, material)                                                             \
    GLTF(more, "{\"uri\":\"" uri "\",\"byteLength\":48}",                                          \
         VIEW("0", "48", "16") "," VIEW("8", "40", "16") "," VIEW("12", "36", "16"),               \
         ACCESSOR("0", "5122", "VEC3", NORMALIZED) "," ACCESSOR(                                   \
             "1", "5120", "VEC3", NORMALIZED) "," ACCESSOR("2", "5123", "VEC2", NORMALIZED),       \
         "\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2", material, NODE)

static void expect_quantised(const struct scene *s, const float texcoords[3][2])
{
    static const float positions[3][2] = {{0, 0}, {2, 0}, {0, -2}};
    const struct scene_mesh *m = &s->meshes[0];
    assert_int_equal(m->n_triangles, 1);
    for (uint32_t i = 0; i < 3; i++) {
        const struct scene_vertex *v = &m->vertices[m->indices[i]];
        if (v->position[0] != positions[i][0] || v->position[1] != positions[i][1] ||
            v->normal[2] != (i < 2 ? 1.0f : -1.0f) ||
            !(fabsf(v->texcoord[0] - texcoords[i][0]) < 1e-6f) ||
            !(fabsf(v->texcoord[1] - texcoords[i][1]) < 1e-6f))
            fail_msg("vertex %u: (%g %g) %g (%g %g)", i, (double)v->position[0],
                     (double)v->position[1], (double)v->normal[2], (double)v->texcoord[0],
                     (double)v->texcoord[1]);
    }
}

TEST(quantised_vertices_are_read)
{
    static const float texcoords[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    put("my data.bin", quantised, sizeof quantised);
    program_write_text(
        "a.gltf",
        QUANTISED("my%20data.bin", "\"extensionsRequired\":[\"KHR_mesh_quantization\"],", PLAIN));
    struct scene *s FREED_BY(scene_free) = load("a.gltf");
    expect_quantised(s, texcoords);
    assert_null(s->notes);
}

/* u to 1/4 + v, v to 1/2 - u/2: a scale, a quarter turn, a shift. */
TEST(texture_coordinates_are_moved_by_the_material)
{
    static const float texcoords[3][2] = {{0.25f, 0.5f}, {0.25f, 0}, {1.25f, 0.5f}};
    put("data.bin", quantised, sizeof quantised);
    program_write_text(
        "a.gltf",
        QUANTISED("data.bin", "\"extensionsRequired\":[\"KHR_texture_transform\"],",
                  "{\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorTexture\":{"
                  "\"index\":0,\"extensions\":{\"KHR_texture_transform\":{\"offset\":[0.25,0.5],"
                  "\"rotation\":1.5707963267948966,\"scale\":[0.5,1]}}}}}],\"textures\":["
                  "{\"source\":0}],\"images\":[{\"uri\":\"none%21.jpg\"}"));
    struct scene *s FREED_BY(scene_free) = load("a.gltf");
    expect_quantised(s, texcoords);
    assert_non_null(strstr(s->notes, "a.gltf: texture 'none!.jpg' is missing; such surfaces have"));
}

/* The same in a container, whose second chunk stays. */
TEST(a_quantised_glb_is_read)
{
    static const float texcoords[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    static const char json[] =
        GLTF("", "{\"byteLength\":48}",
             VIEW("0", "48", "16") "," VIEW("8", "40", "16") "," VIEW("12", "36", "16"),
             ACCESSOR("0", "5122", "VEC3", NORMALIZED) "," ACCESSOR(
                 "1", "5120", "VEC3", NORMALIZED) "," ACCESSOR("2", "5123", "VEC2", NORMALIZED),
             "\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2", PLAIN, NODE);
    const uint32_t length = (sizeof json - 1 + 3) / 4 * 4;
    const uint32_t head[5] = {0x46546c67, 2, 28 + length + 48, length, 0x4e4f534a};
    const uint32_t chunk[2] = {48, 0x004e4942};
    unsigned char bytes[2000];
    assert_true(28 + length + 48 <= sizeof bytes);
    memset(bytes, ' ', sizeof bytes);
    memcpy(bytes, head, 20);
    memcpy(bytes + 20, json, sizeof json - 1);
    memcpy(bytes + 20 + length, chunk, 8);
    memcpy(bytes + 28 + length, quantised, 48);
    put("a.glb", bytes, 28 + length + 48);
    struct scene *s FREED_BY(scene_free) = load("a.glb");
    expect_quantised(s, texcoords);
}

TEST(what_gltf_files_need_and_nobody_reads_is_named)
{
    static const char *const cases[][2] = {
        {"\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],",
         "a.gltf: requires the extension 'KHR_draco_mesh_compression', which is not read"},
        {"\"extensionsRequired\":[\"KHR_mesh_quantization\",\"EXT_meshopt_compression\"],",
         "requires the extension 'EXT_meshopt_compression'"},
    };
    put("data.bin", quantised, sizeof quantised);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        snprintf(text, sizeof text, QUANTISED("data.bin", "%s", PLAIN), cases[i][0]);
        program_write_text("a.gltf", text);
        refuse("a.gltf", cases[i][1]);
    }
    program_write_text(
        "a.gltf",
        QUANTISED("data.bin", "\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],", PLAIN));
    expect_note("a.gltf", "not read of it: extension 'EXT_mesh_gpu_instancing'");
    program_write_text("a.gltf",
                       QUANTISED("data.bin", "", "{\"normalTexture\":{},\"alphaMode\":\"BLEND\"}"));
    expect_note("a.gltf", "not read of it: normal textures, alphaMode BLEND");
    program_write_text("a.gltf", "{\"asset\":{\"version\":\"1.0\"}}");
    refuse("a.gltf", "is not a file of glTF 2.0");
    put("a.glb", "glTF\1\0\0\0\24\0\0\0\0\0\0\0\0\0\0\0", 20);
    refuse("a.glb", "is not a file of glTF 2.0");
    program_write_text("a.gltf",
                       QUANTISED("data:application/octet-stream;base64,AAA\303\277", "", PLAIN));
    refuse("a.gltf", "buffer 0 has a data: URI that is not base64 with its padding");
}

/* ---- pictures ---- */

/* 16 x 8 texels, red on the left, blue on the right; the same grey, and in printing colours. */
/* clang-format off */
static const unsigned char baseline[] = {0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49,
    0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0xff, 0xdb, 0x00, 0x43,
    0x00, 0x03, 0x02, 0x02, 0x03, 0x02, 0x02, 0x03, 0x03, 0x03, 0x03, 0x04, 0x03, 0x03, 0x04,
    0x05, 0x08, 0x05, 0x05, 0x04, 0x04, 0x05, 0x0a, 0x07, 0x07, 0x06, 0x08, 0x0c, 0x0a, 0x0c,
    0x0c, 0x0b, 0x0a, 0x0b, 0x0b, 0x0d, 0x0e, 0x12, 0x10, 0x0d, 0x0e, 0x11, 0x0e, 0x0b, 0x0b,
    0x10, 0x16, 0x10, 0x11, 0x13, 0x14, 0x15, 0x15, 0x15, 0x0c, 0x0f, 0x17, 0x18, 0x16, 0x14,
    0x18, 0x12, 0x14, 0x15, 0x14, 0xff, 0xdb, 0x00, 0x43, 0x01, 0x03, 0x04, 0x04, 0x05, 0x04,
    0x05, 0x09, 0x05, 0x05, 0x09, 0x14, 0x0d, 0x0b, 0x0d, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14,
    0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14,
    0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14,
    0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0xff,
    0xc0, 0x00, 0x11, 0x08, 0x00, 0x08, 0x00, 0x10, 0x03, 0x01, 0x22, 0x00, 0x02, 0x11, 0x01,
    0x03, 0x11, 0x01, 0xff, 0xc4, 0x00, 0x16, 0x00, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07, 0x08, 0xff, 0xc4, 0x00,
    0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0xff, 0xc4, 0x00, 0x15, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07, 0x08, 0xff, 0xc4, 0x00,
    0x18, 0x11, 0x00, 0x02, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x08, 0x45, 0x83, 0xc3, 0xff, 0xda, 0x00, 0x0c, 0x03, 0x01, 0x00,
    0x02, 0x11, 0x03, 0x11, 0x00, 0x3f, 0x00, 0xce, 0x88, 0x10, 0x1c, 0x16, 0x59, 0x8a, 0x36,
    0x28, 0xd6, 0x1a, 0x2a, 0xec, 0x8f, 0xff, 0xd9};
static const unsigned char progressive[] = {0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49,
    0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0xff, 0xdb, 0x00, 0x43,
    0x00, 0x03, 0x02, 0x02, 0x03, 0x02, 0x02, 0x03, 0x03, 0x03, 0x03, 0x04, 0x03, 0x03, 0x04,
    0x05, 0x08, 0x05, 0x05, 0x04, 0x04, 0x05, 0x0a, 0x07, 0x07, 0x06, 0x08, 0x0c, 0x0a, 0x0c,
    0x0c, 0x0b, 0x0a, 0x0b, 0x0b, 0x0d, 0x0e, 0x12, 0x10, 0x0d, 0x0e, 0x11, 0x0e, 0x0b, 0x0b,
    0x10, 0x16, 0x10, 0x11, 0x13, 0x14, 0x15, 0x15, 0x15, 0x0c, 0x0f, 0x17, 0x18, 0x16, 0x14,
    0x18, 0x12, 0x14, 0x15, 0x14, 0xff, 0xdb, 0x00, 0x43, 0x01, 0x03, 0x04, 0x04, 0x05, 0x04,
    0x05, 0x09, 0x05, 0x05, 0x09, 0x14, 0x0d, 0x0b, 0x0d, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14,
    0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14,
    0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14,
    0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0x14, 0xff,
    0xc2, 0x00, 0x11, 0x08, 0x00, 0x08, 0x00, 0x10, 0x03, 0x01, 0x22, 0x00, 0x02, 0x11, 0x01,
    0x03, 0x11, 0x01, 0xff, 0xc4, 0x00, 0x16, 0x00, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x06, 0x07, 0xff, 0xc4, 0x00,
    0x15, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x06, 0x07, 0xff, 0xda, 0x00, 0x0c, 0x03, 0x01, 0x00, 0x02, 0x10, 0x03,
    0x10, 0x00, 0x00, 0x01, 0xce, 0x60, 0x47, 0x14, 0x6f, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x10, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x01, 0x05, 0x02, 0x3f, 0xff, 0xc4, 0x00,
    0x18, 0x11, 0x00, 0x02, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x07, 0x44, 0x82, 0xc2, 0xff, 0xda, 0x00, 0x08, 0x01, 0x03, 0x01,
    0x01, 0x3f, 0x01, 0x61, 0xc5, 0xbe, 0x4f, 0xff, 0xc4, 0x00, 0x18, 0x11, 0x00, 0x02, 0x03,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07,
    0x44, 0x82, 0xc2, 0xff, 0xda, 0x00, 0x08, 0x01, 0x02, 0x01, 0x01, 0x3f, 0x01, 0x59, 0x4c,
    0xa6, 0xcf, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01,
    0x00, 0x06, 0x3f, 0x02, 0x3f, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0xff, 0xda, 0x00,
    0x08, 0x01, 0x01, 0x00, 0x01, 0x3f, 0x21, 0x3f, 0xff, 0xda, 0x00, 0x0c, 0x03, 0x01, 0x00,
    0x02, 0x00, 0x03, 0x00, 0x00, 0x00, 0x10, 0x87, 0xff, 0xc4, 0x00, 0x14, 0x11, 0x01, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xff, 0xda, 0x00, 0x08, 0x01, 0x03, 0x01, 0x01, 0x3f, 0x10, 0x2f, 0xff, 0xc4, 0x00, 0x14,
    0x11, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x08, 0x01, 0x02, 0x01, 0x01, 0x3f, 0x10, 0x17, 0xff,
    0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x01, 0x3f,
    0x10, 0x3f, 0xff, 0xd9};
static const unsigned char grey[] = {0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46,
    0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00, 0xff, 0xdb, 0x00, 0x43, 0x00,
    0x03, 0x02, 0x02, 0x03, 0x02, 0x02, 0x03, 0x03, 0x03, 0x03, 0x04, 0x03, 0x03, 0x04, 0x05,
    0x08, 0x05, 0x05, 0x04, 0x04, 0x05, 0x0a, 0x07, 0x07, 0x06, 0x08, 0x0c, 0x0a, 0x0c, 0x0c,
    0x0b, 0x0a, 0x0b, 0x0b, 0x0d, 0x0e, 0x12, 0x10, 0x0d, 0x0e, 0x11, 0x0e, 0x0b, 0x0b, 0x10,
    0x16, 0x10, 0x11, 0x13, 0x14, 0x15, 0x15, 0x15, 0x0c, 0x0f, 0x17, 0x18, 0x16, 0x14, 0x18,
    0x12, 0x14, 0x15, 0x14, 0xff, 0xc0, 0x00, 0x0b, 0x08, 0x00, 0x08, 0x00, 0x10, 0x01, 0x01,
    0x11, 0x00, 0xff, 0xc4, 0x00, 0x15, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x09, 0x0a, 0xff, 0xc4, 0x00, 0x14, 0x10,
    0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0xff, 0xda, 0x00, 0x08, 0x01, 0x01, 0x00, 0x00, 0x3f, 0x00, 0x54, 0xd2, 0xae,
    0xff, 0xd9};
static const unsigned char printing[] = {0xff, 0xd8, 0xff, 0xee, 0x00, 0x0e, 0x41, 0x64, 0x6f,
    0x62, 0x65, 0x00, 0x64, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x03,
    0x02, 0x02, 0x03, 0x02, 0x02, 0x03, 0x03, 0x03, 0x03, 0x04, 0x03, 0x03, 0x04, 0x05, 0x08,
    0x05, 0x05, 0x04, 0x04, 0x05, 0x0a, 0x07, 0x07, 0x06, 0x08, 0x0c, 0x0a, 0x0c, 0x0c, 0x0b,
    0x0a, 0x0b, 0x0b, 0x0d, 0x0e, 0x12, 0x10, 0x0d, 0x0e, 0x11, 0x0e, 0x0b, 0x0b, 0x10, 0x16,
    0x10, 0x11, 0x13, 0x14, 0x15, 0x15, 0x15, 0x0c, 0x0f, 0x17, 0x18, 0x16, 0x14, 0x18, 0x12,
    0x14, 0x15, 0x14, 0xff, 0xc0, 0x00, 0x14, 0x08, 0x00, 0x08, 0x00, 0x10, 0x04, 0x43, 0x11,
    0x00, 0x4d, 0x11, 0x00, 0x59, 0x11, 0x00, 0x4b, 0x11, 0x00, 0xff, 0xc4, 0x00, 0x15, 0x00,
    0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x07, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x0e, 0x04,
    0x43, 0x00, 0x4d, 0x00, 0x59, 0x00, 0x4b, 0x00, 0x00, 0x3f, 0x00, 0x9a, 0x26, 0x89, 0xa2,
    0x68, 0x00, 0xff, 0xd9};
/* clang-format on */

static void load_textured(const char *picture, struct scene **s)
{
    char text[4096];
    put("data.bin", quantised, sizeof quantised);
    snprintf(
        text, sizeof text,
        QUANTISED("data.bin", "",
                  "{\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"baseColorTexture\":{"
                  "\"index\":0}}}],\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"%s\"}"),
        picture);
    program_write_text("a.gltf", text);
    *s = load("a.gltf");
}

TEST(jpeg_pictures_are_textures)
{
    static const struct {
        const unsigned char *bytes;
        size_t n;
        bool grey;
    } cases[] = {{baseline, sizeof baseline, false},
                 {progressive, sizeof progressive, false},
                 {grey, sizeof grey, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene *s;
        put("a.jpg", cases[i].bytes, cases[i].n);
        load_textured("a.jpg", &s);
        assert_int_equal(s->n_textures, 1);
        assert_null(s->notes);
        const struct image *p = &s->textures[0];
        const uint8_t *left = image_at(p, 2, 4), *right = image_at(p, 13, 4);
        assert_int_equal(p->width, 16);
        assert_int_equal(p->height, 8);
        if (left[0] < 230 || right[0] > 25 || left[3] != 255 ||
            (cases[i].grey ? left[2] < 230 : left[2] > 25 || right[2] < 230))
            fail_msg("case %zu: %d %d %d and %d %d %d", i, left[0], left[1], left[2], right[0],
                     right[1], right[2]);
        scene_free(s);
    }
}

TEST(pictures_that_cannot_be_read_are_said)
{
    struct scene *s;
    put("a.jpg", "GIF89a is no picture here", 25);
    load_textured("a.jpg", &s);
    assert_int_equal(s->n_textures, 0);
    assert_non_null(strstr(s->notes, "a.gltf: texture 'a.jpg' is neither PNG nor JPEG; such "));
    scene_free(s);
    for (size_t cut = 4; cut < sizeof baseline - 2; cut += 23) {
        struct image image;
        bool damaged;
        if (image_parse_jpeg(&image, baseline, cut, "a.jpg", &damaged, &st) != ST_FAILED)
            fail_msg("a JPEG of %zu bytes was read", cut);
        assert_non_null(strstr(st.text, "a.jpg: is not a readable JPEG"));
        assert_null(image.rgba);
    }
    unsigned char bytes[sizeof baseline];
    memcpy(bytes, baseline, sizeof bytes);
    memcpy(bytes + sizeof bytes - 14, "\xff\xd9", 2); /* its end, too early */
    put("a.jpg", bytes, sizeof bytes);
    load_textured("a.jpg", &s);
    assert_non_null(strstr(s->notes, "a.jpg: a damaged JPEG, of which parts are grey"));
    scene_free(s);
    put("a.jpg", baseline, sizeof baseline / 2);
    refuse("a.gltf", "a.jpg: is not a readable JPEG: ");
    put("a.jpg", printing, sizeof printing);
    refuse("a.gltf", "a.jpg: is a JPEG of printing colours (CMYK)");
}

TEST_GROUP(program_enter, program_leave)
