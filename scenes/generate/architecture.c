/* Generators of a hall's parts: arcades on fluted columns, balustrades, skylights. */
#include "scenes/generate/kinds.h"
#include "scenes/generate/mesh.h"

/* --- arcade -------------------------------------------------------------------------------- */

#define PARAMS_arcade(X)                                                                           \
    X(UINT, bays, 1, 200, "", "arches, along x, centred; one column more")                         \
    X(REAL, bay, 0.01, 1e4, "", "from column to column")                                           \
    X(REAL, column_height, 0.01, 1e4, "", "to the top of the capital, where the arches spring")    \
    X(REAL, column_radius, 1e-3, 1e3, "", "of the shaft at its foot; below bay/5")                 \
    X(REAL, height, 0.01, 1e4, "", "of the whole wall; the arches must fit")                       \
    X(REAL, thickness, 1e-3, 1e3, "", "of the wall, centred at z = 0")                             \
    X(UINT, flutes, 0, 64, "", "grooves of a shaft")                                               \
    X(UINT, sides, 8, 512, "", "segments around a column")                                         \
    X(UINT, rings, 1, 512, "", "segments along a shaft")                                           \
    X(UINT, cells, 4, 512, "", "segments of an arch")
PARAM_DECLARE(arcade);

/* Heights of a column's parts and the half width of its square slabs, in shaft radii. */
#define PLINTH  0.5
#define BASE    1.2
#define CAPITAL 2.4
#define ABACUS  0.4
#define SLAB    1.5
enum { TORUS_CELLS = 6, CAPITAL_RINGS = 12, MOULDING_SIDES = 8 };

struct shaft {
    double radius, foot, top;
    uint32_t flutes;
};

static struct dvec shaft_at(const void *context, double u, double v)
{
    const struct shaft *f = context;
    double s, c, fs, fc, t = gm_clamp(v, 0, 1);
    gm_turn(u, &s, &c);
    gm_turn(u * f->flutes, &fs, &fc);
    double r = f->radius * (1.0 - 0.15 * t * t);
    /* The flutes fade out towards both ends. */
    double groove = f->flutes ? 0.05 * gm_step(0.0, 0.08, t) * gm_step(0.0, 0.08, 1.0 - t) : 0.0;
    r *= 1.0 - groove * (1.0 + fc);
    return dvec_make(r * s, gm_mix(f->foot, f->top, v), r * c);
}

/* Returns a point of the capital: a bell with two rows of eight leaves. */
static struct dvec capital_at(const void *context, double u, double v)
{
    const struct shaft *f = context;
    double s, c, ls, lc, rs, rc, t = gm_clamp(v, 0, 1);
    gm_turn(u, &s, &c);
    gm_turn(u * 8.0 + (t > 0.5 ? 0.5 : 0.0), &ls, &lc);
    gm_turn(t, &rs, &rc);
    double bell = 0.85 + 0.55 * t * t * t;
    double leaf = 0.11 * (1.0 - gm_cos(4.0 * GM_PI * t)) * (0.6 + 0.4 * lc);
    double r = f->radius * (bell + leaf);
    return dvec_make(r * s, gm_mix(f->foot, f->top, v), r * c);
}

/* Adds a column's base: two tori with a step between them, from the plinth to the shaft. */
static void column_base(struct maker *m, const struct arcade *a)
{
    struct profile_point p[2 * (TORUS_CELLS + 1) + 1];
    const double middle[2] = {1.22, 1.06}, thick[2] = {0.2, 0.15}, level[2] = {0.7, 1.05};
    uint32_t n = 0;
    for (int torus = 0; torus < 2; torus++)
        for (int k = 0; k <= TORUS_CELLS; k++) {
            double s, c;
            gm_turn(-0.25 + 0.5 * k / TORUS_CELLS, &s, &c);
            p[n++] = (struct profile_point){(middle[torus] + thick[torus] * c) * a->column_radius,
                                            (level[torus] + thick[torus] * s) * a->column_radius};
        }
    p[n++] = (struct profile_point){a->column_radius, BASE * a->column_radius};
    maker_lathe(m, p, n, a->sides);
}

static void add_column(struct maker *m, const struct arcade *a, double x)
{
    double r = a->column_radius, top = a->column_height;
    m->basis = basis_at(x, 0, 0);
    maker_box(m, dvec_make(-SLAB * r, 0, -SLAB * r), dvec_make(SLAB * r, PLINTH * r, SLAB * r));
    column_base(m, a);
    struct shaft shaft = {r, BASE * r, top - (CAPITAL + ABACUS) * r, a->flutes};
    maker_surface(m, &(struct surface){shaft_at, &shaft, a->sides, a->rings, false});
    struct shaft capital = {r, shaft.top, top - ABACUS * r, 0};
    maker_surface(m, &(struct surface){capital_at, &capital, a->sides, CAPITAL_RINGS, false});
    maker_box(m, dvec_make(-SLAB * r, top - ABACUS * r, -SLAB * r),
              dvec_make(SLAB * r, top, SLAB * r));
    m->basis = basis_identity();
}

