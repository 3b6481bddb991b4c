/* Generators of objects in a bathroom: tub, turned vessels, taps, framed panes. */
#include "scenes/generate/kinds.h"
#include "scenes/generate/mesh.h"

/* Returns the point at t in [0, 1] of the curve through n control points (Catmull and Rom, 1974);
 * the end points count twice. */
static struct profile_point curve_at(const struct profile_point *p, uint32_t n, double t)
{
    double at = gm_clamp(t, 0.0, 1.0) * (n - 1), whole = floor(at);
    uint32_t i = whole >= n - 1 ? n - 2 : (uint32_t)whole;
    double s = at - i, s2 = s * s, s3 = s2 * s;
    const struct profile_point *q[4] = {&p[i ? i - 1 : 0], &p[i], &p[i + 1],
                                        &p[i + 2 < n ? i + 2 : n - 1]};
    const double w[4] = {0.5 * (2.0 * s2 - s3 - s), 0.5 * (3.0 * s3 - 5.0 * s2 + 2.0),
                         0.5 * (4.0 * s2 - 3.0 * s3 + s), 0.5 * (s3 - s2)};
    struct profile_point r = {0, 0};
    for (int k = 0; k < 4; k++) {
        r.radius += w[k] * q[k]->radius;
        r.height += w[k] * q[k]->height;
    }
    return r;
}

/* --- tub ----------------------------------------------------------------------------------- */

#define PARAMS_tub(X)                                                                              \
    X(REAL, length, 0.01, 1e4, "", "extent in x at the rim, centred")                              \
    X(REAL, width, 0.01, 1e4, "", "extent in z at the rim, centred")                               \
    X(REAL, height, 0.01, 1e4, "", "of the rim")                                                   \
    X(UINT, sides, 8, 1024, "", "segments around")                                                 \
    X(UINT, rings, 4, 1024, "", "segments from the foot over the rim to the drain")
PARAM_DECLARE(tub);

/* The plan is a superellipse of exponent 4, which needs only square roots. */
static struct dvec tub_at(const void *context, double u, double v)
{
    static const struct profile_point shell[] = {
        {0.70, 0.00}, {0.72, 0.06}, {0.80, 0.30},  {0.90, 0.65}, {0.95, 0.90},
        {0.99, 0.97}, {0.98, 1.00}, {0.94, 0.995}, {0.90, 0.94}, {0.86, 0.70},
        {0.78, 0.35}, {0.66, 0.18}, {0.40, 0.14},  {0.03, 0.13},
    };
    const struct tub *t = context;
    struct profile_point p = curve_at(shell, sizeof shell / sizeof *shell, v);
    double s, c;
    gm_turn(u, &s, &c);
    double reach = 1.0 / sqrt(sqrt(c * c * c * c + s * s * s * s));
    return dvec_make(0.5 * t->length * p.radius * reach * s, t->height * p.height,
                     0.5 * t->width * p.radius * reach * c);
}

static void tub_make(const struct generate_job *job, struct maker *m)
{
    const struct tub *t = job->params;
    maker_surface(m, &(struct surface){tub_at, t, t->sides, t->rings, false});
    m->material = (int32_t)job->materials[1];
    maker_rod(m, dvec_make(0, 0.1 * t->height, 0), dvec_make(0, 0.14 * t->height, 0),
              0.03 * t->length, 0.03 * t->length, t->sides);
}

GENERATOR(tub, "A bath tub that stands free", "2 sides rings + 4 sides", .make = tub_make,
          .materials = {"material", "drain"});

/* --- vessel -------------------------------------------------------------------------------- */

#define PARAMS_vessel(X)                                                                           \
    X(CHOICE, shape, ("vase", "bowl", "bottle", "basin", "tumbler"), 0, "", "its outline")         \
    X(REAL, radius, 1e-3, 1e4, "", "the widest")                                                   \
    X(REAL, height, 1e-3, 1e4, "", "from y = 0 up")                                                \
    X(REAL, wall, 1e-4, 1e3, "", "thickness of the wall; at most a fifth of radius and height")    \
    X(UINT, sides, 3, 1024, "", "segments around")
PARAM_DECLARE(vessel);

enum { OUTLINE = 8, VESSEL_RINGS = 24 };

static const struct profile_point outlines[][OUTLINE] = {
    {{0.45, 0},
     {0.75, 0.15},
     {1.0, 0.38},
     {0.9, 0.58},
     {0.55, 0.74},
     {0.38, 0.85},
     {0.42, 0.94},
     {0.55, 1}},
    {{0.4, 0},
     {0.42, 0.05},
     {0.6, 0.2},
     {0.78, 0.4},
     {0.89, 0.6},
     {0.95, 0.78},
     {0.98, 0.9},
     {1, 1}},
    {{0.95, 0}, {1, 0.08}, {1, 0.3}, {1, 0.5}, {0.85, 0.64}, {0.4, 0.76}, {0.3, 0.88}, {0.34, 1}},
    {{0.4, 0},
     {0.3, 0.1},
     {0.26, 0.4},
     {0.28, 0.66},
     {0.5, 0.76},
     {0.85, 0.86},
     {0.97, 0.95},
     {1, 1}},
    {{0.8, 0},
     {0.83, 0.14},
     {0.86, 0.28},
     {0.89, 0.42},
     {0.92, 0.56},
     {0.95, 0.7},
     {0.97, 0.85},
     {1, 1}},
};

