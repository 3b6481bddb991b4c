/* Generators of long thin triangles: a sailing ship with standing and running rigging, and a
 * lattice tower. Every rope, spar and bar is one straight rod, so its triangles are as long as it.
 */
#include "scenes/generate/kinds.h"
#include "scenes/generate/mesh.h"

/* --- ship ---------------------------------------------------------------------------------- */

#define PARAMS_ship(X)                                                                             \
    X(REAL, length, 0.1, 1e4, "", "of the hull, along x, bow at +x; the water is at y = 0")        \
    X(UINT, masts, 1, 8, "", "masts")                                                              \
    X(UINT, yards, 1, 8, "", "yards on each mast")                                                 \
    X(UINT, sails, 0, 7, "", "sails set on each mast, from the top; fewer than yards")             \
    X(UINT, shrouds, 2, 32, "", "ropes from each side to a mast")                                  \
    X(UINT, ratlines, 0, 200, "", "rungs between two shrouds")                                     \
    X(REAL, rope_radius, 1e-5, 0.01, "length", "radius of ropes")                                  \
    X(UINT, sides, 3, 64, "", "segments around a spar")                                            \
    X(UINT, rope_sides, 3, 64, "", "segments around a rope")                                       \
    X(UINT, planks, 4, 512, "", "strips of the hull, keel to rail")                                \
    X(UINT, frames, 4, 512, "", "segments along the hull")
PARAM_DECLARE(ship);

enum { SAIL_CELLS = 10, END_CELLS = 12 };

/* Returns half the beam at the rail, at u along the hull (0 stern, 1 bow). */
static double half_beam(const struct ship *s, double u)
{
    double t = gm_clamp(u, 0.0, 1.0);
    double bow = 1.0 - gm_step(0.55, 1.0, t) * 0.97, stern = 0.72 + 0.28 * gm_step(0.0, 0.4, t);
    return 0.115 * s->length * bow * stern;
}

/* Returns the height of the rail, which rises towards both ends. */
static double rail_height(const struct ship *s, double u)
{
    double t = gm_clamp(u, 0.0, 1.0);
    return s->length * (0.075 + 0.06 * (t - 0.45) * (t - 0.45) * 4.0);
}

/* Returns a point of the hull; v runs from the port rail (0) by the keel to the starboard rail (1).
 */
static struct dvec hull_at(const void *context, double u, double v)
{
    const struct ship *s = context;
    double across = 2.0 * v - 1.0, t = gm_clamp(u, 0, 1);
    double around = across < 0 ? -across : across;
    double rise = around * around;
    double keel = -0.07 * s->length * (1.0 - 0.5 * gm_step(0.7, 1.0, t));
    double full = sqrt(gm_clamp(1.0 - (1.0 - around) * (1.0 - around), 0.0, 1.0));
    double y = gm_mix(keel, rail_height(s, u), rise);
    double z = (across < 0 ? -1.0 : 1.0) * full * half_beam(s, u);
    double rake = 0.08 * s->length * gm_step(0.75, 1.0, t) * rise;
    return dvec_make((u - 0.5) * s->length + rake, y, z);
}

/* Adds a flat end of the hull: the stern where `end` is 0, the bow where it is 1. */
static void add_end(struct maker *m, const struct ship *s, double end)
{
    for (int j = 0; j < END_CELLS; j++) {
        double v = 0.5 * j / END_CELLS, w = 0.5 * (j + 1) / END_CELLS;
        struct dvec a = hull_at(s, end, v), b = hull_at(s, end, w);
        struct dvec c = hull_at(s, end, 1.0 - w), d = hull_at(s, end, 1.0 - v);
        if (j + 1 == END_CELLS)
            maker_facet(m, end > 0.5 ? d : a, b, end > 0.5 ? a : d);
        else if (end > 0.5)
            maker_quad(m, d, c, b, a);
        else
            maker_quad(m, a, b, c, d);
    }
}

