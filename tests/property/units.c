/* The unit of a scene's lengths decides nothing: scaled by a power of two it has the same rays,
 * node visits and counters to the last one, whatever its file and wherever the scale stands in it.
 */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/random.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/settings/options.h"
#include "tests/rig/gpus.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 1 << 16, TRIANGLES = 60 };

struct text {
    char at[TEXT];
    size_t n;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    t->n += (size_t)vsnprintf(t->at + t->n, TEXT - t->n, format, list);
    va_end(list);
    assert_true(t->n < TEXT);
}

static void save(const char *name, const struct text *t)
{
    program_write(name, t->at, t->n);
}

/* A heap of triangles about 3 wide; the same each time. */
static double coordinate(uint32_t triangle, uint32_t corner, uint32_t axis)
{
    const double middle = random_unit(1, RANDOM_TEST, 3 * triangle + axis);
    const double side = random_unit(2, RANDOM_TEST, 9 * triangle + 3 * corner + axis);
    return (double)(float)(3 * middle + 0.6 * side - 0.3);
}

/* ---- files, every length times `scale` ---- */

/* Corners of the cube of faults, with the normals of its sides. */
static const char *write_obj(double scale)
{
    static const int corners[8][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0},
                                      {1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}};
    static struct text t;
    t.n = 0;
    for (int i = 0; i < 8; i++)
        put(&t, "v %.17e %.17e %.17e\n", scale * corners[i][0], scale * corners[i][1],
            scale * corners[i][2]);
    put(&t, "vn -1 0 0\nvn 1 0 0\nvn 0 -1 0\nvn 0 0 1\nvn 0 1 0\nvn 0 0 -1\n"
            "f 1//1 2//1 3//1 4//1\nf 8//2 7//2 6//2 5//2\nf 1//3 5//3 6//3 2//3\n"
            "f 2//4 6//4 7//4 3//4\nf 3//5 7//5 8//5 4//5\nf 4//6 8//6 5//6 1//6\n");
    save("a.obj", &t);
    return "a.obj";
}

static void put_floats(struct text *t, const double *values, size_t n, double scale)
{
    for (size_t i = 0; i < n; i++) {
        const float f = (float)(values[i] * scale);
        memcpy(t->at + t->n, &f, sizeof f);
        t->n += sizeof f;
    }
}

static void put_corners(struct text *t, uint32_t triangle, double scale, bool normals)
{
    static const double up[3] = {0, 1, 0};
    for (uint32_t c = 0; c < 3; c++) {
        const double v[3] = {coordinate(triangle, c, 0), coordinate(triangle, c, 1),
                             coordinate(triangle, c, 2)};
        put_floats(t, v, 3, scale);
        if (normals)
            put_floats(t, up, 3, 1);
    }
}

static const char *write_ply(double scale)
{
    static struct text t;
    t.n = 0;
    put(&t,
        "ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\n"
        "property float y\nproperty float z\nproperty float nx\nproperty float ny\n"
        "property float nz\nelement face %d\nproperty list uchar int vertex_indices\n"
        "end_header\n",
        3 * TRIANGLES, TRIANGLES);
    for (uint32_t i = 0; i < TRIANGLES; i++)
        put_corners(&t, i, scale, true);
    for (int32_t i = 0; i < 3 * TRIANGLES; i++) {
        if (i % 3 == 0)
            t.at[t.n++] = 3;
        memcpy(t.at + t.n, &i, sizeof i);
        t.n += sizeof i;
    }
    save("a.ply", &t);
    return "a.ply";
}

static const char *write_stl(double scale)
{
    static const double up[3] = {0, 1, 0};
    static struct text t;
    const uint32_t n = TRIANGLES;
    memset(t.at, 0, 80);
    memcpy(t.at + 80, &n, sizeof n);
    t.n = 84;
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        put_floats(&t, up, 3, 1);
        put_corners(&t, i, scale, false);
        t.at[t.n++] = 0;
        t.at[t.n++] = 0;
    }
    save("a.stl", &t);
    return "a.stl";
}

/* The scale is that of a node, which places its mesh twice. */
static const char *write_gltf(double scale)
{
    static struct text t;
    t.n = 0;
    for (uint32_t i = 0; i < TRIANGLES; i++)
        put_corners(&t, i, 1, true);
    save("a.bin", &t);
    t.n = 0;
    put(&t,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"scale\":[%.17e,%.17e,%.17e],\"children\":[1,2]},{\"mesh\":0},"
        "{\"mesh\":0,\"translation\":[4,1,0]}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1}}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\","
        "\"min\":[-1,-1,-1],\"max\":[4,4,4]},{\"bufferView\":0,\"byteOffset\":12,"
        "\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d,\"byteStride\":24}],"
        "\"buffers\":[{\"uri\":\"a.bin\",\"byteLength\":%d}]}",
        scale, scale, scale, 3 * TRIANGLES, 3 * TRIANGLES, 72 * TRIANGLES, 72 * TRIANGLES);
    save("a.gltf", &t);
    return "a.gltf";
}

