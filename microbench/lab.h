/* lab.h -- where shaders are measured: a GPU, a scene behind it, and the run. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/launch.h"
#include "sim/timing/counters/gpu_counters.h"
#include <stdio.h>

struct lab {
    const struct gpu_config *gpu;
    struct clocks clocks;
    struct address_map map;
    struct scene *scene;
    struct device_image *image;
    struct traversal_options traversal;
};

/* A scene of one mesh, which is taken over whether or not it succeeds. The GPU is borrowed. */
enum st_code lab_open_mesh(struct lab *out, const struct gpu_config *gpu,
                           const struct traversal_options *traversal, struct scene_vertex *vertices,
                           uint32_t n_vertices, uint32_t *indices, uint32_t n_triangles,
                           struct status *st);
/* A scene of one triangle, of edge 2 about the origin in the plane z = 0. */
enum st_code lab_open(struct lab *out, const struct gpu_config *gpu,
                      const struct traversal_options *traversal, struct status *st);
void lab_close(struct lab *lab);

/* Runs the shader on `ctas` CTAs of one warp; CTA i is row i of an image plane of 32 pixels' width.
 * `storage` may be NULL. */
enum st_code lab_run(const struct lab *lab, const char *shader, size_t n, uint32_t ctas,
                     const struct launch_storage *storage, struct gpu_counters *out,
                     struct status *st);
