/* Scene files: what they may say, and the one line that answers what is wrong. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/scene.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BALL                                                                                       \
    "materials = ( { name = \"grey\"; color = (0.5, 0.5, 0.5); } );\n"                             \
    "spheres = ( { center = (0, 0, 0); radius = 1; material = \"grey\"; } );\n"

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

static void put(void **state, const char *name, const char *text)
{
    struct folder *f = *state;
    char *path FREED_BY(mem_free) = file_join(f->path, name);
    assert_ok(file_write(path, text, strlen(text), &st));
}

static enum st_code load(void **state, const char *name, struct scene **s, struct status *st)
{
    struct folder *f = *state;
    char *path FREED_BY(mem_free) = file_join(f->path, name);
    return scene_load(s, path, st);
}

static const char triangle_obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/* A PNG of one pixel: red with alpha 0. */
static void put_picture(void **state, const char *name)
{
    static const unsigned char png[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00,
        0x00, 0x1f, 0x15, 0xc4, 0x89, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78,
        0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xc0, 0x00, 0x00, 0x04, 0x01, 0x01, 0x00, 0x47, 0x06,
        0xca, 0xde, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    struct folder *f = *state;
    char *path FREED_BY(mem_free) = file_join(f->path, name);
    assert_ok(file_write(path, png, sizeof png, &st));
}

static const char full_scene[] =
    "title = \"everything\";\n"
    "camera = { eye = (0, 1, 4); look_at = (0, 1, 0); up = (0, 2, 0); fov = 30.5;\n"
    "           aperture = 0.25; focus = 7; };\n"
    "resolution = (640, 33);\n"
    "sky = false;\n"
    "light = { position = (1, 2.5, 3); radius = 4; };\n"
    "materials = (\n"
    "  { name = \"leaf\"; texture = \"leaf.png\"; masked = true; },\n"
    "  { name = \"steel\"; type = \"metal\"; color = (1, 0.5, 0.25); fuzz = 0.125; },\n"
    "  { name = \"glass\"; type = \"dielectric\"; ior = 1.5; },\n"
    "  { name = \"lamp\"; type = \"emissive\"; color = (15, 14, 12); } );\n"
    "meshes = (\n"
    "  { name = \"tri\"; file = \"tri.obj\"; material = \"steel\"; scale = 2; },\n"
    "  { name = \"own\"; file = \"tri.obj\"; translate = (0, 0, 5); },\n"
    "  { name = \"flat\"; material = \"leaf\"; vertices = (0, 0, 0, 1, 0, 0, 1, 0, -1.5);\n"
    "    triangles = (0, 1, 2); texcoords = (0, 0, 1, 0, 1, 1);\n"
    "    transform = (1, 0, 0, 10, 0, 1, 0, 20, 0, 0, 1, 30); } );\n"
    "instances = ( { mesh = \"tri\"; translate = (1, 0, 0); rotate = (0, 0, 1, 90); },\n"
    "              { mesh = \"tri\"; scale = (1, 2, 3); } );\n"
    "generate = ( { kind = \"box\"; material = \"lamp\"; width = 1; height = 2; depth = 3; cells = "
    "1; inside = false; } );\n"
    "spheres = ( { center = (0, 3, 0); radius = 0.5; material = \"glass\"; } );\n"
    "sphere_file = \"balls.txt\";\n";

static const char balls[] = "# three\n"
                            "sphere 1 2 3 0.5 lambertian 0.1 0.2 0.3\n\n"
                            "sphere 1 2 4 0.25 metallic 0.1 0.2 0.3 fuzz 0.5 # shiny\n"
                            "  sphere 1 2 5 1e-1 dielectric 1.5";

static void put_full_scene(void **state)
{
    put(state, "full.scene", full_scene);
    put(state, "tri.obj", triangle_obj);
    put(state, "balls.txt", balls);
    put_picture(state, "leaf.png");
}

TEST_WITH(a_scene_file_with_every_key_is_read, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put_full_scene(state);
    assert_ok(load(state, "full.scene", &s, &st));
    assert_string_equal(s->name, "full");
    assert_int_equal(s->width, 640);
    assert_int_equal(s->height, 33);
    assert_false(s->sky);
    assert_true(s->light_position[1] == 2.5f && s->light_radius == 4.0f);
    assert_true(s->camera.vertical_fov_deg == 30.5f && s->camera.aperture == 0.25f);
    assert_true(s->camera.focus_distance == 7.0f && s->camera.eye[2] == 4.0f);
    assert_int_equal(s->materials[0].texture, 0);
    assert_true(s->materials[0].masked && s->materials[0].color[0] == 1.0f);
    assert_int_equal(s->materials[1].model, MATERIAL_METALLIC);
    assert_true(s->materials[1].fuzz == 0.125f);
    assert_int_equal(s->materials[2].model, MATERIAL_DIELECTRIC);
    assert_int_equal(s->materials[3].model, MATERIAL_EMISSIVE);
    assert_true(s->materials[3].color[0] == 15.0f);
    assert_int_equal(s->n_spheres, 4);
    assert_true(s->spheres[2].radius == 0.25f && s->spheres[3].center[2] == 5.0f);
    assert_int_equal(s->materials[s->spheres[2].material].model, MATERIAL_METALLIC);
    assert_int_equal(s->meshes[0].vertices[0].material, 1);
    assert_true(s->meshes[2].vertices[2].texcoord[1] == 1.0f);
}

static const struct scene_instance *find_instance(const struct scene *s, uint32_t mesh, int nth)
{
    for (uint32_t i = 0; i < s->n_instances; i++)
        if (s->instances[i].geometry == GEOMETRY_MESH && s->instances[i].index == mesh &&
            nth-- == 0)
            return &s->instances[i];
    fail_msg("mesh %u is not placed", mesh);
    return NULL;
}

TEST_WITH(meshes_stand_where_they_are_placed, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put_full_scene(state);
    assert_ok(load(state, "full.scene", &s, &st));
    /* (1 0 0), scaled by 2, turned by 90 degrees about z, moved by (1 0 0) */
    struct vec3 p = mat34_point(&find_instance(s, 0, 0)->transform, vec3_make(1, 0, 0));
    assert_true(p.x == 1.0f && p.y == 2.0f && p.z == 0.0f);
    p = mat34_point(&find_instance(s, 0, 1)->transform, vec3_make(1, 1, 1));
    assert_true(p.x == 2.0f && p.y == 4.0f && p.z == 6.0f);
    p = mat34_point(&find_instance(s, 1, 0)->transform, vec3_make(0, 0, 0));
    assert_true(p.x == 0.0f && p.y == 0.0f && p.z == 5.0f);
    p = mat34_point(&find_instance(s, 2, 0)->transform, vec3_make(0, 0, 0));
    assert_true(p.x == 10.0f && p.y == 20.0f && p.z == 30.0f);
}

TEST_WITH(flipped_meshes_turn_winding_and_normals, set_up, tear_down)
{
    struct scene *s;
    put(state, "tri.obj", triangle_obj);
    put(state, "flip.scene",
        "meshes = ( { name = \"a\"; file = \"tri.obj\"; },\n"
        "{ name = \"b\"; file = \"tri.obj\"; flip = true; } );");
    assert_ok(load(state, "flip.scene", &s, &st));
    const struct scene_mesh *a = &s->meshes[0], *b = &s->meshes[1];
    assert_true(a->vertices[0].normal[2] == 1.0f && b->vertices[0].normal[2] == -1.0f);
    assert_int_equal(a->indices[1], b->indices[2]);
    assert_int_equal(a->indices[2], b->indices[1]);
    scene_free(s);
}

/* Two triangles that are wound against each other, so that the normals of their corners cancel; the
 * third is of glass. */
TEST_WITH(two_sided_meshes_get_a_back_behind_every_front, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put(state, "sides.obj",
        "mtllib sides.mtl\nv 0 0 5\nv 1 0 5\nv 1 1 5\nv 0 1 5\nusemtl grey\nf 1 2 3\n"
        "f 1 4 3\nusemtl glass\nf 1 2 4\n");
    put(state, "sides.mtl", "newmtl grey\nKd 0.5 0.5 0.5\nnewmtl glass\nillum 7\n");
    put(state, "sides.scene",
        "materials = ( { name = \"grey\"; color = (0.5, 0.5, 0.5); } );\n"
        "meshes = ( { name = \"file\"; file = \"sides.obj\"; two_sided = true; },\n"
        "{ name = \"far\"; file = \"sides.obj\"; two_sided = true; baked = true;\n"
        "  translate = (1000, 0, 0); },\n"
        "{ name = \"inline\"; material = \"grey\"; two_sided = true;\n"
        "  vertices = (0, 0, 5,  1, 0, 5,  1, 1, 5,  0, 1, 5);\n"
        "  triangles = (0, 1, 2,  0, 3, 2); },\n"
        "{ name = \"one\"; file = \"sides.obj\"; two_sided = false; } );");
    assert_ok(load(state, "sides.scene", &s, &st));
    assert_int_equal(s->n_meshes, 4);
    assert_int_equal(s->meshes[3].n_triangles, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const struct scene_mesh *m = &s->meshes[i];
        uint32_t fronts = i == 2 ? 2 : 3;
        assert_int_equal(m->n_triangles, fronts + 2);
        for (uint32_t t = fronts; t < m->n_triangles; t++) {
            const uint32_t *front = m->indices + 3 * (t - fronts), *back = m->indices + 3 * t;
            for (int c = 0; c < 3; c++) {
                const struct scene_vertex *a = &m->vertices[front[c]];
                const struct scene_vertex *b = &m->vertices[back[c ? 3 - c : 0]];
                float behind = (a->position[2] - b->position[2]) * a->normal[2];
                assert_true(fabsf(a->normal[2]) == 1.0f && b->normal[2] == -a->normal[2]);
                assert_true(a->position[0] == b->position[0]);
                assert_true(behind > 0 && behind < (i == 1 ? 4e-3f : 1e-4f));
                assert_memory_equal(a->texcoord, b->texcoord, sizeof a->texcoord);
                assert_int_equal(a->material, b->material);
            }
        }
    }
}

TEST_WITH(baked_meshes_are_moved_instead_of_their_instance, set_up, tear_down)
{
    struct scene *s;
    put(state, "tri.obj", triangle_obj);
    put(state, "bake.scene",
        "meshes = ( { name = \"a\"; file = \"tri.obj\"; baked = true;\n"
        "  transform = (0, -2, 0, 10,  2, 0, 0, 20,  0, 0, 2, 30); },\n"
        "{ name = \"b\"; file = \"tri.obj\"; baked = true; scale = (1, 1, -1); },\n"
        "{ name = \"c\"; file = \"tri.obj\"; } );");
    assert_ok(load(state, "bake.scene", &s, &st));
    const struct scene_mesh *a = &s->meshes[0], *b = &s->meshes[1], *c = &s->meshes[2];
    const struct mat34 none = mat34_identity();
    for (uint32_t i = 0; i < 3; i++)
        assert_memory_equal(&find_instance(s, i, 0)->transform, &none, sizeof none);
    for (uint32_t i = 0; i < 3; i++) {
        const float *moved = a->vertices[i].position, *p = c->vertices[i].position;
        assert_true(moved[0] == 10 - 2 * p[1] && moved[1] == 20 + 2 * p[0] &&
                    moved[2] == 30 + 2 * p[2]);
        assert_true(a->vertices[i].normal[2] == 1.0f && b->vertices[i].normal[2] == -1.0f);
    }
    assert_true(a->lo.x == 10 - 2 * c->hi.y && a->hi.z == 30 + 2 * c->hi.z);
    assert_int_equal(b->indices[1], c->indices[2]); /* mirrored: corners turn round */
    assert_int_equal(a->indices[1], c->indices[1]);
    scene_free(s);
}

TEST_WITH(a_scene_without_a_camera_gets_one_that_frames_it, set_up, tear_down)
{
    struct scene *s;
    put(state, "ball.scene", BALL);
    assert_ok(load(state, "ball.scene", &s, &st));
    const float *eye = s->camera.eye;
    float distance = sqrtf(eye[0] * eye[0] + eye[1] * eye[1] + eye[2] * eye[2]);
    assert_true(distance > 3.0f && distance < 8.0f);
    assert_true(s->camera.look_at[0] == 0.0f && s->sky);
    assert_int_equal(s->width, 0);
    scene_free(s);
}

TEST_WITH(what_is_wrong_is_answered_with_file_and_line, set_up, tear_down)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"camera = {", ":1: syntax error"},
        {BALL "\ncamera = { eye = [0, 1.5, 0]; };", ":4: mismatched element type in array; in [ ]"},
        {BALL "sky = 1;", ":3: 'sky' is not true or false"},
        {BALL "meshes = ( { nmae = \"a\"; file = \"tri.obj\"; } );",
         ":3: unknown key 'nmae'; did you mean 'name'?"},
        {BALL "generate = ( { knd = \"box\"; } );", ":3: unknown key 'knd'; did you mean 'kind'?"},
        {"spheres = ( { centre = (0, 0, 0); radius = 1; } );",
         ":1: unknown key 'centre'; did you mean 'center'?"},
        {BALL "skies = true;", ":3: unknown key 'skies'; known here: title, camera"},
        {BALL "camera = { eye = (0, 0, 1); };", ":3: missing key 'look_at' in camera"},
        {BALL "camera = { eye = (0, 0, 1); look_at = (0, 0); };",
         ":3: 'look_at' is not a list of 3 numbers"},
        {BALL "camera = { eye = (0, 0, 1e99); look_at = (0, 0, 0); };",
         ":3: 'eye' has 1e+99, which no 32-bit number holds"},
        {BALL "camera = { eye = (0, 0, 1); look_at = (0, 0, 0); fov = 0; };",
         ":3: the camera's vertical field of view is 0 degrees"},
        {BALL "\ncamera = { eye = (0, 0, 1); look_at = (0, 0, 1); };",
         ":4: the camera looks at its own position"},
        {BALL "camera = { eye = (0, 0, 1); look_at = (0, 0, 0); up = (0, 0, 1); };",
         ":3: the camera's up is zero or along its view"},
        {BALL "camera = { eye = (0, 0, 1); look_at = (0, 0, 0); focus = 0; };",
         ":3: the camera's focus distance is 0"},
        {BALL "resolution = (0, 5);", ":3: 'resolution' is not a width and a height"},
        {BALL "resolution = (100000, 100000);", ":3: 'resolution' is not a width and a height"},
        {BALL "resolution = 5;", ":3: 'resolution' is not a list"},
        {BALL "light = { radius = 3; };", ":3: missing key 'position' in light"},
        {BALL "light = { position = (0, 0, 0); radius = -3; };", ":3: the light's radius is -3"},
        {"sky = true;", ": the scene has no geometry"},
        {"", ": the scene has no geometry"},
        {"materials = ( { color = (1, 1, 1); } );", ":1: missing key 'name'"},
        {"materials = ( { name = \"a\"; } );", ":1: missing key 'color'"},
        {"materials = ( { name = \"a\"; color = (1, 1, -1); } );", ":1: a material's colour is"},
        {"materials = ( { name = \"a\"; type = \"gold\"; } );",
         ":1: 'type' is \"gold\"; it must be"},
        {"materials = ( { name = \"a\"; color = (1, 1, 1); fuzz = 0.5; } );",
         ":1: unknown key 'fuzz'; known here: name, type, color, texture, masked"},
        {"materials = ( { name = \"a\"; type = \"metal\"; color = (1, 1, 1); fuzz = 2; } );",
         ":1: a material's fuzz is 2; it must be 0 to 1"},
        {"materials = ( { name = \"a\"; type = \"dielectric\"; } );", ":1: missing key 'ior'"},
        {"materials = ( { name = \"a\"; texture = \"none.png\"; } );", ":1: "},
        {"materials = ( { name = \"a\"; color = (1, 1, 1); masked = true; } );",
         ":1: a masked material has no texture"},
        {"materials = ( { name = \"a\"; color = (1, 1, 1); },\n{ name = \"a\"; color = (1, 1, 1); "
         "} );",
         ":2: a second material 'a'"},
        {"materials = ( 5 );", ":1: a material is not a group"},
        {"materials = { };", ":1: 'materials' is not a list"},
        {BALL "meshes = ( { name = \"m\"; } );", ":3: mesh 'm' has neither 'file' nor"},
        {BALL "meshes = ( { name = \"m\"; file = \"none.obj\"; } );", ":3: no mesh file '"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; material = \"gold\"; } );",
         ":3: unknown material 'gold'; known: grey"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; vertices = (1, 2, 3); } );",
         ":3: unknown key 'vertices'"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; transform = (1, 2, 3); } );",
         ":3: 'transform' is not a list of 12 numbers"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; scale = 1; transform = (1); } );",
         ":3: 'transform' beside 'translate', 'rotate' or 'scale'"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; scale = 0; } );",
         ": the transform of an instance of mesh 'tri.obj' cannot be inverted"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; rotate = (0, 0, 0, 5); } );",
         ":3: 'rotate' has the axis (0 0 0)"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; },\n{ name = \"m\"; file = "
              "\"tri.obj\"; } );",
         ":4: a second mesh 'm'"},
        {BALL
         "meshes = ( { name = \"m\"; material = \"grey\"; vertices = (0, 0); triangles = (0, 1, "
         "2); } );",
         ":3: 'vertices' has 2 numbers; a multiple of 3 is needed"},
        {BALL
         "meshes = ( { name = \"m\"; material = \"grey\"; vertices = (0, 0, 0); triangles = (0, 1, "
         "0); } );",
         ":3: mesh 'm' uses vertex 1 in triangle 0; there are 1"},
        {BALL
         "meshes = ( { name = \"m\"; material = \"grey\"; vertices = (0, 0, 0); triangles = (0, "
         "0.5, 0); } );",
         ":3: 'triangles' is not a list of whole numbers"},
        {BALL
         "meshes = ( { name = \"m\"; material = \"grey\"; vertices = (0, 0, 0); triangles = (0, 0, "
         "0); texcoords = (0, 0, 1, 1); } );",
         ":3: 'texcoords' has 2 pairs for 1 vertices"},
        {BALL "instances = ( { mesh = \"m\"; } );", ":3: unknown mesh 'm'"},
        {BALL "instances = ( { mesh = \"m\"; flip = true; } );", ":3: unknown key 'flip'"},
        {BALL
         "meshes = ( { name = \"m\"; material = \"grey\"; vertices = (0, 0, 0, 1, 0, 0, 0, 1, 0); "
         "triangles = (0, 1, 2); baked = true; scale = 0; } );",
         ":3: vertex 0 of mesh 'm' has no finite position or normal where the transform moves it"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; two_sided = 1; } );",
         ":3: 'two_sided' is not true or false"},
        {BALL "meshes = ( { name = \"m\"; file = \"tri.obj\"; as_lumibench = true;\n"
              "two_sided = true; } );",
         ":4: 'two_sided' beside 'as_lumibench'"},
        {BALL "instances = ( { mesh = \"m\"; two_sided = true; } );",
         ":3: unknown key 'two_sided'"},
        {BALL "instances = ( { mesh = 5; } );", ":3: 'mesh' is not a text in quotes"},
        {BALL "spheres = 5;", ":3: duplicate setting name; each key may be given once"},
        {"spheres = ( { center = (0, 0, 0); radius = 1; material = \"a\"; } );",
         ":1: unknown material 'a'; known: none"},
        {"materials = ( { name = \"a\"; color = (0, 0, 0); } );\n"
         "spheres = ( { center = (0, 0, 0); radius = -1; material = \"a\"; } );",
         ":2: a sphere at (0 0 0) with radius -1"},
        {"sphere_file = \"none.txt\";", ":1: no sphere file '"},
        {"generate = ( { kind = \"nothing\"; } );", ":1: no generator is called 'nothing'"},
        {"generate = ( 5 );", ":1: a generator is not a group"},
        {"generate = ( { kind = \"box\"; material = \"gold\"; } );", ":1: unknown material 'gold'"},
        {"include = ( \"none.scene\" );", ":1: no scene file '"},
        {"include = ( \"bad.scene\" );", "bad.scene:1: 'sky' is not true or false"},
        {"@include \"none.scene\"\n", ":1: @include: "},
    };
    put(state, "tri.obj", triangle_obj);
    put(state, "bad.scene", "sky = \"blue\";");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene *s = NULL;
        put(state, "case.scene", cases[i].text);
        if (load(state, "case.scene", &s, &st) != ST_FAILED)
            fail_msg("case %zu loaded: %s", i, cases[i].text);
        assert_null(s);
        if (!strstr(st.text, cases[i].said) || strchr(st.text, '\n'))
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
}