/* Adds two wooden bands along each side, the upper one on the rail. */
static void add_bands(struct maker *m, const struct ship *s)
{
    struct tube_point p[513];
    for (int i = 0; i < 4; i++) {
        double across = (i & 1 ? 0.87 : 1.0) * (i & 2 ? 1.0 : -1.0);
        for (uint32_t k = 0; k <= s->frames; k++)
            p[k] = (struct tube_point){hull_at(s, (double)k / s->frames, 0.5 + 0.5 * across),
                                       0.006 * s->length};
        maker_tube(m, p, s->frames + 1, s->sides, true);
    }
}

static double deck_height(const struct ship *s, double u)
{
    return rail_height(s, u) - 0.018 * s->length;
}

static struct dvec deck_at(const void *context, double u, double v)
{
    const struct ship *s = context;
    double z = (1.0 - 2.0 * v) * 0.97 * half_beam(s, u);
    double rake = 0.06 * s->length * gm_step(0.75, 1.0, gm_clamp(u, 0, 1));
    return dvec_make((u - 0.5) * s->length + rake, deck_height(s, u), z);
}

/* The dimensions of a mast. */
struct mast {
    double u; /* its place along the hull, 0 to 1 */
    struct dvec foot, top;
    double radius, yard; /* `yard` is half the length of the lowest yard */
};

static struct mast mast_of(const struct ship *s, uint32_t i)
{
    struct mast m;
    m.u = s->masts == 1 ? 0.5 : gm_mix(0.16, 0.8, (double)i / (s->masts - 1));
    double middle = s->masts == 1 ? 1.0 : 1.0 - fabs((double)i / (s->masts - 1) - 0.55) * 0.45;
    double x = (m.u - 0.5) * s->length, y = deck_height(s, m.u), tall = 0.68 * s->length * middle;
    m.foot = dvec_make(x, y, 0);
    m.top = dvec_make(x - 0.03 * tall, y + tall, 0);
    m.radius = 0.009 * s->length;
    m.yard = 0.2 * s->length * middle;
    return m;
}

/* Returns the middle of yard k, slightly in front of the mast; *half is half the yard's length. */
static struct dvec yard_of(const struct ship *s, const struct mast *m, uint32_t k, double *half)
{
    double at = gm_mix(0.32, 0.92, s->yards == 1 ? 0.5 : (double)k / (s->yards - 1));
    *half = m->yard * (1.15 - 0.65 * at);
    struct dvec p = dvec_mix(m->foot, m->top, at);
    p.x += 1.6 * m->radius;
    return p;
}

static struct dvec yard_end(const struct ship *s, const struct mast *m, uint32_t k, int side,
                            double share)
{
    double half;
    struct dvec p = yard_of(s, m, k, &half);
    p.z += side * half * share;
    return p;
}

static void rope(struct maker *m, const struct ship *s, struct dvec a, struct dvec b)
{
    double r = s->rope_radius * s->length;
    maker_rod(m, a, b, r, r, s->rope_sides);
}

/* Returns the point where shroud j of a mast meets the rail. */
static struct dvec shroud_foot(const struct ship *s, const struct mast *m, uint32_t j, int side)
{
    double u = m->u - 0.055 + 0.07 * j / (s->shrouds - 1);
    return dvec_make((u - 0.5) * s->length, rail_height(s, u), side * 0.99 * half_beam(s, u));
}

static void add_shrouds(struct maker *maker, const struct ship *s, const struct mast *m)
{
    for (int side = -1; side <= 1; side += 2)
        for (uint32_t j = 0; j < s->shrouds; j++) {
            struct dvec head = dvec_mix(m->foot, m->top, 0.78);
            head.z += side * m->radius;
            head.x += m->radius * (0.5 * j / (s->shrouds - 1) - 0.25);
            struct dvec foot = shroud_foot(s, m, j, side);
            rope(maker, s, foot, head);
            if (j == 0)
                continue;
            struct dvec before = shroud_foot(s, m, j - 1, side), top = head;
            top.x -= m->radius * 0.5 / (s->shrouds - 1);
            for (uint32_t k = 1; k <= s->ratlines; k++) {
                double t = 0.92 * k / (s->ratlines + 1.0);
                rope(maker, s, dvec_mix(before, top, t), dvec_mix(foot, head, t));
            }
        }
}

