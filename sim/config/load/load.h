/* load.h -- reads a GPU from a file: configs/<name>.cfg, one of the user's, or a gpgpusim.config.
 *
 * There are no hidden defaults: every key is required in a file in libconfig syntax, or in its
 * `base`. A gpgpusim.config, the format of GPGPU-Sim, Accel-Sim and Vulkan-Sim, is read by their
 * rules (gpgpusim/read.h). The first word of a file determines its format. */
#pragma once

#include "sim/config/gpu_config.h"

struct config_sources;

/* Reads the GPU that an operand names: a path (with a '/' or ending in ".cfg" or ".config"), else a
 * configuration in the data folders, else a file; overrides may follow (override.h). ST_USAGE on
 * failure, with file and line if there are any. */
enum st_code gpu_config_load(struct gpu_config *out, const char *operand, struct status *st);
/* Reads a GPU as gpu_config_load() does; *notes receives messages about a gpgpusim.config: lines
 * without a last newline, owned by the caller (mem_free); NULL if there are none. */
enum st_code gpu_config_load_noted(struct gpu_config *out, const char *operand, char **notes,
                                   struct status *st);
/* Reads a GPU as gpu_config_load_noted() does; `sources` receives the source of each value, and the
 * caller releases it, on failure too. */
enum st_code gpu_config_load_sourced(struct gpu_config *out, const char *operand, char **notes,
                                     struct config_sources *sources, struct status *st);
/* Reads a GPU from memory, as gpu_config_load_noted() does; `name` is the file name in messages;
 * `notes` may be NULL. */
enum st_code gpu_config_parse(struct gpu_config *out, const char *text, size_t n, const char *name,
                              char **notes, struct status *st);
/* The file of a built-in configuration, owned by the caller (mem_free); NULL if no configuration
 * has this name. A name has no overrides. */
char *gpu_config_built_in(const char *operand);
/* Lists the names of the built-in configurations, sorted. The caller owns *names:
 * file_free_list. */
enum st_code gpu_config_list(char ***names, size_t *n, struct status *st);
