/* device_models.h -- the models (meshes and spheres) of a device image in the making. Internal to
 * device_image.c, which lays out memory, and device_bvh.c, which builds the structures. */
#pragma once

#include "scenes/bvh/build.h"
#include "scenes/bvh/device_image.h"

struct device_model {
    enum scene_geometry geometry;
    uint32_t index;                     /* index into scene.meshes or scene.spheres */
    uint32_t first_vertex, first_index; /* its place in the device buffers */
    uint64_t n_primitives;
    uint64_t blas;  /* offset of its structure in DEVICE_BLAS */
    uint32_t depth; /* levels of its BLAS; the root alone is 1 */
    bool masked;    /* whether some triangle is not opaque */
};

struct device_models {
    struct device_model *models;
    uint32_t n_models;
    uint32_t *of_instance; /* the model of each instance */
};

/* The structures of an image, in one layout, in the making. */
struct device_build {
    const struct device_image *image;
    enum bvh_nodes nodes;
    struct device_buffer *blas, *tlas; /* buffers at their addresses, zeroed */
    uint32_t tree_depth;               /* output */
    bool any_masked;                   /* output */
};

/* Builds every model's structure into `blas`, at the model's offset, and the structure over the
 * instances into `tlas`. Sets depth and masked of each model. device_image.c has listed and placed
 * the models. */
enum st_code device_build_structures(struct device_build *build, struct device_models *models,
                                     struct status *st);
