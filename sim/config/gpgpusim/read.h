/* read.h -- a GPU from the options of a gpgpusim.config.
 *
 * Options that a file does not name have GPGPU-Sim's defaults. What no option says is as
 * Vulkan-Sim does it: the machine is Vulkan-Sim's with that file, oddities included. */
#pragma once

#include "sim/config/gpgpusim/options.h"

/* Sets every parameter, the address map and the title of *out, which is not yet checked as a whole.
 * *r borrows all of these. ST_USAGE with file and line. */
enum st_code gpgpusim_read(struct gpgpusim_reading *r, struct gpu_config *out,
                           const struct gpgpusim_file *file, struct gpgpusim_notes *notes,
                           struct status *st);

/* The complaint of config_check about a parameter of what *r was read from. */
enum st_code gpgpusim_complain(const void *r, const char *section, const char *key,
                               const char *what, struct status *st);