TEST_WITH(malformed_sphere_files_are_refused_with_their_line, set_up, tear_down)
{
    static const char *const bad[] = {"sphere 1 2 3",
                                      "ball 1 2 3 4 lambertian 1 1 1",
                                      "sphere 1 2 3 4 gold 1 1 1",
                                      "sphere 1 2 3 4 lambertian 1 1",
                                      "sphere 1 2 3 4 metallic 1 1 1",
                                      "sphere 1 2 3 nan dielectric 2",
                                      "sphere 1 2 3 -4 dielectric 2",
                                      "sphere 1 2 3 4 dielectric 0",
                                      "sphere 1 2 3 4 dielectric 1.5 7"};
    put(state, "balls.scene", "sphere_file = \"balls.txt\";");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct scene *s;
        char text[200];
        snprintf(text, sizeof text, "sphere 0 0 0 1 lambertian 1 1 1\n%s\n", bad[i]);
        put(state, "balls.txt", text);
        assert_int_equal(load(state, "balls.scene", &s, &st), ST_FAILED);
        if (!strstr(st.text, "balls.txt:2: "))
            fail_msg("'%s' was answered with '%s'", bad[i], st.text);
    }
}

TEST_WITH(included_parts_join_the_scene_and_own_settings_win, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    put(state, "part.scene", BALL "resolution = (10, 20);\nsky = false;\n");
    put(state, "whole.scene",
        "include = ( \"part.scene\" );\nresolution = (30, 40);\n"
        "spheres = ( { center = (5, 0, 0); radius = 1; material = \"grey\"; } );");
    assert_ok(load(state, "whole.scene", &s, &st));
    assert_int_equal(s->n_spheres, 2);
    assert_int_equal(s->width, 30);
    assert_false(s->sky);
}