struct arch {
    double x, spring, radius, top, half; /* its middle, the height where it springs, its radius, the
                                            height of the wall's top, half the wall's thickness */
    uint32_t cells;
};

static struct dvec arch_point(const struct arch *a, uint32_t k, double z)
{
    double s, c;
    gm_turn(0.5 * k / a->cells, &s, &c);
    return dvec_make(a->x - a->radius * c, a->spring + a->radius * s, z);
}

/* Adds the wall over one opening: both faces, the arch's underside, the wall's top. */
static void add_arch(struct maker *m, const struct arch *a, double left, double right)
{
    double z = a->half;
    for (uint32_t k = 0; k < a->cells; k++) {
        struct dvec p = arch_point(a, k, z), q = arch_point(a, k + 1, z);
        struct dvec pt = dvec_make(p.x, a->top, z), qt = dvec_make(q.x, a->top, z);
        struct dvec back = {0, 0, -2 * z};
        maker_quad(m, p, q, qt, pt);
        maker_quad(m, dvec_add(q, back), dvec_add(p, back), dvec_add(pt, back), dvec_add(qt, back));
        maker_quad(m, q, p, dvec_add(p, back), dvec_add(q, back));
    }
    const double from[2] = {left, a->x + a->radius}, to[2] = {a->x - a->radius, right};
    for (int i = 0; i < 2; i++) {
        maker_quad(m, dvec_make(from[i], a->spring, z), dvec_make(to[i], a->spring, z),
                   dvec_make(to[i], a->top, z), dvec_make(from[i], a->top, z));
        maker_quad(m, dvec_make(to[i], a->spring, -z), dvec_make(from[i], a->spring, -z),
                   dvec_make(from[i], a->top, -z), dvec_make(to[i], a->top, -z));
    }
    maker_quad(m, dvec_make(left, a->top, z), dvec_make(right, a->top, z),
               dvec_make(right, a->top, -z), dvec_make(left, a->top, -z));
}

/* Adds a roll along the arch on both faces. */
static void add_archivolt(struct maker *m, const struct arch *a)
{
    struct tube_point p[513];
    struct arch outer = *a;
    outer.radius *= 1.08;
    for (int face = -1; face <= 1; face += 2) {
        for (uint32_t k = 0; k <= a->cells; k++)
            p[k] = (struct tube_point){arch_point(&outer, k, face * a->half), 0.06 * a->radius};
        maker_tube(m, p, a->cells + 1, MOULDING_SIDES, false);
    }
}

static double arch_radius(const struct arcade *a)
{
    return a->bay / 2 - SLAB * a->column_radius;
}

static enum st_code arcade_check(const struct generate_job *job, struct status *st)
{
    const struct arcade *a = job->params;
    double least = a->column_height + 1.2 * arch_radius(a);
    if (a->column_radius > a->bay / 5.0)
        return conf_fail(conf_find(job->node, "column_radius"), st,
                         "'column_radius' is %g; with this bay it must be at most %g",
                         a->column_radius, a->bay / 5.0);
    if (a->column_height < 8.0 * a->column_radius)
        return conf_fail(conf_find(job->node, "column_height"), st,
                         "'column_height' is %g; with these columns it must be at least %g",
                         a->column_height, 8.0 * a->column_radius);
    if (a->height < least)
        return conf_fail(conf_find(job->node, "height"), st,
                         "'height' is %g; with these arches it must be at least %g", a->height,
                         least);
    return ST_OK;
}

static void arcade_make(const struct generate_job *job, struct maker *m)
{
    const struct arcade *a = job->params;
    double length = a->bays * a->bay, half = a->thickness / 2;
    double radius = arch_radius(a);
    for (uint32_t i = 0; i <= a->bays; i++)
        add_column(m, a, i * a->bay - length / 2);
    for (uint32_t i = 0; i < a->bays; i++) {
        double left = i * a->bay - length / 2;
        struct arch arch = {left + a->bay / 2, a->column_height, radius, a->height, half, a->cells};
        m->material = (int32_t)job->materials[1];
        add_arch(m, &arch, left, left + a->bay);
        m->material = (int32_t)job->materials[2];
        add_archivolt(m, &arch);
    }
    double band = 0.1 * radius;
    maker_box(m, dvec_make(-length / 2, a->height - 2 * band, half),
              dvec_make(length / 2, a->height - band, half + band));
    maker_box(m, dvec_make(-length / 2, a->height - 2 * band, -half - band),
              dvec_make(length / 2, a->height - band, -half));
    m->material = (int32_t)job->materials[1];
    for (int end = -1; end <= 1; end += 2) {
        double x = end * length / 2, z = end * half;
        maker_quad(m, dvec_make(x, a->column_height, z), dvec_make(x, a->column_height, -z),
                   dvec_make(x, a->height, -z), dvec_make(x, a->height, z));
    }
}

