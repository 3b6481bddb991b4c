/* mesh.h -- a triangle mesh under construction, and the surfaces that generators share.
 *
 * Calls append and do not report failures: after the first failed allocation, later calls have no
 * effect, and maker_finish reports it. Positions go through the maker's basis. Every surface is
 * counter-clockwise seen from outside, has unit normals and no degenerate triangles. */
#pragma once

#include "scenes/builder.h"
#include "scenes/generate/arithmetic.h"

#include <stdbool.h>

/* The place of a part: p -> origin + p.x x + p.y y + p.z z. Axes are right-handed, orthogonal and
 * of equal length. */
struct basis {
    struct dvec origin, x, y, z;
};
struct basis basis_identity(void);
struct basis basis_at(double x, double y, double z);
/* At `origin`, y axis along `up` (not zero), turned about it by `turns`, scaled. */
struct basis basis_along(struct dvec origin, struct dvec up, double turns, double scale);

struct maker {
    struct scene_vertex *vertices;
    uint32_t *indices;
    uint32_t n_vertices, room_vertices, n_triangles, room_triangles;
    int32_t material; /* of the following vertices */
    struct basis basis;
    bool failed;
};

void maker_start(struct maker *m, uint32_t material);
/* Adds the mesh to the builder, with one instance (identity) unless `mesh` is given, which then
 * receives the index. Releases m in any case. */
enum st_code maker_finish(struct maker *m, struct scene_builder *builder, const char *name,
                          uint32_t *mesh, struct status *st);

uint32_t maker_vertex(struct maker *m, struct dvec p, struct dvec normal, double u, double v);
void maker_triangle(struct maker *m, uint32_t a, uint32_t b, uint32_t c);

/* Flat; corners counter-clockwise, texture coordinates (0,0) (1,0) (1,1) (0,1). 2 triangles. */
void maker_quad(struct maker *m, struct dvec a, struct dvec b, struct dvec c, struct dvec d);
/* A flat triangle. */
void maker_facet(struct maker *m, struct dvec a, struct dvec b, struct dvec c);
/* 12 triangles; lo < hi in every axis. */
void maker_box(struct maker *m, struct dvec lo, struct dvec hi);

/* A point of a parametric surface; also called slightly outside [0, 1] (one cell), for the normals
 * of the border. */
typedef struct dvec surface_fn(const void *context, double u, double v);
struct surface {
    surface_fn *at;
    const void *context;
    uint32_t cells_u, cells_v; /* >= 1 */
    bool flip;                 /* outside is -(dP/du x dP/dv) */
};
/* Smooth normals; 2 cells_u cells_v triangles. */
void maker_surface(struct maker *m, const struct surface *s);

/* A solid of revolution about the y axis from a profile of (radius, height), going up on its
 * outside. Two equal neighbouring points make a crease; radius 0 (first and last only) a pole.
 * Triangles: 2 sides between two different neighbours, sides if one of them is a pole. */
struct profile_point {
    double radius, height;
};
void maker_lathe(struct maker *m, const struct profile_point *profile, uint32_t n, uint32_t sides);

/* A tube of given radius at each of n >= 2 distinct points, with flat caps where `capped`.
 * Triangles: 2 sides (n - 1), and 2 sides for caps. */
struct tube_point {
    struct dvec at;
    double radius;
};
void maker_tube(struct maker *m, const struct tube_point *points, uint32_t n, uint32_t sides,
                bool capped);
/* The same between two points: 4 sides triangles, capped. */
void maker_rod(struct maker *m, struct dvec from, struct dvec to, double radius_from,
               double radius_to, uint32_t sides);
