/* Generators: how many triangles they make and where, that every triangle is sound, that the same
 * parameters give the same bytes, and what they refuse. */
#include "tests/rig/mesh.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/generate/arithmetic.h"
#include "scenes/generate/generate.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Material names are "m0", "m1"...: as many as any kind has. */
static enum st_code find_material(void *names, const struct conf_node *node, uint32_t *index,
                                  struct status *st)
{
    const char *name;
    (void)names;
    TRY(conf_get_text(node, &name, st));
    if (name[0] != 'm' || name[1] < '0' || name[1] > '7' || name[2])
        return conf_fail(node, st, "no material is called '%s'", name);
    *index = (uint32_t)(name[1] - '0');
    return ST_OK;
}

static enum st_code run_text(const char *text, struct scene **scene, struct status *st)
{
    struct conf *c;
    struct scene_builder b;
    *scene = NULL;
    TRY(conf_parse(&c, text, strlen(text), "g.scene", st));
    enum st_code code = builder_start(&b, st);
    struct scene_material grey = {.color = {0.5f, 0.5f, 0.5f}, .texture = -1};
    uint32_t index;
    for (int i = 0; i < GENERATE_MATERIALS && code == ST_OK; i++)
        code = builder_material(&b, &grey, &index, st);
    struct generate_context context = {&b, find_material, NULL};
    const struct conf_node *list = conf_at(conf_root(c), 0);
    for (size_t i = 0; i < conf_count(list) && code == ST_OK; i++)
        code = generate(&context, conf_at(list, i), st);
    conf_free(c);
    if (code == ST_OK)
        code = builder_finish(&b, scene, st);
    if (code != ST_OK)
        builder_abandon(&b);
    return code;
}

struct expectation {
    const char *text;              /* members of the group */
    uint64_t triangles, others[2]; /* spheres, instances */
    double bounds[2][3];           /* lowest, highest; outer ones unless exact */
    bool exact;
};

#define ARCADE                                                                                     \
    "kind = \"arcade\"; bays = 3; bay = 3.0; column_height = 3.0; column_radius = 0.25; height = " \
    "5.0; thickness = 0.5; flutes = 8; sides = 32; rings = 6; cells = 12; column = \"m0\"; wall "  \
    "= \"m1\"; moulding = \"m2\";"
#define TREE                                                                                       \
    "kind = \"tree\"; height = 8.0; trunk = 0.02; levels = 2; children = 3; spread = 0.8; sides "  \
    "= 6; leaves = 7; leaf_size = 0.2; seed = 3; bark = \"m0\"; leaf = \"m1\"; cards = "
#define LAND                                                                                       \
    "kind = \"landscape\"; size = 60.0; cells = 16; hills = 2.0; hill_size = 12.0; basin = 1.0; "  \
    "basin_radius = 8.0; trees = 6; tree_kinds = 2; tree_height = 6.0; leaves = 4; leaf_size = "   \
    "0.3; clearing = 3.0; patches = 9; patch_kinds = 2; patch_size = 2.0; blades = 20; "           \
    "blade_height = "                                                                              \
    "0.3; meadow = 20.0; rocks = 4; rock_size = 0.5; seed = 5; ground = \"m0\"; bark = \"m1\"; "   \
    "leaf = \"m2\"; leaf2 = \"m3\"; grass = \"m4\"; rock = \"m5\"; "