static void add_running_ropes(struct maker *maker, const struct ship *s, const struct mast *m,
                              struct dvec ahead)
{
    rope(maker, s, dvec_mix(m->foot, m->top, 0.99), ahead);
    rope(maker, s, dvec_mix(m->foot, m->top, 0.62), dvec_mix(ahead, m->foot, 0.12));
    for (uint32_t k = 0; k < s->yards; k++)
        for (int side = -1; side <= 1; side += 2) {
            struct dvec end = yard_end(s, m, k, side, 0.96);
            struct dvec lift = dvec_mix(m->foot, m->top, 0.36 + 0.62 * (k + 1.0) / s->yards);
            double u = gm_clamp(m->u - 0.13 - 0.012 * k, 0.02, 1.0);
            struct dvec rail = {(u - 0.5) * s->length, rail_height(s, u),
                                side * 0.98 * half_beam(s, u)};
            rope(maker, s, end, lift);
            rope(maker, s, end, rail);
        }
}

/* A sail between two yards, curved forward. */
struct sail {
    struct dvec corner[4]; /* low port, low starboard, high port, high starboard */
    double belly, shift;
};

static struct dvec sail_at(const void *context, double u, double v)
{
    const struct sail *f = context;
    struct dvec low = dvec_mix(f->corner[0], f->corner[1], u);
    struct dvec high = dvec_mix(f->corner[2], f->corner[3], u);
    struct dvec p = dvec_mix(low, high, v);
    p.x += f->belly * (4.0 * u * (1.0 - u)) * (0.35 + v * (1.0 - v) * 2.6) + f->shift;
    p.y += 0.25 * f->belly * 4.0 * u * (1.0 - u) * (1.0 - v);
    return p;
}

static void add_sails(struct maker *maker, const struct ship *s, const struct mast *m)
{
    for (uint32_t i = 0; i < s->sails; i++) {
        uint32_t high = s->yards - 1 - i, low = high - 1;
        struct sail f = {{yard_end(s, m, low, -1, 0.9), yard_end(s, m, low, 1, 0.9),
                          yard_end(s, m, high, -1, 0.92), yard_end(s, m, high, 1, 0.92)},
                         0.035 * s->length,
                         0};
        for (int side = 1; side >= -1; side -= 2) {
            f.shift = 0.012 * s->length + side * 0.0005 * s->length;
            maker_surface(maker, &(struct surface){sail_at, &f, SAIL_CELLS, SAIL_CELLS, side > 0});
        }
    }
}

static void add_mast(struct maker *maker, const struct generate_job *job, uint32_t i,
                     struct dvec ahead)
{
    const struct ship *s = job->params;
    struct mast m = mast_of(s, i);
    maker->material = (int32_t)job->materials[2];
    maker_rod(maker, m.foot, m.top, m.radius, 0.35 * m.radius, s->sides);
    for (uint32_t k = 0; k < s->yards; k++) {
        double r = 0.45 * m.radius;
        maker_rod(maker, yard_end(s, &m, k, -1, 1), yard_end(s, &m, k, 1, 1), r, r, s->sides);
    }
    maker->material = (int32_t)job->materials[3];
    add_shrouds(maker, s, &m);
    add_running_ropes(maker, s, &m, ahead);
    maker->material = (int32_t)job->materials[4];
    add_sails(maker, s, &m);
}

static enum st_code ship_check(const struct generate_job *job, struct status *st)
{
    const struct ship *s = job->params;
    if (s->sails >= s->yards)
        return conf_fail(conf_find(job->node, "sails"), st,
                         "'sails' is %lu; a sail hangs between two of the %lu yards, so there must "
                         "be fewer",
                         (unsigned long)s->sails, (unsigned long)s->yards);
    return ST_OK;
}

