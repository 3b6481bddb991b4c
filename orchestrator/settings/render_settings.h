/* render_settings.h -- settings of the frame and of the GPU that renders it. */
#pragma once

#include "orchestrator/settings/option_fields.h"

struct render_settings {
    const char *scene; /* the operand; NULL: none is given and the work is made from the heatmap */
#define RENDER_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