GENERATOR(arcade, "A wall on round arches and fluted columns, along x",
          "(bays + 1) (24 + sides (2 rings + 52)) + bays (38 cells + 10) + 28",
          .check = arcade_check, .make = arcade_make, .materials = {"column", "wall", "moulding"});

/* --- balustrade ---------------------------------------------------------------------------- */

#define PARAMS_balustrade(X)                                                                       \
    X(REAL, length, 0.01, 1e4, "", "along x, centred")                                             \
    X(REAL, height, 0.01, 1e3, "", "to the top of the handrail")                                   \
    X(REAL, thickness, 1e-3, 1e3, "", "of the rails, centred at z = 0")                            \
    X(UINT, posts, 1, 5000, "", "turned posts")                                                    \
    X(UINT, sides, 3, 256, "", "segments around a post")
PARAM_DECLARE(balustrade);

enum { POST_RINGS = 14 };

static void balustrade_make(const struct generate_job *job, struct maker *m)
{
    const struct balustrade *b = job->params;
    struct profile_point p[POST_RINGS + 1];
    double foot = 0.12 * b->height, rail = 0.88 * b->height, half = b->thickness / 2;
    for (int k = 0; k <= POST_RINGS; k++) {
        double t = (double)k / POST_RINGS, s = gm_sin(GM_PI * t);
        /* It has a belly low down, a neck above that, and rings at both ends. */
        double belly = gm_step(0.05, 0.3, t) * (1.0 - gm_step(0.3, 0.75, t));
        double ends = 1.0 - gm_step(0.0, 0.15, s);
        p[k] =
            (struct profile_point){half * (0.28 + 0.5 * belly + 0.4 * ends), gm_mix(foot, rail, t)};
    }
    for (uint32_t i = 0; i < b->posts; i++) {
        m->basis = basis_at(((i + 0.5) / b->posts - 0.5) * b->length, 0, 0);
        maker_lathe(m, p, POST_RINGS + 1, b->sides);
    }
    m->basis = basis_identity();
    maker_box(m, dvec_make(-b->length / 2, 0, -half), dvec_make(b->length / 2, foot, half));
    maker_box(m, dvec_make(-b->length / 2, rail, -half), dvec_make(b->length / 2, b->height, half));
}

GENERATOR(balustrade, "Turned posts between two rails, along x", "28 posts sides + 24",
          .make = balustrade_make, .materials = {"material"});

/* --- skylight ------------------------------------------------------------------------------ */

#define PARAMS_skylight(X)                                                                         \
    X(REAL, width, 0.01, 1e4, "", "extent in x, centred")                                          \
    X(REAL, depth, 0.01, 1e4, "", "extent in z, centred")                                          \
    X(UINT, panes_x, 1, 500, "", "panes along x")                                                  \
    X(UINT, panes_z, 1, 500, "", "panes along z")                                                  \
    X(REAL, beam, 1e-4, 1e3, "", "thickness of the beams between panes")                           \
    X(REAL, drop, 1e-4, 1e3, "", "how far the beams hang down")
PARAM_DECLARE(skylight);

static void skylight_make(const struct generate_job *job, struct maker *m)
{
    const struct skylight *s = job->params;
    double w = s->width, d = s->depth, half = s->beam / 2;
    for (uint32_t i = 0; i <= s->panes_x; i++) {
        double x = ((double)i / s->panes_x - 0.5) * w;
        maker_box(m, dvec_make(x - half, -s->drop, -d / 2), dvec_make(x + half, 0, d / 2));
    }
    for (uint32_t i = 0; i <= s->panes_z; i++) {
        double z = ((double)i / s->panes_z - 0.5) * d;
        maker_box(m, dvec_make(-w / 2, -s->drop, z - half), dvec_make(w / 2, 0, z + half));
    }
    m->material = (int32_t)job->materials[1];
    for (uint32_t k = 0; k < s->panes_z; k++)
        for (uint32_t i = 0; i < s->panes_x; i++) {
            double x0 = ((double)i / s->panes_x - 0.5) * w, x1 = x0 + w / s->panes_x;
            double z0 = ((double)k / s->panes_z - 0.5) * d, z1 = z0 + d / s->panes_z;
            maker_quad(m, dvec_make(x0, 0, z0), dvec_make(x1, 0, z0), dvec_make(x1, 0, z1),
                       dvec_make(x0, 0, z1));
        }
}

GENERATOR(skylight, "Glowing panes at y = 0 that look down, with beams between them",
          "2 panes_x panes_z + 12 (panes_x + panes_z + 2)", .make = skylight_make,
          .materials = {"frame", "glow"});
