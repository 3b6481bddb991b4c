/* override.h -- a GPU that differs from a known one: "rtx2060:sms=46,l2.slices=4".
 *
 * After the name or the file of a GPU and a ':' stand values for parameters, each once, by the key
 * of docs/reference/config.md ("section.key", at the top level "key"; `address_map` too). They are
 * checked as in a file, and only all together must they fit. */
#pragma once

#include "sim/config/gpu_config.h"

/* Parts an operand: *base, the caller's (mem_free), is the GPU's own name or file, *overrides
 * points behind the ':' in `operand`; NULL where it has none. Names of files may have a ':': the
 * longest part that is a built-in name or a file is the base. Where none is, a last ':' counts if a
 * '=' follows. */
enum st_code config_override_split(char **base, const char **overrides, const char *operand,
                                   struct status *st);

/* Sets the parameters, adds the list to name and title (as much as fits) and renews the hash.
 * ST_USAGE, with `operand` in front of what is wrong; *config is then as it was. */
enum st_code config_override(struct gpu_config *config, const char *overrides, const char *operand,
                             struct status *st);