static const struct expectation expectations[] = {
    {"kind = \"box\"; width = 2.0; height = 3.0; depth = 4.0; cells = 3; inside = false; material "
     "= \"m0\";",
     12 * 9,
     {0, 1},
     {{-1, 0, -2}, {1, 3, 2}},
     true},
    {"kind = \"box\"; width = 2.0; height = 3.0; depth = 4.0; cells = 1; inside = true; material "
     "= \"m0\"; translate = [1.0, 2.0, 3.0]; scale = 2.0; rotate = [0.0, 2.0, 0.0, 90.0];",
     12,
     {0, 1},
     {{-3, 2, 1}, {5, 8, 5}},
     true},
    {"kind = \"panel\"; width = 2.0; depth = 4.0; cells_x = 3; cells_z = 5; material = \"m0\"; "
     "repeat = [2, 1, 3]; step = [10.0, 0.0, 5.0];",
     2 * 15 * 6,
     {0, 6},
     {{-1, 0, -2}, {11, 0, 12}},
     true},
    {"kind = \"ball\"; radius = 2.0; cells = 6; bumps = 0.0; frequency = 1.0; octaves = 1; seed = "
     "1; material = \"m0\";",
     12 * 36,
     {0, 1},
     {{-2, -2, -2}, {2, 2, 2}},
     true},
    {"kind = \"ball\"; radius = 1.0; cells = 40; bumps = 0.2; frequency = 2.0; octaves = 4; seed = "
     "1; material = \"m0\";",
     12 * 1600,
     {0, 1},
     {{-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2}},
     false},
    {"kind = \"knot\"; radius = 2.0; wind = 0.7; tube = 0.25; around = 2; through = 3; cells = "
     "120; sides = 10; material = \"m0\";",
     2 * 120 * 10,
     {0, 1},
     {{-2.95, -0.95, -2.95}, {2.95, 0.95, 2.95}},
     false},
    {"kind = \"sphere_field\"; columns = 5; rows = 4; spacing = 1.0; radius = 0.2; jitter = 0.5; "
     "ground_radius = 0.0; keep_clear = 0.0; keep_at = 0.0; metal = 0.3; glass = 0.2; seed = 1;",
     0,
     {20, 20},
     {{-2.45, 0, -1.95}, {2.45, 0.4, 1.95}},
     false},
    {ARCADE,
     4 * (24 + 32 * (2 * 6 + 52)) + 3 * (38 * 12 + 10) + 28,
     {0, 1},
     {{-4.875, 0, -0.375}, {4.875, 5, 0.375}},
     true},
    {"kind = \"balustrade\"; length = 4.0; height = 1.0; thickness = 0.2; posts = 5; sides = 8; "
     "material = \"m0\";",
     28 * 5 * 8 + 24,
     {0, 1},
     {{-2, 0, -0.1}, {2, 1, 0.1}},
     true},
    {"kind = \"skylight\"; width = 4.0; depth = 2.0; panes_x = 4; panes_z = 2; beam = 0.1; drop = "
     "0.2; frame = \"m0\"; glow = \"m1\";",
     2 * 8 + 12 * 8,
     {0, 1},
     {{-2.05, -0.2, -1.05}, {2.05, 0, 1.05}},
     true},
    {"kind = \"drape\"; width = 2.0; height = 3.0; depth = 0.3; thickness = 0.01; folds = 6.0; "
     "gather = 0.2; cells_x = 40; cells_y = 20; seed = 2; material = \"m0\";",
     4 * 800 + 4 * 60,
     {0, 1},
     {{-1, -3, -0.4}, {1, 0, 0.4}},
     false},
    {"kind = \"room\"; width = 4.0; height = 2.0; depth = 3.0; tile_floor = 1.0; tile_wall = 0.5; "
     "joint = 0.05; relief = 0.03; floor = \"m0\"; wall = \"m1\"; ceiling = \"m2\"; grout = "
     "\"m3\";",
     18 * (4 * 3 + 2 * 8 * 4 + 2 * 6 * 4) + 2,
     {0, 1},
     {{-2, 0, -1.5}, {2, 2, 1.5}},
     true},
    {LAND "shore = -9.0;",
     2 * 256 + 6 * (500 * 4 + 5440) + 9 * 6 * 20 + 4 * 972,
     {0, 20},
     {{-40, -5, -40}, {40, 16, 40}},
     false},
    {"kind = \"tub\"; length = 1.7; width = 0.8; height = 0.6; sides = 48; rings = 40; material = "
     "\"m0\"; drain = \"m1\";",
     2 * 48 * 40 + 4 * 48,
     {0, 1},
     {{-0.86, 0, -0.41}, {0.86, 0.61, 0.41}},
     false},
    {"kind = \"vessel\"; shape = \"vase\"; radius = 0.3; height = 1.0; wall = 0.02; sides = 24; "
     "material = \"m0\";",
     100 * 24,
     {0, 1},
     {{-0.31, 0, -0.31}, {0.31, 1, 0.31}},
     false},
    {"kind = \"vessel\"; shape = \"bowl\"; radius = 0.3; height = 0.2; wall = 0.02; sides = 24; "
     "material = \"m0\";",
     100 * 24,
     {0, 1},
     {{-0.31, 0, -0.31}, {0.31, 0.2, 0.31}},
     false},
    {"kind = \"vessel\"; shape = \"bottle\"; radius = 0.1; height = 0.4; wall = 0.01; sides = 24; "
     "material = \"m0\";",
     100 * 24,
     {0, 1},
     {{-0.11, 0, -0.11}, {0.11, 0.4, 0.11}},
     false},
    {"kind = \"vessel\"; shape = \"basin\"; radius = 0.3; height = 0.8; wall = 0.02; sides = 24; "
     "material = \"m0\";",
     100 * 24,
     {0, 1},
     {{-0.31, 0, -0.31}, {0.31, 0.8, 0.31}},
     false},
    {"kind = \"vessel\"; shape = \"tumbler\"; radius = 0.04; height = 0.1; wall = 0.003; sides = "
     "24; material = \"m0\";",
     100 * 24,
     {0, 1},
     {{-0.041, 0, -0.041}, {0.041, 0.1, 0.041}},
     false},
    {"kind = \"tap\"; height = 0.2; reach = 0.16; radius = 0.012; sides = 12; cells = 10; material "
     "= \"m0\";",
     12 * (2 * 10 + 18),
     {0, 1},
     {{-0.08, 0, -0.03}, {0.08, 0.3, 0.18}},
     false},
    {"kind = \"frame\"; width = 1.0; height = 1.5; border = 0.1; thickness = 0.05; frame = \"m0\"; "
     "pane = \"m1\";",
     50,
     {0, 1},
     {{-0.6, -0.1, 0}, {0.6, 1.6, 0.05}},
     true},
    {TREE "false;",
     4 * 7 * 9 + 10 * (6 + 3 * 4 + 9 * 3),
     {0, 1},
     {{-8, -0.2, -8}, {8, 10, 8}},
     false},
    {TREE "true;",
     4 * 7 * 9 + 10 * (6 + 3 * 4 + 9 * 3),
     {0, 1},
     {{-8, -0.2, -8}, {8, 10, 8}},
     false},
    {"kind = \"grass\"; size = 2.0; blades = 50; blade_height = 0.3; blade_width = 0.02; seed = 1; "
     "material = \"m0\";",
     300,
     {0, 1},
     {{-1.3, 0, -1.3}, {1.3, 0.3, 1.3}},
     false},
    {"kind = \"ship\"; length = 40.0; masts = 3; yards = 4; sails = 2; shrouds = 5; ratlines = 8; "
     "rope_radius = 0.0006; sides = 8; rope_sides = 4; planks = 24; frames = 40; hull = \"m0\"; "
     "deck = \"m1\"; spar = \"m2\"; rope = \"m3\"; sail = \"m4\";",
     2 * 40 * 25 + 46 + 8 * 8 * 41 + 4 * 8 * (1 + 3 * 5) + 400 * 3 * 2 +
         4 * 4 * 3 * (10 + 2 * 8 * 4 + 2 + 16),
     {0, 1},
     {{-22, -3, -10}, {34, 32, 10}},
     false},
    {"kind = \"lattice\"; width = 4.0; top = 0.3; height = 20.0; storeys = 6; bar = 0.05; sides = "
     "5; material = \"m0\";",
     16 * 5 * 19,
     {0, 1},
     {{-2.1, -0.1, -2.1}, {2.1, 20.1, 2.1}},
     false},
};

