/* output_settings.h -- where results go, and what is shown of them. */
#ifndef ORCHESTRATOR_SETTINGS_OUTPUT_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_OUTPUT_SETTINGS_H

#include "orchestrator/settings/option_fields.h"

struct output_settings {
#define OUTPUT_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};

#endif
