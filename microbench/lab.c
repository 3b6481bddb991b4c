#include "microbench/lab.h"

#include "common/memory.h"
#include "scenes/builder.h"
#include "sim/timing/gpu.h"

static enum st_code add_mesh(struct scene_builder *b, uint32_t n_triangles, lab_corner *corner,
                             const void *what, struct status *st)
{
    struct scene_material grey = {.color = {0.5f, 0.5f, 0.5f}, .texture = -1};
    struct mat34 identity = mat34_identity();
    uint32_t material, mesh, n = 3 * n_triangles;
    TRY(builder_material(b, &grey, &material, st));
    struct scene_vertex *vertices = mem_calloc(n, sizeof *vertices);
    uint32_t *indices = mem_calloc(n, sizeof *indices);
    if (!vertices || !indices) {
        mem_free(vertices);
        mem_free(indices);
        return status_no_memory(st, "scene");
    }
    for (uint32_t i = 0; i < n; i++) {
        corner(what, i, vertices[i].position);
        vertices[i].normal[2] = 1;
        indices[i] = i;
    }
    TRY(builder_mesh(b, "mesh", vertices, n, indices, n_triangles, &mesh, st));
    return builder_instance(b, mesh, &identity, st);
}

static enum st_code make_scene(struct scene **out, uint32_t n_triangles, lab_corner *corner,
                               const void *what, struct status *st)
{
    struct scene_builder b;
    TRY(builder_start(&b, st));
    enum st_code code = add_mesh(&b, n_triangles, corner, what, st);
    if (code == ST_OK)
        code = builder_finish(&b, out, st);
    builder_abandon(&b);
    return code;
}

enum st_code lab_open(struct lab *out, const struct gpu_config *gpu,
                      const struct traversal_options *traversal, uint32_t n_triangles,
                      lab_corner *corner, const void *what, struct status *st)
{
    *out = (struct lab){.gpu = gpu,
                        .traversal = *traversal,
                        .clocks = gpu_config_clocks(gpu),
                        .map = gpu_config_address_map(gpu)};
    TRY(make_scene(&out->scene, n_triangles, corner, what, st));
    enum st_code code = device_image_create(&out->image, out->scene, st);
    if (code == ST_OK)
        code = device_image_require(out->image, traversal->nodes, st);
    if (code != ST_OK)
        lab_close(out);
    return code;
}

void lab_close(struct lab *lab)
{
    device_image_free(lab->image);
    scene_free(lab->scene);
    *lab = (struct lab){.gpu = lab->gpu};
}

static enum st_code run_lab(const struct lab *lab, const struct launch *launch,
                            const struct launch_storage *storage, struct gpu_counters *out,
                            struct status *st)
{
    struct kernel_settings settings = {.storage = storage, .traversal = lab->traversal};
    struct kernel *kernel;
    TRY(launch_kernel(launch, &settings, &kernel, st));
    enum st_code code = gpu_simulate(lab->gpu, kernel, NULL, out, st);
    kernel->ops->free(kernel);
    return code;
}

enum st_code lab_run(const struct lab *lab, const char *shader, size_t n, uint32_t ctas,
                     const struct launch_storage *storage, struct gpu_counters *out,
                     struct status *st)
{
    struct frame frame = {
        .width = WARP_LANES, .height = ctas, .samples = 1, .max_depth = 1, .rays_per_hit = 1};
    struct launch *launch;
    TRY(launch_create_from_text(&launch, lab->image, &frame, "microbench", shader, n, st));
    enum st_code code = run_lab(lab, launch, storage, out, st);
    launch_free(launch);
    return code;
}
