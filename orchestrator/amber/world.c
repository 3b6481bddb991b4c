/* The scene of an Amber script. Each geometry of an instance is an instance of its own mesh, and
 * each box of a geometry one of its own sphere; their roles say where they are from. Whether an
 * any-hit shader decides about them is a matter of two materials. */
#include "orchestrator/amber/parts.h"

#include "common/auto.h"
#include "common/grow.h"
#include "scenes/builder.h"

#include <math.h>
#include <string.h>

enum { SOLID, MASKED, MATERIALS };

struct making {
    const struct amber_script *script;
    struct scene_builder builder;
    AMBER_LIST(struct scene_role) roles;
};

static enum st_code add_role(struct making *m, const struct scene_role *role, struct status *st)
{
    if (!grow(&m->roles.at, m->roles.n, &m->roles.room, sizeof *m->roles.at))
        return status_no_memory(st, m->script->path);
    m->roles.at[m->roles.n++] = *role;
    return ST_OK;
}

/* ---- geometries ---- */

static enum st_code add_triangles(struct making *m, const struct amber_geometry *g,
                                  const struct mat34 *transform, int32_t material,
                                  struct status *st)
{
    struct scene_vertex *vertices = NULL;
    uint32_t *indices = NULL, n = g->x.n / 3, mesh;
    TRY(mem_make(&vertices, n, sizeof *vertices, m->script->path, st));
    TRY_ELSE(mem_make(&indices, n, sizeof *indices, m->script->path, st), mem_free(vertices));
    for (uint32_t i = 0; i < n; i++) {
        memcpy(vertices[i].position, g->x.at + 3 * (size_t)i, sizeof vertices[i].position);
        vertices[i].material = material;
        indices[i] = i;
    }
    TRY(builder_mesh(&m->builder, "triangles", vertices, n, indices, n / 3, &mesh, st));
    return builder_instance(&m->builder, mesh, transform, st);
}

/* An instance of a sphere has no transform but for a host that says so. */
static enum st_code add_box(struct making *m, const float x[6], const struct mat34 *transform,
                            int32_t material, struct status *st)
{
    struct scene_sphere box = {.material = material, .boxed = true};
    struct mat34 inverse;
    double radius = 0;
    memcpy(box.lo, x, sizeof box.lo);
    memcpy(box.hi, x + 3, sizeof box.hi);
    for (int axis = 0; axis < 3; axis++) {
        double half = ((double)box.hi[axis] - (double)box.lo[axis]) / 2;
        if (!(half >= 0))
            return status_fail(st, ST_FAILED,
                               "an AABB from %g to %g; expected its lower corner first",
                               (double)box.lo[axis], (double)box.hi[axis]);
        box.center[axis] = (float)(((double)box.lo[axis] + (double)box.hi[axis]) / 2);
        radius += half * half;
    }
    box.radius = fmaxf((float)sqrt(radius), 1e-30f);
    if (!mat34_inverse(transform, &inverse))
        return status_fail(st, ST_FAILED, "a transform that cannot be inverted");
    TRY(builder_sphere(&m->builder, &box, st));
    m->builder.scene->instances[m->builder.scene->n_instances - 1].transform = *transform;
    return ST_OK;
}

static enum st_code add_geometry(struct making *m, const struct amber_geometry *g,
                                 const struct amber_instance *i, struct scene_role role,
                                 struct status *st)
{
    bool opaque =
        i->flags & AMBER_FORCE_OPAQUE || (g->opaque && !(i->flags & AMBER_FORCE_NO_OPAQUE));
    int32_t material = opaque ? SOLID : MASKED;
    if (!g->boxes) {
        TRY(add_triangles(m, g, &i->transform, material, st));
        return add_role(m, &role, st);
    }
    for (; role.first < g->x.n / 6; role.first++) {
        TRY(add_box(m, g->x.at + 6 * (size_t)role.first, &i->transform, material, st));
        TRY(add_role(m, &role, st));
    }
    return ST_OK;
}

static enum st_code add_top(struct making *m, uint32_t number, struct status *st)
{
    const struct amber_top *top = &m->script->tops.at[number];
    for (uint32_t k = 0; k < top->instances.n; k++) {
        const struct amber_instance *i = &top->instances.at[k];
        const struct amber_bottom *b = &m->script->bottoms.at[i->bottom];
        struct scene_role role = {.instance = k,
                                  .custom = i->custom,
                                  .record = i->record,
                                  .mask = i->mask,
                                  .structure = number,
                                  .flipped = i->flags & AMBER_FLIPPED,
                                  .both_sides = i->flags & AMBER_BOTH_SIDES};
        for (; role.geometry < b->geometries.n; role.geometry++) {
            enum st_code code = add_geometry(m, &b->geometries.at[role.geometry], i, role, st);
            TRY(builder_code_at(code, m->script->path, (int)i->line, st));
        }
    }
    return ST_OK;
}

/* ---- the whole ---- */

static bool binds(const struct amber_script *s, uint32_t top)
{
    const struct amber_pipeline *p = &s->pipelines.at[s->run.pipeline];
    for (uint32_t i = 0; i < p->bindings.n; i++)
        if (p->bindings.at[i].kind == AMBER_STRUCTURE && p->bindings.at[i].index == top)
            return true;
    return false;
}

/* A triangle that no ray sees: scenes are not empty. */
static enum st_code add_unseen(struct making *m, struct status *st)
{
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    struct amber_geometry g = {.x = {(float *)(uintptr_t)corners, 9, 9}};
    struct mat34 identity = mat34_identity();
    TRY(add_triangles(m, &g, &identity, SOLID, st));
    return add_role(m, &(struct scene_role){0}, st);
}

static enum st_code make(struct making *m, struct scene **out, struct status *st)
{
    const struct scene_material grey = {.color = {0.5f, 0.5f, 0.5f}, .ior = 1, .texture = -1};
    uint32_t index;
    TRY(builder_name(&m->builder, m->script->path, st));
    for (int i = 0; i < MATERIALS; i++)
        TRY(builder_material(&m->builder, &grey, &index, st));
    m->builder.scene->materials[MASKED].masked = true; /* by a shader alone, without a picture */
    m->builder.scene->unit_stated = true;
    for (uint32_t i = 0; i < m->script->tops.n; i++)
        if (binds(m->script, i))
            TRY(add_top(m, i, st));
    if (!m->roles.n)
        TRY(add_unseen(m, st));
    TRY(builder_finish(&m->builder, out, st));
    (*out)->roles = m->roles.at;
    m->roles.at = NULL;
    return ST_OK;
}

enum st_code amber_make_scene(const struct amber_script *s, struct scene **out, struct status *st)
{
    struct making m = {.script = s};
    TRY(builder_start(&m.builder, st));
    enum st_code code = make(&m, out, st);
    builder_abandon(&m.builder);
    mem_free(m.roles.at);
    return code;
}