static enum st_code run_members(const char *members, struct scene **scene, struct status *st)
{
    char text[2048];
    assert_true(snprintf(text, sizeof text, "generate = ( {\n%s\n} );", members) <
                (int)sizeof text);
    return run_text(text, scene, st);
}

#define FOR_EACH_EXPECTATION(e)                                                                    \
    for (const struct expectation *e = expectations;                                               \
         e < expectations + sizeof expectations / sizeof *expectations; e++)

TEST(counts_follow_from_the_parameters)
{
    FOR_EACH_EXPECTATION(e)
    {
        struct scene *s FREED_BY(scene_free);
        assert_ok(run_members(e->text, &s, &st));
        if (scene_triangles(s) != e->triangles || s->n_spheres != e->others[0] ||
            s->n_instances != e->others[1])
            fail_msg("%s: %llu triangles, not %llu; %lu spheres; %lu instances", e->text,
                     (unsigned long long)scene_triangles(s), (unsigned long long)e->triangles,
                     (unsigned long)s->n_spheres, (unsigned long)s->n_instances);
    }
}

TEST(everything_lies_within_the_bounds)
{
    FOR_EACH_EXPECTATION(e)
    {
        struct scene *s FREED_BY(scene_free);
        struct vec3 lo, hi;
        assert_ok(run_members(e->text, &s, &st));
        scene_bounds(s, &lo, &hi);
        const double got[2][3] = {{(double)lo.x, (double)lo.y, (double)lo.z},
                                  {(double)hi.x, (double)hi.y, (double)hi.z}};
        for (int k = 0; k < 3; k++) {
            bool in = got[0][k] >= e->bounds[0][k] - 1e-5 && got[1][k] <= e->bounds[1][k] + 1e-5;
            bool tight = got[0][k] <= e->bounds[0][k] + 1e-5 && got[1][k] >= e->bounds[1][k] - 1e-5;
            if (!in || (e->exact && !tight))
                fail_msg("%.40s: axis %d is %g..%g, not %g..%g", e->text, k, got[0][k], got[1][k],
                         e->bounds[0][k], e->bounds[1][k]);
        }
    }
}

