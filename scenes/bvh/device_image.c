/* Places the scene's data in the device's memory. The order of allocations is that of LumiBench's
 * RayTracingInVulkan on Vulkan-Sim: each buffer is followed by a staging copy of its size, and no
 * memory is ever freed. Per instance it also allocates buffers of boxes (24 bytes), cubes and
 * cylinders (24 + 16 bytes each). tests/unit/device_image.c compares the addresses with those in
 * its logs. */
#include "scenes/bvh/device_image.h"

#include "common/memory.h"
#include "scenes/bvh/device_models.h"
#include "scenes/bvh/micromap.h"
#include "scenes/bvh/pack.h"

#include <pthread.h>
#include <string.h>

enum { LINE_B = 64, BOX_B = 24, PROCEDURAL_B = 16, TLAS_INSTANCE_B = 64 };

static_assert(sizeof(struct scene_vertex) == 36, "LumiBench's vertex");
static_assert(sizeof(struct device_material) == 32, "LumiBench's material");
static_assert(sizeof(struct device_texture) == 16, "layout");

void device_image_free(struct device_image *image)
{
    if (!image)
        return;
    for (int i = 0; i < DEVICE_BUFFERS; i++)
        mem_free(image->buffers[i].block);
    if (image->wide) {
        mem_free(image->wide->blas.block);
        mem_free(image->wide->tlas.block);
        pthread_mutex_destroy(&image->wide->lock);
        mem_free(image->wide);
    }
    mem_free(image->blas_addr);
    micromap_cache_free(image->micromaps);
    mem_free(image);
}

/* Allocates `size` bytes of the device's address space, and returns their address. */
static uint64_t skip(struct device_image *image, uint64_t size)
{
    uint64_t addr = image->end;
    image->end += device_round_up(size);
    return addr;
}

static enum st_code fill_buffer(struct device_buffer *b, const char *name, uint64_t addr,
                                uint64_t size, struct status *st)
{
    b->name = name;
    b->size = size;
    b->addr = addr;
    TRY(mem_make(&b->block, 1, device_round_up(size) + 2 * LINE_B, name, st));
    b->bytes = (uint8_t *)b->block + (LINE_B - (uintptr_t)b->block % LINE_B) % LINE_B;
    return ST_OK;
}

static enum st_code place(struct device_image *image, enum device_buffer_id id, const char *name,
                          uint64_t size, struct status *st)
{
    return fill_buffer(&image->buffers[id], name, skip(image, size), size, st);
}

/* Allocates a buffer and its staging copy. */
static enum st_code place_staged(struct device_image *image, enum device_buffer_id id,
                                 const char *name, uint64_t size, struct status *st)
{
    TRY(place(image, id, name, size, st));
    skip(image, size);
    return ST_OK;
}

static void models_free(struct device_models *m)
{
    mem_free(m->models);
    mem_free(m->of_instance);
}

/* Numbers the meshes and spheres in the order of their first instances. */
static enum st_code list_models(struct device_models *m, const struct scene *s, struct status *st)
{
    const size_t most = (size_t)s->n_meshes + s->n_spheres;
    MEM_AUTO uint32_t *number = NULL;
    TRY(mem_make(&number, most, sizeof *number, "models", st));
    TRY(mem_make(&m->models, most, sizeof *m->models, "models", st));
    TRY(mem_make(&m->of_instance, s->n_instances, sizeof *m->of_instance, "models", st));
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct scene_instance *instance = &s->instances[i];
        bool mesh = instance->geometry == GEOMETRY_MESH;
        uint32_t *slot = &number[mesh ? instance->index : s->n_meshes + instance->index];
        if (*slot == 0) { /* elements are the model's number plus one; 0: not numbered yet */
            m->models[m->n_models++] = (struct device_model){
                .geometry = instance->geometry,
                .index = instance->index,
                .n_primitives = mesh ? s->meshes[instance->index].n_triangles : 1,
            };
            *slot = m->n_models;
        }
        m->of_instance[i] = *slot - 1;
    }
    return ST_OK;
}

struct totals {
    uint64_t vertices, indices, blas, scratch;
};

static struct totals place_models(struct device_models *m, const struct scene *s)
{
    struct totals t = {0};
    for (uint32_t i = 0; i < m->n_models; i++) {
        struct device_model *model = &m->models[i];
        bool mesh = model->geometry == GEOMETRY_MESH;
        model->first_vertex = (uint32_t)t.vertices;
        model->first_index = (uint32_t)t.indices;
        model->blas = t.blas;
        t.vertices += mesh ? s->meshes[model->index].n_vertices : DEVICE_SPHERE_VERTICES;
        t.indices += mesh ? 3 * model->n_primitives : DEVICE_SPHERE_INDICES;
        t.blas += bvh_reserved_bytes(model->n_primitives, mesh ? BVH_QUAD : BVH_PROCEDURAL);
        t.scratch += (24 + 68 * model->n_primitives + 127) / 128 * 128;
    }
    return t;
}

