/* Generators of grass and of terrain with trees, rocks and patches of grass. The terrain is one
 * mesh; every kind of plant is one mesh with many instances. */
#include "scenes/generate/kinds.h"
#include "scenes/generate/parts.h"

/* --- grass --------------------------------------------------------------------------------- */

/* Adds a blade: a quad and a triangle above it, on both sides. */
static void add_blade(struct maker *m, const struct grass *g, struct gm_draws *d)
{
    double x = gm_draw_in(d, -0.5, 0.5) * g->size, z = gm_draw_in(d, -0.5, 0.5) * g->size;
    double s, c, height = g->blade_height * gm_draw_in(d, 0.5, 1.0);
    gm_turn(gm_draw(d), &s, &c);
    double bend = gm_draw_in(d, 0.1, 0.7) * height, half = g->blade_width / 2;
    struct dvec side = {c, 0, -s}, front = {s, 0, c}, foot = {x, 0, z};
    struct dvec middle =
        dvec_along(dvec_add(foot, dvec_make(0, 0.6 * height, 0)), front, 0.3 * bend);
    struct dvec tip = dvec_along(dvec_add(foot, dvec_make(0, height, 0)), front, bend);
    for (int layer = 1; layer >= -1; layer -= 2) {
        struct dvec away = dvec_scale(front, layer * 0.005 * g->blade_width);
        struct dvec l = dvec_scale(side, -layer * half), r = dvec_scale(side, layer * half);
        struct dvec f = dvec_add(foot, away), k = dvec_add(middle, away);
        maker_quad(m, dvec_add(f, l), dvec_add(f, r), dvec_along(k, r, 0.7), dvec_along(k, l, 0.7));
        maker_facet(m, dvec_along(k, l, 0.7), dvec_along(k, r, 0.7), dvec_add(tip, away));
    }
}

void add_grass(struct maker *m, const struct grass *g)
{
    struct gm_draws d = {random_mix(g->seed ^ 0x67), 0};
    for (uint32_t i = 0; i < g->blades; i++)
        add_blade(m, g, &d);
}

static void grass_make(const struct generate_job *job, struct maker *m)
{
    add_grass(m, job->params);
}

GENERATOR(grass, "A patch of grass", "6 blades", .make = grass_make, .materials = {"material"});

/* --- landscape ----------------------------------------------------------------------------- */

#define PARAMS_landscape(X)                                                                        \
    X(REAL, size, 1, 1e5, "", "edge of the square terrain, centred")                               \
    X(UINT, cells, 1, 1024, "", "squares along each edge")                                         \
    X(REAL, hills, 0, 1e4, "", "height of the hills")                                              \
    X(REAL, hill_size, 0.01, 1e5, "", "from one hill to the next")                                 \
    X(REAL, basin, 0, 1e4, "", "depth of the hollow in the middle")                                \
    X(REAL, basin_radius, 0.01, 1e5, "", "of the hollow")                                          \
    X(REAL, shore, -1e4, 1e4, "", "height below which nothing grows")                              \
    X(UINT, trees, 0, 100000, "", "trees that stand on it")                                        \
    X(UINT, tree_kinds, 1, 16, "", "different ones among them")                                    \
    X(REAL, tree_height, 0.01, 1e4, "", "average")                                                 \
    X(UINT, leaves, 0, 1000, "", "on each last branch")                                            \
    X(REAL, leaf_size, 1e-4, 1e3, "", "length of a leaf")                                          \
    X(REAL, clearing, 0, 1e5, "", "no tree stands nearer than this to the z axis where z > 0")     \
    X(UINT, patches, 0, 100000, "", "patches of grass")                                            \
    X(UINT, patch_kinds, 1, 16, "", "different ones among them")                                   \
    X(REAL, patch_size, 1e-3, 1e4, "", "edge of a patch")                                          \
    X(UINT, blades, 1, 100000, "", "in a patch")                                                   \
    X(REAL, blade_height, 1e-3, 1e3, "", "of the longest blades")                                  \
    X(REAL, meadow, 0.01, 1e5, "", "patches lie within this distance of the origin")               \
    X(UINT, rocks, 0, 100000, "", "rocks on the ground")                                           \
    X(REAL, rock_size, 1e-3, 1e3, "", "radius of the biggest")                                     \
    X(UINT, seed, 0, 4294967295.0, "", "of everything")
