#include "sim/functional/traversal/facing.h"

#include "common/memory.h"
#include "scenes/transform.h"
#include "scenes/unit.h"
#include "sim/functional/traversal/traverse.h"

#include <string.h>

struct seen { /* hits on one mesh */
    uint32_t hits, backs;
};

static struct vec3 vector(const float v[3])
{
    return vec3_make(v[0], v[1], v[2]);
}

static struct ray camera_ray(const struct scene *s, const struct scene_camera *c, uint32_t column,
                             uint32_t row)
{
    const float degree = 3.14159265f / 180.0f;
    float aspect = s->width ? (float)s->width / (float)s->height : 1.0f;
    float half = tanf(0.5f * degree * c->vertical_fov_deg);
    float x = half * aspect * (2.0f * ((float)column + 0.5f) / FACING_SIDE - 1.0f);
    float y = half * (2.0f * ((float)row + 0.5f) / FACING_SIDE - 1.0f);
    struct vec3 ahead = vec3_normalize(vec3_sub(vector(c->look_at), vector(c->eye)));
    struct vec3 right = vec3_normalize(vec3_cross(ahead, vector(c->up)));
    struct vec3 up = vec3_cross(right, ahead);
    struct vec3 d = vec3_add(ahead, vec3_add(vec3_scale(right, x), vec3_scale(up, y)));
    return (struct ray){.origin = {c->eye[0], c->eye[1], c->eye[2]},
                        .tmin = SCENE_NEAREST,
                        .direction = {d.x, d.y, d.z},
                        .tmax = SCENE_FARTHEST,
                        .flags = RAY_OPAQUE};
}

/* Whether the interpolated normal at the hit, in world space, points along the ray. */
static bool is_back(const struct scene_instance *instance, const struct scene_vertex *const v[3],
                    const struct trace_result *hit, const struct ray *ray)
{
    const struct transform t = transform_widen(&instance->transform);
    double turn[9], along = 0;
    transform_normals(&t, turn);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            float n = (1.0f - hit->u - hit->v) * v[0]->normal[k] + hit->u * v[1]->normal[k] +
                      hit->v * v[2]->normal[k];
            along += turn[3 * i + k] * (double)n * (double)ray->direction[i];
        }
    return along > 0;
}

static void count_facing(const struct scene *s, const struct trace_result *hit,
                         const struct ray *ray, struct seen *seen)
{
    const struct scene_instance *instance = &s->instances[hit->instance];
    const struct scene_mesh *m = &s->meshes[instance->index];
    const struct scene_vertex *v[3];
    for (size_t i = 0; i < 3; i++)
        v[i] = &m->vertices[m->indices[3 * (size_t)hit->primitive + i]];
    enum material_model model = s->materials[v[0]->material].model;
    if (model != MATERIAL_LAMBERTIAN && model != MATERIAL_METALLIC)
        return;
    seen[instance->index].hits++;
    seen[instance->index].backs += is_back(instance, v, hit, ray);
}

static enum st_code trace_all(const struct device_image *image, const struct scene_camera *camera,
                              struct seen *seen, struct status *st)
{
    static const struct traversal_options way = {.order = TRAVERSAL_NEAREST_FIRST};
    struct trace_result hit = {0};
    enum st_code code = ST_OK;
    for (uint32_t i = 0; code == ST_OK && i < FACING_SIDE * FACING_SIDE; i++) {
        const struct ray ray = camera_ray(image->scene, camera, i % FACING_SIDE, i / FACING_SIDE);
        code = traverse(image, &way, &ray, &hit, st);
        if (code == ST_OK && hit.hit)
            count_facing(image->scene, &hit, &ray, seen);
    }
    trace_result_release(&hit);
    return code;
}

/* Sums the hits of all meshes of that name, and clears them. */
static struct seen take_name(const struct scene *s, struct seen *seen, const char *name)
{
    struct seen sum = {0};
    for (uint32_t i = 0; i < s->n_meshes; i++)
        if (s->meshes[i].imported && strcmp(s->meshes[i].name, name) == 0) {
            sum.hits += seen[i].hits;
            sum.backs += seen[i].backs;
            seen[i] = (struct seen){0};
        }
    return sum;
}

enum st_code facing_away(const struct device_image *image, const struct scene_camera *camera,
                         struct facing **out, uint32_t *n, struct status *st)
{
    const struct scene *s = image->scene;
    bool any = false;
    *out = NULL;
    *n = 0;
    for (uint32_t i = 0; i < s->n_meshes; i++)
        any |= s->meshes[i].imported;
    if (!any)
        return ST_OK;
    struct seen *seen = mem_calloc(s->n_meshes, sizeof *seen);
    *out = mem_calloc(s->n_meshes, sizeof **out);
    enum st_code code =
        seen && *out ? trace_all(image, camera, seen, st) : status_no_memory(st, s->name);
    for (uint32_t i = 0; code == ST_OK && i < s->n_meshes; i++) {
        if (!seen[i].backs || !s->meshes[i].imported)
            continue;
        const char *name = s->meshes[i].name;
        struct seen all = take_name(s, seen, name);
        if (all.hits >= FACING_LEAST_HITS && 2 * all.backs > all.hits)
            (*out)[(*n)++] = (struct facing){name, (double)all.backs / all.hits};
    }
    mem_free(seen);
    if (*n > 0)
        return ST_OK;
    mem_free(*out);
    *out = NULL;
    return code;
}
