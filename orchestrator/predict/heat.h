/* heat.h -- where a prediction's heatmap comes from: a profile of the frame, or a picture. */
#ifndef ORCHESTRATOR_PREDICT_HEAT_H
#define ORCHESTRATOR_PREDICT_HEAT_H

#include "common/hash.h"
#include "common/image.h"
#include "heatmap/heatmap.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/result/cost.h"
#include "orchestrator/settings/settings.h"
#include "sim/config/gpu_config.h"

struct heat {
    struct image picture;            /* the heatmap's colours */
    char hash[HASH_TEXT];            /* of the picture's pixels */
    struct functional_counts counts; /* of the profiled frame; zeros for a picture */
    struct cost_time cost;
    bool cached;            /* the profile was found in run.cache of the settings */
    char note[STATUS_TEXT]; /* what is to be said of the cache or the picture; "": nothing */
};

/* Of rays that walk as `gpu` lets them. With run.cache of the settings (and not of measured time) a
 * profile of the same frame is taken from there, or put there: pixels and counts are the same
 * either way.
 */
enum st_code heat_profile(struct heat *out, const struct session *session,
                          const struct gpu_config *gpu, const struct settings *settings,
                          struct status *st);

/* The last profile, for runs that follow each other on the same frame. Starts as {0}. */
struct heat_memory {
    char key[HASH_TEXT];
    struct heat heat;
};
/* As heat_profile, but a profile of the same frame is copied from the memory, with the cost that it
 * had; any other is put there. */
enum st_code heat_profile_again(struct heat *out, const struct session *session,
                                const struct gpu_config *gpu, const struct settings *settings,
                                struct heat_memory *memory, struct status *st);
void heat_memory_release(struct heat_memory *m); /* leaves it empty */

/* A heatmap made elsewhere, with `gradient`; *picture is repainted in heat. `note` says
 * where another gradient would fit its colours better, or none does; else it becomes "". */
enum st_code heat_read_picture(struct image *picture, const char *path, enum gradient gradient,
                               char note[STATUS_TEXT], struct status *st);
/* From the picture that render->heatmap names. */
enum st_code heat_read(struct heat *out, const struct render_settings *render, struct status *st);
void heat_release(struct heat *h); /* leaves it empty */

#endif
