/* options_json.h -- settings as JSON, by the flags of the option table. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/settings/options.h"

/* One key per option of the command (enum command_bit) that is OPTION_RECORDED, named and spelled
 * as on the command line; numbers are numbers. */
json_t *options_recorded(struct json_writer *w, uint32_t command, const struct settings *settings);

/* The options on which results of the command depend: every option that is OPTION_CHANGES, in the
 * form of options_value, without OPTION_CONTENT, whose contents the caller adds. */
json_t *options_inputs(struct json_writer *w, uint32_t command, const struct settings *settings);
