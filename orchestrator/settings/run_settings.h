/* run_settings.h -- settings of the run on the host; no result depends on them. */
#pragma once

#include "orchestrator/settings/option_fields.h"

struct run_settings {
#define RUN_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
