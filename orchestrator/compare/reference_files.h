/* reference_files.h -- finds the scenes and GPUs that a table of runs names. */
#pragma once

#include "common/status.h"
#include "sim/functional/exec/launch.h"

/* Finds the operand of scene_load for `name` in the table at path `table`: <name> or <name>.scene
 * beside the table, tests/reference/<name>.scene in the data folders, or a built-in scene's name.
 * The scenes of tests/reference name geometry that is no part of Diorama, so they are in the source
 * tree but not installed. The caller frees *operand (mem_free). */
enum st_code reference_scene(char **operand, const char *table, const char *name,
                             struct status *st);
/* Finds the operand of gpu_config_load for `name`, as reference_scene does: <name> or <name>.cfg
 * beside the table, or a configuration's name; overrides may follow the name. The caller frees
 * *operand. */
enum st_code reference_gpu(char **operand, const char *table, const char *name, struct status *st);
/* Finds the folder of Vulkan-Sim's dumps for a run of a shader: <folder>/path, /shadow or /ao where
 * the raygen shader is there, else <folder> itself. ST_FAILED where the raygen shader is in
 * neither. The caller frees *out. */
enum st_code reference_shaders(char **out, const char *folder, enum shader_kind shader,
                               struct status *st);
