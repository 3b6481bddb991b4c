#include "tests/rig/scenes.h"

#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/random.h"

#include <string.h>

enum st_code rig_load_text(struct scene **out, const char *text, struct status *st)
{
    char folder[256];
    rig_make_folder(folder);
    char *path = file_join(folder, "path.scene");
    enum st_code code = file_write(path, text, strlen(text), st);
    if (code == ST_OK)
        code = scene_load(out, path, st);
    mem_free(path);
    rig_remove_folder(folder);
    return code;
}

void rig_load_image(const char *name, struct scene **scene, struct device_image **image)
{
    assert_ok(scene_load(scene, name, &st));
    assert_ok(device_image_create(image, *scene, &st));
}

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
    r->spheres[sphere] =
        (struct scene_sphere){.center = {x, y, z}, .radius = radius, .material = material};
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

static float random_within(uint64_t seed, uint64_t index, float most)
{
    return (float)((2 * random_unit(seed, RANDOM_TEST, index) - 1) * (double)most);
}

void rig_add_random_triangles(struct rig_scene *r, uint32_t mesh, uint32_t n, float edge,
                              uint64_t seed)
{
    for (uint32_t i = 0; i < n; i++) {
        float corners[3][3];
        for (uint64_t axis = 0; axis < 3; axis++) {
            uint64_t index = 16 * (uint64_t)i + 3 * axis;
            corners[0][axis] = random_within(seed, index, 10);
            corners[1][axis] = corners[0][axis] + random_within(seed, index + 1, edge);
            corners[2][axis] = corners[0][axis] + random_within(seed, index + 2, edge);
        }
        rig_add_triangle(r, mesh, corners[0], corners[1], corners[2], 0);
    }
}

static FILE *open_shared(const char *relative)
{
    char *path FREED_BY(mem_free) = rig_shared(relative);
    return path ? fopen(path, "r") : NULL;
}

bool rig_scene_wknd(struct rig_scene *r)
{
    FILE *f = open_shared("scenes/wknd/spheres.txt");
    if (!f)
        return false;
    rig_scene_init(r, 1);
    char line[256];
    while (fgets(line, sizeof line, f)) {
        float x, y, z, radius;
        if (sscanf(line, "sphere %f %f %f %f", &x, &y, &z, &radius) == 4)
            rig_add_sphere(r, x, y, z, radius, 0);
    }
    fclose(f);
    return true;
}

/* Triangles only. LumiBench moves the vertices to the world while loading, in the order of glm's
 * matrix product: columns x and y, columns z and w, then their sum. */
bool rig_scene_ship(struct rig_scene *r)
{
    static const float m[3][4] = {
        {25.8819045f, 0, 96.5925826f, 173}, {0, 100, 0, -9}, {-96.5925826f, 0, 25.8819045f, -377}};
    static float at[16384][3];
    FILE *f = open_shared("scenes/ship/karimSchooner.obj");
    if (!f)
        return false;
    rig_scene_init(r, 1);
    rig_add_mesh(r);
    rig_add_instance(r, 0, NULL);
    char line[256];
    unsigned n = 0, i[3];
    float p[3];
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "v %f %f %f", &p[0], &p[1], &p[2]) == 3) {
            for (int row = 0; row < 3; row++)
                at[n][row] = (m[row][0] * p[0] + m[row][1] * p[1]) + (m[row][2] * p[2] + m[row][3]);
            n++;
        } else if (sscanf(line, "f %u/%*u/%*u %u/%*u/%*u %u", &i[0], &i[1], &i[2]) == 3) {
            rig_add_triangle(r, 0, at[i[0] - 1], at[i[1] - 1], at[i[2] - 1], 0);
        }
    }
    fclose(f);
    return true;
}
