/* The real scenes beside the repository: every mesh and every scene file, with the number of
 * triangles that their own list (INDEX.md) states. Skipped where they are not there. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "scenes/scene.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *folder, *file; /* file NULL: the scene file tests/reference/<folder>.scene */
    uint64_t triangles;
    uint32_t spheres;
} inventory[] = {
    {"apartment", "apartment.glb", 177934, 0},
    {"bathroom", "bathroom.obj", 423821, 0},
    {"bunny", "bunny.obj", 144046, 0},
    {"bunny", "cornell_box.obj", 12, 0},
    {"cornell-box", "cornell_box.obj", 36, 0},
    {"dragon", "dragon.ply", 100000, 0},
    {"flight-helmet", "FlightHelmet.gltf", 94722, 0},
    {"japanese-garden", "japanese-garden.glb", 21883, 0},
    {"lucy", "lucy.ply", 99970, 0},
    {"pine", "scene.gltf", 1650, 0},
    {"ref", "cornell_box_ref.obj", 12, 0},
    {"ship", "karimSchooner.obj", 6255, 0},
    {"sponza-crytek", "sponza.obj", 262267, 0},
    {"spot", "spot.obj", 5856, 0},
    {"staircase", "staircase.obj", 262663, 0},
    {"teapot", "teapot.obj", 6320, 0},
    {"apartment", NULL, 177934, 0},
    {"bathroom", NULL, 423821, 0},
    {"bathroom-models", NULL, 423821, 0},
    {"bunny", NULL, 144058, 0},
    {"cornell-box", NULL, 36, 0},
    {"dragon", NULL, 100000, 0},
    {"flight-helmet", NULL, 94722, 0},
    {"japanese-garden", NULL, 21883, 0},
    {"lucy", NULL, 99970, 0},
    {"pine", NULL, 1650, 0},
    {"ref", NULL, 99982, 1},
    {"ref-without-lucy", NULL, 12, 1},
    {"ship", NULL, 6255, 0},
    {"sponza-crytek", NULL, 262267, 0},
    {"spot", NULL, 5856, 0},
    {"staircase", NULL, 262663, 0},
    {"teapot", NULL, 6320, 0},
    {"wknd", NULL, 0, 487},
};

static void skip_without_scenes(void)
{
    char *folder FREED_BY(mem_free) = rig_shared("scenes");
    if (!folder)
        rig_skip();
}

static enum st_code load(const char *folder, const char *file, struct scene **s, struct status *st)
{
    char path[1000];
    if (file)
        snprintf(path, sizeof path, TEST_SOURCE_DIR "/../shared/scenes/%s/%s", folder, file);
    else
        snprintf(path, sizeof path, TEST_SOURCE_DIR "/tests/reference/%s.scene", folder);
    return scene_load(s, path, st);
}

/* SHIP's are LumiBench's: its model is scaled by 100, which divides them. */
static void check_normals(const struct scene *s, bool as_lumibench)
{
    const float unit = as_lumibench ? 1e-4f : 1.0f;
    for (uint32_t m = 0; m < s->n_meshes; m++)
        for (uint32_t i = 0; i < s->meshes[m].n_vertices; i++) {
            const float *n = s->meshes[m].vertices[i].normal;
            float length = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
            if (!(fabsf(length - unit) < 1e-4f * unit))
                fail_msg("%s: vertex %u has a normal of squared length %g", s->name, i,
                         (double)length);
        }
}

TEST(every_file_has_its_triangles_and_unit_normals)
{
    skip_without_scenes();
    for (size_t i = 0; i < sizeof inventory / sizeof *inventory; i++) {
        struct scene *s FREED_BY(scene_free);
        assert_ok(load(inventory[i].folder, inventory[i].file, &s, &st));
        if (scene_triangles(s) != inventory[i].triangles || s->n_spheres != inventory[i].spheres)
            fail_msg("%s: %llu triangles and %u spheres", s->origin,
                     (unsigned long long)scene_triangles(s), s->n_spheres);
        check_normals(s, strcmp(inventory[i].folder, "ship") == 0 && !inventory[i].file);
    }
}

