/* scene_file.h -- scenes written by people: libconfig syntax, file ending .scene.
 * The keys are described in docs/reference/scene-files.md. */
#pragma once

#include "scenes/builder.h"

/* Reads a scene file, the parts that it includes and every file that these name into the builder.
 * *has_camera tells whether there was a camera. Errors in the file have its file and line: ST_USAGE
 * for syntax, ST_FAILED for the values of keys. */
enum st_code scene_file_read(struct scene_builder *b, const char *path, bool *has_camera,
                             struct status *st);
