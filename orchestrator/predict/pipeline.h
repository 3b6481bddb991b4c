/* pipeline.h -- makes a frame ready to be predicted: steps 1 to 5 of the paper (III-B to III-E), in
 * order, from the operands to the chosen pixels, as far as the sample needs them. A sample that is
 * all of the frame needs none of them; sampling units need the heatmap only. The pipeline owns the
 * results of all stages. */
#pragma once

#include "heatmap/quantize.h"
#include "orchestrator/predict/choice.h"
#include "orchestrator/predict/frame_profile.h"
#include "orchestrator/predict/session.h"
#include "partition/downscale.h"
#include "partition/plan.h"

struct trace_cache;

/* The GPU and its scale model. */
struct target {
    struct gpu_config gpu, small;
    struct downscale downscale;
};

struct pipeline {
    struct target target;
    struct choice choice;
    struct frame_profile profile; /* empty where the sample needs none */
    struct world owned;           /* empty where the caller has the world or there is none */
    const struct world *world;    /* NULL where nothing is to run */
    struct session session;       /* empty where nothing is to run */
    struct quantized quantized;
    struct plan plan;
    struct cost_time choosing;  /* cost of quantisation and plan */
    struct trace_cache *traces; /* borrowed, from struct pipeline_given */
};

/* Inputs that the caller already has; {0}: none. */
struct pipeline_given {
    const struct world *world;     /* NULL: render.scene is opened */
    struct profile_memory *memory; /* holds the profile of the last frame */
    struct trace_cache *traces;    /* for models that read traces: this frame's are kept and others
                                      dropped (trace_cache.h); NULL: none is kept */
    bool hold;                     /* after the profile, the first interrupt requests an estimate of
                                      what has run */
    bool profile;                  /* makes the profile, also where the sample needs none */
    bool plan_alone; /* makes a plan that is not run: always groups, and no world without
                        render.scene */
};

/* Opens all stages. Cheap checks come first: the GPU, then the heatmap's picture, then the scene.
 * Without a world and without render.scene there must be render.heatmap, from which the work is
 * then made. */
enum st_code pipeline_open(struct pipeline *out, const struct settings *settings,
                           struct pipeline_given given, struct status *st);
void pipeline_close(struct pipeline *p);

/* Warps of the frame's shader that the GPU holds at once. */
uint64_t pipeline_slots(const struct pipeline *p);

/* Makes the settings of a plan; `percent` 0: the percentage of equation (1) of the paper. */
struct plan_settings pipeline_plan_settings(const struct settings *settings, uint32_t factor,
                                            double percent);

/* Writes the files of `partition` into a folder, which it makes: heatmap.png, quantized.png,
 * group_<i>.coords, group_<i>.png and the scale model's configuration <gpu>_k<K>.cfg; only those
 * that the sample has. */
enum st_code pipeline_write(const struct pipeline *p, const char *folder, struct status *st);
