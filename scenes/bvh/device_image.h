/* device_image.h -- the scene in the simulated GPU's memory.
 *
 * Buffers are laid out from DEVICE_BASE, each rounded up to 256 bytes, in the order, formats and
 * addresses of Vulkan-Sim running LumiBench (GPU memory of gpu_malloc, a bump pointer; vertices of
 * 36 bytes, materials of 32, offsets of 8, spheres of 16, acceleration structures as Mesa's
 * lavapipe packs them). Address ranges of buffers that are never read here (staging copies, boxes,
 * cubes, cylinders, scratch memory) are left free, so a scene that both support has the same
 * addresses in both. Immutable once created; any number of threads may read it.
 *
 * Acceleration structures of BVH_CWBVH8 are made when a GPU first needs them. Each has the address
 * of its BVH_INTEL6 counterpart, so all other data have the same address for all GPUs. */
#pragma once

#include "common/status.h"
#include "scenes/bvh/format.h"
#include "scenes/scene.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEVICE_BASE  UINT64_C(0xC0000000)
#define DEVICE_ALIGN 256u

static inline uint64_t device_round_up(uint64_t bytes)
{
    return (bytes + DEVICE_ALIGN - 1) / DEVICE_ALIGN * DEVICE_ALIGN;
}

/* The buffers, in the order of their addresses. A model is a mesh or a sphere. Models are numbered
 * in the order of their first instances; those without an instance are left out. */
enum device_buffer_id {
    DEVICE_VERTICES,  /* struct scene_vertex of all models, one model after the other; a sphere has
                         DEVICE_SPHERE_VERTICES, of which only the first is set */
    DEVICE_INDICES,   /* uint32, relative to the model's first vertex                    */
    DEVICE_MATERIALS, /* struct device_material                                          */
    DEVICE_OFFSETS,  /* per instance: uint32 first index, uint32 first vertex with bit 31 set if its
                        transform changes normals */
    DEVICE_SPHERES,  /* per instance: float centre[3], radius; zeros for meshes         */
    DEVICE_TEXTURES, /* struct device_texture per texture, then the texels              */
    DEVICE_BLAS,     /* every bottom-level structure, back to back (format.h)       */
    DEVICE_TLAS,     /* the top-level structure                                         */
    DEVICE_BUFFERS
};

/* Sizes of a sphere in the buffers: LumiBench keeps a tessellated copy of every sphere, which rays
 * never hit. */
enum { DEVICE_SPHERE_VERTICES = 561, DEVICE_SPHERE_INDICES = 3072 };

struct device_buffer {
    const char *name;
    uint64_t addr;  /* device address, a multiple of DEVICE_ALIGN */
    uint64_t size;  /* bytes */
    uint8_t *bytes; /* aligned to a cache line, with zeros after it up to a multiple of DEVICE_ALIGN
                       and one line more */
    void *block;    /* the allocation that is freed */
};

struct device_material { /* 32 bytes */
    float color[4];
    int32_t texture; /* -1: none */
    float fuzz;
    float ior;
    uint32_t model; /* enum material_model; bit 31 is set if the material is alpha-masked */
};
#define DEVICE_MATERIAL_MASKED 0x80000000u
#define DEVICE_VERTEX_TURNED   0x80000000u

struct device_texture { /* 16 bytes */
    uint64_t texels;    /* device address of RGBA8 texels, row 0 first, without gaps */
    uint32_t width, height;
};

/* The structures of BVH_CWBVH8. The TLAS may extend into the address range of the scratch memory
 * with which it is built. */
struct device_wide {
    pthread_mutex_t lock; /* held while the structures are made */
    bool made;
    struct device_buffer blas, tlas;
    uint32_t tree_depth;
};

struct device_image {
    const struct scene *scene; /* borrowed */
    struct device_buffer buffers[DEVICE_BUFFERS];
    uint64_t end; /* first device address after the last buffer */
    uint32_t n_instances;
    uint64_t *blas_addr; /* per instance: device address of its BLAS header */
    uint32_t tree_depth; /* level of the deepest leaf: the TLAS root has level 1, a BLAS root that
                            of the leaf which refers to it */
    bool any_masked;     /* whether some triangle needs the any-hit shader */
    struct micromap_cache *micromaps; /* micromaps are made when they are first used (micromap.h) */
    struct device_wide *wide;
};

/* The largest depth of a tree; deeper trees fail, which bounds the traversal's stack. Embree's
 * trees have up to 40 levels per structure. */
enum { DEVICE_MOST_DEPTH = 128 };

/* Builds the acceleration structures (Embree) and packs everything. `scene` is borrowed and must
 * outlive the image. The result is the same for any number of threads. ST_FAILED if a transform is
 * singular, coordinates are beyond 2^100 or indices do not fit 32 bits. */
enum st_code device_image_create(struct device_image **out, const struct scene *scene,
                                 struct status *st);
void device_image_free(struct device_image *image); /* NULL is a no-op */

/* Makes the structures of a layout if there are none yet. It must be called, on any thread, before
 * they are read. Fails if memory runs out, and as device_image_create() does. */
enum st_code device_image_require(const struct device_image *image, enum bvh_nodes nodes,
                                  struct status *st);
/* Return the structures of a layout; those of BVH_CWBVH8 must have been made by
 * device_image_require(). */
static inline const struct device_buffer *device_image_tlas(const struct device_image *image,
                                                            enum bvh_nodes nodes)
{
    return nodes == BVH_INTEL6 ? &image->buffers[DEVICE_TLAS] : &image->wide->tlas;
}
static inline const struct device_buffer *device_image_blas(const struct device_image *image,
                                                            enum bvh_nodes nodes)
{
    return nodes == BVH_INTEL6 ? &image->buffers[DEVICE_BLAS] : &image->wide->blas;
}

/* Returns a pointer to the bytes at a device address, of which n or more can be read, or NULL where
 * that is not inside one buffer. */
static inline const uint8_t *device_image_at(const struct device_image *image, uint64_t addr,
                                             uint64_t n)
{
    for (int i = 0; i < DEVICE_BUFFERS; i++) {
        const struct device_buffer *b = &image->buffers[i];
        uint64_t offset = addr - b->addr; /* huge if addr is below the buffer */
        if (offset < b->size && n <= b->size - offset)
            return b->bytes + offset;
    }
    return NULL;
}
