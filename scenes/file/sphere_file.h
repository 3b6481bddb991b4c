/* sphere_file.h -- reads many spheres from lines of text:
 *
 *     sphere cx cy cz radius lambertian r g b
 *     sphere cx cy cz radius metallic r g b fuzz f
 *     sphere cx cy cz radius dielectric ior
 *
 * `#` starts a comment. Each line makes its own material. */
#pragma once

#include "scenes/builder.h"

/* Adds the file's spheres to the scene and its bytes to the hash. ST_FAILED with file and line for
 * malformed lines. */
enum st_code sphere_file_read(struct scene_builder *b, const char *path, struct status *st);