/* 54 files, of which seven are empty, of one model each (INDEX.md, "LumiBench scenes: facts"). */
TEST(the_bathroom_can_be_its_models)
{
    static const struct {
        const char *name;
        uint32_t triangles;
    } some[] = {{"baignoire_0", 64512}};
    struct scene *s FREED_BY(scene_free), *whole FREED_BY(scene_free);
    skip_without_scenes();
    assert_ok(load("bathroom-models", NULL, &s, &st));
    assert_ok(load("bathroom", NULL, &whole, &st));
    assert_int_equal(s->n_meshes, 47);
    assert_int_equal(s->n_instances, 47);
    assert_int_equal(s->n_materials, whole->n_materials);
    for (uint32_t i = 0; i < s->n_meshes; i++)
        for (size_t k = 0; k < sizeof some / sizeof *some; k++)
            if (strcmp(s->meshes[i].name, some[k].name) == 0)
                assert_int_equal(s->meshes[i].n_triangles, some[k].triangles);
}

static void count_models(const struct scene *s, unsigned counts[5])
{
    for (uint32_t i = 0; i < s->n_materials; i++)
        counts[s->materials[i].model]++;
}

TEST(materials_are_those_that_the_files_mark)
{
    static const struct {
        const char *folder;
        unsigned metal, glass, lamps, masked;
    } expected[] = {
        {"bathroom", 13, 0, 3, 0}, {"bunny", 0, 0, 1, 0},         {"pine", 0, 0, 0, 1},
        {"ref", 2, 1, 1, 0},       {"sponza-crytek", 0, 0, 0, 3}, {"staircase", 4, 1, 1, 0},
        {"wknd", 65, 27, 0, 0},    {"cornell-box", 0, 0, 1, 0},
    };
    skip_without_scenes();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct scene *s FREED_BY(scene_free);
        unsigned models[5] = {0}, masked = 0;
        assert_ok(load(expected[i].folder, NULL, &s, &st));
        count_models(s, models);
        for (uint32_t m = 0; m < s->n_materials; m++)
            masked += s->materials[m].masked;
        if (models[MATERIAL_METALLIC] != expected[i].metal ||
            models[MATERIAL_DIELECTRIC] != expected[i].glass ||
            models[MATERIAL_EMISSIVE] != expected[i].lamps || masked != expected[i].masked)
            fail_msg("%s: %u metals, %u glasses, %u lamps, %u masked", s->name,
                     models[MATERIAL_METALLIC], models[MATERIAL_DIELECTRIC],
                     models[MATERIAL_EMISSIVE], masked);
    }
}

/* Bounds as SOURCE.txt states them, camera and light as scene.txt does. */
TEST(scenes_are_placed_as_described)
{
    struct scene *s FREED_BY(scene_free);
    struct vec3 lo, hi;
    skip_without_scenes();
    assert_ok(load("apartment", NULL, &s, &st));
    scene_bounds(s, &lo, &hi);
    assert_true(fabsf(lo.x - 0.44376117f) < 1e-5f && fabsf(hi.y - 2.68051863f) < 1e-5f);
    assert_true(s->camera.vertical_fov_deg == 60.0f && s->width == 256 && s->sky);
    scene_free(s);
    assert_ok(load("bunny", NULL, &s, &st));
    assert_true(s->light_position[1] == 500.0f && s->light_radius == 10.0f && !s->sky);
    scene_bounds(s, &lo, &hi);
    assert_true(lo.x == 0.0f && hi.x == 555.0f && lo.z == -555.0f && hi.z == 0.0f);
    scene_free(s);
    assert_ok(load("pine", NULL, &s, &st));
    scene_bounds(s, &lo, &hi);
    assert_true(lo.y > -1.0f && hi.y > 70.0f); /* the nodes turn z up into y up */
    scene_free(s);
    assert_ok(load("wknd", NULL, &s, &st));
    assert_true(s->camera.aperture == 0.1f && s->camera.focus_distance == 10.0f);
}

TEST(loading_twice_gives_the_same_bytes)
{
    static const char *const folders[] = {"ship", "flight-helmet"};
    skip_without_scenes();
    for (size_t i = 0; i < 2; i++) {
        struct scene *a, *b;
        assert_ok(load(folders[i], NULL, &a, &st));
        assert_ok(load(folders[i], NULL, &b, &st));
        assert_string_equal(a->hash, b->hash);
        const struct scene_mesh *m = &a->meshes[0], *n = &b->meshes[0];
        assert_int_equal(m->n_vertices, n->n_vertices);
        assert_memory_equal(m->vertices, n->vertices, m->n_vertices * sizeof *m->vertices);
        assert_memory_equal(m->indices, n->indices, 12 * (size_t)m->n_triangles);
        scene_free(a);
        scene_free(b);
    }
}
