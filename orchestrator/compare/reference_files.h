/* reference_files.h -- finds the scenes and GPUs that a table of runs names. */
#pragma once

#include "common/status.h"
#include "sim/functional/exec/launch.h"

/* The operand of scene_load for `name` in the table at path `table`: <name> or <name>.scene beside
 * the table, tests/reference/<name>.scene in the data folders (the source tree; scenes there name
 * geometry that is no part of Diorama, so they are not installed), or a built-in scene's name.
 * *operand is the caller's (mem_free). */
enum st_code reference_scene(char **operand, const char *table, const char *name,
                             struct status *st);
/* The same for gpu_config_load: <name> or <name>.cfg beside the table, or a configuration's name;
 * overrides may follow. */
enum st_code reference_gpu(char **operand, const char *table, const char *name, struct status *st);
/* The folder of Vulkan-Sim's dumps for a run of that shader: <folder>/path, /shadow or /ao, where
 * the raygen shader is there, else <folder> itself. ST_FAILED where it is in neither. *out is the
 * caller's. */
enum st_code reference_shaders(char **out, const char *folder, enum shader_kind shader,
                               struct status *st);
