/* override.h -- changes parameters of a known GPU: "rtx2060:sms=46,l2.slices=4".
 *
 * Values of parameters follow the name or the file of a GPU and a ':', each parameter once, by its
 * key in docs/reference/config.md ("section.key", at the top level "key"; `address_map` too). They
 * are checked as in a file, and only the result must be consistent. */
#pragma once

#include "sim/config/gpu_config.h"

/* Splits an operand. *base, owned by the caller (mem_free), is the GPU's own name or file;
 * *overrides points behind the ':' in `operand`, or is NULL without one. File names may contain a
 * ':', so the longest part that is a built-in name or a file is the base. If no part is, the last
 * ':' is the separator if a '=' follows it. */
enum st_code config_override_split(char **base, const char **overrides, const char *operand,
                                   struct status *st);

/* Sets the parameters in a list of overrides, adds the list to name and title (as much as fits) and
 * updates the hash. ST_USAGE with a message that begins with `operand`; *config is then
 * unchanged. */
enum st_code config_override(struct gpu_config *config, const char *overrides, const char *operand,
                             struct status *st);
