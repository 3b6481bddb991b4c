#include "scenes/generate/mesh.h"

#include "common/grow.h"

struct basis basis_identity(void)
{
    return basis_at(0, 0, 0);
}

struct basis basis_at(double x, double y, double z)
{
    return (struct basis){{x, y, z}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
}

struct basis basis_along(struct dvec origin, struct dvec up, double turns, double scale)
{
    struct basis f = {.origin = origin};
    struct dvec y = dvec_unit(up);
    struct dvec side = dvec_perpendicular(y), front = dvec_cross(side, y);
    double s, c;
    gm_turn(turns, &s, &c);
    f.x = dvec_scale(dvec_add(dvec_scale(side, c), dvec_scale(front, s)), scale);
    f.y = dvec_scale(y, scale);
    f.z = dvec_scale(dvec_sub(dvec_scale(front, c), dvec_scale(side, s)), scale);
    return f;
}

static struct dvec basis_vector(const struct basis *f, struct dvec v)
{
    return dvec_add(dvec_add(dvec_scale(f->x, v.x), dvec_scale(f->y, v.y)), dvec_scale(f->z, v.z));
}

void maker_start(struct maker *m, uint32_t material)
{
    *m = (struct maker){.basis = basis_identity(), .material = (int32_t)material};
}

enum st_code maker_finish(struct maker *m, struct scene_builder *builder, const char *name,
                          uint32_t *mesh, struct status *st)
{
    struct mat34 identity = mat34_identity();
    uint32_t index;
    if (m->failed) {
        mem_free(m->vertices);
        mem_free(m->indices);
        *m = (struct maker){0};
        return status_no_memory(st, name);
    }
    enum st_code code = builder_mesh(builder, name, m->vertices, m->n_vertices, m->indices,
                                     m->n_triangles, mesh ? mesh : &index, st);
    *m = (struct maker){0};
    TRY(code);
    return mesh ? ST_OK : builder_instance(builder, index, &identity, st);
}

uint32_t maker_vertex(struct maker *m, struct dvec p, struct dvec normal, double u, double v)
{
    m->failed |= !grow(&m->vertices, m->n_vertices, &m->room_vertices, sizeof *m->vertices);
    if (m->failed)
        return 0;
    struct dvec at = dvec_add(m->basis.origin, basis_vector(&m->basis, p));
    struct dvec n = dvec_unit(basis_vector(&m->basis, normal));
    m->vertices[m->n_vertices] = (struct scene_vertex){
        .position = {(float)at.x, (float)at.y, (float)at.z},
        .normal = {(float)n.x, (float)n.y, (float)n.z},
        .texcoord = {(float)u, (float)v},
        .material = m->material,
    };
    return m->n_vertices++;
}

void maker_triangle(struct maker *m, uint32_t a, uint32_t b, uint32_t c)
{
    m->failed |= !grow(&m->indices, m->n_triangles, &m->room_triangles, 3 * sizeof *m->indices);
    if (m->failed)
        return;
    uint32_t *t = m->indices + 3 * (size_t)m->n_triangles++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void maker_quad(struct maker *m, struct dvec a, struct dvec b, struct dvec c, struct dvec d)
{
    struct dvec n = dvec_unit(dvec_cross(dvec_sub(c, a), dvec_sub(d, b)));
    uint32_t i = maker_vertex(m, a, n, 0, 0);
    maker_vertex(m, b, n, 1, 0);
    maker_vertex(m, c, n, 1, 1);
    maker_vertex(m, d, n, 0, 1);
    maker_triangle(m, i, i + 1, i + 2);
    maker_triangle(m, i, i + 2, i + 3);
}

void maker_facet(struct maker *m, struct dvec a, struct dvec b, struct dvec c)
{
    struct dvec n = dvec_unit(dvec_cross(dvec_sub(b, a), dvec_sub(c, a)));
    uint32_t i = maker_vertex(m, a, n, 0, 0);
    maker_vertex(m, b, n, 1, 0);
    maker_vertex(m, c, n, 0.5, 1);
    maker_triangle(m, i, i + 1, i + 2);
}

void maker_box(struct maker *m, struct dvec lo, struct dvec hi)
{
    struct dvec p[8];
    for (int i = 0; i < 8; i++)
        p[i] = dvec_make(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z);
    maker_quad(m, p[4], p[5], p[7], p[6]);
    maker_quad(m, p[1], p[0], p[2], p[3]);
    maker_quad(m, p[5], p[1], p[3], p[7]);
    maker_quad(m, p[0], p[4], p[6], p[2]);
    maker_quad(m, p[6], p[7], p[3], p[2]);
    maker_quad(m, p[0], p[1], p[5], p[4]);
}

/* Adds the triangles of a grid, 2 per cell; a row has n_across + 1 vertices. */
static void add_grid(struct maker *m, uint32_t first, uint32_t n_across, uint32_t n_up, bool flip)
{
    for (uint32_t j = 0; j < n_up; j++)
        for (uint32_t i = 0; i < n_across; i++) {
            uint32_t a = first + j * (n_across + 1) + i, b = a + 1, d = a + n_across + 1, c = d + 1;
            maker_triangle(m, a, flip ? c : b, flip ? b : c);
            maker_triangle(m, a, flip ? d : c, flip ? c : d);
        }
}

void maker_surface(struct maker *m, const struct surface *s)
{
    size_t nu = s->cells_u, nv = s->cells_v, stride = nu + 3;
    struct dvec *p = mem_calloc(stride * (nv + 3), sizeof *p);
    if (!p) {
        m->failed = true;
        return;
    }
    for (size_t j = 0; j < nv + 3; j++)
        for (size_t i = 0; i < stride; i++)
            p[j * stride + i] =
                s->at(s->context, ((double)i - 1.0) / (double)nu, ((double)j - 1.0) / (double)nv);
    uint32_t first = m->n_vertices;
    for (size_t j = 1; j <= nv + 1; j++)
        for (size_t i = 1; i <= nu + 1; i++) {
            const struct dvec *q = p + j * stride + i;
            struct dvec n = dvec_cross(dvec_sub(q[1], q[-1]), dvec_sub(q[stride], *(q - stride)));
            maker_vertex(m, *q, s->flip ? dvec_scale(n, -1) : n, ((double)i - 1.0) / (double)nu,
                         ((double)j - 1.0) / (double)nv);
        }
    mem_free(p);
    add_grid(m, first, s->cells_u, s->cells_v, s->flip);
}

static bool same_point(const struct profile_point *a, const struct profile_point *b)
{
    return a->radius == b->radius && a->height == b->height;
}

/* Returns the outward normal of the profile at point i, as (x, y) in the half-plane: the average
 * over the segments on both sides. At a crease there is a segment on one side only. */
static struct dvec profile_normal(const struct profile_point *p, uint32_t n, uint32_t i)
{
    struct dvec sum = {0, 0, 0};
    for (uint32_t k = i ? i - 1 : 0; k <= i && k + 1 < n; k++) {
        if (same_point(&p[k], &p[k + 1]))
            continue;
        double dr = p[k + 1].radius - p[k].radius, dy = p[k + 1].height - p[k].height;
        sum = dvec_add(sum, dvec_unit(dvec_make(dy, -dr, 0)));
    }
    if (p[i].radius == 0.0)
        return dvec_make(0, sum.y < 0 ? -1 : 1, 0);
    return dvec_unit(sum);
}

void maker_lathe(struct maker *m, const struct profile_point *profile, uint32_t n, uint32_t sides)
{
    uint32_t first = m->n_vertices;
    for (uint32_t k = 0; k < n; k++) {
        struct dvec normal = profile_normal(profile, n, k);
        for (uint32_t i = 0; i <= sides; i++) {
            double s, c, u = (double)i / sides;
            gm_turn(i == sides ? 0.0 : u, &s, &c);
            maker_vertex(m,
                         dvec_make(profile[k].radius * s, profile[k].height, profile[k].radius * c),
                         dvec_make(normal.x * s, normal.y, normal.x * c), u, (double)k / (n - 1));
        }
    }
    for (uint32_t k = 0; k + 1 < n; k++) {
        if (same_point(&profile[k], &profile[k + 1]))
            continue;
        for (uint32_t i = 0; i < sides; i++) {
            uint32_t a = first + k * (sides + 1) + i, b = a + 1, d = a + sides + 1, c = d + 1;
            if (profile[k].radius != 0.0)
                maker_triangle(m, a, b, c);
            if (profile[k + 1].radius != 0.0)
                maker_triangle(m, a, c, d);
        }
    }
}

static void cap(struct maker *m, struct dvec centre, struct dvec normal, uint32_t ring,
                uint32_t sides, bool forward)
{
    uint32_t middle = maker_vertex(m, centre, normal, 0.5, 0.5), first = m->n_vertices;
    struct basis basis = m->basis;
    if (m->failed)
        return;
    /* The ring's normal is turned here, since its points are in the mesh's basis already. */
    struct dvec n = dvec_unit(basis_vector(&basis, normal));
    m->basis = basis_identity();
    for (uint32_t i = 0; i < sides; i++) {
        const float *p = m->vertices[ring + i].position;
        maker_vertex(m, dvec_make((double)p[0], (double)p[1], (double)p[2]), n, 0, 0);
    }
    m->basis = basis;
    for (uint32_t i = 0; i < sides; i++) {
        uint32_t a = first + i, b = first + (i + 1) % sides;
        maker_triangle(m, middle, forward ? a : b, forward ? b : a);
    }
}

/* The axes of each ring are those of the previous ring, turned as little as possible. */
void maker_tube(struct maker *m, const struct tube_point *points, uint32_t n, uint32_t sides,
                bool capped)
{
    uint32_t first = m->n_vertices;
    struct dvec side = {0, 0, 0}, along = {0, 0, 0}, start = {0, 0, 0};
    for (uint32_t k = 0; k < n; k++) {
        struct dvec back = k ? dvec_unit(dvec_sub(points[k].at, points[k - 1].at)) : along;
        struct dvec ahead = k + 1 < n ? dvec_unit(dvec_sub(points[k + 1].at, points[k].at)) : back;
        along = k ? dvec_unit(dvec_add(back, ahead)) : ahead;
        if (k == 0) {
            side = dvec_perpendicular(along);
            start = along;
        } else {
            side = dvec_unit(dvec_along(side, along, -dvec_dot(side, along)));
        }
        struct dvec other = dvec_cross(along, side);
        for (uint32_t i = 0; i <= sides; i++) {
            double s, c, u = (double)i / sides;
            gm_turn(i == sides ? 0.0 : u, &s, &c);
            struct dvec out = dvec_add(dvec_scale(side, c), dvec_scale(other, s));
            maker_vertex(m, dvec_along(points[k].at, out, points[k].radius), out, u,
                         (double)k / (n - 1));
        }
    }
    add_grid(m, first, sides, n - 1, false);
    if (!capped)
        return;
    cap(m, points[0].at, dvec_scale(start, -1), first, sides, false);
    cap(m, points[n - 1].at, along, first + (n - 1) * (sides + 1), sides, true);
}

void maker_rod(struct maker *m, struct dvec from, struct dvec to, double radius_from,
               double radius_to, uint32_t sides)
{
    struct tube_point ends[2] = {{from, radius_from}, {to, radius_to}};
    maker_tube(m, ends, 2, sides, true);
}