PARAM_DECLARE(landscape);

enum { HILL_OCTAVES = 5, TREE_LEVELS = 3, TREE_CHILDREN = 5, TREE_SIDES = 9, ROCK_CELLS = 9 };
enum { MOST_TRIES = 1000, MOST_KINDS = 16 };

static double ground_at(const struct landscape *l, double x, double z)
{
    double away = sqrt(x * x + z * z);
    double hollow = 1.0 - gm_step(0.0, l->basin_radius, away);
    struct dvec p = {x / l->hill_size, 0.5, z / l->hill_size};
    double gentle = gm_step(0.3 * l->basin_radius, 2.5 * l->basin_radius, away);
    return l->hills * (0.15 + 0.85 * gentle) * gm_fractal(l->seed, p, HILL_OCTAVES) -
           l->basin * hollow;
}

static struct dvec terrain_at(const void *context, double u, double v)
{
    const struct landscape *l = context;
    double x = (u - 0.5) * l->size, z = (0.5 - v) * l->size;
    return dvec_make(x, ground_at(l, x, z), z);
}

static struct dvec ground_normal(const struct landscape *l, double x, double z)
{
    double e = 0.05;
    return dvec_unit(dvec_make(ground_at(l, x - e, z) - ground_at(l, x + e, z), 2.0 * e,
                               ground_at(l, x, z - e) - ground_at(l, x, z + e)));
}

static struct mat34 basis_matrix(const struct basis *f)
{
    return (struct mat34){{(float)f->x.x, (float)f->y.x, (float)f->z.x, (float)f->origin.x,
                           (float)f->x.y, (float)f->y.y, (float)f->z.y, (float)f->origin.y,
                           (float)f->x.z, (float)f->y.z, (float)f->z.z, (float)f->origin.z}};
}

/* Objects of a few kinds that are scattered over the ground: there is one mesh per kind, and the
 * objects are its instances. */
struct strewn {
    const char *key, *mesh; /* the parameter that gives their number; the name of the meshes */
    uint32_t number, kinds, material;
    void (*add)(const struct generate_job *job, struct maker *m, uint32_t kind);
    uint64_t seed;
    double reach, clearing; /* greatest distance from the middle; half width of the strip along +z
                               that stays empty, and radius of the empty half disc behind it */
    double least, most;     /* range of the scale */
    double sunk;            /* depth below the ground, multiplied by the scale */
    bool upright;           /* whether they stand upright; else along the ground's normal */
};

/* Draws positions until one is valid: above the shore and outside the clearing. */
static bool draw_place(const struct landscape *l, const struct strewn *w, struct gm_draws *d,
                       struct dvec *at)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        double x = gm_draw_in(d, -1, 1) * w->reach, z = gm_draw_in(d, -1, 1) * w->reach;
        if (x * x + z * z > w->reach * w->reach)
            continue;
        if (z > 0.0 ? fabs(x) < w->clearing : x * x + z * z < w->clearing * w->clearing)
            continue;
        *at = dvec_make(x, ground_at(l, x, z), z);
        if (at->y > l->shore)
            return true;
    }
    return false;
}