TEST(every_triangle_is_sound)
{
    FOR_EACH_EXPECTATION(e)
    {
        struct scene *s FREED_BY(scene_free);
        assert_ok(run_members(e->text, &s, &st));
        for (uint32_t i = 0; i < s->n_meshes; i++)
            rig_check_mesh(&s->meshes[i]);
    }
}

/* Six times the volume that the mesh's surface encloses; negative where it is inside out. */
static double volume(const struct scene_mesh *m)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < m->n_triangles; t++) {
        const uint32_t *i = m->indices + 3 * (size_t)t;
        struct dvec a = rig_position(&m->vertices[i[0]]), b = rig_position(&m->vertices[i[1]]),
                    c = rig_position(&m->vertices[i[2]]);
        sum += dvec_dot(a, dvec_cross(b, c));
    }
    return sum;
}

TEST(solids_look_outwards_and_rooms_inwards)
{
    static const char *const solids[] = {"box", "ball",    "knot",       "drape", "vessel",
                                         "tap", "lattice", "balustrade", NULL};
    FOR_EACH_EXPECTATION(e)
    {
        struct scene *s;
        bool inward = strstr(e->text, "inside = true") || strstr(e->text, "\"room\"");
        bool solid = strstr(e->text, "\"room\"");
        for (int i = 0; solids[i]; i++) {
            char kind[40];
            snprintf(kind, sizeof kind, "kind = \"%s\"", solids[i]);
            solid |= strstr(e->text, kind) != NULL;
        }
        if (!solid)
            continue;
        assert_ok(run_members(e->text, &s, &st));
        double v = volume(&s->meshes[0]);
        if (inward ? v >= 0.0 : v <= 0.0)
            fail_msg("%.40s: six volumes are %g", e->text, v);
        scene_free(s);
    }
}

TEST(a_ball_has_the_volume_of_a_ball)
{
    struct scene *s FREED_BY(scene_free);
    assert_ok(run_members("kind = \"ball\"; radius = 2.0; cells = 64; bumps = 0.0; frequency = "
                          "1.0; octaves = 1; seed = 1; material = \"m0\";",
                          &s, &st));
    double expected = 6.0 * 4.0 / 3.0 * GM_PI * 8.0;
    assert_true(fabs(volume(&s->meshes[0]) / expected - 1.0) < 1e-3);
}

TEST(two_runs_give_the_same_bytes)
{
    FOR_EACH_EXPECTATION(e)
    {
        struct scene *a FREED_BY(scene_free), *b FREED_BY(scene_free);
        assert_ok(run_members(e->text, &a, &st));
        assert_ok(run_members(e->text, &b, &st));
        for (uint32_t i = 0; i < a->n_meshes; i++) {
            assert_memory_equal(a->meshes[i].vertices, b->meshes[i].vertices,
                                a->meshes[i].n_vertices * sizeof *a->meshes[i].vertices);
            assert_memory_equal(a->meshes[i].indices, b->meshes[i].indices,
                                3 * a->meshes[i].n_triangles * sizeof *a->meshes[i].indices);
        }
        for (uint32_t i = 0; i < a->n_instances; i++)
            assert_memory_equal(&a->instances[i].transform, &b->instances[i].transform,
                                sizeof a->instances[i].transform);
        for (uint32_t i = 0; i < a->n_spheres; i++)
            assert_memory_equal(&a->spheres[i], &b->spheres[i], sizeof a->spheres[i]);
    }
}