TEST_WITH(cyclic_references_are_errors, set_up, tear_down)
{
    struct scene *s;
    put(state, "a.scene", "include = ( \"b.scene\" );\n" BALL);
    put(state, "b.scene", "sky = true;\ninclude = ( \"a.scene\" );\n");
    assert_int_equal(load(state, "a.scene", &s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "b.scene:2: "));
    assert_non_null(strstr(st.text, "includes itself; includes must not be cyclic"));
    put(state, "c.scene", "@include \"c.scene\"\n");
    assert_int_equal(load(state, "c.scene", &s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "does the file include itself?"));
    put(state, "d.scene", "materials = (); meshes = ( { name = \"d\"; file = \"d.scene\"; } );");
    assert_int_equal(load(state, "d.scene", &s, &st), ST_FAILED);
}

TEST_WITH(included_text_is_checked_before_it_is_read, set_up, tear_down)
{
    static const struct {
        const char *inner, *said;
    } cases[] = {
        {"title = \"without an end\n", "inner.inc:1: a text begins here and does not end"},
        {"\n/* without an end\n", "inner.inc:2: a comment begins here and does not end"},
        {"resolution = (4294967297, 1);", "inner.inc:1: 4294967297 does not fit into 32 bits"},
        {"@include \".\"\n", "inner.inc:1: @include: "},
        {"@include\n", "inner.inc:1: an @include without a name"},
        {"@include \"inner.inc\"\n@include \"inner.inc\"\n", "does the file include itself?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene *s;
        put(state, "inner.inc", cases[i].inner);
        put(state, "outer.scene", "@include \"inner.inc\"\n" BALL);
        assert_int_equal(load(state, "outer.scene", &s, &st), ST_FAILED);
        if (!strstr(st.text, cases[i].said))
            fail_msg("case %zu said '%s', not '%s'", i, st.text, cases[i].said);
    }
}

TEST_WITH(files_that_include_each_other_many_times_are_refused, set_up, tear_down)
{
    struct scene *s;
    char name[16], text[256];
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "%d.inc", i);
        text[0] = 0;
        for (int k = 0; k < 4; k++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "@include \"%d.inc\"\n",
                     i + 1);
        put(state, name, text);
    }
    put(state, "9.inc", "");
    put(state, "outer.scene", "@include \"0.inc\"\n" BALL);
    assert_int_equal(load(state, "outer.scene", &s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "more than 1000 files are included"));
}