static enum st_code strew(const struct generate_job *job, const struct landscape *l,
                          const struct strewn *w, struct status *st)
{
    struct gm_draws d = {random_mix(l->seed ^ w->seed), 0};
    uint32_t meshes[MOST_KINDS];
    for (uint32_t k = 0; k < w->kinds; k++) {
        struct maker m;
        maker_start(&m, job->materials[w->material]);
        w->add(job, &m, k);
        TRY(maker_finish(&m, job->builder, w->mesh, &meshes[k], st));
    }
    for (uint32_t i = 0; i < w->number; i++) {
        struct dvec at;
        if (!draw_place(l, w, &d, &at))
            return conf_fail(conf_find(job->node, w->key), st,
                             "'%s': nearly all ground is below the shore or in the clearing; "
                             "there must be room to place them",
                             w->key);
        double scale = gm_draw_in(&d, w->least, w->most), turns = gm_draw(&d);
        struct dvec up = w->upright ? dvec_make(0, 1, 0) : ground_normal(l, at.x, at.z);
        at.y -= w->sunk * scale;
        struct basis f = basis_along(at, up, turns, scale);
        struct mat34 transform = basis_matrix(&f);
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is 1 kind at least. */
        TRY(builder_instance(job->builder, meshes[i % w->kinds], &transform, st));
    }
    return ST_OK;
}

static void add_tree_kind(const struct generate_job *job, struct maker *m, uint32_t kind)
{
    const struct landscape *l = job->params;
    struct tree t = {.height = l->tree_height,
                     .trunk = 0.022,
                     .levels = TREE_LEVELS,
                     .children = TREE_CHILDREN,
                     .spread = 0.75 + 0.15 * (kind % 3),
                     .sides = TREE_SIDES,
                     .leaves = l->leaves,
                     .leaf_size = l->leaf_size,
                     .cards = false,
                     .seed = l->seed + 101 * kind};
    add_tree(m, &t, job->materials[1], job->materials[kind % 2 ? 3 : 2]);
}

static void add_patch_kind(const struct generate_job *job, struct maker *m, uint32_t kind)
{
    const struct landscape *l = job->params;
    struct grass g = {.size = l->patch_size,
                      .blades = l->blades,
                      .blade_height = l->blade_height,
                      .blade_width = 0.07 * l->blade_height,
                      .seed = l->seed + 13 * kind};
    add_grass(m, &g);
}

static void add_rock_kind(const struct generate_job *job, struct maker *m, uint32_t kind)
{
    const struct landscape *l = job->params;
    const struct ball rock = {.radius = l->rock_size,
                              .cells = ROCK_CELLS,
                              .bumps = 0.35,
                              .frequency = 1.2,
                              .octaves = 4,
                              .seed = l->seed + 7};
    (void)kind; /* not used, as there is only one kind */
    add_ball(m, &rock);
}

static enum st_code landscape_run(const struct generate_job *job, struct status *st)
{
    const struct landscape *l = job->params;
    struct maker m;
    maker_start(&m, job->materials[0]);
    maker_surface(&m, &(struct surface){terrain_at, l, l->cells, l->cells, false});
    TRY(maker_finish(&m, job->builder, "terrain", NULL, st));
    const struct strewn all[] = {
        {"trees", "tree", l->trees, l->tree_kinds, 1, add_tree_kind, 0x7472656573, 0.48 * l->size,
         l->clearing, 0.7, 1.3, 0.02 * l->tree_height, true},
        {"patches", "grass", l->patches, l->patch_kinds, 4, add_patch_kind, 0x6772617373, l->meadow,
         0, 0.8, 1.2, 0.02 * l->blade_height, false},
        {"rocks", "rock", l->rocks, 1, 5, add_rock_kind, 0x726f636b73, l->meadow, 0, 0.25, 1.0,
         0.35 * l->rock_size, false},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        TRY(all[i].number ? strew(job, l, &all[i], st) : ST_OK);
    return ST_OK;
}

GENERATOR(landscape, "Terrain with trees, grass and rocks, which are instances of a few meshes",
          "2 cells^2 + trees (500 leaves + 5440) + 6 patches blades + 972 rocks",
          .run = landscape_run, .materials = {"ground", "bark", "leaf", "leaf2", "grass", "rock"});
