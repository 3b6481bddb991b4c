/* formats.h -- the mesh files that can be read, by their extensions. */
#pragma once

#include "common/status.h"

/* Lists for messages: of the most common extensions, and of all. */
#define MESH_USUAL_ENDINGS ".obj .ply .gltf .glb .fbx .stl"
#define MESH_ENDINGS       MESH_USUAL_ENDINGS " .dae .3ds .off .3mf .x .ac .ase .lwo"

enum mesh_format { MESH_OBJ, MESH_PLY, MESH_GLTF, MESH_OTHER };

/* Finds the format of a file. ST_FAILED for a format that is not among the tested ones, with its
 * name if known. */
enum st_code mesh_format_of(const char *path, enum mesh_format *format, struct status *st);
