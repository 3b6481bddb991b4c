#include "tests/rig/mesh.h"

#include "tests/rig/rig.h"

#include <math.h>

struct dvec rig_position(const struct scene_vertex *v)
{
    return dvec_make((double)v->position[0], (double)v->position[1], (double)v->position[2]);
}

void rig_check_mesh(const struct scene_mesh *m)
{
    uint32_t inside_out = 0;
    for (uint32_t t = 0; t < m->n_triangles; t++) {
        struct dvec p[3], normal[3];
        for (size_t k = 0; k < 3; k++) {
            const struct scene_vertex *v = &m->vertices[m->indices[3 * (size_t)t + k]];
            p[k] = rig_position(v);
            normal[k] = dvec_make((double)v->normal[0], (double)v->normal[1], (double)v->normal[2]);
            if (!(fabs(dvec_length(normal[k]) - 1.0) < 1e-5))
                fail_msg("%s: triangle %lu has a normal of length %g", m->name, (unsigned long)t,
                         dvec_length(normal[k]));
        }
        struct dvec e = dvec_sub(p[1], p[0]), f = dvec_sub(p[2], p[0]), n = dvec_cross(e, f);
        double longest = fmax(dvec_length(e), dvec_length(f));
        if (!(dvec_length(n) > 1e-7 * longest * longest))
            fail_msg("%s: triangle %lu is degenerate", m->name, (unsigned long)t);
        bool out = true;
        for (int k = 0; k < 3; k++)
            out &= dvec_dot(dvec_unit(n), normal[k]) > 0.0;
        inside_out += !out;
    }
    if (inside_out > m->n_triangles / 1000)
        fail_msg("%s: %lu triangles are inside out", m->name, (unsigned long)inside_out);
}
