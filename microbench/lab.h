/* lab.h -- the set-up for measuring shaders: a GPU, a scene, and the run. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/exec/launch.h"
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

/* The position of corner i % 3 of triangle i / 3 of a mesh. */
typedef void lab_corner(const void *what, uint32_t i, float position[3]);

/* Makes a scene of one mesh; `what` is passed to `corner`. The GPU is borrowed. */
enum st_code lab_open(struct lab *out, const struct gpu_config *gpu,
                      const struct traversal_options *traversal, uint32_t n_triangles,
                      lab_corner *corner, const void *what, struct status *st);
void lab_close(struct lab *lab);

/* Runs the shader on `ctas` CTAs of one warp; CTA i is row i of an image plane of 32 pixels' width.
 * `storage` may be NULL. */
enum st_code lab_run(const struct lab *lab, const char *shader, size_t n, uint32_t ctas,
                     const struct launch_storage *storage, struct gpu_counters *out,
                     struct status *st);
