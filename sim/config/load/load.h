/* load.h -- a GPU from a file: configs/<name>.cfg, one of the user's, or a gpgpusim.config.
 *
 * There are no hidden defaults: every key is required in a file in libconfig syntax, or in the one
 * that it names as its `base`. A gpgpusim.config, which GPGPU-Sim, Accel-Sim and Vulkan-Sim take,
 * is read in their way (gpgpusim/read.h); what a file is, its first word tells. */
#pragma once

#include "sim/config/gpu_config.h"

struct config_sources;

/* GPU operand: a path (it has a '/' or ends in ".cfg" or ".config"), else the name of a
 * configuration in the data folders, else of a file; overrides may follow (override.h).
 * ST_USAGE, with file and line where there are any, on failure. */
enum st_code gpu_config_load(struct gpu_config *out, const char *operand, struct status *st);
/* The same; *notes gets what is to be said of a gpgpusim.config: lines without a last newline, the
 * caller's (mem_free); NULL where there is nothing. */
enum st_code gpu_config_load_noted(struct gpu_config *out, const char *operand, char **notes,
                                   struct status *st);
/* The same; `sources` gets where each value is from, the caller's to release, on failure too. */
enum st_code gpu_config_load_sourced(struct gpu_config *out, const char *operand, char **notes,
                                     struct config_sources *sources, struct status *st);
/* The same from memory; `name` stands for the file in messages; `notes` may be NULL. */
enum st_code gpu_config_parse(struct gpu_config *out, const char *text, size_t n, const char *name,
                              char **notes, struct status *st);
/* The file of a built-in configuration, the caller's (mem_free); NULL where none has the name.
 * Overrides are no part of a name. */
char *gpu_config_built_in(const char *operand);
/* Names of the built-in configurations, sorted. *names is the caller's: file_free_list. */
enum st_code gpu_config_list(char ***names, size_t *n, struct status *st);
