/* override.h -- a GPU that differs from a known one: "rtx2060:sms=46,l2.slices=4".
 *
 * The name or the file of a GPU and a ':' are followed by values of parameters, each once, by the
 * key of docs/reference/config.md ("section.key", at the top level "key"; `address_map` too). They
 * are checked as in a file, and only the result must be consistent. */
#pragma once

#include "sim/config/gpu_config.h"

/* Splits an operand: *base, owned by the caller (mem_free), is the GPU's own name or file;
 * *overrides points behind the ':' in `operand`; NULL if there is none. File names may contain a
 * ':': the longest part that is a built-in name or a file is the base. If there is none, the last
 * ':' counts if a '=' follows. */
enum st_code config_override_split(char **base, const char **overrides, const char *operand,
                                   struct status *st);

/* Sets the parameters, adds the list to name and title (as much as fits) and updates the hash.
 * ST_USAGE, with `operand` before the message; *config is then unchanged. */
enum st_code config_override(struct gpu_config *config, const char *overrides, const char *operand,
                             struct status *st);
