/* session.h -- a scene made ready to run: loaded, packed for the simulated GPU, bound to a shader.
 */
#pragma once

#include "orchestrator/predict/synthetic.h"
#include "orchestrator/result/cost.h"
#include "orchestrator/settings/render_settings.h"
#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/exec/launch.h"

#include <stdio.h>

/* The parts of a session that do not depend on the frame; one world may serve many sessions. */
struct world {
    struct scene *scene;
    struct device_image *image;
    struct synthetic *synthetic; /* NULL where the frames' work comes from the scene */
    struct cost_time setup;      /* time of loading and building */
    char note[STATUS_TEXT];      /* a note about the heatmap for the user; "": none */
};

/* Opens the scene that `operand` names. `flat`: without transforms (scenes/flatten.h), as the dumps
 * of LumiBench's shaders need it. */
enum st_code world_open(struct world *out, const char *operand, bool flat, struct status *st);
/* Makes a world of synthetic work from the picture of render->heatmap
 * (orchestrator/predict/synthetic.h). */
enum st_code world_open_synthetic(struct world *out, const struct render_settings *render,
                                  const struct gpu_config *gpu, const struct image *picture,
                                  struct status *st);
/* Fails with ST_USAGE, because neither a scene nor a heatmap was given. */
enum st_code world_none(struct status *st);
/* Opens the scene of the settings or, without one, makes a world from their heatmap. ST_USAGE where
 * both are given: a run of every pixel does not choose pixels by temperature, so the heatmap would
 * have no use. */
enum st_code world_open_settings(struct world *out, const struct render_settings *render,
                                 const struct gpu_config *gpu, struct status *st);
void world_close(struct world *w); /* leaves it empty */

struct session {
    const struct world *world; /* borrowed, or equal to `flat` */
    struct world *flat;        /* the scene without transforms, for LumiBench's shaders, or NULL */
    struct frame frame;
    struct launch *launch;
    struct cost_time setup; /* time of opening the world and the shader */
};

/* Opens a session. `plane` (may be NULL) is a heatmap's picture, whose size becomes that of the
 * frame; synthetic work always has one. A different --width or --height is then ST_USAGE. */
enum st_code session_open(struct session *out, const struct world *world,
                          const struct render_settings *render, const struct image *plane,
                          struct status *st);
void session_close(struct session *s); /* leaves it empty */

/* Makes the frame of the settings; `scene` and `plane` may be NULL. session_open calls it. */
enum st_code session_frame(struct frame *out, const struct render_settings *render,
                           const struct scene *scene, const struct image *plane, struct status *st);

uint64_t session_pixels(const struct session *s);

/* Counters that a render adds to; each may be NULL. */
struct render_counts {
    struct functional_counts *totals;
    struct pixel_counts *pixels; /* one a pixel, zeroed */
    struct group_calls *groups;  /* launch_groups(), zeroed */
};

/* Renders the frame without timing, on all threads; its rays walk as in `gpu`. *picture is created,
 * for the caller to free. */
enum st_code session_render(const struct session *s, const struct gpu_config *gpu, bool quiet,
                            struct image *picture, const struct render_counts *counts,
                            struct status *st);
