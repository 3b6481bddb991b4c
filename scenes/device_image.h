/* device_image.h -- the scene as it lies in the simulated GPU's memory.
 *
 * Buffers are laid out one after the other from DEVICE_BASE, each rounded up to 256 bytes, in the
 * order and formats of Vulkan-Sim running LumiBench (GPU memory of gpu_malloc; vertices of 36 bytes,
 * materials of 32, offsets of 8, spheres of 16, acceleration structures as Mesa's lavapipe packs
 * them). Immutable once created; any number of threads may read it. */
#ifndef SCENES_DEVICE_IMAGE_H
#define SCENES_DEVICE_IMAGE_H

#include "common/status.h"
#include "scenes/scene.h"

#include <stddef.h>
#include <stdint.h>

#define DEVICE_BASE UINT64_C(0xC0000000)
#define DEVICE_ALIGN 256u

enum device_buffer_id {
    DEVICE_VERTICES,  /* struct scene_vertex, all meshes back to back             */
    DEVICE_INDICES,   /* uint32, relative to the mesh's first vertex              */
    DEVICE_MATERIALS, /* struct device_material                                   */
    DEVICE_OFFSETS,   /* per instance: uint32 first index, uint32 first vertex    */
    DEVICE_SPHERES,   /* per instance: float centre[3], radius; zeros for meshes  */
    DEVICE_TEXTURES,  /* struct device_texture per texture, then the texels       */
    DEVICE_BLAS,      /* every bottom-level structure, back to back               */
    DEVICE_TLAS,      /* the top-level structure                                  */
    DEVICE_BUFFERS
};

struct device_buffer {
    const char *name;
    uint64_t addr;  /* device address, multiple of DEVICE_ALIGN */
    uint64_t size;  /* bytes */
    uint8_t *bytes; /* size rounded up to DEVICE_ALIGN, zero padded; owned by the image */
};

struct device_material { /* 32 bytes */
    float color[4];
    int32_t texture; /* -1 none */
    float fuzz;
    float ior;
    uint32_t model; /* enum material_model; bit 31 set where the material is alpha-masked */
};
#define DEVICE_MATERIAL_MASKED 0x80000000u

struct device_texture { /* 16 bytes */
    uint64_t texels; /* device address; RGBA8, row 0 first, tightly packed */
    uint32_t width, height;
};

struct device_image {
    const struct scene *scene; /* borrowed */
    struct device_buffer buffers[DEVICE_BUFFERS];
    uint64_t end;              /* first device address behind the last buffer */
    uint32_t n_instances;
    uint64_t *blas_addr;       /* per instance: device address of its BLAS header */
    uint32_t tree_depth;       /* deepest node, TLAS root = 1, a BLAS root = its leaf's level */
    bool any_masked;           /* some triangle needs the any-hit shader */
};

/* Builds the acceleration structures (Embree) and packs everything. `scene` is borrowed and must
 * outlive the image. Deterministic for any number of threads. */
enum st_code device_image_create(struct device_image **out, const struct scene *scene,
                                 struct status *st);
void device_image_free(struct device_image *image);

/* The bytes at a device address: a pointer to at least n readable bytes, or NULL where that is
 * outside every buffer. */
const uint8_t *device_image_at(const struct device_image *image, uint64_t addr, uint64_t n);

#endif