static enum st_code vessel_check(const struct generate_job *job, struct status *st)
{
    const struct vessel *v = job->params;
    if (v->wall > 0.2 * v->radius || v->wall > 0.2 * v->height)
        return conf_fail(conf_find(job->node, "wall"), st,
                         "'wall' is %g; it must be at most a fifth of radius and height", v->wall);
    return ST_OK;
}

static void vessel_make(const struct generate_job *job, struct maker *m)
{
    const struct vessel *v = job->params;
    struct profile_point p[2 * VESSEL_RINGS + 4];
    uint32_t n = 0;
    p[n++] = (struct profile_point){0, 0};
    for (int k = 0; k <= VESSEL_RINGS; k++) {
        struct profile_point q = curve_at(outlines[v->shape], OUTLINE, (double)k / VESSEL_RINGS);
        p[n++] = (struct profile_point){q.radius * v->radius, q.height * v->height};
    }
    /* The inside follows the outside, and its floor is above the foot. */
    for (int k = VESSEL_RINGS; k >= 0; k--) {
        double t = gm_mix(v->wall / v->height, 1.0, (double)k / VESSEL_RINGS);
        struct profile_point q = curve_at(outlines[v->shape], OUTLINE, t);
        p[n++] = (struct profile_point){q.radius * v->radius - v->wall,
                                        k == 0 ? gm_mix(q.height, t, 0.5) * v->height
                                               : q.height * v->height};
    }
    p[n] = (struct profile_point){0, p[n - 1].height};
    maker_lathe(m, p, n + 1, v->sides);
}

GENERATOR(vessel, "A hollow vessel with closed walls, good for glass", "100 sides",
          .check = vessel_check, .make = vessel_make, .materials = {"material"});

/* --- tap ----------------------------------------------------------------------------------- */

#define PARAMS_tap(X)                                                                              \
    X(REAL, height, 1e-3, 1e4, "", "of the straight part")                                         \
    X(REAL, reach, 1e-3, 1e4, "", "of the spout, along z")                                         \
    X(REAL, radius, 1e-4, 1e3, "", "of the pipe; below a quarter of reach")                        \
    X(UINT, sides, 3, 256, "", "segments around the pipe")                                         \
    X(UINT, cells, 2, 254, "", "segments of the bow")
PARAM_DECLARE(tap);

static enum st_code tap_check(const struct generate_job *job, struct status *st)
{
    const struct tap *t = job->params;
    if (t->radius > t->reach / 4)
        return conf_fail(conf_find(job->node, "radius"), st,
                         "'radius' is %g; it must be at most a quarter of reach", t->radius);
    return ST_OK;
}

static void tap_make(const struct generate_job *job, struct maker *m)
{
    const struct tap *t = job->params;
    struct tube_point p[257];
    double bow = t->reach / 2, r = t->radius;
    uint32_t n = 0;
    p[n++] = (struct tube_point){{0, 0, 0}, r};
    for (uint32_t k = 0; k <= t->cells; k++) {
        double s, c;
        gm_turn(0.5 * k / t->cells, &s, &c);
        p[n++] = (struct tube_point){{0, t->height + bow * s, bow - bow * c}, r};
    }
    p[n++] = (struct tube_point){{0, t->height - 0.3 * bow, t->reach}, r};
    maker_tube(m, p, n, t->sides, true);
    maker_rod(m, dvec_make(0, 0, 0), dvec_make(0, 0.8 * r, 0), 2.2 * r, 1.8 * r, t->sides);
    for (int side = -1; side <= 1; side += 2)
        maker_rod(m, dvec_make(0, 0.35 * t->height, 0),
                  dvec_make(side * 5.0 * r, 0.45 * t->height, 0), 0.7 * r, 1.1 * r, t->sides);
}

GENERATOR(tap, "A bent pipe with two handles, spout along z", "sides (2 cells + 18)",
          .check = tap_check, .make = tap_make, .materials = {"material"});

/* --- frame --------------------------------------------------------------------------------- */

#define PARAMS_frame(X)                                                                            \
    X(REAL, width, 1e-3, 1e4, "", "of the pane, along x, centred")                                 \
    X(REAL, height, 1e-3, 1e4, "", "of the pane, along y, from 0 up")                              \
    X(REAL, border, 1e-4, 1e3, "", "width of the frame around it")                                 \
    X(REAL, thickness, 1e-4, 1e3, "", "of the frame, from z = 0; the pane is in its middle")
PARAM_DECLARE(frame);

static void frame_make(const struct generate_job *job, struct maker *m)
{
    const struct frame *f = job->params;
    double x = f->width / 2, y = f->height, b = f->border, t = f->thickness;
    maker_box(m, dvec_make(-x - b, 0, 0), dvec_make(-x, y, t));
    maker_box(m, dvec_make(x, 0, 0), dvec_make(x + b, y, t));
    maker_box(m, dvec_make(-x - b, -b, 0), dvec_make(x + b, 0, t));
    maker_box(m, dvec_make(-x - b, y, 0), dvec_make(x + b, y + b, t));
    m->material = (int32_t)job->materials[1];
    maker_quad(m, dvec_make(-x, 0, t / 2), dvec_make(x, 0, t / 2), dvec_make(x, y, t / 2),
               dvec_make(-x, y, t / 2));
}

GENERATOR(frame, "A pane that looks along z in a frame of four bars: mirror, picture or lamp", "50",
          .make = frame_make, .materials = {"frame", "pane"});
