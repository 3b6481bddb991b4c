/* Generator of a field of small procedural spheres with materials drawn at random, like the last
 * picture of Shirley's "Ray Tracing in One Weekend". */
#include "scenes/generate/kinds.h"
#include "scenes/generate/mesh.h"

#define PARAMS_sphere_field(X)                                                                     \
    X(UINT, columns, 1, 1000, "", "places along x, centred")                                       \
    X(UINT, rows, 1, 1000, "", "places along z, centred")                                          \
    X(REAL, spacing, 1e-3, 1e5, "", "between places")                                              \
    X(REAL, radius, 1e-3, 1e5, "", "of a sphere")                                                  \
    X(REAL, jitter, 0, 1, "spacing", "how far a sphere may be from its place")                     \
    X(REAL, ground_radius, 0, 1e6, "", "of the ball on which they lie, top at y = 0; 0 is flat")   \
    X(REAL, keep_clear, 0, 1e5, "", "no centre is nearer than this to (0 or ±keep_at, 0)")         \
    X(REAL, keep_at, 0, 1e5, "", "where bigger things stand on the x axis")                        \
    X(REAL, metal, 0, 1, "share", "of spheres that are metal")                                     \
    X(REAL, glass, 0, 1, "share", "of spheres that are glass; the rest is Lambertian")             \
    X(UINT, seed, 0, 4294967295.0, "", "of places and materials")
PARAM_DECLARE(sphere_field);

static struct scene_material draw_material(const struct sphere_field *f, struct gm_draws *d)
{
    struct scene_material m = {.texture = -1};
    double which = gm_draw(d);
    bool metal = which < f->metal, glass = !metal && which < f->metal + f->glass;
    m.model = metal ? MATERIAL_METALLIC : glass ? MATERIAL_DIELECTRIC : MATERIAL_LAMBERTIAN;
    m.fuzz = metal ? (float)gm_draw_in(d, 0.0, 0.5) : 0.0f;
    m.ior = glass ? 1.5f : 1.0f;
    for (int k = 0; k < 3; k++) {
        double first = gm_draw(d), second = gm_draw(d);
        m.color[k] = glass   ? 1.0f
                     : metal ? (float)gm_mix(0.5, 1.0, first)
                             : (float)(first * second);
    }
    return m;
}

static bool is_clear(const struct sphere_field *f, double x, double z)
{
    for (int k = -1; k <= 1; k++) {
        double dx = x - k * f->keep_at;
        if (dx * dx + z * z < f->keep_clear * f->keep_clear)
            return false;
    }
    return true;
}

static enum st_code sphere_field_run(const struct generate_job *job, struct status *st)
{
    const struct sphere_field *f = job->params;
    for (uint32_t row = 0; row < f->rows; row++)
        for (uint32_t column = 0; column < f->columns; column++) {
            /* Each position has its own draws, so that a wider field keeps its spheres. */
            struct gm_draws d = {f->seed, ((uint64_t)row * 1000 + column) * 16};
            double x = f->spacing *
                       (column - (f->columns - 1) / 2.0 + f->jitter * gm_draw_in(&d, -0.5, 0.5));
            double z =
                f->spacing * (row - (f->rows - 1) / 2.0 + f->jitter * gm_draw_in(&d, -0.5, 0.5));
            double reach = f->ground_radius + f->radius, flat = reach * reach - x * x - z * z;
            double y = f->radius;
            if (f->ground_radius > 0.0)
                y = flat > 0.0 ? sqrt(flat) - f->ground_radius : -f->ground_radius;
            if (!is_clear(f, x, z))
                continue;
            struct scene_material material = draw_material(f, &d);
            uint32_t index;
            TRY(builder_material(job->builder, &material, &index, st));
            struct scene_sphere sphere = {.center = {(float)x, (float)y, (float)z},
                                          .radius = (float)f->radius,
                                          .material = (int32_t)index};
            TRY(builder_sphere(job->builder, &sphere, st));
        }
    return ST_OK;
}

GENERATOR(sphere_field,
          "Small spheres on a grid, each with a material of its own drawn at random; columns rows "
          "spheres less those in the clear",
          "none", .run = sphere_field_run);
