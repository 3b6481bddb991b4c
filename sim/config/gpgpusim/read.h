/* read.h -- makes a GPU from the options of a gpgpusim.config.
 *
 * Options that a file does not contain have GPGPU-Sim's defaults. Parameters without an option
 * follow Vulkan-Sim: the machine is the one that Vulkan-Sim simulates with that file, oddities
 * included. */
#pragma once

#include "sim/config/gpgpusim/options.h"

/* Sets every parameter, the address map and the title of *out, without checking it as a whole. *r
 * borrows the file, the notes and *out. ST_USAGE with file and line. */
enum st_code gpgpusim_read(struct gpgpusim_reading *r, struct gpu_config *out,
                           const struct gpgpusim_file *file, struct gpgpusim_notes *notes,
                           struct status *st);

/* The config_complain of config_check() for a GPU read by *r: names the option and its line. */
enum st_code gpgpusim_complain(const void *r, const char *section, const char *key,
                               const char *what, struct status *st);