static uint64_t texture_bytes(const struct scene *s)
{
    uint64_t bytes = device_round_up(s->n_textures * sizeof(struct device_texture));
    for (uint32_t i = 0; i < s->n_textures; i++)
        bytes += device_round_up(image_bytes(&s->textures[i]));
    return bytes;
}

static enum st_code place_buffers(struct device_image *image, const struct totals *t,
                                  struct status *st)
{
    const struct scene *s = image->scene;
    const uint64_t n = s->n_instances;
    TRY(place_staged(image, DEVICE_VERTICES, "vertices", t->vertices * sizeof(struct scene_vertex),
                     st));
    TRY(place_staged(image, DEVICE_INDICES, "indices", t->indices * sizeof(uint32_t), st));
    TRY(place_staged(image, DEVICE_MATERIALS, "materials",
                     s->n_materials * sizeof(struct device_material), st));
    TRY(place_staged(image, DEVICE_OFFSETS, "offsets", n * 2 * sizeof(uint32_t), st));
    for (int copy = 0; copy < 2; copy++)
        skip(image, n * BOX_B);
    TRY(place_staged(image, DEVICE_SPHERES, "spheres", n * PROCEDURAL_B, st));
    for (int copies = 0; copies < 4; copies++) { /* buffers of cubes and of cylinders, each with its
                                                    staging copy */
        skip(image, n * BOX_B);
        skip(image, n * PROCEDURAL_B);
    }
    TRY(place(image, DEVICE_TEXTURES, "textures", texture_bytes(s), st));
    if (s->n_textures == 0)
        skip(image, 2 * DEVICE_ALIGN); /* LumiBench's white pixel and its staging copy */
    TRY(place(image, DEVICE_BLAS, "bottom-level structures", t->blas, st));
    skip(image, t->scratch);
    skip(image, n * TLAS_INSTANCE_B);
    skip(image, n * TLAS_INSTANCE_B);
    TRY(place(image, DEVICE_TLAS, "top-level structure", bvh_reserved_bytes(n, BVH_INSTANCE), st));
    skip(image, (24 + 68 * n + 127) / 128 * 128);
    return ST_OK;
}

static void fill_model(struct device_image *image, const struct device_model *model)
{
    const struct scene *s = image->scene;
    uint8_t *vertices =
        image->buffers[DEVICE_VERTICES].bytes + model->first_vertex * sizeof(struct scene_vertex);
    uint8_t *indices = image->buffers[DEVICE_INDICES].bytes + model->first_index * sizeof(uint32_t);
    if (model->geometry == GEOMETRY_MESH) {
        const struct scene_mesh *mesh = &s->meshes[model->index];
        memcpy(vertices, mesh->vertices, mesh->n_vertices * sizeof *mesh->vertices);
        memcpy(indices, mesh->indices, 3 * (size_t)mesh->n_triangles * sizeof *mesh->indices);
        return;
    }
    const struct scene_sphere *sphere = &s->spheres[model->index];
    struct scene_vertex first = {.normal = {0, 1, 0}, .material = sphere->material};
    memcpy(first.position, sphere->center, sizeof first.position);
    memcpy(vertices, &first, sizeof first); /* shaders read the material from the first vertex */
}

static void fill_materials(struct device_image *image)
{
    const struct scene *s = image->scene;
    for (uint32_t i = 0; i < s->n_materials; i++) {
        const struct scene_material *m = &s->materials[i];
        struct device_material d = {
            .color = {m->color[0], m->color[1], m->color[2], 1.0f},
            .texture = m->texture,
            .fuzz = m->fuzz,
            .ior = m->ior,
            .model = (uint32_t)m->model | (m->masked ? DEVICE_MATERIAL_MASKED : 0),
        };
        memcpy(image->buffers[DEVICE_MATERIALS].bytes + i * sizeof d, &d, sizeof d);
    }
}

/* Whether a transform changes normals; only its linear part does. */
static bool turns_normals(const struct mat34 *t)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (t->m[4 * i + k] != (i == k ? 1.0f : 0.0f))
                return true;
    return false;
}

static void fill_instances(struct device_image *image, const struct device_models *models)
{
    const struct scene *s = image->scene;
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct device_model *model = &models->models[models->of_instance[i]];
        bool turned = turns_normals(&s->instances[i].transform);
        const uint32_t offsets[2] = {model->first_index,
                                     model->first_vertex | (turned ? DEVICE_VERTEX_TURNED : 0)};
        memcpy(image->buffers[DEVICE_OFFSETS].bytes + i * sizeof offsets, offsets, sizeof offsets);
        if (model->geometry == GEOMETRY_SPHERE) {
            const struct scene_sphere *sphere = &s->spheres[model->index];
            const float row[4] = {sphere->center[0], sphere->center[1], sphere->center[2],
                                  sphere->radius};
            memcpy(image->buffers[DEVICE_SPHERES].bytes + i * sizeof row, row, sizeof row);
        }
    }
}

