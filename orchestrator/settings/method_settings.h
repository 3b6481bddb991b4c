/* method_settings.h -- how a frame's numbers are estimated. */
#ifndef ORCHESTRATOR_SETTINGS_METHOD_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_METHOD_SETTINGS_H

#include "orchestrator/settings/estimators.h"
#include "orchestrator/settings/option_fields.h"

enum combine_mode { COMBINE_COUNTERS, COMBINE_PAPER };
enum timing_model { MODEL_CYCLE, MODEL_ABSTRACT };

struct method_settings {
#define METHOD_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};

#endif
