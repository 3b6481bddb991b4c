/* device_models.h -- the models (meshes and spheres) of a device image under construction. Internal
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

/* The structures of an image in one layout, under construction. */
struct device_build {
    const struct device_image *image;
    enum bvh_nodes nodes;
    struct device_buffer *blas, *tlas; /* at their addresses, zeroed */
    uint32_t tree_depth;               /* output */
    bool any_masked;                   /* output */
};

/* Builds every model's structure into `blas`, at the model's offset, and the one over the instances
 * into `tlas`. device_image.c lists and places image and models; each model's depth and masked are
 * set. */
enum st_code device_build_structures(struct device_build *build, struct device_models *models,
                                     struct status *st);
