/* output_settings.h -- where results go, and what is shown of them. */
#pragma once

#include "orchestrator/settings/option_fields.h"

struct output_settings {
#define OUTPUT_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
