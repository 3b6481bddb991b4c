/* normals.h -- normals that a mesh file does not have. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Of triangles that share vertices within a face (a polygon) at most: each vertex gets the mean of
 * the normals of all vertices' faces at the very same position that differ from its own face's by
 * 60 degrees at most, or its own face's where `flat` or where more than NORMALS_MOST vertices are
 * at that position: each is compared with each. Unit length; (0 0 0) at a triangle without an area.
 * Scaling by a power of two changes nothing. */
enum { NORMALS_MOST = 1024 };
enum st_code mesh_normals(const float (*positions)[3], uint32_t n, const uint32_t *indices,
                          uint32_t n_triangles, bool flat, float (*normals)[3], struct status *st);
