/* exact.h -- an OBJ mesh with the very numbers of its file.
 *
 * The importing library rounds numbers twice, and imported normals get unit length. LumiBench's
 * reader (tinyobjloader) rounds once and its models keep their normals as they are. Where a picture
 * is compared to the last ray, that last bit decides. */
#ifndef SCENES_IMPORT_EXACT_H
#define SCENES_IMPORT_EXACT_H

#include "common/status.h"
#include "scenes/scene.h"

/* Gives the vertices of `m`, imported from the OBJ file at `path` and not changed since, the file's
 * positions, normals and texture coordinates as the nearest floats. Fails with ST_FAILED, file and
 * line, where the file has a face without normals or with other than three corners, or where a
 * corner is not what was imported: triangles were left out or stand in another order. */
enum st_code mesh_exact_obj(struct scene_mesh *m, const char *path, struct status *st);

#endif
