/* mesh.h -- a triangle mesh in the making, and the surfaces that generators share.
 *
 * Calls append and do not report failures: after the first failed allocation later calls have no
 * effect, and maker_finish reports it. Positions go through the maker's basis. Every surface is
 * counter-clockwise seen from outside, has unit normals and no degenerate triangles. */
#pragma once

#include "scenes/builder.h"
#include "scenes/generate/arithmetic.h"

#include <stdbool.h>

/* Where a part stands: point p goes to origin + p.x x + p.y y + p.z z. The axes are right-handed,
 * orthogonal and of equal length. */
struct basis {
    struct dvec origin, x, y, z;
};
struct basis basis_identity(void);
struct basis basis_at(double x, double y, double z);
/* Returns the basis at `origin` whose y axis lies along `up` (not zero) and which is turned about
 * it by `turns` and scaled. */
struct basis basis_along(struct dvec origin, struct dvec up, double turns, double scale);

struct maker {
    struct scene_vertex *vertices;
    uint32_t *indices;
    uint32_t n_vertices, room_vertices, n_triangles, room_triangles;
    int32_t material; /* material of the vertices that follow */
    struct basis basis;
    bool failed;
};

void maker_start(struct maker *m, uint32_t material);
/* Adds the mesh to the builder. With `mesh` NULL it gets one instance (identity); otherwise *mesh
 * receives its index. Frees the contents of m, also on failure. */
enum st_code maker_finish(struct maker *m, struct scene_builder *builder, const char *name,
                          uint32_t *mesh, struct status *st);

uint32_t maker_vertex(struct maker *m, struct dvec p, struct dvec normal, double u, double v);
void maker_triangle(struct maker *m, uint32_t a, uint32_t b, uint32_t c);

/* Adds a flat quad of 2 triangles. Corners are counter-clockwise and have the texture coordinates
 * (0,0) (1,0) (1,1) (0,1). */
void maker_quad(struct maker *m, struct dvec a, struct dvec b, struct dvec c, struct dvec d);
/* Adds a flat triangle. */
void maker_facet(struct maker *m, struct dvec a, struct dvec b, struct dvec c);
/* Adds a box of 12 triangles; lo < hi on every axis. */
void maker_box(struct maker *m, struct dvec lo, struct dvec hi);

/* Returns a point of a parametric surface. It is also called up to one cell outside [0, 1], for the
 * normals of the border. */
typedef struct dvec surface_fn(const void *context, double u, double v);
struct surface {
    surface_fn *at;
    const void *context;
    uint32_t cells_u, cells_v; /* at least 1 */
    bool flip;                 /* whether the outside is -(dP/du x dP/dv) */
};
/* Adds the surface with smooth normals: 2 cells_u cells_v triangles. */
void maker_surface(struct maker *m, const struct surface *s);

/* A point of the profile of a solid of revolution about the y axis. The profile goes up on the
 * solid's outside. Two equal points in a row make a crease; radius 0, at the first and last point
 * only, makes a pole. There are 2 sides triangles between two different neighbours, or `sides` if
 * one of them is a pole. */
struct profile_point {
    double radius, height;
};
void maker_lathe(struct maker *m, const struct profile_point *profile, uint32_t n, uint32_t sides);

/* A point of a tube: n >= 2 distinct points with a radius at each, and flat caps where `capped`.
 * There are 2 sides (n - 1) triangles, and 2 sides for the caps. */
struct tube_point {
    struct dvec at;
    double radius;
};
void maker_tube(struct maker *m, const struct tube_point *points, uint32_t n, uint32_t sides,
                bool capped);
/* Adds a capped tube between two points: 4 sides triangles. */
void maker_rod(struct maker *m, struct dvec from, struct dvec to, double radius_from,
               double radius_to, uint32_t sides);
