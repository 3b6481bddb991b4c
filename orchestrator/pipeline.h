/* pipeline.h -- the stages in order, from the operands to the chosen pixels; owns them all. */
#ifndef ORCHESTRATOR_PIPELINE_H
#define ORCHESTRATOR_PIPELINE_H

#include "orchestrator/prepare.h"
#include "orchestrator/session.h"

struct pipeline {
    struct target target;
    struct heat heat;
    struct world world;     /* empty where only a heatmap was given */
    struct session session; /* ditto */
    struct preparation prepared;
};

/* What is cheap to check comes first: the GPU, the heatmap's picture, then the scene.
 * Without settings->operand there must be settings->heatmap; world and session stay empty then. */
enum st_code pipeline_open(struct pipeline *out, const struct settings *settings,
                           struct status *st);
void pipeline_close(struct pipeline *p);

#endif
