/* render_settings.h -- what is rendered: the frame, and the GPU that renders it. */
#ifndef ORCHESTRATOR_SETTINGS_RENDER_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_RENDER_SETTINGS_H

#include "orchestrator/settings/option_fields.h"

struct render_settings {
    const char *scene; /* the operand; NULL: none, the work is made from the heatmap */
#define RENDER_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};

#endif
