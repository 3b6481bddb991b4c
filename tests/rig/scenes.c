#include "tests/rig/scenes.h"

#include <string.h>

void rig_scene_init(struct rig_scene *r, uint32_t n_materials)
{
    memset(r, 0, sizeof *r);
    static char name[] = "rig";
    r->scene = (struct scene){
        .name = name,
        .origin = name,
        .materials = r->materials,
        .n_materials = n_materials,
        .meshes = r->meshes,
        .spheres = r->spheres,
        .instances = r->instances,
    };
    for (uint32_t i = 0; i < n_materials; i++)
        r->materials[i] =
            (struct scene_material){.color = {0.5f, 0.5f, 0.5f}, .ior = 1, .texture = -1};
}

uint32_t rig_add_mesh(struct rig_scene *r)
{
    static char name[] = "mesh";
    uint32_t mesh = r->scene.n_meshes++;
    r->meshes[mesh] = (struct scene_mesh){
        .name = name, .vertices = r->vertices[mesh], .indices = r->indices[mesh]};
    return mesh;
}

void rig_add_triangle(struct rig_scene *r, uint32_t mesh, const float a[3], const float b[3],
                      const float c[3], int32_t material)
{
    struct scene_mesh *m = &r->meshes[mesh];
    const float *const corners[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        m->indices[3 * m->n_triangles + (uint32_t)i] = m->n_vertices;
        struct scene_vertex *v = &m->vertices[m->n_vertices++];
        *v = (struct scene_vertex){.normal = {0, 1, 0}, .material = material};
        memcpy(v->position, corners[i], sizeof v->position);
    }
    m->n_triangles++;
}

void rig_add_instance(struct rig_scene *r, uint32_t mesh, const struct mat34 *transform)
{
    r->instances[r->scene.n_instances++] =
        (struct scene_instance){GEOMETRY_MESH, mesh, transform ? *transform : mat34_identity()};
}

void rig_add_sphere(struct rig_scene *r, float x, float y, float z, float radius, int32_t material)
{
    uint32_t sphere = r->scene.n_spheres++;
    r->spheres[sphere] = (struct scene_sphere){{x, y, z}, radius, material};
    r->instances[r->scene.n_instances++] =
        (struct scene_instance){GEOMETRY_SPHERE, sphere, mat34_identity()};
}

/* A panel of four shared vertices and the two triangles that `order` names. */
static void add_panel(struct rig_scene *r, const float corners[4][3], const uint32_t order[6],
                      int32_t material)
{
    struct scene_mesh *m = &r->meshes[0];
    for (int i = 0; i < 6; i++)
        m->indices[3 * m->n_triangles + (uint32_t)i] = m->n_vertices + order[i];
    m->n_triangles += 2;
    for (int i = 0; i < 4; i++) {
        struct scene_vertex *v = &m->vertices[m->n_vertices++];
        *v = (struct scene_vertex){.normal = {0, 1, 0}, .material = material};
        memcpy(v->position, corners[i], sizeof v->position);
    }
}

void rig_scene_ref(struct rig_scene *r)
{
    const float s = 555;
    static const uint32_t forward[6] = {0, 1, 2, 0, 2, 3}, backward[6] = {2, 1, 0, 3, 2, 0};
    rig_scene_init(r, 5);
    rig_add_mesh(r);
    rig_add_instance(r, 0, NULL);
    add_panel(r, (const float[4][3]){{0, 0, 0}, {0, 0, -s}, {0, s, -s}, {0, s, 0}}, forward, 1);
    add_panel(r, (const float[4][3]){{s, 0, 0}, {s, 0, -s}, {s, s, -s}, {s, s, 0}}, backward, 0);
    add_panel(r, (const float[4][3]){{0, 0, -s}, {s, 0, -s}, {s, s, -s}, {0, s, -s}}, forward, 2);
    add_panel(r, (const float[4][3]){{0, 0, 0}, {s, 0, 0}, {s, 0, -s}, {0, 0, -s}}, forward, 2);
    add_panel(r, (const float[4][3]){{0, s, -s}, {s, s, -s}, {s, s, 0}, {0, s, 0}}, forward, 2);
    const float x0 = 213, x1 = 343, y = 555 - 1.11f, z0 = 227 - s, z1 = 332 - s;
    add_panel(r, (const float[4][3]){{x0, y, z0}, {x1, y, z0}, {x1, y, z1}, {x0, y, z1}}, forward,
              3);
    rig_add_sphere(r, 425, 165, -147.5f, 80, 4);
}
