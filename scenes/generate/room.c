/* Generator of a closed room seen from inside. Tiled faces have geometric relief: flat grout around
 * bevelled tiles. The relief leaves no gaps: a face is one connected surface whose border is on the
 * room's box. */
#include "scenes/generate/kinds.h"
#include "scenes/generate/mesh.h"

#define PARAMS_room(X)                                                                             \
    X(REAL, width, 0.01, 1e5, "", "extent in x, centred")                                          \
    X(REAL, height, 0.01, 1e5, "", "extent in y, from 0 up")                                       \
    X(REAL, depth, 0.01, 1e5, "", "extent in z, centred")                                          \
    X(REAL, tile_floor, 0, 1e4, "", "edge of the floor's tiles, about; 0 is a plain floor")        \
    X(REAL, tile_wall, 0, 1e4, "", "edge of the walls' tiles, about; 0 is plain walls")            \
    X(REAL, joint, 0, 0.4, "tile", "width of the joint on each side of a tile")                    \
    X(REAL, relief, 0, 0.4, "tile", "how far tiles stand out")
PARAM_DECLARE(room);

/* A face of the room: the rectangle from `corner` along a and b (whole edges); n = unit a x b
 * points into the room. */
struct face {
    struct dvec corner, a, b, n;
};

static struct dvec face_at(const struct face *f, double u, double v, double out)
{
    return dvec_along(dvec_along(dvec_along(f->corner, f->a, u), f->b, v), f->n, out);
}

/* Adds four quads from the rectangle r0 at height h0 to r1 in it at h1; r = {u0, v0, u1, v1}. */
static void add_ring(struct maker *m, const struct face *f, const double r0[4], double h0,
                     const double r1[4], double h1)
{
    struct dvec o[4], i[4];
    for (int k = 0; k < 4; k++) {
        int u = k == 1 || k == 2 ? 2 : 0, v = k >= 2 ? 3 : 1;
        o[k] = face_at(f, r0[u], r0[v], h0);
        i[k] = face_at(f, r1[u], r1[v], h1);
    }
    for (int k = 0; k < 4; k++)
        maker_quad(m, o[k], o[(k + 1) % 4], i[(k + 1) % 4], i[k]);
}

static uint32_t tiles_along(double length, double tile)
{
    double n = floor(length / tile + 0.5);
    return n < 1.0 ? 1 : (uint32_t)gm_clamp(n, 1, 2000);
}

static void shrink(double r[4], double du, double dv)
{
    r[0] += du;
    r[1] += dv;
    r[2] -= du;
    r[3] -= dv;
}

static void add_face(struct maker *m, const struct face *f, const struct room *room, double tile,
                     uint32_t material, uint32_t grout)
{
    m->material = (int32_t)material;
    if (tile <= 0.0 || room->joint <= 0.0) {
        maker_quad(m, face_at(f, 0, 0, 0), face_at(f, 1, 0, 0), face_at(f, 1, 1, 0),
                   face_at(f, 0, 1, 0));
        return;
    }
    uint32_t nu = tiles_along(dvec_length(f->a), tile), nv = tiles_along(dvec_length(f->b), tile);
    double bevel = 0.5 * room->joint * (1.0 - 2.0 * room->joint), h = room->relief * tile;
    for (uint32_t j = 0; j < nv; j++)
        for (uint32_t i = 0; i < nu; i++) {
            double outer[4] = {(double)i / nu, (double)j / nv, (double)(i + 1) / nu,
                               (double)(j + 1) / nv};
            double joint[4], top[4];
            for (int k = 0; k < 4; k++)
                joint[k] = outer[k];
            shrink(joint, room->joint / nu, room->joint / nv);
            for (int k = 0; k < 4; k++)
                top[k] = joint[k];
            shrink(top, bevel / nu, bevel / nv);
            m->material = (int32_t)grout;
            add_ring(m, f, outer, 0, joint, 0);
            m->material = (int32_t)material;
            add_ring(m, f, joint, 0, top, h);
            maker_quad(m, face_at(f, top[0], top[1], h), face_at(f, top[2], top[1], h),
                       face_at(f, top[2], top[3], h), face_at(f, top[0], top[3], h));
        }
}

static void room_make(const struct generate_job *job, struct maker *m)
{
    const struct room *r = job->params;
    struct dvec lo = {-r->width / 2, 0, -r->depth / 2},
                hi = {r->width / 2, r->height, r->depth / 2};
    struct dvec x = {r->width, 0, 0}, y = {0, r->height, 0}, z = {0, 0, r->depth};
    /* The faces are floor and ceiling, then the four walls. */
    const struct face faces[6] = {
        {{lo.x, lo.y, hi.z}, x, dvec_scale(z, -1), {0, 1, 0}},
        {{lo.x, hi.y, lo.z}, x, z, {0, -1, 0}},
        {lo, x, y, {0, 0, 1}},
        {{hi.x, lo.y, hi.z}, dvec_scale(x, -1), y, {0, 0, -1}},
        {{lo.x, lo.y, hi.z}, dvec_scale(z, -1), y, {1, 0, 0}},
        {{hi.x, lo.y, lo.z}, z, y, {-1, 0, 0}},
    };
    add_face(m, &faces[0], r, r->tile_floor, job->materials[0], job->materials[3]);
    add_face(m, &faces[1], r, 0, job->materials[2], job->materials[3]);
    for (int i = 2; i < 6; i++)
        add_face(m, &faces[i], r, r->tile_wall, job->materials[1], job->materials[3]);
}

GENERATOR(room, "A closed room seen from inside, with tiles in relief",
          "18 a tile, of which a face has round(width / tile) round(height / tile), at least one; "
          "2 for a face without tiles",
          .make = room_make, .materials = {"floor", "wall", "ceiling", "grout"});
