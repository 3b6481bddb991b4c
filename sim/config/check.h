/* check.h -- checks the constraints between the parameters of a configuration. */
#pragma once

#include "common/conf.h"
#include "sim/config/gpu_config.h"

/* Fails because section.key ("" is the top level) is wrong, with its place in `source`. */
typedef enum st_code (*config_complain)(const void *source, const char *section, const char *key,
                                        const char *what, struct status *st);
/* The source is the root of a file in libconfig syntax. */
enum st_code config_complain_conf(const void *root, const char *section, const char *key,
                                  const char *what, struct status *st);

/* ST_USAGE for the first parameter that does not fit the others, reported by `complain_of`; without
 * it (NULL) the message has no file. */
enum st_code config_check(const struct gpu_config *config, config_complain complain_of,
                          const void *source, struct status *st);
