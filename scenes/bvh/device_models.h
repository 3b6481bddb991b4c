/* device_models.h -- the models (meshes and spheres) of a device image while it is made. Internal
 * to device_image.c, which lays out memory, and device_bvh.c, which builds the structures. */
#pragma once

#include "scenes/bvh/build.h"
#include "scenes/bvh/device_image.h"

struct device_model {
    enum scene_geometry geometry;
    uint32_t index;                     /* into scene.meshes or scene.spheres */
    uint32_t first_vertex, first_index; /* in the device buffers              */
    uint64_t n_primitives;
    uint64_t blas;  /* offset in DEVICE_BLAS              */
    uint32_t depth; /* of its BLAS, root = 1              */
    bool masked;    /* some triangle is not opaque        */
};

struct device_models {
    struct device_model *models;
    uint32_t n_models;
    uint32_t *of_instance; /* model of each instance */
};

/* Builds every model's structure into DEVICE_BLAS and the one over the instances into DEVICE_TLAS
 * of the image, whose buffers lie at their addresses, zeroed. Fills in blas_addr, tree_depth,
 * any_masked and each model's depth and masked. */
enum st_code device_build_structures(struct device_image *image, struct device_models *models,
                                     struct status *st);
