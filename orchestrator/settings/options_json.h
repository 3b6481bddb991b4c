/* options_json.h -- writes settings as JSON, by the flags of the option table. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/settings/options.h"

/* Makes an object with a key for each option of the command (enum command_bit) that is
 * OPTION_RECORDED, with names and values as on the command line; numbers are JSON numbers. */
json_t *options_recorded(struct json_writer *w, uint32_t command, const struct settings *settings);

/* Makes an object of the options on which results of the command depend: those that are
 * OPTION_CHANGES, in the form of options_value. Options that are OPTION_CONTENT are left out; the
 * caller adds the hashes of their contents. */
json_t *options_inputs(struct json_writer *w, uint32_t command, const struct settings *settings);
