/* synthetic.h -- work made from a heatmap alone: a plan of each pixel's work, and a scene for it.
 *
 * The hottest pixel of the picture gets the work of a given number of rays, and every other pixel a
 * share of that in proportion to its temperature. The shader sim/shaders/synthetic.c then traces
 * rays through the tetrahedra of scenes/generate/synthetic_scene.h until that work is done, to the
 * instruction. Work has the unit of heatmaps: instructions of the thread and cycles of its rays'
 * intersection tests. */
#pragma once

#include "common/image.h"
#include "orchestrator/result/synthetic_facts.h"
#include "orchestrator/settings/synthetic_knobs.h"
#include "scenes/bvh/device_image.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/exec/launch.h"

struct synthetic_plan; /* sim/shaders/synthetic.h */

struct synthetic {
    struct synthetic_facts facts;
    struct image plane;            /* the picture's width and height, without its pixels */
    struct launch_storage storage; /* storage buffers of every kernel: sim/shaders/synthetic.h */
    struct synthetic_plan *plan;   /* points into `storage` */
};

/* Makes the scene, its image and the plan, for rays that walk as in `gpu`. A time that is given
 * without the name of a GPU is a time on `gpu`. The scene is named after render->heatmap; its hash
 * is that of picture and knobs. The caller frees scene, image and *out with scene_free,
 * device_image_free and synthetic_free; nothing is held on failure. ST_USAGE for --shaders, knobs
 * that are out of range and times that are too short or too long. */
enum st_code synthetic_create(struct synthetic **out, struct scene **scene,
                              struct device_image **image, const struct render_settings *render,
                              const struct gpu_config *gpu, const struct image *picture,
                              struct status *st);
void synthetic_free(struct synthetic *s); /* NULL is a no-op */

/* Sets the frame's shader to the synthetic one, and members that synthetic work does not use to 1.
 */
void synthetic_frame(struct frame *frame);

/* ---- parts of synthetic_create ---- */

/* A built scene and the cost of rays through it. */
struct synthetic_lab {
    const struct device_image *image;
    const struct gpu_config *gpu;
    double coherence;
    float size[3];
    uint64_t seed;
    uint32_t full_dearest, brief_dearest; /* largest work of a single ray, of SYNTHETIC_PROBES rays
                                             of each kind */
    double full_mean;
};
enum { SYNTHETIC_PROBES = 64 * 64 };

/* Fills the last three members by tracing single rays. */
enum st_code synthetic_probe(struct synthetic_lab *lab, struct status *st);
/* Core cycles that a thread spends on a full ray where such threads fill the GPU. The approximate
 * model measures it on the GPU's scale model, filled once. */
enum st_code synthetic_ray_cycles(const struct synthetic_lab *lab, double *out, struct status *st);

/* Makes a plan like that of a real run, with room for the work of `pixels`, all 0. NULL: no memory.
 */
struct synthetic_plan *synthetic_plan_create(const struct synthetic_lab *lab, uint64_t pixels,
                                             struct launch_storage *storage);
uint32_t *synthetic_plan_work(struct synthetic_plan *plan);
