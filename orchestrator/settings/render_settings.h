/* render_settings.h -- what is rendered: the frame, and the GPU that renders it. */
#ifndef ORCHESTRATOR_SETTINGS_RENDER_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_RENDER_SETTINGS_H

#include <stdint.h>

struct render_settings {
    const char *gpu;
    const char *scene;      /* NULL: none, the work is made from `heatmap` */
    uint32_t width, height; /* image plane, pixels; 0: the scene's, else 512 */
    uint32_t frame;         /* of the scene's camera path */
    uint32_t samples;       /* per pixel */
    uint32_t shader;        /* enum shader_kind */
    const char *shaders;    /* folder of Vulkan-Sim's shader dumps to run instead; NULL: none */
    uint32_t max_depth;     /* ray segments of a path at most */
    uint32_t rays_per_hit;  /* of shadow and ambient occlusion; 0: the shader's own (2 and 4) */
    uint64_t seed;

    const char *heatmap; /* picture to read instead of profiling; NULL: none */
    uint32_t gradient;   /* enum gradient: of that picture */
    /* Of a heatmap without a scene: synthetic_knobs.h reads the texts. */
    const char *hottest_pixel; /* rays, or milliseconds */
    const char *footprint;     /* bytes of the acceleration structure */
    double coherence;          /* 0 to 1 */
};

#endif
