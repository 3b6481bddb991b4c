/* check.h -- what must hold between the parameters of a configuration. */
#pragma once

#include "common/conf.h"
#include "sim/config/gpu_config.h"

/* Says that section.key ("" is the top level) is wrong, where it stands in `source`. */
typedef enum st_code (*config_complain)(const void *source, const char *section, const char *key,
                                        const char *what, struct status *st);
/* The source is the root of a file in libconfig syntax. */
enum st_code config_complain_conf(const void *root, const char *section, const char *key,
                                  const char *what, struct status *st);

/* ST_USAGE naming the first parameter that does not fit the others, through `complain_of`; without
 * it (NULL) the message names no file. */
enum st_code config_check(const struct gpu_config *config, config_complain complain_of,
                          const void *source, struct status *st);
