/* render_settings.h -- the frame, and the GPU that renders it. */
#pragma once

#include "orchestrator/settings/option_fields.h"

struct render_settings {
    const char *scene; /* the operand; NULL: none, the work is made from the heatmap */
#define RENDER_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