/* Everything that has a length: vertices, transforms, spheres, camera, path and light. */
static void put_scene(struct text *t, double vertices, double transform, bool camera)
{
    const double s = vertices * transform;
    t->n = 0;
    if (camera)
        put(t,
            "camera = { eye = (%.17e, %.17e, %.17e); look_at = (%.17e, 0.0, 0.0); fov = 45.0; "
            "aperture = %.17e; path = ( { frame = 2; eye = (0.0, %.17e, %.17e); } ); };\n",
            1.7 * s, 0.9 * s, 5.3 * s, 0.1 * s, 0.05 * s, 1.1 * s, 6.2 * s);
    put(t,
        "sky = false; light = { position = (%.17e, %.17e, 0.0); radius = %.17e; };\n"
        "materials = ( { name = \"m\"; color = (0.5, 0.5, 0.5); },\n"
        " { name = \"l\"; type = \"emissive\"; color = (4.0, 4.0, 4.0); } );\n"
        "spheres = ( { center = (%.17e, %.17e, 0.0); radius = %.17e; material = \"m\"; },\n"
        " { center = (0.0, %.17e, 0.0); radius = %.17e; material = \"l\"; } );\n"
        "meshes = ( { name = \"q\"; material = \"m\"; two_sided = true;\n vertices = (",
        2 * s, 4 * s, 0.3 * s, 0.8 * s, 0.4 * s, 0.5 * s, 3.1 * s, 0.7 * s);
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++)
        put(t, "%s%.17e, %.17e, %.17e", i ? ", " : "", vertices * coordinate(i / 3, i % 3, 0),
            vertices * coordinate(i / 3, i % 3, 1), vertices * coordinate(i / 3, i % 3, 2));
    put(t, "); triangles = (");
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++)
        put(t, "%s%u", i ? ", " : "", i);
    put(t,
        "); } );\ninstances = ( { mesh = \"q\"; scale = %.17e; },\n { mesh = \"q\"; scale = "
        "(%.17e, %.17e, %.17e); rotate = (1.0, 2.0, 0.0, 33.0); translate = (%.17e, 0.0, 0.0); } "
        ");\n",
        transform, 0.5 * transform, 2 * transform, 0.7 * transform, -2.5 * s);
}

static const char *write_scene(double scale)
{
    static struct text t;
    put_scene(&t, scale, 1, true);
    save("vertices.scene", &t);
    return "vertices.scene";
}

static const char *write_transforms(double scale)
{
    static struct text t;
    put_scene(&t, 1, scale, false);
    save("transforms.scene", &t);
    return "transforms.scene";
}

/* A cube whose sides look inwards. */
static const char *write_room(double scale)
{
    static struct text t;
    t.n = 0;
    write_obj(1);
    put(&t,
        "meshes = ( { name = \"m\"; file = \"a.obj\"; flip = true; scale = (%.17e, %.17e, "
        "%.17e); } );\n",
        5 * scale, 2.5 * scale, 4 * scale);
    save("room.scene", &t);
    return "room.scene";
}

/* ---- what comes of them ---- */

struct counts {
    struct gpu_counters timed;
    struct functional_counts traced;
};

static void count(struct counts *out, const struct settings *s, const struct world *world)
{
    struct session session ENDED_BY(session_close);
    struct result r ENDED_BY(result_free);
    struct image picture ENDED_BY(image_free);
    struct gpu_config gpu = rig_gpu(s->render.gpu);
    assert_ok(session_open(&session, world, &s->render, NULL, &st));
    assert_ok(simulate_frame(&r, s, &session, &gpu, NULL, &st));
    out->timed = r.counters.gpu.cycles ? r.counters : (struct gpu_counters){0};
    assert_ok(session_render(&session, &gpu, true, &picture,
                             &(struct render_counts){.totals = &out->traced}, &st));
}

/* Counts with each shader; of a scene with a path in its middle. */
static void count_all(struct counts out[SHADER_ANY_SCENE], const char *path)
{
    struct status st = {0};
    struct settings s;
    struct world world ENDED_BY(world_close);
    options_default(&s);
    s.render.scene = path;
    s.render.gpu = "tiny";
    s.render.width = 24;
    s.render.height = 16;
    s.render.samples = 1;
    s.output.quiet = true;
    if (world_open(&world, path, false, &st) != ST_OK)
        fail_msg("%s", st.text);
    s.render.frame = world.scene->path.n_keys ? 1 : 0;
    for (uint32_t shader = 0; shader < SHADER_ANY_SCENE; shader++) {
        s.render.shader = shader;
        count(&out[shader], &s, &world);
    }
}

typedef const char *write_fn(double scale);

