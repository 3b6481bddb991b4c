/* run_settings.h -- how the work is run; no result depends on it. */
#pragma once

#include "orchestrator/settings/option_fields.h"

struct run_settings {
#define RUN_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