static void ship_make(const struct generate_job *job, struct maker *m)
{
    const struct ship *s = job->params;
    maker_surface(m, &(struct surface){hull_at, s, s->frames, s->planks, false});
    add_end(m, s, 0.0);
    add_end(m, s, 1.0);
    m->material = (int32_t)job->materials[1];
    maker_surface(m, &(struct surface){deck_at, s, s->frames, 1, false});
    m->material = (int32_t)job->materials[2];
    add_bands(m, s);
    struct dvec bow = {0.55 * s->length, rail_height(s, 1.0) - 0.01 * s->length, 0};
    struct dvec tip = dvec_add(bow, dvec_make(0.26 * s->length, 0.1 * s->length, 0));
    maker_rod(m, dvec_sub(bow, dvec_make(0.06 * s->length, 0, 0)), tip, 0.008 * s->length,
              0.003 * s->length, s->sides);
    for (uint32_t i = 0; i < s->masts; i++) {
        struct mast next = mast_of(s, i + 1 < s->masts ? i + 1 : i);
        bool first = i + 1 == s->masts;
        add_mast(m, job, i, first ? tip : dvec_mix(next.foot, next.top, 0.45));
    }
}

GENERATOR(ship, "A sailing ship: hull, masts, yards, sails, and ropes that are straight rods",
          "2 frames (planks + 1) + 46 + 8 sides (frames + 1) + 4 sides (1 + masts (1 + yards)) + "
          "400 masts sails + "
          "4 rope_sides masts (2 shrouds + 2 ratlines (shrouds - 1) + 2 + 4 yards)",
          .check = ship_check, .make = ship_make,
          .materials = {"hull", "deck", "spar", "rope", "sail"});

/* --- lattice ------------------------------------------------------------------------------- */

#define PARAMS_lattice(X)                                                                          \
    X(REAL, width, 0.01, 1e4, "", "of the square foot")                                            \
    X(REAL, top, 0.01, 1, "width", "of the square top")                                            \
    X(REAL, height, 0.01, 1e5, "", "from y = 0 up")                                                \
    X(UINT, storeys, 1, 1000, "", "crosses on each side, one above the other")                     \
    X(REAL, bar, 1e-5, 1e2, "", "radius of a bar")                                                 \
    X(UINT, sides, 3, 64, "", "segments around a bar")
PARAM_DECLARE(lattice);

static struct dvec lattice_corner(const struct lattice *l, uint32_t storey, int corner)
{
    double t = (double)storey / l->storeys, half = 0.5 * l->width * gm_mix(1.0, l->top, t);
    return dvec_make(corner == 0 || corner == 3 ? -half : half, t * l->height,
                     corner < 2 ? -half : half);
}

static void lattice_make(const struct generate_job *job, struct maker *m)
{
    const struct lattice *l = job->params;
    for (int c = 0; c < 4; c++) {
        int n = (c + 1) % 4;
        maker_rod(m, lattice_corner(l, 0, c), lattice_corner(l, l->storeys, c), 1.6 * l->bar,
                  1.6 * l->bar, l->sides);
        for (uint32_t i = 0; i < l->storeys; i++) {
            struct dvec a = lattice_corner(l, i, c), b = lattice_corner(l, i, n);
            struct dvec d = lattice_corner(l, i + 1, c), e = lattice_corner(l, i + 1, n);
            maker_rod(m, a, e, l->bar, l->bar, l->sides);
            maker_rod(m, b, d, l->bar, l->bar, l->sides);
            maker_rod(m, d, e, l->bar, l->bar, l->sides);
        }
    }
}

GENERATOR(lattice, "A tower of crossed bars", "16 sides (1 + 3 storeys)", .make = lattice_make,
          .materials = {"material"});
