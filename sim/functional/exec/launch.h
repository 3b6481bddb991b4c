/* launch.h -- a ray-tracing pipeline bound to a scene and an image plane, ready to run.
 *
 * The launch is immutable and may be shared by threads; warp.h has the rules for threads on its
 * kernels. Pixel (x, y) is thread x % 32 of CTA y * ceil(width / 32) + x / 32 (docs/model.md,
 * "Launch"). */
#pragma once

#include "common/hash.h"
#include "common/status.h"
#include "scenes/bvh/device_image.h"
#include "sim/functional/traversal/traverse.h"
#include "sim/functional/values.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shaders below SHADER_ANY_SCENE run on any scene; the synthetic one needs storage
 * (sim/shaders/synthetic.h). */
enum shader_kind {
    SHADER_PATH,
    SHADER_SHADOW,
    SHADER_AO,
    SHADER_ANY_SCENE,
    SHADER_SYNTHETIC = SHADER_ANY_SCENE,
    SHADER_KINDS
};
#define SHADERS_OF_SCENES "path", "shadow", "ao"
extern const char *const shader_names[SHADER_KINDS + 1]; /* "path", ..., NULL */

/* The instruction set of shaders and kernels: NVIDIA's intermediate language, AMD's machine code of
 * RDNA 2, or PTX as NVIDIA's assembler rewrites it (ptxas/ptxas.h). The first two are compared by
 * the command isa. */
enum isa { ISA_PTX, ISA_RDNA2, ISA_PTXAS, ISAS, ISAS_COMPARED = ISA_PTXAS };
#define ISA_NAMES "ptx", "rdna2", "ptxas"
extern const char *const isa_names[ISAS + 1]; /* the names "ptx", "rdna2", "ptxas", then NULL */

struct frame {
    uint32_t width, height; /* pixels, 1 to 2^28 in total */
    uint32_t samples;       /* per pixel, >= 1 */
    uint32_t max_depth;     /* ray segments of a path, >= 1 */
    enum shader_kind shader;
    uint32_t rays_per_hit; /* secondary rays per hit: shadow (reference: 2), occlusion (4) */
    uint64_t seed;
    const char *shaders; /* folder of a pipeline in GLSL or SPIR-V, or of Vulkan-Sim's shader dumps,
                            to run instead of ours; NULL: ours. Borrowed until the launch has been
                            created */
    uint32_t number;     /* frame of the scene's camera path */
    struct scene_camera camera; /* replaces the scene's camera; field of view 0: the scene's camera
                                   at frame `number` */
    enum isa isa;               /* instruction set of our shaders; dumps have their own */
};

struct launch; /* opaque */

/* Creates a launch: loads and decodes the shader (sim/shaders/<name>.ptx or .rdna2.s in the data
 * folders), or what is in the folder
 * frame->shaders. `image` is borrowed. */
enum st_code launch_create(struct launch **out, const struct device_image *image,
                           const struct frame *frame, struct status *st);
/* Creates a launch with the user's own shader: `text` of the frame's instruction set; `name` is the
 * file name in messages. */
enum st_code launch_create_from_text(struct launch **out, const struct device_image *image,
                                     const struct frame *frame, const char *name, const char *text,
                                     size_t n, struct status *st);
void launch_free(struct launch *l);

const struct frame *launch_frame(const struct launch *l);
/* Registers per thread. */
uint32_t launch_registers(const struct launch *l);
/* What a kernel of all its CTAs needs: their number, warps, registers, shared memory, and its
 * dispatches; the rest is {0}. */
struct kernel launch_shape(const struct launch *l);
/* Whether it is one dispatch of a thread for each pixel, whose CTAs are warps of 32 pixels of a
 * row: what samples of CTAs are made for. */
bool launch_is_plane(const struct launch *l);
/* Hash of the shader's text, or of all stages, for output files. */
const char *launch_shader_hash(const struct launch *l);
/* Hashes the text of our shader, as launch_shader_hash() does, without a launch; if `shaders` is
 * not NULL, the dumps in that folder. */
enum st_code launch_hash_shader(enum shader_kind shader, enum isa isa, const char *shaders,
                                char text[HASH_TEXT], struct status *st);

/* Whether a folder holds a pipeline in GLSL or SPIR-V; if not, dumps are expected there. */
bool launch_is_pipeline(const char *shaders);
/* Whether shaders expect all triangles in world space, as they ignore the transforms of instances:
 * dumps, and pipelines whose pipeline.cfg says so. */
bool launch_is_flat(const char *shaders);

/* Warnings about a user's pipeline, a line each: what it reads that nothing gives a value, what no
 * ray hits, which results differ from a GPU's. "" if there are none. LAUNCH_NOTES_TEXT bytes hold
 * them. */
enum { LAUNCH_NOTES_TEXT = 4096 };
void launch_notes(const struct launch *l, char *out, size_t room);
/* What is known when kernels have run: which instruction has left its buffer; "" if none has. */
void launch_late_notes(const struct launch *l, char *out, size_t room);
/* The same as launch_notes() for a folder, without a launch; "" where it is not a pipeline that can
 * be read, which a run reports. */
void launch_notes_of(const char *shaders, const struct scene *scene, char *out, size_t room);

/* Executes the frame of a user's pipeline, once, and keeps what it leaves in memory until the
 * launch is freed. */
enum st_code launch_execute(struct launch *l, struct status *st);
/* What a frame that was executed has left in the buffer of a binding; NULL: no stage uses it. */
const uint8_t *launch_buffer(const struct launch *l, uint32_t set, uint32_t binding,
                             uint64_t *size);
