/* check.h -- checks the constraints between the parameters of a configuration. */
#pragma once

#include "common/conf.h"
#include "sim/config/gpu_config.h"

/* Returns ST_USAGE because section.key is wrong, with its place in `source` in the message. The
 * section of a key at the top level is "". */
typedef enum st_code (*config_complain)(const void *source, const char *section, const char *key,
                                        const char *what, struct status *st);
/* A config_complain whose `root` is the root of a file in libconfig syntax. */
enum st_code config_complain_conf(const void *root, const char *section, const char *key,
                                  const char *what, struct status *st);

/* Returns ST_USAGE for the first parameter that does not fit the others. `complain_of` makes the
 * message; without it (NULL) the message has no file. */
enum st_code config_check(const struct gpu_config *config, config_complain complain_of,
                          const void *source, struct status *st);