TEST(another_seed_gives_another_shape)
{
    static const char *const texts[] = {TREE "false;", LAND "shore = -9.0;"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct scene *a FREED_BY(scene_free), *b FREED_BY(scene_free);
        char other[2048];
        snprintf(other, sizeof other, "%s", texts[i]);
        char *seed = strstr(other, "seed = ");
        seed[strlen("seed = ")] = '8';
        assert_ok(run_members(texts[i], &a, &st));
        assert_ok(run_members(other, &b, &st));
        assert_memory_not_equal(a->meshes[0].vertices, b->meshes[0].vertices,
                                a->meshes[0].n_vertices * sizeof *a->meshes[0].vertices);
    }
}

TEST(what_is_wrong_is_refused_with_its_line)
{
#define BOX "width = 1.0; height = 1.0; depth = 1.0; cells = 1; inside = false;"
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"generate = (\n{ kind = \"bux\"; } );",
         "g.scene:2: no generator is called 'bux'; the known ones are arcade, ball, "},
        {"generate = (\n{ size = 3; } );", "g.scene:2: missing key 'kind'"},
        {"generate = (\n3 );", "g.scene:2: is not a group"},
        {"generate = ( { kind = \"box\";\n" BOX "\nmaterial = \"no\"; } );",
         "g.scene:3: no material is called 'no'"},
        {"generate = ( { kind = \"box\";\n" BOX " } );", "g.scene:1: missing key 'material'"},
        {"generate = ( { kind = \"box\"; material = \"m0\";\n" BOX "\ncell = 3; } );",
         "g.scene:3: unknown key 'cell'"},
        {"generate = ( { kind = \"box\"; material = \"m0\";\nwidth = -1.0; height = 1.0; depth = "
         "1.0; cells = 1; inside = false; } );",
         "g.scene:2: 'width' is -1; it must be 0.001 to 100000"},
        {"generate = ( { kind = \"box\"; material = \"m0\";" BOX "\nscale = 0.0; } );",
         "g.scene:2: 'scale' is 0; it must be 1e-6 to 1e6"},
        {"generate = ( { kind = \"box\"; material = \"m0\";" BOX "\ntranslate = [1.0]; } );",
         "g.scene:2: "},
        {"generate = ( { kind = \"box\"; material = \"m0\";" BOX "\nrepeat = [2, 2, 2]; } );",
         "g.scene:2: 'repeat' and 'step' go together"},
        {"generate = ( { kind = \"box\"; material = \"m0\";" BOX
         "step = [1.0, 1.0, 1.0];\nrepeat = [2, 0, 2]; } );",
         "g.scene:2: "},
        {"generate = ( { kind = \"box\"; material = \"m0\";" BOX
         "step = [1.0, 1.0, 1.0];\nrepeat = [2, 2]; } );",
         "g.scene:2: 'repeat' is not three whole numbers"},
        {"generate = ( { kind = \"box\"; material = \"m0\";" BOX "\nrotate = [0, 0, 0, 90]; } );",
         "g.scene:2: 'rotate' is not an axis"},
        {"generate = (\n{ kind = \"panel\"; width = 1.0; depth = 1.0; cells_x = 1; cells_z = 1; "
         "material = \"m0\"; repeat = [256, 256, 257]; step = [1.0, 1.0, 1.0]; } );",
         "g.scene:2: makes 16842752 instances; at most 16777216 are possible"},
        {"generate = ( { kind = \"arcade\"; bays = 3; bay = 3.0; column_height = 3.0;\n"
         "column_radius = 0.25; height = 3.1; thickness = 0.5; flutes = 8; sides = 32; rings = 6; "
         "cells = 12; column = \"m0\"; wall = \"m1\"; moulding = \"m2\"; } );",
         "g.scene:2: 'height' is 3.1; with these arches it must be at least"},
        {"generate = ( { kind = \"vessel\"; shape = \"vase\"; radius = 1.0; height = 1.0;\nwall = "
         "0.5; sides = 24; material = \"m0\"; } );",
         "g.scene:2: 'wall' is 0.5; it must be at most a fifth"},
        {"generate = ( { kind = \"tree\"; height = 8.0; trunk = 0.02; levels = 5; children = 12; "
         "spread = 0.8; sides = 6; leaves = 999; leaf_size = 0.2; seed = 3; cards = false; bark = "
         "\"m0\"; leaf = \"m1\"; } );",
         "g.scene:1: this tree has 248832 last branches"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene *s;
        enum st_code code = run_text(cases[i].text, &s, &st);
        if (code != ST_USAGE || strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("case %zu: code %d, said '%s', not '%s'", i, (int)code, st.text,
                     cases[i].said);
        assert_int_not_equal(st.text[strlen(st.text) - 1], ' ');
        assert_null(s);
    }
}