TEST_WITH(included_text_is_relative_to_the_scene_and_enters_the_hash, set_up, tear_down)
{
    struct scene *s;
    char hash[HASH_TEXT];
    put(state, "inner.inc", BALL);
    put(state, "outer.scene", "@include \"inner.inc\"\nsky = true;\n");
    assert_ok(load(state, "outer.scene", &s, &st));
    assert_int_equal(s->n_spheres, 1);
    memcpy(hash, s->hash, sizeof hash);
    scene_free(s);
    put(state, "inner.inc", BALL "# changed\n");
    assert_ok(load(state, "outer.scene", &s, &st));
    assert_string_not_equal(s->hash, hash);
    scene_free(s);
    put(state, "inner.inc", "sky = 7;");
    put(state, "outer.scene", "@include \"inner.inc\"\n" BALL);
    assert_int_equal(load(state, "outer.scene", &s, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "inner.inc:1: 'sky' is not true or false"));
}

TEST_WITH(every_input_file_enters_the_hash, set_up, tear_down)
{
    struct scene *s FREED_BY(scene_free);
    char hash[HASH_TEXT];
    put_full_scene(state);
    assert_ok(load(state, "full.scene", &s, &st));
    memcpy(hash, s->hash, sizeof hash);
    scene_free(s);
    static const struct {
        const char *name, *text;
    } changes[] = {{"tri.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n"},
                   {"balls.txt", "sphere 1 2 3 0.5 lambertian 0.1 0.2 0.4\n"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        put_full_scene(state);
        put(state, changes[i].name, changes[i].text);
        assert_ok(load(state, "full.scene", &s, &st));
        assert_string_not_equal(s->hash, hash);
        scene_free(s);
    }
    put_full_scene(state);
    assert_ok(load(state, "full.scene", &s, &st));
    assert_string_equal(s->hash, hash);
}

TEST_WITH(loading_twice_gives_the_same_bytes, set_up, tear_down)
{
    struct scene *a FREED_BY(scene_free), *b FREED_BY(scene_free);
    put_full_scene(state);
    assert_ok(load(state, "full.scene", &a, &st));
    assert_ok(load(state, "full.scene", &b, &st));
    assert_int_equal(a->n_meshes, b->n_meshes);
    assert_memory_equal(a->instances, b->instances, a->n_instances * sizeof *a->instances);
    assert_memory_equal(a->materials, b->materials, a->n_materials * sizeof *a->materials);
    for (uint32_t i = 0; i < a->n_meshes; i++)
        assert_memory_equal(a->meshes[i].vertices, b->meshes[i].vertices,
                            a->meshes[i].n_vertices * sizeof *a->meshes[i].vertices);
}

TEST_WITH(every_failed_allocation_is_reported_and_nothing_is_held, set_up, tear_down)
{
    struct scene *s;
    put_full_scene(state);
    struct folder *f = *state;
    char path[300];
    snprintf(path, sizeof path, "%s/full.scene", f->path);
    assert_survives_without_memory(scene_load(&s, path, &st), 50, assert_null(s));
    scene_free(s);
}

TEST(an_operand_that_is_nothing_is_answered_with_what_there_is)
{
    struct scene *s;
    assert_int_equal(scene_load(&s, "no_such_scene", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "no_such_scene: neither a built-in scene nor a file"));
    assert_non_null(strstr(st.text, "built-in scenes: "));
    assert_int_equal(scene_load(&s, "lonly", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "did you mean 'lonely'?"));
    assert_int_equal(scene_load(&s, "none/such.obj", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "none/such.obj: no such file"));
    assert_int_equal(scene_load(&s, "", &st), ST_FAILED);
    assert_int_equal(scene_load(&s, "/tmp", &st), ST_FAILED);
    assert_int_equal(scene_load(&s, "../builder", &st), ST_FAILED);
}

TEST_WITH(built_in_scenes_are_listed_in_order_and_load_by_name, set_up, tear_down)
{
    struct folder *f = *state;
    struct scene *s;
    char **names;
    size_t n;
    char *builtin = file_join(f->path, "scenes/builtin");
    assert_ok(file_make_folder(builtin, &st));
    mem_free(builtin);
    put(state, "scenes/builtin/zebra.scene", BALL);
    put(state, "scenes/builtin/ant.scene", BALL);
    put(state, "scenes/builtin/notes.txt", "no scene");
    assert_int_equal(setenv("DIORAMA_DATA", f->path, 1), 0);
    assert_ok(scene_list_builtin(&names, &n, &st));
    assert_int_equal(n, 2);
    assert_string_equal(names[0], "ant");
    assert_string_equal(names[1], "zebra");
    for (size_t i = 0; i < n; i++)
        mem_free(names[i]);
    mem_free(names);
    assert_ok(scene_load(&s, "zebra", &st));
    assert_string_equal(s->name, "zebra");
    scene_free(s);
    assert_int_equal(scene_load(&s, "lion", &st), ST_FAILED);
    unsetenv("DIORAMA_DATA");
    assert_non_null(strstr(st.text, "built-in scenes: ant, zebra"));
}
