/* formats.h -- which mesh files are read, by the endings of their names. */
#pragma once

#include "common/status.h"

/* For messages: those that are met most often, and all. */
#define MESH_USUAL_ENDINGS ".obj .ply .gltf .glb .fbx .stl"
#define MESH_ENDINGS       MESH_USUAL_ENDINGS " .dae .3ds .off .3mf .x .ac .ase .lwo"

enum mesh_format { MESH_OBJ, MESH_PLY, MESH_GLTF, MESH_OTHER };

/* A format that is not among the tested ones fails with ST_FAILED, and by its name where it has
 * one. */
enum st_code mesh_format_of(const char *path, enum mesh_format *format, struct status *st);