TEST(one_instance_more_than_possible_is_refused)
{
#define PANEL                                                                                      \
    "kind = \"panel\"; width = 1.0; depth = 1.0; cells_x = 1; cells_z = 1; material = \"m0\";"
    struct scene *s; /* the first line makes as many as are possible */
    assert_int_equal(run_text("generate = ( { " PANEL
                              "repeat = [256, 256, 256]; step = [1.0, 1.0, 1.0]; },\n{ " PANEL
                              " } );",
                              &s, &st),
                     ST_USAGE);
    assert_string_equal(st.text, "g.scene:2: more than 16777216 instances; that many are possible");
}

TEST(no_room_to_place_things_is_an_error)
{
    struct scene *s;
    assert_int_equal(run_members(LAND "shore = 50.0;", &s, &st), ST_USAGE);
    assert_non_null(strstr(st.text, "'trees': nearly all ground is below the shore"));
}

TEST(failed_allocations_are_reported_and_nothing_is_held)
{
    FOR_EACH_EXPECTATION(e)
    {
        /* Every one of the first, then ever rarer ones: later allocations repeat the first kinds.
         */
        for (long n = 1;; n += 1 + n / 8) {
            struct scene *s;
            mem_fail_from(n);
            enum st_code code = run_members(e->text, &s, &st);
            mem_fail_from(0);
            if (code == ST_OK) {
                scene_free(s);
                break;
            }
            assert_int_equal(code, ST_NOMEM);
        }
    }
}

TEST(kinds_are_sorted_and_their_keys_differ)
{
    static const char *const common[] = {"kind", "position", "rotate", "scale", "repeat", "step"};
    for (size_t i = 0; generators[i]; i++) {
        const struct generator *g = generators[i];
        const char *keys[64];
        size_t n = 0;
        if (i)
            assert_true(strcmp(generators[i - 1]->kind, g->kind) < 0);
        for (size_t k = 0; k < sizeof common / sizeof *common; k++)
            keys[n++] = common[k];
        for (size_t k = 0; g->materials[k]; k++)
            keys[n++] = g->materials[k];
        const struct param_table table = g->params();
        for (size_t k = 0; k < table.n_rows; k++)
            keys[n++] = table.rows[k].name;
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b < a; b++)
                if (strcmp(keys[a], keys[b]) == 0)
                    fail_msg("%s has two keys '%s'", g->kind, keys[a]);
    }
}

TEST(every_kind_is_tested)
{
    for (size_t i = 0; generators[i]; i++) {
        bool found = false;
        char kind[64];
        snprintf(kind, sizeof kind, "kind = \"%s\"", generators[i]->kind);
        FOR_EACH_EXPECTATION(e) found |= strstr(e->text, kind) != NULL;
        if (!found)
            fail_msg("no expectation for '%s'", generators[i]->kind);
    }
}

TEST(sines_and_cosines_are_those_of_the_library)
{
    for (int i = -2000; i <= 2000; i++) {
        double x = i * 0.0371;
        assert_true(fabs(gm_sin(x) - sin(x)) < 1e-13);
        assert_true(fabs(gm_cos(x) - cos(x)) < 1e-13);
    }
    for (int quarter = -8; quarter <= 8; quarter++) {
        double s, c;
        gm_turn(quarter / 4.0, &s, &c);
        assert_true(fabs(s) + fabs(c) == 1.0);
    }
}
