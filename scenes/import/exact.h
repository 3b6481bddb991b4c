/* exact.h -- gives an imported OBJ mesh the numbers of its file, each rounded once.
 *
 * The importing library rounds numbers twice, and Diorama's import scales normals to unit length.
 * LumiBench's reader (tinyobjloader) rounds once and keeps normals as they are. Comparing pictures
 * ray by ray needs numbers that are equal in the last bit. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"

/* Sets the vertices of `m`, which was imported from the OBJ file at `path` and not changed since,
 * to the file's positions, normals and texture coordinates as the nearest floats. ST_FAILED with
 * file and line if the file has a face without normals or with other than three corners, or if a
 * corner differs from the imported one: triangles were left out or reordered. */
enum st_code mesh_exact_obj(struct scene_mesh *m, const char *path, struct status *st);
