/* write.h -- a GPU as a gpgpusim.config that Vulkan-Sim takes. */
#pragma once

#include "sim/config/gpgpusim/options.h"

/* Writes every option that is a parameter's, and those that Vulkan-Sim needs beside them.
 * Parameters whose value no option can say, so that Vulkan-Sim does something else, become comments
 * at the end and, each as "key = value", items of *lost. *out is the caller's (mem_free). */
enum st_code gpgpusim_write(char **out, const struct gpu_config *config,
                            struct gpgpusim_notes *lost, struct status *st);
