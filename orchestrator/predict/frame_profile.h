/* frame_profile.h -- the heatmap of a prediction: from a profile of the frame, or from a picture.
 *
 * The temperatures of a profile are rounded, once, to those that the colours of its picture can
 * show, so that a prediction from a saved heatmap equals the prediction that saved it. */
#pragma once

#include "common/hash.h"
#include "common/image.h"
#include "heatmap/heatmap.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/result/cost.h"
#include "orchestrator/result/profile_facts.h"
#include "orchestrator/settings/settings.h"
#include "sim/config/gpu_config.h"

struct frame_profile {
    struct image picture;            /* the heatmap's colours, which k-means groups */
    struct heatmap map;              /* the temperatures of these colours */
    char hash[HASH_TEXT];            /* of the picture's pixels */
    struct functional_counts counts; /* of the profiled frame; zeros for a picture */
    struct profile_facts facts;
    struct cost_time cost;
    bool hasty;             /* an interrupt cut the profile to a few pixels; it is not kept */
    bool cached;            /* the profile was found in run.cache of the settings */
    char note[STATUS_TEXT]; /* a note about the cache or the picture for the user; "": none */
};

/* The profile of the last frame, for runs of one frame that follow each other. Starts as {0}. */
struct profile_memory {
    char key[HASH_TEXT];
    struct frame_profile profile;
};
void profile_memory_release(struct profile_memory *m); /* leaves it empty */

/* Profiles all pixels or a sample of them, by settings->method.profile_pixels, with rays that walk
 * as in `gpu`. A profile of the same frame that exists in `memory` (may be NULL) or in the folder
 * run.cache of the settings is copied, with the cost that it had; a new one is stored in both.
 * Profiles of measured time are always made anew. Values and counts are the same either way. */
enum st_code frame_profile_make(struct frame_profile *out, const struct session *session,
                                const struct gpu_config *gpu, const struct settings *settings,
                                struct profile_memory *memory, struct status *st);

/* Reads a heatmap that another program made from the file `path`, with the gradient and crop of
 * `render`; without a crop its margins are left out. *picture is repainted in the heat gradient.
 * `note` tells which margin was left out, and whether another gradient, or none, would fit the
 * colours; else it becomes "". */
enum st_code frame_profile_read_picture(struct image *picture, const char *path,
                                        const struct render_settings *render,
                                        char note[STATUS_TEXT], struct status *st);
/* Reads the picture that render->heatmap names. */
enum st_code frame_profile_read(struct frame_profile *out, const struct render_settings *render,
                                struct status *st);
void frame_profile_release(struct frame_profile *h); /* leaves it empty */
