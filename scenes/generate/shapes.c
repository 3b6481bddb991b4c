/* Generators of simple solids: boxes, panels, displaced balls, torus knots. */
#include "scenes/generate/kinds.h"
#include "scenes/generate/parts.h"

/* --- box and panel ------------------------------------------------------------------------- */

#define PARAMS_box(X)                                                                              \
    X(REAL, width, 1e-3, 1e5, "", "extent in x, centred")                                          \
    X(REAL, height, 1e-3, 1e5, "", "extent in y, from 0 up")                                       \
    X(REAL, depth, 1e-3, 1e5, "", "extent in z, centred")                                          \
    X(UINT, cells, 1, 256, "", "squares along each edge of a face")                                \
    X(BOOL, inside, 0, 0, "", "faces look inwards, as a room's do")
PARAM_DECLARE(box);

/* A flat parallelogram: corner + u a + v b. */
struct flat {
    struct dvec corner, a, b;
};

static struct dvec flat_at(const void *context, double u, double v)
{
    const struct flat *f = context;
    return dvec_along(dvec_along(f->corner, f->a, u), f->b, v);
}

static void add_flat(struct maker *m, struct flat f, uint32_t cells_u, uint32_t cells_v, bool flip)
{
    maker_surface(m, &(struct surface){flat_at, &f, cells_u, cells_v, flip});
}

static void box_make(const struct generate_job *job, struct maker *m)
{
    const struct box *b = job->params;
    struct dvec lo = {-b->width / 2, 0, -b->depth / 2},
                hi = {b->width / 2, b->height, b->depth / 2};
    struct dvec x = {b->width, 0, 0}, y = {0, b->height, 0}, z = {0, 0, b->depth};
    const struct flat faces[6] = {{lo, y, x},
                                  {lo, z, y},
                                  {lo, x, z},
                                  {hi, dvec_scale(x, -1), dvec_scale(y, -1)},
                                  {hi, dvec_scale(y, -1), dvec_scale(z, -1)},
                                  {hi, dvec_scale(z, -1), dvec_scale(x, -1)}};
    for (int i = 0; i < 6; i++)
        add_flat(m, faces[i], b->cells, b->cells, b->inside);
}

GENERATOR(box, "An axis-parallel box standing on y = 0", "12 cells^2", .make = box_make,
          .materials = {"material"});

#define PARAMS_panel(X)                                                                            \
    X(REAL, width, 1e-3, 1e5, "", "extent in x, centred")                                          \
    X(REAL, depth, 1e-3, 1e5, "", "extent in z, centred")                                          \
    X(UINT, cells_x, 1, 1024, "", "rectangles along x")                                            \
    X(UINT, cells_z, 1, 1024, "", "rectangles along z")
PARAM_DECLARE(panel);

static void panel_make(const struct generate_job *job, struct maker *m)
{
    const struct panel *p = job->params;
    add_flat(m,
             (struct flat){{-p->width / 2, 0, p->depth / 2}, {p->width, 0, 0}, {0, 0, -p->depth}},
             p->cells_x, p->cells_z, false);
}

GENERATOR(panel, "A flat rectangle at y = 0 that looks up", "2 cells_x cells_z", .make = panel_make,
          .materials = {"material"});

/* --- ball ---------------------------------------------------------------------------------- */

struct ball_face {
    const struct ball *ball;
    struct dvec axis, a, b; /* a x b = axis */
};

/* Returns a coordinate on a face, so that equal steps are equal angles: cells at the corners are
 * then not much smaller than in the middle. */
static double face_coordinate(double u)
{
    double s, c;
    gm_turn((u * 2.0 - 1.0) / 8.0, &s, &c);
    return s / c;
}

static struct dvec ball_at(const void *context, double u, double v)
{
    const struct ball_face *f = context;
    struct dvec d = dvec_along(f->axis, f->a, face_coordinate(u));
    d = dvec_unit(dvec_along(d, f->b, face_coordinate(v)));
    double bump = 0.0;
    if (f->ball->bumps > 0.0)
        bump =
            f->ball->bumps *
            gm_clamp(gm_fractal(f->ball->seed, dvec_scale(d, f->ball->frequency), f->ball->octaves),
                     -1.0, 1.0);
    return dvec_scale(d, f->ball->radius * (1.0 + bump));
}

void add_ball(struct maker *m, const struct ball *b)
{
    for (int i = 0; i < 6; i++) {
        double sign = i < 3 ? 1.0 : -1.0;
        const struct dvec e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        struct ball_face f = {b, dvec_scale(e[i % 3], sign), e[(i + 1) % 3], e[(i + 2) % 3]};
        maker_surface(m, &(struct surface){ball_at, &f, b->cells, b->cells, sign < 0.0});
    }
}

static void ball_make(const struct generate_job *job, struct maker *m)
{
    add_ball(m, job->params);
}

GENERATOR(ball, "A ball with bumps: radius (1 + bumps n), n fractal noise cut to -1…1",
          "12 cells^2", .make = ball_make, .materials = {"material"});

/* --- knot ---------------------------------------------------------------------------------- */

#define PARAMS_knot(X)                                                                             \
    X(REAL, radius, 1e-3, 1e5, "", "of the circle the knot winds around, in the x-z plane")        \
    X(REAL, wind, 1e-3, 1e5, "", "distance of the knot from that circle")                          \
    X(REAL, tube, 1e-3, 1e5, "", "radius of the tube")                                             \
    X(UINT, around, 1, 32, "", "times around the y axis")                                          \
    X(UINT, through, 1, 32, "", "times through the circle; no common divisor with around")         \
    X(UINT, cells, 8, 8192, "", "segments along the knot")                                         \
    X(UINT, sides, 3, 512, "", "segments around the tube")
PARAM_DECLARE(knot);

static struct dvec knot_centre(const struct knot *k, double u, struct dvec *core)
{
    double s, c, ws, wc;
    gm_turn(u * k->around, &s, &c);
    gm_turn(u * k->through, &ws, &wc);
    *core = dvec_make(k->radius * c, 0, k->radius * s);
    double r = k->radius + k->wind * wc;
    return dvec_make(r * c, k->wind * ws, r * s);
}

static struct dvec knot_at(const void *context, double u, double v)
{
    const struct knot *k = context;
    struct dvec core, unused, centre = knot_centre(k, u, &core);
    struct dvec along =
        dvec_unit(dvec_sub(knot_centre(k, u + 1e-5, &unused), knot_centre(k, u - 1e-5, &unused)));
    struct dvec out = dvec_sub(centre, core);
    out = dvec_unit(dvec_along(out, along, -dvec_dot(out, along)));
    double s, c;
    gm_turn(v, &s, &c);
    struct dvec around = dvec_add(dvec_scale(out, c), dvec_scale(dvec_cross(along, out), s));
    return dvec_along(centre, around, k->tube);
}

static void knot_make(const struct generate_job *job, struct maker *m)
{
    const struct knot *k = job->params;
    maker_surface(m, &(struct surface){knot_at, k, k->cells, k->sides, true});
}

GENERATOR(knot, "A torus knot around the origin", "2 cells sides", .make = knot_make,
          .materials = {"material"});