static void expect_no_unit(write_fn *write)
{
    static const int exponents[] = {-40, -13, 1, 10, 40};
    struct counts first[SHADER_ANY_SCENE], other[SHADER_ANY_SCENE];
    count_all(first, write(1));
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        const char *path = write(ldexp(1, exponents[i]));
        count_all(other, path);
        for (int s = 0; s < SHADER_ANY_SCENE; s++) {
            assert_true(first[s].traced.rays > 24 * 16 && first[s].timed.gpu.cycles > 0);
            if (first[s].traced.rays != other[s].traced.rays ||
                first[s].traced.node_visits != other[s].traced.node_visits ||
                memcmp(&first[s].timed, &other[s].timed, sizeof first[s].timed) != 0)
                fail_msg("%s, %s, times 2^%d: %llu rays, %llu visits, %llu cycles; not %llu, %llu, "
                         "%llu",
                         path, shader_names[s], exponents[i],
                         (unsigned long long)other[s].traced.rays,
                         (unsigned long long)other[s].traced.node_visits,
                         (unsigned long long)other[s].timed.gpu.cycles,
                         (unsigned long long)first[s].traced.rays,
                         (unsigned long long)first[s].traced.node_visits,
                         (unsigned long long)first[s].timed.gpu.cycles);
        }
    }
}

TEST_WITH(vertices_of_mesh_files_may_have_any_unit, program_enter, program_leave)
{
    (void)state;
    expect_no_unit(write_obj);
    expect_no_unit(write_ply);
    expect_no_unit(write_stl);
}

TEST_WITH(scales_of_nodes_and_instances_too, program_enter, program_leave)
{
    (void)state;
    expect_no_unit(write_gltf);
    expect_no_unit(write_transforms);
}

TEST_WITH(cameras_paths_lights_and_spheres_follow, program_enter, program_leave)
{
    (void)state;
    expect_no_unit(write_scene);
}

TEST_WITH(rooms_of_any_unit_are_seen_from_inside, program_enter, program_leave)
{
    struct scene *s;
    (void)state;
    expect_no_unit(write_room);
    assert_ok(scene_load(&s, "room.scene", &st));
    assert_true(s->seen_from_inside);
    scene_free(s);
    assert_ok(scene_load(&s, write_obj(1), &st)); /* a solid cube encloses its middle, too */
    assert_false(s->seen_from_inside);
    scene_free(s);
}

/* A cube of 10000 units is that of 1: 6145 rays and 12294 node visits at 64 x 64. */
TEST_WITH(other_factors_change_nothing_but_roundings, program_enter, program_leave)
{
    static const double scales[] = {1, 10000, 0.003, 7e-9};
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        struct outcome o ENDED_BY(outcome_free);
        write_obj(scales[i]);
        program_run(&o, "render a.obj -W 64 -H 64 -s 1 -q -o a.png");
        if (o.status != 0 || !strstr(o.out, " 6145\n") || !strstr(o.out, " 12294\n"))
            fail_msg("times %g: %s%s", scales[i], o.out, o.err);
    }
}

/* What a ground or a far camera takes up does not make the things on it small, but rays reach it.
 */
TEST_WITH(the_unit_is_of_what_most_triangles_take_up, program_enter, program_leave)
{
    struct scene *s;
    static struct text t;
    (void)state;
    put_scene(&t, 1, 1, true);
    save("near.scene", &t);
    assert_ok(scene_load(&s, "near.scene", &st));
    const double unit = s->unit;
    assert_false(s->unit_stated);
    scene_free(s);
    put(&t, "include = ( \"ground.scene\" );\n");
    save("far.scene", &t);
    program_write_text("ground.scene",
                       "materials = ( { name = \"g\"; color = (0.5, 0.5, 0.5); } );\n"
                       "spheres = ( { center = (0.0, -50.0, 0.0); radius = 49.0; material = "
                       "\"g\"; } );\n");
    assert_ok(scene_load(&s, "far.scene", &st));
    assert_true(s->unit > 0.9 * unit && s->unit < 1.1 * unit);
    scene_free(s);
    program_write_text("ground.scene",
                       "materials = ( { name = \"g\"; color = (0.5, 0.5, 0.5); } );\n"
                       "spheres = ( { center = (0.0, -1e6, 0.0); radius = 1e6; material = "
                       "\"g\"; } );\n");
    assert_ok(scene_load(&s, "far.scene", &st));
    assert_true(s->unit > 2e6 / 1025 && s->unit < 2e6 / 1023);
    scene_free(s);
}

TEST_WITH(a_stated_unit_is_kept, program_enter, program_leave)
{
    struct world w ENDED_BY(world_close);
    struct scene *s;
    static struct text t;
    (void)state;
    put_scene(&t, 1, 1, true);
    put(&t, "unit = 4.0;\n");
    save("a.scene", &t);
    assert_ok(scene_load(&s, "a.scene", &st));
    assert_true(s->unit == 4 && s->unit_stated);
    assert_ok(world_open(&w, "a.scene", false, &st));
    assert_true(w.scene->camera.eye[2] == s->camera.eye[2] / 4);
    assert_true(w.scene->spheres[1].radius == s->spheres[1].radius / 4);
    world_close(&w);
    scene_free(s);
    assert_ok(world_open(&w, "cornell", false, &st));
    assert_true(w.scene->unit == 1 && w.scene->unit_stated);
}
