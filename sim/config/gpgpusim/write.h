/* write.h -- writes a GPU as a gpgpusim.config for Vulkan-Sim. */
#pragma once

#include "sim/config/gpgpusim/options.h"

/* Writes every option of a parameter, and the others that Vulkan-Sim needs. Where no option can
 * express a parameter's value, Vulkan-Sim behaves differently: these parameters become comments at
 * the end and items of *lost, each as "key = value". The caller owns *out (mem_free). */
enum st_code gpgpusim_write(char **out, const struct gpu_config *config,
                            struct gpgpusim_notes *lost, struct status *st);
