/* output_settings.h -- settings of the output: its files, and how much it tells. */
#pragma once

#include "orchestrator/settings/option_fields.h"

struct output_settings {
#define OUTPUT_OPTION OPTION_FIELD
#include "orchestrator/settings/options.def"
};