/* The 16 bytes of a pixel of a storage image; NULL: no stage uses it, or the pixel is outside. */
const uint8_t *launch_pixel(const struct launch *l, uint32_t set, uint32_t binding, uint32_t x,
                            uint32_t y);

/* The program of the launch (program/program.h), for reports. It has the lifetime of the launch;
 * instruction i has pc 8 * i. */
struct program;
const struct program *launch_program(const struct launch *l);

/* Counters of a kernel, whole-frame integers that do not depend on timing. */
struct functional_counts {
    uint64_t warp_instructions, thread_instructions;
    uint64_t rays, node_visits, records;
    uint64_t max_nodes_per_ray;
};
/* Adds the counts of `from` to `into`; max_nodes_per_ray becomes the larger of both. */
void functional_counts_add(struct functional_counts *into, const struct functional_counts *from);

/* Device memory provided by the caller, for shaders that measure the memory system: descriptor
 * RT_STORAGE, `size` bytes from LAUNCH_STORAGE_BASE on. Writes of warps to it are discarded: no
 * warp depends on the actions of another. */
#define LAUNCH_STORAGE_BASE UINT64_C(0x10000000)
#define LAUNCH_STORAGE_MOST UINT64_C(0x70000000) /* most bytes; then the module's tables */
struct launch_storage {
    const uint8_t *bytes; /* contents; borrowed */
    uint64_t size;        /* bytes, at most LAUNCH_STORAGE_MOST */
};

/* What a pixel took: executed instructions; rays, of these those that end at their first hit (as
 * rays to lights do) and those that a shader traced which a ray of the pixel had called; nodes that
 * rays visited, triangles that they tested, and candidates that the RT unit left to shaders; calls
 * of any-hit and of intersection shaders. */
struct pixel_counts {
    uint32_t instructions, rays, first_hit_rays, nested_rays, nodes, triangles, candidates;
    uint32_t any_hits, intersections;
};

/* The stages of a hit group of a user's pipeline, and how often each ran: calls by warps in which a
 * lane was of the group, and these lanes. */
enum group_stage { GROUP_CLOSEST_HIT, GROUP_ANY_HIT, GROUP_INTERSECTION, GROUP_STAGES };
struct group_calls {
    uint64_t warps[GROUP_STAGES], lanes[GROUP_STAGES];
};
/* Its hit groups, in the order of the binding table; 0: it is no user's pipeline. */
uint32_t launch_groups(const struct launch *l);
/* The file of a group's stage; NULL: it has none. */
const char *launch_group_stage(const struct launch *l, uint32_t group, enum group_stage stage);

struct kernel_settings {
    const uint8_t *filter; /* width*height bytes, not 0: trace it; NULL: every pixel. Borrowed. */
    float *picture;        /* width*height*3 floats: the shader's stores into the output image
                              (display-ready, gamma 2); other pixels are unchanged; may be NULL */
    struct pixel_counts *pixels; /* width*height: adds those of each pixel when its warp ends; may
                                    be NULL */
    struct group_calls *groups;  /* launch_groups(): adds the calls of each; may be NULL */
    uint64_t *work; /* width*height: when a warp ends, adds the deterministic cost of each of its
                       pixels: executed thread instructions plus cycles of its rays' tests
                       (docs/model.md, "RT unit: records and tests"); may be NULL */
    const uint32_t *ctas; /* the CTAs to run, in dispatch order; NULL: all. Borrowed. */
    uint32_t n_ctas;
    struct value_counts *values; /* counts the values in reads and writes of registers (values.h),
                                    on one thread only; may be NULL. Borrowed. */
    uint32_t lanes; /* mask of lanes that exist, for timing of single pixels; 0: all 32 */
    /* Options of the GPU's RT unit; {0}: as in hardware. micromap_level has no effect on dumps; for
     * our shaders, it assumes any_hit of sim/shaders/hit.h. */
    struct traversal_options traversal;
    uint64_t step_budget; /* most instructions of a warp, beyond which it counts as endless; 0: the
                             default of 2^32 - 1, for dumps 2^24 plus 2^20 for each of samples *
                             (max_depth + rays_per_hit) */
    const struct launch_storage *storage; /* NULL: the launch's is used. Borrowed. */
};

/* Sets the storage of kernels whose settings have none; NULL: none. Borrowed; to be called before
 * there are kernels. */
void launch_set_storage(struct launch *l, const struct launch_storage *storage);

/* Makes a kernel for a timing model; to be freed by kernel->ops->free. Its treelets belong to the
 * launch. */
enum st_code launch_kernel(const struct launch *l, const struct kernel_settings *settings,
                           struct kernel **out, struct status *st);
/* The opacity micromaps of the kernels with that traversal.micromap_level; NULL until the first
 * such kernel is made. They have the lifetime of the image. */
struct micromaps;
const struct micromaps *launch_micromaps(const struct launch *l, uint32_t level);
void launch_kernel_counts(const struct kernel *k, struct functional_counts *out);

/* Runs a warp of a kernel made by launch_kernel() to its end, without timing and without reporting
 * its steps. */
enum st_code warp_run(struct warp *w, struct status *st);
/* The same for all warps of one of its CTAs. */
enum st_code kernel_run_cta(struct kernel *k, uint32_t cta, struct status *st);
/* Runs every warp of the kernel to its end, without timing. */
enum st_code kernel_run(struct kernel *k, struct status *st);
