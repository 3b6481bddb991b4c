/* pipeline.h -- the stages in order, from the operands to the chosen pixels; owns them all. */
#ifndef ORCHESTRATOR_PREDICT_PIPELINE_H
#define ORCHESTRATOR_PREDICT_PIPELINE_H

#include "orchestrator/predict/prepare.h"
#include "orchestrator/predict/session.h"

struct pipeline {
    struct target target;
    struct heat heat;
    struct world owned;        /* empty where the caller has the world or there is none */
    const struct world *world; /* NULL where nothing is to run */
    struct session session;    /* empty there */
    struct preparation prepared;
};

/* What is cheap to check comes first: the GPU, the heatmap's picture, then the scene.
 * Without render.scene there must be render.heatmap, from which the work is then made. */
enum st_code pipeline_open(struct pipeline *out, const struct settings *settings,
                           struct status *st);
/* The same for a plan that nobody runs: world and session stay empty where there is no operand. */
enum st_code pipeline_open_plan(struct pipeline *out, const struct settings *settings,
                                struct status *st);
/* pipeline_open for a world that is already open, which is borrowed; render.scene is not
 * looked at. NULL: there is none, as without operand. */
enum st_code pipeline_open_world(struct pipeline *out, const struct settings *settings,
                                 const struct world *world, struct status *st);
/* The same, and a profile of the frame before is not made again (heat_profile_again). */
enum st_code pipeline_open_again(struct pipeline *out, const struct settings *settings,
                                 const struct world *world, struct heat_memory *memory,
                                 struct status *st);
void pipeline_close(struct pipeline *p);

#endif
