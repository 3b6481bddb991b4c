/* method_settings.h -- the settings of the estimate of a frame. */
#pragma once

#include "orchestrator/settings/models.h"
#include "orchestrator/settings/option_fields.h"
#include "orchestrator/settings/samples.h"

enum combine_mode { COMBINE_COUNTERS, COMBINE_PAPER };
/* What a run counts beside its time: for the roofline model; the instructions of both sets. */
enum observe { OBSERVE_NOTHING, OBSERVE_PROFILE, OBSERVE_INSTRUCTIONS };
enum { MOST_REPEATS = 1024 };

struct method_settings {
#define METHOD_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
