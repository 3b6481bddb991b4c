/* method_settings.h -- settings that say how a frame is estimated. */
#pragma once

#include "orchestrator/settings/models.h"
#include "orchestrator/settings/option_fields.h"
#include "orchestrator/settings/samples.h"

enum combine_mode { COMBINE_COUNTERS, COMBINE_PAPER };
/* What a run counts beside its time: nothing, a profile for the roofline model, or the instructions
 * of both instruction sets. */
enum observe { OBSERVE_NOTHING, OBSERVE_PROFILE, OBSERVE_INSTRUCTIONS };
enum { MOST_REPEATS = 1024 };

struct method_settings {
#define METHOD_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
