/* run_settings.h -- how the work is run; no result depends on it. */
#ifndef ORCHESTRATOR_SETTINGS_RUN_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_RUN_SETTINGS_H

#include "orchestrator/settings/option_fields.h"

struct run_settings {
#define RUN_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};

#endif
