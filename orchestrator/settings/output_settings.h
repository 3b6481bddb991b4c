/* output_settings.h -- files and amount of the output. */
#pragma once

#include "orchestrator/settings/option_fields.h"

struct output_settings {
#define OUTPUT_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
