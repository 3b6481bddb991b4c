/* normals.h -- computes the normals that a mesh file lacks. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Computes normals for triangles that share vertices at most within a face (a polygon). Each vertex
 * gets the mean of the normals of all faces that have a vertex at exactly the same position and
 * whose normals differ from its own face's by at most 60 degrees. It gets its own face's normal if
 * `flat`, or if more than NORMALS_MOST vertices are at that position, because each is compared with
 * each. Normals have unit length; that of a triangle without an area is (0 0 0). Scaling the
 * positions by a power of two changes nothing. */
enum { NORMALS_MOST = 1024 };
enum st_code mesh_normals(const float (*positions)[3], uint32_t n, const uint32_t *indices,
                          uint32_t n_triangles, bool flat, float (*normals)[3], struct status *st);
