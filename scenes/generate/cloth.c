/* Generator of hanging cloth: two layers a small distance apart, so that both sides of the cloth
 * are outer sides. */
#include "scenes/generate/kinds.h"
#include "scenes/generate/mesh.h"

#define PARAMS_drape(X)                                                                            \
    X(REAL, width, 1e-3, 1e4, "", "extent in x, centred")                                          \
    X(REAL, height, 1e-3, 1e4, "", "hangs from y = 0 down to -height")                             \
    X(REAL, depth, 0, 1e3, "", "of the folds at the hem")                                          \
    X(REAL, thickness, 1e-4, 1e2, "", "between the layers, along z")                               \
    X(REAL, folds, 0, 1000, "", "waves across the width")                                          \
    X(REAL, gather, 0, 0.8, "width", "how much narrower the top is than the hem")                  \
    X(UINT, cells_x, 1, 2048, "", "rectangles across")                                             \
    X(UINT, cells_y, 1, 2048, "", "rectangles down")                                               \
    X(UINT, seed, 0, 4294967295.0, "", "of the folds")
PARAM_DECLARE(drape);

struct layer {
    const struct drape *drape;
    double z;
};

/* Returns a point of the cloth; v is 0 at the hem. It is a height field over x and y, so that the
 * layers never intersect. */
static struct dvec drape_at(const void *context, double u, double v)
{
    const struct layer *l = context;
    const struct drape *d = l->drape;
    double along = gm_clamp(v, 0, 1);
    double x = (u - 0.5) * d->width * (1.0 - d->gather * gm_step(0.0, 1.0, along));
    double wander = 0.35 * gm_noise(d->seed, dvec_make(4.0 * u, 1.5 * v, 0.5));
    double wave = gm_sin(2.0 * GM_PI * (d->folds * u + wander));
    double billow = gm_noise(d->seed + 1, dvec_make(1.7 * u, 1.3 * v, 0.5));
    double fall = gm_mix(0.35, 1.0, 1.0 - along);
    double z = d->depth * fall * (0.5 * wave + 0.4 * billow * (1.0 - along));
    return dvec_make(x, (v - 1.0) * d->height, z + l->z);
}

/* Adds the strip between the layers along the edge from (u0, v0) to (u1, v1). */
static void add_rim(struct maker *m, const struct drape *d, double u0, double v0, double u1,
                    double v1, uint32_t cells)
{
    const struct layer front = {d, d->thickness / 2}, back = {d, -d->thickness / 2};
    for (uint32_t i = 0; i < cells; i++) {
        double s = (double)i / cells, t = (double)(i + 1) / cells;
        double us = gm_mix(u0, u1, s), vs = gm_mix(v0, v1, s);
        double ut = gm_mix(u0, u1, t), vt = gm_mix(v0, v1, t);
        maker_quad(m, drape_at(&back, us, vs), drape_at(&back, ut, vt), drape_at(&front, ut, vt),
                   drape_at(&front, us, vs));
    }
}

static void drape_make(const struct generate_job *job, struct maker *m)
{
    const struct drape *d = job->params;
    for (int side = 1; side >= -1; side -= 2) {
        struct layer l = {d, side * d->thickness / 2};
        maker_surface(m, &(struct surface){drape_at, &l, d->cells_x, d->cells_y, side < 0});
    }
    add_rim(m, d, 0, 0, 1, 0, d->cells_x);
    add_rim(m, d, 1, 0, 1, 1, d->cells_y);
    add_rim(m, d, 1, 1, 0, 1, d->cells_x);
    add_rim(m, d, 0, 1, 0, 0, d->cells_y);
}

GENERATOR(drape, "A curtain that hangs in folds", "4 cells_x cells_y + 4 (cells_x + cells_y)",
          .make = drape_make, .materials = {"material"});
