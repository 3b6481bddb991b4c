/* config_check.h -- what must hold between the parameters of a configuration. */
#ifndef SIM_TIMING_CONFIG_CHECK_H
#define SIM_TIMING_CONFIG_CHECK_H

#include "common/conf.h"
#include "sim/timing/config.h"

/* ST_USAGE naming the first parameter that does not fit the others; with file and line where
 * `root`, the file it was read from, is given (may be NULL). */
enum st_code config_check(const struct gpu_config *config, const struct conf_node *root,
                          struct status *st);

#endif