static void fill_textures(struct device_image *image)
{
    const struct scene *s = image->scene;
    const struct device_buffer *b = &image->buffers[DEVICE_TEXTURES];
    uint64_t offset = device_round_up(s->n_textures * sizeof(struct device_texture));
    for (uint32_t i = 0; i < s->n_textures; i++) {
        const struct image *picture = &s->textures[i];
        uint64_t bytes = image_bytes(picture);
        struct device_texture t = {b->addr + offset, picture->width, picture->height};
        memcpy(b->bytes + i * sizeof t, &t, sizeof t);
        memcpy(b->bytes + offset, picture->rgba, bytes);
        offset += device_round_up(bytes);
    }
}

static enum st_code place_instances(struct device_image *image, const struct device_models *models,
                                    struct status *st)
{
    const struct scene *s = image->scene;
    for (uint32_t i = 0; i < s->n_instances; i++) {
        struct mat34 inverse;
        if (!mat34_inverse(&s->instances[i].transform, &inverse))
            return status_fail(
                st, ST_FAILED,
                "%s: the transform of instance %u is singular; it must be invertible", s->name, i);
        image->blas_addr[i] =
            image->buffers[DEVICE_BLAS].addr + models->models[models->of_instance[i]].blas;
    }
    return ST_OK;
}

static enum st_code build(struct device_image *image, struct device_models *models,
                          struct status *st)
{
    struct device_build build = {.image = image,
                                 .nodes = BVH_INTEL6,
                                 .blas = &image->buffers[DEVICE_BLAS],
                                 .tlas = &image->buffers[DEVICE_TLAS]};
    TRY(device_build_structures(&build, models, st));
    image->tree_depth = build.tree_depth;
    image->any_masked = build.any_masked;
    return ST_OK;
}

static enum st_code create(struct device_image *image, struct device_models *models,
                           struct status *st)
{
    const struct scene *s = image->scene;
    TRY(list_models(models, s, st));
    struct totals t = place_models(models, s);
    if (t.vertices >= DEVICE_VERTEX_TURNED || t.indices > UINT32_MAX)
        return status_fail(st, ST_FAILED,
                           "%s: %llu vertices and %llu indices; at most 2^31 - 1 and 2^32 - 1 "
                           "are possible",
                           s->name, (unsigned long long)t.vertices, (unsigned long long)t.indices);
    TRY(mem_make(&image->blas_addr, s->n_instances, sizeof *image->blas_addr, "instances", st));
    TRY(place_buffers(image, &t, st));
    for (uint32_t i = 0; i < models->n_models; i++)
        fill_model(image, &models->models[i]);
    fill_materials(image);
    fill_instances(image, models);
    fill_textures(image);
    TRY(place_instances(image, models, st));
    TRY(build(image, models, st));
    TRY(mem_make(&image->wide, 1, sizeof *image->wide, "device memory", st));
    pthread_mutex_init(&image->wide->lock, NULL);
    return ST_OK;
}

/* ---- structures in the layout BVH_CWBVH8 ---- */

static enum st_code build_wide(const struct device_image *image, struct device_wide *wide,
                               struct device_models *models, struct status *st)
{
    const struct device_buffer *blas = &image->buffers[DEVICE_BLAS];
    const struct device_buffer *tlas = &image->buffers[DEVICE_TLAS];
    struct device_build build = {
        .image = image, .nodes = BVH_CWBVH8, .blas = &wide->blas, .tlas = &wide->tlas};
    TRY(list_models(models, image->scene, st));
    place_models(models, image->scene);
    TRY(fill_buffer(&wide->blas, blas->name, blas->addr, blas->size, st));
    TRY(fill_buffer(&wide->tlas, tlas->name, tlas->addr,
                    bvh_wide_bytes(image->n_instances, BVH_INSTANCE), st));
    TRY(device_build_structures(&build, models, st));
    wide->tree_depth = build.tree_depth;
    return ST_OK;
}

enum st_code device_image_require(const struct device_image *image, enum bvh_nodes nodes,
                                  struct status *st)
{
    struct device_wide *wide = image->wide;
    enum st_code code = ST_OK;
    if (nodes == BVH_INTEL6)
        return ST_OK;
    pthread_mutex_lock(&wide->lock);
    if (!wide->made) {
        struct device_models models = {0};
        code = build_wide(image, wide, &models, st);
        models_free(&models);
        wide->made = code == ST_OK;
        if (!wide->made) {
            mem_free(wide->blas.block);
            mem_free(wide->tlas.block);
            wide->blas = wide->tlas = (struct device_buffer){0};
        }
    }
    pthread_mutex_unlock(&wide->lock);
    return code;
}

enum st_code device_image_create(struct device_image **out, const struct scene *scene,
                                 struct status *st)
{
    *out = NULL;
    struct device_image *image;
    TRY(mem_make(&image, 1, sizeof *image, "device memory", st));
    image->scene = scene;
    image->n_instances = scene->n_instances;
    image->end = DEVICE_BASE;
    struct device_models models = {0};
    enum st_code code = micromap_cache_create(&image->micromaps, st);
    if (code == ST_OK)
        code = create(image, &models, st);
    models_free(&models);
    if (code != ST_OK) {
        device_image_free(image);
        return code;
    }
    *out = image;
    return ST_OK;
}
